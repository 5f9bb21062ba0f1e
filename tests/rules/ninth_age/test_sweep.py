"""A board of chances is the same as one evaluation for each of its squares, and one evaluation is quick."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import Any

import pytest

import tohit
from tohit.core.geometry import FACINGS, square_name
from tohit.ready import ready

COLUMNS, ROWS = 9, 7  # not square: rows and columns cannot be mistaken for each other
ATTRIBUTES = ("hatred", "paired-weapons", "spear", "poison", "shaken", "hard-target", "unwieldy", "accurate", "toxic", "lance")


def scene(battle: Any, seed: int, mode: str, size: tuple[int, int] = (COLUMNS, ROWS), units: int = 6, pieces: int = 14) -> Any:
    """Units and terrain anywhere, options by chance; the two may stand in cover."""
    draw = random.Random(seed)
    squares = [square_name(row, col) for row in range(size[1]) for col in range(size[0])]
    draw.shuffle(squares)
    terrain = [f"{draw.choice(['wall', 'light', 'light', 'heavy'])} {squares.pop()}" for _ in range(pieces)]
    soft = [piece.split()[1] for piece in terrain if not piece.startswith("wall")]
    places = draw.sample(soft, 2) + squares
    sides = {"A": "red", "B": "blue", **{f"Unit {index}": draw.choice(["red", "blue"]) for index in range(units - 2)}}
    told = {
        name: (f"{side} {places.pop(0)} {draw.choice(FACINGS)}", {
            "offensive": draw.randint(2, 8), "defensive": draw.randint(2, 8), "models": draw.randint(0, 4),
            "aim": draw.randint(2, 5),
        })
        for name, side in sides.items()
    }
    for name in ("A", "B"):
        told[name][1]["models"] += 1
    return battle(mode, *draw.sample(ATTRIBUTES, 2), size=size, terrain=terrain, edition=draw.choice(["newer", "second"]),
                  weapon={"range": draw.choice([None, 5, 8])},
                  options={"parry": draw.random() < 0.7, "moved": draw.random() < 0.5, "distracting": draw.random() < 0.3}, **told)


@pytest.mark.parametrize("over", ["attacker.square", "target.square"])
@pytest.mark.parametrize("mode", ["melee", "shooting"])
@pytest.mark.parametrize("seed", range(4))
def test_each_square_and_facing_is_its_own_evaluation(battle: Any, seed: int, mode: str, over: str) -> None:
    question = scene(battle, seed, mode)
    moved = question.attacker if over == "attacker.square" else question.target
    best = tohit.sweep(question, over=over, facing="best")
    answers: dict[tuple[int, int], list[Any]] = {}
    for facing in FACINGS:
        turned = tohit.apply(question, [{"mini": "A", "facing": facing}])
        heat = tohit.sweep(turned, over=over)
        for row in range(ROWS):
            for col in range(COLUMNS):
                try:
                    there = tohit.apply(turned, [{"mini": moved.name, "at": square_name(row, col)}])
                except tohit.SceneError:
                    assert not heat.allowed[row, col]
                    continue
                answer = tohit.evaluate(there)
                assert (heat.chance(row, col), bool(heat.allowed[row, col])) == (answer.chance, answer.allowed), (row, col)
                answers.setdefault((row, col), []).append(answer)
    for cell, found in answers.items():
        assert best.chance(*cell) == max(answer.chance for answer in found)
        assert best.allowed[cell] == any(answer.allowed for answer in found)


@pytest.mark.parametrize("mode", ["melee", "shooting"])
@pytest.mark.parametrize("seed", range(6))
def test_each_distance_is_its_own_evaluation(battle: Any, seed: int, mode: str) -> None:
    question = scene(battle, seed, mode)
    curve = tohit.sweep(question, over="attack.overrides.distance", values=range(12))
    for distance in range(12):
        answer = tohit.evaluate(tohit.apply(question, [{"path": "attack.overrides.distance", "value": distance}]))
        assert (curve.chance(distance), bool(curve.allowed[distance])) == (answer.chance, answer.allowed)


def test_a_sweep_over_attack_dice(battle: Any) -> None:
    values = tohit.sweep(battle(), over="minis[0].stats.attack_value", values=[0, 1, 3, "2D3"])
    assert values.allowed.tolist() == [False, True, True, True]
    assert values.counts.tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("key", ["charge-against-shields", "bows-through-the-wood", "monster-among-ogres"])
def test_ready_scenarios_may_be_attacked_and_have_something_to_say(key: str) -> None:
    question = ready(tohit.ruleset("ninth-age"))[key]
    answer = tohit.evaluate(question)
    assert answer.allowed and answer.ledger
    assert answer.extras["casualties"].mean() > 0
    assert tohit.sweep(question, over="attacker.square").allowed.any()
    for lang in ("en", "fr"):
        assert str(answer.chance) in "\n".join(tohit.explain(answer, lang))


@pytest.mark.parametrize("mode", ["melee", "shooting"])
def test_one_evaluation_takes_a_few_milliseconds(battle: Any, mode: str) -> None:
    """20 units and 40 pieces of terrain, and each change is new to the dice; twice the aim, for busy machines."""
    question = scene(battle, 1, mode, size=(16, 12), units=20, pieces=40)
    tohit.evaluate(question)
    taken = []
    for value in range(1, 41):
        path = "minis[0].stats.strength" if value % 2 else "minis[1].stats.armour"
        changed = tohit.apply(question, [{"path": path, "value": value // 4}, {"path": "attack.attacks", "value": value}])
        start = time.perf_counter()
        tohit.evaluate(changed)
        taken.append(time.perf_counter() - start)
    assert median(taken) < 0.010
