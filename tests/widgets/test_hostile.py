"""Whatever JSON a browser sends to any widget of a page: the old state or a valid new one, and the truth sent again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tohit
from tohit import widgets
from tohit.dashboards.sealed import parts
from tohit.widgets import Panel, table
from tohit.widgets.traits import PAYLOADS

PATHS = [
    "minis[0].name", "minis[0]", "minis[0].stats", "minis[0].stats.hp", "minis[999].at", "board.columns", "board.terrain",
    "board.terrain[0].at", "attack.overrides.modifiers", "attack.overrides", "attack.weapon", "attack.attacks",
    "attack.mode", "attack.overrides.cover", "attack.overrides.distance", "attack.options.profile", "rulings.shield",
    "__class__", "attack.__class__.x", "rules", "title", "", "attack..x",
]
SCALARS = st.sampled_from([
    None, True, False, 0, -1, 1, 7, 999, 1000, 2**53, 10**30, 10**400, 1.5, -0.0, 1e308, float("nan"), float("inf"), "",
    "A1", "C5", "E5", "ZZ9", "N", "NE", "wall", "Archer", "Orc", "x" * 81, "\ud800", "\x00", "<script>", "fr", "melee",
])
JSON = st.recursive(
    SCALARS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["hp", "name", "lang", "at", "value"]), inner,
                                                                max_size=3),
    max_leaves=5,
)
LIKELY = {
    "mini": st.sampled_from(["Archer", "Orc"]), "path": st.sampled_from(PATHS), "at": st.sampled_from(["C5", "D4", "E5"]),
    "square": st.sampled_from(["C5", "E5", "A1"]), "undo": st.just(True), "redo": st.just(True), "cancel": st.just(True),
    "none": st.just(True), "distance": st.sampled_from([1, 5, 7.5, 20]), "scenario": st.sampled_from(["surrounded", "no"]),
}
steady = settings(derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@st.composite
def edits(draw: Any) -> list[dict[str, Any]]:
    """Edits that mostly have the right keys and rising numbers, and hold anything."""
    made = []
    for place in range(draw(st.integers(1, 3))):
        edit: dict[str, Any] = {key: draw(st.one_of(LIKELY.get(key, JSON), JSON)) for key in draw(st.sampled_from(PAYLOADS))}
        edit["n"] = draw(st.sampled_from([place + 1] * 9 + [0, -1, 1.5, "1", True, 2**60]))
        if draw(st.booleans()):
            edit.update(gesture=draw(st.sampled_from([0, 1, 2, -1, 1.0])), done=draw(st.booleans()))
        made.append(edit)
    return made


def send(desk: Panel, batch: list[dict[str, Any]]) -> None:
    """As a browser numbers edits: above all that was dealt with."""
    for edit in batch:
        if type(edit["n"]) is int and 0 < edit["n"] < 4:
            edit["n"] += desk.applied
    desk.set_state({"edit": {"edits": batch}})


@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_edits_with_anything_in_them_leave_a_page_with_one_question_and_its_answer(key: str) -> None:
    page = tohit.explore(key).page

    @settings(steady, max_examples=60)
    @given(edits())
    def check(batch: list[dict[str, Any]]) -> None:
        before = page.explorer.question, page.lang
        send(page.board, batch)
        question = page.explorer.question
        assert page.board.refused == {} or (question, page.lang) == before
        assert tohit.loads(tohit.dumps(question)) == question
        assert page.explorer.answer.question == question
        assert [panel.failed for panel in page.panels] == [""] * len(page.panels)

    check()


@pytest.mark.parametrize("kind", ["box", "panel"])
def test_no_trait_of_any_widget_of_a_page_can_be_set_from_outside(kind: str, record: Any) -> None:
    page = tohit.explore("coup-de-grace").page
    all_widgets = [part for part in parts(page.widget) if isinstance(part, Panel) == (kind == "panel")]
    assert len(all_widgets) > 8
    for widget in all_widgets:
        is_closed(widget, record(widget))


def is_closed(widget: Any, sent: list[dict[str, Any]]) -> None:
    closed = [name for name in widget.keys if not widget.trait_metadata(name, "incoming")]

    @settings(steady, max_examples=len(closed) // 2 + 1)
    @given(st.dictionaries(st.sampled_from(closed), JSON, min_size=1, max_size=4))
    def check(state: dict[str, Any]) -> None:
        before = {name: getattr(widget, name) for name in widget.keys}
        sent.clear()
        widget.set_state(state)
        assert all(getattr(widget, name) is before[name] for name in before)
        again = {name for message in sent for name in (*message["state"], *(path[0] for path in message["buffer_paths"]))}
        assert {name for name in state if not name.startswith("_")} <= again

    check()


MINIS = [{"name": "Archer", "side": "red", "at": "B2"}, {"name": "Orc", "side": "blue", "at": "C3"}]
FIELD = {"path": "attack.attacks", "name": "Attacks", "kind": "whole", "low": 1, "high": 99, "value": 6}
ALONE = {
    "board": (lambda: widgets.GridBoard(minis=MINIS, attacker="Archer", target="Orc"), lambda board: table.check(board.scene)),
    "ruler": (widgets.RangeRuler, lambda ruler: ruler.minimum <= float(ruler.value) <= ruler.maximum or pytest.fail("value")),
    "dial": (widgets.FacingDial, lambda dial: dial.stops == 8 or pytest.fail("stops")),
    "cover": (widgets.CoverToggles, lambda cover: cover.value in ("none", "light", "heavy") or pytest.fail("value")),
    "toolbar": (widgets.Toolbar, lambda toolbar: toolbar.scenario == "" or pytest.fail("scenario")),
    "controls": (
        lambda: widgets.Controls(groups=[{"key": "attack", "name": "Attack", "open": True, "fields": [FIELD]}]),
        lambda controls: type(controls.groups[0]["fields"][0]["value"]) is int or pytest.fail("value"),
    ),
}


@pytest.mark.parametrize("name", sorted(ALONE))
def test_a_widget_alone_in_a_cell_takes_a_valid_value_or_none(name: str) -> None:
    make, valid = ALONE[name]
    widget = make()

    @settings(steady, max_examples=120)
    @given(edits())
    def check(batch: list[dict[str, Any]]) -> None:
        before = widget.get_state()
        send(widget, batch)
        valid(widget)
        if widget.refused:
            told = {"refused", "applied", "edit"}
            assert {k: v for k, v in widget.get_state().items() if k not in told} == \
                {k: v for k, v in before.items() if k not in told}

    check()


@pytest.mark.parametrize(("widget", "edit"), [
    (lambda: widgets.GridBoard(minis=MINIS), {"square": "C5", "controlled_by": "red"}),
    (widgets.RangeRuler, {"path": "attack.overrides.distance", "none": True}),
    (widgets.RangeRuler, {"cancel": True}),
    (widgets.FacingDial, {"cancel": True}),
    (widgets.CoverToggles, {"path": "attack.overrides.cover", "none": True}),
])
def test_kinds_of_edits_that_a_widget_does_not_know(widget: Any, edit: dict[str, Any]) -> None:
    made = widget()
    made.set_state({"edit": {"edits": [{"n": 1, **edit}]}})
    assert made.applied == 1


def test_a_board_keeps_its_question_when_the_new_one_has_no_answer() -> None:
    board = widgets.GridBoard(tohit.explore("coup-de-grace").page.explorer.question)
    send(board, [{"n": 1, "path": "attack.weapon.abilities", "value": ["shuriken"]}])
    before, scene = board.question, board.scene
    send(board, [{"n": 1, "path": "attack.attacks", "value": 1000}])
    assert "at most 1000" in board.refused["text"]
    assert (board.question, board.scene) == (before, scene)


def classes(of: type = Panel) -> list[type]:
    """Every widget of ours there is, those added later included."""
    found = {made for made in of.__subclasses__() if made.__module__.startswith("tohit.")}
    return sorted(found | {deeper for made in found for deeper in classes(made)}, key=lambda made: made.__name__)


MAKERS = {"GridBoard": ALONE["board"][0], "Controls": ALONE["controls"][0]}
HOSTILE = [
    None, True, False, 0, -1, 7, 2**53, 10**30, 10**400, 1.5, -0.0, 1e308, float("nan"), float("inf"), "", "A1", "move", "\ud800",
    "\x00", "x" * 300_000, "<img src=x onerror=alert(1)>", "IPY_MODEL_x", [], [[]] * 50, ["A1"] * 5000, {}, {"edits": None},
    {"edits": [{}]}, {"edits": [{"n": 10**30}]}, {"edits": [None] * 70}, {"n": 1, "text": "x"}, {"__class__": 1}, {"value": {}},
]


def test_every_widget_of_the_package_is_covered() -> None:
    assert {made.__name__ for made in classes()} >= {"GridBoard", "Controls", "Toolbar", "Ledger", "Headline", "RangeRuler", "FacingDial"}
    assert set(MAKERS) <= {made.__name__ for made in classes()}


@pytest.mark.parametrize("made", classes(), ids=lambda made: made.__name__)
def test_each_synced_trait_keeps_its_value_or_takes_a_valid_one(made: type) -> None:
    """One by one, so that no trait hides behind another: what may not come in stays, what may is of its type."""
    widget = MAKERS.get(made.__name__, made)()
    for name in widget.keys:
        for value in HOSTILE:
            before = {trait: getattr(widget, trait) for trait in widget.keys}
            widget.set_state({name: value})
            incoming = widget.trait_metadata(name, "incoming")
            changed = {trait for trait in widget.keys if getattr(widget, trait) is not before[trait]}
            assert changed <= ({name, "refused", "applied", "edit"} if incoming else set()), (name, repr(value)[:60])
            held = getattr(widget, name)
            assert widget.traits()[name]._validate(widget, held) == held, (name, repr(value)[:60])
