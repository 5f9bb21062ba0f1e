"""The coverage page: every rule sentence names what implements it and what shows it, and both exist."""

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
from tohit.words import words

FOLDER = Path(__file__).parent
COVERAGE: dict[str, list[dict[str, Any]]] = tomllib.loads((FOLDER / "coverage.toml").read_text(encoding="utf-8"))
SENTENCES = [
    pytest.param(key, entry, id=f"{key}-{place}") for key, entries in COVERAGE.items() for place, entry in enumerate(entries, 1)
]


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


@pytest.mark.parametrize(("key", "entry"), SENTENCES)
def test_what_an_entry_names_exists(key: str, entry: dict[str, Any]) -> None:
    assert set(entry) == {"sentence", "by", "test"} and entry["sentence"] and entry["by"]
    assert set(entry["by"]) <= set(parts(tohit.ruleset(key)))
    name, _, test = entry["test"].partition("::")
    assert test in found_in(name)
