"""Trait types for what crosses the line between Python and the browser.

A ``TraitType`` checks type, shape and size, and raises ``TraitError`` only: any other exception would leave
a bad value in place.  Whether an edit is *legal* is decided by whoever knows the scene, not here.
"""

from __future__ import annotations

import math

from traitlets import TraitError, TraitType

from tohit.core.limits import DOCUMENT, TEXT
from tohit.past import STEPS

__all__ = ["EDIT_LIMIT", "EditTrait", "JsonTrait"]

EDIT_LIMIT = 64
LARGEST = 2**53 - 1  # JavaScript counts exactly up to here

COMMON = {"n", "gesture", "done"}
# The one payload of an edit: the keys that it must have, and no others.
PAYLOADS = tuple(
    frozenset(keys.split())
    for keys in (
        "mini at",
        "mini facing",
        "mini stats",
        "mini name",
        "mini side",
        "mini downed",
        "mini remove",
        "add",
        "add name",
        "add side",
        "add name side",
        "add like",
        "add like name",
        "square terrain",
        "square terrain controlled_by",
        "square controlled_by",
        "board",
        "clear",
        "attacker",
        "target",
        "path value",
        "path none",
        "distance",
        "undo",
        "redo",
        "cancel",
        "step",
        "mark step",
        "say",
        "scenario",
        "document",
        "past",
        "beside",
        "page",
    )
)


class EditTrait(TraitType):
    """Edits that the browser proposes: ``{"edits": [{"n": 17, "gesture": 6, "done": True, ...}, ...]}``."""

    info_text = f'a mapping {{"edits": [...]}} of at most {EDIT_LIMIT} edits with rising n'

    def make_dynamic_default(self):
        return {"edits": []}

    def validate(self, obj, value):
        if not isinstance(value, dict) or set(value) != {"edits"} or not isinstance(value["edits"], list):
            self.error(obj, value)
        edits = value["edits"]
        if len(edits) > EDIT_LIMIT:
            raise TraitError(f"edit: {len(edits)} edits; at most {EDIT_LIMIT} are allowed in one message")
        last = 0
        for edit in edits:
            check_edit(edit)
            if edit["n"] <= last:
                raise TraitError(f"edit: n must rise (got {edit['n']} after {last})")
            last = edit["n"]
        return value


class JsonTrait(TraitType):
    """A plain JSON value (mappings, lists, texts, numbers, booleans, null) that Python assigns as a whole.

    Tuples are taken as lists, and the value is copied, so that changing the caller's list in place changes
    nothing here: assigning is the only way to send something.
    """

    info_text = "a plain JSON value"

    def __init__(self, default_value=None, *, kind: type | tuple[type, ...] = (dict, list), **kwargs):
        self.kind = kind
        super().__init__(default_value, **kwargs)

    def validate(self, obj, value):
        copy = plain(value)
        if not (copy is None and self.allow_none) and not isinstance(copy, self.kind):
            self.error(obj, value)
        return copy


_WHOLE = frozenset((str, int, bool, type(None)))
"""The types of what needs no look inside, which is nearly all that a page is sent."""


def plain(value: object, depth: int = 16) -> object:
    """A copy of a JSON value.

    Raises:
        TraitError: something in it is no JSON value, or it is nested deeper than ``depth``.
    """
    if type(value) in _WHOLE or isinstance(value, str | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if depth == 0:
        raise TraitError("the value is nested too deep")
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: item if type(item) in _WHOLE else plain(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [item if type(item) in _WHOLE else plain(item, depth - 1) for item in value]
    raise TraitError(f"{type(value).__name__} is no JSON value")


def check_edit(edit: object) -> None:
    if not isinstance(edit, dict):
        raise TraitError(f"edit: an edit is a mapping (got {type(edit).__name__})")
    payload = frozenset(edit) - COMMON
    if payload not in PAYLOADS:
        raise TraitError(f"edit: no edit has the keys {sorted(map(str, edit))[:8]}")
    if not is_count(edit.get("n")) or edit["n"] == 0:
        raise TraitError("edit: n must be a whole number from 1")
    if not is_count(edit.get("gesture", 0)):
        raise TraitError("edit: gesture must be a whole number from 0")
    if not isinstance(edit.get("done", True), bool):
        raise TraitError("edit: done must be true or false")
    for key in payload:
        if not FORMS.get(key, is_text)(edit[key]):
            raise TraitError(f"edit: {key} has a wrong form or is too long")


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def is_text(value: object, limit: int = TEXT) -> bool:
    return isinstance(value, str) and len(value) <= limit


def is_scalar(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= TEXT
    return value is None or isinstance(value, bool) or is_number(value)


def is_number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    return (isinstance(value, int) and abs(value) <= LARGEST) or (
        isinstance(value, float) and math.isfinite(value)
    )


def is_value(value: object, depth: int = 4) -> bool:
    """A small JSON value: what a stat, an option or an override may be."""
    if is_scalar(value):
        return True
    if depth == 0 or not isinstance(value, list | dict) or len(value) > EDIT_LIMIT:
        return False
    if isinstance(value, dict):
        return all(is_text(key) and is_value(item, depth - 1) for key, item in value.items())
    return all(is_value(item, depth - 1) for item in value)


def is_mapping(value: object) -> bool:
    return isinstance(value, dict) and is_value(value)


def is_past(value: object) -> bool:
    """Steps to be done again: a scene, and for each step the edits of its gesture."""
    if not isinstance(value, dict) or set(value) - {"marks"} != {"scene", "steps", "here"} or not isinstance(value["steps"], list):
        return False
    fits = is_mapping(value.get("marks", {})) and len(value["steps"]) <= STEPS and is_text(value["scene"], DOCUMENT) and is_count(value["here"])
    return fits and all(is_step(step) for step in value["steps"])


def is_step(edits: object) -> bool:
    if not isinstance(edits, list) or not 0 < len(edits) <= EDIT_LIMIT:
        return False
    return all(isinstance(edit, dict) and frozenset(edit) - _WHOSE in PAYLOADS and not set(edit) & UNREPEATED
               and all(FORMS.get(key, is_text)(item) for key, item in edit.items()) for edit in edits)


_WHOSE = {"part"}  # which side of a page with two boards an edit was about
UNREPEATED = {"undo", "redo", "step", "cancel", "mark", "say", "past", "beside", "page"}

# What each payload key may hold; a key that is not here holds a short text.
FORMS = {
    "stats": is_mapping,
    "page": is_mapping,
    "board": is_mapping,
    "downed": lambda value: isinstance(value, bool),
    "remove": lambda value: value is True,
    "add": lambda value: value is None or is_text(value),
    "step": lambda value: value is None or is_count(value),
    "say": lambda value: is_text(value, DOCUMENT),
    "terrain": lambda value: value is None or is_text(value),
    "controlled_by": lambda value: value is None or is_text(value),
    "value": is_value,
    "distance": lambda value: is_number(value) and value >= 0,
    "none": lambda value: value is True,
    "undo": lambda value: value is True,
    "redo": lambda value: value is True,
    "cancel": lambda value: value is True,
    "document": lambda value: is_text(value, DOCUMENT),
    "past": is_past,
    "beside": is_mapping,
}
