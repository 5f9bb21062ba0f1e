"""Steps in bounded memory: what is equal is shared, and the oldest go first."""

from __future__ import annotations

import json
import tracemalloc

import tohit
from tohit.core.history import MOST, SIZE, History, shared


def scene(side: int = 8, painted: int = 0) -> tohit.Question:
    squares = [f"{letter}{row}" for row in range(2, side + 1) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: min(side, 26)]][:painted]
    terrain = [{"at": squares, "kind": "light"}] if squares else []
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": side, "rows": side, "terrain": terrain},
        "minis": [{"name": name, "side": name, "at": at} for name, at in (("Archer", "A1"), ("Orc", "C1"))],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged"},
    }))


def test_one_goes_back_forth_and_anywhere_and_the_steps_stay() -> None:
    history = History(scene())
    squares = ["A2", "A3", "A4"]
    for square in squares:
        edit = {"mini": "Archer", "at": square}
        history.begin(tohit.apply(history.question, [edit]), edit)
    assert (history.first, history.here, history.last) == (0, 3, 3)
    assert history.go(1) and history.question.attacker.at == (1, 0)
    assert history.go(3) and history.question.attacker.at == (3, 0)
    assert not history.go(4) and not history.go(-1)
    assert history[2].edits == ({"mini": "Archer", "at": "A3"},)
    twin = history.copy()
    twin.go(0)
    assert history.here == 3


def test_a_new_step_forgets_what_was_undone_and_numbers_never_change() -> None:
    history = History(scene())
    for place in range(MOST + 25):
        edit = {"mini": "Archer", "facing": "NESW"[(place + 1) % 4]}
        history.begin(tohit.apply(history.question, [edit]), edit)
    assert (history.first, history.last, len(history.steps)) == (25, MOST + 25, MOST + 1)
    assert history.go(30) and history[30].question.attacker.facing == history.question.attacker.facing
    history.begin(scene(9), {"board": {"columns": 9}})
    assert (history.here, history.last) == (31, 31)


def test_a_step_shares_what_is_equal_with_the_one_before() -> None:
    start = scene(20, 300)
    moved = tohit.apply(start, [{"mini": "Archer", "at": "B1"}])
    twin, size = shared(moved, start)
    assert twin == moved
    assert twin.scene.grid is start.scene.grid
    assert twin.scene.minis[1] is start.scene.minis[1]
    assert twin.attack is start.attack
    assert 0 < size < 2_000


def test_undo_memory_is_bounded_on_a_board_that_is_painted_all_over() -> None:
    """A 26 by 26 board, each step another square of one large piece: at most what is promised, measured by Python itself."""
    history = History(scene(26, 600))
    begin = history.question
    edits = [{"square": f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place % 26]}{2 + place // 26}", "terrain": kind}
             for place in range(60) for kind in (None, "light")]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for edit in edits:
        history.begin(tohit.apply(history.question, [edit]), edit)
    history.go(history.last)
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert sum(step.size for step in history.steps) <= SIZE + 10_000
    assert held < 2 * SIZE
    assert len(history.steps) > 20
    assert history.first > 0
    assert begin.scene.grid.columns == 26
