"""What a rule system says of attacks on an area."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tohit.core.question import Question
from tohit.core.sweep import Sweep

__all__ = ["Area"]


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """The attacks that strike a stretch of the board.

    Args:
        template: the names of the squares that a hit covers; none for an attack without an area.
        coverage: the chance of every square to be covered, misses that stray there included; None without an area.
    """

    template: Callable[[Question], list[str]]
    coverage: Callable[[Question], Sweep | None]
