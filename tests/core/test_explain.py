"""The derivation in words: every number of it is the answer's own."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.explain import landing_product

DOCUMENT: dict[str, Any] = {
    "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 9, "rows": 9},
    "minis": [{"name": "Ann", "side": "red", "at": "C3", "stats": {"abilities": ["human"]}},
              {"name": "Bob", "side": "blue", "at": "C4", "stats": {"defence": 6}},
              {"name": "Cid", "side": "red", "at": "B4", "facing": "E"}],
    "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "attacks": 2},
}


def ask(**attack: Any) -> Any:
    return tohit.evaluate(tohit.loads(json.dumps({**DOCUMENT, "attack": {**DOCUMENT["attack"], **attack}})))


def test_steps_lead_from_the_start_to_the_outcomes() -> None:
    assert tohit.explain(ask()) == [
        "Ann strikes Bob",
        "Start: Defence Value 6.",
        "co-ordinated attack bonus +1: 1 ally is adjacent to Bob and faces it.",
        "backstab bonus +1: Bob faces directly away from Ann.",
        "human 0: An attack die showing 1 may be thrown again.",
        "Total, attack roll: +2.",
        "to hit, one d6: needs 4+; faces 4, 5, 6; chance 7/12 (58.3%). Thrown again once when it shows 1.",
        "Damage of exactly 0 HP: 25/144.",
        "Damage of exactly 1 HP: 35/72.",
        "Damage of exactly 2 HP: 49/144.",
        "Average damage: 7/6 HP.",
        "After 2 attacks, downed (0 HP left): 0 (0%).",
        "After 2 attacks, out of action: 0 (0%).",
    ]


def test_french_has_the_same_steps_and_numbers() -> None:
    english, french = tohit.explain(ask()), tohit.explain(ask(), "fr")
    assert len(english) == len(french)
    assert not set(english) & set(french)
    assert "7/12" in french[6] and "58,3\u202f%" in french[6]


def test_a_refused_attack_says_why_and_nothing_else() -> None:
    answer = tohit.evaluate(tohit.apply(ask().question, [{"mini": "Ann", "facing": "S"}]))
    assert tohit.explain(answer) == ["Ann strikes Bob", "Ann does not face Bob; turn it."]
    assert landing_product(answer) == 0


def test_waste_and_impossible_faces_are_told() -> None:
    sure = ask(overrides={"modifiers": [{"name": "Luck", "attack": 7}]})
    assert "Luck +7: Luck: set by hand. (4 of it changes nothing)" in tohit.explain(sure)
    assert any("every roll is enough; faces 1, 2, 3, 4, 5, 6" in step for step in tohit.explain(sure))
    hopeless = ask(overrides={"modifiers": [{"name": "Mud", "attack": -9}]})
    assert any("no roll is enough; faces none; chance 0 (0%)" in step for step in tohit.explain(hopeless))
    assert "Mud −9: Mud: set by hand. (6 of it changes nothing)" in tohit.explain(hopeless)


def test_every_override_stands_in_the_ledger_as_such() -> None:
    given = {"distance": 2.5, "cover": "heavy", "line_of_sight": True, "facing_ok": True, "reach_ok": True,
             "modifiers": [{"name": "Mist", "attack": -1}, {"name": "Nothing", "attack": 0}]}
    answer = ask(overrides=given)
    by_hand = {line.key: line.value for line in answer.ledger if line.key.startswith("override")}
    assert by_hand == {"override-distance": 0, "override-cover": 0, "override-line-of-sight": 0, "override-facing-ok": 0,
                       "override-reach-ok": 0, "override-modifier": 0}
    told = [line["because"] for line in answer.to_dict()["ledger"] if line["key"].startswith("override")]
    assert told == ["distance: 2.5, set by hand.", "cover: heavy, set by hand.", "line of sight: free, set by hand.",
                    "facing: right, set by hand.", "reach: within reach, set by hand.", "Mist: set by hand.", "Nothing: set by hand."]
    french = [line["because"] for line in answer.to_dict("fr")["ledger"] if line["key"].startswith("override")]
    assert french[0] == "distance : 2,5, fixé à la main."


def test_a_line_blocked_by_hand_does_not_name_the_target_as_the_blocker() -> None:
    answer = tohit.evaluate(tohit.apply(ask(mode="ranged").question, [{"path": "attack.overrides.line_of_sight", "value": False}]))
    assert answer.refusals[0].causes == ()
    assert "blocked by your own setting" in tohit.explain(answer)[1]


def test_long_distributions_are_cut_and_their_numbers_are_not() -> None:
    steps = tohit.explain(ask(attacks=1000))
    assert sum(step.startswith("Damage of exactly") for step in steps) <= 8
    assert all(len(step) < 5000 for step in steps)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_thousand_attacks_on_a_thousand_hit_points_can_be_told(lang: str) -> None:
    """Fractions of thousands of digits are written out, whatever Python's limit for printing whole numbers."""
    many = tohit.apply(ask(attacks=1000).question, [{"mini": "Bob", "stats": {"hp": 400, "max_hp": 400}}])
    answer = tohit.evaluate(many)
    told = answer.to_dict(lang)
    assert sum(map(Fraction, told["damage"].values())) == 1
    assert tohit.explain(answer, lang)
