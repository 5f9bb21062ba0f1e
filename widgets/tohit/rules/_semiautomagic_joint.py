"""How many start dying together under one damage die: the defence rolls are independent, the die is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

import numpy as np

from tohit.core.distribution import Distribution

__all__ = ["TOGETHER", "Group", "Risk", "joint"]

TOGETHER = 10
"""Of so many minis at most, repeated area attacks follow who of them is dying already."""

Group = tuple[tuple[int, ...], int]
"""Who is in the area together (places among the victims), and in how many of the equally likely cases."""


@dataclass(frozen=True)
class Risk:
    """What the damage die does to one victim in the area.

    Args:
        first: the lowest face that harms it when its defence roll fails, or it has none.
        sure: the lowest face that does so even when the roll succeeds; ``die + 1`` or more is never.
        saved: the chance that the roll succeeds.
    """

    first: int
    sure: int
    saved: Fraction
    die: int

    @cached_property
    def chance(self) -> Fraction:
        """The chance to be harmed in the area."""
        failed, made = (min(max(self.die + 1 - face, 0), self.die) for face in (self.first, self.sure))
        whole, saved = self.saved.denominator, self.saved.numerator
        return Fraction((whole - saved) * failed + saved * made, whole * self.die)


def joint(groups: Sequence[Group], risks: Sequence[Risk], die: int, attacks: int) -> Distribution:
    """How many are harmed by so many attacks; each of them counts once."""
    mortal = [place for place, risk in enumerate(risks) if risk.chance]
    if not mortal:
        return Distribution.certain(0)
    fewer = _narrowed(groups, mortal)
    few = [risks[place] for place in mortal]
    return _once(fewer, few, die) if attacks == 1 else _often(fewer, few, die, attacks)


def _narrowed(groups: Sequence[Group], mortal: Sequence[int]) -> list[Group]:
    """The groups without those who cannot be harmed, places counted among the rest."""
    order = {place: index for index, place in enumerate(mortal)}
    weights: dict[tuple[int, ...], int] = {}
    for group, weight in groups:
        rest = tuple(order[place] for place in group if place in order)
        weights[rest] = weights.get(rest, 0) + weight
    return list(weights.items())


def _once(groups: Sequence[Group], risks: Sequence[Risk], die: int) -> Distribution:
    """One attack: for each group and face, so many for certain and so many by each chance."""
    faces, widths = _faces(risks, die)
    chances = sorted({risk.saved for risk in risks})
    sure = np.array([[face >= risk.sure for face in faces] for risk in risks])
    open_ = np.array([[face >= risk.first for face in faces] for risk in risks]) & ~sure
    kinds = [sure, *(open_ & np.array([[risk.saved == chance] for risk in risks]) for chance in chances)]
    members = np.zeros((len(groups), len(risks)), dtype=np.int64)
    for row, (group, _) in enumerate(groups):
        members[row, list(group)] = 1
    counts = np.stack([members @ kind.astype(np.int64) for kind in kinds], axis=2).tolist()
    weights: dict[tuple[int, ...], int] = {}
    for (_, weight), row in zip(groups, counts, strict=True):
        for width, found in zip(widths, row, strict=True):
            key = tuple(found)
            weights[key] = weights.get(key, 0) + weight * width
    return Distribution.mix((weight, _harmed(key, tuple(chances))) for key, weight in weights.items())


@lru_cache(maxsize=1024)
def _harmed(counts: tuple[int, ...], saved: tuple[Fraction, ...]) -> Distribution:
    certain, *doubtful = counts
    total = Distribution.certain(certain)
    for number, chance in zip(doubtful, saved, strict=True):
        total += Distribution.from_chances({0: chance, 1: 1 - chance}).times(number)
    return total


def _often(groups: Sequence[Group], risks: Sequence[Risk], die: int, attacks: int) -> Distribution:
    """Several attacks: nobody outside a set is ever harmed with the chance of one attack to the power of all."""
    within = [0] * 2 ** len(risks)
    for mask, weight in _who(groups, risks, die):
        within[mask] += weight
    for bit in _bits(risks):
        for mask in range(len(within)):
            if mask & bit:
                within[mask] += within[mask ^ bit]
    exactly = [cases**attacks for cases in within]
    for bit in _bits(risks):
        for mask in range(len(within)):
            if mask & bit:
                exactly[mask] -= exactly[mask ^ bit]
    counts: dict[int, int] = {}
    for mask, cases in enumerate(exactly):
        counts[mask.bit_count()] = counts.get(mask.bit_count(), 0) + cases
    return Distribution.of(counts)


def _who(groups: Sequence[Group], risks: Sequence[Risk], die: int) -> Iterator[tuple[int, int]]:
    """Exactly who is harmed by one attack, as bits, and in how many cases."""
    faces, widths = _faces(risks, die)
    common = lcm(*(risk.saved.denominator for risk in risks))
    for group, weight in groups:
        for face, width in zip(faces, widths, strict=True):
            ways = {0: weight * width * common ** (len(risks) - len(group))}
            for place in group:
                risk, bit = risks[place], 1 << place
                saved = common if face < risk.first else 0 if face >= risk.sure else int(risk.saved * common)
                ways = {mask | hit: cases * share for mask, cases in ways.items()
                        for hit, share in ((0, saved), (bit, common - saved)) if share}
            yield from ways.items()


def _faces(risks: Sequence[Risk], die: int) -> tuple[list[int], list[int]]:
    """The faces at which something changes, and how many faces each stands for."""
    faces = sorted({1, *(face for risk in risks for face in (risk.first, risk.sure) if 1 < face <= die)})
    return faces, [after - face for face, after in zip(faces, [*faces[1:], die + 1], strict=True)]


def _bits(risks: Sequence[Risk]) -> list[int]:
    return [1 << place for place in range(len(risks))]
