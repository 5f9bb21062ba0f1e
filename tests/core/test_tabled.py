"""The table of two stats: each cell is what the single evaluation says of that pair."""

from __future__ import annotations

from itertools import product

import pytest

import tohit
from tohit.core.tabled import tabled
from tohit.ready import ready

NINTH = tohit.ruleset("ninth-age")
CHARGE = ready(NINTH)["charge-against-shields"]
SEED = {"attack.weapon.attributes": None, "attack.options": None}


def changed(question: tohit.Question, **paths: object) -> tohit.Question:
    return tohit.apply(question, [{"path": path, "value": value} for path, value in paths.items()])


def pair(question: tohit.Question, offensive: int, defensive: int) -> tohit.Question:
    return tohit.apply(question, [
        {"mini": question.attack.attacker, "stats": {"offensive": offensive}},
        {"mini": question.attack.target, "stats": {"defensive": defensive}},
    ])


@pytest.fixture
def plain() -> tohit.Question:
    """The charge without anything that changes the roll."""
    return changed(CHARGE, **SEED)


def test_without_modifiers_it_is_the_table_of_the_seed(plain: tohit.Question) -> None:
    found = tabled(plain)
    assert found is not None and found.columns == found.rows == tuple(range(1, 11))
    for row, column in product(range(10), repeat=2):
        lead = found.columns[column] - found.rows[row]
        need = "2+" if lead >= 4 else "3+" if lead >= 1 else "4+" if lead >= -3 else "5+"
        assert found.stages[row][column].need == need


@pytest.mark.parametrize("options", [
    {}, {"parry": True}, {"attributes": ["hatred"]}, {"attributes": ["lightning-reflexes"]}, {"distracting": True},
    {"attributes": ["paired-weapons"], "parry": True},
])
def test_each_cell_is_what_evaluate_says_of_that_pair(plain: tohit.Question, options: dict) -> None:
    question = tohit.apply(plain, [{"path": f"attack.options.{key}", "value": value} for key, value in options.items()])
    found = tabled(question)
    for row, column in product(range(0, 10, 3), repeat=2):
        stage = tohit.evaluate(pair(question, found.columns[column], found.rows[row])).stages[0]
        cell = found.stages[row][column]
        assert (cell.need, cell.chance, cell.faces) == (stage.need, stage.chance, stage.faces)


def test_the_present_pair_is_where_it_is_and_nowhere_when_it_lies_outside(plain: tohit.Question) -> None:
    assert tabled(pair(plain, 5, 2)).here == (1, 4)
    assert tabled(pair(plain, 11, 2)).here is None


def test_there_is_none_where_the_attack_does_not_use_it(plain: tohit.Question) -> None:
    assert tabled(changed(plain, **{"attack.mode": "shooting"})) is None
    assert tabled(changed(plain, **{"attack.options.automatic_hits": "D6"})) is None
    assert tabled(next(iter(ready(tohit.ruleset("dark-age")).values()))) is None
