"""Every chance against two other engines: each way that a game can go, played by hand; and icepool (dyce for one chain)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest

import tohit
from tohit.core.written import roll

Throw = Callable[[Any], int]
ONE = ("poison", "battle-focus", "lethal-strike", "divine", "flaming", "flammable", "hatred")


def random_attack(seed: int) -> dict[str, Any]:
    """Anything that the dice can meet, few enough of it to play every game."""
    draw = random.Random(seed)
    return {
        "shooting": draw.random() < 0.35, "edition": draw.choice(["newer", "second"]),
        "hit": draw.choice([2, 3, 4, 5, 6, 6, 7, 7, 8]),
        "strength": draw.randint(1, 6), "resilience": draw.randint(1, 6), "armour": draw.randint(0, 6), "ap": draw.randint(0, 3),
        "aegis": draw.choice([None, None, 2, 4, 6]), "fortitude": draw.choice([None, None, 3, 5]),
        "attributes": draw.sample(ONE, draw.choice([0, 1, 2, 3, 5])), "multiple": draw.choice([1, 1, 2, "D3", "D2+1"]),
        "hp": draw.choice([1, 1, 2, 3]), "models": draw.randint(1, 3), "dice": draw.choice([1, 1, 2, "D2", "D3"]),
        "attacks": draw.choice([1, 1, 2, 3]), "automatic": draw.random() < 0.15,
        "area": (1, 1),  # more hits of one die are too many games to play; icepool has them
    }


def asked(battle: Any, given: dict[str, Any]) -> Any:
    dice = given["dice"]
    attacker = {"offensive": 4, "aim": given["hit"], "attack_value": dice, "shots": dice,
                **{key: given[key] for key in ("strength", "ap")}}
    target = {key: given[key] for key in ("resilience", "armour", "aegis", "fortitude", "hp", "models")}
    options = {"multiple_wounds": given["multiple"], "area_attack": "{}/{}".format(*given["area"]), **({"automatic_hits": dice} if given["automatic"] else {})}
    mode, by_hand = ("shooting", 0) if given["shooting"] else ("melee", 4 - given["hit"])
    return battle(mode, *given["attributes"], edition=given["edition"], options=options, attacks=given["attacks"], by_hand=by_hand,
                  A=("red", attacker), B=("blue", target))


# By hand: the rules as a player follows them, one die after the other


def one_die(given: dict[str, Any], throw: Throw) -> list[int]:
    """The Health Points that each unsaved wound of one die costs."""
    has = given["attributes"].__contains__
    if given["automatic"]:
        return [lost for lost in [wound(given, throw)] if lost]
    face = throw("D6")
    if not hits(given, face) and has("hatred") and not given["shooting"]:
        face = throw("D6")
    if not hits(given, face):
        return []
    if given["shooting"] and given["edition"] == "second" and given["hit"] == 7 and throw("D6") < 4:
        return []
    found = [unsaved(given, throw, lethal=False) if face == 6 and has("poison") else wound(given, throw)]
    if face == 6 and has("battle-focus"):
        found.append(wound(given, throw))
    return [lost for lost in found if lost]


def hits_each(given: dict[str, Any]) -> int:
    """Area Attack: a hit on each model of so many files and ranks."""
    files, ranks = given["area"]
    return min(files * ranks, given["models"])


def hits(given: dict[str, Any], face: int) -> bool:
    if face == 1:
        return False
    if given["shooting"]:
        return face >= given["hit"] or (face == 6 and given["hit"] == 7 and given["edition"] == "second")
    return face == 6 or face >= given["hit"]


def wound(given: dict[str, Any], throw: Throw) -> int:
    need = {2: 2, 1: 3, 0: 4, -1: 5, -2: 6}[max(-2, min(2, given["strength"] - given["resilience"]))]
    face = throw("D6")
    if face < need and {"flaming", "flammable"} <= set(given["attributes"]):
        face = throw("D6")
    if face < need:
        return 0
    return unsaved(given, throw, lethal=face == 6 and "lethal-strike" in given["attributes"])


def unsaved(given: dict[str, Any], throw: Throw, lethal: bool) -> int:
    left = given["armour"] - (10 if lethal else given["ap"])
    face = throw("D6") if left > 0 else 1
    if face > 1 and face >= 7 - left:
        return 0
    for key in special(given, lethal):
        if throw("D6") >= given[key] and not (key == "aegis" and "divine" in given["attributes"] and throw("D6") < given[key]):
            return 0
    return min(throw(given["multiple"]), given["hp"])


def special(given: dict[str, Any], lethal: bool) -> list[str]:
    """The one special save that helps most."""
    helps = {}
    if given["aegis"]:
        helps["aegis"] = Fraction(7 - given["aegis"], 6) ** (2 if "divine" in given["attributes"] else 1)
    if given["fortitude"] and not lethal and "flaming" not in given["attributes"]:
        helps["fortitude"] = Fraction(7 - given["fortitude"], 6)
    return sorted(helps, key=helps.get)[-1:]


def every_way(play: Callable[[Throw], Any]) -> Iterator[tuple[Any, Fraction]]:
    """Each way that a game can go, and its chance: played again from the start for every row of throws."""
    ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while ways:
        thrown, chance = ways.pop()
        rest = iter(thrown)

        def throw(dice: Any, rest: Iterator[int] = rest, thrown: tuple[int, ...] = thrown, chance: Fraction = chance) -> int:
            for face in rest:
                return face
            ways.extend(((*thrown, face), chance * roll(dice).chance(face)) for face in roll(dice).outcomes())
            return next(rest)  # ends this game: it is played again with each face

        with suppress(StopIteration):
            yield play(throw), chance


def played(given: dict[str, Any]) -> dict[tuple[int, int], Fraction]:
    """Health Points lost and models removed: models are taken off one after the other."""
    single: Counter[tuple[int, ...]] = Counter()
    for lost, chance in every_way(lambda throw: tuple(sorted(one_die(given, throw)))):
        single[lost] += chance
    units = Counter({(given["hp"],) * given["models"]: Fraction(1)})
    for _ in range(given["attacks"]):
        after: Counter[tuple[int, ...]] = Counter()
        for dice in roll(given["dice"]).outcomes():
            thrown = Counter({unit: chance * roll(given["dice"]).chance(dice) for unit, chance in units.items()})
            for _ in range(dice):
                next_ones: Counter[tuple[int, ...]] = Counter()
                for unit, chance in thrown.items():
                    for lost, share in single.items():
                        next_ones[hurt(unit, sum(lost))] += chance * share
                thrown = next_ones
            after.update(thrown)
        units = after
    whole = given["hp"] * given["models"]
    ends: Counter[tuple[int, int]] = Counter()
    for unit, chance in units.items():
        ends[whole - sum(unit), given["models"] - len(unit)] += chance
    return ends


def hurt(unit: tuple[int, ...], points: int) -> tuple[int, ...]:
    left = list(unit)
    for _ in range(points):
        if left:
            left[0] -= 1
            left = left if left[0] else left[1:]
    return tuple(left)


@pytest.mark.parametrize("seed", range(150))
def test_a_game_played_by_hand(battle: Any, seed: int) -> None:
    given = random_attack(seed)
    answer, ends = tohit.evaluate(asked(battle, given)), played(given)
    for place, told in enumerate((answer.damage, answer.extras["casualties"])):
        found: Counter[int] = Counter()
        for end, chance in ends.items():
            found[end[place]] += chance
        assert told == tohit.Distribution.from_chances(found), given
    landed = sum(chance for hit, chance in every_way(lambda throw: first(given, throw)) if hit)
    assert answer.chance == (1 if given["automatic"] else landed)


def first(given: dict[str, Any], throw: Throw) -> bool:
    """Whether one die hits."""
    hit = hits(given, throw("D6"))
    if not hit and "hatred" in given["attributes"] and not given["shooting"]:
        hit = hits(given, throw("D6"))
    hopeless = given["shooting"] and given["edition"] == "second" and given["hit"] == 7
    return hit and not (hopeless and throw("D6") < 4)


# By icepool: the same chain as expressions over dice


def pooled(given: dict[str, Any]) -> icepool.Die:
    d6, has = icepool.d6, given["attributes"].__contains__
    cost = icepool_roll(given["multiple"]).map(lambda lost: min(lost, given["hp"]))

    def past_saves(lethal: bool) -> icepool.Die:
        lost = cost
        for key in special(given, lethal):
            saved = Fraction(7 - given[key], 6) ** (2 if key == "aegis" and has("divine") else 1)
            lost = icepool.Die([0, lost], times=[saved.numerator, saved.denominator - saved.numerator])
        need = max(2, 7 - given["armour"] + (10 if lethal else given["ap"]))
        return d6.map(lambda face: 0 if face >= need else lost)

    need = 4 - max(-2, min(2, given["strength"] - given["resilience"]))
    to_wound = d6.map(lambda face: d6 if face < need and has("flaming") and has("flammable") else face)
    by_hit = to_wound.map(lambda face: past_saves(face == 6 and has("lethal-strike")) if face >= need else 0)
    one = by_hit
    if not given["automatic"]:
        others = (hits_each(given) - 1) @ by_hit if hits_each(given) > 1 else icepool.Die([0])
        six = (past_saves(False) if has("poison") else by_hit) + others + (by_hit if has("battle-focus") else 0)
        again = has("hatred") and not given["shooting"]
        to_hit = d6.map(lambda face: d6 if again and not hits(given, face) else face)
        one = to_hit.map(lambda face: (six if face == 6 else by_hit + others) if hits(given, face) else 0)
        if given["shooting"] and given["edition"] == "second" and given["hit"] == 7:
            one = icepool.Die([0, one])
    attack = icepool_roll(given["dice"]).map(lambda dice: dice @ one)
    return (given["attacks"] @ attack).map(lambda lost: min(lost, given["hp"] * given["models"]))


def icepool_roll(dice: Any) -> icepool.Die:
    return icepool.Die(dict(roll(dice).items()))


@pytest.mark.parametrize("seed", range(150, 350))
def test_icepool_gives_the_same_whole_numbers(battle: Any, seed: int) -> None:
    given = random_attack(seed)
    given |= {"attacks": given["attacks"] * 4, "models": given["models"] * 7,
              "dice": random.Random(seed).choice([1, 2, "D6", "2D3", "D3+1"]),
              "multiple": random.Random(seed).choice([given["multiple"], "D6"]),
              "area": random.Random(seed).choice([(1, 1), (1, 1), (2, 1), (1, 3), (2, 2)])}
    answer = tohit.evaluate(asked(battle, given))
    assert answer.damage == tohit.Distribution.of(dict(pooled(given).items())), given


@pytest.mark.parametrize(("attacks", "multiple"), [(1, 3), (12, 3), (40, 6)])
def test_dyce_gives_the_same_whole_numbers(battle: Any, attacks: int, multiple: int) -> None:
    """3+, 3+, 4+, D3 or D6 wounds on models of 3 Health Points."""
    capped = Counter(min(points, 3) for points in range(1, multiple + 1))
    total = attacks @ dyce.H({0: 7 * multiple, **{points: 2 * count for points, count in capped.items()}})
    answer = tohit.evaluate(battle(attacks=attacks, options={"multiple_wounds": f"D{multiple}"},
                                   A=("red", {"offensive": 5, "strength": 4}), B=("blue", {"armour": 3, "hp": 3, "models": 40})))
    assert answer.damage == tohit.Distribution.of({int(points): count for points, count in total.items()})
