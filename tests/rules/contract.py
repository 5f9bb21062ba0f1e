"""What every rule system keeps, on random scenes: the same tests for ours and for any other.

A test module takes them all with ``from contract import *`` and says by the fixture ``system`` for which systems.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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

__all__ = [
    "System",
    "test_a_bonus_never_lowers_the_chance",
    "test_a_sweep_over_distances_is_the_single_evaluation",
    "test_an_attack_that_is_not_allowed_has_a_reason_and_no_chance",
    "test_chances_are_exact_and_sum_to_1",
    "test_every_square_of_a_sweep_is_the_single_evaluation",
    "test_rotating_and_mirroring_change_nothing",
    "test_the_landing_stages_multiply_to_the_chance",
    "test_the_ledger_sums_to_the_totals",
    "test_the_order_of_minis_is_irrelevant",
    "test_the_same_question_gives_the_same_answer",
    "test_worth_and_wasted",
]

Document = dict[str, Any]
SEEDS = range(24)
FEW = range(8)
TOWARDS_THE_ATTACKER = {"attack": 1, "defence-value": -1, "to-hit": 1}  # channels of the roll that hits, and which way is better


@dataclass(frozen=True)
class System:
    """A rule system and a maker of random documents for it."""

    rules: tohit.Ruleset
    make: Callable[[random.Random], Document]

    def scene(self, seed: int) -> str:
        """A random document; three of four are of attacks that are allowed."""
        return drawn(self, seed)

    def question(self, seed: int) -> tohit.Question:
        """The same, read."""
        return self.ask(self.scene(seed))

    def ask(self, text: str) -> tohit.Question:
        """A document or link, read with this system known."""
        return tohit.loads(text, rules=self.rules)


@cache
def drawn(system: System, seed: int) -> str:
    draw = random.Random(f"{system.rules.key} {seed}")
    while True:
        text = json.dumps(system.make(draw))
        if tohit.evaluate(system.ask(text)).allowed == bool(seed % 4):
            return text


@pytest.mark.parametrize("seed", SEEDS)
def test_chances_are_exact_and_sum_to_1(system: System, seed: int) -> None:
    answer = tohit.evaluate(system.question(seed))
    assert 0 <= answer.chance <= 1
    assert all(0 <= chance <= 1 for chance in answer.outcomes.values())
    assert sum(answer.damage.counts) == answer.damage.denominator
    told = answer.to_dict()
    assert sum(Fraction(chance) for chance in told["damage"].values()) == 1
    assert sum(Fraction(chance) * int(amount) for amount, chance in told["damage"].items()) == Fraction(told["expected_damage"])


@pytest.mark.parametrize("seed", SEEDS)
def test_an_attack_that_is_not_allowed_has_a_reason_and_no_chance(system: System, seed: int) -> None:
    told = tohit.evaluate(system.question(seed)).to_dict()
    assert told["allowed"] == (not told["refusals"])
    if not told["allowed"]:
        assert (told["chance"], told["stages"], told["damage"]) == ("0", [], {"0": "1"})
        assert set(told["outcomes"].values()) <= {"0"}
        assert all(refusal["sentence"] and refusal["causes"] for refusal in told["refusals"])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_question_gives_the_same_answer(system: System, seed: int) -> None:
    """D3 32; and a link carries everything the answer depends on."""
    question = system.question(seed)
    again = system.ask(tohit.link(question))
    assert again == question
    assert tohit.evaluate(again).to_dict() == tohit.evaluate(question).to_dict()
    assert json.loads(json.dumps(tohit.evaluate(question).to_dict("fr")))["chance"] == str(tohit.evaluate(question).chance)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ledger_sums_to_the_totals(system: System, seed: int) -> None:
    answer = tohit.evaluate(system.question(seed))
    sums = dict.fromkeys(answer.totals, 0)
    for line in answer.ledger:
        sums[line.channel] += line.value
    assert sums == answer.totals


@pytest.mark.parametrize("seed", SEEDS)
def test_the_landing_stages_multiply_to_the_chance(system: System, seed: int) -> None:
    answer = tohit.evaluate(system.question(seed))
    assert landing_product(answer) == answer.chance
    for stage in answer.stages:
        assert set(stage.faces) | set(stage.rerolled) <= set(range(1, stage.die + 1))
        assert not set(stage.faces) & set(stage.rerolled)
        plain = Fraction(len(stage.faces), stage.die)
        assert stage.chance == plain if not stage.rerolled else stage.chance >= plain
    for lang in ("en", "fr"):
        assert not answer.allowed or str(answer.chance) in "\n".join(tohit.explain(answer, lang))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bonus_never_lowers_the_chance(system: System, seed: int) -> None:
    question = system.question(seed)
    chances = [tohit.evaluate(with_more(question, bonus)).chance for bonus in (-100, -3, -2, -1, 0, 1, 2, 3, 100)]
    assert chances == sorted(chances)


@pytest.mark.parametrize("seed", SEEDS)
def test_worth_and_wasted(system: System, seed: int) -> None:
    """What is wasted can go without changing one attack at all, one more cannot; worth is the chance without the line."""
    question = tohit.apply(system.question(seed), [{"path": "attack.attacks", "value": 1}])
    answer = tohit.evaluate(question)
    for line in answer.ledger if answer.allowed else ():
        assert 0 <= line.wasted <= abs(line.value)
        # Where penalties do not add up, one more by hand is not the same as one less of a line.
        stacks = line.channel not in question.mode.worst_only(Situation(question))
        if line.channel in TOWARDS_THE_ATTACKER and line.value and stacks:
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


@pytest.mark.parametrize("seed", SEEDS)
def test_rotating_and_mirroring_change_nothing(system: System, seed: int) -> None:
    document = json.loads(system.scene(seed))
    for turned, rename in turns(document):
        assert essence(system, turned) == essence(system, document, rename)


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


def essence(system: System, document: Document, rename: Callable[[str], str] = str) -> Document:
    """An answer without sentences, the causes in no order."""
    told = tohit.evaluate(system.ask(json.dumps(document))).to_dict()
    for entry in (*told["ledger"], *told["refusals"]):
        entry["causes"] = sorted(map(rename, entry["causes"]))
        entry.pop("because", None)
        entry.pop("sentence", None)
    return told


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_minis_is_irrelevant(system: System, seed: int) -> None:
    document = json.loads(system.scene(seed))
    expected = essence(system, document)
    random.Random(seed).shuffle(document["minis"])
    assert essence(system, document) == expected


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("moved", ["attacker", "target"])
def test_every_square_of_a_sweep_is_the_single_evaluation(system: System, seed: int, moved: str) -> None:
    """For every square and every facing of the attacker, and the best of them."""
    question = system.question(seed)
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


@pytest.mark.parametrize("seed", FEW)
def test_a_sweep_over_distances_is_the_single_evaluation(system: System, seed: int) -> None:
    question = system.question(seed)
    over, values = "attack.overrides.distance", (0, 1, 2.5, 6, 7, 11.999, 12, 240, 10_000)
    curve = tohit.sweep(question, over=over, values=values)
    for cell, value in enumerate(values):
        answer = tohit.evaluate(tohit.apply(question, [{"path": over, "value": value}]))
        assert (curve.chance(cell), curve.allowed[cell]) == (answer.chance, answer.allowed)
