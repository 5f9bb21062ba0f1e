"""Public bug reports about charts and drags, translated to our page; each is named after its kind."""

from __future__ import annotations

import pytest

import tohit
from tohit.ready import ready

FIRST = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))


def opened(explorer, served, edits):
    """The first page of Coup-De-Grace, opened by a link to an edited scene."""
    question = tohit.apply(FIRST, edits)
    made = explorer(url=served.page("coup_de_grace") + tohit.link(question))
    made.truth.ask([{"document": tohit.link(question)}])
    return made


@pytest.mark.parametrize("defence", [1, 7, 4])
def test_bars_that_are_all_alike_are_drawn_on_a_fixed_scale(explorer, served, defence):
    """D6 56: every face hits, none does, and back; the bars of a fair die are constant arrays."""
    made = opened(explorer, served, [{"mini": FIRST.attack.target, "stats": {"defence": defence}}])
    made.expect()
    made.slide(1)
    made.expect()
    made.undo()
    made.expect()


def test_a_drag_over_400_squares_asks_no_more_than_once_a_square_and_ends_at_once(explorer, served):
    """D6 60: 20 by 20 squares in one gesture; the last square arrives, and nothing is worked off afterwards."""
    board = [{"columns": 20, "rows": 20}]
    made = opened(explorer, served, [{"board": size} for size in board])
    before = made.proposed()
    way = [f"{chr(65 + (col if row % 2 else 19 - col))}{row}" for row in range(20, 0, -1) for col in range(20)]
    free = [at for at in way if at not in taken(made.truth.question)]
    made.drag(FIRST.attack.attacker, *free[:-1:5], "A1", steps=5)
    made.settle()
    assert made.proposed() - before <= 400
    made.expect()


def taken(question):
    """Squares with something on them."""
    walls = {tohit.core.geometry.square_name(*square) for square, _ in question.scene.grid.squares("wall")}
    return walls | {tohit.core.geometry.square_name(*mini.at) for mini in question.scene.minis}
