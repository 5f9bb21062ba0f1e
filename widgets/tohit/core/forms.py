"""The forms of commands: what each one's fields are, which edits it stands for, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tohit.core.ruleset import Ruleset
from tohit.core.slots import folded, letter_pattern, slot_pattern, stats_of, write_slot
from tohit.words import LANGUAGES, words

__all__ = ["FORMS", "Form", "lines_of", "patterns", "template"]

Edit = dict[str, Any]
Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of command: ``edits`` from its fields, and ``fields`` from an edit that it says (else None)."""

    edits: Callable[[Fields], list[Edit]]
    fields: Callable[[Mapping[str, Any]], Fields | None]

    def written(self, key: str, fields: Fields, rules: Ruleset, language: str) -> str:
        """The command in words; what stands in brackets is left out where its field is."""
        whole = template(key, language)
        kept = _OPTION.sub(lambda part: part[1] if fields.get(_SLOT.search(part[1])[1]) is not None else "", whole)
        return _SLOT.sub(lambda slot: write_slot(slot[1], fields[slot[1]], rules, reserved(rules), language), kept)


def _simple(*keys: str, **fixed: Any) -> Form:
    """An edit whose keys are the fields, those of ``fixed`` always the same."""
    wanted = {*keys, *fixed}

    def fields(edit: Mapping[str, Any]) -> Fields | None:
        fits = set(edit) == wanted and all(edit[key] is value or edit[key] == value for key, value in fixed.items())
        return {key: edit[key] for key in keys} if fits and None not in (edit[key] for key in keys) else None

    return Form(lambda given: [{**given, **fixed}], fields)


def _optional(needed: str, slot: str, *more: str) -> Form:
    """An edit with one key that may be None, and others that may be missing."""

    def edits(given: Fields) -> list[Edit]:
        kept = {key: given[key] for key in more if given.get(key) is not None}
        return [{needed: given.get(slot), **kept}]

    def fields(edit: Mapping[str, Any]) -> Fields | None:
        if needed not in edit or not set(edit) <= {needed, *more}:
            return None
        return {slot: edit[needed], **{key: edit[key] for key in more if key in edit}}

    return Form(edits, fields)


def _painted(kind: str | None) -> Form:
    def edits(given: Fields) -> list[Edit]:
        owner = {} if given.get("owner") is None else {"controlled_by": given["owner"]}
        return [{"square": square, "terrain": kind, **owner} for square in given["squares"]]

    def fields(edit: Mapping[str, Any]) -> Fields | None:
        if "squares" not in edit or edit["terrain"] != kind:
            return None
        return {"squares": edit["squares"], "owner": edit.get("controlled_by") or None}

    return Form(edits, fields)


def _path(path: str, accepts: Callable[[Any], bool]) -> Form:
    """A path that has a command of its own; ``accepts`` says which values it can be written with."""

    def fields(edit: Mapping[str, Any]) -> Fields | None:
        fits = set(edit) == {"path", "value"} and edit["path"] == path and accepts(edit["value"])
        return {"value": edit["value"]} if fits else None

    return Form(lambda given: [{"path": path, "value": given["value"]}], fields)


def _size(*keys: str) -> Form:
    def fields(edit: Mapping[str, Any]) -> Fields | None:
        return dict(edit["board"]) if set(edit) == {"board"} and set(edit["board"]) == set(keys) else None

    return Form(lambda given: [{"board": {key: given[key] for key in keys}}], fields)


def _attack(given: Fields) -> list[Edit]:
    if given["mini"] == given["target"]:
        # Casting one by one would make the two change places; this is refused in the core's own words.
        return [{"path": f"attack.{role}", "value": given["mini"]} for role in ("attacker", "target")]
    return [{"attacker": given["mini"]}, {"target": given["target"]}]


def _copied(edit: Mapping[str, Any]) -> Fields | None:
    if not {"add", "like"} <= set(edit) <= {"add", "like", "name"}:
        return None
    return {"mini": edit["like"], "square": edit["add"], "name": edit.get("name")}


def _copy(given: Fields) -> list[Edit]:
    named = {} if given.get("name") is None else {"name": given["name"]}
    return [{"add": given.get("square"), "like": given["mini"], **named}]


def _stat(edit: Mapping[str, Any]) -> Fields | None:
    if set(edit) != {"mini", "stats"} or len(edit["stats"]) != 1:
        return None
    [(stat, value)] = edit["stats"].items()
    return {"mini": edit["mini"], "stat": stat, "value": value}


def _free(edit: Mapping[str, Any]) -> Fields | None:
    return {"square": edit["square"]} if set(edit) == {"square", "controlled_by"} and not edit["controlled_by"] else None


def _reset(edit: Mapping[str, Any]) -> Fields | None:
    fits = set(edit) <= {"path", "value"} and "path" in edit and edit.get("value") is None
    return {"path": edit["path"]} if fits else None


def _none(edit: Mapping[str, Any]) -> Fields | None:
    return {"path": edit["path"]} if "path" in edit and edit.get("none") is True else None


def _nothing(edit: Mapping[str, Any]) -> None:
    return None


