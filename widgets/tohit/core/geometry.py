"""Squares, facings, distances and arcs on a square grid, in whole numbers only.

A square is (row, column) from zero, row 0 in the south, column 0 in the west; an offset is (rows north,
columns east).  Everything takes numbers or arrays that broadcast, so a board is the same call as a square.
Lines of sight are in ``sight``.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "FACINGS",
    "NO_FACING",
    "adjacent",
    "ahead",
    "chebyshev",
    "euclid2",
    "five_ten_five",
    "gap2",
    "in_arc",
    "manhattan",
    "parse_square",
    "square_name",
    "unit",
]

FACINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NO_FACING = -1  # of a mini that faces nowhere: nothing is ahead of it and nothing is in its arc

_UNITS = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (0, 0)])
_SQUARE = re.compile("([A-Z]{1,2})([1-9][0-9]?)")
_LARGEST_BOARD = 60
_LONGEST_NAME = len("BH60")


@lru_cache(maxsize=_LARGEST_BOARD**2)
def square_name(row: int, col: int) -> str:
    """The name of a square: column letters, then the row from 1 (``square_name(4, 2)`` is ``"C5"``)."""
    if not (0 <= row < _LARGEST_BOARD and 0 <= col < _LARGEST_BOARD):
        msg = f"square_name: row and column must be from 0 to {_LARGEST_BOARD - 1}, got {row} and {col}."
        raise ValueError(msg)
    before, last = divmod(int(col), 26)
    return f"{chr(64 + before) if before else ''}{chr(65 + last)}{row + 1}"


def parse_square(name: object) -> tuple[int, int] | None:
    """The (row, column) of a square's name, or None when it does not name a square of the largest board."""
    return _parsed(name) if isinstance(name, str) and len(name) <= _LONGEST_NAME else None


@lru_cache(maxsize=_LARGEST_BOARD**2)
def _parsed(name: str) -> tuple[int, int] | None:
    found = _SQUARE.fullmatch(name)
    if not found:
        return None
    *before, last = (ord(letter) - 64 for letter in found[1])
    row, col = int(found[2]) - 1, 26 * sum(before) + last - 1
    return (row, col) if row < _LARGEST_BOARD and col < _LARGEST_BOARD else None


def unit(facing: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The offset of the square straight ahead; (0, 0) for ``NO_FACING``."""
    offset = _UNITS[np.asarray(facing)]
    return offset[..., 0], offset[..., 1]


def manhattan(dr: ArrayLike, dc: ArrayLike) -> NDArray[np.int64]:
    """The squares of the shortest walk without diagonal steps."""
    return np.abs(dr) + np.abs(dc)


def chebyshev(dr: ArrayLike, dc: ArrayLike) -> NDArray[np.int64]:
    """The squares of the shortest walk in which a diagonal step costs 1, as a chess king walks."""
    return np.maximum(np.abs(dr), np.abs(dc))


def five_ten_five(dr: ArrayLike, dc: ArrayLike) -> NDArray[np.int64]:
    """The squares of the shortest walk in which diagonal steps cost 1, 2, 1, 2, … in turn."""
    down, across = np.abs(dr), np.abs(dc)
    return np.maximum(down, across) + np.minimum(down, across) // 2


def euclid2(dr: ArrayLike, dc: ArrayLike) -> NDArray[np.int64]:
    """The square of the straight distance between the centres."""
    return np.square(dr) + np.square(dc)


def gap2(dr: ArrayLike, dc: ArrayLike) -> NDArray[np.int64]:
    """The square of the straight distance between the nearest edges."""
    return np.square(np.maximum(np.abs(dr) - 1, 0)) + np.square(np.maximum(np.abs(dc) - 1, 0))


def adjacent(dr: ArrayLike, dc: ArrayLike, diagonal: bool) -> NDArray[np.bool_]:
    """Whether two squares share an edge, or with ``diagonal`` an edge or a corner."""
    return (chebyshev(dr, dc) if diagonal else manhattan(dr, dc)) == 1


def ahead(facing: ArrayLike, dr: ArrayLike, dc: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How far an offset lies (forward, to the right) as seen in a facing; negative is behind, to the left.

    For a diagonal facing both numbers come in half diagonals, so the tests of ``in_arc`` hold there too.
    """
    up, right = unit(facing)
    return dr * up + dc * right, dc * up - dr * right


def in_arc(facing: ArrayLike, dr: ArrayLike, dc: ArrayLike, inclusive: bool = True) -> NDArray[np.bool_]:
    """Whether an offset lies in the quarter of the board ahead, its two diagonal edges included or not."""
    forward, sideways = ahead(facing, dr, dc)
    sideways = np.abs(sideways)
    return (forward >= 1) & ((sideways <= forward) if inclusive else (sideways < forward))
