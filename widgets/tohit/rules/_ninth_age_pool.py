"""The Ninth Age's Health Pool: what all dice of all attacks cost a unit, exact and at most its Health Points.

Sources: Health Pools and Casualties; Losing Health Points.
"""

from __future__ import annotations

from math import ceil, log10

from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.polynomial import multiply, power
from tohit.core.written import terms

__all__ = ["DIGITS", "WORK", "pooled", "removed"]

DIGITS = 30_000
"""Digits of one exact chance at most."""
WORK = 20_000_000
"""Digits to work out at most, about two seconds of it."""
_FEW_TERMS = 100  # up to here the recurrence costs less than bringing what it gives to lowest terms
_FEW_DIGITS = 5_000  # past here lowest terms take time that grows faster than the digits


def pooled(one: Distribution, dice: int | str, attacks: int, most: int) -> Distribution:
    """The Health Points that a pool of ``most`` loses.

    With the loss by one die as a polynomial p over q, ``nDs + k`` dice are ``((p + … + p^s) / s)^n · p^k``; no
    coefficient past the pool is ever made.

    Args:
        one: the loss by one die; it may always be 0.
        dice: how many dice each attack throws.

    Raises:
        NotationError: more digits than can be worked out at once; said before they are.
    """
    count, sides, plus = terms(dice)
    _check_size(one, (count, sides, plus), attacks, most)
    if not count and plus * attacks * (len(one.counts) - 1) <= most:
        return one.times(plus * attacks)
    counts, whole = one.counts[:most], one.denominator
    left, total = power(counts, plus * attacks, most - 1), whole ** (plus * attacks)
    if count:
        thrown = [0]
        for place in range(sides):
            thrown = multiply([thrown[0] + whole**place, *thrown[1:]], counts)[:most]
        left = multiply(left, power(thrown, count * attacks, most - 1))[:most]
        total *= (sides * whole**sides) ** (count * attacks)
    gone = total - sum(left)
    return Distribution(0, (*left, gone) if gone else left)  # who can lose all has a coefficient for every loss below


def removed(damage: Distribution, hp: int) -> Distribution:
    """How many models of ``hp`` Health Points a loss takes off, whole ones first."""
    counts = (0,) * damage.low + damage.counts
    return Distribution(0, tuple(sum(counts[at : at + hp]) for at in range(0, len(counts), hp)))


def _check_size(one: Distribution, dice: tuple[int, int, int], attacks: int, most: int) -> None:
    count, sides, plus = dice
    width, thrown = len(one.counts) - 1, attacks * (count * sides + plus)
    lost = min(most, thrown * width)
    digits = ceil(thrown * log10(one.denominator) + attacks * count * log10(sides))
    work = lost * digits * max(1, width * sides // _FEW_TERMS, digits // _FEW_DIGITS)
    if digits > DIGITS or work > WORK:
        raise NotationError("ninth-age.refused.size", "attack.attacks", attacks=attacks, hp=lost, digits=digits, work=work,
                            longest=DIGITS, most=WORK)
