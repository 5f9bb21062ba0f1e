"""Distances without rounding: squared thousandths of a square, so that straight lines stay whole numbers."""

from __future__ import annotations

from decimal import Decimal
from math import isqrt
from typing import Any

import numpy as np

__all__ = ["shown", "steps", "thousandths", "within"]

UNIT = 1_000


def thousandths(squares: Any) -> Any:
    """A distance in squares (whole, a decimal with three places, or an array) as squared thousandths."""
    if isinstance(squares, Decimal):
        return int(squares * UNIT) ** 2
    return (squares * UNIT) ** 2


def squared(squares2: Any) -> Any:
    """A squared distance in squares as squared thousandths."""
    return squares2 * UNIT**2


def within(distance: Any, squares: Any) -> Any:
    """Whether a distance is at most so many squares."""
    return distance <= thousandths(squares)


def steps(distance: Any, increment: int) -> Any:
    """How many whole increments fit into a distance: ``floor(distance / increment)``, exact."""
    quotient = np.asarray(distance) // (increment * UNIT) ** 2
    root = np.sqrt(quotient.astype(np.float64)).astype(np.int64)
    root = root - (root * root > quotient)
    return root + ((root + 1) * (root + 1) <= quotient)


def shown(distance: Any) -> int | Decimal:
    """One distance for people: exact when it has at most three decimals, else rounded half up to two."""
    value = int(distance)
    root = isqrt(value)
    if root * root == value:
        return root // UNIT if root % UNIT == 0 else Decimal(root) / UNIT
    halves = isqrt(value * 4 // 100)  # twice the hundredths, rounded down
    return Decimal((halves + 1) // 2) / 100
