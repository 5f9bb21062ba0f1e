"""A sweep over one or two axes of a plan, a piece at a time, and what of the question it depends on."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from tohit.core.errors import RulesError, TohitError
from tohit.core.evaluate import once
from tohit.core.faults import telling
from tohit.core.patience import patience
from tohit.core.question import Question
from tohit.core.slot import slot
from tohit.core.sweep import sweep
from tohit.dashboards.plan import Look
from tohit.dashboards.sliced import Done

__all__ = ["REFUSED", "Table", "begin"]

REFUSED = -1
"""In the place of a level: the attack is not allowed there, or the value refused."""

FEW = 8
"""Cells of the first piece; the next ones are as many as take ``PIECE``."""

PIECE = 0.004  # seconds


@dataclass(frozen=True, slots=True)
class Table:
    """Rows x columns of chances; with one axis a single row.

    Args:
        cells: for each cell the place of its chance in ``levels``, or ``REFUSED``.
        levels: the chances that occur, rising.
        across: the same along the first axis, everything else as it is, where no row is that of the present value.
        why: the sentence of the first value that a field refused; None when all were taken.
    """

    cells: Any
    levels: tuple[Fraction, ...]
    across: Any = None
    why: TohitError | None = None

    def line(self, row: int | None) -> tuple[Fraction | None, ...]:
        """The chances along the first axis, with the present value of the second, whose row this is; None where not allowed."""
        cells = self.across if row is None else self.cells[row]
        return tuple(None if place == REFUSED else self.levels[place] for place in cells.tolist())


def begin(look: Look) -> tuple[object, Callable[[], Generator[Done, None, Table]]]:
    """For ``SlicedView``: what a table depends on, and its work."""
    plan = look.plan
    axes, values = plan.axes, plan.values
    paths = tuple(axis.path for axis in axes)
    base = _without(plan.scene, paths, values)
    lacks_row = len(axes) == 2 and axes[1].now not in values[1]
    key = base, paths, values, axes[1].now if lacks_row else None
    return key, lambda: _work(plan.scene, base, paths, values, lacks_row)


def _work(scene: Question, base: Question, paths: tuple[str, ...], values: tuple[tuple[Any, ...], ...],
          lacks_row: bool) -> Generator[Done, None, Table]:
    if not paths:
        return Table(np.empty((0, 0), dtype=np.int64), ())
    levels: dict[Fraction, int] = {}
    whole = _Pieces(base, paths[::-1], values[::-1], levels)
    yield from whole.work()
    across = _Pieces(scene, paths[:1], values[:1], levels)
    if lacks_row:
        yield from across.work()
    rank = _ranks(levels)
    return Table(rank[whole.cells], tuple(sorted(levels)), rank[across.cells[0]] if lacks_row else None, whole.why)


def _ranks(levels: dict[Fraction, int]) -> Any:
    """For each place of a chance its place from the lowest on, however the work was cut; ``REFUSED``, the last place, stays."""
    rank = np.full(len(levels) + 1, REFUSED, dtype=np.int64)
    for place, chance in enumerate(sorted(levels)):
        rank[levels[chance]] = place
    return rank


class _Pieces:
    """Cells filled in piece by piece, each about as long as the others."""

    def __init__(self, question: Question, paths: Sequence[str], values: Sequence[Sequence[Any]], levels: dict[Fraction, int]):
        self._question, self._paths, self._values, self._levels = question, tuple(paths), values, levels
        self._rows, self._columns = (1, len(values[0])) if len(paths) == 1 else map(len, values)
        self.cells = np.full((self._rows, self._columns), REFUSED, dtype=np.int64)
        self.why: TohitError | None = None

    def work(self) -> Generator[Done, None, None]:
        row = column = 0
        few = FEW
        while row < self._rows:
            rows = min(self._rows, row + max(1, few // self._columns)) if column == 0 else row + 1
            columns = min(self._columns, column + few) if rows == row + 1 else self._columns
            began = perf_counter()
            try:
                with telling(self._question), patience():
                    self._fill(slice(row, rows), slice(column, columns))
            except RulesError:
                raise
            except TohitError as error:
                self.why = self.why or error
                if (rows - row) * (columns - column) > 1:
                    few = 1  # which cell it was
                    continue
            took = perf_counter() - began
            few = max(1, min(4 * few, int(few * PIECE / max(took, PIECE / 8))))
            row, column = (rows, 0) if columns == self._columns else (row, columns)
            yield row * self._columns + column, prod(self.cells.shape)

    def _fill(self, rows: slice, columns: slice) -> None:
        if len(self._paths) == 1:
            swept = sweep(self._question, self._paths[0], self._values[0][columns])
        else:
            swept = sweep(self._question, self._paths, (self._values[0][rows], self._values[1][columns]))
        counts, which = np.unique(swept.counts, return_inverse=True)
        places = [self._levels.setdefault(Fraction(int(count), swept.denominator), len(self._levels)) for count in counts]
        cells = np.array(places, dtype=np.int64)[which.reshape(swept.shape)]
        self.cells[rows, columns] = np.where(swept.allowed, cells, REFUSED)


def _without(question: Question, paths: Sequence[str], values: Sequence[Sequence[Any]]) -> Question:
    """The question with the first value in every field that is gone over, so that a present value changes nothing."""
    plain = msgspec.structs.replace(once(question), title="", notices=())
    for path, listed in zip(paths, values, strict=True):
        found = slot(plain, path)
        plain = found.put(plain, found.read(listed[0]))
    return plain
