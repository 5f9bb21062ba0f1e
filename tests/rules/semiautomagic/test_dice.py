"""The dice against every row of dice: attack roll, defence roll, damage die, and the rulings on them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import tohit
from tohit.core.distribution import Distribution


def succeeds(first: int, second: int, bonus: int, dc: int, critical: bool) -> bool:
    """One d6 check; the second throw is used for a natural 6 that fails."""
    return first + bonus >= dc or (critical and first == 6 and second + bonus + 2 >= dc)


def brute(skill: int, own: int, other: int, x: int, y: int, bonus: int | None, damage: tuple[int, int], toughness: int,
          meets: bool, critical: bool, attacks: int) -> dict[str, Any]:
    """Every throw of one attack, attacks one after the other; nothing of the package's own arithmetic."""
    die, plus = damage
    ends: Counter[tuple[int, int, int]] = Counter()
    d6 = range(1, 7)
    for a, again, d, parried_again, face in product(d6, d6 if critical else [0], d6 if bonus is not None else [0],
                                                    d6 if critical and bonus is not None else [0], range(1, die + 1)):
        lands = succeeds(a, again, skill - own + x, 4 - other, critical)
        if bonus is not None:
            lands = lands and not succeeds(d, parried_again, bonus, 4 + skill + y, critical)
        hurt = [face + plus >= limit if meets else face + plus > limit for limit in (toughness - 6, toughness)]
        ends[lands, lands and hurt[0], lands and hurt[1]] += 1
    cases = sum(ends.values())
    chance, wound, dying = (Fraction(sum(count for end, count in ends.items() if end[place]), cases) for place in range(3))
    totals = {0: Fraction(1)}
    for _ in range(attacks):
        after: Counter[int] = Counter()
        for total, share in totals.items():
            after[total] += share * (1 - wound)
            after[total + 1] += share * wound
        totals = after
    outcomes = {"wound": 1 - totals[0], "dying": 1 - (1 - dying) ** attacks}
    return {"chance": chance, "outcomes": outcomes, "damage": Distribution.from_chances(dict(totals))}


@pytest.mark.parametrize("seed", range(150))
def test_every_answer_is_that_of_every_row_of_dice(fight: Any, seed: int) -> None:
    draw = random.Random(seed)
    mode, defence = draw.choice(["melee", "ranged"]), draw.choice(["none", "block", "dodge", "parry"])
    skill, own, other = draw.randint(-2, 5), draw.randint(-2, 3), draw.randint(-2, 3)
    x, y, bonus, toughness = draw.randint(-3, 3), draw.randint(-3, 3), draw.choice([None, draw.randint(-2, 6)]), draw.randint(-2, 20)
    die, plus, attacks = draw.choice([4, 6, 8, 10]), draw.randint(-2, 8), draw.randint(1, 4)
    meets, critical = draw.random() < 0.5, draw.random() < 0.4
    by_hand = {"modifiers": [{"name": "given", "attack": x, "defence": y}]}
    question = fight(
        mode, attacks=attacks, weapon={"die": die, "plus": plus}, options={"defence": defence}, overrides=by_hand,
        rulings={"damage_test": "meets" if meets else "exceeds", "critical": "reroll-plus-2" if critical else "off"},
        A=("red", {"weapon_skill": skill, "ranged_skill": skill, "scale": own}),
        B=("blue", {"scale": other, "toughness": toughness, "block": bonus, "dodge": bonus, "parry": bonus}),
    )
    answer = tohit.evaluate(question)
    bonus = None if defence == "none" else bonus
    extra = 3 * own if mode == "melee" else 0
    expected = brute(skill, own, other, x, y, bonus, (die, plus + extra), toughness, meets, critical, attacks)
    assert {"chance": answer.chance, "outcomes": answer.outcomes, "damage": answer.damage} == expected


@pytest.mark.parametrize("number", range(-3, 13))
def test_a_check_succeeds_when_it_meets_the_number_and_nothing_is_special(fight: Any, number: int) -> None:
    """D1 5 to 8: no natural 1 or 6; 0 when seven or more is needed."""
    given = {"modifiers": [{"name": "given", "attack": 4 - number, "defence": 0}]}
    answer = tohit.evaluate(fight("melee", overrides=given, A="red", B="blue"))
    assert answer.stages[0].faces == tuple(face for face in range(1, 7) if face >= number)
    assert answer.stages[0].need == ("always" if number <= 1 else "never" if number > 6 else f"{number}+")


