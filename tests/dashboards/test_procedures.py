"""The procedure cards on a page: their inputs are no part of the scene."""

import pytest

import tohit


@pytest.fixture
def page():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


def send(page, *edits):
    n = page.board.applied
    numbered = [{**edit, "n": n + place, "gesture": n + 1, "done": True} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})


def test_an_input_is_no_step_and_leaves_the_scene(page):
    before = page.explorer.question
    send(page, {"path": "procedures.recovery.activations", "value": 3})
    assert page.procedures.cards[0]["rows"][0]["chance"] == "8/27"
    assert page.explorer.question is before and not page.explorer.can_undo
    assert page.board.refused == {}


def test_it_goes_along_with_edits_of_the_scene(page):
    send(page, {"path": "procedures.step-cost.enemies", "value": 2}, {"mini": "Archer", "at": "C4"})
    assert page.procedures.cards[1]["rows"] == [{"name": "4", "chance": "1", "percent": "100%", "share": 1.0}]
    assert page.explorer.can_undo


def test_a_refused_input_says_so_and_changes_nothing(page):
    before = page.procedures.cards
    send(page, {"path": "procedures.recovery.activations", "value": 10**6})
    assert page.board.refused["text"]
    assert page.procedures.cards == before


def test_a_system_without_procedures_has_no_cards():
    page = tohit.explore("dark-age").page
    assert page.procedures.cards == []
    page.close()
