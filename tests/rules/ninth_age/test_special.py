"""Special Attacks, Area Attacks, armour that is worn, and units that stand in between."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.distribution import Distribution

SHOT = {"A": "red F2 N", "B": "blue F12 S"}


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def covers(question: Any) -> list[str]:
    return [line.key for line in tohit.evaluate(question).ledger if line.key.endswith("-cover") and line.value]


# Special Attacks


@pytest.mark.parametrize("mode", ["melee", "shooting"])
def test_a_breath_attack_is_2d6_hits_that_need_no_roll(battle: Any, mode: str) -> None:
    breath = tohit.evaluate(battle(mode, "breath", B=("blue", {"models": 30})))
    by_hand = tohit.evaluate(battle(mode, options={"automatic_hits": "2D6"}, B=("blue", {"models": 30})))
    assert (breath.chance, breath.damage) == (1, by_hand.damage)
    assert {start.key: start.value for start in breath.base}["automatic-hits"] == "2D6"
    stronger = tohit.evaluate(battle(mode, "breath", options={"automatic_hits": 3}, B=("blue", {"models": 30})))
    assert {start.key: start.value for start in stronger.base}["automatic-hits"] == 3


@pytest.mark.parametrize("attribute", ["grind", "impact-hits", "stomp"])
def test_other_special_attacks_state_their_hits(battle: Any, attribute: str) -> None:
    options = {"charging": True}
    assert refused(battle("melee", attribute, options=options)) == ["special-hits"]
    assert refused(battle("melee", attribute, options={**options, "automatic_hits": "D6"})) == []


def test_a_special_attack_takes_no_bonus_of_standard_attacks(battle: Any) -> None:
    """No roll to hit, and no Strength of a Devastating Charge."""
    question = battle("melee", "impact-hits", "devastating-charge", "lightning-reflexes", weapon={"strength": 2},
                      options={"charging": True, "automatic_hits": 1})
    answer = tohit.evaluate(question)
    assert [line.key for line in answer.ledger if line.applied and line.value] == []
    assert (answer.stages[0].key, answer.stages[0].need) == ("to-wound", "4+")


def test_impact_hits_are_for_a_charge(battle: Any) -> None:
    given = {"automatic_hits": "D3"}
    assert refused(battle("melee", "impact-hits", options=given)) == ["impact-hits"]
    assert refused(battle("melee", "impact-hits", options={**given, "charging": True})) == []


@pytest.mark.parametrize(("height", "keys"), [(1, []), (2, ["stomp"]), (3, ["stomp"])])
def test_stomps_are_for_standard_models(battle: Any, height: int, keys: list[str]) -> None:
    question = battle("melee", "stomp", options={"automatic_hits": "D6"}, B=("blue", {"height": height}))
    assert refused(question) == keys


@pytest.mark.parametrize("attribute", ["marched", "fleeing"])
def test_a_unit_that_marched_or_flees_does_not_shoot(battle: Any, attribute: str) -> None:
    assert refused(battle("shooting", attribute)) == ["free"]
    assert refused(battle("melee", attribute)) == []


# Area Attacks


@pytest.mark.parametrize(("area", "models", "hits"), [("1/1", 9, 1), ("2/3", 9, 6), ("3/3", 4, 4), ("1/20", 1, 1)])
def test_each_roll_that_hits_hits_every_model_in_the_area(battle: Any, area: str, models: int, hits: int) -> None:
    """A 4+ that hits, then a wound on 4+ for each model."""
    answer = tohit.evaluate(battle(options={"area_attack": area}, B=("blue", {"models": models})))
    assert answer.chance == Fraction(1, 2)
    assert answer.damage.mean() == Fraction(hits, 4)
    assert answer.damage.chance(hits) == Fraction(1, 2) * Fraction(1, 2) ** hits
    assert [line.key for line in answer.ledger if line.key == "area-attack"] == ["area-attack"] * (hits > 1)


def test_automatic_hits_are_as_many_as_they_say(battle: Any) -> None:
    given = {"automatic_hits": 2, "area_attack": "3/3"}
    assert tohit.evaluate(battle(options=given, B=("blue", {"models": 20}))).damage.mean() == 1


@pytest.mark.parametrize("area", ["0/1", "1/21", "3", 3, "3x3"])
def test_other_areas_are_refused(battle: Any, area: Any) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.options\.area_attack"):
        battle(options={"area_attack": area})


def test_an_area_past_what_can_be_worked_out_is_refused_at_once(battle: Any) -> None:
    question = battle(options={"area_attack": "20/20", "multiple_wounds": "D100"}, attacks=1000,
                      B=("blue", {"models": 400, "hp": 100, "fortitude": 3, "armour": 3}))
    with pytest.raises(tohit.NotationError, match=r"attack\.attacks"):
        tohit.evaluate(question)


# Armour


@pytest.mark.parametrize(("suit", "shield", "armour"), [(0, False, 0), (0, True, 1), (1, True, 2), (2, False, 2), (3, True, 4)])
def test_one_suit_and_a_shield_add_up(suit: int, shield: bool, armour: int) -> None:
    found = next(each for each in tohit.ruleset("ninth-age").procedures if each.key == "armour")
    assert found.chances(suit=suit, shield=shield) == Distribution.certain(armour)


# Units in between


@pytest.mark.parametrize(("shooter", "target", "between", "cover", "keys"), [
    (1, 1, 1, ["heavy-cover"], []), (2, 1, 1, ["light-cover"], []), (1, 2, 1, ["light-cover"], []), (2, 2, 1, [], []),
    (2, 3, 1, [], []), (1, 3, 2, ["light-cover"], []), (2, 1, 2, ["heavy-cover"], []), (1, 1, 2, [], ["line-of-sight"]),
    (2, 1, 3, [], ["line-of-sight"]),
])
def test_units_in_between_count_by_height(battle: Any, shooter: int, target: int, between: int, cover: list[str],
                                          keys: list[str]) -> None:
    """As tall as one of the two: soft; as tall as both: hard; taller than both: no sight."""
    question = battle("shooting", A=("red F2 N", {"height": shooter}), B=("blue F12 S", {"height": target}),
                      C=("blue F7 N", {"height": between}))
    assert (refused(question), covers(question)) == ([], [])
    counted = tohit.apply(question, [{"path": "rulings.units_between", "value": "by-height"}])
    assert refused(counted) == keys
    if not keys:
        assert covers(counted) == cover
        assert [line.causes for line in tohit.evaluate(counted).ledger if line.key in cover] == [("C",)] * len(cover)
    else:
        assert tohit.evaluate(counted).refusals[0].causes == ("C",)


def test_a_unit_without_models_or_off_the_lines_gives_no_cover(battle: Any) -> None:
    question = battle("shooting", **SHOT, C=("blue F7 N", {"models": 0}), D="red H7 N")
    assert covers(tohit.apply(question, [{"path": "rulings.units_between", "value": "by-height"}])) == []


def test_sight_by_hand_is_sight(battle: Any) -> None:
    question = battle("shooting", **SHOT, C=("blue F7 N", {"height": 3}), overrides={"line_of_sight": True})
    assert refused(tohit.apply(question, [{"path": "rulings.units_between", "value": "by-height"}])) == []


def test_a_sweep_sees_the_units_in_between(battle: Any) -> None:
    question = tohit.apply(battle("shooting", **SHOT, C="red F7 N", D=("blue H6 N", {"height": 3})),
                           [{"path": "rulings.units_between", "value": "by-height"}])
    swept = tohit.sweep(question, "target.square")
    for square in ("F12", "G12", "E11", "H12", "I9", "F9", "K12"):
        moved = tohit.evaluate(tohit.apply(question, [{"mini": "B", "at": square}]))
        row, col = int(square[1:]) - 1, ord(square[0]) - ord("A")
        assert (swept.chance(row, col), bool(swept.allowed[row, col])) == (moved.chance, moved.allowed)
