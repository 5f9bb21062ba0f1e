"""A rule system's table of two stats as one attack has it: what is needed for every pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tohit.core.evaluate import numbers_of, once, resolved
from tohit.core.numbers import filled, leaves
from tohit.core.question import Question
from tohit.core.resolution import Stage
from tohit.core.situation import Situation

__all__ = ["Tabled", "tabled"]


@dataclass(frozen=True, slots=True)
class Tabled:
    """The roll for every pair of the two stats, all else as it is.

    Args:
        columns: the attacker's values.
        rows: the target's values.
        stages: row by row, the roll of each pair.
        here: row and column of the present pair, or None when it lies outside.
    """

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    stages: tuple[tuple[Stage, ...], ...]
    here: tuple[int, int] | None


def tabled(question: Question) -> Tabled | None:
    """The table of a question's rule system, modifiers included; None where this attack does not use it."""
    table = question.rules.table
    if table is None or question.attack.mode not in table.modes:
        return None
    values = np.arange(table.low, table.high + 1)
    s = Situation(once(question)).given(attacker={table.columns: values[None, :]}, target={table.rows: values[:, None]})
    numbers = numbers_of(s)
    shape = (len(values), len(values))
    parts = [np.broadcast_to(np.asarray(part, dtype=np.int64), shape) for part in leaves(tuple(numbers.values()))]

    def roll(cell: tuple[int, int]) -> Stage | None:
        held = (int(part[cell]) for part in parts)
        resolution = resolved(s.question, {name: filled(value, held) for name, value in numbers.items()})
        return next((stage for stage in resolution.stages if stage.key == table.stage), None)

    if roll((0, 0)) is None:
        return None
    told = tuple(values.tolist())
    here = (getattr(question.target.stats, table.rows), getattr(question.attacker.stats, table.columns))
    inside = all(value in told for value in here)
    return Tabled(told, told, tuple(tuple(roll((row, col)) for col in range(shape[1])) for row in range(shape[0])),
                  (told.index(here[0]), told.index(here[1])) if inside else None)
