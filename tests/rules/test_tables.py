"""Sweeps over one field and over two: every cell is the single evaluation of the edited scenario."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

import pytest
from contract_scenes import MAKERS

import tohit
from tohit.core import slot as slots
from tohit.core.kinds import Choice, Flag, Optional, Whole
from tohit.core.question import Question

DRAWS = 10


def fields(question: Question) -> list[str]:
    """Every path of a stat, weapon, option, ruling or override that has a kind a sweep may meet."""
    rules, kinds = question.rules, (Whole, Flag, Choice, Optional)
    paths = [f"minis[{place}].stats.{field.key}" for place in range(len(question.scene.minis)) for field in rules.stats
             if isinstance(field.kind, kinds)]
    paths += [f"attack.{part}.{field.key}" for part in ("weapon", "options") for field in getattr(rules, part)
              if isinstance(field.kind, kinds)]
    return [*paths, *(f"rulings.{ruling.key}" for ruling in rules.rulings), "attack.overrides.distance", "attack.attacks"]


def values(draw: random.Random, question: Question, path: str) -> list[Any]:
    """A few values that the field allows."""
    if path == "attack.overrides.distance":
        return draw.sample([0, 1, 2, 2.5, 3, 7, 12.125, 40, None], 3)
    kind = slots.slot(question, path).kind
    if isinstance(kind, Optional):
        kind = kind.kind
    if isinstance(kind, Whole):
        present = slots.slot(question, path).value or 0
        near = [present + step for step in range(-4, 5)] + [0, 1, 2, 3, kind.low, min(kind.high, 30)]
        return draw.sample(sorted({value for value in near if kind.low <= value <= min(kind.high, 40)}), 3)
    choices = getattr(kind, "values", (True, False))
    return draw.sample(choices, min(3, len(choices))) if isinstance(kind, Choice | Flag) else [None]


def single(question: Question, edits: list[dict[str, Any]]) -> tuple[bool, Any] | str:
    try:
        answer = tohit.evaluate(tohit.apply(question, edits))
    except tohit.NotationError as refused:
        return refused.key
    return answer.allowed, answer.chance


def drawn(draw: random.Random, rules: str) -> Question:
    """A random scene; mostly one whose attack is allowed."""
    while True:
        try:
            question = tohit.loads(json.dumps(MAKERS[rules](draw)))
            if tohit.evaluate(question).allowed or draw.random() < 0.2:
                return question
        except tohit.NotationError:  # some are larger than the limits
            continue


@pytest.mark.parametrize("rules", MAKERS)
@pytest.mark.parametrize("seed", range(4))
def test_every_cell_is_the_single_evaluation(rules: str, seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(DRAWS):
        question = drawn(draw, rules)
        paths = tuple(draw.sample(fields(question), draw.choice([1, 2, 2])))
        listed = [values(draw, question, path) for path in paths]
        cells = [[{"path": paths[0], "value": value}] for value in listed[0]]
        if len(paths) == 2:
            cells = [[*edits, {"path": paths[1], "value": value}] for edits in cells for value in listed[1]]
        expected = [single(question, edits) for edits in cells]
        refused = [found for found in expected if isinstance(found, str)]
        over, given = (paths, listed) if len(paths) == 2 else (paths[0], listed[0])
        if refused:
            with pytest.raises(tohit.NotationError):
                tohit.sweep(question, over=over, values=given)
            continue
        table = tohit.sweep(question, over=over, values=given)
        assert table.shape == tuple(map(len, listed)) == table.allowed.shape
        found = list(zip(table.allowed.ravel().tolist(), table.counts.ravel().tolist(), strict=True))
        assert found == [(allowed, chance * table.denominator) for allowed, chance in expected], (paths, listed)


def test_a_slot_reads_and_puts_what_an_edit_does() -> None:
    question = tohit.loads(json.dumps(MAKERS["coup-de-grace"](random.Random(3))))
    for path, value in (("minis[1].stats.defence", 6), ("attack.weapon.increment", 9), ("attack.options.magic", True),
                        ("rulings.shield", "2"), ("attack.overrides.distance", Decimal("2.5")), ("attack.attacks", 4),
                        ("attack.weapon.reach", None)):
        found = slots.slot(question, path)
        assert found.put(question, found.read(value)) == tohit.apply(question, [{"path": path, "value": value}])
    for path in ("title", "minis[99].stats.hp", "minis[0].stats.luck", "attack.overrides.modifiers[0].attack", "attack", 7):
        assert slots.slot(question, path) is None
