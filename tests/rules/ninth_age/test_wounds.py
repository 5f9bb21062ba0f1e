"""What follows a hit: to wound, armour, Aegis and Fortitude, Multiple Wounds, Health Points, casualties."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest

import tohit

SIXTH = Fraction(1, 6)


def answer(battle: Any, *attributes: str, strength: int = 3, ap: int = 0, resilience: int = 3, mode: str = "melee",
           **given: Any) -> Any:
    """One hit that needs no roll to hit, unless told otherwise, on a unit of many models."""
    target = {"resilience": resilience, "models": 50, **given.pop("target", {})}
    options = {"automatic_hits": 1, **given.pop("options", {})}
    return tohit.evaluate(battle(mode, *attributes, A=("red", {"strength": strength, "ap": ap}), B=("blue", target),
                                 options=options, **given))


def stages(found: Any) -> dict[str, str]:
    return {stage.key: stage.need for stage in found.stages}


def lost(found: Any) -> Fraction:
    return found.damage.at_least(1)


@pytest.mark.parametrize(("difference", "need"), [
    (-999, 6), (-3, 6), (-2, 6), (-1, 5), (0, 4), (1, 3), (2, 2), (3, 2), (999, 2),
])
def test_golden_002_b_to_wound(battle: Any, difference: int, need: int) -> None:
    found = answer(battle, strength=difference, resilience=0)
    assert stages(found)["to-wound"] == f"{need}+"
    assert lost(found) == (7 - need) * SIXTH


def test_golden_002_b_as_it_stands(battle: Any) -> None:
    assert [stages(answer(battle, strength=strength, resilience=4))["to-wound"] for strength in (3, 4, 5, 6, 2)] == \
        ["5+", "4+", "3+", "2+", "6+"]


@pytest.mark.parametrize(("armour", "need"), [*enumerate(("never", "6+", "5+", "4+", "3+", "2+", "2+"))])
@pytest.mark.parametrize("ap", [0, 1, 4])
def test_golden_002_c_armour_saves(battle: Any, armour: int, ap: int, need: str) -> None:
    found = answer(battle, ap=ap, target={"armour": armour + ap})
    assert stages(found)["armour"] == need
    saved = 0 if need == "never" else (7 - int(need[0])) * SIXTH
    assert lost(found) == Fraction(1, 2) * (1 - saved)


def test_armour_past_all_bounds_still_fails_on_a_1(battle: Any) -> None:
    assert lost(answer(battle, target={"armour": 999})) == Fraction(1, 2) * SIXTH
    assert lost(answer(battle, ap=999, target={"armour": 3})) == Fraction(1, 2)


# Special saves


@pytest.mark.parametrize(("target", "attributes", "told", "passes"), [
    ({"aegis": 4}, [], {"aegis": "4+"}, Fraction(1, 2)),
    ({"fortitude": 5}, [], {"fortitude": "5+"}, Fraction(2, 3)),
    ({"aegis": 5, "fortitude": 4}, [], {"fortitude": "4+"}, Fraction(1, 2)),              # the better of the two
    ({"aegis": 4, "fortitude": 4}, [], {"aegis": "4+"}, Fraction(1, 2)),
    ({"aegis": 5, "fortitude": 4}, ["flaming"], {"aegis": "5+"}, Fraction(2, 3)),
    ({"fortitude": 4}, ["flaming"], {}, Fraction(1)),
    ({"aegis": 4}, ["divine"], {"aegis": "4+", "aegis-again": "4+"}, Fraction(3, 4)),
    ({"aegis": 4, "fortitude": 5}, ["divine"], {"fortitude": "5+"}, Fraction(2, 3)),      # 1/4 against 1/3
    ({"fortitude": 4}, ["divine"], {"fortitude": "4+"}, Fraction(1, 2)),
    ({"aegis": 2}, ["divine", "flaming"], {"aegis": "2+", "aegis-again": "2+"}, Fraction(11, 36)),
])
def test_one_special_save_the_better_that_applies(battle: Any, target: dict[str, int], attributes: list[str],
                                                  told: dict[str, str], passes: Fraction) -> None:
    found = answer(battle, *attributes, target=target, ap=9)
    assert stages(found) == {"to-wound": "4+", "armour": "never", **told}
    assert lost(found) == Fraction(1, 2) * passes


def test_armour_penetration_does_not_touch_special_saves(battle: Any) -> None:
    found = answer(battle, ap=5, target={"armour": 5, "aegis": 5})
    assert stages(found)["aegis"] == "5+"
    assert lost(found) == Fraction(1, 2) * Fraction(2, 3)


@pytest.mark.parametrize("target", [{"aegis": 1}, {"aegis": 7}, {"fortitude": 0}, {"hp": -1}, {"attack_value": "D1"}])
def test_a_stat_that_cannot_be_is_refused(battle: Any, target: dict[str, Any]) -> None:
    with pytest.raises(tohit.NotationError, match=r"minis\[1\]\.stats"):
        battle(B=("blue", target))


# Attributes and weapons


@pytest.mark.parametrize(("attributes", "options", "edition", "strength", "ap"), [
    (["great-weapon"], {}, "newer", 2, 2),
    (["halberd"], {}, "newer", 1, 1),
    (["lance"], {"charging": True}, "newer", 2, 2),
    (["lance"], {}, "newer", 0, 0),
    (["light-lance"], {"charging": True}, "second", 1, 1),
    (["light-lance", "lance"], {"charging": True}, "newer", 3, 3),                        # cumulative
    (["spear"], {}, "newer", 0, 1),
    (["spear", "mounted-target"], {}, "newer", 0, 2),
    (["spear", "mounted-target"], {"charging": True}, "second", 0, 1),
    (["spear"], {}, "second", 0, 2),
    (["spear", "later-round"], {}, "second", 0, 1),
    (["crush-attack"], {}, "newer", 7, 10),
    (["toxic"], {}, "newer", 0, 10),
    (["toxic", "great-weapon"], {}, "newer", 0, 10),
])
def test_weapons_add_strength_and_armour_penetration(battle: Any, attributes: list[str], options: dict[str, bool], edition: str,
                                                     strength: int, ap: int) -> None:
    found = tohit.evaluate(battle("melee", *attributes, options=options, edition=edition, B=("blue", {"hp": 9})))
    assert (found.totals["to-wound"], found.totals["armour"]) == (strength, ap)
    plain = tohit.evaluate(battle(A=("red", {"strength": 3 + strength, "ap": ap}), B=("blue", {"hp": 9}),
                                  options={"multiple_wounds": "D3+1" if attributes == ["crush-attack"] else 1}))
    assert found.damage == plain.damage


def test_the_weapons_own_numbers_and_a_devastating_charge(battle: Any) -> None:
    weapon = {"strength": 1, "ap": 2}
    plain = tohit.evaluate(battle(weapon=weapon))
    assert plain.totals == {"to-hit": 0, "offensive": 0, "defensive": 0, "to-wound": 1, "armour": 2}
    held, charged = (tohit.evaluate(battle("melee", "devastating-charge", weapon=weapon, options={"charging": charging}))
                     for charging in (False, True))
    assert [(line.key, line.value, line.applied) for line in held.ledger[:1]] == [("devastating-charge", 0, False)]
    assert (charged.totals["to-wound"], charged.totals["armour"]) == (1, 2)
    stomp = answer(battle, "devastating-charge", weapon=weapon, options={"charging": True})
    assert stomp.totals["to-wound"] == 0  # not for special attacks


def test_melee_weapons_do_not_help_attacks_that_are_not_standard(battle: Any) -> None:
    found = answer(battle, "great-weapon", "halberd", "spear", "crush-attack", "lance", weapon={"strength": 1},
                   options={"charging": True})
    assert (found.totals["to-wound"], found.totals["armour"]) == (1, 0)


def test_toxic_is_always_3_and_10(battle: Any) -> None:
    for strength, ap in ((1, 0), (9, 0), (3, 12)):
        found = answer(battle, "toxic", strength=strength, ap=ap, target={"armour": 6})
        assert stages(found) == {"to-wound": "4+", "armour": "never"}


def test_crush_attack_replaces_all_others(battle: Any) -> None:
    found = tohit.evaluate(battle("melee", "crush-attack", A=("red", {"attack_value": 6}), B=("blue", {"hp": 4, "models": 9}),
                                  options={"multiple_wounds": 2}))
    assert found.damage.to_dict() == {"0": "7/12", "2": "5/36", "3": "5/36", "4": "5/36"}


def test_lethal_strike_passes_armour_and_fortitude_on_a_natural_6(battle: Any) -> None:
    assert lost(answer(battle, "lethal-strike", target={"armour": 5})) == Fraction(2, 6) * SIXTH + SIXTH
    assert lost(answer(battle, "lethal-strike", target={"fortitude": 4})) == Fraction(2, 6) * Fraction(1, 2) + SIXTH
    assert lost(answer(battle, "lethal-strike", target={"aegis": 4})) == Fraction(1, 2) * Fraction(1, 2)
    assert lost(answer(battle, "lethal-strike", target={"armour": 15})) == Fraction(1, 2) * SIXTH  # AP 10, no more


def test_a_wound_by_poison_is_no_lethal_strike(battle: Any) -> None:
    """3+, no roll to wound on a 6: 1/6 through armour 2+, 3/6 by the roll; the natural 6 to wound is lethal."""
    found = tohit.evaluate(battle("melee", "poison", "lethal-strike", A=("red", {"offensive": 5}), B=("blue", {"armour": 5})))
    assert lost(found) == SIXTH * SIXTH + Fraction(3, 6) * (Fraction(2, 6) * SIXTH + SIXTH)


def test_two_rules_that_skip_different_stages_can_be_worth_the_same(battle: Any) -> None:
    """D1 15: 3+, 3+, save 5+; one rule skips the wound roll on a 6, the other the save on a wound of 6."""
    fighters = {"A": ("red", {"offensive": 5, "strength": 4}), "B": ("blue", {"armour": 2})}
    assert lost(tohit.evaluate(battle(**fighters))) == Fraction(8, 27)
    for attribute in ("poison", "lethal-strike"):
        assert lost(tohit.evaluate(battle("melee", attribute, **fighters))) == Fraction(1, 3)


def test_poison_with_failed_rolls_thrown_again(battle: Any) -> None:
    """D1 14: 36 attacks, 3+, sixes wound at once, failures thrown again, wound on 5+: 8 + 24/3."""
    found = tohit.evaluate(battle("melee", "poison", "hatred", attacks=36, A=("red", {"offensive": 5, "strength": 2}),
                                  B=("blue", {"models": 99})))
    assert found.damage.mean() == 16


def test_of_two_hits_by_battle_focus_only_one_is_poisoned(battle: Any) -> None:
    found = tohit.evaluate(battle("melee", "poison", "battle-focus", A=("red", {"strength": 1}), B=("blue", {"models": 9})))
    assert found.damage.to_dict() == {"0": "7/9", "1": "7/36", "2": "1/36"}


def test_flaming_attacks_and_flammable_targets(battle: Any) -> None:
    both = answer(battle, "flaming", "flammable")
    assert (both.stages[0].chance, both.stages[0].rerolled) == (Fraction(3, 4), (1, 2, 3))
    assert lost(both) == Fraction(3, 4)
    assert lost(answer(battle, "flammable")) == Fraction(1, 2)
    assert [line.applied for line in answer(battle, "flaming").ledger if line.key == "flaming"] == [False]


# Health Points


def test_a_unit_has_one_pool_and_remembers_what_is_left_over(battle: Any) -> None:
    """Ten HP 3 models lose 7: two removed, 1 carried; 2 more: a third removed."""
    found = tohit.evaluate(battle(attacks=9, A=("red", {"offensive": 8, "strength": 9}), B=("blue", {"hp": 3, "models": 10})))
    assert found.damage.chance(7) and found.damage.chance(9)
    removed = found.extras["casualties"]
    assert removed.chance(2) == sum(found.damage.chance(hp) for hp in (6, 7, 8))
    assert removed.chance(3) == found.damage.chance(9)


def test_no_more_is_lost_than_there_is(battle: Any) -> None:
    found = tohit.evaluate(battle(attacks=20, B=("blue", {"hp": 3, "models": 2})))
    assert found.damage.outcomes()[-1] == 6
    assert found.extras["casualties"].outcomes()[-1] == 2
    plenty = tohit.evaluate(battle(attacks=20, B=("blue", {"hp": 3, "models": 20})))
    assert found.damage == plenty.damage.clip(high=6)


def test_multiple_wounds_stop_at_the_health_points_of_a_model(battle: Any) -> None:
    """D3 34: six attacks at 4/9, D6 wounds on HP 2 models; a wound of 1 stays in the pool for the next."""
    found = tohit.evaluate(battle(attacks=6, A=("red", {"offensive": 5, "strength": 4}), B=("blue", {"hp": 2, "models": 9}),
                                  options={"multiple_wounds": "D6"}))
    assert found.damage.mean() == 6 * Fraction(4, 9) * Fraction(11, 6)
    one = {0: Fraction(5, 9), 1: Fraction(4, 9) * SIXTH, 2: Fraction(4, 9) * Fraction(5, 6)}
    totals = {0: Fraction(1)}
    for _ in range(6):
        after: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for hp, share in one.items():
                after[total + hp] = after.get(total + hp, 0) + chance * share
        totals = after
    assert found.extras["casualties"].mean() == sum(chance * (total // 2) for total, chance in totals.items())
    told = found.to_dict()
    assert any("carries over" in notice for notice in told["notices"])


@pytest.mark.parametrize(("multiple", "hp", "told"), [
    (2, 4, {"2": "1"}), (9, 4, {"4": "1"}), ("D3", 4, {"1": "1/3", "2": "1/3", "3": "1/3"}), ("D3+1", 3, {"2": "1/3", "3": "2/3"}),
    ("D6", 1, {"1": "1"}),
])
def test_each_unsaved_wound_becomes_its_own_number(battle: Any, multiple: Any, hp: int, told: dict[str, str]) -> None:
    found = answer(battle, target={"hp": hp}, options={"multiple_wounds": multiple}).damage
    assert {key: str(found.chance(int(key)) * 2) for key in told} == told


def test_expected_losses_stand_beside_the_chance_to_hit(battle: Any) -> None:
    """D3 36: casualties are a distribution of their own."""
    told = tohit.evaluate(battle(B=("blue", {"hp": 2, "models": 3}), attacks=4)).to_dict()
    assert (told["chance"], told["outcomes"]) == ("1/2", {})
    assert sum(map(Fraction, told["casualties"].values())) == 1
    assert set(told["casualties"]) == {"0", "1", "2"}


# Larger and larger


@pytest.mark.parametrize(("value", "target", "options"), [
    ("D6", {"models": 200}, {}), ("D6", {"models": 200, "hp": 2}, {"multiple_wounds": "D3"}),
    (1, {"models": 999, "hp": 3}, {"multiple_wounds": "D3"}),
])
def test_a_thousand_attacks_are_exact(battle: Any, value: Any, target: dict[str, int], options: dict[str, Any]) -> None:
    question = battle(A=("red", {"attack_value": value}), B=("blue", {"armour": 2, **target}), attacks=1000, options=options)
    start = time.perf_counter()
    found = tohit.evaluate(question)
    assert time.perf_counter() - start < 4
    assert sum(found.damage.counts) == found.damage.denominator
    one = tohit.evaluate(tohit.apply(question, [{"path": "attack.attacks", "value": 1}]))
    assert found.damage.chance(0) == one.damage.chance(0) ** 1000


@pytest.mark.parametrize("value", ["2D6", 2, 999, "499D2"])
def test_what_would_take_too_long_is_refused_at_once_with_the_limit(battle: Any, value: Any) -> None:
    question = battle(A=("red", {"attack_value": value}), B=("blue", {"models": 999, "hp": 30}), attacks=1000,
                      options={"multiple_wounds": "2D20"})
    start = time.perf_counter()
    with pytest.raises(tohit.NotationError, match=r"attack\.attacks: 1000 .*allowed: 30000 .* 20000000"):
        tohit.evaluate(question)
    assert time.perf_counter() - start < 0.2


@pytest.mark.parametrize("attacks", [0, 10**12, 100_000, 1001])
def test_more_attacks_than_the_limit_are_refused(battle: Any, attacks: int) -> None:
    """D2 28."""
    with pytest.raises(tohit.NotationError, match="from 1 to 1000"):
        battle(attacks=attacks)
