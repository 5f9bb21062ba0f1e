"""Conditions and luck, against sums over every face."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

import tohit
from tohit.core.distribution import Distribution

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}


def ask(rules: str, mode: str, ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, **attack: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules,
        "minis": [{"name": "Ann", "side": "red", "stats": ann or {}}, {"name": "Bob", "side": "blue", "stats": bob or {}}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode, "overrides": FREE, **attack},
    }))


def test_a_condition_on_outcomes() -> None:
    two = Distribution.die(6).times(2)
    cases = [a + b for a, b in product(range(1, 7), repeat=2) if (a + b) % 3 == 0]
    assert two.given(lambda total: total % 3 == 0) == Distribution.of({total: cases.count(total) for total in cases})
    with pytest.raises(tohit.NotationError, match="given: this cannot happen"):
        two.given(lambda total: total == 13)


def test_given_that_it_landed() -> None:
    """An orc needs 4+ and does one more on a 6: of 4, 5 and 6, one."""
    answer = tohit.evaluate(ask("coup-de-grace", "melee", {"abilities": ["orc"]}))
    assert answer.given("landed") == Distribution.of({1: 2, 2: 1})
    assert answer.given("missed") == Distribution.certain(0)
    assert answer.given(lambda damage: damage > 1) == Distribution.certain(2)


@pytest.mark.parametrize("question", [
    ask("dark-age", "ranged", weapon={"multiples": 2}), ask("semiautomagic", "melee", {"weapon_skill": 1}, {"dodge": 0}, options={"defence": "dodge"}),
    ask("ninth-age", "melee", {"attack_value": 1}, {"armour": 2}), ask("coup-de-grace", "melee", {"abilities": ["human", "orc"]}),
], ids=lambda question: question.rules.key)
def test_total_chance(question: tohit.Question) -> None:
    """Landed or missed, weighed by their chances, is the damage without a condition."""
    answer = tohit.evaluate(question)
    landed, missed = answer.given("landed"), answer.given("missed")
    for outcome in range(6):
        assert answer.damage.chance(outcome) == answer.chance * landed.chance(outcome) + (1 - answer.chance) * missed.chance(outcome)


def test_what_cannot_be_asked_says_why() -> None:
    certain, hopeless = (tohit.evaluate(ask("coup-de-grace", "melee", {}, {"defence": n})) for n in (1, 7))
    for answer, condition in ((certain, "missed"), (hopeless, "landed"), (hopeless, lambda damage: damage > 0)):
        with pytest.raises(tohit.NotationError, match="given: this cannot happen"):
            answer.given(condition)
    with pytest.raises(tohit.NotationError, match="given: got .*; allowed: landed, missed"):
        certain.given("hit")
    several = [ask("coup-de-grace", "melee", attacks=2), ask("coup-de-grace", "melee", weapon={"abilities": ["claw"]}), ask("dark-age", "arc"),
               ask("ninth-age", "melee", {"attack_value": 2}), ask("semiautomagic", "area")]
    for question in several:
        with pytest.raises(tohit.NotationError, match="given: whether it landed can only be asked of one attack"):
            tohit.evaluate(question).given("landed")


@pytest.mark.parametrize(("hits", "attacks"), [(0, 1), (3, 7), (7, 7), (0, 12)])
def test_luck_is_the_sum_over_all_rows_of_hits(hits: int, attacks: int) -> None:
    lucky, p = tohit.luck(ask("coup-de-grace", "melee", {}, {"defence": 5}), hits, attacks), Fraction(1, 3)
    each = [comb(attacks, k) * p**k * (1 - p) ** (attacks - k) for k in range(attacks + 1)]
    assert (lucky.at_most, lucky.exactly, lucky.at_least) == (sum(each[: hits + 1]), each[hits], sum(each[hits:]))
    assert lucky.expected == attacks * p


def test_luck_of_rolls_counts_the_faces_that_hit() -> None:
    question = ask("dark-age", "ranged")
    assert tohit.luck_of_rolls(question, [13, 14, 20, 1]) == tohit.luck(question, 2, 4)
    with pytest.raises(tohit.NotationError, match=r"rolls\[1\]: got 21; allowed: a whole number from 1 to 20"):
        tohit.luck_of_rolls(question, [3, 21])
    for more in (ask("coup-de-grace", "melee", {"abilities": ["human"]}), ask("semiautomagic", "melee", {}, {"block": 1}, options={"defence": "block"})):
        with pytest.raises(tohit.NotationError, match="rolls: this attack lands by more than one die"):
            tohit.luck_of_rolls(more, [1, 2])


@pytest.mark.parametrize(("hits", "attacks", "path"), [(3, 2, "hits"), (-1, 2, "hits"), (0, 0, "attacks"), (1, 1_001, "attacks"), (True, 2, "hits")])
def test_numbers_that_are_none(hits: Any, attacks: Any, path: str) -> None:
    with pytest.raises(tohit.NotationError) as refused:
        tohit.luck(ask("coup-de-grace", "melee"), hits, attacks)
    assert refused.value.path == path


def test_no_luck_in_what_is_not_allowed() -> None:
    with pytest.raises(tohit.NotationError, match="attack: this attack is not allowed"):
        tohit.luck(tohit.apply(ask("coup-de-grace", "melee"), [{"path": "minis[1].side", "value": "red"}]), 0, 1)
    with pytest.raises(tohit.NotationError, match="attacks: got 0"):
        tohit.luck_of_rolls(ask("coup-de-grace", "melee"), [])
