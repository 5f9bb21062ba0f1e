"""The coverage page: every sentence of every seed names what implements it and what shows it, and both exist."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit.core.ruleset import Ruleset
from tohit.rules import SYSTEMS
from tohit.words import words

FOLDER = Path(__file__).parent
COVERAGE: dict[str, list[dict[str, Any]]] = tomllib.loads((FOLDER / "coverage.toml").read_text(encoding="utf-8"))
SENTENCES = [pytest.param(key, entry, id=f"{key}-{entry['n']}") for key, entries in COVERAGE.items() for entry in entries]
SEEDS = {"coup-de-grace": 28, "semiautomagic": 87, "ninth-age": 11, "dark-age": 30}
"""How many sentences, or clauses that are rules of their own, each seed has."""


def parts(rules: Ruleset) -> Iterator[str]:
    """Everything that a system declares, as the page names it."""
    yield from (f"{kind}:{stat.key}" for kind, group in (("stat", rules.stats), ("weapon", rules.weapon), ("option", rules.options))
                for stat in group)
    yield from (f"ruling:{ruling.key}" for ruling in rules.rulings)
    yield from (f"procedure:{procedure.key}" for procedure in rules.procedures)
    yield from (f"ability:{ability}" for ability in rules.abilities)
    for mode in rules.modes:
        yield f"mode:{mode.key}"
        yield from (f"base:{base.key}" for base in mode.base)
        yield from (f"modifier:{modifier.key}" for modifier in mode.modifiers)
        yield from (f"requirement:{requirement.key}" for requirement in mode.requirements)
    before = f"{rules.key}.stage."
    yield from (f"stage:{key.removeprefix(before)}" for key in words("en") if key.startswith(before))


@cache
def found_in(name: str) -> set[str]:
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_sentence_of_the_seed_is_accounted_for(key: str) -> None:
    assert [entry["n"] for entry in COVERAGE[key]] == [*range(1, SEEDS[key] + 1)]


@pytest.mark.parametrize(("key", "entry"), SENTENCES)
def test_what_an_entry_names_exists(key: str, entry: dict[str, Any]) -> None:
    assert entry["sentence"]
    if "reason" in entry:
        assert set(entry) == {"n", "sentence", "reason"} and entry["reason"]
        return
    assert set(entry) == {"n", "sentence", "by", "test"} and entry["by"] and entry["test"]
    assert set(entry["by"]) - set(parts(tohit.ruleset(key))) == set()
    for place in entry["test"]:
        name, _, test = place.partition("::")
        assert test in found_in(name)


@pytest.mark.parametrize("wrong", [
    {"by": ["modifier:flanking"]}, {"test": ["test_golden.py::test_nothing"]}, {"by": []}, {"test": []}, {"sentence": ""},
])
def test_an_entry_that_names_nothing_fails(wrong: dict[str, Any]) -> None:
    for key, entries in COVERAGE.items():
        entry = next(entry for entry in entries if "by" in entry)
        with pytest.raises(AssertionError):
            test_what_an_entry_names_exists(key, {**entry, **wrong})
