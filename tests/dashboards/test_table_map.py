"""The Ninth Age's table on its page: the present pair, and a chosen cell as one step."""

import pytest

import tohit


@pytest.fixture
def page():
    made = tohit.explore("ninth-age").page
    yield made
    made.close()


def choose(page, offensive, defensive):
    """What the browser sends for a cell: two edits of one gesture."""
    question, n = page.explorer.question, page.board.applied
    page.board.set_state({"edit": {"edits": [
        {"mini": question.attack.attacker, "stats": {"offensive": offensive}, "gesture": n + 1, "done": False, "n": n + 1},
        {"mini": question.attack.target, "stats": {"defensive": defensive}, "gesture": n + 1, "done": True, "n": n + 2},
    ]}})


def here(page):
    return page.table.cells[page.table.here[0]][page.table.here[1]]


def test_the_present_cell_says_what_the_headline_says(page):
    assert (here(page)["need"], here(page)["percent"]) == (page.headline.need, page.headline.percent)
    choose(page, 1, 10)
    assert page.table.here == [9, 0]
    assert (here(page)["need"], here(page)["percent"]) == (page.headline.need, page.headline.percent)


def test_a_chosen_cell_is_one_step_of_undo(page):
    before, place = page.explorer.question, page.table.here
    choose(page, 9, 2)
    assert (page.explorer.question.attacker.stats.offensive, page.explorer.question.target.stats.defensive) == (9, 2)
    page.board.set_state({"edit": {"edits": [{"undo": True, "gesture": 99, "done": True, "n": page.board.applied + 1}]}})
    assert page.explorer.question == before and page.table.here == place


def test_it_goes_away_with_the_mode_that_uses_it(page):
    assert len(page.table.cells) == 10
    edit = {"path": "attack.mode", "value": "shooting", "gesture": 1, "done": True, "n": 1}
    page.board.set_state({"edit": {"edits": [edit]}})
    assert page.table.cells == [] and page.table.failed == ""


def test_a_system_without_a_table_shows_none():
    page = tohit.explore("dark-age").page
    assert page.table is None
    page.close()
