"""A board of chances is the same as one evaluation for each of its squares."""

from __future__ import annotations

import json
import random
import time
from statistics import median
from typing import Any

import pytest

import tohit
from tohit.core.geometry import parse_square, square_name
from tohit.ready import ready

COLUMNS, ROWS = 9, 7  # not square: rows and columns cannot be mistaken for each other
MODES = ("ranged", "melee", "arc")


def scene(fight: Any, seed: int, mode: str, size: tuple[int, int] = (COLUMNS, ROWS), minis: int = 7, pieces: int = 12) -> Any:
    """Minis and terrain anywhere, all rulings and options by chance."""
    dice = random.Random(seed)
    squares = [square_name(row, col) for row in range(size[1]) for col in range(size[0])]
    dice.shuffle(squares)
    terrain = [
        {"kind": dice.choice(["wall", "light", "heavy"]), "at": [squares.pop()],
         "controlled_by": dice.choice(["", "red", "blue", "A", "B"])}
        for _ in range(pieces)
    ]
    soft = [piece["at"][0] for piece in terrain if piece["kind"] != "wall"]
    dice.shuffle(squares)
    places = [*soft[:2], *squares]
    fighters = {
        name: (f"{side} {places.pop(0)}", {"df": dice.randint(1, 8), "ar": dice.randint(6, 18), "hp": dice.randint(1, 3)})
        for name, side in (("A", "red"), ("B", "blue"))
    }
    others = {
        f"Other {index}": (f"{dice.choice(['red', 'blue', 'green'])} {places.pop()}",
                           {"df": dice.randint(1, 8), "hp": dice.choice([0, 1, 2])})
        for index in range(minis - 2)
    }
    return fight(
        mode, size=size, terrain=terrain,
        rulings={"heavy_control": dice.choice(["literal", "ignores-heavy"]), "reach_measure": dice.choice(["edge", "centre"]),
                 "cover_where": dice.choice(["between-or-under-target", "strictly-between"])},
        weapon={"pu": dice.choice([None, 2, 6, 12]), "range": dice.choice([None, 3, 5]), "reach": dice.choice([True, False])},
        options={"gang_up": dice.choice([0, 2]), "ability_cover": dice.choice(["none", "none", "light"]),
                 "charge": {"attack": dice.choice([0, 1]), "power": dice.choice([0, 1])}},
        **fighters, **others,
    )


@pytest.mark.parametrize("over", ["attacker.square", "target.square"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(4))
def test_each_square_is_its_own_evaluation(fight: Any, seed: int, mode: str, over: str) -> None:
    question = scene(fight, seed, mode)
    heat = tohit.sweep(question, over=over)
    moved = question.attacker if over == "attacker.square" else question.target
    assert heat.shape == (ROWS, COLUMNS)
    for row in range(ROWS):
        for col in range(COLUMNS):
            try:
                there = tohit.apply(question, [{"mini": moved.name, "at": square_name(row, col)}])
            except tohit.SceneError:
                assert not heat.allowed[row, col]
                continue
            answer = tohit.evaluate(there)
            assert (heat.chance(row, col), bool(heat.allowed[row, col])) == (answer.chance, answer.allowed), (row, col)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(4))
def test_each_distance_is_its_own_evaluation(fight: Any, seed: int, mode: str) -> None:
    question = scene(fight, seed, mode)
    curve = tohit.sweep(question, over="attack.overrides.distance", values=range(9))
    for distance in range(9):
        answer = tohit.evaluate(tohit.apply(question, [{"path": "attack.overrides.distance", "value": distance}]))
        assert (curve.chance(distance), bool(curve.allowed[distance])) == (answer.chance, answer.allowed)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(6))
def test_a_mirrored_or_turned_scene_has_the_same_answer(fight: Any, seed: int, mode: str) -> None:
    question = scene(fight, seed, mode)
    expected = answered(question)
    for change in (lambda row, col: (row, COLUMNS - 1 - col), lambda row, col: (ROWS - 1 - row, col), lambda row, col: (col, row)):
        assert answered(moved(question, change)) == expected


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(20))
def test_the_ledger_sums_to_the_totals_and_the_explanation_to_the_chance(fight: Any, seed: int, mode: str) -> None:
    answer = tohit.evaluate(scene(fight, seed, mode))
    for channel, total in answer.totals.items():
        assert sum(line.value for line in answer.ledger if line.channel == channel) == total
    assert sum(answer.damage.counts) == answer.damage.denominator
    for lang in ("en", "fr"):
        assert answer.to_dict(lang)
        assert all(isinstance(step, str) for step in tohit.explain(answer, lang))


@pytest.mark.parametrize("key", ["behind-the-barrels", "slug-or-burst", "one-swing-three-enemies"])
def test_ready_scenarios_may_be_attacked(key: str) -> None:
    question = ready(tohit.ruleset("dark-age"))[key]
    answer = tohit.evaluate(question)
    assert answer.allowed
    assert answer.ledger or key != "behind-the-barrels"
    assert tohit.sweep(question, over="attacker.square").allowed.any()


@pytest.mark.parametrize("mode", MODES)
def test_one_evaluation_takes_about_a_millisecond(fight: Any, mode: str) -> None:
    """20 minis and 40 pieces of terrain; five times the aim, for machines that are busy with other things."""
    question = scene(fight, 1, mode, size=(16, 12), minis=20, pieces=40)
    tohit.evaluate(question)
    assert timed(lambda: tohit.evaluate(question), 50) < 0.005


def test_a_thousand_attacks_take_no_time(fight: Any) -> None:
    weapons = [{"pu": 5, "malfunction": malfunction, "as": skill} for malfunction in (None, 18) for skill in range(5)]
    questions = [fight("ranged", attacks=1000, weapon=weapon, A="red B4", B=("blue J4", {"hp": 3})) for weapon in weapons]
    assert timed(lambda: tohit.evaluate(questions.pop()), 10) < 0.1


def timed(work: Any, times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def answered(question: Any) -> tuple[Any, ...]:
    answer = tohit.evaluate(question)
    return answer.chance, answer.damage, answer.allowed, answer.outcomes, answer.totals


def moved(question: Any, change: Any) -> Any:
    document = json.loads(tohit.dumps(question))
    board = document["board"]
    if change(1, 0) == (0, 1):
        board["rows"], board["columns"] = board["columns"], board["rows"]

    def at(name: str) -> str:
        return square_name(*change(*parse_square(name)))

    for piece in board["terrain"]:
        piece["at"] = [at(square) for square in ([piece["at"]] if isinstance(piece["at"], str) else piece["at"])]
    for mini in document["minis"]:
        mini["at"] = at(mini["at"])
    return tohit.loads(json.dumps(document))
