"""Attack after attack on one target: exact totals, the attacks stopping once the target is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import lcm

from tohit.core.distribution import Distribution
from tohit.core.polynomial import multiply, power

__all__ = ["attack_by_attack", "ending", "wear_down"]

_NOTHING = Distribution.certain(0)


def wear_down(attacks: Sequence[Sequence[Distribution]], last: int) -> Distribution:
    """The total damage of a row of attacks.

    Args:
        attacks: for each attack, its damage by the total dealt so far (0 to ``last``).
        last: the highest total at which the target still stands; past it attacks stop, and the one that
            went past it counts in full.
    """
    if not attacks or last < 0:
        return Distribution.certain(0)
    only = attacks[0][0]
    if all(damage is only for attack in {id(attack): attack for attack in attacks}.values() for damage in attack):
        return _evenly(only, len(attacks), last)
    standing, gone = [1], {}
    for standing, fallen, scale in attack_by_attack(attacks, last):
        gone = {total: count * scale for total, count in gone.items()}
        for total, count in fallen.items():
            gone[total] = gone.get(total, 0) + count
    return Distribution.of({**dict(enumerate(standing)), **gone})


def attack_by_attack(attacks: Iterable[Sequence[Distribution]], last: int) -> Iterator[tuple[list[int], dict[int, int], int]]:
    """After each attack: how the cases stand, those that went past ``last`` with it, and the scale of the attack.

    Every attack multiplies the number of equally likely cases by its scale; those that fell are not carried on.

    Args:
        attacks: as for ``wear_down``.
    """
    steps: dict[int, tuple[Sequence[Distribution], int, list[list[tuple[int, int]]]]] = {}
    standing = [1]
    for attack in attacks:
        if id(attack) not in steps:
            steps[id(attack)] = (attack, *_scaled(attack))  # the attack is held, so that its id stays its own
        _, scale, weights = steps[id(attack)]
        after, fallen = [0] * (last + 1), {}
        for total, count in enumerate(standing):
            if count:
                for damage, weight in weights[total]:
                    reached = total + damage
                    if reached <= last:
                        after[reached] += count * weight
                    else:
                        fallen[reached] = fallen.get(reached, 0) + count * weight
        while len(after) > 1 and not after[-1]:
            after.pop()
        standing = after
        yield standing, fallen, scale


def ending(going: Sequence[tuple[int, int]]) -> Distribution:
    """When something ends, from how many cases of how many it still goes on after 0, 1, 2, … steps.

    One step more than are given stands for "later".
    """
    whole = going[-1][1]
    left = [count * (whole // cases) for count, cases in going]
    over = {step: before - after for step, (before, after) in enumerate(pairwise(left), 1)}
    return Distribution.of({**over, len(going): left[-1]})


def _evenly(damage: Distribution, attacks: int, last: int) -> Distribution:
    """The same damage from every attack, whatever came before: no attack has to be gone through.

    With the damage's counts as a polynomial d over the denominator q, the totals of n attacks are d^n, and the
    attacks that find a total are counted by ``(q^n - d^n) / (q - d)``.
    """
    if attacks == 1 or damage == _NOTHING:
        return damage
    whole, low, counts = damage.denominator, damage.low, damage.counts
    standing = [0] * (last + 1)
    if attacks * low <= last:
        standing[attacks * low:] = power(counts, attacks, last - attacks * low)
        standing += [0] * (last + 1 - len(standing))
    stays = whole - (0 if low else counts[0])
    steps = [(lost, count) for lost, count in damage.items() if lost]
    found: list[int] = []
    for total, left in enumerate(standing):
        came = sum(count * found[total - lost] for lost, count in steps if lost <= total)
        found.append((came - left + (0 if total else whole**attacks)) // stays)
    gone = multiply(found, counts)[max(0, last + 1 - low):]
    return Distribution.of({**dict(enumerate(standing)), **dict(enumerate(gone, max(last + 1, low)))})


def _scaled(attack: Sequence[Distribution]) -> tuple[int, list[list[tuple[int, int]]]]:
    """Damage and weight over one denominator for every total."""
    different = {id(damage): damage for damage in attack}
    scale = lcm(*(damage.denominator for damage in different.values()))
    scaled = {key: [(d, n * (scale // damage.denominator)) for d, n in damage.items()] for key, damage in different.items()}
    return scale, [scaled[id(damage)] for damage in attack]
