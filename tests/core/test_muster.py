"""Who is on the table, and how large it is: each edit does what it says, and what cannot be says why in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tohit

DOCUMENT = {
    "format": "tohit/1", "rules": "coup-de-grace",
    "board": {"columns": 8, "rows": 8, "terrain": [{"at": ["E5", "E6"], "kind": "wall", "name": "Rock"},
                                                   {"at": "A1", "kind": "light", "controlled_by": "Wolf"}]},
    "minis": [
        {"name": "Archer", "side": "red", "at": "C4", "facing": "E", "stats": {"hp": 2}},
        {"name": "Orc", "side": "blue", "at": "G4", "facing": "W", "stats": {"defence": 5}},
        {"name": "Wolf", "side": "blue", "at": "H8"},
    ],
    "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged"},
}


@pytest.fixture
def question() -> tohit.Question:
    return tohit.loads(json.dumps(DOCUMENT))


def names(question: tohit.Question) -> list[str]:
    return [mini.name for mini in question.scene.minis]


def test_a_mini_is_added_on_a_square_or_on_the_nearest_free_one(question: tohit.Question) -> None:
    here = tohit.apply(question, [{"add": "B2"}]).scene.minis[-1]
    assert (here.name, here.side, here.at, here.stats) == ("Mini 2", "blue", (1, 1), question.scene.mini("Wolf").stats)
    told = tohit.apply(question, [{"add": "B2", "name": "Guard", "side": "red"}]).scene.mini("Guard")
    assert (told.side, told.at) == ("red", (1, 1))
    twin = tohit.apply(question, [{"add": None, "like": "Orc"}, {"add": None, "like": "Orc"}])
    assert names(twin)[-2:] == ["Orc 2", "Orc 3"]
    assert [twin.scene.mini(name).at for name in ("Orc 2", "Orc 3")] == [(2, 6), (3, 5)]
    assert twin.scene.mini("Orc 3").stats.defence == 5
    assert twin.scene.mini("Orc 3").facing == question.target.facing


def test_a_full_board_takes_nobody_more(question: tohit.Question) -> None:
    small = tohit.loads(json.dumps({
        **DOCUMENT, "board": {"columns": 2, "rows": 1},
        "minis": [{"name": "A", "side": "red", "at": "A1"}, {"name": "B", "side": "blue", "at": "B1"}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee"},
    }))
    with pytest.raises(tohit.SceneError, match="the board is full"):
        tohit.apply(small, [{"add": None, "like": "B"}])


def test_a_name_is_changed_wherever_it_stands(question: tohit.Question) -> None:
    changed = tohit.apply(question, [{"mini": "Orc", "name": "Big Orc"}, {"mini": "Wolf", "name": "Fenris"}])
    assert changed.attack.target == "Big Orc"
    assert [piece.controlled_by for piece in changed.scene.grid.terrain] == ["", "Fenris"]
    arc = tohit.loads(json.dumps({
        **DOCUMENT, "rules": "dark-age", "minis": [{"name": name, "side": side, "at": at} for name, side, at in
                                                   (("Archer", "red", "C4"), ("Orc", "blue", "C5"), ("Wolf", "blue", "C3"))],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "arc", "weapon": {"pu": 4}, "options": {"order": ["Wolf", "Orc"]}},
    }))
    assert tohit.apply(arc, [{"mini": "Wolf", "name": "Fenris"}]).attack.options.order == ("Fenris", "Orc")
    assert tohit.apply(arc, [{"mini": "Wolf", "remove": True}]).attack.options.order == ("Orc",)


def test_a_mini_changes_sides_falls_and_gets_up(question: tohit.Question) -> None:
    changed = tohit.apply(question, [{"mini": "Wolf", "side": "red"}, {"mini": "Orc", "downed": True}])
    assert changed.scene.mini("Wolf").side == "red"
    assert changed.target.stats.hp == 0
    assert tohit.apply(changed, [{"mini": "Orc", "downed": False}]).target.stats.hp == 1


def test_a_mini_that_leaves_controls_nothing_any_more(question: tohit.Question) -> None:
    gone = tohit.apply(question, [{"mini": "Wolf", "remove": True}])
    assert names(gone) == ["Archer", "Orc"]
    assert [piece.controlled_by for piece in gone.scene.grid.terrain] == ["", ""]


def test_clearing_leaves_attacker_and_target(question: tohit.Question) -> None:
    assert tohit.apply(question, [{"clear": "terrain"}]).scene.grid.terrain == ()
    bare = tohit.apply(question, [{"clear": "board"}])
    assert (names(bare), bare.scene.grid.terrain) == (["Archer", "Orc"], ())
    assert len(tohit.apply(question, [{"clear": "minis"}]).scene.grid.terrain) == 2


def test_the_board_grows_and_shrinks_as_far_as_nothing_falls_off(question: tohit.Question) -> None:
    grown = tohit.apply(question, [{"board": {"columns": 60, "rows": 9}}]).scene.grid
    assert (grown.columns, grown.rows) == (60, 9)
    with pytest.raises(tohit.SceneError, match=r"Wolf at H8 would fall off a board of 7 × 8") as refused:
        tohit.apply(question, [{"board": {"columns": 7}}])
    assert "Wolf en H8 tomberait" in refused.value.sentence("fr")
    with pytest.raises(tohit.SceneError, match=r"Orc at G4, Wolf at H8, Rock at E5, Rock at E6 would"):
        tohit.apply(question, [{"board": {"columns": 4, "rows": 8}}])


def test_a_stroke_with_an_owner_makes_a_piece_of_that_owner(question: tohit.Question) -> None:
    edits = [{"square": square, "terrain": "light", "controlled_by": "red"} for square in ("B7", "B8")]
    painted = tohit.apply(question, [*edits, {"square": "B6", "terrain": "light"}])
    pieces = {piece.controlled_by: len(piece.squares) for piece in painted.scene.grid.terrain if piece.kind == "light"}
    assert pieces == {"red": 2, "": 1, "Wolf": 1}


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"mini": "Archer", "remove": True}, "Archer must stay, because it attacks"),
    ({"mini": "Orc", "remove": True}, "Orc must stay, because it is the target"),
    ({"mini": "Nobody", "remove": True}, 'got "Nobody"; allowed: Archer, Orc, Wolf'),
    ({"mini": "Wolf", "remove": False}, "got false; allowed: true"),
    ({"mini": "Wolf", "name": "Orc"}, "the name “Orc” is taken"),
    ({"mini": "Wolf", "name": "C5"}, "reads as a square"),
    ({"mini": "Wolf", "name": ""}, "a text of 1 to 40 characters"),
    ({"mini": "Wolf", "name": None}, "a text of 1 to 40 characters"),
    ({"mini": "Wolf", "side": None}, "a text of 0 to 80 characters"),
    ({"mini": "Wolf", "downed": 1}, "got 1; allowed: true or false"),
    ({"add": "E5"}, "Mini 2 cannot stand on E5, Rock is there"),
    ({"add": "D4", "like": "Orc"}, "Orc 2 cannot stand on D4, Archer is there"),
    ({"add": "I9"}, "I9 is off the board"),
    ({"add": 5}, "a square such as C5"),
    ({"add": None, "name": "Orc"}, "the name “Orc” is taken"),
    ({"add": None, "like": "Nobody"}, 'got "Nobody"; allowed: Archer, Orc, Wolf'),
    ({"board": {"columns": 61}}, "a whole number from 1 to 60"),
    ({"board": {"columns": True}}, "a whole number from 1 to 60"),
    ({"board": {"terrain": []}}, "an object with columns, rows"),
    ({"board": 5}, "an object with columns, rows"),
    ({"clear": "everything"}, "allowed: terrain, minis, board"),
    ({"clear": ["terrain"]}, "allowed: terrain, minis, board"),
    ({"square": "C5", "terrain": "light", "controlled_by": 5}, "a text of 0 to 80 characters"),
    ({"terrain": "light", "controlled_by": "red"}, "a mini's at, facing"),
]


@pytest.mark.parametrize(("edit", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_both_languages_and_changes_nothing(
    question: tohit.Question, edit: dict[str, Any], sentence: str
) -> None:
    before = tohit.dumps(question)
    with pytest.raises((tohit.NotationError, tohit.SceneError)) as refused:
        tohit.apply(question, [{"mini": "Archer", "at": "D4"}, edit])
    assert sentence in refused.value.sentence("en")
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    assert tohit.dumps(question) == before


def test_the_last_two_minis_stay(question: tohit.Question) -> None:
    two = tohit.apply(question, [{"mini": "Wolf", "remove": True}])
    with pytest.raises(tohit.SceneError, match="an attack takes two minis; add another one first"):
        tohit.apply(two, [{"mini": "Orc", "remove": True}])


def test_a_system_without_hit_points_says_that_nobody_falls() -> None:
    plain = {**DOCUMENT, "rules": "semiautomagic", "minis": [{"name": name, "side": name, "at": at} for name, at in
                                                            (("Archer", "C4"), ("Orc", "G4"))]}
    with pytest.raises(tohit.NotationError, match=r"minis\[1\]\.stats\.hp: this key is not known"):
        tohit.apply(tohit.loads(json.dumps(plain)), [{"mini": "Orc", "downed": True}])
