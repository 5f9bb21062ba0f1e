"""The templates of area attacks, and where a miss comes down: whole squares around the chosen one.

Sources: Attacking, "Area attacks"; Scale for the side of a square; Magic Skill for the sizes of spells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from tohit.core.distribution import Distribution
from tohit.core.geometry import FACINGS, ahead, unit

__all__ = ["DIRECTIONS", "Shape", "Strewing", "landings", "shape_of", "shape_of_magic", "side", "squares", "strewn"]

DIRECTIONS = ("N", "E", "S", "W")
D6 = Distribution.die(6)


@dataclass(frozen=True, slots=True)
class Shape:
    """A template: its kind, how many squares long and wide, and where a line or cone points."""

    kind: str
    length: int
    width: int
    direction: str = "N"

    def covers(self, north: Any, east: Any) -> Any:
        """Whether it covers, even partly, the squares at these offsets from the chosen one.

        Of an even number of squares the chosen one is the south-west of the middle ones.
        """
        if self.kind == "sphere":
            return _spans(self.width, north) & _spans(self.width, east)
        forward, right = ahead(FACINGS.index(self.direction), north, east)
        inside = (forward >= 0) & (forward < self.length)
        if self.kind == "line":
            return inside & _spans(self.width, east if self.direction in ("N", "S") else north)
        # its edges run from the middle of the near side to half its width out at its end
        return inside & ((2 * np.abs(right) - 1) * self.length < (forward + 1) * self.width)


@dataclass(frozen=True, slots=True)
class Strewing:
    """How a miss strays: by so many dice, in so many directions, in squares so large."""

    dice: int
    ways: int
    step: int


def side(scale: int) -> Fraction:
    """The side of a square of that scale in metres: "2^scale"."""
    return Fraction(2) ** scale


def squares(scale: int) -> int:
    """The same in squares of the board, of which it takes at least one."""
    return max(1, int(side(scale)))


def shape_of(kind: str, scale: int, direction: str, printed: bool) -> Shape:
    """The template of a kind and scale.

    Args:
        printed: a sphere is as wide as its own paragraph says: 1 m at scale 0 and 8 m at scale 4, which with the
            2 and 4 m of its illustration makes twice the scale.
    """
    if kind == "sphere":
        width = max(1, 2 * scale) if printed else squares(scale)
        return Shape(kind, width, width)
    if kind == "line":
        return Shape(kind, squares(scale + 1), squares(scale - 1), direction)
    return Shape(kind, squares(scale), squares(scale), direction)


def shape_of_magic(kind: str, direction: str, longer: int, wider: int) -> Shape:
    """A spell's own line or cone, on squares of one metre.

    Args:
        longer: metamagics that make a line 5 m longer; ``wider``: 1 m wider.  A cone has one size.
    """
    if kind == "magic-line":
        return Shape("line", 5 + 5 * longer, 1 + wider, direction)
    return Shape("cone", 4, 2, direction)


def strewn(dice: int) -> Distribution:
    """How many squares a miss strays: "1d6 per range increment out"."""
    return D6.times(dice)


@lru_cache(maxsize=64)
def landings(strewing: Strewing) -> tuple[Any, Any, tuple[int, ...]]:
    """Where a miss comes down: rows and columns from the chosen square, and how many equally likely cases each."""
    found: dict[tuple[int, int], int] = {}
    for facing in range(0, len(FACINGS), len(FACINGS) // strewing.ways):
        row, col = (int(step) * strewing.step for step in unit(facing))
        for away, count in strewn(strewing.dice).items():
            place = row * away, col * away
            found[place] = found.get(place, 0) + count
    rows, cols = np.array(list(found), dtype=np.int64).T
    return rows, cols, tuple(found.values())


@lru_cache(maxsize=256)
def inside(shape: Shape, strewing: Strewing, places: tuple[Sequence[int] | None, ...]) -> Any:
    """Who is in the area: by row the hit and then every landing of a miss, by column the places; None is nowhere."""
    rows, cols, _ = landings(strewing)
    rows, cols = (np.concatenate([[0], ends]) for ends in (rows, cols))
    held = np.zeros((len(rows), len(places)), dtype=bool)
    for column, place in enumerate(places):
        if place is not None:
            held[:, column] = shape.covers(place[0] - rows, place[1] - cols)
    return held


def _spans(width: int, offset: Any) -> Any:
    return (offset >= -((width - 1) // 2)) & (offset <= width // 2)
