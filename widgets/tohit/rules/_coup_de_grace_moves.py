"""Coup-De-Grace: what moving, turning and attacking cost in a turn.

Source: Rules of Conflict, sections 3 and 4; Races for who has more points and who passes through minis.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.geometry import adjacent
from tohit.core.question import Question
from tohit.core.reach import Moves
from tohit.core.scene import Mini

__all__ = ["MOVES"]

POINTS = {3: 8, 4: 6, 5: 4}  # by Defence Value: unarmoured, light, heavy
SHOT = 4


def allowance(mini: Mini) -> int:
    """The class's allowance: 8 unarmoured, 6 light, 4 heavy; "Elf +1 movement", "open hand +1 movement"."""
    points = POINTS[min(max(mini.stats.defence, min(POINTS)), max(POINTS))]
    return points + sum(ability in mini.stats.abilities for ability in ("elf", "open-hand"))


def times(question: Question, mini: Mini) -> Any:
    """ "Every adjacent enemy doubles movement costs": 1, 2, 4, 8 beside 0, 1, 2, 3, standing or not [reading]."""
    grid, diagonal = question.scene.grid, question.rulings.adjacency == "king"
    rows, cols = np.ogrid[: grid.rows, : grid.columns]
    enemies = np.zeros((grid.rows, grid.columns), dtype=np.int64)
    for other in question.scene.minis:
        if other.side != mini.side and other.at is not None:
            enemies += adjacent(other.at[0] - rows, other.at[1] - cols, diagonal)
    return 2**enemies


MOVES = Moves(
    allowance=allowance,
    times=times,
    step=1,
    turn=1,
    attack=lambda mode: SHOT if mode == "ranged" else 0,
    passes=lambda mini: "halfling" in mini.stats.abilities,
    source="Coup-De-Grace, Rules of Conflict, sections 3 and 4",
)
