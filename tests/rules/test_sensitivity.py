"""Single changes: each is the single evaluation of the scenario that its edit makes, and the best come first."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from contract_scenes import MAKERS

import tohit
from tohit.core.question import Question


@pytest.mark.parametrize("rules", MAKERS)
@pytest.mark.parametrize("seed", range(3))
def test_every_change_is_what_its_edit_makes(rules: str, seed: int) -> None:
    draw, seen = random.Random(seed), 0
    while seen < 2:
        try:
            question = tohit.loads(json.dumps(MAKERS[rules](draw)))
            changes = tohit.sensitivity(question)
        except tohit.NotationError:
            continue
        seen += 1
        once = tohit.apply(question, [{"path": "attack.options.profile", "value": None}] if rules == "dark-age" else [])
        once = tohit.apply(once, [{"path": "attack.attacks", "value": 1}])
        now = tohit.evaluate(question)
        assert changes
        for change in changes:
            then = tohit.evaluate(tohit.apply(question, [change.edit]))
            assert (change.allowed, change.chance, change.difference) == (then.allowed, then.chance, then.chance - now.chance)
            if rules != "dark-age":
                one, before = tohit.evaluate(tohit.apply(once, [change.edit])), tohit.evaluate(once)
                assert change.damage == one.damage.mean() - before.damage.mean()
                assert "path" not in change.edit or change.wasted == ((one.chance, one.damage, one.outcomes) == (before.chance, before.damage, before.outcomes))
        ranks = [(-change.difference, -change.damage) for change in changes]
        assert ranks == sorted(ranks)
        for language in ("en", "fr"):
            assert all(question.rules.say(language).show(change.name) for change in changes)


def by_name(question: Question) -> dict[str, tohit.Change]:
    say = question.rules.say("en")
    return {say.show(change.name): change for change in tohit.sensitivity(question)}


def test_a_step_behind_a_turn_and_an_ally(duel: Callable[..., Question]) -> None:
    """Bob turns his back: +1.  Cid comes to his flank and looks at him: +1.  Ann steps out of reach: not allowed."""
    changes = by_name(duel("melee", Ann="red C3 N", Bob="blue C4 S", Cid="red H8 N", size=(8, 8)))
    assert changes["Bob turns north"].difference == Fraction(1, 6)
    assert changes["Cid comes to D4, beside Bob"].difference == Fraction(1, 6)
    assert not changes["Ann steps to C2"].allowed and changes["Ann steps to C2"].difference == Fraction(-1, 2)
    assert "Ann steps to C4" not in changes


def test_what_is_wasted_is_said(duel: Callable[..., Question]) -> None:
    """Already certain: one less Defence changes nothing, and neither does a back."""
    changes = by_name(duel("melee", Ann="red C3 N", Bob=("blue C4 S", {"defence": 1}), size=(8, 8)))
    assert (changes["Bob: Defence Value: 1 → 0"].difference, changes["Bob: Defence Value: 1 → 0"].wasted) == (0, 1)
    assert (changes["Bob turns north"].difference, changes["Bob turns north"].wasted) == (0, 1)
    assert (changes["Bob: Defence Value: 1 → 2"].difference, changes["Bob: Defence Value: 1 → 2"].wasted) == (Fraction(-1, 6), 0)


def test_distance_and_cover_by_hand() -> None:
    question = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "dark-age", "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "ranged", "weapon": {"range": 12},
                   "overrides": {"distance": 12, "cover": "heavy", "line_of_sight": True}},
    }))
    changes = by_name(question)
    assert changes["cover: none"].difference == Fraction(4, 20) and changes["cover: light"].difference == Fraction(2, 20)
    assert not changes["distance: 12 → 13"].allowed and changes["distance: 12 → 11"].difference == 0
