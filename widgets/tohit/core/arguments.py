"""What a call was given, as the number or mapping that it must be, or a ValueError that says what came."""

from __future__ import annotations

import operator
from collections.abc import Mapping

__all__ = ["as_written", "mapping_of", "outcome_of", "whole_number"]


def whole_number(value: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """The value as an int; a truth value is not a number."""
    number = None if isinstance(value, bool) else _index(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        bounds = f" of at least {least}" if most is None else f" from {least} to {most}"
        allowed = "" if least is None else bounds
        msg = f"{what} must be a whole number{allowed}, got {as_written(value)}."
        raise ValueError(msg)
    return number


def outcome_of(value: object, where: str) -> int:
    """The value as an int; a truth value is 1 or 0."""
    number = _index(value)
    if number is None:
        msg = f"{where}: an outcome must be a whole number, got {as_written(value)}."
        raise ValueError(msg)
    return number


def mapping_of(value: object, where: str) -> Mapping[int, object]:
    """The value, when it is a mapping."""
    if not isinstance(value, Mapping):
        msg = f"{where}: a mapping from outcomes is wanted, got {as_written(value)}."
        raise ValueError(msg)
    return value


def as_written(value: object) -> str:
    """The value as a person wrote it, cut when it is long."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _index(value: object) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None
