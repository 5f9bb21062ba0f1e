"""SemiAutomagic's combos against fewer defence rolls than attacks: each roll is spent once.

Sources: Reflex, "one dodge roll per turn" for each rank; Combos, all attacks are simultaneous [wider].  The rolls meet
the first attacks that hit [reading].
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from tohit.core.distribution import Distribution
from tohit.core.polynomial import multiply

__all__ = ["Combo"]


@dataclass(frozen=True, slots=True)
class Combo:
    """Attacks of one target.

    Args:
        rolls: how many hits meet a defence roll, fewer than the attacks.
        hit: the chance that an attack roll succeeds.
        saved: the chance that a defence roll does.
    """

    attacks: int
    rolls: int
    hit: Fraction
    saved: Fraction

    def harmed(self, harm: Fraction) -> Distribution:
        """How many of the attacks do what an undefended hit does with the chance ``harm``."""
        return Distribution(0, tuple(self._counts(harm, self.attacks)))

    def spared(self, harm: Fraction) -> Fraction:
        """The chance that none does."""
        counts = self._counts(harm, 0)
        return Fraction(counts[0], self._whole(harm))

    def _counts(self, harm: Fraction, most: int) -> list[int]:
        """The polynomial of the harms, up to a degree: hits by number, the first of them defended."""
        met, free = _coin((1 - self.saved) * harm), _coin(harm)
        hits = _thrown(_coin(self.hit), self.attacks, self.attacks)
        few = _horner(hits[: self.rolls], met, most, after=1)
        many = _horner(hits[self.rolls:], free, most)
        scale = sum(free) ** (self.attacks - self.rolls)
        together = multiply(_thrown(met, self.rolls, most), many)[: most + 1]
        return [one * scale + other for one, other in zip(few, together, strict=True)]

    def _whole(self, harm: Fraction) -> int:
        met, free = _coin((1 - self.saved) * harm), _coin(harm)
        return self.hit.denominator**self.attacks * sum(met) ** self.rolls * sum(free) ** (self.attacks - self.rolls)


def _coin(chance: Fraction) -> list[int]:
    return [chance.denominator - chance.numerator, chance.numerator]


def _thrown(coin: list[int], times: int, most: int) -> list[int]:
    """How often a coin succeeds in so many throws."""
    stays, goes = coin
    return [comb(times, count) * stays ** max(0, times - count) * goes**count for count in range(most + 1)]


def _horner(weights: list[int], coin: list[int], most: int, after: int = 0) -> list[int]:
    """The sum of ``weight[n] coin^n``, over the coin's whole to the power of the last n and ``after``."""
    stays, goes = coin
    whole = stays + goes
    found, share = [0] * (most + 1), whole**after
    for weight in reversed(weights):
        found = [stays * count + goes * below for count, below in zip(found, [0, *found], strict=False)]
        found[0] += weight * share
        share *= whole
    return found
