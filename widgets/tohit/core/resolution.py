"""What the dice make of a few integers: stages, the chance to land, damage, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from typing import Any

from tohit.core.distribution import Distribution

__all__ = ["Resolution", "Stage"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One roll of the chain.

    Args:
        key: kebab-case; its name stands in the word lists as ``RULES.stage.KEY``.
        die: number of sides.
        need: ``4+``, ``13-`` (roll under), ``>9``, ``never`` or ``always``.
        faces: the natural faces that succeed.
        chance: that it succeeds, re-rolls included.
        rerolled: the natural faces that are thrown again, once.
        lands: the stage is part of "the attack lands": these stages' product is the answer's chance.
        dice: for several dice whose sum counts, the sides of each, (6, 6) for two of six.  Then ``die`` is the number
            of their throws, and ``faces`` counts the throws from the lowest sum up.
        second: the natural faces that succeed when a die is thrown again.
        saves: the attack ends when this roll succeeds, and goes on when it fails.
        same_die: no roll of its own: another number held against the die of the stage before, whose faces hold its own.
        times: so many dice are thrown, and the stage succeeds when all of them do; ``chance`` is each one's.
    """

    key: str
    die: int
    need: str
    faces: tuple[int, ...]
    chance: Fraction
    rerolled: tuple[int, ...] = ()
    lands: bool = True
    dice: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    saves: bool = False
    same_die: bool = False
    times: int = 1

    @property
    def thrown(self) -> str:
        """What is thrown, for people: ``d6``, ``2d6``, ``d6+d8``."""
        if not self.dice:
            return f"d{self.die}"
        return "+".join(f"{count if count > 1 else ''}d{sides}" for sides, count in _alike(self.dice))

    @property
    def results(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """What the dice can show, from the lowest up: a face or a sum, and the natural faces behind it."""
        return _sums(self.dice or (self.die,))

    @property
    def succeeding(self) -> tuple[int, ...]:
        """The faces or sums that succeed."""
        return tuple(result for result, faces in self.results if set(faces) <= set(self.faces))


def _alike(dice: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(sides, len(list(same))) for sides, same in groupby(sorted(dice))]


@cache
def _sums(dice: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    throws = sorted(sum(throw) for throw in product(*(range(1, sides + 1) for sides in dice)))
    return tuple((result, tuple(place for place, _ in same))
                 for result, same in groupby(enumerate(throws, 1), key=lambda each: each[1]))


@dataclass(frozen=True, slots=True)
class Resolution:
    """Exact chances of one set of numbers.

    Args:
        chance: the first attack lands.
        stages: of the first attack, in order.
        damage: over all attacks.
        outcomes: by key, in the order they are shown.
        one: what a single throw of all stages costs; None where the stages do not tell that.
        extras: what else the answer's JSON holds: a Distribution, or plain data whose strings are fractions.
    """

    chance: Fraction
    stages: tuple[Stage, ...]
    damage: Distribution
    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    extras: Mapping[str, Any] = field(default_factory=dict)
    one: Distribution | None = None
