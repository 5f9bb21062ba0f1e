"""The cheapest ways over a board, against relaxing every step until nothing changes; and what a turn still allows."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.geometry import square_name
from tohit.core.reach import able, reach


def board(minis: list[dict[str, Any]], walls: list[str] = (), size: tuple[int, int] = (9, 7), mode: str = "melee",
          rulings: dict[str, str] | None = None) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "rulings": rulings or {},
        "board": {"columns": size[0], "rows": size[1], "terrain": [{"at": list(walls), "kind": "wall"}] if walls else []},
        "minis": minis, "attack": {"attacker": minis[0]["name"], "target": minis[1]["name"], "mode": mode},
    }))


def slowly(question: tohit.Question, points: int) -> Any:
    """Every step from every square, over and over."""
    mini, grid = question.attacker, question.scene.grid
    walls = {square for square, _ in grid.squares("wall")}
    others = {other.at: other.side for other in question.scene.minis if other.name != mini.name}
    costs = {mini.at: 0}
    for _ in range(grid.rows * grid.columns):
        for (row, col), cost in [*costs.items()]:
            beside = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
            price = 2 ** sum(others.get(square, mini.side) != mini.side for square in beside)
            for square in beside:
                if square in grid and square not in walls and square not in others:
                    costs[square] = min(costs.get(square, 10**9), cost + price)
    found = np.full((grid.rows, grid.columns), -1)
    for square, cost in costs.items():
        found[square] = cost if cost <= points else -1
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_cheapest_way_to_every_square(seed: int) -> None:
    draw = random.Random(seed)
    squares = [square_name(row, col) for row in range(7) for col in range(9)]
    draw.shuffle(squares)
    minis = [{"name": f"Mini {n}", "side": draw.choice(("red", "blue")), "at": squares.pop()} for n in range(9)]
    question = board(minis, [squares.pop() for _ in range(10)])
    for points in (0, 1, 4, 9, 60):
        assert (reach(question, question.attacker, points) == slowly(question, points)).all()


def test_a_step_beside_three_enemies_costs_eight() -> None:
    """000-Z8: 1, 2, 4, 8 beside 0, 1, 2, 3 enemies, where the step begins."""
    enemies = [{"name": name, "side": "blue", "at": at} for name, at in (("W", "B3"), ("N", "C4"), ("E", "D3"))]
    for count, price in enumerate((1, 2, 4, 8)):
        others = [{"name": "X", "side": "red", "at": "I7"}, *enemies[:count]]
        question = board([{"name": "Ann", "side": "red", "at": "C3"}, *others])
        assert reach(question, question.attacker, 8)[1, 2] == price


def test_a_halfling_passes_through_minis_but_ends_on_none() -> None:
    wall = [f"C{row}" for row in range(1, 8) if row != 4]
    for abilities, cost in (([], -1), (["halfling"], 2 + 1)):
        minis = [{"name": "Ann", "side": "red", "at": "B4", "stats": {"abilities": abilities}},
                 {"name": "Bob", "side": "blue", "at": "C4"}, {"name": "Cid", "side": "red", "at": "A1"}]
        costs = reach(board(minis, wall), board(minis, wall).attacker, 5)
        # the step into Bob's square begins beside him, the one out of it beside nobody
        assert (costs[3, 3], costs[3, 2]) == (cost, -1)


def test_a_shot_takes_four_points_and_eight_beside_an_enemy() -> None:
    minis = [{"name": "Ann", "side": "red", "at": "B4", "facing": "E"}, {"name": "Bob", "side": "blue", "at": "H4"}]
    question = board(minis, mode="ranged")
    east = np.full((7, 9), 2)
    in_time = able(question, "attacker", 6, east)
    assert [(3, col) for col in range(9) if in_time[3, col]] == [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert not able(question, "attacker", 12, east)[3, 6] and able(question, "attacker", 13, east)[3, 6]
    turned = np.full((7, 9), 0)
    assert able(question, "attacker", 4, east)[3, 1] and not able(question, "attacker", 4, turned)[3, 1]
    assert able(question, "target", 2, east)[3, 5] and not able(question, "target", 1, east)[3, 5]


@pytest.mark.parametrize(("defence", "abilities", "points"), [
    (2, [], 8), (3, [], 8), (4, ["elf"], 7), (5, [], 4), (9, ["open-hand"], 5),
])
def test_the_allowance_goes_by_class(defence: int, abilities: list[str], points: int) -> None:
    stats = {"defence": defence, "abilities": abilities}
    question = board([{"name": "Ann", "side": "red", "at": "B4", "stats": stats}, {"name": "Bob", "side": "blue", "at": "H4"}])
    assert question.rules.moves.allowance(question.attacker) == points
