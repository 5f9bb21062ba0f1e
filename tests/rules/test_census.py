"""The census: every combination of a system's small inputs, counted and stored; any change of a count is seen.

A file of ``census`` holds ``tables``; a table has a ``scenario``, ``inputs`` (a path of the document and its
values), ``whole`` (of how many throws) and ``counts``: by place in the answer, a list in a list for each input,
the first one outermost.  When a rule is changed on purpose, count anew, and read what ``git diff`` says::

    python tests/rules/test_census.py
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit import Answer, Question
from tohit.rules import SYSTEMS

FOLDER = Path(__file__).with_name("census")
CENSUS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
TABLES = [
    pytest.param(table, place, id=f"{key}-{number}-{value}")
    for key, census in CENSUS.items()
    for number, table in enumerate(census["tables"], 1)
    for place, value in enumerate(table["inputs"][0]["values"])
]
LARGEST = 200_000


@pytest.mark.parametrize(("table", "place"), TABLES)
def test_every_combination_is_counted_as_stored(table: dict[str, Any], place: int) -> None:
    first, *others = table["inputs"]
    question = changed(start(table), first["path"], first["values"][place])
    stored = {key: counts[place] for key, counts in table["counts"].items()}
    assert counted(question, others, table["whole"], tuple(stored)) == stored


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_a_census_of_thousands(key: str) -> None:
    assert (FOLDER / f"{key}.json").stat().st_size < LARGEST
    sizes = [sizes_of(counts) for table in CENSUS[key]["tables"] for counts in table["counts"].values()]
    assert sum(sizes) >= 1000


def sizes_of(counts: Any) -> int:
    return sum(map(sizes_of, counts)) if isinstance(counts, list) else 1


def start(table: dict[str, Any]) -> Question:
    return tohit.loads(json.dumps(table["scenario"]))


def changed(question: Question, path: str, value: Any) -> Question:
    return tohit.apply(question, [{"path": path, "none": True} if value is None else {"path": path, "value": value}])


def counted(question: Question, inputs: list[dict[str, Any]], whole: int, places: tuple[str, ...]) -> dict[str, Any]:
    """For each place of the answer, in how many throws of the whole it comes about, input within input."""
    if not inputs:
        answer = tohit.evaluate(question)
        return {place: whole_number(chance_at(answer, place) * whole) for place in places}
    first, *others = inputs
    rows = [counted(changed(question, first["path"], value), others, whole, places) for value in first["values"]]
    return {place: [row[place] for row in rows] for place in places}


def chance_at(answer: Answer, place: str) -> Fraction:
    """``chance``, ``outcomes.KEY``, ``damage.AMOUNT`` or ``NAME.AMOUNT`` of an extra distribution."""
    name, _, key = place.partition(".")
    if name == "chance":
        return answer.chance
    if name == "outcomes":
        return answer.outcomes.get(key, Fraction(0))
    distribution = answer.damage if name == "damage" else answer.extras[name]
    return distribution.chance(int(key))


def whole_number(count: Fraction) -> int:
    assert count.denominator == 1, "the whole has too few throws"
    return int(count)


def write() -> None:
    """Count every table anew; innermost lists stay on one line."""
    for key, census in CENSUS.items():
        for table in census["tables"]:
            table["counts"] = counted(start(table), table["inputs"], table["whole"], tuple(table["counts"]))
        text = json.dumps(census, indent=1, ensure_ascii=False)
        flat = re.sub(r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s*\n\s*", " ", found[0]).replace("[ ", "[").replace(" ]", "]"), text)
        joined = re.sub(r"(?<=\[)\n\s+(?=\[)|\n\s+(?=\])", "", flat)
        (FOLDER / f"{key}.json").write_text(joined + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
