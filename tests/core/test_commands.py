"""Commands: a line is an edit and an edit is a line, in both languages; what is no command says what is allowed."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tohit
from tohit.core import commands
from tohit.core.geometry import FACINGS, parse_square
from tohit.core.history import merged
from tohit.words import LANGUAGES

STRANGE = ["Archer", "Big Orc", "Orc 2", "wall", "A to B5", "copy", "hp", "PV", "undo", "x", "Élan d’or", 'the "One"', "a\\b", "7", "red",
           "Archer face", "on C5", " lead", "two  spaces", "<script>", "弓兵"]


def scene(names: list[str]) -> tohit.Question:
    minis = [{"name": name, "side": "red", "at": f"{chr(65 + place % 8)}{1 + place // 8}"} for place, name in enumerate(names)]
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 8, "rows": 8}, "minis": minis,
        "attack": {"attacker": names[0], "target": names[1], "mode": "melee"},
    }))


QUESTION = scene(STRANGE)


@pytest.mark.parametrize(("line", "edits"), [
    ("Archer to C5", [{"mini": "Archer", "at": "C5"}]),
    ("archer vers c5", [{"mini": "Archer", "at": "C5"}]),
    ("Archer off", [{"mini": "Archer", "at": None}]),
    ("Archer face NE", [{"mini": "Archer", "facing": "NE"}]),
    ("Archer regarde so", [{"mini": "Archer", "facing": "SW"}]),
    ("Archer attack Big Orc", [{"attacker": "Archer"}, {"target": "Big Orc"}]),
    ("Orc 2 attaque archer", [{"attacker": "Orc 2"}, {"target": "Archer"}]),
    ("wall D4, d5 D6", [{"square": square, "terrain": "wall"} for square in ("D4", "D5", "D6")]),
    ("leger D4 pour red", [{"square": "D4", "terrain": "light", "controlled_by": "red"}]),
    ("effacer D4", [{"square": "D4", "terrain": None}]),
    ("give D4 to Big Orc", [{"square": "D4", "controlled_by": "Big Orc"}]),
    ("libérer D4", [{"square": "D4", "controlled_by": None}]),
    ("undo", [{"undo": True}]),
    ("retablir", [{"redo": True}]),
    ("étape 12", [{"step": 12}]),
    ("distance 2,5", [{"distance": 2.5}]),
    ("Archer defence 5", [{"mini": "Archer", "stats": {"defence": 5}}]),
    ("Archer Valeur de Défense 5", [{"mini": "Archer", "stats": {"defence": 5}}]),
    ('Archer abilities ["elf"]', [{"mini": "Archer", "stats": {"abilities": ["elf"]}}]),
    ("add", [{"add": None}]),
    ("add on C5", [{"add": "C5"}]),
    ("add Guard 9 on C5 for the blue", [{"add": "C5", "name": "Guard 9", "side": "the blue"}]),
    ("copier Orc 2 vers C5 comme Grand Orc", [{"add": "C5", "like": "Orc 2", "name": "Grand Orc"}]),
    ('rename "copy" to Kopie', [{"mini": "copy", "name": "Kopie"}]),
    ("Archer down", [{"mini": "Archer", "downed": True}]),
    ("Archer debout", [{"mini": "Archer", "downed": False}]),
    ("Archer camp bleu", [{"mini": "Archer", "side": "bleu"}]),
    ("board 9x7", [{"board": {"columns": 9, "rows": 7}}]),
    ("plateau 9 × 7", [{"board": {"columns": 9, "rows": 7}}]),
    ("vider decor", [{"clear": "terrain"}]),
    ("mode ranged", [{"path": "attack.mode", "value": "ranged"}]),
    ("attaques 3", [{"path": "attack.attacks", "value": 3}]),
    ("set rulings.distance 5-10-5", [{"path": "rulings.distance", "value": "5-10-5"}]),
    ("set attack.options.magic true", [{"path": "attack.options.magic", "value": True}]),
    ("reset rulings.distance", [{"path": "rulings.distance", "value": None}]),
    ("scenario new", [{"scenario": "new"}]),
    ("help", []),
])
def test_a_line_is_read_in_either_language(line: str, edits: list[dict[str, Any]]) -> None:
    assert commands.parse(QUESTION, line) == edits


@pytest.mark.parametrize(("line", "sentence"), [
    ("fly C5", "“fly C5” is no command; allowed: Archer to C5, Archer attack 弓兵, wall D4, undo; “help” lists them all."),
    ("Archr to C5", "there is no mini called “Archr”; allowed: Archer, Big Orc, Orc 2, wall,"),
    ("Archer to", "is no command; allowed:"),
    ("Archer morale 5", "is no command; allowed:"),
    ("", "is no command; allowed:"),
    ("x" * 900, "x…” is no command"),
])
def test_what_is_no_command_says_what_is_allowed(line: str, sentence: str) -> None:
    with pytest.raises(tohit.NotationError) as refused:
        commands.parse(QUESTION, line)
    assert sentence in refused.value.sentence("en")
    assert refused.value.sentence("fr") != refused.value.sentence("en")


NAMES = st.sampled_from(STRANGE)
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12).filter(lambda text: parse_square(text) is None)
SQUARES = st.builds("{}{}".format, st.sampled_from(["A", "H", "Z", "AA", "BH"]), st.integers(1, 60))
VALUES = st.none() | st.booleans() | st.integers(-999, 999) | st.floats(0, 9, width=16) | st.sampled_from(["D6", "-1/0", "5-10-5", "true", "12", "", " ", '"', "[x"]) | st.lists(st.sampled_from(["elf", "orc"]), max_size=3)
PATHS = st.sampled_from(["title", "attack.mode", "attack.attacks", "rulings.distance", "minis[0].stats.hp", "attack.overrides.modifiers[0].attack"])
EDITS = st.one_of(
    st.fixed_dictionaries({"mini": NAMES, "at": SQUARES | st.none()}),
    st.fixed_dictionaries({"mini": NAMES, "facing": st.sampled_from(FACINGS)}),
    st.fixed_dictionaries({"mini": NAMES, "stats": st.builds(lambda key, value: {key: value},
                           st.sampled_from(["defence", "hp", "max_hp", "abilities"]), VALUES)}),
    st.fixed_dictionaries({"mini": NAMES, "name": TEXTS}), st.fixed_dictionaries({"mini": NAMES, "side": TEXTS | st.just("")}),
    st.fixed_dictionaries({"mini": NAMES, "downed": st.booleans()}), st.fixed_dictionaries({"mini": NAMES, "remove": st.just(True)}),
    st.fixed_dictionaries({"add": SQUARES | st.none()}, optional={"name": TEXTS, "side": TEXTS}),
    st.fixed_dictionaries({"add": SQUARES | st.none(), "like": NAMES}, optional={"name": TEXTS}),
    st.fixed_dictionaries({"square": SQUARES, "terrain": st.sampled_from(["wall", "light", "heavy"])}, optional={"controlled_by": TEXTS}),
    st.fixed_dictionaries({"square": SQUARES, "terrain": st.none()}),
    st.fixed_dictionaries({"square": SQUARES, "controlled_by": TEXTS | st.none()}),
    st.fixed_dictionaries({"attacker": NAMES}), st.fixed_dictionaries({"target": NAMES}),
    st.fixed_dictionaries({"path": PATHS, "value": VALUES}), st.fixed_dictionaries({"path": PATHS, "none": st.just(True)}),
    st.fixed_dictionaries({"distance": st.integers(0, 9999) | st.sampled_from([2.5, 0.125])}),
    st.fixed_dictionaries({"board": st.fixed_dictionaries({}, optional={"columns": st.integers(1, 60), "rows": st.integers(1, 60)}).filter(len)}),
    st.fixed_dictionaries({"clear": st.sampled_from(["terrain", "minis", "board"])}),
    st.sampled_from([{"undo": True}, {"redo": True}, {"step": 7}, {"scenario": "surrounded"}]),
)


@given(edit=EDITS, language=st.sampled_from(LANGUAGES))
@settings(max_examples=600, derandomize=True, deadline=None)
def test_an_edit_is_said_and_read_again_in_every_language(edit: dict[str, Any], language: str) -> None:
    """Edit -> command -> edit -> command, with names that read like commands."""
    [line] = commands.say([edit], QUESTION, language)
    assert commands.parse(QUESTION, line) == [edit]
    assert commands.say(commands.parse(QUESTION, line), QUESTION, language) == [line]


def test_several_changes_are_several_lines_and_a_stroke_is_one() -> None:
    stroke = [{"square": square, "terrain": "light", "controlled_by": "red"} for square in ("D4", "D5")]
    said = commands.say([*stroke, {"square": "D6", "terrain": "light"}, {"mini": "Archer", "at": "C5", "facing": "N", "stats": {"hp": 2}}],
                        QUESTION)
    assert said == ["light D4 D5 for red", "light D6", "Archer to C5", "Archer face N", '"Archer" hp 2'.replace('"', "")]


def test_a_drag_is_merged_to_its_last_square() -> None:
    way = tuple({"mini": "Archer", "at": square} for square in ("C5", "C6", "C7"))
    assert merged(way) == way[-1:]
    paint = ({"square": "A1", "terrain": "wall"}, {"square": "A2", "terrain": "wall"}, {"square": "A1", "terrain": None})
    assert merged(paint) == paint[1:]
    news = ({"add": None}, {"add": None})
    assert merged(news) == news


def test_the_public_call_takes_all_lines_or_none() -> None:
    question = scene(["Archer", "Orc"])
    changed = tohit.command(question, "Archer to C5\n\nOrc regarde S\nwall D4 D5\nadd Guard on E5 for red\nGuard defence 5")
    assert (changed.attacker.at, changed.target.facing, changed.scene.mini("Guard").stats.defence) == ((4, 2), 4, 5)
    assert tohit.command(question, "distance 1").attacker.at == (0, 0)
    assert tohit.command(question, f"open {tohit.link(changed)}") == changed
    with pytest.raises(tohit.SceneError, match=r"line 3: Orc cannot stand on C5, Archer is there"):
        tohit.command(question, "Archer to C5\n\nOrc to C5")
    with pytest.raises(tohit.NotationError, match="“undo” works only on a page"):
        tohit.command(question, "undo")
    with pytest.raises(tohit.NotationError, match="201 lines are too many; allowed: at most 200"):
        tohit.command(question, "undo\n" * 201)
    with pytest.raises(tohit.NotationError, match="1001 characters is too long"):
        tohit.command(question, "y" * 1001)
    with pytest.raises(tohit.SceneError, match="cannot attack itself"):
        tohit.command(question, "Orc attack Orc")


@pytest.mark.parametrize("line", ["copy " + "a " * 490, "add " + "on for " * 140, "x" + " hp" * 330, "set title " + "[" * 980, "copy " + "a{" * 100_000])
def test_a_line_made_to_be_slow_is_refused_at_once(line: str) -> None:
    begun = time.process_time()
    with pytest.raises(tohit.NotationError):
        tohit.command(QUESTION, line)
    assert time.process_time() - begun < 1


def test_a_mini_in_a_path_is_said_by_its_name() -> None:
    edit = {"n": 3, "gesture": 9, "done": True, "path": "minis[1].stats.hp", "value": 2}
    assert commands.plain(QUESTION, edit) == {"mini": "Big Orc", "stats": {"hp": 2}}
    assert commands.plain(QUESTION, {"path": "minis[1].stats.hp", "value": None}) == {"path": "minis[1].stats.hp", "value": None}
