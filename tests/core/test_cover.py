"""The cover finder: what lies between attacker and target, one square or the whole board."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tohit
from tohit.core.cover import between, found, soft
from tohit.core.sight import crossed
from tohit.core.situation import Cells, Situation

TERRAIN = [{"kind": "light", "at": ["C3", "D3"]}, {"kind": "heavy", "at": "E5"}, {"kind": "wall", "at": "B2"}, {"kind": "light", "at": "A1"}]


def question(board: bool = True, **overrides: object) -> tohit.Question:
    places = {"A": {"at": "A1"}, "B": {"at": "G5"}} if board else {"A": {}, "B": {}}
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "semiautomagic",
        **({"board": {"columns": 7, "rows": 6, "terrain": TERRAIN}} if board else {}),
        "minis": [{"name": name, "side": name, **place} for name, place in places.items()],
        "attack": {"attacker": "A", "target": "B", "mode": "ranged", "overrides": overrides},
    }))


@pytest.mark.parametrize("under_target", [True, False])
def test_a_square_gives_cover_when_the_line_enters_it_or_the_target_stands_in_it(under_target: bool) -> None:
    rows, cols = np.mgrid[:6, :7]
    s = Situation(question(), Cells(target=(rows, cols)))
    board = between(s, under_target)
    assert [square for square, _ in soft(s)] == [(2, 2), (2, 3), (4, 4), (0, 0)]
    for (square, _), held in zip(soft(s), board, strict=True):
        for row, col in np.ndindex(6, 7):
            stands = under_target and (row, col) == square
            assert held[row, col] == (square in crossed(0, 0, row, col) or stands)


def test_the_squares_of_one_kind_with_their_pieces() -> None:
    s = Situation(question())
    assert [(square, piece.kind) for square, piece in found(s, "light")] == [((2, 2), "light"), ((2, 3), "light")]
    assert found(s, "heavy") == []


def test_without_a_board_there_is_no_cover() -> None:
    s = Situation(question(False, distance=8, cover="none", line_of_sight=True))
    assert (soft(s), between(s).shape, found(s, "light")) == ([], (0,), [])


def test_a_distance_by_hand_is_known_as_such() -> None:
    assert not Situation(question()).distance_given
    assert Situation(question(distance=3)).distance_given
    assert Situation(question(), Cells(distance=np.array([1, 4]))).distance_given
