"""Controls that a rule system's declaration asks for: stats, weapon, options, modes, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from traitlets import Bool, TraitError, Unicode, validate

from tohit.core import kinds
from tohit.core.limits import ATTACKS
from tohit.core.places import SquareAt
from tohit.core.question import Question
from tohit.core.record import Field, Record
from tohit.core.written import Pair
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Words, words

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
            ``kind`` (``whole``, ``number``, ``flag``, ``choice``, ``names``, ``slots``, ``text`` or ``records``),
            ``value``, and as the kind wants ``low``, ``high``, ``choices`` (mappings with ``value`` and ``name``),
            ``slots`` (how many choices), ``optional`` (may be empty), ``none`` (empty means none, not the default),
            ``inherited`` (what an empty one takes over), ``fresh`` (the name of a new record) or ``follows`` (the path
            and value of the choice that names the records).
            ``edit`` names another kind of edit than that of the path: ``attacker`` or ``target``.
        told: What stands below a field, by its path: mappings with ``text`` (what another reading of a ruling decides
            on this board) and ``contrast`` (what a press draws on the board; "" for nothing).
        contrast: The one that is drawn now.
    """

    _name = "controls"

    groups = JsonTrait([], kind=list, help="The groups of fields, with their values.").tag(sync=True)
    told = JsonTrait({}, kind=dict, help="Path -> what stands below that field.").tag(sync=True)
    contrast = Unicode("", help="Which other reading is drawn on the board.").tag(sync=True, incoming=True)
    weighing = Bool(False, help="Whether the reader looks at the rulings.").tag(sync=True, incoming=True)

    @validate("contrast")
    def _is_offered(self, proposal: Any) -> str:
        offered = {told["contrast"] for each in self.told.values() for told in each}
        if proposal["value"] not in offered | {""}:
            raise TraitError(f"contrast: must be one of {sorted(offered)} (got {proposal['value'][:80]!r})")
        return proposal["value"]

    def receive(self, edits: list[dict]) -> str | None:
        """Take over the values, where no page does, if all of them fit their fields."""
        changed = {edit["path"]: edit.get("value") for edit in edits if "path" in edit}
        for field in (field for group in self.groups for field in group["fields"]):
            if field["path"] in changed and not _fits(field, changed[field["path"]]):
                return words(self.lang)("controls.refused", name=field["name"], value=kinds.shown(changed[field["path"]]))
        self.groups = [
            {**group, "fields": [{**field, "value": changed.get(field["path"], field["value"])} for field in group["fields"]]}
            for group in self.groups
        ]
        return None


def groups_of(question: Question, say: Words, selected: str = "") -> list[dict[str, Any]]:
    """Every control that a question has, in groups: the attack, both minis, the weapon, options, rulings.

    ``selected`` names a third mini whose stats are wanted.
    """
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
    third = question.scene.mini(selected) if selected not in (attack.attacker, attack.target) else None
    shown = (("attacker", question.attacker), ("target", question.target), *((("selected", third),) if third else ()))
    for role, mini in shown:
        title = say(f"controls.stats_of_{role}", mini=mini.name)
        path = f"minis[{names.index(mini.name)}].stats"
        groups.append(_group(role, title, _fields(question, "stats", path, mini.stats, say)))
    for key in ("weapon", "options"):
        groups.append(_group(key, say(f"controls.{key}"), _fields(question, key, f"attack.{key}", getattr(attack, key), say)))
        groups += _groups_of_records(question, key, say)
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
        if _is_list_of_records(field.kind):
            form = _records(held, question, f"{path}.{field.key}", say)
        else:
            form = _offered(field, question, say) if field.offers else _form(field.kind, question, say)
        if form is not None:
            value = None if held in (None, msgspec.UNSET) else field.kind.write(held)
            told = {"name": say(f"{key}.{field.key}"), "help": say(f"{key}.{field.key}.help")}
            # An empty box means the default, unless the default is something: then it means that there is none.
            none = {"none": True} if form.get("optional") and field.default is not None else {}
            made.append({"path": f"{path}.{field.key}", **told, **form, **none, "value": value})
    return made