FORMS: Mapping[str, Form] = {
    "help": Form(lambda given: [], _nothing),
    "undo": _simple(undo=True),
    "redo": _simple(redo=True),
    "step": _simple("step"),
    "attack": Form(_attack, _nothing),
    "attacker": Form(lambda given: [{"attacker": given["mini"]}],
                     lambda edit: {"mini": edit["attacker"]} if set(edit) == {"attacker"} else None),
    "target": Form(lambda given: [{"target": given["mini"]}],
                   lambda edit: {"mini": edit["target"]} if set(edit) == {"target"} else None),
    "distance": _simple("distance"),
    "board": _size("columns", "rows"),
    "columns": _size("columns"),
    "rows": _size("rows"),
    "clear_terrain": _simple(clear="terrain"),
    "clear_minis": _simple(clear="minis"),
    "clear_board": _simple(clear="board"),
    "wall": _painted("wall"),
    "light": _painted("light"),
    "heavy": _painted("heavy"),
    "erase": _painted(None),
    "free": Form(lambda given: [{"square": given["square"], "controlled_by": None}], _free),
    "give": Form(lambda given: [{"square": given["square"], "controlled_by": given["owner"]}],
                 lambda edit: {"square": edit["square"], "owner": edit["controlled_by"]}
                 if set(edit) == {"square", "controlled_by"} and edit["controlled_by"] else None),
    "copy": Form(_copy, _copied),
    "add": _optional("add", "square", "name", "side"),
    "rename": _simple("mini", "name"),
    "remove": _simple("mini", remove=True),
    "mode": _path("attack.mode", lambda value: isinstance(value, str) and re.fullmatch(r"[a-z-]+", value) is not None),
    "attacks": _path("attack.attacks", lambda value: type(value) is int and 0 <= value < 10_000),
    "set": Form(lambda given: [{"path": given["path"], "value": given["value"]}],
                lambda edit: {"path": edit["path"], "value": edit["value"]}
                if set(edit) == {"path", "value"} and edit["value"] is not None else None),
    "reset": Form(lambda given: [{"path": given["path"], "value": None}], _reset),
    "none": Form(lambda given: [{"path": given["path"], "none": True}], _none),
    "scenario": _simple("scenario"),
    "open": _simple("document"),
    "at": Form(lambda given: [{"mini": given["mini"], "at": given["square"]}],
               lambda edit: {"mini": edit["mini"], "square": edit["at"]} if set(edit) == {"mini", "at"} and edit["at"] else None),
    "off": Form(lambda given: [{"mini": given["mini"], "at": None}],
                lambda edit: {"mini": edit["mini"]} if set(edit) == {"mini", "at"} and not edit["at"] else None),
    "facing": _simple("mini", "facing"),
    "down": _simple("mini", downed=True),
    "up": _simple("mini", downed=False),
    "side": _simple("mini", "side"),
    "stat": Form(lambda given: [{"mini": given["mini"], "stats": {given["stat"]: given["value"]}}], _stat),
}
"""Every form by its key, in the order in which a line is tried; its words are ``commands.form.KEY``."""


def lines_of(edits: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Edits so that each one is a command: several changes of a mini one by one, a stroke of paint as one."""
    stroke: Edit | None = None
    for edit in edits:
        same = stroke is not None and "terrain" in edit and all(
            stroke.get(key) == edit.get(key) for key in ("terrain", "controlled_by"))
        if same:
            stroke["squares"].append(edit["square"])
            continue
        if stroke is not None:
            yield stroke
        stroke = None
        if "terrain" in edit:
            stroke = {**{key: value for key, value in edit.items() if key != "square"}, "squares": [edit["square"]]}
        else:
            yield from _one_by_one(edit)
    if stroke is not None:
        yield stroke


def _one_by_one(edit: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if not set(edit) <= {"mini", "at", "facing", "stats"}:
        yield edit
        return
    for key in ("at", "facing"):
        if key in edit:
            yield {"mini": edit["mini"], key: edit[key]}
    for stat, value in edit.get("stats", {}).items():
        yield {"mini": edit["mini"], "stats": {stat: value}}


@lru_cache(maxsize=32)
def patterns(rules: Ruleset, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each form the pattern of its lines in one language."""
    return tuple((key, re.compile(_pattern(template(key, language), rules), re.IGNORECASE)) for key in FORMS)


def template(key: str, language: str) -> str:
    """The words of a form, with its slots in braces and what may be left out in brackets."""
    name = f"commands.form.{key}"
    return words(language).starting(name)[name]


def _pattern(whole: str, rules: Ruleset) -> str:
    parts = []
    for text, slot in re.findall(r"([^{}]+)|\{(\w+)\}", whole):
        if slot:
            parts.append(f"(?P<{slot}>{slot_pattern(slot, rules)})")
        else:
            parts += [{"[": "(?:", "]": ")??", " ": " +"}.get(letter) or letter_pattern(letter) for letter in text]
    return "".join(parts)


@lru_cache(maxsize=32)
def reserved(rules: Ruleset) -> frozenset[str]:
    """Words that a name without quotes had better not hold."""
    templates = (template(key, language) for language in LANGUAGES for key in FORMS)
    told = " ".join((*(_SLOT.sub(" ", whole) for whole in templates), *stats_of(rules)))
    return frozenset(map(folded, re.findall(r"\w+", told)))


_OPTION = re.compile(r"\[([^\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
