"""A JSON object declared by its fields, and the frozen value it is read into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tohit.core.errors import NotationError
from tohit.core.kinds import Kind, Reading, refuse, shown
from tohit.words import Phrase

__all__ = ["REQUIRED", "Field", "Record", "join"]

REQUIRED: Any = msgspec.UNSET
"""The default of a field that a document must give."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named value of a record: its key in JSON, its kind, its default, its attribute in Python.

    ``offers`` tells what a control should offer, where that depends on the question (the names of a weapon's
    profiles) or is less than what a document may say; it takes the question.
    ``names`` is the path of the list of records that the value names, so that it can follow when one of them is
    renamed or taken away.
    """

    key: str
    kind: Kind
    default: Any = REQUIRED
    attribute: str = ""
    offers: Callable[[Any], Sequence[str]] | None = None
    names: str = ""

    @property
    def name(self) -> str:
        """The Python attribute: the key with underscores, unless the key clashes with the language."""
        return self.attribute or self.key.replace("-", "_")


class Record(Kind):
    """A JSON object with known keys, read into a frozen ``msgspec`` struct.

    ``sparse`` records keep absent keys absent (``UNSET``): a profile that inherits the rest.
    """

    def __init__(self, name: str, fields: Iterable[Field], *, make: Callable[..., Any] | None = None, sparse: bool = False):
        self.fields = tuple(fields)
        self.sparse = sparse
        self._by_key = {field.key: field for field in self.fields}
        self.struct = make or msgspec.defstruct(
            name, [(field.name, Any, self._default(field)) for field in self.fields], frozen=True, kw_only=True
        )

    def _default(self, field: Field) -> Any:
        return msgspec.UNSET if self.sparse else field.default

    def read(self, value: Any, path: str, reading: Reading) -> Any:
        if type(value) is not dict:
            raise refuse(path, value, self.allowed())
        unknown = [key for key in value if key not in self._by_key]
        if unknown and not reading.newer:
            raise NotationError("core.unknown_key", join(path, unknown[0]), allowed=tuple(self._by_key))
        reading.left_out.extend(join(path, key) for key in unknown)
        return self.struct(**{field.name: self._read_field(field, value, path, reading) for field in self.fields})

    def _read_field(self, field: Field, value: dict[str, Any], path: str, reading: Reading) -> Any:
        if field.key in value:
            return field.kind.read(value[field.key], f"{path}.{field.key}" if path else field.key, reading)
        default = self._default(field)
        if default is REQUIRED and not self.sparse:
            raise NotationError("core.missing_key", join(path, field.key), allowed=field.kind.allowed())
        return default

    def write(self, value: Any) -> dict[str, Any]:
        """The JSON object, defaults left out."""
        written = {}
        for field in self.fields:
            held = getattr(value, field.name)
            if held is not msgspec.UNSET and held != self._default(field):
                written[field.key] = field.kind.write(held)
        return written

    def field(self, key: str) -> Field | None:
        """The field with this JSON key, if the record has it."""
        return self._by_key.get(key)

    def empty(self) -> Any:
        """The record with every default; a required field has none and raises NotationError."""
        return self.read({}, "", Reading())

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.record", keys=tuple(self._by_key))

    def schema(self) -> dict[str, Any]:
        required = [field.key for field in self.fields if self._default(field) is REQUIRED and not self.sparse]
        properties = {}
        for field in self.fields:
            properties[field.key] = field.kind.schema()
            default = self._default(field)
            if default is not msgspec.UNSET and default is not None:
                properties[field.key] = {**properties[field.key], "default": field.kind.write(default)}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**schema, "required": required} if required else schema


def join(path: str, key: str) -> str:
    """The path of a key below ``path``."""
    plain = shown(key).removeprefix('"').removesuffix('"')  # a key from a hostile document may hold anything
    return f"{path}.{plain}" if path else plain
