"""Reach and arc attacks: who is hit, in which order, with which power."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.ready import ready
from tohit.words import LANGUAGES
from tohit.core.evaluate import worth

AT_HAND = {"reach_ok": True, "line_of_sight": True}


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def sequence(question: Any) -> list[tuple[str, int | None]]:
    return [(blow["target"], blow["pu"]) for blow in tohit.evaluate(question).extras["sequence"]]


# Allonge


@pytest.mark.parametrize(("at", "reach", "allowed"), [
    ("C4", False, True), ("D4", False, True), ("E3", False, False), ("E3", True, True), ("F3", True, True), ("G3", True, False),
    ("F5", True, False), ("E5", True, True),
])
def test_melee_is_contact_or_two_inches_with_reach(fight: Any, at: str, reach: bool, allowed: bool) -> None:
    """From C3, between the nearest edges: three squares straight, or a knight's move, lie two inches away or less."""
    assert refused(fight("melee", weapon={"reach": reach}, A="red C3", B=f"blue {at}")) == ([] if allowed else ["reach"])


@pytest.mark.parametrize("mode", ["melee", "arc"])
def test_golden_003_f1_twelve_squares_within_two_inches_of_a_centre(fight: Any, mode: str) -> None:
    question = fight(mode, weapon={"reach": True}, rulings={"reach_measure": "centre"}, A="red H6", B="blue A1")
    heat = tohit.sweep(question, over="target.square")
    assert heat.allowed.sum() == 12
    rows, cols = np.nonzero(heat.allowed)
    assert {(row - 5, col - 7) for row, col in zip(rows.tolist(), cols.tolist(), strict=True)} == {
        (north, east) for north in range(-2, 3) for east in range(-2, 3) if 0 < north**2 + east**2 <= 4
    }


def test_gang_up_and_charge_are_the_reader_s_numbers(fight: Any) -> None:
    minis = {"A": "red C3", "B": "blue C4", "Near": "red D5", "Far": "red C6", "Dead": ("red B4", {"hp": 0}), "Foe": "blue D4"}
    plain = tohit.evaluate(fight("melee", **minis))
    assert [(line.key, line.value, line.causes) for line in plain.ledger] == [("gang-up", 0, ("Near",))]
    assert "not found in the texts" in plain.to_dict()["ledger"][0]["because"]
    assert "absente des textes" in plain.to_dict("fr")["ledger"][0]["because"]
    given = tohit.evaluate(fight("melee", options={"gang_up": 2, "charge": {"attack": 1, "power": 3}}, **minis))
    assert [(line.key, line.channel, line.value) for line in given.ledger] == [
        ("gang-up", "attack", 2), ("charge", "attack", 1), ("charge", "power", 3),
    ]
    assert given.totals == {"attack": 3, "power": 3}
    assert [stage.need for stage in given.stages] == ["16-", "6-"]
    assert [stage.need for stage in plain.stages] == ["13-", "9-"]


def test_a_shot_takes_neither_gang_up_nor_charge(fight: Any) -> None:
    options = {"gang_up": 2, "charge": {"attack": 1, "power": 3}}
    answer = tohit.evaluate(fight("ranged", options=options, A="red C3", B="blue H3"))
    assert answer.ledger == ()


# Attaques en Arc


def ring(count: int) -> dict[str, str]:
    squares = ["F6", "G4", "E4", "F2", "H6", "D6"]
    return {f"Foe {place}": f"blue {square}" for place, square in enumerate(squares[:count])}


@pytest.mark.parametrize(("pu", "enemies", "powers"), [
    (6, 5, [6, 4, 2]), (6, 2, [6, 4]), (5, 5, [5, 3, 1]), (1, 5, [1]), (2, 3, [2]), (12, 3, [12, 10, 8]),
    (None, 5, [None] * 5), (None, 1, [None]),
])
def test_power_falls_by_two_until_it_is_spent(fight: Any, pu: int | None, enemies: int, powers: list[int | None]) -> None:
    """003-D1, D3 and D1 18: three attacks with 6, 4, 2, none at 0; without power every enemy once."""
    found = sequence(fight("arc", weapon={"pu": pu}, A="red F4", **ring(enemies)))
    assert found == [(f"Foe {place}", power) for place, power in enumerate(powers)]


def test_an_arc_without_power_makes_no_attack(fight: Any) -> None:
    answer = tohit.evaluate(fight("arc", weapon={"pu": 0}, A="red F4", **ring(2)))
    assert [refusal.key for refusal in answer.refusals] == ["power"]
    told = answer.to_dict()
    assert (told["chance"], told["sequence"], told["kills"], told["outcomes"]) == ("0", [], {"0": "1"}, {"dead": "0"})
    assert refused(fight("arc", weapon={"pu": 0}, options={"charge": {"power": 1}}, A="red F4", **ring(2))) == []


def test_a_charge_that_alone_gives_power_is_worth_the_whole_chance(fight: Any) -> None:
    answer = tohit.evaluate(fight("arc", weapon={"pu": 0}, options={"charge": {"power": 2}}, A="red F4", **ring(2)))
    assert answer.chance == Fraction(13, 20)
    assert worth(answer, answer.ledger[0]) == 0


def test_an_ability_alone_does_no_damage(fight: Any) -> None:
    answer = tohit.evaluate(fight("arc", weapon={"pu": None}, A="red F4", **ring(3)))
    assert answer.damage == tohit.Distribution.certain(0)
    assert [stage.key for stage in answer.stages] == ["to-hit"]
    assert {blow["dead"] for blow in answer.extras["sequence"]} == {0}


