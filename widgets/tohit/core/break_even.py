"""Which value of a number first reaches a chance, honest about chances that rise and fall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from tohit.core.kinds import Choice, Dice, Flag, Kind, Number, Optional, Whole, refuse
from tohit.core.question import Question
from tohit.core.slot import slot
from tohit.core.sweep import sweep
from tohit.words import Phrase

__all__ = ["BreakEven", "break_even", "chance_of", "reaching"]


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Where a chance is reached.

    Args:
        wanted: the chance to reach.
        now: the field's value in the question; None where it has none.
        values: all values that were tried, in order.
        chances: the exact chance of each; 0 where the attack is not allowed.
        reached: every unbroken run of values that reach it, as the first and last of the run.
        nearest: the value nearest to ``now`` that reaches it, the smaller of two; the first one when ``now`` is no
            number, and None when no value does.
        course: how the chance goes with rising values: ``rising``, ``falling``, ``flat``, or ``both`` ways.
    """

    path: str
    wanted: Fraction
    now: Any
    values: tuple[Any, ...]
    chances: tuple[Fraction, ...]
    reached: tuple[tuple[Any, Any], ...]
    nearest: Any
    course: str

    @property
    def best(self) -> Fraction:
        """The highest chance that any of the values gives."""
        return max(self.chances)


def break_even(question: Question, path: str, chance: Fraction | int | str | Decimal = Fraction(1, 2),
               values: Iterable[Any] | None = None) -> BreakEven:
    """Which values of a stat, an option or a distance make an attack land with at least a chance.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "ranged", "weapon": {"increment": 4},
        ...                "overrides": {"distance": 9, "line_of_sight": true, "facing_ok": true}}}''')
        >>> found = tohit.break_even(question, "attack.overrides.distance", "1/3")
        >>> found.reached, found.nearest, found.course  # -1 from 4 squares on, -2 from 8
        (((0, 7),), 7, 'falling')

    Args:
        path: as refusals write it: ``minis[1].stats.defence``.
        chance: to reach, 0 to 1.
        values: what to try; all that the field allows if not said, and whole distances.

    Raises:
        NotationError: a chance that is none, a path whose values cannot be told, a value the field refuses.
    """
    wanted = chance_of(chance, "chance")
    found = slot(question, path)
    tried = tuple(values) if values is not None else _all(found.kind) if found else ()
    swept = sweep(question, path, tried)
    chances = tuple(swept.chance(place) for place in range(len(tried)))
    return reaching(path, wanted, found.value if found else None, tried, chances)


def reaching(path: str, wanted: Fraction, now: Any, values: tuple[Any, ...], chances: tuple[Fraction, ...]) -> BreakEven:
    """The same from chances that are known already."""
    good = [value for value, here in zip(values, chances, strict=True) if here >= wanted]
    runs = groupby(zip(values, chances, strict=True), key=lambda pair: pair[1] >= wanted)
    held = [[value for value, _ in run] for reaches, run in runs if reaches]
    reached = tuple((run[0], run[-1]) for run in held)
    return BreakEven(path, wanted, now, values, chances, reached, _nearest(good, now), _course(chances))


def _all(kind: Kind) -> tuple[Any, ...]:
    """Every value of a kind, as far as they can be listed."""
    if isinstance(kind, Optional):
        return _all(kind.kind)
    if isinstance(kind, Whole | Dice):
        return tuple(range(kind.low, kind.high + 1))
    if isinstance(kind, Number):
        return tuple(range(kind.high + 1))
    if isinstance(kind, Choice):
        return kind.values
    return (False, True) if isinstance(kind, Flag) else ()


def chance_of(value: Any, path: str) -> Fraction:
    """A chance as a person writes it: ``1/2``, ``0.5``, ``1``.

    Raises:
        NotationError: it is none, under ``path``.
    """
    try:
        read = Fraction(str(value).replace(",", ".") if isinstance(value, float | str) else value)
    except (TypeError, ValueError, ZeroDivisionError):
        read = None
    if read is None or isinstance(value, bool) or not 0 <= read <= 1:
        raise refuse(path, value, Phrase("core.allowed.chance"))
    return read


def _nearest(good: list[Any], now: Any) -> Any:
    if not good:
        return None
    if not _is_number(now) or not all(map(_is_number, good)):
        return now if now in good else good[0]
    return min(good, key=lambda value: (abs(value - now), value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _course(chances: tuple[Fraction, ...]) -> str:
    steps = {(after > before) - (after < before) for before, after in pairwise(chances)} - {0}
    return {frozenset(): "flat", frozenset({1}): "rising", frozenset({-1}): "falling"}.get(frozenset(steps), "both")
