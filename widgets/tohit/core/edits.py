"""Edits: the only way a question changes, all of them or none.

An edit is a small JSON object, as a widget, a key press or the command box proposes it.
It is applied to the question as it is now, and the whole result is read again, so that what an edit makes
is exactly what a file could say.  What a drag does, sixty times a second, is read alone: the rest stays as it was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from tohit.core import ground, muster
from tohit.core.document import document_record
from tohit.core.errors import NotationError
from tohit.core.kinds import Reading, refuse, shown
from tohit.core.notation import read, write
from tohit.core.question import Question, check
from tohit.words import Phrase

__all__ = ["apply"]

Document = dict[str, Any]


def apply(question: Question, edits: Iterable[Mapping[str, Any]]) -> Question:
    """The question after all edits.

    Kinds:

    - ``{"mini": NAME, "at"|"facing"|"stats": …}``, ``{"attacker": NAME}``, ``{"target": NAME}``
    - ``{"mini": NAME, "name": NEW}``, ``{"mini": NAME, "side": SIDE}``, ``{"mini": NAME, "downed": True or False}``,
      ``{"mini": NAME, "remove": True}``
    - ``{"add": "C5"}``, with ``name`` and ``side`` as wanted, or with ``like`` (the mini to copy) and ``name``; None
      instead of a square is the nearest free one
    - ``{"square": "C5", "terrain": KIND or None}``, with ``controlled_by`` as wanted;
      ``{"square": "C5", "controlled_by": NAME or None}``
    - ``{"board": {"columns": 9, "rows": 7}}`` (or one of them), ``{"clear": "terrain"|"minis"|"board"}``
    - ``{"path": "attack.weapon.increment", "value": 7}`` (None goes back to the default;
      ``{"path": …, "none": True}`` says that there is none)

    Raises:
        NotationError, SceneError: the first edit that cannot be; nothing is applied.
    """
    edits = tuple(edits)
    changed = _dragged(question, edits[0]) if len(edits) == 1 else None
    if changed is None:
        changed = _edited(question, edits)
    return question if changed == question else changed


def _dragged(question: Question, edit: Mapping[str, Any]) -> Question | None:
    """The question with one mini elsewhere or turned; None for every other edit."""
    keys = set(edit) - _BOOKKEEPING if isinstance(edit, Mapping) else set()
    if keys not in _DRAGS:
        return None
    (key,) = keys - {"mini"}
    minis = question.scene.minis
    place = next((place for place, mini in enumerate(minis) if mini.name == edit["mini"]), None)
    if place is None or type(edit[key]) is not str:
        return None
    field = document_record(question.rules).field("minis").kind.kind.field(key)
    value = field.kind.read(edit[key], f"minis[{place}].{key}", Reading())
    moved = (*minis[:place], replace(minis[place], **{field.name: value}), *minis[place + 1:])
    return check(replace(question, scene=replace(question.scene, minis=moved), notices=()))


def _edited(question: Question, edits: Iterable[Mapping[str, Any]]) -> Question:
    document = write(question)
    for edit in edits:
        try:
            _kind(edit)(document, edit)
        except (AttributeError, KeyError, TypeError):  # an edit before this one broke the document: say where
            read(document, {question.rules.key: question.rules})
            raise
    return read(document, {question.rules.key: question.rules})


def _kind(edit: Mapping[str, Any]) -> Callable[[Document, Mapping[str, Any]], None]:
    keys = set(edit) - _BOOKKEEPING if isinstance(edit, Mapping) else set()
    for needed, also, change in _KINDS:
        if needed <= keys <= needed | also and (keys > needed or needed not in _HALF):
            return change
    raise refuse("edit", {key: edit[key] for key in sorted(keys, key=str)} or edit, Phrase("core.allowed.edits"))


def _mini(document: Document, edit: Mapping[str, Any]) -> None:
    mini = muster.named(document, edit["mini"])
    for key in ("at", "facing"):
        if key in edit:
            mini[key] = edit[key]
    if "stats" in edit:
        if not isinstance(edit["stats"], Mapping):
            raise refuse("edit.stats", edit["stats"], Phrase("core.allowed.stats"))
        mini["stats"] = {**mini.get("stats", {}), **edit["stats"]}


def _attacker(document: Document, edit: Mapping[str, Any]) -> None:
    """Choosing the present target as attacker swaps the two."""
    _cast(document["attack"], "attacker", "target", edit["attacker"])


def _target(document: Document, edit: Mapping[str, Any]) -> None:
    _cast(document["attack"], "target", "attacker", edit["target"])


def _cast(attack: Document, role: str, other: str, name: Any) -> None:
    if attack[other] == name:
        attack[other] = attack[role]
    attack[role] = name


def _path(document: Document, edit: Mapping[str, Any]) -> None:
    path = edit["path"]
    if type(path) is not str or not _PATH.fullmatch(path):
        raise refuse("edit.path", path, Phrase("core.allowed.path"))
    *way, last = [int(index) if index else key for key, index in _STEP.findall(path)]
    place: Any = document
    for step in way:
        place = _enter(place, step, path)
    if isinstance(last, int):
        _enter(place, last, path)
        place[last] = edit.get("value")
    elif edit.get("none") is True and type(place) is dict:
        place[last] = None
    elif type(place) is not dict:
        raise refuse("edit.path", path, Phrase("core.allowed.path"))
    elif edit.get("value") is None:
        place.pop(last, None)
    else:
        place[last] = edit["value"]


def _enter(place: Any, step: str | int, path: str) -> Any:
    if isinstance(step, str) and type(place) is dict:
        return place.setdefault(step, {})
    if isinstance(step, int) and type(place) is list and step < len(place):
        return place[step]
    raise NotationError("core.no_such_path", "edit.path", got=shown(path))


_BOOKKEEPING = {"n", "gesture", "done"}
_DRAGS = ({"mini", "at"}, {"mini", "facing"})
_HALF = ({"mini"}, {"path"})  # not without what is to change
_KINDS: tuple[tuple[set[str], set[str], Callable[[Document, Mapping[str, Any]], None]], ...] = (
    ({"mini"}, {"at", "facing", "stats"}, _mini),
    ({"mini", "name"}, set(), muster.rename),
    ({"mini", "side"}, set(), muster.side),
    ({"mini", "downed"}, set(), muster.downed),
    ({"mini", "remove"}, set(), muster.remove),
    ({"add"}, {"name", "side"}, muster.add),
    ({"add", "like"}, {"name"}, muster.add),
    ({"square", "terrain"}, {"controlled_by"}, ground.paint),
    ({"square", "controlled_by"}, set(), ground.control),
    ({"board"}, set(), ground.resize),
    ({"clear"}, set(), ground.clear),
    ({"attacker"}, set(), _attacker),
    ({"target"}, set(), _target),
    ({"path"}, {"value", "none"}, _path),
)
_PATH = re.compile(r"(?:title|(?:rulings|attack|board|minis)(?:\.[a-z_]+|\[[0-9]{1,3}\]){1,6})")
_STEP = re.compile(r"([a-z_]+)|\[([0-9]+)\]")