def test_golden_003_d4_and_d6(fight: Any) -> None:
    answer = tohit.evaluate(fight("arc", weapon={"pu": 6}, A="red F4", **ring(3)))
    assert [blow["dead"] for blow in answer.extras["sequence"]] == [Fraction(39, 100), Fraction(13, 40), Fraction(13, 50)]
    assert answer.extras["kills"].mean() == Fraction(39, 40)


def test_only_enemies_within_two_inches_and_in_sight_are_hit(fight: Any) -> None:
    minis = {"Near": "blue G4", "Behind": "blue H4", "Far": "blue J4", "Friend": "red E4", "Gone": ("blue F3", {"hp": 0}),
             "Walled": "blue F6"}
    question = fight("arc", terrain=["wall F5"], weapon={"pu": None}, A="red F4", **minis)
    assert [name for name, _ in sequence(question)] == ["Near", "Behind"]  # minis do not hide each other


def test_the_target_comes_first_and_the_order_may_be_chosen(fight: Any) -> None:
    minis = {"A": "red F4", **ring(4)}
    names = [name for name, _ in sequence(fight("arc", weapon={"pu": None}, options={"order": ["Foe 2", "Foe 1"]}, **minis))]
    assert names == ["Foe 2", "Foe 1", "Foe 0", "Foe 3"]
    question = tohit.apply(fight("arc", weapon={"pu": None}, **minis), [{"target": "Foe 3"}])
    assert [name for name, _ in sequence(question)] == ["Foe 3", "Foe 0", "Foe 1", "Foe 2"]
    answer = tohit.evaluate(question)
    assert answer.chance == answer.extras["sequence"][0]["chance"]


def test_those_out_of_reach_cost_no_power(fight: Any) -> None:
    question = fight("arc", weapon={"pu": 3}, options={"order": ["Far"]}, A="red F4", B="blue G4", C="blue E4", Far="blue L9")
    assert sequence(question) == [("B", 3), ("C", 1)]


def test_the_first_target_s_own_df_counts(fight: Any) -> None:
    answer = tohit.evaluate(fight("arc", options={"order": ["C"]}, A="red F4", B=("blue G4", {"df": 2}), C=("blue E4", {"df": 7})))
    assert [start.value for start in answer.base] == [9, 7]
    assert answer.chance == Fraction(16, 20)


@pytest.mark.parametrize(("order", "told"), [
    (["Foe 0", "Foe 0"], "Foe 0 stands twice"), (["A"], "allowed: Foe 0, Foe 1"), (["Nobody"], 'got "Nobody"'),
    (["Friend"], "allowed: Foe 0, Foe 1"),
])
def test_the_order_names_enemies_each_once(fight: Any, order: list[str], told: str) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.options\.order\[\d\]: .*" + told):
        fight("arc", options={"order": order}, A="red F4", **ring(2), Friend="red A1")


def test_arcs_follow_one_another_and_leave_the_dead_out(fight: Any) -> None:
    """Two arcs with power for one blow: the second enemy is struck only once the first is dead."""
    answer = tohit.evaluate(fight("arc", attacks=2, weapon={"pu": 2}, A="red F4", **ring(2)))
    one = answer.extras["sequence"][0]["dead"]
    assert answer.extras["kills"].to_dict() == {"0": str((1 - one) ** 2), "1": str(1 - (1 - one) ** 2 - one**2), "2": str(one**2)}


def test_too_many_arcs_are_refused_before_any_work(fight: Any) -> None:
    minis = {name: (place, {"hp": 99}) for name, place in ring(6).items()}
    with pytest.raises(tohit.NotationError, match=r"attack\.attacks: 50 arc attacks"):
        tohit.evaluate(fight("arc", attacks=50, A="red F4", **minis))


# L5 of the lessons


def test_lesson_5_order_changes_at_least_one_kill_but_not_the_expected_number(fight: Any) -> None:
    minis = {f"AR {ar}": (f"blue {square}", {"ar": ar}) for ar, square in ((16, "F6"), (14, "G4"), (10, "E4"))}
    at_least_one = {}
    for order in permutations(minis):
        answer = tohit.evaluate(fight("arc", weapon={"pu": 6}, options={"order": list(order)}, A="red F4", **minis))
        assert answer.extras["kills"].mean() == Fraction(26, 25)
        assert answer.damage.mean() == Fraction(91, 80)
        at_least_one[order] = answer.extras["kills"].at_least(1)
    assert min(at_least_one.items(), key=lambda item: item[1]) == (("AR 16", "AR 14", "AR 10"), Fraction(115531, 160000))
    assert max(at_least_one.items(), key=lambda item: item[1]) == (("AR 10", "AR 14", "AR 16"), Fraction(36959, 50000))


def test_the_answer_is_json(fight: Any) -> None:
    told = tohit.evaluate(fight("arc", weapon={"pu": 6}, overrides=AT_HAND, A="red", B="blue", C="blue")).to_dict("fr")
    assert json.loads(json.dumps(told)) == told
    assert told["sequence"][1] == {"target": "C", "pu": 4, "chance": "13/20", "dead": "13/40"}


def test_the_explanation_tells_every_blow_and_how_many_fall():
    answer = tohit.evaluate(ready(tohit.ruleset("dark-age"))["one-swing-three-enemies"])
    for lang in LANGUAGES:
        told = "\n".join(tohit.explain(answer, lang))
        for blow in answer.to_dict()["sequence"]:
            assert f"{blow['target']}, " in told
            assert blow["dead"] in told
        assert all(chance in told for chance in answer.to_dict()["kills"].values())
