"""Traits for lists of small records and of texts, so that the browser only ever has to draw a complete, plain list."""

from __future__ import annotations

from collections.abc import Mapping

from traitlets import TraitError, TraitType

__all__ = ["RecordsTrait", "TextsTrait"]


class RecordsTrait(TraitType):
    """A list of mappings with declared keys; what is left out is filled in.

    Args:
        fields: What each key holds: a type or types when the key is required, ``(type, default)`` when it is
            not, a mapping of the same kind for a list of records inside.  ``list`` means a list of texts.

    >>> RecordsTrait({"name": str, "value": (int, 0)}).validate(None, [{"name": "cover"}])
    [{'name': 'cover', 'value': 0}]
    """

    info_text = "a list of records"

    def __init__(self, fields: Mapping[str, object], **kwargs):
        self.fields = fields
        super().__init__([], **kwargs)

    def make_dynamic_default(self):
        return []

    def validate(self, obj, value):
        return filled(value, self.fields, self.name or "records")


class TextsTrait(TraitType):
    """A list of texts.  (traitlets' own ``List`` would take a single text apart into its letters.)"""

    info_text = "a list of texts"

    def make_dynamic_default(self):
        return []

    def validate(self, obj, value):
        if not is_texts(value):
            self.error(obj, value)
        return list(value)


def filled(records: object, fields: Mapping[str, object], path: str) -> list[dict]:
    """A copy of ``records`` in which every record has every key.

    Raises:
        TraitError: with the path of what is wrong, what came and what is allowed.
    """
    if not isinstance(records, list | tuple):
        raise TraitError(f"{path}: a list of records is wanted (got {records!r})")
    return [one(record, fields, f"{path}[{index}]") for index, record in enumerate(records)]


def one(record: object, fields: Mapping[str, object], path: str) -> dict:
    if not isinstance(record, Mapping):
        raise TraitError(f"{path}: a mapping is wanted (got {record!r})")
    unknown = [key for key in record if key not in fields]
    if unknown:
        raise TraitError(f"{path}: no key {unknown[0]!r}; allowed: {', '.join(fields)}")
    return {key: part(record, key, form, f"{path}.{key}") for key, form in fields.items()}


def part(record: Mapping, key: str, form: object, path: str) -> object:
    if isinstance(form, Mapping):
        return filled(record.get(key, []), form, path)
    kind, *default = form if isinstance(form, tuple) else (form,)
    if key not in record:
        if not default:
            raise TraitError(f"{path}: missing")
        return list(default[0]) if kind is list else default[0]
    value = record[key]
    if kind is list and is_texts(value):
        return list(value)
    # True and False are integers to Python, but never a modifier or a distance.
    if kind is list or not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TraitError(f"{path}: {wanted(kind)} is wanted (got {value!r})")
    return value


def is_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def wanted(kind: object) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list of texts"}
    return names.get(kind, "a number or a text" if kind == int | str else "a number")
