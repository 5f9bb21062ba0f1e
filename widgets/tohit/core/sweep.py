"""The same question for every square, facing or value: exact counts over one denominator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from tohit.core.cells import chances_of
from tohit.core.errors import NotationError
from tohit.core.evaluate import once
from tohit.core.geometry import FACINGS
from tohit.core.kinds import refuse
from tohit.core.limits import CELLS
from tohit.core.question import Question, check_dice
from tohit.core.situation import Cells, Situation
from tohit.core.valued import valued
from tohit.words import Phrase

__all__ = ["FACING", "SQUARES", "Sweep", "check_cells", "free_squares", "listed_values", "sweep"]

SQUARES = ("attacker.square", "target.square")
FACING = "attacker.facing"


@dataclass(frozen=True, slots=True)
class Sweep:
    """Exact chances of many cells.

    Args:
        counts: whole numbers; ``counts / denominator`` is the chance.  For squares: rows x columns, the
            south-west square first; for values: one number each; for two fields: first x second.
        allowed: where the attack may be made at all.
        facing: for squares, the attacker's facing that the count belongs to (0 to 7).
        values: what was put in, for a sweep over values; two lists for two fields.
    """

    counts: Any
    denominator: int
    allowed: Any
    facing: Any = None
    values: tuple[Any, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        return self.counts.shape

    def chance(self, *cell: int) -> Fraction:
        """The exact chance of one cell."""
        return Fraction(int(self.counts[cell]), self.denominator)


def sweep(question: Question, over: str | tuple[str, str], values: Iterable[Any] | None = None, facing: str = "as-is") -> Sweep:
    """The chance to land of the same attack from, at or with many things.

    Args:
        over: ``attacker.square``, ``target.square``, ``attacker.facing``, the path of a field as refusals write it,
            or two such paths for a table.
        values: what to put there, for two paths a pair of lists; squares and facings need none.
        facing: ``as-is``, or ``best`` for the attacker's best facing on each square.

    Raises:
        NotationError: an unknown ``over`` or ``facing``, more cells than the limit, a value the field refuses.
    """
    if facing not in ("as-is", "best"):
        raise refuse("facing", facing, Phrase("core.allowed.choice", values=("as-is", "best")))
    if over in SQUARES:
        return _over_squares(question, over, facing)
    if over == FACING:
        return _over_facings(question)
    paths = (over,) if isinstance(over, str) else tuple(over)
    listed = listed_values(paths, values)
    check_cells(prod(map(len, listed)))
    return Sweep(*valued(question, paths, listed), None, listed[0] if len(paths) == 1 else listed)


def listed_values(paths: tuple[str, ...], values: Iterable[Any] | None) -> tuple[tuple[Any, ...], ...]:
    """The values of every path, for one path as they are given and for two as a pair.

    Raises:
        NotationError: none are given, or not for one or two paths.
    """
    given = () if values is None else tuple(values)
    listed = (given,) if len(paths) == 1 else tuple(tuple(part) for part in given)
    if not 1 <= len(paths) <= 2 or len(listed) != len(paths) or not all(listed):
        raise refuse("values", None, Phrase("core.allowed.values"))
    return listed


def free_squares(question: Question, moved: str) -> Any:
    """Where the moved mini may stand: on the board, in no wall, on nobody else's square."""
    grid = question.scene.grid
    free = np.ones((grid.rows, grid.columns), dtype=bool)
    for square, _ in grid.squares("wall"):
        free[square] = False
    name = getattr(question.attack, moved)
    for mini in question.scene.minis:
        if mini.at is not None and mini.name != name:
            free[mini.at] = False
    return free


def check_cells(cells: int) -> None:
    """Refuse a sweep that is larger than the limit."""
    if cells > CELLS:
        raise NotationError("core.too_many_cells", "values", cells=cells, most=CELLS)


def _over_squares(question: Question, over: str, facing: str) -> Sweep:
    grid = question.scene.grid
    if grid is None:
        raise NotationError("core.no_board", "board")
    turns = np.arange(0, 8, 8 // question.rules.facings) if facing == "best" and question.rules.facings else None
    check_cells(grid.rows * grid.columns * (1 if turns is None else len(turns)))
    rows, cols = np.arange(grid.rows)[:, None, None], np.arange(grid.columns)[None, :, None]
    turned = np.array([question.attacker.facing]) if turns is None else turns
    place = {over.split(".")[0]: (rows, cols)}
    free = free_squares(question, over.split(".")[0])[:, :, None]
    counts, denominator, allowed = _chances(question, Cells(**place, facing=turned), free)
    best = np.where(allowed, counts, -1).argmax(axis=2)  # an impossible attack is still better than none
    pick = np.take_along_axis
    return Sweep(pick(counts, best[:, :, None], 2)[:, :, 0], denominator, pick(allowed, best[:, :, None], 2)[:, :, 0], turned[best])


def _over_facings(question: Question) -> Sweep:
    """Every way the attacker could look from where it stands."""
    turns = np.arange(0, 8, 8 // question.rules.facings) if question.rules.facings else np.array([question.attacker.facing])
    return Sweep(*_chances(question, Cells(facing=turns), np.True_), turns, tuple(FACINGS[turn] for turn in turns))


def _chances(question: Question, cells: Cells, free: Any) -> tuple[Any, int, Any]:
    mode = question.mode
    check_dice(question, mode.dice(Situation(question, cells)))
    return chances_of(Situation(once(question), cells), free)
