"""The numbers that dice depend on, as a mode gives them: whole numbers in arrays, constants, and lists of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

__all__ = ["distinct", "filled", "leaves", "single"]

_FEW = 1 << 16  # so many combinations are counted off in a table instead of sorted


def leaves(numbers: Any) -> Iterator[Any]:
    """The arrays, however deep in lists; constants are left out."""
    if isinstance(numbers, list | tuple):
        for item in numbers:
            yield from leaves(item)
    elif isinstance(numbers, np.ndarray | np.generic):
        yield numbers


def filled(numbers: Any, values: Iterator[Any]) -> Any:
    """The same with the next of ``values`` in the place of every array, and lists as tuples."""
    if isinstance(numbers, list | tuple):
        return tuple(filled(item, values) for item in numbers)
    return int(next(values)) if isinstance(numbers, np.ndarray | np.generic) else numbers


def single(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a situation that is one cell."""
    return {name: filled(value, leaves(value)) for name, value in numbers.items()}


def distinct(columns: list[Any], cells: int) -> tuple[Any, Any]:
    """Which combinations of numbers occur: a cell of each, and for every cell which one it is.

    Args:
        columns: one array of whole numbers for each number, ``cells`` long.
    """
    code, size = np.zeros(cells, dtype=np.int64), 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        size *= high - low + 1
        if size > _FEW:
            return np.unique(np.stack(columns, axis=1), axis=0, return_index=True, return_inverse=True)[1:]
        code = code * (high - low + 1) + (column - low)
    one = np.full(size, -1)
    one[code] = np.arange(cells)
    found = np.flatnonzero(one >= 0)
    one_of = np.empty(size, dtype=np.int64)
    one_of[found] = np.arange(len(found))
    return one[found], one_of[code]
