"""What a ruling decides: every square held against `evaluate` under both readings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.geometry import square_name
from tohit.core.sweep import free_squares
from tohit.ready import ready

RULINGS = [(rules.key, name, ruling.key) for rules in tohit.rulesets() for name in ready(rules) for ruling in rules.rulings]


def question(rules: str, scenario: str) -> tohit.Question:
    return ready(tohit.ruleset(rules))[scenario]


@pytest.mark.parametrize(("rules", "scenario", "ruling"), RULINGS)
def test_every_square_has_the_chance_that_evaluate_gives_under_each_reading(rules: str, scenario: str, ruling: str) -> None:
    """Square by square where something changes, and on every seventh of the others."""
    asked = question(rules, scenario)
    for found in tohit.impact(asked, ruling):
        other = tohit.apply(asked, [{"path": f"rulings.{ruling}", "value": found.choice}])
        assert getattr(other.rulings, ruling) == found.choice != getattr(asked.rulings, ruling)
        free = np.argwhere(free_squares(asked, "attacker")).tolist()
        assert found.squares == len(free)
        if found.changed == 0:
            assert (found.most, found.where) == (0, None)
            assert [at(asked, square) for square in free[::7]] == [at(other, square) for square in free[::7]]
            continue
        answers = [(at(asked, square), at(other, square)) for square in free]
        assert found.changed == sum(now != then for now, then in answers)
        gaps = [abs(now[1] - then[1]) for now, then in answers]
        assert found.most == max(gaps)
        assert list(found.where) in free
        now, then = answers[free.index(list(found.where))]
        assert now != then and abs(now[1] - then[1]) == found.most


def at(asked: tohit.Question, square: Any) -> tuple[bool, Fraction]:
    moved = tohit.evaluate(tohit.apply(asked, [{"mini": asked.attack.attacker, "at": square_name(*square)}]))
    return moved.allowed, moved.chance


def test_each_other_choice_is_weighed_and_the_present_one_is_not() -> None:
    asked = question("coup-de-grace", "archer-on-the-wall")
    assert [found.choice for found in tohit.impact(asked, "distance")] == ["chebyshev", "euclidean", "5-10-5"]
    straight = tohit.apply(asked, [{"path": "rulings.distance", "value": "euclidean"}])
    assert [found.choice for found in tohit.impact(straight, "distance")] == ["manhattan", "chebyshev", "5-10-5"]


def test_at_the_best_facing_other_squares_change() -> None:
    asked = question("coup-de-grace", "archer-on-the-wall")
    ahead, best = (tohit.impact(asked, "distance", facing=facing)[0] for facing in ("as-is", "best"))
    assert 0 < ahead.changed < best.changed


def test_an_unknown_ruling_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(tohit.NotationError, match="ruling.*adjacency, distance, sight_corners"):
        tohit.impact(question("coup-de-grace", "archer-on-the-wall"), "rounding")
