"""Attacks really thrown with visible dice, from a seed: what a lesson counts.  Never to be taken for exact."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tohit.core.resolution import Stage

__all__ = ["Die", "throw"]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was thrown, and whether it did what the attacker needs."""

    face: int
    sides: int
    succeeds: bool


def throw(stages: Sequence[Stage], source: random.Random) -> tuple[Die, ...]:
    """Die after die until one fails; a face that is thrown again is followed by its second die.

    The attack lands when the last die succeeds.
    """
    dice: list[Die] = []
    for stage in stages:
        face = source.randint(1, stage.die)
        dice.append(Die(face, stage.die, face in stage.faces))
        if face in stage.rerolled:
            face = source.randint(1, stage.die)
            dice.append(Die(face, stage.die, face in stage.second))
        if not dice[-1].succeeds:
            break
    return tuple(dice)
