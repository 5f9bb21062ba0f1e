"""What a few squares see of a whole board: the shadow of every blocker, a row of the board in one bit mask.

Seen from the viewer, in one quarter of the board, a blocker at (i, j) hides of row ``dr >= i`` one unbroken stretch
of columns: those between ``dr·(2j - 1)/(2i + 1)`` and ``dr·(2j + 1)/(2i - 1)``, where the limits themselves are
lines that only touch a corner (the rule of ``sight``, solved for the column).  All stretches are one small table for
a size of board; what a viewer does not see is the union of a few of its rows.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

__all__ = ["LONGEST", "shadowed"]

LONGEST = 60
"""The most rows and columns of a board: one of its rows fits into a mask."""

_LAST_BIT = 63

Mask = NDArray[np.uint64]
Whole = NDArray[np.int64]


def shadowed(viewer_rows: Whole, viewer_cols: Whole, size: tuple[int, int], block_rows: Whole, block_cols: Whole,
             corners: str) -> NDArray[np.bool_]:
    """Which squares of a board each viewer does not see.

    Args:
        viewer_rows: Rows of the v viewers; everybody is on the board.
        viewer_cols: Their columns.
        size: Rows and columns of the board, at most ``LONGEST``.
        block_rows: Rows of the blockers.
        block_cols: Their columns.
        corners: What a touched corner does, as in ``sight.blocked_by``.

    Returns:
        Truth values of shape (v, rows, columns).
    """
    rows, cols = size
    longest, viewers = max(size), np.arange(len(viewer_rows))[:, None]
    taken = np.zeros((rows + 2, cols + 2), dtype=bool)
    taken[block_rows + 1, block_cols + 1] = True
    up, right = block_rows - viewer_rows[:, None], block_cols - viewer_cols[:, None]
    ahead, places = np.arange(rows) - viewer_rows[:, None], viewer_cols[:, None].astype(np.uint64)
    hidden = np.zeros(ahead.shape, dtype=np.uint64)
    for north, east in product((1, -1), repeat=2):
        away, across = north * up, east * right
        inside, index = (away >= 0) & (across >= 0), away * longest + across
        masks = _union(_stretches(longest, corners == "closed", east), inside, index)
        if corners == "pinched":
            pinched = inside & taken[block_rows + 1 + north, block_cols + 1 - east]
            if pinched.any():
                masks |= _union(_pinches(longest, east), pinched, index)
        masks = masks << places if east == 1 else masks >> (_LAST_BIT - places)
        seen = north * ahead
        hidden |= masks[viewers, np.maximum(seen, 0)] * (seen >= 0)
    bits = np.unpackbits(hidden.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
    return bits.reshape(len(hidden), rows, _LAST_BIT + 1)[:, :, :cols].view(bool)


def _union(table: Mask, chosen: NDArray[np.bool_], index: Whole) -> Mask:
    """The shadows of each viewer's chosen blockers together: (viewers, rows from the viewer on)."""
    places = np.full((len(index), index.shape[1] + 1), len(table) - 1)  # the last entry hides nothing: nobody is left out
    places[:, 1:] = index
    kept = np.ones(places.shape, dtype=bool)
    kept[:, 1:] = chosen
    if len(index) == 1:
        return np.bitwise_or.reduce(table[places[kept]], axis=0)[None]
    ends = np.add.reduce(kept, axis=1).cumsum()
    return np.bitwise_or.reduceat(table[places[kept]], np.concatenate([[0], ends[:-1]]), axis=0)


@lru_cache(maxsize=16)
def _stretches(size: int, closed: bool, east: int) -> Mask:
    """What a blocker hides, by (i, j) in one number and the row from the viewer on; then an entry for none."""
    i, j, row = _axes(size)
    last = 2 * i - 1
    if closed:
        low = -(-row * (2 * j - 1) // (2 * i + 1))
        high = np.where(last > 0, row * (2 * j + 1) // np.maximum(last, 1), size)
    else:
        low = row * (2 * j - 1) // (2 * i + 1) + 1
        high = np.where(last > 0, -(-row * (2 * j + 1) // np.maximum(last, 1)) - 1, size)
    low = np.maximum(low, j + (row == i))  # nothing before the blocker, and not the blocker itself
    low = np.where((row < i) | ((i == 0) & (j == 0)), size, low)
    return _table(low, np.minimum(high, size - 1), east)


@lru_cache(maxsize=16)
def _pinches(size: int, east: int) -> Mask:
    """The lines that touch the corner between (i, j) and (i + 1, j - 1): no more than one square of a row."""
    i, j, row = _axes(size)
    col, rest = np.divmod(row * (2 * j - 1), 2 * i + 1)
    touches = (rest == 0) & (row > i) & (col >= j) & (j > 0)
    return _table(np.where(touches, col, size), np.where(touches, col, 0), east)


def _axes(size: int) -> tuple[Whole, Whole, Whole]:
    place = np.arange(size)
    return place[:, None, None], place[None, :, None], place[None, None, :]


def _table(low: Whole, high: Whole, east: int) -> Mask:
    """Masks of the columns from low to high, as seen from the viewer: up from the first bit, or down from the last."""
    size, every = low.shape[0], np.uint64(2**64 - 1)
    before, after = (np.clip(bits, 0, _LAST_BIT).astype(np.uint64) for bits in (low, _LAST_BIT - high))
    held = (every << before) & (every >> after) if east == 1 else (every >> before) & (every << after)
    held[high < low] = 0
    table = np.zeros((size * size + 1, size), dtype=np.uint64)
    table[:-1] = held.reshape(-1, size)
    return table
