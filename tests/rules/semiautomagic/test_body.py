"""What the wider rules say of bodies: Uncanny Resilience, the weight of armour, and defence rolls that run out."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import tohit
from tohit.core.distribution import Distribution


def lines(question: Any) -> dict[tuple[str, str], int]:
    return {(line.key, line.channel): line.value for line in tohit.evaluate(question).ledger if line.value}


def test_uncanny_resilience_makes_9_over_3_10_over_3(fight: Any) -> None:
    """A die of ten against 3 and 10 instead of 3 and 9."""
    def fate(resilient: bool) -> dict[str, Fraction]:
        return tohit.evaluate(fight("melee", weapon={"die": 10}, A=("red", {"weapon_skill": 3}),
                                    B=("blue", {"uncanny_resilience": resilient}))).outcomes

    assert fate(False) == {"wound": Fraction(7, 10), "dying": Fraction(1, 10)}
    assert fate(True) == {"wound": Fraction(7, 10), "dying": 0}


@pytest.mark.parametrize("weight", range(4))
@pytest.mark.parametrize("mode", ["melee", "ranged", "area"])
def test_heavy_armour_hinders_spells(fight: Any, mode: str, weight: int) -> None:
    """Magic Skill is lower: the attack roll, and the DC of defending against it."""
    plain = fight(mode, options={"magic": True, "defence": "block"}, A=("red", {"magic_skill": 4 - weight}), B=("blue", {"block": 1}))
    worn = fight(mode, options={"magic": True, "defence": "block"}, A=("red", {"magic_skill": 4, "mobility_penalty": weight}),
                 B=("blue", {"block": 1}))
    first, second = tohit.evaluate(plain), tohit.evaluate(worn)
    assert (first.chance, first.outcomes) == (second.chance, second.outcomes)
    told = {("burdened-caster", "attack"): -weight, ("burdened-caster", "defence"): -weight}
    assert lines(worn) == (told if weight else {})


@pytest.mark.parametrize("weight", range(4))
@pytest.mark.parametrize("mode", ["melee", "ranged", "area"])
@pytest.mark.parametrize("defence", ["dodge", "block"])
def test_heavy_armour_hinders_dodges_only(fight: Any, mode: str, weight: int, defence: str) -> None:
    lower = weight if defence == "dodge" else 0
    skills = {"weapon_skill": 2, "ranged_skill": 2}
    plain = fight(mode, options={"defence": defence}, A=("red", skills), B=("blue", {defence: 4 - lower}))
    worn = fight(mode, options={"defence": defence}, A=("red", skills), B=("blue", {defence: 4, "mobility_penalty": weight}))
    first, second = tohit.evaluate(plain), tohit.evaluate(worn)
    assert (first.chance, first.outcomes) == (second.chance, second.outcomes)
    assert lines(worn) == ({("burdened-dodge", "defence"): weight} if lower and mode != "area" else {})


def test_nobody_shoots_from_the_hip_more_often_than_it_has_ranks(fight: Any) -> None:
    def refusals(skill: int, times: int) -> list[str]:
        question = fight("ranged", options={"shoot_from_the_hip": times}, A=("red", {"ranged_skill": skill}), B="blue")
        return [refusal.key for refusal in tohit.evaluate(question).refusals]

    assert [refusals(2, times) for times in range(4)] == [[], [], [], ["from-the-hip"]]
    assert (refusals(-1, 0), refusals(-1, 1)) == ([], ["from-the-hip"])


def brute(attacks: int, rolls: int, need: int, guard: int, die: int, limits: tuple[int, int]) -> dict[str, Any]:
    """Every attack after the other, with the defence rolls that are left."""
    states: Counter[tuple[int, int, bool]] = Counter({(rolls, 0, False): 1})
    whole = (6 * 6 * die) ** attacks
    for _ in range(attacks):
        after: Counter[tuple[int, int, bool]] = Counter()
        for (left, wounds, dying), cases in states.items():
            for hit, saved, face in product(range(1, 7), range(1, 7), range(1, die + 1)):
                landed = hit >= need
                defended = landed and left > 0 and saved >= guard
                harmed = landed and not defended
                after[left - (landed and left > 0), wounds + (harmed and face > limits[0]), dying or (harmed and face > limits[1])] += cases
        states = after
    damage: Counter[int] = Counter()
    for (_, wounds, _), cases in states.items():
        damage[wounds] += cases
    dying = Fraction(sum(cases for (_, _, fallen), cases in states.items() if fallen), whole)
    return {"damage": Distribution.of(dict(damage)), "outcomes": {"wound": 1 - Fraction(damage[0], whole), "dying": dying}}


@pytest.mark.parametrize("seed", range(40))
def test_defence_rolls_are_spent_on_the_first_hits(fight: Any, seed: int) -> None:
    draw = random.Random(seed)
    attacks, skill, own, toughness = draw.randint(1, 4), draw.randint(-2, 3), draw.randint(-1, 5), draw.randint(2, 14)
    rolls, die = draw.randint(0, attacks), draw.choice([4, 6])
    question = fight(draw.choice(["melee", "ranged"]), attacks=attacks, weapon={"die": die},
                     options={"defence": "dodge", "defence_rolls": rolls},
                     A=("red", {"weapon_skill": skill, "ranged_skill": skill}), B=("blue", {"dodge": own, "toughness": toughness}))
    answer = tohit.evaluate(question)
    expected = brute(attacks, rolls, 4 - skill, 4 + skill - own, die, (toughness - 6, toughness))
    assert {"damage": answer.damage, "outcomes": answer.outcomes} == expected
    assert ("defence" in [stage.key for stage in answer.stages]) == (rolls > 0)


def test_as_many_rolls_as_attacks_are_no_limit(fight: Any) -> None:
    def told(attacks: int, rolls: int | None) -> Any:
        answer = tohit.evaluate(fight("melee", attacks=attacks, options={"defence": "parry", "defence_rolls": rolls},
                                      A=("red", {"weapon_skill": 2}), B=("blue", {"parry": 2})))
        return answer.chance, answer.damage, answer.outcomes

    assert told(5, None) == told(5, 5) == told(5, 99) != told(5, 4)


def test_an_effect_without_damage_meets_the_rolls_that_are_left(fight: Any) -> None:
    """Two sure hits, one roll that succeeds with 1/2: the second always affects."""
    question = fight("melee", attacks=2, options={"defence": "dodge", "defence_rolls": 1, "effect_only": True},
                     A=("red", {"weapon_skill": 3}), B=("blue", {"dodge": 3}))
    assert tohit.evaluate(question).outcomes["affected"] == 1
    assert tohit.evaluate(tohit.apply(question, [{"path": "attack.attacks", "value": 1}])).outcomes["affected"] == Fraction(1, 2)


def test_a_thousand_attacks_against_ten_rolls(fight: Any) -> None:
    """The mean by hand: each hit wounds with 5/8, and the first ten hits are saved half the time."""
    question = fight("melee", attacks=1000, options={"defence": "dodge", "defence_rolls": 10}, A=("red", {"weapon_skill": 3}),
                     B=("blue", {"dodge": 3}))
    assert tohit.evaluate(question).damage.mean() == Fraction(5, 8) * (990 + 10 * Fraction(1, 2))
