"""The best few squares of a sweep: the highest chance first, and of equal ones those nearest to where the mini stands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tohit.core.scene import Square
from tohit.core.sweep import Sweep

__all__ = ["Best", "best"]


@dataclass(frozen=True, slots=True)
class Best:
    """A square, the attacker's facing for it (0 to 7), and the exact chance."""

    square: Square
    facing: int
    chance: Fraction


def best(swept: Sweep, start: Square, most: int, within: Any = True) -> tuple[tuple[Best, ...], int]:
    """The best squares, and how many are as good as the first.

    Args:
        swept: a sweep over squares.
        start: where the mini stands now.
        most: how many to name.
        within: truth values for all squares: which may be named at all, those in reach, say.
    """
    fit = np.broadcast_to(within, swept.shape) & swept.allowed & (swept.counts > 0)
    rows, cols = np.nonzero(fit)
    if not len(rows):
        return (), 0
    counts = swept.counts[rows, cols]
    steps = np.abs(rows - start[0]) + np.abs(cols - start[1])
    levels = np.unique(counts, return_inverse=True)[1].ravel()
    order = np.lexsort((cols, rows, steps, -levels))[:most].tolist()
    named = (
        Best((int(rows[place]), int(cols[place])), int(swept.facing[rows[place], cols[place]]),
             swept.chance(rows[place], cols[place]))
        for place in order
    )
    return tuple(named), int((levels == levels.max()).sum())
