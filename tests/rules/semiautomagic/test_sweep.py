"""A board of chances is the same as one evaluation for each of its squares; and how long one takes."""

from __future__ import annotations

import json
import random
import time
from statistics import median
from typing import Any

import pytest

import tohit
from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.ready import ready

COLUMNS, ROWS = 9, 7  # not square: rows and columns cannot be mistaken for each other
MODES = ("melee", "ranged", "area")


def scene(fight: Any, seed: int, mode: str, size: tuple[int, int] = (COLUMNS, ROWS), minis: int = 7, pieces: int = 12,
          **changes: Any) -> Any:
    """Minis and terrain anywhere, all rulings and options by chance."""
    dice = random.Random(seed)
    squares = [square_name(row, col) for row in range(size[1]) for col in range(size[0])]
    dice.shuffle(squares)
    terrain = [f"{dice.choice(['wall', 'light', 'heavy'])} {squares.pop()}" for _ in range(pieces)]
    soft = [piece.split()[1] for piece in terrain if not piece.startswith("wall")]
    places = [*soft[:2], *squares]
    names = ["A", "B", *(f"Other {index}" for index in range(minis - 2))]
    fighters = {
        name: (f"{dice.choice(['red', 'blue', 'green'])} {places.pop(0)}", {
            "scale": dice.choice([-1, 0, 0, 1]), "weapon_skill": dice.randint(0, 3), "ranged_skill": dice.randint(0, 3),
            "dodge": dice.choice([None, 0, 2]), "block": dice.choice([None, 1]), "toughness": dice.randint(5, 14),
        }) for name in names
    }
    options = {"defence": dice.choice(["none", "dodge", "block"]), "aimed": dice.random() < 0.5, "max_penalty": dice.choice([1, 4]),
               "light_cover": "-1/-1", "heavy_cover": "-2/0", "shape": dice.choice(["line", "cone", "sphere"]),
               "shape_scale": dice.randint(-1, 1), "direction": dice.choice("NESW"),
               "aim_at": dice.choice([None, places[-1]]) if mode == "area" else None}
    if options["shape"] == "sphere":
        options["shape_scale"] = min(0, options["shape_scale"])  # larger ones have no middle square to turn around
    return fight(
        mode, size=size, terrain=terrain,
        rulings={"long_reach": dice.choice(["from-adjacent", "from-self"]), "scatter_dice": dice.choice(["at-least-one", "as-printed"]),
                 "critical": dice.choice(["off", "reroll-plus-2"])},
        weapon={"increment": dice.choice([1, 2, 4]), "reach": dice.choice(["standard", "long", "long-2", "close"]), "plus": 3},
        options={**options, **changes}, **fighters,
    )


@pytest.mark.parametrize("over", ["attacker.square", "target.square"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(5))
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
@pytest.mark.parametrize("seed", range(6))
def test_each_distance_is_its_own_evaluation(fight: Any, seed: int, mode: str) -> None:
    question, values = scene(fight, seed, mode), (0, 0.5, 1, 1.5, 2, 3, 4, 15.001, 16, 17, 240, 10_000)
    curve = tohit.sweep(question, over="attack.overrides.distance", values=values)
    for cell, distance in enumerate(values):
        answer = tohit.evaluate(tohit.apply(question, [{"path": "attack.overrides.distance", "value": distance}]))
        assert (curve.chance(cell), bool(curve.allowed[cell])) == (answer.chance, answer.allowed)


@pytest.mark.parametrize("seed", range(4))
def test_repeated_area_attacks_are_swept_too(fight: Any, seed: int) -> None:
    question = tohit.apply(scene(fight, seed, "area"), [{"path": "attack.attacks", "value": 3}])
    heat = tohit.sweep(question, over="attacker.square")
    once = tohit.sweep(tohit.apply(question, [{"path": "attack.attacks", "value": 1}]), over="attacker.square")
    assert (heat.counts * once.denominator == once.counts * heat.denominator).all()


@pytest.mark.parametrize("path", ["attack.options.shape_scale", "attack.weapon.plus", "minis[1].stats.toughness"])
def test_a_number_is_swept(fight: Any, path: str) -> None:
    question = scene(fight, 1, "area", aim_at=None)
    curve = tohit.sweep(question, over=path, values=range(4))
    assert {curve.chance(cell) for cell in range(4)} == {tohit.evaluate(question).chance}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(8))
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
        assert json.loads(json.dumps(answer.to_dict(lang))) == answer.to_dict(lang)
        assert all(isinstance(step, str) for step in tohit.explain(answer, lang))


