"""The chance of every cell of a situation: modifiers broadcast, dice resolved once for each distinct set of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from tohit.core.evaluate import landing, numbers_of
from tohit.core.modifier import look
from tohit.core.numbers import distinct, filled, leaves
from tohit.core.situation import Situation

__all__ = ["chances_of", "counted"]


def chances_of(s: Situation, free: Any) -> tuple[Any, int, Any]:
    """Counts over one denominator, that denominator, and where the attack may be made at all.

    Args:
        free: where it can be made as far as squares go.
    """
    mode = s.question.mode
    allowed = np.broadcast_to(free, s.shape)
    for requirement in mode.requirements:
        allowed = allowed & look(requirement.met, s, requirement.key)
    where = np.flatnonzero(allowed)
    if not len(where):
        return np.zeros(s.shape, dtype=np.int64), 1, allowed
    numbers = numbers_of(s)
    parts = [_column(part, s.shape, where) for part in leaves(tuple(numbers.values()))]
    deciding = tuple(numbers[name] for name in mode.landing or numbers)
    columns = [_column(part, s.shape, where) for part in leaves(deciding) if np.ndim(part)]
    first, inverse = distinct(columns, len(where))
    chances = []
    for cell in first:
        values = (part if np.ndim(part) == 0 else part[cell] for part in parts)
        chances.append(landing(s.question, {name: filled(value, values) for name, value in numbers.items()}))
    counts, denominator = counted(chances)
    all_counts = np.zeros(int(np.prod(s.shape)), dtype=counts.dtype)
    all_counts[where] = counts[inverse.ravel()]
    return all_counts.reshape(s.shape), denominator, allowed


def counted(chances: Sequence[Fraction]) -> tuple[Any, int]:
    """Chances as an array of whole numbers and what they are out of: 64 bits where they fit, else Python's integers."""
    denominator = lcm(*{chance.denominator for chance in chances})
    counts = [chance.numerator * (denominator // chance.denominator) for chance in chances]
    fits = all(count < 2**63 for count in counts)
    return np.array(counts, dtype=np.int64 if fits else object), denominator


def _column(part: Any, shape: tuple[int, ...], where: Any) -> Any:
    """The numbers of the cells that count; what is the same for all stays one number."""
    return part if np.ndim(part) == 0 else np.broadcast_to(part, shape).ravel()[where].astype(np.int64, copy=False)