def _records(held: Sequence[Any], question: Question, path: str, say: Words) -> dict[str, Any]:
    """A list of named records: what each holds has a group of its own."""
    names = {record.name for record in held}
    numbered = (say("controls.fresh", number=number) for number in range(1, len(names) + 2))
    return {"kind": "records", "fresh": next(name for name in numbered if name not in names), **_follower(question, path)}


def _groups_of_records(question: Question, group: str, say: Words) -> list[dict[str, Any]]:
    """For each record of each list, the fields that it may state; an empty one takes over what the list's owner states."""
    rules, owner = question.rules, getattr(question.attack, group)
    groups = []
    for field in getattr(rules, group):
        if not _is_list_of_records(field.kind):
            continue
        path = f"attack.{group}.{field.key}"
        for index, record in enumerate(getattr(owner, field.name)):
            title = say("controls.record", list=say(f"{rules.key}.{group}.{field.key}"), name=record.name)
            fields = [_of_one(question, own, f"{path}[{index}]", record, owner, say) for own in field.kind.kind.fields]
            fields[0] |= _follower(question, path)
            groups.append(_group(f"{group}-{field.key}-{index}", title, fields))
    return groups


def _of_one(question: Question, field: Field, path: str, record: Any, owner: Any, say: Words) -> dict[str, Any]:
    """One field of a record; its first one is its name."""
    held = getattr(record, field.name)
    made = {"path": f"{path}.{field.key}", "help": "", **_form(field.kind, question, say)}
    if field.key == "name":
        return {**made, "name": say("controls.record_name"), "value": held}
    key, taken = f"{question.rules.key}.weapon.{field.key}", getattr(owner, field.name)
    value = None if held is msgspec.UNSET else held
    if made["kind"] == "flag":  # a switch has two places: it shows what counts
        return {**made, "name": say(key), "value": taken if value is None else value}
    return {**made, "name": say(key), "value": value, "optional": True, "inherited": taken if held is msgspec.UNSET else None}


def _follower(question: Question, path: str) -> dict[str, Any]:
    """The option that names the records of a list, which changes with their names."""
    for field in question.rules.options:
        if field.names == path:
            held = getattr(question.attack.options, field.name)
            return {"follows": {"path": f"attack.options.{field.key}", "value": field.kind.write(held)}}
    return {}


def _is_list_of_records(kind: kinds.Kind) -> bool:
    return isinstance(kind, kinds.Listed) and isinstance(kind.kind, Record)


def _offered(field: Field, question: Question, say: Words) -> dict[str, Any] | None:
    """Texts to choose from that the declaration picks or the question has; None when there are none."""
    choices = [{"value": text, "name": _named(text, question, say)} for text in field.offers(question)]
    if not choices:
        return None
    if not (isinstance(field.kind, kinds.Listed) and field.kind.single):
        return {"kind": "names", "choices": choices}
    attacks = question.attack.attacks
    return {"kind": "slots", "choices": choices, "slots": attacks if attacks <= SLOTS else 1}


def _form(kind: kinds.Kind, question: Question, say: Words) -> dict[str, Any] | None:
    """How a kind is edited; None for what only a document can state."""
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
    if isinstance(kind, kinds.Text | kinds.Dice | SquareAt | Pair):
        return {"kind": "text"}
    return None


def _fits(field: Mapping[str, Any], value: Any) -> bool:
    """Whether a field that no rule system stands behind may hold a value."""
    if value is None:
        return bool(field.get("optional") or field.get("none"))
    kind, offered = field["kind"], [choice["value"] for choice in field.get("choices", ())]
    if kind in ("whole", "number"):
        is_number = type(value) is int or (kind == "number" and type(value) is float)
        return is_number and field.get("low", value) <= value <= field.get("high", value)
    if kind in ("names", "slots") and isinstance(value, list):
        return all(item in offered for item in value)
    if kind in ("choice", "slots"):
        return value in offered
    if kind == "records":
        return isinstance(value, list)
    return type(value) is (bool if kind == "flag" else str)


def _named(value: str, question: Question, say: Words) -> str:
    """An ability or a choice by its name; another word of a document as it stands there."""
    keys = (f"{question.rules.key}.ability.{value}", f"{question.rules.key}.choice.{value}")
    return next((say(key) for key in keys if key in say), value)
