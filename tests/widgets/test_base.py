"""What all panels have in common: the gate for edits, truth, words, parcels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from traitlets import Int, TraitError

from tohit import widgets
from tohit.core.errors import NotationError, SceneError
from tohit.widgets.base import Panel
from tohit.widgets.traits import EDIT_LIMIT, JsonTrait


class Gauge(Panel):
    """A panel with a result, something to say back, and bytes."""

    value = Int(0).tag(sync=True)
    tool = Int(0).tag(sync=True, incoming=True)
    rows = JsonTrait([], kind=list).tag(sync=True)


def send(panel, *edits):
    panel.set_state({"edit": {"edits": list(edits)}})


def turn(n, facing="E", **more):
    return {"n": n, "gesture": 1, "done": True, "mini": "Archer", "facing": facing, **more}


@pytest.fixture
def gauge():
    return Gauge()


def test_an_unknown_setting_is_refused_with_those_that_exist():
    with pytest.raises(TypeError, match=r"Gauge: no setting 'valeu'; allowed: .*rows, .*value"):
        Gauge(valeu=3)


def test_the_desk_is_known_in_the_first_message(gauge):
    assert gauge.get_state()["desk"] == f"IPY_MODEL_{gauge.model_id}"
    other = Gauge().at_desk(gauge)
    assert other.desk == gauge.desk


def test_words_follow_the_language(gauge):
    assert gauge.texts["panel.unreadable"].startswith("That change")
    gauge.lang = "fr"
    assert gauge.texts["panel.unreadable"].startswith("Cette modification")


def test_edits_are_dealt_with_in_order_and_once(gauge):
    seen = []
    gauge.on_edits(lambda edits: seen.extend(edit["n"] for edit in edits))
    send(gauge, turn(3), turn(4))
    send(gauge, turn(4), turn(7))
    send(gauge, turn(6), turn(7))
    assert seen == [3, 4, 7]
    assert gauge.applied == 7


def test_a_panel_without_a_page_receives_its_own_edits(gauge):
    gauge.receive = lambda edits: setattr(gauge, "value", len(edits))
    send(gauge, turn(1), turn(2))
    assert (gauge.value, gauge.applied) == (2, 2)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("no"), "no"),
        (
            SceneError("core.square_taken", "minis[0].at", mini="A", square="C5", other="B"),
            "A cannot stand on C5",
        ),
        (NotationError("core.asked", "attack.overrides.cover"), "attack.overrides.cover: this must be given"),
    ],
)
def test_a_value_error_is_a_refusal_with_its_sentence(gauge, error, text):
    def refuse(edits):
        raise error

    gauge.on_edits(refuse)
    send(gauge, turn(5))
    assert gauge.applied == 5
    assert gauge.refused["n"] == 5
    assert gauge.refused["text"].startswith(text)


def test_a_refusal_is_withdrawn_by_the_next_edit_that_is_accepted(gauge):
    answers = iter(["not there", None])
    gauge.on_edits(lambda edits: next(answers))
    send(gauge, turn(1))
    assert gauge.refused["text"] == "not there"
    send(gauge, turn(2))
    assert gauge.refused == {}


def test_a_fault_of_ours_is_said_and_does_not_stop_the_next_edit(gauge):
    def fail(edits):
        raise RuntimeError("broken")

    gauge.on_edits(fail)
    with pytest.raises(RuntimeError):
        send(gauge, turn(1))
    assert gauge.refused == {
        "n": 1,
        "text": "Something went wrong on our side, so nothing was changed.",
        "serial": 1,
    }
    assert gauge.applied == 1
    gauge.on_edits(None)
    send(gauge, turn(2))
    assert gauge.applied == 2


@pytest.mark.parametrize(
    "edits",
    [
        [turn(0)],
        [turn(-1)],
        [turn(True)],
        [turn(1.5)],
        [turn(2**60)],
        [turn(2), turn(2)],
        [turn(2), turn(1)],
        [turn(1, done=1)],
        [turn(1, gesture=-1)],
        [turn(1, extra=1)],
        [turn(1, at="C5")],
        [turn(1, facing=3)],
        [turn(1, facing="E" * 81)],
        [{"n": 1}],
        [{"facing": "E", "mini": "A"}],
        [{"n": 1, "undo": False}],
        [{"n": 1, "distance": -1}],
        [{"n": 1, "distance": float("nan")}],
        [{"n": 1, "stats": {"hp": [[[[[1]]]]]}, "mini": "A"}],
        [{"n": 1, "path": "attack.attacks", "value": list(range(65))}],
        [{"n": 1, "document": "x" * 262_145}],
        [3],
        [turn(n) for n in range(1, EDIT_LIMIT + 2)],
        "edits",
        {"n": 1},
    ],
)
def test_a_malformed_edit_changes_nothing_and_the_browser_is_told(gauge, record, edits):
    send(gauge, turn(1))
    before = gauge.edit
    sent = record(gauge)
    with pytest.raises(TraitError):
        gauge.edit = {"edits": edits}
    gauge.set_state({"edit": {"edits": edits}})
    assert gauge.edit == before
    assert gauge.refused["n"] == 0
    assert {"edit": before} in [message["state"] for message in sent]


def test_results_that_come_in_are_dropped_and_sent_again(gauge, record):
    sent = record(gauge)
    gauge.set_state({"value": 99, "applied": 5, "_esm": "alert(1)", "tool": 2, "nonsense": 1, "receive": 1})
    assert (gauge.value, gauge.applied, gauge.tool) == (0, 0, 2)
    assert "alert" not in gauge._esm
    assert {"value": 0, "applied": 0} in [message["state"] for message in sent]


def test_json_values_are_copied_and_checked(gauge):
    """D6 61."""
    rows = [{"at": ("C5", "C6")}]
    gauge.rows = rows
    rows.append("later")
    assert gauge.rows == [{"at": ["C5", "C6"]}]
    for bad in ({}, "text", [{1: 2}], [float("inf")], [object()]):
        with pytest.raises(TraitError):
            gauge.rows = bad
    assert Gauge().rows == []


def in_the_end(states):
    """What each model holds when all states of a parcel have been set, one after the other."""
    held = {}
    for model, state in states:
        held.setdefault(model, {}).update(state)
    return held


def test_what_panels_show_of_one_edit_travels_in_one_message(record):
    desk, left, right = Gauge(), Gauge(), Gauge()
    sent = record(desk, left, right)

    def show(edits):
        with desk.parcelled([left, right, desk]):
            left.value, right.value, desk.value = 1, 2, 3
            left.rows = ["a"]

    desk.on_edits(show)
    send(desk, turn(1))
    assert [message["method"] for message in sent] == ["update"]
    state = sent[0]["state"]
    assert (state["applied"], state["value"]) == (1, 3)
    assert in_the_end(state["parcel"]["states"]) == {
        left.model_id: {"value": 1, "rows": ["a"]},
        right.model_id: {"value": 2},
    }
    assert (left.value, right.value) == (1, 2)


def test_two_parcels_in_one_message_are_put_together(record):
    desk, left, right = Gauge(), Gauge(), Gauge()
    sent = record(desk, left, right)
    with desk.hold_sync():
        with desk.parcelled([left]):
            left.value = 1
        with desk.parcelled([left, right]):
            left.rows = ["a"]
            right.value = 2
    assert len(sent) == 1
    assert in_the_end(sent[0]["state"]["parcel"]["states"]) == {
        left.model_id: {"value": 1, "rows": ["a"]},
        right.model_id: {"value": 2},
    }


def test_an_equal_parcel_is_sent_again_when_something_came_between(record):
    desk, left = Gauge(), Gauge()
    for value in (1, 0, 1):
        sent = record(desk, left)
        with desk.parcelled([left]):
            left.value = value
        assert sent[-1]["state"]["parcel"]["states"] == [[left.model_id, {"value": value}]]


def test_a_parcel_without_changes_sends_nothing_and_panels_are_free_afterwards(record):
    desk, left = Gauge(), Gauge()
    sent = record(desk, left)
    with desk.parcelled([left]):
        left.value = left.value
    assert sent == []
    with pytest.raises(RuntimeError), desk.parcelled([left]):
        left.value = 7
        raise RuntimeError
    assert len(sent) == 1
    left.value = 8
    assert sent[-1] == {"model": left.model_id, "method": "update", "state": {"value": 8}, "buffer_paths": []}


PANELS = [
    cls
    for cls in (getattr(widgets, name) for name in widgets.__all__)
    if isinstance(cls, type) and issubclass(cls, Panel)
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("cls", PANELS, ids=lambda cls: cls.__name__)
def test_no_json_from_the_browser_leaves_a_panel_half_changed(cls):
    panel = cls()
    names = sorted(name for name in panel.keys if name != "layout")
    incoming = {name for name in names if panel.trait_metadata(name, "incoming")}

    @settings(max_examples=25, deadline=None)
    @given(st.dictionaries(st.sampled_from(names), JSON, max_size=4))
    def check(state):
        before = panel.get_state()
        panel.set_state(state)
        after = panel.get_state()
        for name, value in after.items():
            if name in incoming:
                type(panel).class_traits()[name].validate(panel, getattr(panel, name))
            elif name not in {"refused", "applied"}:
                assert value == before[name]

    check()
