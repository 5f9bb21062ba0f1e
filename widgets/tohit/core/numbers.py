"""The numbers that dice depend on, as a mode gives them: whole numbers in arrays, constants, and lists of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

__all__ = ["filled", "leaves", "single"]


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
