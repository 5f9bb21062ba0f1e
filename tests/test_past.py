"""The steps that a browser keeps: told, done again, and given up when they cannot be."""

from __future__ import annotations

import json

import pytest
from traitlets import TraitError

import tohit
from tohit.core.history import History
from tohit.explorer import Explorer
from tohit.past import SIZE, STEPS, Past
from tohit.ready import ready
from tohit.widgets.traits import check_edit


@pytest.fixture
def question():
    return next(iter(ready(tohit.ruleset("coup-de-grace")).values()))


def walked(question, squares: list[str]) -> Explorer:
    explorer = Explorer(question)
    for number, square in enumerate(squares, 1):
        explorer.ask([{"n": number, "gesture": number, "mini": "Archer", "at": square}])
    return explorer


def again(told: dict, question) -> Explorer:
    check_edit({"n": 1, "past": json.loads(json.dumps(told))})
    explorer = Explorer(question)
    explorer.ask([{"n": 1, "past": json.loads(json.dumps(told))}])
    return explorer


def boards(history: History) -> list:
    return [step.question for step in history.steps]


def test_steps_come_back_with_those_that_were_undone(question):
    one = walked(question, ["C5", "D4", "D3", "C2"])
    one.ask([{"undo": True}])
    two = again(Past(one.packed).told(one.history), question)
    assert boards(two.history) == boards(one.history)
    assert (two.question, two.answer.chance) == (one.question, one.answer.chance)
    assert (two.can_undo, two.can_redo) == (True, True)
    assert two.log[-1] == ({"step": 3},)
    two.ask([{"redo": True}])
    assert two.question == one.history[4].question


def test_the_scene_after_its_steps_changes_nothing(question):
    one = walked(question, ["C5", "D4"])
    two = again(Past(one.packed).told(one.history), question)
    two.ask([{"n": 2, "document": tohit.link(one.question)}])
    assert two.history.last == 2


def test_marks_come_back_where_their_steps_do(question):
    one = walked(question, [f"{column}{row}" for column in "ABC" for row in range(1, 8)] * 2)
    one.ask([{"mark": "a", "step": 1}, {"mark": "b", "step": 40}])
    two = again(Past(one.packed).told(one.history, one.marks), question)
    assert two.marks == {"b": 40 - (one.history.last - STEPS)} and two.marked == {"b": one.history[40].question}
    alone = Explorer(question)
    alone.ask([{"mark": "a", "step": 0}])
    assert again(Past(tohit.link).told(alone.history, alone.marks), question).marked == {"a": question}
    strange = {**Past(tohit.link).told(one.history), "marks": {"a": 999, "z": 1, "b": "1"}}
    assert again(strange, question).marks == {}


def test_a_page_where_nothing_was_done_keeps_nothing(question):
    assert Past(tohit.link).told(History(question)) == {}


def test_the_oldest_steps_go_first_by_number(question):
    one = walked(question, [f"{column}{row}" for column in "ABC" for row in range(1, 8)] * 2)
    told = Past(one.packed).told(one.history)
    assert (len(told["steps"]), told["here"]) == (STEPS, STEPS)
    assert boards(again(told, question).history) == boards(one.history)[-STEPS - 1 :]


def test_the_oldest_steps_go_first_by_size(question):
    long = History(question)
    for number in range(20):
        long.begin(question, {"mini": "Archer", "stats": {"note": str(number) * 2000}})
    told = Past(tohit.link).told(long)
    assert 0 < len(told["steps"]) < 20
    assert len(json.dumps(told["steps"])) <= SIZE


def test_steps_before_a_document_that_the_log_has_not_are_left_out(question):
    history = History(question)
    moved = tohit.apply(question, [{"mini": "Archer", "at": "D4"}])
    history.begin(moved, {"document": "…"})
    history.begin(question, {"mini": "Archer", "at": "B2"})
    told = Past(tohit.link).told(history)
    assert (told["scene"], len(told["steps"])) == (tohit.link(moved), 1)
    history.go(0)
    assert Past(tohit.link).told(history) == {}


def test_steps_that_cannot_be_done_again_change_nothing(question):
    told = Past(tohit.link).told(walked(question, ["C5", "D4"]).history)
    for broken in (told | {"scene": "#s=1broken"}, told | {"steps": [[{"mini": "Nobody", "at": "C5"}]]}, told | {"here": 9}):
        two = again(broken, question)
        assert (two.question, two.history.last, two.log) == (question, 0, [])


@pytest.mark.parametrize("bad", [
    None, [], {}, {"scene": "", "steps": []}, {"scene": 1, "steps": [], "here": 0}, {"scene": "", "steps": {}, "here": 0},
    {"scene": "", "steps": [], "here": -1}, {"scene": "", "steps": [], "here": True}, {"scene": "", "steps": [[]], "here": 0},
    {"scene": "", "steps": [["x"]], "here": 0}, {"scene": "", "steps": [[{"undo": True}]], "here": 0},
    {"scene": "", "steps": [[{"past": {}}]], "here": 0}, {"scene": "", "steps": [[{"mini": "a", "at": 7}]], "here": 0},
    {"scene": "", "steps": [[{"mini": "a"}]], "here": 0}, {"scene": "", "steps": [[{"clear": "board"}]] * (STEPS + 1), "here": 0},
    {"scene": "", "steps": [[{"clear": "board"}] * 65], "here": 0}, {"scene": "", "steps": [], "here": 0, "more": 1},
    {"scene": "", "steps": [], "here": 0, "marks": ["a"]}, {"scene": "", "steps": [], "here": 0, "marks": {"a": [[[[[[]]]]]]}},
])
def test_what_has_another_form_is_refused_at_the_gate(bad):
    with pytest.raises(TraitError):
        check_edit({"n": 1, "past": bad})
