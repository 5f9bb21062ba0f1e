"""The grid board: its scene, what it does alone in a cell, and how much one gesture costs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from traitlets import TraitError

import tohit
from tohit.core.errors import SceneError
from tohit.widgets import GridBoard, draw, table
from tohit.words import words

FOLDER = Path(draw.__file__).parent
MINIS = [
    {"name": "Archer", "side": "red", "at": "C4", "facing": "E"},
    {"name": "Orc", "side": "blue", "at": "G4", "facing": "W"},
]
DOCUMENT = {
    "format": "tohit/1",
    "rules": "coup-de-grace",
    "board": {
        "columns": 8,
        "rows": 6,
        "terrain": [
            {"at": ["E4", "E5"], "kind": "wall", "name": "Rock"},
            {"at": "F5", "kind": "light", "controlled_by": "red"},
        ],
    },
    "minis": [{**MINIS[0], "stats": {}}, {**MINIS[1], "stats": {"hp": 0}}],
    "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": 6}},
}


@pytest.fixture
def board():
    return GridBoard(columns=8, rows=5, minis=MINIS, attacker="Archer", target="Orc")


@pytest.fixture
def question():
    return tohit.loads(json.dumps(DOCUMENT))


def act(board, *edits):
    numbered = [
        {"n": board.applied + 1 + index, "gesture": 1, "done": True, **edit}
        for index, edit in enumerate(edits)
    ]
    board.set_state({"edit": {"edits": numbered}})


def place(board, name="Archer"):
    return next(mini["at"] for mini in board.scene["minis"] if mini["name"] == name)


def test_the_docstring_example():
    board = GridBoard(columns=8, rows=6, minis=[{"name": "Archer", "side": "red", "at": "B2"}])
    assert board.scene["minis"][0]["facing"] == "N"


@pytest.mark.parametrize(
    ("edit", "key", "value"),
    [
        (
            {"mini": "Archer", "at": "A1"},
            "minis",
            [{**MINIS[0], "at": "A1", "downed": False}, {**MINIS[1], "downed": False}],
        ),
        ({"square": "B2", "terrain": "wall"}, "terrain", [{"squares": ["B2"], "kind": "wall"}]),
        ({"square": "B2", "terrain": "light", "controlled_by": "red"}, "terrain",
         [{"squares": ["B2"], "kind": "light", "controlled_by": "red"}]),
        ({"attacker": "Orc"}, "target", "Archer"),
        ({"target": "Archer"}, "attacker", "Orc"),
    ],
)
def test_alone_it_changes_its_own_scene(board, edit, key, value):
    act(board, edit)
    assert board.scene[key] == value
    assert board.refused == {}


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"mini": "Archer", "at": "G4"}, "Orc cannot stand on G4, Archer is there; allowed: a free square."),
        ({"mini": "Archer", "at": "I1"}, "I1 is off the board; allowed: A1 to H5."),
        ({"mini": "Archer", "at": "nowhere"}, "nowhere is off the board; allowed: A1 to H5."),
        ({"mini": "Elf", "at": "A1"}, "There is no mini called Elf."),
        ({"attacker": "Elf"}, "There is no mini called Elf."),
        ({"mini": "Archer", "facing": "UP"}, "got UP; allowed: N, NE, E, SE, S, SW, W, NW."),
        (
            {"square": "C4", "terrain": "wall"},
            "Archer cannot stand on C4, a wall is there; allowed: a square without a wall.",
        ),
        ({"square": "C4", "terrain": "lava"}, "got lava; allowed: wall, light, heavy."),
        ({"distance": 4}, "A board without rules knows only minis, terrain, attacker and target."),
        ({"undo": True}, "There is nothing to undo."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(board, edit, text):
    before = board.scene
    act(board, edit)
    assert board.scene == before
    assert board.refused["text"] == text


def test_a_message_is_accepted_as_a_whole_or_not_at_all(board):
    act(board, {"mini": "Archer", "at": "A1"}, {"mini": "Archer", "at": "G4"})
    assert place(board) == "C4"


def test_a_gesture_is_one_step_back_and_cancelling_leaves_no_step(board):
    for square in ("A1", "A2", "A3"):
        act(board, {"mini": "Archer", "at": square, "gesture": 5, "done": False})
    act(board, {"mini": "Archer", "at": "B3", "gesture": 6, "done": False}, {"cancel": True, "gesture": 6})
    assert place(board) == "A3"
    act(board, {"undo": True})
    assert place(board) == "C4"
    act(board, {"redo": True})
    assert place(board) == "A3"


def test_one_step_of_a_drag_is_one_message(board, record):
    sent = record(board)
    act(board, {"mini": "Archer", "at": "D4", "done": False})
    assert len(sent) == 1
    assert set(sent[0]["state"]) == {"scene", "applied"}


def test_a_refused_step_sends_no_scene(board, record):
    sent = record(board)
    act(board, {"mini": "Archer", "at": "G4"})
    assert [set(message["state"]) for message in sent] == [{"applied", "refused"}]


def test_a_scene_from_the_browser_is_dropped(board, record):
    before, sent = board.scene, record(board)
    board.set_state({"scene": {"columns": 3}, "lit": ["Orc"]})
    assert (board.scene, board.lit) == (before, [])
    assert sent == [
        {
            "model": board.model_id,
            "method": "update",
            "state": {"scene": before, "lit": []},
            "buffer_paths": [],
        }
    ]


def test_the_tool_in_hand_may_come_from_the_browser_but_only_one_that_exists(board, record):
    board.set_state({"tool": "wall"})
    sent = record(board)
    board.set_state({"tool": "flood"})
    assert board.tool == "wall"
    assert sent[-1]["state"] == {"tool": "wall"}


def test_on_a_page_only_the_page_decides(board):
    seen = []
    board.on_edits(seen.extend)
    act(board, {"mini": "Archer", "at": "A1"})
    assert place(board) == "C4"
    assert seen[0]["at"] == "A1"


@pytest.mark.parametrize(
    "scene", [{"columns": 0}, {"columns": 61}, {"rows": True}, {"rows": 2.5}, {"colour": "red"}, None, [1]]
)
def test_an_impossible_scene_is_refused(board, scene):
    before = board.scene
    with pytest.raises(TraitError):
        board.scene = scene
    assert board.scene == before


@pytest.mark.parametrize(
    "settings",
    [
        {"minis": [{"name": "A", "side": "x", "at": "Z9"}]},
        {"minis": [{"name": "A", "side": "x", "at": "A1"}, {"name": "B", "side": "x", "at": "A1"}]},
        {"minis": [{"name": "C5", "side": "x", "at": "A1"}]},
        {"minis": MINIS, "target": "Elf"},
        {"terrain": [{"squares": ["Z9"], "kind": "wall"}]},
    ],
)
def test_a_board_that_cannot_be_is_not_made(settings):
    with pytest.raises(SceneError):
        GridBoard(columns=8, rows=5, **settings)


def test_unknown_settings_are_refused():
    with pytest.raises(TypeError, match="no setting 'colums'"):
        GridBoard(colums=8)


def test_with_a_question_the_rules_measure(question):
    board = GridBoard(question)
    assert board.scene["facings"] == 4
    act(board, {"mini": "Archer", "facing": "NE"})
    assert board.refused["text"].endswith("allowed: N, E, S, W.")
    act(board, {"mini": "Archer", "at": "C5"})
    assert board.question.attacker.at == (4, 2)
    act(board, {"undo": True})
    assert board.question == question


def test_the_label_is_the_answer_in_the_readers_language(question):
    board = GridBoard(question)
    assert board.scene["label"] == "not allowed"  # the rock is in the way
    act(board, {"square": "E4", "terrain": None})
    chance = tohit.evaluate(board.question).chance
    assert board.scene["label"] == f"{int(chance * 6)} in 6"
    board.lang = "fr"
    assert board.scene["label"] == f"{int(chance * 6)} sur 6"


def test_a_question_is_drawn_whole(question):
    scene = draw.scene(question, "2 in 6")
    assert scene["sight"] == {"clear": False, "from": "C4", "to": "G4", "blockers": ["E4"]}
    assert scene["terrain"][1] == {"squares": ["F5"], "kind": "light", "name": "", "controlled_by": "red"}
    assert [mini["downed"] for mini in scene["minis"]] == [False, True]
    assert {"D4", "E6", "H1", "D2"} - set(scene["arc"]) == {"D2"}
    assert {"C4", "B4", "C5"} & set(scene["arc"]) == set()


def test_steps_keep_their_value_when_one_of_several_edits_fails():
    steps = table.Steps(0, lambda value, edit: value + edit["add"] if edit["add"] else int("x"))
    steps.take([{"n": 1, "add": 2}])
    with pytest.raises(ValueError, match="invalid literal"):
        steps.take([{"n": 2, "add": 3}, {"n": 3, "add": 0}])
    steps.take([{"n": 4, "undo": True}])
    assert steps.value == 0


def test_every_text_that_the_modules_ask_for_exists():
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("board*.mjs"))
    keys = set(re.findall(r'"(board\.[a-z_.]+[a-z])"', source))
    families = {key.removesuffix(".") for key in re.findall(r"`(board\.[a-z_.]+)\$", source)}
    for lang in ("en", "fr"):
        known = set(words(lang).starting("board."))
        assert keys <= known
        assert all(any(key.startswith(f"{family}") for key in known) for family in families)


def test_both_languages_have_the_same_texts_with_the_same_fields():
    texts = [words(lang).starting("board.", "panel.") for lang in ("en", "fr")]
    assert set(texts[0]) == set(texts[1])
    for key, text in texts[0].items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", texts[1][key])), key
