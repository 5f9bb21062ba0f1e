"""Scenarios with exact expected answers: one file each in ``golden``, from the rules' own numbers.

A file holds ``id``, ``text``, ``source``, a ``scenario`` (a whole document) and ``expect``: places in the
answer's JSON, written with dots, and what stands there; null where nothing does.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit.rules import SYSTEMS

GOLDEN = Path(__file__).with_name("golden")
FILES = {path.stem: path for path in sorted(GOLDEN.glob("*.json"))}
COUP_DE_GRACE = (
    "000-A3", "000-A4", "000-A5", "000-B1", "000-B3", "000-B4", "000-B5", "000-C1", "000-C5", "000-C6", "000-C12", "000-C18",
    "000-C5d", "000-D1", "000-D3", "000-D4", "000-E1", "000-E2", "000-F1", "000-F2", "000-F3", "000-F5", "000-F6",
)
SEMIAUTOMAGIC = (  # G8, G9 and H are no attacks: they stand in semiautomagic/test_area.py and test_time.py
    "001-A0", "001-A1", "001-A2", "001-A3", "001-A4", "001-A6", "001-B1", "001-B3", "001-B4", "001-C15", "001-C16", "001-C30",
    "001-C31", "001-C60", "001-C61", "001-C121", "001-C240", "001-C241", "001-C15a", "001-C31e", "001-D1", "001-E1", "001-E2",
    "001-E3", "001-E4", "001-E5", "001-E6", "001-E8", "001-E9", "001-F1", "001-F3", "001-G1", "001-G3", "001-G4", "001-G6",
    "001-G7", "001-I1",
)
NINTH_AGE = (  # the tables T, B and C are tests of their own in ninth_age
    "002-A4-4", "002-A5-4", "002-A8-4", "002-A1-5", "002-A2-6", "002-A1", "002-D1", "002-D2", "002-D4", "002-D5", "002-E1",
    "002-E2", "002-E3", "002-E4", "002-E7", "002-E9", "002-E10", "002-E11", "002-F1", "002-F2", "002-F4", "002-F5", "002-F6",
    "002-G1", "002-G2", "002-G4", "002-G5", "002-G6",
)
DARK_AGE = (  # D6 and F1 stand in dark_age/test_arc.py
    "003-A1", "003-A2", "003-A4", "003-A5", "003-A6", "003-A7", "003-B1", "003-B2", "003-B3", "003-B5", "003-C1", "003-C2",
    "003-C3", "003-C5", "003-C6", "003-C8", "003-D1", "003-D3", "003-D4", "003-E1",
)


@pytest.mark.parametrize("name", FILES)
def test_answer_is_exactly_as_expected(name: str) -> None:
    golden = held(name)
    answer = tohit.evaluate(tohit.loads(json.dumps(golden["scenario"]))).to_dict()
    assert {place: at(answer, place) for place in golden["expect"]} == golden["expect"]


@pytest.mark.parametrize("name", FILES)
def test_file_is_well_formed(name: str) -> None:
    golden = held(name)
    assert golden["id"] == name
    assert golden["text"] and golden["source"] and golden["expect"]
    question = tohit.loads(json.dumps(golden["scenario"]))
    assert tohit.loads(tohit.dumps(question)) == question


@pytest.mark.parametrize("name", (*COUP_DE_GRACE, *SEMIAUTOMAGIC, *NINTH_AGE, *DARK_AGE))
def test_every_golden_value_has_a_file(name: str) -> None:
    assert name in FILES


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_its_smallest_document(key: str) -> None:
    """Nothing in it can be left out, and what is left out has its default."""
    smallest = held(f"smallest-{key}")["scenario"]
    assert json.loads(tohit.dumps(tohit.loads(json.dumps(smallest)))) == smallest
    for place, smaller in without_one(smallest):
        with pytest.raises(ValueError):  # a NotationError or SceneError: either way it is refused
            tohit.loads(json.dumps(smaller))
            pytest.fail(f"{place} could be left out")


@pytest.mark.parametrize("hp", [1, 2, 3, 6, 60, 999])
def test_golden_000_h_claw_without_a_target(duel: Any, hp: int) -> None:
    """The uncut dice hit twice or more with 2/9 and once on average: so they do while the target still stands."""
    answer = tohit.evaluate(duel("melee", A="red C3 N", B=("blue C4 S", {"defence": 3, "hp": hp}),
                                 weapon={"abilities": ["claw"]}))
    hits = [answer.damage.at_least(times) for times in range(1, hp + 1)]
    assert hits == [Fraction(2, 3) * Fraction(1, 3) ** before for before in range(hp)]
    assert hits[1:2] in ([], [Fraction(2, 9)])  # 000-H2
    assert sum(hits) == 1 - Fraction(1, 3) ** hp  # 000-H1, as hp grows


@pytest.mark.parametrize(("activations", "skeleton", "chance"), [
    (1, False, Fraction(1, 3)),   # 000-G1
    (2, False, Fraction(5, 9)),   # 000-G2
    (1, True, Fraction(1, 2)),    # 000-G3
])
def test_golden_000_g_dramatic_recovery(activations: int, skeleton: bool, chance: Fraction) -> None:
    assert procedure("recovery").chances(activations=activations, skeleton=skeleton).chance(1) == chance


def test_golden_000_z8_movement_points_of_one_step() -> None:
    costs = [procedure("step-cost").chances(enemies=enemies) for enemies in range(4)]
    assert costs == [tohit.Distribution.certain(points) for points in (1, 2, 4, 8)]


def held(name: str) -> dict[str, Any]:
    return json.loads(FILES[name].read_text(encoding="utf-8"))


def procedure(key: str) -> Any:
    return next(procedure for procedure in tohit.ruleset("coup-de-grace").procedures if procedure.key == key)


def at(answer: Any, place: str) -> Any:
    for step in place.split("."):
        answer = answer[int(step)] if isinstance(answer, list) else answer.get(step)
    return answer


def without_one(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document without one of its keys or items, for each of them."""
    for way in list(places(document)):
        smaller = copy.deepcopy(document)
        *inner, last = way
        holder: Any = smaller
        for step in inner:
            holder = holder[step]
        del holder[last]
        yield ".".join(map(str, way)), smaller


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    steps = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for step in steps:
        yield (*way, step)
        yield from places(value[step], (*way, step))
