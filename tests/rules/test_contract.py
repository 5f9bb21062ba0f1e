"""What every rule system keeps, on random scenes: one maker of scenes a system, the same tests for all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.evaluate import worth
from tohit.core.explain import landing_product
from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.core.situation import Situation
from tohit.rules import SYSTEMS

Document = dict[str, Any]
SEEDS = range(24)
FEW = range(8)


def coup_de_grace(draw: random.Random) -> Document:
    rules = SYSTEMS["coup-de-grace"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "facing": draw.choice("NESW"), "stats": {
            "defence": draw.randint(2, 6), "hp": draw.choice([0, 1, 2, 3, 3, 4]), "max_hp": draw.choice([3, 4]),
            "abilities": draw.sample(rules.abilities, draw.choice([0, 0, 1, 2])),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 7)))
    ]
    taken = {mini["at"] for mini in minis}
    walls = [square for square in squares(draw, 5, 6, draw.randint(0, 4)) if square not in taken]
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": [{"at": [square], "kind": "wall"} for square in walls]},
        "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": draw.choice(["melee", "ranged"]), "attacks": draw.randint(1, 3),
            "weapon": {"increment": draw.randint(1, 4), "reach": draw.choice([1, 1, 2]),
                       "abilities": draw.sample(rules.abilities, draw.choice([0, 0, 1, 2]))},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-4, 4)}]},
                                      {"facing_ok": True}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def dark_age(draw: random.Random) -> Document:
    rules = SYSTEMS["dark-age"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "stats": {
            "as": draw.randint(0, 22), "df": draw.randint(-2, 6), "ar": draw.randint(4, 20), "hp": draw.choice([0, 1, 1, 2, 3]),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind, "controlled_by": draw.choice(["", "", "r", "Mini 0"])}
        for square in squares(draw, 5, 6, draw.randint(0, 6))
        for kind in [draw.choice(["wall", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode = draw.choice(["ranged", "ranged", "melee", "arc"])
    weapon = {"pu": draw.choice([None, 0, 3, 5, 9]), "multiples": draw.randint(0, 2), "range": draw.choice([None, 3, 12]),
              "malfunction": draw.choice([None, None, 15, 18]), "reach": draw.random() < 0.5}
    enemies = [mini["name"] for mini in minis if mini["side"] != minis[0]["side"]]
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": 1 if mode == "arc" else draw.randint(1, 3),
            "weapon": weapon,
            "options": {"order": draw.sample(enemies, len(enemies)) if mode == "arc" else [], "gang_up": draw.choice([0, 0, 2]),
                        "charge": draw.choice([{}, {"attack": 2, "power": 1}]), "ability_cover": draw.choice(["none", "none", "light"])},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-6, 6)}]}, {"cover": "heavy"},
                                      {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def semiautomagic(draw: random.Random) -> Document:
    rules = SYSTEMS["semiautomagic"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "stats": {
            "scale": draw.choice([-1, 0, 0, 1]), "weapon_skill": draw.randint(0, 3), "ranged_skill": draw.randint(0, 3),
            "magic_skill": draw.randint(0, 3), "block": draw.choice([None, 1]), "dodge": draw.choice([None, 0, 2]),
            "parry": draw.choice([None, 1]), "toughness": draw.randint(4, 14), "evasion": draw.random() < 0.3,
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind} for square in squares(draw, 5, 6, draw.randint(0, 6))
        for kind in [draw.choice(["wall", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode, (shape, largest) = draw.choice(["melee", "ranged", "area"]), draw.choice([("sphere", 0), ("line", 1), ("cone", 2)])
    by_hand = {"modifiers": [{"name": "by hand", "attack": draw.randint(-3, 3), "defence": draw.randint(-3, 3)}]}
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": draw.randint(1, 3),
            "weapon": {"die": draw.choice([4, 6, 8]), "plus": draw.randint(0, 6), "increment": draw.randint(1, 4),
                       "reach": draw.choice(["standard", "standard", "long", "long-2", "close"]), "scale": draw.choice([0, 0, 1])},
            "options": {
                "magic": draw.random() < 0.3, "defence": draw.choice(["none", "block", "dodge", "parry"]), "aimed": draw.random() < 0.3,
                "aim_points": draw.choice([1, 2]), "on_the_exhale": draw.random() < 0.3, "far_shot": draw.random() < 0.3,
                "shoot_from_the_hip": draw.choice([0, 0, 1, 2]), "max_penalty": draw.choice([1, 4]), "scale_damage": draw.random() < 0.7,
                "light_cover": draw.choice(["0/0", "-1/0", "-1/-1"]), "heavy_cover": "-2/-1", "effect_only": draw.random() < 0.1,
                # a shape of even width has no middle square that it could be turned around
                "shape": shape, "shape_scale": draw.randint(-1, largest), "direction": draw.choice("NESW"),
                "aim_at": draw.choice([None, *squares(draw, 5, 6, 1)]),
            },
            "overrides": draw.choice([{}, {}, by_hand, {"cover": "heavy"}, {"distance": 0}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def ninth_age(draw: random.Random) -> Document:
    rules = SYSTEMS["ninth-age"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "facing": draw.choice(FACINGS), "stats": {
            "offensive": draw.randint(1, 9), "defensive": draw.randint(1, 9), "attack_value": draw.choice([0, 1, 2, 3, "D3", "D6"]),
            "strength": draw.randint(2, 6), "ap": draw.randint(0, 3), "resilience": draw.randint(2, 6), "armour": draw.randint(0, 6),
            "aegis": draw.choice([None, None, 4, 6]), "fortitude": draw.choice([None, None, 5]), "hp": draw.choice([0, 1, 1, 3, 4]),
            "models": draw.choice([1, 2, 5]), "aim": draw.randint(1, 7), "shots": draw.choice([0, 1, 1, 2, "D3"]),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind}
        for square in squares(draw, 5, 6, draw.randint(0, 8))
        for kind in [draw.choice(["wall", "light", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode = draw.choice(["melee", "shooting"])
    return {
        "format": "tohit/1", "rules": rules.key, "rulings": {"edition": draw.choice(["newer", "second"])},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": draw.randint(1, 3),
            "weapon": {"range": draw.choice([None, 4, 12]), "strength": draw.choice([0, 0, 1]), "ap": draw.choice([0, 0, 2]),
                       "attributes": draw.sample(rules.abilities, draw.choice([0, 1, 2]))},
            "options": {"attributes": draw.sample(rules.abilities, draw.choice([0, 1, 3, 6])),
                        "automatic_hits": draw.choice([None, None, None, 2, "D3"]), "multiple_wounds": draw.choice([1, 1, 2, "D3"]),
                        **{flag: draw.random() < 0.4 for flag in ("parry", "distracting", "moved", "charging")}},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-4, 4)}]}, {"cover": "heavy"},
                                      {"facing_ok": True}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


MAKERS: dict[str, Callable[[random.Random], Document]] = {
    "coup-de-grace": coup_de_grace, "dark-age": dark_age, "semiautomagic": semiautomagic, "ninth-age": ninth_age,
}
TOWARDS_THE_ATTACKER = {"attack": 1, "defence-value": -1, "to-hit": 1}  # channels of the roll that hits, and which way is better
scenes = pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in MAKERS for seed in SEEDS])
few_scenes = pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in MAKERS for seed in FEW])


def squares(draw: random.Random, columns: int, rows: int, count: int) -> list[str]:
    return [square_name(place // columns, place % columns) for place in draw.sample(range(columns * rows), count)]


@cache
def scene(key: str, seed: int) -> str:
    """A random document; three of four are of attacks that are allowed."""
    draw = random.Random(f"{key} {seed}")
    while True:
        text = json.dumps(MAKERS[key](draw))
        if tohit.evaluate(tohit.loads(text)).allowed == bool(seed % 4):
            return text


def test_every_system_keeps_the_contract() -> None:
    assert set(MAKERS) == set(SYSTEMS)


@scenes
def test_chances_are_exact_and_sum_to_1(key: str, seed: int) -> None:
    answer = tohit.evaluate(tohit.loads(scene(key, seed)))
    assert 0 <= answer.chance <= 1
    assert all(0 <= chance <= 1 for chance in answer.outcomes.values())
    assert sum(answer.damage.counts) == answer.damage.denominator
    told = answer.to_dict()
    assert sum(Fraction(chance) for chance in told["damage"].values()) == 1
    assert sum(Fraction(chance) * int(amount) for amount, chance in told["damage"].items()) == Fraction(told["expected_damage"])


@scenes
def test_an_attack_that_is_not_allowed_has_a_reason_and_no_chance(key: str, seed: int) -> None:
    told = tohit.evaluate(tohit.loads(scene(key, seed))).to_dict()
    assert told["allowed"] == (not told["refusals"])
    if not told["allowed"]:
        assert (told["chance"], told["stages"], told["damage"]) == ("0", [], {"0": "1"})
        assert set(told["outcomes"].values()) <= {"0"}
        assert all(refusal["sentence"] and refusal["causes"] for refusal in told["refusals"])


@scenes
def test_the_same_question_gives_the_same_answer(key: str, seed: int) -> None:
    """D3 32; and a link carries everything the answer depends on."""
    question = tohit.loads(scene(key, seed))
    again = tohit.loads(tohit.link(question))
    assert again == question
    assert tohit.evaluate(again).to_dict() == tohit.evaluate(question).to_dict()
    assert json.loads(json.dumps(tohit.evaluate(question).to_dict("fr")))["chance"] == str(tohit.evaluate(question).chance)


@scenes
def test_the_ledger_sums_to_the_totals(key: str, seed: int) -> None:
    answer = tohit.evaluate(tohit.loads(scene(key, seed)))
    sums = dict.fromkeys(answer.totals, 0)
    for line in answer.ledger:
        sums[line.channel] += line.value
    assert sums == answer.totals


@scenes
def test_the_landing_stages_multiply_to_the_chance(key: str, seed: int) -> None:
    answer = tohit.evaluate(tohit.loads(scene(key, seed)))
    assert landing_product(answer) == answer.chance
    for stage in answer.stages:
        assert set(stage.faces) | set(stage.rerolled) <= set(range(1, stage.die + 1))
        assert not set(stage.faces) & set(stage.rerolled)
        plain = Fraction(len(stage.faces), stage.die)
        assert stage.chance == plain if not stage.rerolled else stage.chance >= plain
    for lang in ("en", "fr"):
        assert not answer.allowed or str(answer.chance) in "\n".join(tohit.explain(answer, lang))


@scenes
def test_a_bonus_never_lowers_the_chance(key: str, seed: int) -> None:
    question = tohit.loads(scene(key, seed))
    chances = [tohit.evaluate(with_more(question, bonus)).chance for bonus in (-100, -3, -2, -1, 0, 1, 2, 3, 100)]
    assert chances == sorted(chances)


@scenes
def test_worth_and_wasted(key: str, seed: int) -> None:
    """What is wasted can go without changing one attack at all, one more cannot; worth is the chance without the line."""
    question = tohit.apply(tohit.loads(scene(key, seed)), [{"path": "attack.attacks", "value": 1}])
    answer = tohit.evaluate(question)
    only_the_worst = question.mode.worst_only(Situation(question))  # there a penalty by hand does not add up
    for line in answer.ledger if answer.allowed else ():
        assert 0 <= line.wasted <= abs(line.value)
        if line.channel in TOWARDS_THE_ATTACKER and line.value and not only_the_worst:
            gone = TOWARDS_THE_ATTACKER[line.channel] if line.value < 0 else -TOWARDS_THE_ATTACKER[line.channel]
            assert rolled(with_more(question, gone * line.wasted)) == rolled(question)
            assert line.wasted == abs(line.value) or rolled(with_more(question, gone * (line.wasted + 1))) != rolled(question)
            assert tohit.evaluate(with_more(question, gone * abs(line.value))).chance == worth(answer, line)


def with_more(question: Any, bonus: int) -> Any:
    """The question with one more modifier by hand."""
    given = json.loads(tohit.dumps(question))["attack"].get("overrides", {}).get("modifiers", [])
    more = [*given, {"name": "more", "attack": bonus}]
    return tohit.apply(question, [{"path": "attack.overrides.modifiers", "value": more}])


def rolled(question: Any) -> Document:
    """The answer without its ledger."""
    told = tohit.evaluate(question).to_dict()
    return {key: value for key, value in told.items() if key not in ("ledger", "stages")}


@scenes
def test_rotating_and_mirroring_change_nothing(key: str, seed: int) -> None:
    document = json.loads(scene(key, seed))
    for turned, rename in turns(document):
        assert essence(turned) == essence(document, rename)


def turns(document: Document) -> Iterator[tuple[Document, Callable[[str], str]]]:
    """The scene turned by a quarter, twice, thrice, and mirrored: with what becomes of a square's name."""
    columns, rows = document["board"]["columns"], document["board"]["rows"]

    def moved(place: Callable[[int, int], tuple[int, int]], facing: Callable[[int], int], size: tuple[int, int]) -> Any:
        def rename(name: str) -> str:
            square = parse_square(name)
            return square_name(*place(*square)) if square else name

        changed = json.loads(json.dumps(document))
        changed["board"]["columns"], changed["board"]["rows"] = size
        for mini in changed["minis"]:
            mini["at"] = rename(mini["at"])
            if "facing" in mini:
                mini["facing"] = FACINGS[facing(FACINGS.index(mini["facing"])) % 8]
        for piece in changed["board"].get("terrain", []):
            piece["at"] = [rename(square) for square in piece["at"]]
        options = changed["attack"].get("options", {})
        if options.get("aim_at"):
            options["aim_at"] = rename(options["aim_at"])
        if "direction" in options:
            options["direction"] = FACINGS[facing(FACINGS.index(options["direction"])) % 8]
        return changed, rename

    yield moved(lambda row, col: (columns - 1 - col, row), lambda facing: facing + 2, (rows, columns))
    yield moved(lambda row, col: (rows - 1 - row, columns - 1 - col), lambda facing: facing + 4, (columns, rows))
    yield moved(lambda row, col: (col, rows - 1 - row), lambda facing: facing + 6, (rows, columns))
    yield moved(lambda row, col: (row, columns - 1 - col), lambda facing: -facing, (columns, rows))


