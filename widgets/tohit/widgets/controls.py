"""Controls that a rule system's declaration asks for: stats, weapon, options, modes, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tohit.core import kinds
from tohit.core.limits import ATTACKS
from tohit.core.question import Question
from tohit.core.record import Field, Record
from tohit.core.written import Pair
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Words

__all__ = ["Controls", "groups_of"]

SLOTS = 6
"""Up to so many attacks, each one chooses for itself; more of them choose together."""


class Controls(Panel):
    """A form of numbers, switches and choices, in groups that fold.

    Alone in a cell the values of ``groups`` change; on a page each control proposes an edit of its path.

    >>> controls = Controls(groups=[{"key": "weapon", "name": "Weapon", "open": True, "fields": [
    ...     {"path": "attack.weapon.increment", "name": "Range increment", "kind": "whole", "low": 1, "high": 99,
    ...      "value": 6}]}])
    >>> controls.groups[0]["fields"][0]["value"]
    6

    Args:
        groups: Mappings with ``key``, ``name``, ``open`` and ``fields``; a field has ``path``, ``name``, ``help``,
            ``kind`` (``whole``, ``number``, ``flag``, ``choice``, ``names``, ``slots`` or ``text``), ``value``, and
            as the kind wants ``low``, ``high``, ``choices`` (mappings with ``value`` and ``name``), ``slots`` (how
            many choices), ``optional`` (may be empty) or ``none`` (empty means none, not the default).
            ``edit`` names another kind of edit than that of the path: ``attacker`` or ``target``.
    """

    _name = "controls"

    groups = JsonTrait([], kind=list, help="The groups of fields, with their values.").tag(sync=True)

    def receive(self, edits: list[dict]) -> None:
        """Take over the values, where no page does."""
        changed = {edit.get("path"): edit.get("value") for edit in edits}
        self.groups = [
            {**group, "fields": [{**field, "value": changed.get(field["path"], field["value"])} for field in group["fields"]]}
            for group in self.groups
        ]


def groups_of(question: Question, say: Words) -> list[dict[str, Any]]:
    """Every control that a question has, in groups: the attack, both minis, the weapon, options, rulings."""
    rules, attack = question.rules, question.attack
    names = [mini.name for mini in question.scene.minis]
    groups = [_group("attack", say("controls.attack"), [
        {**_choice("attack.attacker", say("controls.attacker"), [(n, n) for n in names], attack.attacker), "edit": "attacker"},
        {**_choice("attack.target", say("controls.target"), [(n, n) for n in names], attack.target), "edit": "target"},
        _choice("attack.mode", say("controls.mode"),
                [(mode.key, say(f"{rules.key}.mode.{mode.key}")) for mode in rules.modes], attack.mode),
        {"path": "attack.attacks", "name": say("controls.attacks"), "help": "", "kind": "whole", "low": 1, "high": ATTACKS,
         "value": attack.attacks},
    ], opened=True)]
    for role, mini in (("attacker", question.attacker), ("target", question.target)):
        title = say(f"controls.stats_of_{role}", mini=mini.name)
        path = f"minis[{names.index(mini.name)}].stats"
        groups.append(_group(role, title, _fields(question, "stats", path, mini.stats, say)))
    for key in ("weapon", "options"):
        groups.append(_group(key, say(f"controls.{key}"), _fields(question, key, f"attack.{key}", getattr(attack, key), say)))
    groups.append(_group("rulings", say("controls.rulings"), [
        _choice(f"rulings.{ruling.key}", say(f"{rules.key}.ruling.{ruling.key}"),
                [(choice, say(f"{rules.key}.ruling.{ruling.key}.{choice}")) for choice in ruling.choices],
                getattr(question.rulings, ruling.key.replace("-", "_")))
        for ruling in rules.rulings
    ]))
    return [group for group in groups if group["fields"]]


def _group(key: str, name: str, fields: Sequence[Mapping[str, Any]], opened: bool = False) -> dict[str, Any]:
    return {"key": key, "name": name, "open": opened, "fields": list(fields)}


def _choice(path: str, name: str, choices: Sequence[tuple[str, str]], value: str) -> dict[str, Any]:
    listed = [{"value": key, "name": told} for key, told in choices]
    return {"path": path, "name": name, "help": "", "kind": "choice", "choices": listed, "value": value}


def _fields(question: Question, group: str, path: str, record: Any, say: Words) -> list[dict[str, Any]]:
    return _of_record(question, getattr(question.rules, group), f"{question.rules.key}.{group}", path, record, say)


def _of_record(question: Question, fields: Iterable[Field], key: str, path: str, record: Any, say: Words) -> list[dict[str, Any]]:
    made = []
    for field in fields:
        held = getattr(record, field.name)
        if isinstance(field.kind, Record):
            made += _of_record(question, field.kind.fields, f"{key}.{field.key}", f"{path}.{field.key}", held, say)
            continue
        form = _offered(field, question) if field.offers else _form(field.kind, question, say)
        if form is not None:
            value = None if held in (None, msgspec.UNSET) else field.kind.write(held)
            told = {"name": say(f"{key}.{field.key}"), "help": say(f"{key}.{field.key}.help")}
            # An empty box means the default, unless the default is something: then it means that there is none.
            none = {"none": True} if form.get("optional") and field.default is not None else {}
            made.append({"path": f"{path}.{field.key}", **told, **form, **none, "value": value})
    return made


def _offered(field: Field, question: Question) -> dict[str, Any] | None:
    """Texts to choose from that depend on the question; None when there are none."""
    choices = [{"value": text, "name": text} for text in field.offers(question)]
    if not choices:
        return None
    if not field.kind.single:
        return {"kind": "names", "choices": choices}
    attacks = question.attack.attacks
    return {"kind": "slots", "choices": choices, "slots": attacks if attacks <= SLOTS else 1}


def _form(kind: kinds.Kind, question: Question, say: Words) -> dict[str, Any] | None:
    """How a kind is edited; None for what only a document can state (the profiles of a weapon)."""
    if isinstance(kind, kinds.Optional):
        inner = _form(kind.kind, question, say)
        return inner and {**inner, "optional": True}
    if isinstance(kind, kinds.Whole):
        return {"kind": "whole", "low": kind.low, "high": kind.high}
    if isinstance(kind, kinds.Number):
        return {"kind": "number", "low": 0, "high": kind.high}
    if isinstance(kind, kinds.Flag):
        return {"kind": "flag"}
    if isinstance(kind, kinds.Choice | kinds.Names):
        form = "choice" if isinstance(kind, kinds.Choice) else "names"
        return {"kind": form, "choices": [{"value": value, "name": _named(value, question, say)} for value in kind.values]}
    if isinstance(kind, kinds.Text | kinds.Dice | kinds.SquareAt | Pair):
        return {"kind": "text"}
    return None


def _named(value: str, question: Question, say: Words) -> str:
    """An ability by its name; another word of a document as it stands there."""
    key = f"{question.rules.key}.ability.{value}"
    return say(key) if key in say else value
