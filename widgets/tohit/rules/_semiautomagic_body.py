"""What SemiAutomagic's minis withstand, and how well they defend themselves, armour included.

Sources: Attacking for Toughness and its minimum; Fortitude for Uncanny Resilience, Armour for mobility [wider].
"""

from __future__ import annotations

from typing import Any

__all__ = ["SPREAD", "defends", "withstands"]

SPREAD = 6
""""Minimum Toughness (Toughness - 6)"."""


def withstands(stats: Any) -> tuple[int, int]:
    """Minimum Toughness and Toughness; Uncanny Resilience raises the second only."""
    return stats.toughness - SPREAD, stats.toughness + stats.uncanny_resilience


def defends(stats: Any, defence: str) -> int | None:
    """The bonus to a defence roll, None without it; the weight of armour is taken off a dodge."""
    bonus = getattr(stats, defence)
    return bonus if bonus is None or defence != "dodge" else bonus - stats.mobility_penalty
