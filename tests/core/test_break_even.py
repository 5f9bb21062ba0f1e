"""Values that first reach a chance: held against single evaluations of every value."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import tohit

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}


def ask(rules: str = "coup-de-grace", mode: str = "melee", **attack: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules, "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode, "overrides": FREE, **attack},
    }))


def test_which_defence_makes_it_half() -> None:
    found = tohit.break_even(ask(), "minis[1].stats.defence")
    assert (found.reached, found.nearest, found.now, found.course) == (((-999, 4),), 4, 4, "falling")
    assert found.chances[found.values.index(5)] == Fraction(1, 3) and found.best == 1
    harder = tohit.break_even(ask(), "minis[1].stats.defence", Fraction(2, 3))
    assert harder.nearest == 3


@pytest.mark.parametrize("path", ["minis[1].stats.hp", "attack.weapon.increment", "attack.options.magic", "rulings.shield"])
def test_every_value_is_asked(path: str) -> None:
    question = ask(mode="ranged", overrides={**FREE, "distance": 9})
    found = tohit.break_even(question, path, Fraction(1, 3), values=[False, True] if "magic" in path else ["1", "2"] if "shield" in path else [1, 2, 3, 5, 8, 13])
    singles = [tohit.evaluate(tohit.apply(question, [{"path": path, "value": value}])).chance for value in found.values]
    assert list(found.chances) == singles
    reaching = [value for value, chance in zip(found.values, singles, strict=True) if chance >= Fraction(1, 3)]
    assert reaching == [value for first, last in found.reached for value in found.values[found.values.index(first):found.values.index(last) + 1]]


def test_a_chance_that_comes_and_goes_is_told_as_it_is() -> None:
    """A beastman fights better at exactly 1 hit point, and worse when downed: three runs, no single answer."""
    minis = [{"name": "Ann", "side": "red", "stats": {"abilities": ["beastman"]}}, {"name": "Bob", "side": "blue"}]
    question = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "minis": minis,
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "overrides": FREE},
    }))
    found = tohit.break_even(question, "minis[0].stats.hp", Fraction(2, 3), values=range(6))
    assert (found.reached, found.nearest, found.course) == (((1, 1),), 1, "both")
    split = tohit.break_even(question, "minis[0].stats.hp", Fraction(1, 2), values=[2, 0, 3, 4])
    assert split.reached == ((2, 2), (3, 4))


def test_nothing_reaches_it() -> None:
    found = tohit.break_even(ask("dark-age"), "minis[0].stats.as", 1)
    assert (found.reached, found.nearest, found.best, found.course) == ((), None, Fraction(19, 20), "rising")
    assert tohit.break_even(ask(), "minis[0].stats.defence").course == "flat"


@pytest.mark.parametrize("chance", ["0.5", "0,5", 0.5, Decimal("0.5"), "1/2", Fraction(1, 2)])
def test_chances_in_many_forms(chance: Any) -> None:
    assert tohit.break_even(ask(), "minis[1].stats.defence", chance).wanted == Fraction(1, 2)


@pytest.mark.parametrize("chance", [2, -1, True, "half", None, float("nan"), "1/0"])
def test_what_is_no_chance(chance: Any) -> None:
    with pytest.raises(tohit.NotationError, match="chance: got .*; allowed: a chance from 0 to 1"):
        tohit.break_even(ask(), "minis[1].stats.defence", chance)


def test_a_path_that_is_none() -> None:
    with pytest.raises(tohit.NotationError, match="values: .*at least one value"):
        tohit.break_even(ask(), "minis[1].stats.luck")