def essence(document: Document, rename: Callable[[str], str] = str) -> Document:
    """An answer without sentences, the causes in no order."""
    told = tohit.evaluate(tohit.loads(json.dumps(document))).to_dict()
    for entry in (*told["ledger"], *told["refusals"]):
        entry["causes"] = sorted(map(rename, entry["causes"]))
        entry.pop("because", None)
        entry.pop("sentence", None)
    return told


@scenes
def test_the_order_of_minis_is_irrelevant(key: str, seed: int) -> None:
    document = json.loads(scene(key, seed))
    expected = essence(document)
    random.Random(seed).shuffle(document["minis"])
    assert essence(document) == expected


@few_scenes
@pytest.mark.parametrize("moved", ["attacker", "target"])
def test_every_square_of_a_sweep_is_the_single_evaluation(key: str, seed: int, moved: str) -> None:
    """For every square and every facing of the attacker, and the best of them."""
    question = tohit.loads(scene(key, seed))
    name, grid, over = getattr(question.attack, moved), question.scene.grid, f"{moved}.square"
    stops = FACINGS[:: 8 // question.rules.facings] if question.rules.facings else ("N",)
    turned = {stop: tohit.apply(question, [{"mini": question.attack.attacker, "facing": stop}]) for stop in stops}
    sweeps = {stop: tohit.sweep(asked, over=over) for stop, asked in turned.items()}
    best = tohit.sweep(question, over=over, facing="best")
    for cell in np.ndindex(grid.rows, grid.columns):
        answers = {}
        for stop, asked in turned.items():
            try:
                answers[stop] = tohit.evaluate(tohit.apply(asked, [{"mini": name, "at": square_name(*cell)}]))
            except tohit.SceneError:  # somebody or a wall stands there
                answers[stop] = None
            found = answers[stop]
            assert sweeps[stop].allowed[cell] == bool(found and found.allowed)
            assert sweeps[stop].chance(*cell) == (found.chance if found else 0)
        possible = [answer for answer in answers.values() if answer and answer.allowed]
        assert best.allowed[cell] == bool(possible)
        assert best.chance(*cell) == max((answer.chance for answer in possible), default=0)
        if possible:
            assert answers[FACINGS[best.facing[cell]]].chance == best.chance(*cell)


@few_scenes
def test_a_sweep_over_distances_is_the_single_evaluation(key: str, seed: int) -> None:
    question = tohit.loads(scene(key, seed))
    over, values = "attack.overrides.distance", (0, 1, 2.5, 6, 7, 11.999, 12, 240, 10_000)
    curve = tohit.sweep(question, over=over, values=values)
    for cell, value in enumerate(values):
        answer = tohit.evaluate(tohit.apply(question, [{"path": over, "value": value}]))
        assert (curve.chance(cell), curve.allowed[cell]) == (answer.chance, answer.allowed)
