"""Products and powers of polynomials with whole coefficients, exact at any size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["multiply", "power"]

_FEW = 12  # up to here adding count by count beats one multiplication of packed integers


def power(counts: Sequence[int], n: int, most: int | None = None) -> tuple[int, ...]:
    """The coefficients of a polynomial's n-th power, up to that of x^``most``, by the recurrence that they obey.

    The power q of p solves ``a·q' = n·b·q`` with ``(a, b) = (p, p')``.  With p = r / (1 - x), where r holds
    the differences of p, ``(a, b) = (r·(1 - x), r'·(1 - x) + r)`` does the same, and for a die of any size
    that is three terms.  Comparing coefficients gives each of q from the ones before it; the division leaves
    no rest.
    """
    plain = (counts, [place * count for place, count in enumerate(counts)][1:])
    steps = _differences(counts)
    slope = _differences([place * step for place, step in enumerate(steps)][1:])
    stepped = (_differences(steps), [low + high for low, high in zip(slope, steps, strict=True)])
    terms = min((_terms(a, b, n) for a, b in (plain, stepped)), key=len)

    degree = n * (len(counts) - 1)
    mirrored = counts[::-1] == counts  # then so is the power, and half of it tells the rest
    first = counts[0]
    power = [first**n]
    last = degree if most is None else min(degree, most)
    for k in range(1, min(degree // 2 if mirrored else degree, last) + 1):
        value = 0
        for back, fixed, falling in terms:
            if back > k:
                break
            value += (fixed - k * falling) * power[k - back]
        power.append(value // (k * first))
    if mirrored and last > degree // 2:
        power += power[: (degree + 1) // 2][::-1]
    return tuple(power[: last + 1])


def multiply(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """The coefficients of the product of two polynomials."""
    if len(left) > len(right):
        left, right = right, left
    if len(left) <= _FEW:
        product = [0] * (len(left) + len(right) - 1)
        for place, count in enumerate(left):
            for other_place, other in enumerate(right, place):
                product[other_place] += count * other
        return tuple(product)
    # both packed into one integer, each count in a field wide enough for any sum of products
    size = (max(sum(left), 1) * max(sum(right), 1)).bit_length() // 8 + 1
    packed = [
        int.from_bytes(b"".join(count.to_bytes(size, "little") for count in counts), "little")
        for counts in (left, right)
    ]
    width = len(left) + len(right) - 1
    fields = (packed[0] * packed[1]).to_bytes(size * width, "little")
    return tuple(int.from_bytes(fields[at : at + size], "little") for at in range(0, size * width, size))


def _differences(values: Sequence[int]) -> list[int]:
    """The coefficients of a polynomial times 1 - x."""
    return [high - low for low, high in pairwise([0, *values, 0])]


def _terms(a: Sequence[int], b: Sequence[int], n: int) -> list[tuple[int, int, int]]:
    """The recurrence ``k·a[0]·q[k] = sum of (fixed - k·falling)·q[k - back]``."""
    terms = [(back, n * b[back - 1] + back * a[back], a[back]) for back in range(1, len(a))]
    return [term for term in terms if term[1:] != (0, 0)]
