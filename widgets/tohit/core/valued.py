"""The same attack with every value of one field, or every pair of values of two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm
from typing import Any

import numpy as np

from tohit.core.cells import chances_of, counted
from tohit.core.edits import apply
from tohit.core.evaluate import lands, once
from tohit.core.kinds import Whole
from tohit.core.measure import thousandths
from tohit.core.question import Question, check, check_dice
from tohit.core.situation import Cells, Situation
from tohit.core.slot import Slot, slot

__all__ = ["DISTANCE_PATH", "valued"]

DISTANCE_PATH = "attack.overrides.distance"

Counts = tuple[Any, int, Any]
"""Counts over one denominator, the denominator, and where the attack is allowed."""


def valued(question: Question, paths: Sequence[str], values: Sequence[Sequence[Any]]) -> Counts:
    """Counts over one denominator, the denominator, where it is allowed: an axis for each path.

    Raises:
        NotationError, SceneError: what a field refuses, before any work is done; what a pair of values refuses.
    """
    slots = [slot(question, path) for path in paths]
    if any(found is None for found in slots):
        return _edited(question, paths, values)
    read = [[found.read(value) for value in listed] for found, listed in zip(slots, values, strict=True)]
    return _at_once(question, slots, read) or _in_rows(question, slots, read) or _one_by_one(question, slots, read)


def _at_once(question: Question, slots: Sequence[Slot], values: Sequence[Sequence[Any]]) -> Counts | None:
    """All cells as arrays in the place of numbers; None for rules that look at one number at a time.

    A rule that decides with ``if``, counts with ``range`` or keeps a number in a key fails on an array, and
    cannot be wrong on it.
    """
    if not all(_is_number(question, found) and None not in listed for found, listed in zip(slots, values, strict=True)):
        return None
    shape, distance, asked = tuple(map(len, values)), None, question
    for axis, (found, listed) in enumerate(zip(slots, values, strict=True)):
        along = [1] * len(shape)
        along[axis] = len(listed)
        if found.path == DISTANCE_PATH:
            distance = np.array([thousandths(value) for value in listed], dtype=np.int64).reshape(along)
        else:
            asked = found.put(asked, np.array(listed, dtype=np.int64).reshape(along))
    one = np.full((1,) * len(shape), question.attacker.facing)
    try:
        s = Situation(once(asked), Cells(facing=one, distance=distance))
        s.shape = shape
        check_dice(asked, asked.mode.dice(s))
        cells = chances_of(s, np.True_)
    except (TypeError, ValueError):
        return None
    for found, listed in zip(slots, values, strict=True):
        for value in listed if found.path != DISTANCE_PATH else ():  # no scene is wrong for a distance set by hand
            check(found.put(question, value))
    return cells


def _in_rows(question: Question, slots: Sequence[Slot], values: Sequence[Sequence[Any]]) -> Counts | None:
    """All cells of a table row by row, or column by column; None where neither field can be an array."""
    if len(slots) == 1:
        return None
    for axis in (0, 1):
        rows: list[Counts] = []
        for value in values[axis]:
            asked = slots[axis].put(question, value)
            row = _at_once(asked, [slots[1 - axis]], [values[1 - axis]])
            if row is None:
                break
            rows.append(row)
        if len(rows) == len(values[axis]):
            return _stacked(rows, axis)
    return None


def _stacked(rows: Sequence[Counts], axis: int) -> Counts:
    """Rows over one denominator."""
    whole = lcm(*(denominator for _, denominator, _ in rows))
    kind = np.int64 if whole < 2**63 else object
    counts = [np.asarray(row, dtype=kind) * (whole // denominator) for row, denominator, _ in rows]
    return np.stack(counts, axis=axis), whole, np.stack([allowed for _, _, allowed in rows], axis=axis)


def _is_number(question: Question, found: Slot) -> bool:
    """Whether arrays may stand in a field: minis beside attacker and target are columns already."""
    if found.path == DISTANCE_PATH:
        return True
    pair = (question.attack.attacker, question.attack.target)
    return type(found.kind) is Whole and (found.mini is None or question.scene.minis[found.mini].name in pair)


def _one_by_one(question: Question, slots: Sequence[Slot], values: Sequence[Sequence[Any]]) -> Counts:
    """Cell after cell."""
    found = []
    for cell in product(*values):
        asked = reduce(lambda asked, part: part[0].put(asked, part[1]), zip(slots, cell, strict=True), question)
        found.append(lands(check(asked)))
    return _shaped(found, values)


def _edited(question: Question, paths: Sequence[str], values: Sequence[Sequence[Any]]) -> Counts:
    """Cell after cell, by edits: for fields deeper than a stat."""
    cells = product(*values)
    return _shaped([
        lands(apply(question, [{"path": path, "value": value} for path, value in zip(paths, cell, strict=True)])) for cell in cells
    ], values)


def _shaped(found: Sequence[tuple[bool, Fraction]], values: Sequence[Sequence[Any]]) -> Counts:
    shape = tuple(map(len, values))
    counts, denominator = counted([chance for _, chance in found])
    return counts.reshape(shape), denominator, np.array([allowed for allowed, _ in found]).reshape(shape)
