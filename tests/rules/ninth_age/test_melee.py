"""Standard Melee Attacks, sentence by sentence, and what changes the roll to hit."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

import tohit

# The seed's matrix: a row for each Defensive Skill from 1 to 10, a column for each Offensive Skill.
MATRIX = """
4+ 3+ 3+ 3+ 2+ 2+ 2+ 2+ 2+ 2+
4+ 4+ 3+ 3+ 3+ 2+ 2+ 2+ 2+ 2+
4+ 4+ 4+ 3+ 3+ 3+ 2+ 2+ 2+ 2+
4+ 4+ 4+ 4+ 3+ 3+ 3+ 2+ 2+ 2+
5+ 4+ 4+ 4+ 4+ 3+ 3+ 3+ 2+ 2+
5+ 5+ 4+ 4+ 4+ 4+ 3+ 3+ 3+ 2+
5+ 5+ 5+ 4+ 4+ 4+ 4+ 3+ 3+ 3+
5+ 5+ 5+ 5+ 4+ 4+ 4+ 4+ 3+ 3+
5+ 5+ 5+ 5+ 5+ 4+ 4+ 4+ 4+ 3+
5+ 5+ 5+ 5+ 5+ 5+ 4+ 4+ 4+ 4+
"""
CELLS = [(offensive, defensive, need) for defensive, row in enumerate(MATRIX.split("\n")[1:-1], 1)
         for offensive, need in enumerate(row.split(), 1)]


def needs(question: Any) -> str:
    return tohit.evaluate(question).stages[0].need


def chance(question: Any) -> Fraction:
    return tohit.evaluate(question).chance


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def lines(question: Any) -> dict[str, tuple[int, bool]]:
    return {line.key: (line.value, line.applied) for line in tohit.evaluate(question).ledger}


# The roll to hit


@pytest.mark.parametrize(("offensive", "defensive", "need"), CELLS)
def test_golden_002_t_every_cell_of_the_matrix(battle: Any, offensive: int, defensive: int, need: str) -> None:
    answer = tohit.evaluate(battle(A=("red", {"offensive": offensive}), B=("blue", {"defensive": defensive})))
    faces = tuple(range(int(need[0]), 7))
    assert (answer.stages[0].need, answer.stages[0].faces, answer.chance) == (need, faces, Fraction(len(faces), 6))


@pytest.mark.parametrize(("difference", "need"), [
    (1998, "2+"), (5, "2+"), (4, "2+"), (3, "3+"), (1, "3+"), (0, "4+"), (-3, "4+"), (-4, "5+"), (-5, "5+"), (-1998, "5+"),
])
def test_outside_the_matrix_the_brackets_of_the_difference_count(battle: Any, difference: int, need: str) -> None:
    offensive = max(-999, min(999, difference))
    assert needs(battle(A=("red", {"offensive": offensive}), B=("blue", {"defensive": offensive - difference}))) == need


@pytest.mark.parametrize(("offensive", "defensive", "by_hand", "sixths"), [
    (10, 1, 100, 5), (10, 1, 1, 5), (1, 10, -100, 1), (1, 10, -1, 1), (1, 10, -2, 1), (4, 4, 2, 5), (4, 4, 3, 5), (4, 4, -3, 1),
])
def test_a_natural_1_fails_and_a_natural_6_succeeds_whatever_the_sum(battle: Any, offensive: int, defensive: int, by_hand: int,
                                                                     sixths: int) -> None:
    """D1 3."""
    question = battle(A=("red", {"offensive": offensive}), B=("blue", {"defensive": defensive}), by_hand=by_hand)
    assert chance(question) == Fraction(sixths, 6)
    assert needs(question) in ("2+", "6+")


@pytest.mark.parametrize("question", [
    {"A": ("red", {"offensive": 5})},                              # needs 3+
    {"A": ("red", {"offensive": 4}), "by_hand": 1},                # needs 4+, and 1 more
])
def test_failures_are_judged_on_the_modified_roll(battle: Any, question: dict[str, Any]) -> None:
    """D1 1: 8/9 both ways; never 5/6, never 35/36."""
    assert chance(battle("melee", "hatred", **question)) == Fraction(8, 9)


@pytest.mark.parametrize(("offensive", "expected"), [
    *enumerate(["1/2"] * 4 + ["2/3"] * 3 + ["5/6"] * 3, 1),
])
def test_lesson_4_the_staircase(battle: Any, offensive: int, expected: str) -> None:
    assert chance(battle(A=("red", {"offensive": offensive}), B=("blue", {"defensive": 4}))) == Fraction(expected)


# How many dice


@pytest.mark.parametrize(("value", "attacks", "mean"), [
    (1, 1, 1), (3, 1, 3), (2, 5, 10), ("D6", 1, Fraction(7, 2)), ("2D3", 2, 8), ("D3+1", 3, 9),
])
def test_as_many_dice_as_the_attack_value_for_each_attack(battle: Any, value: Any, attacks: int, mean: Any) -> None:
    one = tohit.evaluate(battle()).damage.mean()
    answer = tohit.evaluate(battle(A=("red", {"attack_value": value}), B=("blue", {"models": 99}), attacks=attacks))
    assert answer.damage.mean() == mean * one
    assert answer.chance == Fraction(1, 2)  # of one die
    assert next(start.value for start in answer.base if start.key == "attack-value") == value


def test_without_an_attack_value_there_is_no_standard_melee_attack(battle: Any) -> None:
    none = battle(A=("red", {"attack_value": 0}))
    assert refused(none) == ["attack-value"]
    assert "no Attack Value" in tohit.evaluate(none).to_dict()["refusals"][0]["sentence"]
    missing = tohit.apply(none, [{"path": "minis[0].stats.attack_value", "value": None}])
    assert refused(missing) == ["attack-value"]
    assert refused(battle("melee", "paired-weapons", A=("red", {"attack_value": 0}))) == ["attack-value"]
    assert tohit.evaluate(missing).extras["casualties"] == tohit.Distribution.certain(0)


@pytest.mark.parametrize(("hits", "mean"), [(3, 3), ("2D6", 7), ("D3+1", 3)])
def test_attacks_that_are_not_standard_state_their_own_hits(battle: Any, hits: Any, mean: int) -> None:
    """Nothing is rolled to hit: no skill, no modifier, no attribute of that roll; nor does it need an Attack Value."""
    question = battle("melee", "poison", "battle-focus", "hatred", "lance", "paired-weapons", "shaken",
                      A=("red", {"attack_value": 0, "offensive": 1}), B=("blue", {"models": 99, "resilience": 3}), attacks=2,
                      options={"automatic_hits": hits, "charging": True, "parry": True, "distracting": True})
    answer = tohit.evaluate(question)
    assert answer.chance == 1
    assert [stage.key for stage in answer.stages] == ["to-wound", "armour"]
    assert answer.damage.mean() == 2 * mean * Fraction(1, 2)
    assert all(not line.applied for line in answer.ledger if line.key not in ("override-reach-ok",))
    assert not {"shaken", "distracting"} & set(lines(question))


# Modifiers to hit


@pytest.mark.parametrize(("attributes", "options", "need", "told"), [
    (["lightning-reflexes"], {}, "3+", {"lightning-reflexes": (1, True)}),
    (["lightning-reflexes", "great-weapon"], {}, "4+", {"lightning-reflexes": (0, False)}),
    (["shaken"], {}, "5+", {"shaken": (-1, True)}),
    (["target-shaken"], {}, "3+", {"target-shaken": (1, True)}),
    (["shaken", "target-shaken"], {}, "4+", {}),
    ([], {"distracting": True}, "5+", {"distracting": (-1, True)}),
    (["shaken"], {"distracting": True}, "5+", {"distracting": (0, False), "shaken": (-1, True)}),
    (["lightning-reflexes"], {"distracting": True}, "4+", {"distracting": (-1, True), "lightning-reflexes": (1, True)}),
    (["paired-weapons"], {}, "3+", {"paired-weapons": (1, True)}),
    (["hatred"], {}, "4+", {"hatred": (0, True)}),
    (["hatred", "later-round"], {}, "4+", {"hatred": (0, False)}),
])
def test_modifiers_to_hit(battle: Any, attributes: list[str], options: dict[str, bool], need: str, told: dict[str, Any]) -> None:
    question = battle("melee", *attributes, options=options)
    assert needs(question) == need
    assert told.items() <= lines(question).items()
    assert chance(question) == (Fraction(3, 4) if attributes == ["hatred"] else Fraction(7 - int(need[0]), 6))


@pytest.mark.parametrize(("by_hand", "total"), [(-1, -1), (-2, -2), (-5, -5), (2, 1)])
def test_with_distracting_only_the_largest_negative_counts(battle: Any, by_hand: int, total: int) -> None:
    answer = tohit.evaluate(battle("melee", "shaken", options={"distracting": True}, by_hand=by_hand))
    assert answer.totals["to-hit"] == total


def test_paired_weapons_are_one_more_attack_and_one_more_skill(battle: Any) -> None:
    for value, more in ((1, 2), (4, 5), ("D6", "D6+1"), ("2D3+1", "2D3+2")):
        paired = tohit.evaluate(battle("melee", "paired-weapons", A=("red", {"attack_value": value}), B=("blue", {"models": 50})))
        plain = tohit.evaluate(battle(A=("red", {"attack_value": more, "offensive": 5}), B=("blue", {"models": 50})))
        assert (paired.damage, paired.chance) == (plain.damage, plain.chance)


def test_attributes_of_the_weapon_and_of_the_attack_are_united(battle: Any) -> None:
    split = battle("melee", "poison", "shaken", weapon={"attributes": ["halberd", "poison"]})
    together = battle("melee", "halberd", "poison", "shaken")
    assert tohit.evaluate(split).to_dict() == tohit.evaluate(together).to_dict()


@pytest.mark.parametrize("place", ["attack.options.attributes", "attack.weapon.attributes"])
def test_an_unknown_attribute_is_refused_by_name(battle: Any, place: str) -> None:
    with pytest.raises(tohit.NotationError, match=rf"{place}\[1\].*Battle Focus.*battle-focus"):
        tohit.apply(battle(), [{"path": place, "value": ["poison", "Battle Focus"]}])


# Parry and the unit's arcs


@pytest.mark.parametrize(("offensive", "defensive", "value", "need"), [
    (5, 3, 2, "4+"), (3, 5, 1, "4+"), (9, 2, 7, "4+"), (4, 4, 1, "4+"), (1, 4, 1, "5+"), (4, 3, 1, "4+"),
])
def test_parry_is_the_better_of_one_more_and_the_attackers_skill(battle: Any, offensive: int, defensive: int, value: int,
                                                                 need: str) -> None:
    question = battle(A=("red", {"offensive": offensive}), B=("blue", {"defensive": defensive}), options={"parry": True})
    assert (needs(question), lines(question)["parry"]) == (need, (value, True))


FACINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
AROUND = dict(zip(FACINGS, ("F7", "G7", "G6", "G5", "F5", "E5", "E6", "E7"), strict=True))


@pytest.mark.parametrize(("looks", "stands"), [*itertools.product(FACINGS, FACINGS)])
def test_the_front_is_the_square_ahead_and_the_arcs_edge_is_the_flank(battle: Any, looks: str, stands: str) -> None:
    """The attacker faces the target, so that the centre of its front lies on the line between the two."""
    back = FACINGS[(FACINGS.index(stands) + 4) % 8]
    question = battle(A=(f"red {AROUND[stands]} {back}", {"offensive": 6}), B=(f"blue F6 {looks}", {"defensive": 4}),
                      options={"parry": True})
    assert lines(question)["parry"] == ((2, True) if looks == stands else (0, False))
    assert needs(question) == ("4+" if looks == stands else "3+")


@pytest.mark.parametrize(("stands", "faces", "front"), [
    ("G7", "W", True), ("G7", "SW", False), ("G7", "S", False), ("G7", "N", True), ("G7", "E", False), ("G7", "NW", True),
    ("E7", "E", True), ("E7", "S", False), ("F7", "E", True), ("F7", "N", True), ("G6", "N", False), ("G6", "W", False),
])
def test_an_arc_holds_the_centre_of_the_attackers_front_facing(battle: Any, stands: str, faces: str, front: bool) -> None:
    """Beside the target's front corner it depends on which side of the edge the attacker's front is."""
    question = battle(A=f"red {stands} {faces}", B="blue F6 N", options={"parry": True})
    assert lines(question)["parry"][1] == front


def test_parry_by_hand_and_without_a_board(battle: Any) -> None:
    assert lines(battle(options={"parry": True}))["parry"][1]
    assert not lines(battle(options={"parry": True}, overrides={"facing_ok": False}))["parry"][1]
    assert lines(battle(A="red F5 N", B="blue F6 N", options={"parry": True}, overrides={"facing_ok": True}))["parry"][1]


def test_paired_weapons_ignore_parry(battle: Any) -> None:
    question = battle("melee", "paired-weapons", options={"parry": True})
    assert lines(question) == {"paired-weapons": (1, True), "parry": (0, False), "override-reach-ok": (0, True)}


# Who may strike


@pytest.mark.parametrize("square", [*AROUND.values()])
@pytest.mark.parametrize("facing", ["N", "SW"])
def test_base_contact_is_the_eight_squares_around_whichever_way_one_looks(battle: Any, square: str, facing: str) -> None:
    assert refused(battle(A=f"red {square} {facing}", B="blue F6 N")) == []


@pytest.mark.parametrize("square", ["F8", "H8", "H6", "A1"])
def test_further_away_there_is_no_melee(battle: Any, square: str) -> None:
    question = battle(A=f"red {square} S", B="blue F6 N")
    assert refused(question) == ["base-contact"]
    assert refused(tohit.apply(question, [{"path": "attack.overrides.reach_ok", "value": True}])) == []


@pytest.mark.parametrize("mode", ["melee", "shooting"])
def test_nobody_attacks_friends_and_nobody_is_left_of_nothing(battle: Any, mode: str) -> None:
    assert refused(battle(mode, B="red")) == ["opponent"]
    for stats in ({"hp": 0}, {"models": 0}):
        assert refused(battle(mode, B=("blue", stats))) == ["models"]
        assert tohit.evaluate(battle(mode, A=("red", stats))).refusals[0].causes == ("A",)


def test_reach_must_be_told_where_there_is_no_board(battle: Any) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.overrides\.reach_ok"):
        battle(overrides={"reach_ok": None})
