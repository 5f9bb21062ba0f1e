"""Two ways to count distance as lines on the board: every square by the rule's own distance, under both readings."""

from decimal import Decimal
from fractions import Fraction

import pytest

import tohit
from tohit.core.geometry import square_name
from tohit.core.situation import Situation
from tohit.dashboards.contrast import contours, contrasted, measures
from tohit.ready import ready

ARCHER = ready(tohit.ruleset("coup-de-grace"))["archer-on-the-wall"]
METRICS = ["manhattan", "chebyshev", "euclidean", "5-10-5"]


def read(choice):
    return tohit.apply(ARCHER, [{"path": "rulings.distance", "value": choice}])


@pytest.mark.parametrize("choice", METRICS)
def test_each_square_costs_what_a_target_there_would(choice):
    question = read(choice)
    increment, grid = int(question.attack.weapon.increment), question.scene.grid
    found = contours(question)
    assert len(found) == grid.rows * grid.columns
    taken = {mini.at for mini in question.scene.minis} | {square for square, _ in grid.squares("wall")}
    for row in range(grid.rows):
        for col in range(grid.columns):
            if (row, col) in taken:
                continue
            moved = tohit.apply(question, [{"mini": "Orc", "at": square_name(row, col)}])
            distance = Situation(moved).distance_shown
            steps = Fraction(Decimal(distance)) / increment
            assert found[square_name(row, col)] == int(steps)


def test_which_rulings_count_distance():
    assert [measures(ARCHER, "distance", choice) for choice in METRICS] == [False, True, True, True]
    assert not measures(ARCHER, "arc_edge", "exclusive")


@pytest.mark.parametrize("contrast", ["", "distance", "distance=manhattan", "distance=taxi", "shields=1"])
def test_what_is_no_other_reading_draws_nothing(contrast):
    assert contrasted(ARCHER, contrast) == {}


def test_the_page_draws_a_contrast_on_request_and_only_one_that_it_offers():
    page = tohit.explore(scenario=ARCHER).page
    page.controls.set_state({"contrast": "distance=chebyshev"})
    assert page.controls.contrast == ""
    page.controls.set_state({"weighing": True})
    offered = {reading["contrast"] for told in page.controls.told.values() for reading in told}
    assert offered == {"", "distance=chebyshev", "distance=euclidean", "distance=5-10-5"}
    page.controls.set_state({"contrast": "distance=chebyshev"})
    assert page.board.scene["bands"] == contours(ARCHER)
    assert page.board.scene["rival"] == contours(read("chebyshev"))
    page.board.set_state({"edit": {"edits": [{"mini": "Archer", "at": "D5", "n": 1, "gesture": 1, "done": True}]}})
    assert page.board.scene["bands"] == contours(page.explorer.question)
    page.controls.set_state({"contrast": ""})
    assert (page.board.scene["bands"], page.board.scene["rival"]) == ({}, {})
    page.close()
