"""The census: every combination of the small inputs, counted throw by throw and stored; and every golden value has its file."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tohit

FOLDER = Path(__file__).parents[1]
CENSUS = json.loads((FOLDER / "census" / "ninth-age.json").read_text(encoding="utf-8"))
GOLDEN = (
    "A4-4", "A5-4", "A8-4", "A1-5", "A2-6", "A1", "D1", "D2", "D4", "D5", "E1", "E2", "E3", "E4", "E7", "E9", "E10", "E11",
    "F1", "F2", "F4", "F5", "F6", "G1", "G2", "G4", "G5", "G6",
)


@pytest.mark.parametrize(("place", "skill"), [*enumerate(CENSUS["offensive_less_defensive"])])
def test_every_throw_of_an_attack(battle: Any, place: int, skill: int) -> None:
    for strength, by_armour in zip(CENSUS["strength_less_resilience"], CENSUS["lost"][place], strict=True):
        for armour, by_aegis in zip(CENSUS["armour_less_ap"], by_armour, strict=True):
            for aegis, count in zip(CENSUS["aegis"], by_aegis, strict=True):
                answer = tohit.evaluate(battle(A=("red", {"offensive": 5 + skill, "strength": 4 + strength, "ap": 1}),
                                               B=("blue", {"defensive": 5, "resilience": 4, "armour": 1 + armour, "aegis": aegis})))
                assert answer.damage.chance(1) == Fraction(count, 1296)


@pytest.mark.parametrize("edition", ["newer", "second"])
def test_every_throw_of_a_shot(battle: Any, edition: str) -> None:
    counts = [tohit.evaluate(battle("shooting", edition=edition, A=("red", {"aim": aim}))).chance * 36 for aim in CENSUS["aim"]]
    assert counts == CENSUS["hit"][edition]


@pytest.mark.parametrize("name", GOLDEN)
def test_every_golden_value_of_an_evaluation_has_a_file(name: str) -> None:
    """The tables 002-T, 002-B and 002-C are tests of their own."""
    assert (FOLDER / "golden" / f"002-{name}.json").exists()