@pytest.mark.parametrize("key", ["sword-and-shield", "the-long-shot", "fireball-among-friends"])
def test_ready_scenarios_may_be_attacked(key: str) -> None:
    question = ready(tohit.ruleset("semiautomagic"))[key]
    answer = tohit.evaluate(question)
    assert answer.allowed and len(answer.stages) > 2
    assert answer.ledger or key == "sword-and-shield"
    assert tohit.sweep(question, over="attacker.square").allowed.any()


@pytest.mark.parametrize(("mode", "aim"), [("melee", 1), ("ranged", 1), ("area", 5)])
def test_one_evaluation_takes_about_a_millisecond(fight: Any, mode: str, aim: int) -> None:
    """20 minis and 40 pieces of terrain, a new scene each time; five times the aim, for machines that are busy."""
    questions = []
    for seed in range(200):
        question = scene(fight, seed, mode, size=(16, 12), minis=20, pieces=40, shape_scale=2, aimed=True)
        if tohit.sweep(question, over="attack.overrides.distance", values=[1]).allowed.any() and len(questions) < 30:
            questions.append(tohit.apply(question, [{"path": "attack.overrides.line_of_sight", "value": True}]))
    assert timed(lambda: tohit.evaluate(questions.pop()), len(questions)) < 0.005 * aim


def test_a_full_board_with_many_minis_is_quick(fight: Any) -> None:
    question = scene(fight, 3, "area", size=(60, 60), minis=200, pieces=40, shape="sphere", shape_scale=5, aim_at="AD30", max_penalty=8)
    question = tohit.apply(question, [{"path": "attack.overrides.line_of_sight", "value": True}])
    start = time.process_time()
    assert tohit.evaluate(question).allowed
    assert time.process_time() - start < 2
    assert tohit.sweep(question, over="attacker.square").allowed.sum() > 1000
    assert time.process_time() - start < 6


def timed(work: Any, times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def answered(question: Any) -> tuple[Any, ...]:
    answer = tohit.evaluate(question)
    return answer.chance, answer.damage, answer.allowed, answer.outcomes, answer.totals, answer.extras


def moved(question: Any, change: Any) -> Any:
    document = json.loads(tohit.dumps(question))
    board, options = document["board"], document["attack"].get("options", {})
    if change(1, 0) == (0, 1):
        board["rows"], board["columns"] = board["columns"], board["rows"]

    def at(name: str) -> str:
        return square_name(*change(*parse_square(name)))

    for piece in board["terrain"]:
        piece["at"] = [at(square) for square in ([piece["at"]] if isinstance(piece["at"], str) else piece["at"])]
    for mini in document["minis"]:
        mini["at"] = at(mini["at"])
    if options.get("aim_at"):
        options["aim_at"] = at(options["aim_at"])
    north, east = [(1, 0), (0, 1), (-1, 0), (0, -1)]["NESW".index(options.get("direction", "N"))]
    origin, end = change(0, 0), change(north, east)
    steps = {(1, 0): "N", (0, 1): "E", (-1, 0): "S", (0, -1): "W"}
    options["direction"] = steps[end[0] - origin[0], end[1] - origin[1]]
    document["attack"]["options"] = options
    assert set(steps.values()) <= set(FACINGS)
    return tohit.loads(json.dumps(document))
