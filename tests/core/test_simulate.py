"""Thrown attacks: the same for a seed, and by a chi-square test of the exact distribution's shape."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from typing import Any

import pytest

import tohit
from tohit.core import simulate as module
from tohit.core.distribution import Distribution

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}


def ask(rules: str, mode: str, ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, **attack: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules,
        "minis": [{"name": "Ann", "side": "red", "stats": ann or {}}, {"name": "Bob", "side": "blue", "stats": bob or {}}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode, "overrides": FREE, **attack},
    }))


QUESTIONS = {
    "orc": ask("coup-de-grace", "melee", {"abilities": ["orc", "human"]}),
    "burst": ask("dark-age", "ranged", {}, {"hp": 9}, weapon={"multiples": 3}),
    "unit": ask("ninth-age", "melee", {"attack_value": "2D6"}, {"models": 30}),
    "dodge": ask("semiautomagic", "ranged", {"ranged_skill": 3}, {"dodge": 1}, options={"defence": "dodge"}),
}


def fits(counts: dict[int, int], exact: Distribution) -> bool:
    """Pearson's test at one in a thousand, rare outcomes taken together; Wilson and Hilferty's limit."""
    number, classes, rare = sum(counts.values()), [], [0, 0.0]
    for outcome in exact.outcomes():
        expected = float(exact.chance(outcome) * number)
        if expected >= 10:
            classes.append((counts[outcome], expected))
        else:
            rare = [rare[0] + counts[outcome], rare[1] + expected]
    classes += [tuple(rare)] if rare[1] >= 10 else []
    free = len(classes) - 1
    limit = free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3
    return sum((seen - expected) ** 2 / expected for seen, expected in classes) <= limit


@pytest.mark.parametrize("case", QUESTIONS)
def test_a_million_attacks_are_distributed_as_the_exact_answer(case: str) -> None:
    exact = tohit.evaluate(QUESTIONS[case]).damage
    drawn = tohit.simulate(QUESTIONS[case], n=1_000_000, seed=20)
    assert sum(drawn.counts.values()) == drawn.n == 1_000_000 and set(drawn.counts) == set(exact.outcomes())
    assert fits(drawn.counts, exact)
    assert not fits(drawn.counts, Distribution.mix([(20, exact), (1, exact + 1)]).given(lambda outcome: outcome in exact.outcomes()))


def test_words_are_added_where_one_does_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of two bits most draws need a second and some a fifth; the shape stays exact."""
    monkeypatch.setattr(module, "BITS", 2)
    exact = tohit.evaluate(QUESTIONS["burst"]).damage
    assert fits(tohit.simulate(QUESTIONS["burst"], n=20_000, seed=3).counts, exact)


def test_a_seed_is_for_ever() -> None:
    question = QUESTIONS["orc"]
    assert tohit.simulate(question, 5_000, 1) == tohit.simulate(question, 5_000, 1)
    assert tohit.simulate(question, 5_000, 1).counts != tohit.simulate(question, 5_000, 2).counts
    assert tohit.simulate(question, 12, 7).counts == {0: 4, 1: 6, 2: 2}


def test_the_first_attacks_show_their_dice() -> None:
    """Roll after roll until one fails; a 1 that misses is thrown again by a human, and is no success."""
    shown = [attack for seed in range(300) for attack in tohit.simulate(QUESTIONS["orc"], 10, seed).shown]
    assert len(shown) == 3_000 and {len(attack) for attack in shown} == {1, 2}
    for first, *second in shown:
        assert (first.stage, first.die) == ("to-hit", 6) and first.succeeds == (first.face >= 4)
        assert bool(second) == (first.face == 1)
        assert all(throw.succeeds == (throw.face >= 4) for throw in second)
    landed = Counter(attack[-1].succeeds for attack in shown)
    assert fits({0: landed[False], 1: landed[True]}, Distribution.of({0: 5, 1: 7}))


def test_the_dice_of_two_rolls() -> None:
    for attack in tohit.simulate(QUESTIONS["dodge"], 10, 5).shown:
        assert [throw.stage for throw in attack] == ["to-hit", "defence"][: len(attack)]
        assert len(attack) == 1 + attack[0].succeeds


@pytest.mark.parametrize(("n", "seed", "path"), [(0, 1, "n"), (10_000_001, 1, "n"), (True, 1, "n"), (5, -1, "seed"), (5, 2**53, "seed"), (5, "x", "seed")])
def test_numbers_that_are_none(n: Any, seed: Any, path: str) -> None:
    with pytest.raises(tohit.NotationError) as refused:
        tohit.simulate(QUESTIONS["orc"], n, seed)
    assert refused.value.path == path


def test_what_is_not_allowed_is_not_thrown() -> None:
    with pytest.raises(tohit.NotationError, match="attack: this attack is not allowed"):
        tohit.simulate(tohit.apply(QUESTIONS["orc"], [{"path": "minis[1].side", "value": "red"}]), 1, 1)
