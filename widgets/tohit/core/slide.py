"""The ruler's gesture: the attacker slides along the line of sight until the distance is as wanted."""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.edits import apply
from tohit.core.geometry import square_name
from tohit.core.kinds import Number, Reading
from tohit.core.limits import DISTANCE
from tohit.core.measure import thousandths
from tohit.core.question import Question
from tohit.core.situation import Cells, Situation
from tohit.core.sweep import free_squares

__all__ = ["slide"]

OVERRIDE = "attack.overrides.distance"


def slide(question: Question, distance: Any) -> Question:
    """The question with the attacker at a distance from the target.

    The attacker goes to the free square at that distance that lies nearest to the line of sight, at most half a
    square off it; the distances of a straight-line metric may be up to half a square off.  Where there is no
    such square, or no board, the distance is set by hand.

    Raises:
        NotationError: a distance that is none.
    """
    wanted = Number(DISTANCE).read(distance, OVERRIDE, Reading())
    square = _square(question, wanted) if question.scene.grid else None
    if square is None:
        return apply(question, [{"path": OVERRIDE, "value": wanted}])
    return apply(question, [
        {"path": OVERRIDE, "value": None},
        {"mini": question.attack.attacker, "at": square_name(*square)},
    ])


def _square(question: Question, wanted: Any) -> tuple[int, int] | None:
    grid, (row, col), (to_row, to_col) = question.scene.grid, question.attacker.at, question.target.at
    rows, cols = np.mgrid[: grid.rows, : grid.columns]
    s = Situation(question, Cells(attacker=(rows, cols)))
    found = question.rules.distance(s)
    along = (rows - to_row) * (row - to_row) + (cols - to_col) * (col - to_col)
    across = (rows - to_row) * (col - to_col) - (cols - to_col) * (row - to_row)
    length2 = (row - to_row) ** 2 + (col - to_col) ** 2
    fits = free_squares(question, "attacker") & (along > 0) & (4 * across**2 <= length2)
    exact = found == thousandths(wanted)
    near = (found > _times_half(wanted, -1)) & (found <= _times_half(wanted, 1))
    for match in (exact, near):
        cells = np.argwhere(fits & match)
        if len(cells):
            best = min(cells.tolist(), key=lambda cell: (int(across[tuple(cell)]) ** 2, abs(int(found[tuple(cell)]) - thousandths(wanted)), cell))
            return best[0], best[1]
    return None


def _times_half(wanted: Any, sign: int) -> int:
    """Half a square more or less, as a squared distance that keeps the order of small ones."""
    thousand = int(wanted * 1_000) + sign * 500
    return thousand * abs(thousand)
