"""Exact numbers as a reader sees them: percents, fractions, points.

The charts read hundreds of chances for one picture, so these work on plain integers and a list of ready texts.
What they give is what ``Words.percent`` gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd

from tohit.words import decimal, words

__all__ = ["fraction", "is_long", "is_rounded", "mean", "percent", "points", "runs"]

_LONGEST = 10**15  # a fraction with a larger denominator is wider than the table
_HOPELESS = 10**60  # so large that reducing takes longer than all the rest, and hardly ever helps


def percent(ways: int, total: int, lang: str) -> str:
    """``ways`` of ``total`` as a percentage with at most one decimal, rounded half up."""
    texts, smallest, largest = _percents(lang)
    if 0 < 1000 * ways < total:
        return smallest
    if 999 * total < 1000 * ways < 1000 * total:
        return largest
    return texts[(2000 * ways + total) // (2 * total)]


def is_rounded(ways: int, total: int) -> bool:
    """Whether ``percent`` had to round."""
    return 1000 * ways % total != 0


def fraction(ways: int, total: int, lang: str) -> str:
    """``ways`` of ``total`` in lowest terms, or six decimals marked ``≈`` where it is too long to print."""
    if is_long(ways, total):
        return words(lang)("charts.approximate", value=words(lang).number(f"{ways / total:.6f}"))
    common = gcd(ways, total)
    return f"{ways // common}/{total // common}" if total != common else str(ways // common)


def is_long(ways: int, total: int) -> bool:
    """Whether the exact fraction is too long to print."""
    if total <= _LONGEST or ways in (0, total):
        return False
    return total > _HOPELESS or total // gcd(ways, total) > _LONGEST


def points(change: Fraction, lang: str) -> str:
    """A difference of two chances in percentage points, with its sign: ``+16.7``, ``−0.3``, ``0``."""
    ways, total = abs(change.numerator), change.denominator
    tenths = (2000 * ways + total) // (2 * total)
    sign = "" if not change else "+" if change > 0 else "\u2212"
    size = decimal(Fraction(max(tenths, 1), 10), 1) if change else "0"
    return sign + ("<" if change and not tenths else "") + words(lang).number(size)


def mean(value: Fraction, lang: str) -> str:
    """An average with at most two decimals, rounded half up."""
    hundredths = (200 * value.numerator + value.denominator) // (2 * value.denominator)
    return words(lang).number(decimal(Fraction(hundredths, 100), 1 if hundredths % 10 == 0 else 2))


def runs(numbers: Iterable[int]) -> str:
    """Rising whole numbers with neighbours drawn together: ``1–4, 6``."""
    ordered = sorted(numbers)
    breaks = [place for place, (low, high) in enumerate(pairwise(ordered), 1) if high != low + 1]
    starts, ends = [0, *breaks], [*breaks, len(ordered)]
    parts = [ordered[start:end] for start, end in zip(starts, ends, strict=True) if start < end]
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}\u2013{part[-1]}" for part in parts)


@cache
def _percents(lang: str) -> tuple[tuple[str, ...], str, str]:
    read = words(lang).percent
    nearly_nothing = Fraction(1, 1_000_000)
    texts = tuple(read(Fraction(tenths, 1000)) for tenths in range(1001))
    return texts, read(nearly_nothing), read(1 - nearly_nothing)
