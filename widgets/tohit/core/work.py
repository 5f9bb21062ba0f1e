"""Long work as a generator: it tells now and then how far it is, and returns what it found; or it is thrown away."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

__all__ = ["Done", "finished"]

T = TypeVar("T")

Done = tuple[int, int]
"""How much is done, of how much."""


def finished(work: Generator[Done, None, T]) -> T:
    """Do all of it at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
