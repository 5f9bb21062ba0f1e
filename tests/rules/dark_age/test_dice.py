"""Every chance against a count of all the ways the dice can fall, written apart from the package."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import tohit

FACES = range(1, 21)
AT_HAND = {"reach_ok": True, "line_of_sight": True}


@cache
def one_attack(need: int, save: int, pu: bool, multiples: int, extreme: int, malfunction: int | None, naturals: str,
               critical: str, first: str) -> dict[tuple[int, bool], Fraction]:
    """Damage and whether it malfunctioned: the attack die times all the save dice, one by one."""
    ways: Counter[tuple[int, bool]] = Counter()
    for roll in FACES:
        hit = roll <= need
        if naturals == "1-hits-20-misses":
            hit = roll == 1 or (hit and roll != 20)
        jam = malfunction is not None and roll >= malfunction
        if hit and jam:
            hit, jam = (False, True) if first == "yes" else (True, False)
        if not (hit and pu):
            ways[0, jam] += 20**multiples
            continue
        for saves in product(FACES, repeat=multiples):
            lost = 0
            for die in saves:
                if die == 1 or (die <= save and die != 20):
                    continue
                lost += extreme + (1 if die == 20 and critical == "extra-hp" else 0)
            ways[lost, jam] += 1
    return {way: Fraction(count, 20 ** (1 + multiples)) for way, count in ways.items()}


def row_of_attacks(singles: list[dict[tuple[int, bool], Fraction]], hp: int) -> Iterator[tuple[int, bool, Fraction]]:
    """Attack after attack while the target stands: total damage, any malfunction, chance."""
    ways = {(0, False): Fraction(1)}
    for single in singles:
        after: Counter[tuple[int, bool]] = Counter()
        for (total, jammed), chance in ways.items():
            if total >= hp:
                after[total, jammed] += chance
                continue
            for (lost, jam), share in single.items():
                after[total + lost, jammed or jam] += chance * share
        ways = after
    return ((total, jammed, chance) for (total, jammed), chance in ways.items())


def as_text(chances: dict[int, Fraction]) -> dict[str, str]:
    return {str(outcome): str(chance) for outcome, chance in sorted(chances.items()) if chance}


def rolled(dice: random.Random) -> tuple[dict[str, Any], dict[str, str], int, int, int]:
    """A weapon, rulings, AS + DF, AR and HP that somebody might have."""
    weapon = {
        "pu": dice.choice([None, *range(0, 12)]), "multiples": dice.choice([1, 1, 1, 2, 2, 3]),
        "malfunction": dice.choice([None, None, 1, 2, 10, 17, 18, 19, 20]), "extreme_damage": dice.choice([1, 1, 2, 3]),
    }
    rulings = {"naturals": dice.choice(["1-hits-20-misses", "none"]), "critical_save": dice.choice(["extra-hp", "none"]),
               "malfunction_first": dice.choice(["yes", "no"])}
    return weapon, rulings, dice.randint(-6, 26), dice.randint(-4, 30), dice.randint(1, 5)


def counted(weapon: dict[str, Any], rulings: dict[str, str], need: int, ar: int, fall: int = 0) -> dict[tuple[int, bool], Fraction]:
    save = ar - (weapon["pu"] or 0) + fall
    return one_attack(need, save, weapon["pu"] is not None, weapon["multiples"], weapon["extreme_damage"],
                      weapon["malfunction"], *rulings.values())


@pytest.mark.parametrize("seed", range(120))
def test_attacks_on_one_target(fight: Any, seed: int) -> None:
    dice = random.Random(seed)
    weapon, rulings, need, ar, hp = rolled(dice)
    attacks = dice.randint(1, 5)
    answer = tohit.evaluate(fight("melee", attacks=attacks, weapon=weapon, rulings=rulings, overrides=AT_HAND,
                                  A=("red", {"as": need - 4}), B=("blue", {"df": 4, "ar": ar, "hp": hp})))
    single = counted(weapon, rulings, need, ar)
    ends = list(row_of_attacks([single] * attacks, hp))
    damage: Counter[int] = Counter()
    for total, _, chance in ends:
        damage[total] += chance
    assert answer.damage.to_dict() == as_text(damage)
    assert answer.outcomes["dead"] == sum(chance for total, _, chance in ends if total >= hp)
    jammed = sum((chance for _, jam, chance in ends if jam), start=Fraction(0))
    assert answer.outcomes.get("malfunction") == (None if weapon["malfunction"] is None else jammed)
    assert answer.chance == Fraction(len(answer.stages[0].faces), 20)


@pytest.mark.parametrize("seed", range(40))
def test_a_profile_for_each_attack(fight: Any, seed: int) -> None:
    """Three profiles, a list of names, attacks that stop when the target is dead."""
    dice = random.Random(seed)
    _, rulings, need, ar, hp = rolled(dice)
    profiles = {name: rolled(dice)[0] for name in "abc"}
    chosen = [dice.choice("abc") for _ in range(dice.randint(1, 4))]
    answer = tohit.evaluate(fight(
        "melee", attacks=len(chosen), weapon={"profiles": [{"name": name, **given} for name, given in profiles.items()]},
        options={"profile": chosen}, rulings=rulings, overrides=AT_HAND,
        A=("red", {"as": need}), B=("blue", {"df": 0, "ar": ar, "hp": hp}),
    ))
    ends = list(row_of_attacks([counted(profiles[name], rulings, need, ar) for name in chosen], hp))
    damage: Counter[int] = Counter()
    for total, _, chance in ends:
        damage[total] += chance
    assert answer.damage.to_dict() == as_text(damage)
    jammed = sum((chance for _, jam, chance in ends if jam), start=Fraction(0))
    assert answer.outcomes.get("malfunction", 0) == jammed


@pytest.mark.parametrize("seed", range(60))
def test_arc_attacks(fight: Any, seed: int) -> None:
    """One to three enemies, one to three arcs: every branch followed, the dead left out."""
    dice = random.Random(seed)
    weapon, rulings, skill, _, _ = rolled(dice)
    weapon |= {"pu": dice.choice([None, 1, 2, 3, 4, 5, 6, 9]), "multiples": dice.choice([1, 1, 2])}
    foes = [(dice.randint(0, 6), dice.randint(2, 20), dice.randint(1, 3)) for _ in range(dice.randint(1, 3))]
    arcs = dice.choice([1, 1, 2, 3])
    names = [f"Foe {place}" for place in range(len(foes))]
    answer = tohit.evaluate(fight(
        "arc", attacks=arcs, weapon=weapon, rulings=rulings, overrides=AT_HAND, A=("red", {"as": skill}),
        **{name: ("blue", {"df": df, "ar": ar, "hp": hp}) for name, (df, ar, hp) in zip(names, foes, strict=True)},
    ))
    damage, kills, jammed, dead = Counter(), Counter(), Fraction(0), Fraction(0)
    for left, total, jam, chance in swings(weapon, rulings, skill, foes, arcs):
        damage[total] += chance
        kills[left.count(0)] += chance
        jammed += chance * jam
        dead += chance * (left[0] == 0)
    assert answer.damage.to_dict() == as_text(damage)
    assert answer.extras["kills"].to_dict() == as_text(kills)
    assert answer.outcomes["dead"] == dead
    assert answer.outcomes.get("malfunction", 0) == jammed
    sequence = answer.extras["sequence"]
    assert [blow["target"] for blow in sequence] == names[:blows(weapon["pu"], len(foes))]
    assert [blow["pu"] for blow in sequence] == [weapon["pu"] and weapon["pu"] - 2 * place for place in range(len(sequence))]
    assert answer.chance == sequence[0]["chance"]


def blows(pu: int | None, targets: int) -> int:
    return targets if pu is None else min(targets, (pu + 1) // 2)


def swings(weapon: dict[str, Any], rulings: dict[str, str], skill: int, foes: list[tuple[int, int, int]],
           arcs: int) -> Iterator[tuple[tuple[int, ...], int, bool, Fraction]]:
    """How repeated arcs can end: hit points left, damage, any malfunction, chance."""
    def arc(left: tuple[int, ...], total: int, jammed: bool, chance: Fraction, turn: int) -> Iterator[Any]:
        if turn == arcs:
            yield left, total, jammed, chance
            return
        yield from blow(left, total, jammed, chance, turn, [place for place, hp in enumerate(left) if hp], 0)

    def blow(left: tuple[int, ...], total: int, jammed: bool, chance: Fraction, turn: int, queue: list[int],
             struck: int) -> Iterator[Any]:
        out_of_power = weapon["pu"] is not None and weapon["pu"] - 2 * struck <= 0
        if not queue or out_of_power:
            yield from arc(left, total, jammed, chance, turn + 1)
            return
        place, *rest = queue
        df, ar, _ = foes[place]
        for (lost, jam), share in counted(weapon, rulings, skill + df, ar, 2 * struck).items():
            after = (*left[:place], max(0, left[place] - lost), *left[place + 1:])
            yield from blow(after, total + lost, jammed or jam, chance * share, turn, rest, struck + 1)

    merged: Counter[Any] = Counter()
    for left, total, jammed, chance in arc(tuple(hp for _, _, hp in foes), 0, False, Fraction(1), 0):
        merged[left, total, jammed] += chance
    return ((*end, chance) for end, chance in merged.items())
