"""Every refusal of the scenario format: one sentence with the place, what came and what is allowed, in each language."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import tohit
from tohit.core import limits
from tohit.core.errors import TohitError

DOCUMENT: dict[str, Any] = {
    "format": "tohit/1", "rules": "coup-de-grace", "title": "Trial", "rulings": {"shield": "2"},
    "board": {"columns": 8, "rows": 8, "terrain": [
        {"at": ["E5", "E6"], "kind": "wall", "name": "Rock"}, {"at": "F5", "kind": "light", "controlled_by": "red"},
    ]},
    "minis": [
        {"name": "Archer", "side": "red", "at": "C4", "facing": "E", "stats": {"defence": 3, "hp": 3, "abilities": ["human"]}},
        {"name": "Orc", "side": "blue", "at": "G4", "facing": "W", "stats": {}},
        {"name": "Spare", "side": "blue", "at": None},
    ],
    "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": 6}, "attacks": 1,
               "options": {"magic": True}, "overrides": {"modifiers": [{"name": "Mist", "attack": -1}]}},
}
GONE = object()

# where the value goes, the value, the path that the refusal gives, what came (None: the path says it all), what is allowed
REFUSED: list[tuple[str, Any, str, str | None, str]] = [
    # unknown and missing keys
    ("weather", "fog", "weather", None, "title, rulings, board, minis, attack"),
    ("board.depth", 3, "board.depth", None, "columns, rows, terrain"),
    ("board.terrain.1.height", 2, "board.terrain[1].height", None, "at, kind, name, controlled_by"),
    ("minis.1.stats.morale", 3, "minis[1].stats.morale", None, "defence, hp, max_hp, abilities"),
    ("attack.weapon.die", 6, "attack.weapon.die", None, "increment, reach, abilities"),
    ("attack.options.aimed", True, "attack.options.aimed", None, "magic"),
    ("attack.overrides.height", 1, "attack.overrides.height", None, "distance, cover"),
    ("attack.overrides.modifiers.0.defence", 1, "attack.overrides.modifiers[0].defence", None, "name, attack"),
    ("rulings.naturals", "none", "rulings.naturals", None, "adjacency"),
    *((place, GONE, place.replace(".0", "[0]").replace(".1", "[1]"), None, "") for place in (
        "minis", "attack", "attack.attacker", "attack.target", "attack.mode", "minis.0.name", "minis.1.side",
        "board.columns", "board.rows", "board.terrain.0.at", "board.terrain.0.kind", "attack.overrides.modifiers.0.name",
    )),
    ("format", GONE, "format", "null", "tohit/1"),
    ("rules", GONE, "rules", "null", "coup-de-grace"),
    # wrong types
    ("minis", {}, "minis", "{}", "a list"),
    ("minis.0", 7, "minis[0]", "7", "an object"),
    ("minis.0.name", 7, "minis[0].name", "7", "1 to 40 characters"),
    ("minis.0.at", 45, "minis[0].at", "45", "a square such as C5"),
    ("minis.0.stats.hp", True, "minis[0].stats.hp", "true", "from 0 to 999"),
    ("minis.0.stats.hp", "3", "minis[0].stats.hp", '"3"', "from 0 to 999"),
    ("minis.0.stats.hp", 3.0, "minis[0].stats.hp", "3.0", "from 0 to 999"),
    ("minis.0.stats.hp", None, "minis[0].stats.hp", "null", "from 0 to 999"),
    ("minis.0.stats.abilities", "human", "minis[0].stats.abilities", '"human"', "a list of"),
    ("board", [], "board", "[]", "columns, rows, terrain"),
    ("attack", None, "attack", "null", "attacker, target"),
    ("attack.options.magic", 1, "attack.options.magic", "1", "true or false"),
    ("attack.overrides.line_of_sight", "clear", "attack.overrides.line_of_sight", '"clear"', "true or false"),
    ("attack.overrides.distance", True, "attack.overrides.distance", "true", "0 to 10000"),
    ("rulings.shield", 2, "rulings.shield", "2", "1, 2"),   # ruling values are always strings
    # out of range
    ("minis.0.stats.hp", -1, "minis[0].stats.hp", "-1", "0 to 999"),
    ("minis.0.stats.hp", 1000, "minis[0].stats.hp", "1000", "0 to 999"),
    ("minis.0.stats.defence", -1000, "minis[0].stats.defence", "-1000", "−999 to 999"),
    ("minis.0.stats.defence", 10**199, "minis[0].stats.defence", "1000", "−999 to 999"),
    ("attack.attacks", 0, "attack.attacks", "0", "1 to 1000"),
    ("attack.attacks", 10**5, "attack.attacks", "100000", "1 to 1000"),
    ("attack.attacks", 10**12, "attack.attacks", "1000000000000", "1 to 1000"),
    ("attack.weapon.increment", 0, "attack.weapon.increment", "0", "1 to"),
    ("attack.overrides.distance", -0.5, "attack.overrides.distance", "-0.5", "0 to 10000"),
    ("attack.overrides.distance", 10000.001, "attack.overrides.distance", "10000.001", "0 to 10000"),
    ("attack.overrides.distance", 0.0005, "attack.overrides.distance", "0.0005", "at most 3 decimals"),
    ("attack.overrides.modifiers.0.attack", 1000, "attack.overrides.modifiers[0].attack", "1000", "−999 to 999"),
    ("board.columns", 61, "board.columns", "61", "1 to 60"),
    ("board.rows", 0, "board.rows", "0", "1 to 60"),
    ("title", "t" * 81, "title", "ttt", "0 to 80 characters"),
    ("minis.0.name", "n" * 300, "minis[0].name", "nnn", "1 to 40 characters"),
    ("minis.0.name", "", "minis[0].name", '""', "1 to 40 characters"),
    ("minis.0.side", "s" * 81, "minis[0].side", "sss", "0 to 80 characters"),
    # texts
    ("title", "a\tb", "title", '"a\\tb"', "without control characters"),
    ("title", "a\x7fb", "title", '"a\\u007fb"', "without control characters"),
    ("minis.0.name", "\ud800", "minis[0].name", '"\\ud800"', "without control characters"),
    # choices
    ("minis.0.facing", "NE", "minis[0].facing", '"NE"', "N, E, S, W"),
    ("minis.0.facing", "north", "minis[0].facing", '"north"', "N, E, S, W"),
    ("minis.0.stats.abilities", ["human", "wizard"], "minis[0].stats.abilities[1]", '"wizard"', "beastman, drow"),
    ("board.terrain.0.kind", "lava", "board.terrain[0].kind", '"lava"', "wall, light, heavy"),
    ("attack.mode", "magic", "attack.mode", '"magic"', "melee, ranged"),
    ("attack.overrides.cover", "soft", "attack.overrides.cover", '"soft"', "none, light, heavy"),
    ("rulings.adjacency", "hex", "rulings.adjacency", '"hex"', "edge, king"),
    ("rules", "chess", "rules", '"chess"', "coup-de-grace"),
    ("rules", ["coup-de-grace"], "rules", '["coup-de-grace"]', "coup-de-grace"),
    # the scene
    ("minis.1.name", "Archer", "minis[1].name", "“Archer”", "each name once"),
    ("minis.1.name", "E5", "minis[1].name", "“E5”", "not a square"),
    ("minis.1.at", "C4", "minis[1].at", "C4, Archer", "a free square"),
    ("minis.1.at", "E6", "minis[1].at", "E6, Rock", "a square without a wall"),
    ("minis.1.at", "Z9", "minis[1].at", "Z9", "A1 to H8"),
    ("minis.1.at", "A9", "minis[1].at", "A9", "A1 to H8"),
    ("minis.1.at", "c4", "minis[1].at", '"c4"', "a square such as C5"),
    ("minis.1.at", "C04", "minis[1].at", '"C04"', "a square such as C5"),
    ("minis.1.at", "BI1", "minis[1].at", '"BI1"', "a square such as C5"),
    ("board.terrain.1.at", "I1", "board.terrain[1].at", "I1", "A1 to H8"),
    ("board.terrain.0.at", ["E5", 6], "board.terrain[0].at[1]", "6", "a square such as C5"),
    ("minis.1.at", None, "minis[1].at", "Orc", "a free square"),
    ("attack.target", "Spare", "minis[2].at", "Spare", "a free square"),
    ("attack.target", "Archer", "attack.target", "Archer", "any other mini"),
    ("attack.target", "Nobody", "attack.target", '"Nobody"', "Archer, Orc, Spare"),
    ("attack.attacker", "archer", "attack.attacker", '"archer"', "Archer, Orc, Spare"),
    ("minis", [], "attack.attacker", '"Archer"', ""),
]


def changed(place: str, value: Any) -> dict[str, Any]:
    """The document with one value put in, or taken out."""
    document = copy.deepcopy(DOCUMENT)
    *way, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    holder: Any = document
    for step in way:
        holder = holder[step]
    if value is GONE:
        del holder[last]
    else:
        holder[last] = value
    return document


def test_the_document_itself_is_legal() -> None:
    assert tohit.evaluate(tohit.loads(json.dumps(DOCUMENT))).allowed


@pytest.mark.parametrize(("place", "value", "path", "came", "allowed"), REFUSED, ids=[f"{row[2]}-{index}" for index, row in enumerate(REFUSED)])
def test_refusal(place: str, value: Any, path: str, came: str | None, allowed: str) -> None:
    with pytest.raises((tohit.NotationError, tohit.SceneError)) as refused:
        tohit.loads(json.dumps(changed(place, value)))
    error = refused.value
    assert isinstance(error, TohitError) and isinstance(error, ValueError)
    assert error.path == path
    english, french = error.sentence("en"), error.sentence("fr")
    assert str(error) == english
    assert english != french
    for sentence, word in ((english, "allowed: "), (french, "permis : ")):
        assert sentence.startswith(f"{path}: ")
        assert sentence.count("\n") == 0 and sentence.endswith(".")
        assert word in sentence
        assert len(sentence) < 800
    assert came is None or came in english
    assert allowed in english.partition("allowed: ")[2]


@pytest.mark.parametrize(("mode", "missing"), [
    ("melee", "reach_ok"), ("melee", "facing_ok"), ("ranged", "distance"), ("ranged", "line_of_sight"), ("ranged", "facing_ok"),
])
def test_without_a_board_what_geometry_would_answer_is_asked_by_name(mode: str, missing: str) -> None:
    given = {"distance": 3, "line_of_sight": True, "facing_ok": True, "reach_ok": True}
    document = {key: value for key, value in DOCUMENT.items() if key != "board"}
    document["attack"] = {"attacker": "Archer", "target": "Orc", "mode": mode, "overrides": given}
    assert tohit.evaluate(tohit.loads(json.dumps(document))).allowed
    document["attack"]["overrides"] = {key: value for key, value in given.items() if key != missing}
    with pytest.raises(tohit.NotationError, match=rf"^attack\.overrides\.{missing}: "):
        tohit.loads(json.dumps(document))


@pytest.mark.parametrize(("place", "value"), [
    ("minis.0.stats.hp", 0), ("minis.0.stats.hp", limits.COUNT), ("minis.0.stats.defence", -limits.LEVEL),
    ("minis.0.stats.defence", limits.LEVEL), ("attack.attacks", limits.ATTACKS), ("attack.overrides.distance", limits.DISTANCE),
    ("attack.overrides.distance", 0.001), ("attack.weapon.increment", 1), ("board.columns", limits.BOARD),
    ("board.rows", limits.BOARD), ("title", "t" * limits.TEXT), ("minis.2.name", "n" * limits.NAME),
    ("minis.2.name", "💥 <script>alert(1)</script> {0} العربية"), ("minis.2.side", ""), ("minis.2.name", "e5"), ("title", ""),
])
def test_what_stands_at_the_limit_is_allowed(place: str, value: Any) -> None:
    answer = tohit.evaluate(tohit.loads(json.dumps(changed(place, value))))
    assert 0 <= answer.chance <= 1


def test_a_board_holds_200_minis_and_no_more() -> None:
    crowd = [{"name": f"Mini {index}", "side": "green"} for index in range(limits.MINIS - 3)]
    document = {**DOCUMENT, "minis": [*DOCUMENT["minis"], *crowd]}
    assert len(tohit.loads(json.dumps(document)).scene.minis) == limits.MINIS
    with pytest.raises(tohit.NotationError, match="^minis: .*200"):
        tohit.loads(json.dumps({**document, "minis": [*document["minis"], {"name": "One more", "side": "green"}]}))


def test_the_limits_are_those_of_the_format() -> None:
    assert {name: getattr(limits, name) for name in limits.__all__} == {
        "BOARD": 60, "MINIS": 200, "ATTACKS": 1000, "LEVEL": 999, "COUNT": 999, "SCALE": (-4, 8), "SIDES": (2, 100),
        "DISTANCE": 10_000, "DISTANCE_PLACES": 3, "NAME": 40, "TEXT": 80, "DOCUMENT": 262_144, "CELLS": 30_000, "DEPTH": 16,
        # not the format's, but of what is followed attack by attack
        "STEPS": 600_000, "DUEL_STATES": 4_000, "DUEL_WORK": 40_000_000, "DUEL_ROUNDS": 100, "DUEL_WAYS": 3_000_000,
        "SIMULATED": 10_000_000, "SEED": 2**53 - 1, "SHOWN": 10, "TABLE": 10_000,
    }
