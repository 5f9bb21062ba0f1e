"""Scenes: frozen, told apart by value, and odd tables that are legal."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import tohit
from tohit.core.scene import Grid, Mini, Scene, Terrain, check_scene
from tohit.words import words


def mini(name: str, at: Any = None) -> Mini:
    return Mini(name, "red", at, 0, None)


def test_everything_is_frozen_and_hashable() -> None:
    scene = Scene(Grid(3, 2, (Terrain(((0, 0), (1, 1)), "wall", "Rock"),)), (mini("A", (0, 1)), mini("B", (1, 0))))
    same = Scene(Grid(3, 2, (Terrain(((0, 0), (1, 1)), "wall", "Rock"),)), (mini("A", (0, 1)), mini("B", (1, 0))))
    assert scene == same and hash(scene) == hash(same)
    for held, name in ((scene, "minis"), (scene.minis[0], "at"), (scene.grid, "rows"), (scene.grid.terrain[0], "kind")):
        with pytest.raises(AttributeError):
            setattr(held, name, None)
    assert msgspec.structs.replace(scene.minis[0], at=(0, 2)) != scene.minis[0]


def test_rows_come_first_and_count_from_the_south() -> None:
    grid = Grid(3, 2)
    assert [(row, col) for row in range(-1, 4) for col in range(-1, 4) if (row, col) in grid] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2),
    ]
    assert grid.last() == "C2"
    question = tohit.loads(json.dumps(document(columns=3, rows=2, at=["C1", "A2"])))
    assert (question.attacker.at, question.target.at) == ((0, 2), (1, 0))


def test_squares_of_a_kind_come_with_their_piece() -> None:
    rock, bush = Terrain(((0, 0), (0, 1)), "wall", "Rock"), Terrain(((1, 1),), "light")
    grid = Grid(3, 2, (rock, bush))
    assert list(grid.squares("wall")) == [((0, 0), rock), ((0, 1), rock)]
    assert list(grid.squares("heavy")) == []
    assert rock.label == "Rock"
    assert words("fr").show(bush.label) == "un couvert léger"


@pytest.mark.parametrize(("minis", "path"), [
    ((mini("A", (0, 0)), mini("B", (0, 0))), "minis[1].at"),
    ((mini("A", (0, 0)), mini("A", (0, 1))), "minis[1].name"),
    ((mini("A", (0, 0)), mini("B", (2, 0))), "minis[1].at"),
    ((mini("A", (0, 0)), mini("B", (1, 2))), "minis[1].at"),
    ((mini("AA10", (0, 0)),), "minis[0].name"),
])
def test_what_cannot_stand(minis: tuple[Mini, ...], path: str) -> None:
    with pytest.raises(tohit.SceneError) as refused:
        check_scene(Scene(Grid(3, 2, (Terrain(((1, 2),), "wall"),)), minis))
    assert refused.value.path == path


def test_odd_tables_that_are_legal() -> None:
    """Minis beside the board, walls twice on one square, cover under a mini, the largest and the smallest board."""
    check_scene(Scene(Grid(3, 2, (Terrain(((0, 1),), "wall"), Terrain(((0, 1), (0, 0)), "light"))), (mini("A", (0, 0)), mini("B"), mini("C"))))
    check_scene(Scene(None, (mini("A", (70, 70)), mini("B", (70, 70)))))
    assert tohit.evaluate(tohit.loads(json.dumps(document(columns=60, rows=60, at=["A1", "BH60"])))).refusals
    assert tohit.evaluate(tohit.loads(json.dumps(document(columns=1, rows=2, at=["A1", "A2"])))).allowed


def document(columns: int, rows: int, at: list[str]) -> dict[str, Any]:
    return {
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": columns, "rows": rows},
        "minis": [{"name": "Ann", "side": "red", "at": at[0]}, {"name": "Bob", "side": "blue", "at": at[1]}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee"},
    }