@pytest.mark.parametrize(("number", "of_36"), [(5, 12), (6, 6), (7, 2), (8, 1), (9, 0), (999, 0)])
def test_golden_001_i1_a_natural_6_that_fails_is_thrown_again_with_2(fight: Any, number: int, of_36: int) -> None:
    given = {"modifiers": [{"name": "given", "attack": 4 - number, "defence": 0}]}
    answer = tohit.evaluate(fight("melee", rulings={"critical": "reroll-plus-2"}, overrides=given, A="red", B="blue"))
    assert answer.chance == Fraction(of_36, 36)
    assert answer.stages[0].rerolled == ((6,) if number > 6 else ())


def test_the_ruling_holds_for_the_defender_too_and_never_for_damage(fight: Any) -> None:
    question = fight("melee", weapon={"die": 6}, options={"defence": "dodge"}, rulings={"critical": "reroll-plus-2"},
                     A=("red", {"weapon_skill": 3}), B=("blue", {"dodge": 0, "toughness": 13}))
    hit, defence, wound, dying = tohit.evaluate(question).stages
    assert (defence.chance, defence.rerolled) == (Fraction(17, 18), (6,))
    assert (hit.chance, wound.chance, dying.chance) == (1, 0, 0)  # 1d6 never exceeds 7


@pytest.mark.parametrize(("die", "plus", "toughness", "ruling", "wound", "dying"), [
    (8, 0, 9, "exceeds", 5, 0), (6, 6, 9, "exceeds", 6, 3), (6, 6, 15, "exceeds", 3, 0), (8, 0, 8, "exceeds", 6, 0),
    (8, 0, 8, "meets", 7, 1), (6, 6, 9, "meets", 6, 4), (4, 0, -100, "exceeds", 4, 4), (4, 0, 999, "meets", 0, 0),
    (100, -999, 0, "exceeds", 0, 0), (2, 999, 999, "exceeds", 2, 2),
])
def test_golden_001_e_damage_exceeds_minimum_toughness_or_toughness(fight: Any, die: int, plus: int, toughness: int, ruling: str,
                                                                    wound: int, dying: int) -> None:
    question = fight("melee", weapon={"die": die, "plus": plus}, rulings={"damage_test": ruling}, A=("red", {"weapon_skill": 9}),
                     B=("blue", {"toughness": toughness}))
    answer = tohit.evaluate(question)
    assert answer.outcomes == {"wound": Fraction(wound, die), "dying": Fraction(dying, die)}
    assert answer.outcomes["dying"] <= answer.outcomes["wound"]


@pytest.mark.parametrize(("ruling", "needs"), [("exceeds", [">1", ">7"]), ("meets", ["always", "7+"])])
def test_the_needed_damage_is_told_as_the_ruling_has_it(fight: Any, ruling: str, needs: list[str]) -> None:
    """1d10 + 2 against 3 and 9."""
    question = fight("melee", weapon={"die": 10, "plus": 2}, rulings={"damage_test": ruling}, A="red", B=("blue", {"toughness": 9}))
    assert [stage.need for stage in tohit.evaluate(question).stages[1:]] == needs


def test_golden_001_f3_a_combo_is_simultaneous_and_nothing_adds_up(fight: Any) -> None:
    question = fight("melee", attacks=3, weapon={"die": 8}, A=("red", {"weapon_skill": 2}), B="blue")
    answer = tohit.evaluate(question)
    assert answer.outcomes == {"wound": Fraction(98425, 110592), "dying": 0}  # never 1d8 and 1d8 against 9
    one = Fraction(25, 48)
    assert answer.damage == Distribution.of({0: 23, 1: 25}).times(3)
    assert answer.damage.mean() == 3 * one


@pytest.mark.parametrize("mode", ["melee", "ranged", "area"])
def test_a_thousand_attacks_go_on_whatever_happened(fight: Any, mode: str) -> None:
    minis = {"A": ("red", {"weapon_skill": 2, "ranged_skill": 2}), "B": ("blue", {"dodge": 0})}
    answer = tohit.evaluate(fight(mode, attacks=1000, weapon={"die": 6, "plus": 6}, options={"defence": "dodge"}, **minis))
    assert answer.damage.outcomes()[-1] == 1000
    assert sum(answer.damage.counts) == answer.damage.denominator
    assert Fraction(999, 1000) < answer.outcomes["dying"] < 1


@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_an_effect_without_damage_affects_who_is_hit(fight: Any, mode: str) -> None:
    question = fight(mode, attacks=2, options={"effect_only": True, "defence": "dodge"}, A="red", B=("blue", {"dodge": 0}))
    answer = tohit.evaluate(question)
    assert answer.chance == Fraction(1, 4)
    assert answer.outcomes == {"wound": 0, "dying": 0, "affected": Fraction(7, 16)}
    assert answer.damage == Distribution.certain(0)
    assert [stage.key for stage in answer.stages] == ["to-hit", "defence"]
