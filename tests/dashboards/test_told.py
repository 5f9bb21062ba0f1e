"""What was done, on a page: commands in the reader's language, pictures only where they are looked at."""

from __future__ import annotations

import json

import pytest

import tohit
from tohit.dashboards import told
from tohit.explorer import Explorer
from tohit.words import words


@pytest.fixture
def archer():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


@pytest.fixture
def tell(archer):
    """Send edits as the browser would."""
    def send(*edits):
        n = archer.board.applied
        numbered = [{"n": n + place, "gesture": n + place, "done": True, **edit} for place, edit in enumerate(edits, 1)]
        archer.board.set_state({"edit": {"edits": numbered}})

    return send


def test_the_log_is_told_in_the_language_of_the_page(archer, tell):
    tell({"mini": "Archer", "at": "C4"}, {"mini": "Archer", "facing": "N"}, {"undo": True})
    assert archer.commands.log == ["Archer to C4", "Archer face N", "undo"]
    assert archer.commands.names == ["Archer", "Guard", "Orc", "Wolf"]
    tell({"page": {"lang": "fr"}})
    assert archer.commands.log == ["Archer vers C4", "Archer regarde N", "annuler"]


def test_a_drag_changes_the_log_once_when_it_ends(archer, tell):
    for square in ("C4", "D4", "E4"):
        tell({"mini": "Archer", "at": square, "gesture": 9, "done": False})
        assert archer.commands.log == []
    tell({"mini": "Archer", "at": "E4", "gesture": 9, "done": True})
    assert archer.commands.log == ["Archer to E4"]


def test_the_steps_are_sent_only_while_they_are_looked_at(archer, tell):
    tell({"mini": "Archer", "at": "C4"})
    assert archer.strip.steps == []
    tell({"page": {"steps": True}})
    assert [step["number"] for step in archer.strip.steps] == [0, 1]
    assert archer.strip.opened
    tell({"mini": "Archer", "at": "D4"}, {"square": "D9", "terrain": "wall"})
    assert [(step["number"], step["said"]) for step in archer.strip.steps[2:]] == [(2, "Archer to D4"), (3, "wall D9")]
    assert len(archer.strip.boards) == 2, "three steps share a board, the fourth has its own"
    assert [step["board"] for step in archer.strip.steps] == [0, 0, 0, 1]
    tell({"mark": "a", "step": 1}, {"step": 2})
    assert (archer.strip.here, archer.strip.marks) == (2, {"a": 1})
    assert archer.explorer.marked["a"].attacker.at == (3, 2)
    tell({"page": {"steps": False}})
    tell({"mini": "Archer", "at": "E4"})
    assert archer.strip.here == 2


def test_a_picture_is_a_path_of_runs_from_the_top_left():
    grid = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace",
        "board": {"columns": 6, "rows": 4, "terrain": [{"at": ["B1", "C1", "E1", "B4"], "kind": "wall"}]},
        "minis": [{"name": "A", "side": "red", "at": "A2"}, {"name": "B", "side": "blue", "at": "F3"}],
        "attack": {"attacker": "A", "target": "B", "mode": "ranged"},
    }))
    shown = told.steps(Explorer(grid), words("en"))
    assert shown["boards"] == [{"columns": 6, "rows": 4, "wall": "M1 3h2v1h-2zM4 3h1v1h-1zM1 0h1v1h-1z", "light": "", "heavy": ""}]
    assert shown["steps"] == [{"number": 0, "board": 0, "minis": [[0, 2, "red"], [5, 1, "blue"]], "said": ""}]


def test_a_long_history_of_a_crowd_shows_a_few_steps_around_the_present_one():
    minis = [{"name": f"Mini {place}", "side": "red", "at": f"{chr(65 + place % 20)}{1 + place // 20}"} for place in range(200)]
    explorer = Explorer(tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 20, "rows": 20}, "minis": minis,
        "attack": {"attacker": "Mini 0", "target": "Mini 1", "mode": "ranged"},
    })))
    for place in range(30):
        explorer.ask([{"mini": "Mini 0", "at": f"A{12 + place % 8}"}])
    explorer.ask([{"step": 20}])
    numbers = [step["number"] for step in told.steps(explorer, words("en"))["steps"]]
    assert len(numbers) == 8
    assert 20 in numbers
    assert len(json.dumps(told.steps(explorer, words("en")))) < 40_000


def test_the_stats_of_a_third_mini_are_shown_when_they_are_wanted(archer, tell):
    keys = [group["key"] for group in archer.controls.groups]
    tell({"page": {"mini": "Wolf"}})
    assert [group["key"] for group in archer.controls.groups if group["key"] not in keys] == ["selected"]
    tell({"page": {"mini": "Orc"}})
    assert [group["key"] for group in archer.controls.groups] == keys
    for wrong in ("Nobody", ["Wolf"], 5, None):
        tell({"page": {"mini": wrong}})
        assert [group["key"] for group in archer.controls.groups] == keys


def test_all_four_systems_take_the_same_commands_or_none_does():
    page = tohit.four_rules().page
    page.board.set_state({"edit": {"edits": [{"n": 1, "say": "add Scout on A1 for green\nScout to A2"}]}})
    assert all(own.scene.mini("Scout").at == (1, 0) for own in page.explorer.question.questions)
    assert page.commands.log == ["add Scout on A1 for green", "Scout to A2"]
    before = page.explorer.question
    page.board.set_state({"edit": {"edits": [{"n": 2, "say": "Scout to A3\nScout down"}]}})
    assert page.board.refused["text"].endswith("allowed: " + page.board.refused["text"].split("allowed: ")[1])
    assert page.explorer.question == before
    page.close()


def test_a_document_of_all_four_systems_is_logged_as_a_link_that_opens_it_again():
    page = tohit.four_rules().page
    before = page.explorer.question
    page.board.set_state({"edit": {"edits": [{"n": 1, "mini": "Archer", "at": "A1"}]}})
    moved = page.explorer.packed(page.explorer.question)
    page.board.set_state({"edit": {"edits": [{"n": 2, "undo": True}, {"n": 3, "document": moved}]}})
    assert page.commands.log == ["Archer to A1", "undo", f"open {moved}"]
    page.board.set_state({"edit": {"edits": [{"n": 4, "undo": True}, {"n": 5, "say": page.commands.log[-1]}]}})
    assert not page.board.refused
    assert page.explorer.question != before
    page.close()


def test_a_new_board_of_the_system_is_a_scenario(archer, tell):
    tell({"scenario": "new"})
    assert [mini.name for mini in archer.explorer.question.scene.minis] == ["A", "B"]
    assert archer.toolbar.scenarios[-1] == {"key": "new", "name": "New board"}
    tell({"undo": True})
    assert archer.explorer.question.attack.attacker == "Archer"
