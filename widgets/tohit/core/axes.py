"""What a sweep can go over in a question: every number, switch and choice that the rules declare, by who has it.

An axis is named by role (``target.stats.defence``), so it keeps its meaning when another mini is attacked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tohit.core.kinds import Choice, Dice, Flag, Kind, Number, Optional, Whole
from tohit.core.limits import DISTANCE
from tohit.core.places import FacingAt
from tohit.core.question import Question
from tohit.core.situation import Situation
from tohit.core.slot import Slot, slot
from tohit.words import Phrase

__all__ = ["Axis", "axes", "axis_of"]

ROLES = ("attacker", "target")
OVERRIDES = ("distance", "cover", "line_of_sight", "facing_ok", "reach_ok")


@dataclass(frozen=True, slots=True)
class Axis:
    """A field of a question that can take many values.

    Args:
        key: by role: ``target.stats.defence``, ``weapon.increment``, ``overrides.distance``, ``attacker.facing``.
        path: the same as edits and ``sweep`` take it: ``minis[1].stats.defence``.
        name: what it is called.
        now: its value in the question, as in a document; None where it has none.  Of the distance, what the board measures.
        words: how the keys of its values' names begin: ``core.given.cover`` for ``core.given.cover.light``.
        low, high: for numbers, what the field allows.
        values: for all others every value, as in a document; None is "as on the board".
    """

    key: str
    path: str
    name: Phrase
    now: Any
    words: str
    low: int = 0
    high: int = 0
    values: tuple[Any, ...] = ()

    @property
    def is_number(self) -> bool:
        return not self.values


def axes(question: Question) -> dict[str, Axis]:
    """Every axis of a question by its key: both minis first, then the weapon, the options, what the board finds, rulings."""
    made = (_axis(question, *told) for told in _all(question))
    return {axis.key: axis for axis in made if axis is not None}


def axis_of(question: Question, key: str) -> Axis | None:
    """One of them; None for a key that the question does not have."""
    return next((_axis(question, *told) for told in _all(question) if told[0] == key), None)


def _all(question: Question) -> Iterator[tuple[str, str, Phrase, str]]:
    """Key, path, name and words of everything declared."""
    rules, names = question.rules, [mini.name for mini in question.scene.minis]
    for role in ROLES:
        mini = getattr(question.attack, role)
        base = f"minis[{names.index(mini)}]"
        for field in rules.stats:
            told = Phrase("core.change.of", mini=mini, field=Phrase(f"{rules.key}.stats.{field.key}"))
            yield f"{role}.stats.{field.key}", f"{base}.stats.{field.key}", told, f"{rules.key}.choice"
        if rules.facings and question.scene.grid is not None:
            told = Phrase("core.change.of", mini=mini, field=Phrase("core.given.facing_ok"))
            yield f"{role}.facing", f"{base}.facing", told, "page.facing"
    for part in ("weapon", "options"):
        for field in getattr(rules, part):
            told = Phrase(f"{rules.key}.{part}.{field.key}")
            yield f"{part}.{field.key}", f"attack.{part}.{field.key}", told, f"{rules.key}.choice"
    for key in OVERRIDES:
        if key in question.mode.asks:
            field = Phrase(f"core.given.{key}")
            told = Phrase("core.axis.distance") if key == "distance" else Phrase("core.axis.given", field=field)
            yield f"overrides.{key}", f"attack.overrides.{key}", told, f"core.given.{key}"
    for ruling in rules.rulings:
        words = f"{rules.key}.ruling.{ruling.key}"
        yield f"rulings.{ruling.key}", f"rulings.{ruling.key}", Phrase(words), words


def _axis(question: Question, key: str, path: str, name: Phrase, words: str) -> Axis | None:
    """None for what is no number, switch or choice."""
    found = slot(question, path)
    if found is None:
        return None
    kind = found.kind.kind if isinstance(found.kind, Optional) else found.kind
    now = _measured(question) if key == "overrides.distance" else None if found.value is None else found.kind.write(found.value)
    if isinstance(kind, Whole | Dice):
        return Axis(key, path, name, now, words, kind.low, kind.high)
    if isinstance(kind, Number):
        return Axis(key, path, name, now, words, 0, kind.high)
    listed = _listed(kind)
    if len(listed) < 2:
        return None
    return Axis(key, path, name, now, words, values=(*_none(question, found), *listed))


def _measured(question: Question) -> int | float | None:
    """The distance that counts now: set by hand, or as the board has it."""
    if question.scene.grid is None and question.attack.overrides.distance is None:
        return None
    return Number(DISTANCE).write(Decimal(Situation(question).distance_shown))


def _listed(kind: Kind) -> tuple[Any, ...]:
    if isinstance(kind, Flag):
        return (False, True)
    if isinstance(kind, FacingAt):
        return kind.names
    return kind.values if isinstance(kind, Choice) else ()


def _none(question: Question, found: Slot) -> tuple[None, ...]:
    """Where nothing may stand: the board decides, if there is one."""
    is_board = found.path.startswith("attack.overrides")
    return (None,) if isinstance(found.kind, Optional) and (question.scene.grid is not None or not is_board) else ()
