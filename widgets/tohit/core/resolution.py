"""What the dice make of a few integers: stages, the chance to land, damage, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
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
    """

    key: str
    die: int
    need: str
    faces: tuple[int, ...]
    chance: Fraction
    rerolled: tuple[int, ...] = ()
    lands: bool = True


@dataclass(frozen=True, slots=True)
class Resolution:
    """Exact chances of one set of numbers.

    Args:
        chance: the first attack lands.
        stages: of the first attack, in order.
        damage: over all attacks.
        outcomes: by key, in the order they are shown.
        extras: what else the answer's JSON holds: a Distribution, or plain data whose strings are fractions.
    """

    chance: Fraction
    stages: tuple[Stage, ...]
    damage: Distribution
    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    extras: Mapping[str, Any] = field(default_factory=dict)
