"""Sweeps: shapes, limits, and the values that go in; cell by cell they are held against evaluate in the contract."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core import limits

BOARD: dict[str, Any] = {
    "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 7, "rows": 4, "terrain": [{"at": "D2", "kind": "wall"}]},
    "minis": [{"name": "Ann", "side": "red", "at": "B2", "facing": "E"}, {"name": "Bob", "side": "blue", "at": "F2", "facing": "W"},
              {"name": "Cid", "side": "green", "at": "A4"}],
    "attack": {"attacker": "Ann", "target": "Bob", "mode": "ranged", "weapon": {"increment": 3}},
}


def question(**changes: Any) -> tohit.Question:
    return tohit.loads(json.dumps({**BOARD, **changes}))


@pytest.mark.parametrize("over", ["attacker.square", "target.square"])
@pytest.mark.parametrize("facing", ["as-is", "best"])
def test_squares_are_rows_by_columns_from_the_south_west(over: str, facing: str) -> None:
    heat = tohit.sweep(question(), over=over, facing=facing)
    assert heat.shape == heat.counts.shape == heat.allowed.shape == heat.facing.shape == (4, 7)
    assert heat.counts.dtype == np.int64 and heat.allowed.dtype == bool
    assert heat.denominator >= 1 and (heat.counts <= heat.denominator).all()
    assert not heat.counts[~heat.allowed].any()
    for row, col in ((1, 3), (3, 0)):  # the wall, and Cid's square
        assert not heat.allowed[row, col]
    assert heat.allowed.any()


def test_the_present_square_gives_the_present_chance() -> None:
    asked = tohit.apply(question(), [{"square": "D2", "terrain": None}])
    heat = tohit.sweep(asked, over="attacker.square")
    assert heat.chance(1, 1) == tohit.evaluate(asked).chance == Fraction(1, 3)
    assert set(heat.facing.ravel().tolist()) == {2}


def test_best_facing_turns_towards_the_target_even_where_it_cannot_hit() -> None:
    """An attack with chance 0 is still allowed, from every square with a free line."""
    hopeless = tohit.apply(question(), [{"mini": "Bob", "stats": {"defence": 20}}])
    heat = tohit.sweep(hopeless, over="attacker.square", facing="best")
    possible = tohit.sweep(question(), over="attacker.square", facing="best").allowed
    assert (heat.allowed == possible).all()
    assert not heat.counts.any()
    assert heat.facing[1, 6] == 6 and heat.facing[1, 4] == 2


def test_the_question_itself_is_left_alone() -> None:
    asked = question()
    before = tohit.dumps(asked)
    tohit.sweep(asked, over="target.square", facing="best")
    assert tohit.dumps(asked) == before


def test_values_of_any_numeric_path() -> None:
    """D4 47 along a ruler, and Defence Values one by one."""
    clear = tohit.apply(question(), [{"square": "D2", "terrain": None}])
    curve = tohit.sweep(clear, over="attack.overrides.distance", values=range(1, 11))
    assert [curve.chance(cell) for cell in range(10)] == [Fraction(n, 6) for n in (3, 3, 2, 2, 2, 1, 1, 1, 0, 0)]
    assert (curve.values, curve.denominator, curve.shape) == (tuple(range(1, 11)), 6, (10,))
    steps = tohit.sweep(clear, over="minis[1].stats.defence", values=[2, 3, 7])
    assert [steps.chance(cell) for cell in range(3)] == [Fraction(4, 6), Fraction(3, 6), 0]
    assert steps.allowed.all() and steps.values == (2, 3, 7)


def test_a_sweep_where_nothing_is_allowed() -> None:
    own = tohit.loads(json.dumps(BOARD).replace('"blue"', '"red"'))
    heat = tohit.sweep(own, over="attacker.square", facing="best")
    assert not heat.allowed.any() and not heat.counts.any() and heat.denominator == 1
    assert not tohit.sweep(own, over="attack.overrides.distance", values=[1, 2]).allowed.any()


def test_30000_cells_and_no_more() -> None:
    curve = tohit.sweep(question(), over="attack.overrides.distance", values=(n % 10_000 for n in range(limits.CELLS)))
    assert curve.shape == (30_000,)
    with pytest.raises(tohit.NotationError, match="30001 cells.*30000"):
        tohit.sweep(question(), over="attack.overrides.distance", values=[1] * 30_001)
    large = {"columns": 60, "rows": 60}
    assert tohit.sweep(question(board=large), over="target.square", facing="best").shape == (60, 60)


@pytest.mark.parametrize(("over", "values", "facing", "path"), [
    ("attacker.square", None, "any", "facing"), ("attacker", [1], "as-is", "edit.path"), ("attack.weapon.die", [1], "as-is", "attack.weapon.die"),
    ("attack.attacks", None, "as-is", "values"), ("attack.attacks", [], "as-is", "values"), ("attack.attacks", [1, 0], "as-is", "attack.attacks"),
    ("attack.overrides.distance", [1, -1], "as-is", "attack.overrides.distance"),
    ("attack.overrides.distance", [1.2345], "as-is", "attack.overrides.distance"), ("", [1], "as-is", "edit.path"),
])
def test_what_a_sweep_refuses(over: str, values: Any, facing: str, path: str) -> None:
    with pytest.raises(tohit.NotationError) as refused:
        tohit.sweep(question(), over=over, values=values, facing=facing)
    assert refused.value.path == path


def test_squares_need_a_board() -> None:
    given = {"distance": 1, "line_of_sight": True, "facing_ok": True}
    bare = question(board=None, attack={**BOARD["attack"], "overrides": given})
    with pytest.raises(tohit.NotationError, match="^board: there is no board"):
        tohit.sweep(bare, over="attacker.square")
    curve = tohit.sweep(bare, over="attack.overrides.distance", values=[1, 3, 6])
    assert [curve.chance(cell) for cell in range(3)] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]


def test_too_many_dice_are_refused_before_any_work() -> None:
    thrown = tohit.apply(question(), [{"path": "attack.weapon.abilities", "value": ["shuriken"]}, {"path": "attack.attacks", "value": 400}])
    with pytest.raises(tohit.NotationError, match=r"^attack\.attacks: .*1200"):
        tohit.sweep(thrown, over="target.square")
