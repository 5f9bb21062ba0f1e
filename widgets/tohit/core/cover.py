"""Terrain that gives cover between attacker and target: which squares, which pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.scene import Square, Terrain
from tohit.core.sight import blocked_by
from tohit.core.situation import Situation

__all__ = ["between", "found", "soft"]


def soft(s: Situation) -> list[tuple[Square, Terrain]]:
    """Every square of cover on the board with its piece."""
    if s.grid is None:
        return []
    return [(square, piece) for piece in s.grid.terrain if piece.kind != "wall" for square in piece.squares]


def between(s: Situation, under_target: bool = True) -> Any:
    """Which squares of ``soft`` give cover: shape ``(squares, *cells)``.

    The line between the centres enters them, or with ``under_target`` the target stands in them; the attacker's
    own square gives none.
    """
    return s.once(f"cover {under_target}", lambda: _find(s, under_target))


def found(s: Situation, kind: str, under_target: bool = True) -> list[tuple[Square, Terrain]]:
    """The squares of one kind that give cover, with their pieces, for a single cell."""
    return [source for source, held in zip(soft(s), between(s, under_target).tolist(), strict=True)
            if held and source[1].kind == kind]


def _find(s: Situation, under_target: bool) -> Any:
    rows, cols = np.array([square for square, _ in soft(s)], dtype=np.int64).reshape(-1, 2).T
    entered = blocked_by(s.attacker.row, s.attacker.col, s.target.row, s.target.col, rows, cols, "open")
    if not under_target:
        return entered
    away = (slice(None), *[None] * (entered.ndim - 1))
    return entered | ((rows[away] == s.target.row) & (cols[away] == s.target.col))
