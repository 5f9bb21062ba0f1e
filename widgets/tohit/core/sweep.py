"""The same question for every square, facing or value: exact counts over one denominator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from tohit.core.edits import apply
from tohit.core.errors import NotationError
from tohit.core.evaluate import lands, numbers_of, once, resolved
from tohit.core.geometry import FACINGS
from tohit.core.kinds import Number, Reading, refuse
from tohit.core.limits import CELLS
from tohit.core.limits import DISTANCE as DISTANCE_LIMIT
from tohit.core.measure import thousandths
from tohit.core.modifier import look
from tohit.core.numbers import distinct, filled, leaves
from tohit.core.question import Question, check_dice
from tohit.core.situation import Cells, Situation
from tohit.words import Phrase

__all__ = ["Sweep", "free_squares", "sweep"]

SQUARES = ("attacker.square", "target.square")
FACING = "attacker.facing"
DISTANCE = "attack.overrides.distance"


@dataclass(frozen=True, slots=True)
class Sweep:
    """Exact chances of many cells.

    Args:
        counts: whole numbers; ``counts / denominator`` is the chance.  For squares: rows x columns, the
            south-west square first; for values: one number each.
        allowed: where the attack may be made at all.
        facing: for squares, the attacker's facing that the count belongs to (0 to 7).
        values: what was put in, for a sweep over values.
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


def sweep(question: Question, over: str, values: Iterable[Any] | None = None, facing: str = "as-is") -> Sweep:
    """The chance to land of the same attack from, at or with many things.

    Args:
        over: ``attacker.square``, ``target.square``, ``attacker.facing``, or the path of a numeric field as
            refusals write it.
        values: what to put there; squares and facings need none.
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
    listed = () if values is None else tuple(values)
    if not listed:
        raise refuse("values", None, Phrase("core.allowed.values"))
    check_cells(len(listed))
    return _over_distance(question, listed) if over == DISTANCE else _over_values(question, over, listed)


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
    swept = _chances(question, Cells(**place, facing=turned), free)
    best = np.where(swept.allowed, swept.counts, -1).argmax(axis=2)  # an impossible attack is still better than none
    pick = np.take_along_axis
    return Sweep(
        pick(swept.counts, best[:, :, None], 2)[:, :, 0], swept.denominator,
        pick(swept.allowed, best[:, :, None], 2)[:, :, 0], turned[best],
    )


def _over_facings(question: Question) -> Sweep:
    """Every way the attacker could look from where it stands."""
    turns = np.arange(0, 8, 8 // question.rules.facings) if question.rules.facings else np.array([question.attacker.facing])
    swept = _chances(question, Cells(facing=turns), np.True_)
    return Sweep(swept.counts, swept.denominator, swept.allowed, turns, tuple(FACINGS[turn] for turn in turns))


def _over_distance(question: Question, values: tuple[Any, ...]) -> Sweep:
    """The distance set by hand, all at once: what the chart of chance by distance shows."""
    kind, reading = Number(DISTANCE_LIMIT), Reading()
    distances = np.array([thousandths(kind.read(value, DISTANCE, reading)) for value in values], dtype=np.int64)
    swept = _chances(question, Cells(distance=distances), np.True_)
    return Sweep(swept.counts, swept.denominator, swept.allowed, None, values)


def _over_values(question: Question, over: str, values: tuple[Any, ...]) -> Sweep:
    found = [lands(apply(question, [{"path": over, "value": value}])) for value in values]
    denominator = lcm(*(chance.denominator for _, chance in found))
    counts = [int(chance * denominator) for _, chance in found]
    return Sweep(_integers(counts), denominator, np.array([allowed for allowed, _ in found]), None, values)


def _chances(question: Question, cells: Cells, free: Any) -> Sweep:
    """The chance of every cell: modifiers broadcast, dice resolved once for each distinct set of numbers."""
    mode = question.mode
    check_dice(question, mode.dice(Situation(question, cells)))
    s = Situation(once(question), cells)
    allowed = np.broadcast_to(free, s.shape)
    for requirement in mode.requirements:
        allowed = allowed & look(requirement.met, s, requirement.key)
    where = np.flatnonzero(allowed)
    if not len(where):
        return Sweep(np.zeros(s.shape, dtype=np.int64), 1, allowed)
    numbers = numbers_of(s)
    parts = [_column(part, s.shape, where) for part in leaves(tuple(numbers.values()))]
    landing = tuple(numbers[name] for name in mode.landing or numbers)
    columns = [_column(part, s.shape, where) for part in leaves(landing) if np.ndim(part)]
    first, inverse = distinct(columns, len(where))
    chances = []
    for cell in first:
        values = (part if np.ndim(part) == 0 else part[cell] for part in parts)
        chances.append(resolved(s.question, {name: filled(value, values) for name, value in numbers.items()}).chance)
    denominator = lcm(*(chance.denominator for chance in chances))
    counts = _integers([int(chance * denominator) for chance in chances])
    all_counts = np.zeros(int(np.prod(s.shape)), dtype=counts.dtype)
    all_counts[where] = counts[inverse.ravel()]
    return Sweep(all_counts.reshape(s.shape), denominator, allowed)


def _column(part: Any, shape: tuple[int, ...], where: Any) -> Any:
    """The numbers of the cells that count; what is the same for all stays one number."""
    return part if np.ndim(part) == 0 else np.broadcast_to(part, shape).ravel()[where].astype(np.int64, copy=False)


def _integers(counts: list[int]) -> Any:
    """An array of whole numbers: 64 bits where they fit, Python integers where they do not."""
    fits = all(count < 2**63 for count in counts)
    return np.array(counts, dtype=np.int64 if fits else object)
