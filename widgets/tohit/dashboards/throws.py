"""What a page can throw: one attack die by die, or what many attacks come to, drawn from the exact chances."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

from tohit.core.answer import Answer
from tohit.core.distribution import Distribution
from tohit.core.evaluate import evaluate, once
from tohit.core.question import Question
from tohit.core.resolution import Stage
from tohit.dashboards.evening import Judged
from tohit.words import Words

__all__ = ["Bin", "Offer", "binned", "of_attacks", "of_evening"]

ROWS = 12
RARE = 1000
"""Outermost outcomes that all together come less often than once in so many times share a row with their neighbours."""

Bin = tuple[int, int, Fraction]
"""The first and the last outcome of a row, and its chance."""


@dataclass(frozen=True)
class Offer:
    """One thing to throw, of several.

    Args:
        key: its words are ``roll.of.KEY``, and for its number of throws ``roll.told.KEY``.
        fields: what these words tell.
        question: whose dice are thrown, one attack at a time, if ``stages`` are.
        stages: the rolls of one attack.
        chances: what is drawn from instead.
        remark: a key of words, and the outcomes from first to last that they count.
    """

    key: str
    fields: tuple[tuple[str, Any], ...] = ()
    question: Question | None = field(default=None, compare=False)
    stages: tuple[Stage, ...] = ()
    chances: Distribution | None = None
    remark: tuple[str, int, int] | None = None

    def name(self, say: Words) -> str:
        """What the bars show then."""
        fields = {name: say(value) if name == "unit" else value for name, value in self.fields}
        return say(f"roll.of.{self.key}", **fields)


def of_attacks(answer: Answer) -> tuple[Offer, ...]:
    """How one attack of a question ends, how many of all land, and the damage of all of them."""
    attacks = answer.question.attack.attacks
    single = answer if attacks == 1 else evaluate(once(answer.question))
    stages = tuple(stage for stage in single.stages if stage.lands) if single.allowed else ()
    if not stages:
        return ()
    told = (("attacks", attacks),)
    found = [Offer("end", question=single.question, stages=stages)]
    if attacks > 1:
        found.append(Offer("hits", told, chances=_hits(answer.chance, attacks)))
    if len(answer.damage.outcomes()) > 1:
        found.append(Offer("damage", (*told, ("unit", f"{answer.question.rules.key}.unit")), chances=answer.damage))
    return tuple(found)


def of_evening(judged: Judged) -> tuple[Offer, ...]:
    """The same evening again: how many attacks land, and how often no more of them than did."""
    luck = judged.luck
    if luck is None:
        return ()
    was_lucky = luck.hits > luck.expected
    remark = ("roll.as_well", luck.hits, luck.attacks) if was_lucky else ("roll.as_badly", 0, luck.hits)
    return (Offer("evening", (("attacks", luck.attacks),), chances=_hits(luck.chance, luck.attacks), remark=remark),)


@lru_cache(maxsize=8)
def binned(chances: Distribution) -> tuple[Bin, ...]:
    """The outcomes in a few rows of equal width; what is rare at either end belongs to the first or the last row."""
    below, whole = [0, *accumulate(chances.counts)], chances.denominator
    size = len(chances.counts)
    likely = [place for place in range(size) if below[place + 1] * RARE > whole and (whole - below[place]) * RARE > whole]
    width = -(-(likely[-1] + 1 - likely[0]) // ROWS)
    starts = [0, *range(likely[0] + width, likely[-1] + 1, width)]
    rows = zip(starts, [*starts[1:], size], strict=True)
    return tuple((chances.low + start, chances.low + stop - 1, Fraction(below[stop] - below[start], whole)) for start, stop in rows)


@lru_cache(maxsize=8)
def _hits(chance: Fraction, attacks: int) -> Distribution:
    """How many of so many attacks land, each apart from the others."""
    return Distribution.from_chances({0: 1 - chance, 1: chance}).times(attacks)
