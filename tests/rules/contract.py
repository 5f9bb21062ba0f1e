"""What every rule system keeps, on random scenes: the same tests for ours and for any other.

A test module takes them all with ``from contract import *`` and says by the fixture ``system`` for which systems.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import tohit
from tohit.core import promises
from tohit.core.evaluate import worth
from tohit.core.promises import with_more
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
    assert not [*promises.sums(system.question(seed))]
    answer = tohit.evaluate(system.question(seed))
    assert 0 <= answer.chance <= 1
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
    assert not [*promises.ledger(system.question(seed))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_landing_stages_multiply_to_the_chance(system: System, seed: int) -> None:
    assert not [*promises.explanation(system.question(seed))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bonus_never_lowers_the_chance(system: System, seed: int) -> None:
    assert not [*promises.bonus(system.question(seed))]


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


def rolled(question: Any) -> Document:
    """The answer without its ledger."""
    told = tohit.evaluate(question).to_dict()
    return {key: value for key, value in told.items() if key not in ("ledger", "stages")}


@pytest.mark.parametrize("seed", SEEDS)
def test_rotating_and_mirroring_change_nothing(system: System, seed: int) -> None:
    assert not [*promises.turning(system.question(seed))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_minis_is_irrelevant(system: System, seed: int) -> None:
    assert not [*promises.order(system.question(seed))]


@pytest.mark.parametrize("seed", FEW)
def test_every_square_of_a_sweep_is_the_single_evaluation(system: System, seed: int) -> None:
    """For every square of both and every facing of the attacker, and the best of them."""
    assert not [*promises.squares(system.question(seed))]


@pytest.mark.parametrize("seed", FEW)
def test_a_sweep_over_distances_is_the_single_evaluation(system: System, seed: int) -> None:
    assert not [*promises.distances(system.question(seed))]
