"""One field of a question, by its path as refusals write it: read it once, then put value after value into it.

The same as an edit of that path, without writing and reading the whole document again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from tohit.core.document import document_record
from tohit.core.kinds import Kind, Reading
from tohit.core.question import Question
from tohit.core.record import REQUIRED, Field, Record
from tohit.core.scene import Mini

__all__ = ["Slot", "slot"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of one question.

    Args:
        path: ``minis[1].stats.hp``, ``minis[0].facing``, ``attack.weapon.increment``, ``rulings.arc_edge``.
        field: what it may hold, and its default.
        value: what it holds now.
        put: the question with another value there, as ``read`` gives it; nothing is checked.
        mini: the place of the mini whose stat or facing it is.
    """

    path: str
    field: Field
    value: Any
    put: Callable[[Question, Any], Question]
    mini: int | None = None

    @property
    def kind(self) -> Kind:
        return self.field.kind

    def read(self, value: Any) -> Any:
        """A value as it stands in a document; None goes back to the default.

        Raises:
            NotationError: what the field refuses.
        """
        if value is None and self.field.default is not REQUIRED:
            return self.field.default
        return self.kind.read(value, self.path, Reading())


def slot(question: Question, path: str) -> Slot | None:
    """The field at a path; None for what only an edit can change, or nothing."""
    found = _PATH.fullmatch(path) if type(path) is str else None
    if found is None:
        return None
    record = document_record(question.rules)
    if found["ruling"]:
        return _made(path, record.field("rulings").kind, found["ruling"], question.rulings,
                     lambda asked, rulings: msgspec.structs.replace(asked, rulings=rulings))
    if found["mini"]:
        place = int(found["mini"])
        if place >= len(question.scene.minis):
            return None
        mini, held = record.field("minis").kind.kind, question.scene.minis[place]
        if found["facing"]:
            return _made(path, mini, "facing", held, lambda asked, turned: _with_mini(asked, place, turned))
        return _made(path, mini.field("stats").kind, found["stat"], held.stats,
                     lambda asked, stats: _with_mini(asked, place, msgspec.structs.replace(asked.scene.minis[place], stats=stats)))
    attack = record.field("attack").kind
    if found["part"]:
        part = found["part"]
        return _made(path, attack.field(part).kind, found["key"], getattr(question.attack, part),
                     lambda asked, held: _with_attack(asked, **{part: held}))
    return _made(path, attack, found["own"], question.attack, lambda asked, held: msgspec.structs.replace(asked, attack=held))


def _made(path: str, record: Record, key: str, held: Any, put: Callable[[Question, Any], Question]) -> Slot | None:
    field = record.field(key)
    if field is None:
        return None

    def changed(asked: Question, value: Any) -> Question:
        return put(asked, msgspec.structs.replace(_holder(asked, path), **{field.name: value}))

    place = _PATH.fullmatch(path)["mini"]
    return Slot(path, field, getattr(held, field.name), changed, None if place is None else int(place))


def _holder(question: Question, path: str) -> Any:
    """The record that a path's last key belongs to, as the question has it now."""
    found = _PATH.fullmatch(path)
    if found["ruling"]:
        return question.rulings
    if found["mini"]:
        mini = question.scene.minis[int(found["mini"])]
        return mini if found["facing"] else mini.stats
    return getattr(question.attack, found["part"]) if found["part"] else question.attack


def _with_attack(question: Question, **parts: Any) -> Question:
    return msgspec.structs.replace(question, attack=msgspec.structs.replace(question.attack, **parts))


def _with_mini(question: Question, place: int, mini: Mini) -> Question:
    minis = question.scene.minis
    changed = (*minis[:place], mini, *minis[place + 1:])
    return msgspec.structs.replace(question, scene=msgspec.structs.replace(question.scene, minis=changed))


_PATH = re.compile(
    r"rulings\.(?P<ruling>[a-z_]+)|minis\[(?P<mini>[0-9]{1,3})\]\.(?:stats\.(?P<stat>[a-z_]+)|(?P<facing>facing))"
    r"|attack\.(?P<part>weapon|options|overrides)\.(?P<key>[a-z_]+)|attack\.(?P<own>attacks)"
)
