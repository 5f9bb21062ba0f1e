"""Edits: each kind does what it says, and a refused one changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tohit

TEXT = json.dumps({
    "format": "tohit/1", "rules": "coup-de-grace",
    "board": {"columns": 8, "rows": 8, "terrain": [{"at": ["E5", "E6"], "kind": "wall", "name": "Rock"}, {"at": "A1", "kind": "light"}]},
    "minis": [
        {"name": "Archer", "side": "red", "at": "C4", "facing": "E", "stats": {"hp": 2}},
        {"name": "Orc", "side": "blue", "at": "G4", "facing": "W"},
        {"name": "Wolf", "side": "blue", "at": "H8"},
    ],
    "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "overrides": {"modifiers": [{"name": "Fog", "attack": -1}]}},
})


@pytest.fixture
def question() -> tohit.Question:
    return tohit.loads(TEXT)


def document(question: tohit.Question) -> dict[str, Any]:
    return json.loads(tohit.dumps(question))


def test_a_mini_moves_turns_and_changes(question: tohit.Question) -> None:
    changed = tohit.apply(question, [
        {"n": 1, "gesture": 1, "done": False, "mini": "Archer", "at": "C5"},
        {"n": 2, "gesture": 1, "done": True, "mini": "Archer", "facing": "N"},
        {"n": 3, "mini": "Archer", "stats": {"defence": 5, "abilities": ["elf"]}},
    ])
    archer = changed.scene.mini("Archer")
    assert (archer.at, archer.facing) == ((4, 2), 0)
    assert (archer.stats.hp, archer.stats.defence, archer.stats.abilities) == (2, 5, ("elf",))
    assert tohit.apply(question, [{"mini": "Archer", "at": "C5", "facing": "N"}]).scene.mini("Archer").at == (4, 2)


def test_a_mini_leaves_the_board(question: tohit.Question) -> None:
    assert tohit.apply(question, [{"mini": "Wolf", "at": None}]).scene.mini("Wolf").at is None
    with pytest.raises(tohit.SceneError, match=r"^minis\[0\]\.at: Archer is not on the board"):
        tohit.apply(question, [{"mini": "Archer", "at": None}])


def test_two_minis_may_swap_places_in_one_go(question: tohit.Question) -> None:
    swapped = tohit.apply(question, [{"mini": "Archer", "at": "G4"}, {"mini": "Orc", "at": "C4"}])
    assert (swapped.attacker.at, swapped.target.at) == (question.target.at, question.attacker.at)
    with pytest.raises(tohit.SceneError, match="Archer cannot stand on G4|Orc cannot stand on G4"):
        tohit.apply(question, [{"mini": "Archer", "at": "G4"}])


@pytest.mark.parametrize("kind", ["wall", "light", "heavy"])
def test_terrain_is_painted_square_by_square(question: tohit.Question, kind: str) -> None:
    painted = tohit.apply(question, [{"square": square, "terrain": kind} for square in ("B7", "B8", "B7")])
    assert {square for square, _ in painted.scene.grid.squares(kind)} >= {(6, 1), (7, 1)}
    pieces = [piece for piece in painted.scene.grid.terrain if (6, 1) in piece.squares]
    assert len(pieces) == 1 and (7, 1) in pieces[0].squares and not pieces[0].name


def test_painting_replaces_and_erasing_clears(question: tohit.Question) -> None:
    heavy = tohit.apply(question, [{"square": "E5", "terrain": "heavy"}])
    assert {square for square, _ in heavy.scene.grid.squares("wall")} == {(5, 4)}
    erased = tohit.apply(heavy, [{"square": square, "terrain": None} for square in ("E5", "E6", "A1", "C1")])
    assert erased.scene.grid.terrain == ()
    with pytest.raises(tohit.SceneError, match="Archer cannot stand on C4, a wall is there"):
        tohit.apply(question, [{"square": "C4", "terrain": "wall"}])
    assert tohit.apply(question, [{"square": "C4", "terrain": "light"}]).attacker.at == (3, 2)


def test_cover_is_handed_over(question: tohit.Question) -> None:
    held = tohit.apply(question, [{"square": "A1", "controlled_by": "red"}])
    assert [piece.controlled_by for piece in held.scene.grid.terrain] == ["", "red"]
    assert tohit.apply(held, [{"square": "A1", "controlled_by": None}]) == question
    with pytest.raises(tohit.NotationError, match=r'^edit\.square: got "B2"'):
        tohit.apply(question, [{"square": "B2", "controlled_by": "red"}])


def test_attacker_and_target_are_cast_and_swap_when_they_meet(question: tohit.Question) -> None:
    wolf = tohit.apply(question, [{"target": "Wolf"}])
    assert (wolf.attack.attacker, wolf.attack.target) == ("Archer", "Wolf")
    for edit in ({"attacker": "Orc"}, {"target": "Archer"}):
        back = tohit.apply(question, [edit])
        assert (back.attack.attacker, back.attack.target) == ("Orc", "Archer")


@pytest.mark.parametrize(("path", "value", "places"), [
    ("attack.weapon.increment", 7, ["attack", "weapon", "increment"]),
    ("attack.overrides.distance", 2.5, ["attack", "overrides", "distance"]),
    ("attack.overrides.modifiers[0].attack", 3, ["attack", "overrides", "modifiers", 0, "attack"]),
    ("attack.options.magic", True, ["attack", "options", "magic"]),
    ("rulings.distance", "5-10-5", ["rulings", "distance"]),
    ("minis[1].stats.defence", 6, ["minis", 1, "stats", "defence"]),
    ("board.columns", 9, ["board", "columns"]),
    ("title", "Fog", ["title"]),
])
def test_any_path_is_set_and_goes_back_to_its_default(
    question: tohit.Question, path: str, value: Any, places: list[Any]
) -> None:
    changed = tohit.apply(question, [{"path": path, "value": value}])
    held: Any = document(changed)
    for step in places:
        held = held[step]
    assert held == value
    if path != "board.columns":  # it has no default
        back = document(tohit.apply(changed, [{"path": path, "value": None}]))
        assert tohit.evaluate(tohit.loads(json.dumps(back))).question.title == ""


@pytest.mark.parametrize("edit", [
    {}, {"n": 1}, {"mini": "Archer"}, {"square": "C5"}, {"path": "title"}, {"at": "C5"}, {"mini": "Archer", "at": "C5", "terrain": "wall"},
    {"mini": "Nobody", "at": "C5"}, {"mini": None, "at": "C5"}, {"mini": ["Archer"], "at": "C5"}, {"mini": "Archer", "at": "Z99"},
    {"mini": "Archer", "at": 5}, {"mini": "Archer", "at": "E5"}, {"mini": "Archer", "facing": "NE"}, {"mini": "Archer", "stats": 5},
    {"mini": "Archer", "stats": {"morale": 1}}, {"square": "Z1", "terrain": "wall"}, {"square": 5, "terrain": "wall"},
    {"square": "C5", "terrain": "lava"}, {"square": ["C5"], "terrain": "wall"}, {"attacker": "Nobody"}, {"attacker": None},
    {"path": "attack.mode", "value": None}, {"path": "attack", "value": {}}, {"path": "attack.weapon.die", "value": 6},
    {"path": "format", "value": "tohit/1"}, {"path": "rules", "value": "dark-age"}, {"path": "", "value": 1}, {"path": 5, "value": 1},
    {"path": "minis[9].at", "value": "A1"}, {"path": "minis[0", "value": 1}, {"path": "attack.__class__", "value": 1},
    {"path": "attack.overrides.modifiers[1].attack", "value": 1}, {"path": "attack.mode.x", "value": 1},
    {"path": "minis.name", "value": 1}, {"path": "attack.attacks", "value": True}, {"path": "attack.attacks", "value": float("nan")},
    {"path": "attack.attacks", "value": 10**5000}, {"path": "attack.overrides.distance", "value": float("inf")},
    {"path": "title", "value": "\ud800"}, {"undo": True}, {"mini": "Archer", "at": "C5", "surprise": 1}, "move", None, 5, ["mini"],
])
def test_a_refused_edit_changes_nothing(question: tohit.Question, edit: Any) -> None:
    before = tohit.dumps(question)
    with pytest.raises((tohit.NotationError, tohit.SceneError)) as refused:
        tohit.apply(question, [{"mini": "Archer", "at": "D4"}, edit, {"mini": "Wolf", "at": "H7"}])
    assert refused.value.path
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    assert tohit.dumps(question) == before == tohit.dumps(tohit.loads(TEXT))


def test_no_edit_and_an_edit_without_effect_give_the_question_itself(question: tohit.Question) -> None:
    assert tohit.apply(question, []) is question
    assert tohit.apply(question, [{"mini": "Archer", "at": "D4"}, {"mini": "Archer", "at": "C4"}]) is question


def test_terrain_needs_a_board() -> None:
    given = {"distance": 1, "line_of_sight": True, "facing_ok": True}
    bare = {**json.loads(TEXT), "attack": {**json.loads(TEXT)["attack"], "overrides": given}}
    del bare["board"]
    with pytest.raises(tohit.NotationError, match=r"^edit\.square: there is no board"):
        tohit.apply(tohit.loads(json.dumps(bare)), [{"square": "C5", "terrain": "wall"}])
    with pytest.raises(tohit.NotationError, match=r"^edit\.square: "):
        tohit.apply(tohit.loads(json.dumps(bare)), [{"square": "C5", "controlled_by": "red"}])


NAMES = st.sampled_from(["Archer", "Orc", "Wolf"])
SQUARES = st.builds("{}{}".format, st.sampled_from("ABCDEFGHI"), st.integers(1, 9))
EDITS = st.lists(st.one_of(
    st.fixed_dictionaries({"mini": NAMES, "at": SQUARES}),
    st.fixed_dictionaries({"mini": NAMES, "facing": st.sampled_from("NESW")}),
    st.fixed_dictionaries({"square": SQUARES, "terrain": st.sampled_from(["wall", "light", "heavy", None])}),
    st.fixed_dictionaries({"square": SQUARES, "controlled_by": st.sampled_from(["red", None])}),
    st.fixed_dictionaries({"attacker": NAMES}), st.fixed_dictionaries({"target": NAMES}),
    st.fixed_dictionaries({"path": st.sampled_from(["attack.attacks", "minis[0].stats.hp", "attack.overrides.distance"]),
                           "value": st.none() | st.integers(-1, 4)}),
), max_size=6)


@given(edits=EDITS)
@settings(max_examples=150, derandomize=True)
def test_what_edits_make_is_what_a_file_could_say(edits: list[dict[str, Any]]) -> None:
    question = tohit.loads(TEXT)
    try:
        changed = tohit.apply(question, edits)
    except (tohit.NotationError, tohit.SceneError):
        return
    assert tohit.loads(tohit.dumps(changed)) == changed
    assert tohit.apply(tohit.apply(changed, []), []) is changed
    assert 0 <= tohit.evaluate(changed).chance <= 1


@pytest.mark.parametrize("edits", [
    [{"path": "minis[0]", "value": 7}, {"mini": "Orc", "at": "C5"}], [{"path": "attack.attacker"}, {"attacker": "Orc"}], [{1: 2, "x": 3}],
    [{"path": "attack.attacker", "value": None}, {"attacker": "Orc"}], [{"path": "board.terrain", "value": 5}, {"square": "A1", "terrain": "wall"}],
])
def test_an_edit_after_one_that_breaks_the_document_is_refused(edits: Any) -> None:
    with pytest.raises(tohit.NotationError):
        tohit.apply(tohit.loads(json.dumps(HOSTILE)), edits)


HOSTILE = {
    "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 8, "rows": 8},
    "minis": [{"name": "Archer", "side": "red", "at": "C4"}, {"name": "Orc", "side": "blue", "at": "G4"}],
    "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged"},
}


def outcome(question: tohit.Question, edits: list[Any]) -> Any:
    try:
        return tohit.apply(question, edits)
    except (tohit.NotationError, tohit.SceneError) as error:
        return error.sentence("en")


@given(mini=st.sampled_from(["Archer", "Orc", "Wolf", "Nobody", "", 7, None, ["Orc"]]), key=st.sampled_from(["at", "facing"]),
       value=st.sampled_from(["C4", "D7", "E5", "G4", "A1", "H8", "J9", "C0", "c4", "N", "NE", "SW", "X", "", None, 3, ["C4"], {}]))
def test_a_drag_is_read_alone_and_makes_what_the_whole_reading_makes(mini: Any, key: str, value: Any) -> None:
    question = tohit.loads(TEXT)
    edit = {"n": 1, "gesture": 1, "done": False, "mini": mini, key: value}
    assert outcome(question, [edit]) == outcome(question, [edit, {"path": "title", "value": ""}])
