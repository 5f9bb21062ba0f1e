"""What a field of a document may hold, declared once: reading, writing and the JSON Schema all come from it.

Reading is ours, not ``msgspec``'s, because a refusal must say, in the reader's language, where the value
stands, what came and what is allowed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tohit.core import limits
from tohit.core.errors import NotationError
from tohit.words import Phrase

__all__ = [
    "DICE", "Choice", "Dice", "Flag", "Kind", "Listed", "Names", "Number", "Optional", "Reading", "Text", "Whole", "refuse",
    "shown",
]


@dataclass(slots=True)
class Reading:
    """What reading a document gathers besides its values: the keys of a newer minor version, left out."""

    newer: bool = False
    left_out: list[str] = field(default_factory=list)


class Kind:
    """One kind of value.  ``read`` raises NotationError; ``write`` gives back what JSON holds."""

    def read(self, value: Any, path: str, reading: Reading) -> Any:
        raise refuse(path, value, self.allowed())

    def write(self, value: Any) -> Any:
        return value

    def allowed(self) -> Phrase:
        raise TypeError(type(self).__name__)

    def schema(self) -> dict[str, Any]:
        raise TypeError(type(self).__name__)


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int

    def read(self, value: Any, path: str, reading: Reading) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise refuse(path, value, self.allowed())
        return value

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.whole", low=self.low, high=self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A decimal from 0 to ``high`` with at most three places, read exactly."""

    high: int

    def read(self, value: Any, path: str, reading: Reading) -> Decimal:
        if type(value) is int and 0 <= value <= self.high:
            return Decimal(value)
        if type(value) is float:  # from Python or a browser; from a file it is a Decimal already
            value = Decimal(repr(value))
        if type(value) not in (int, Decimal) or not Decimal(value).is_finite() or not 0 <= value <= self.high:
            raise refuse(path, value, self.allowed())
        if value and Decimal(value).adjusted() < -limits.DISTANCE_PLACES:  # a tiny number has no exact thousandths
            raise refuse(path, value, self.allowed())
        thousandths = Fraction(value) * 10**limits.DISTANCE_PLACES
        if thousandths.denominator != 1:
            raise refuse(path, value, self.allowed())
        return Decimal(thousandths.numerator) / 10**limits.DISTANCE_PLACES

    def write(self, value: Decimal) -> int | float:
        return int(value) if value == value.to_integral_value() else float(value)

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.number", high=self.high, places=limits.DISTANCE_PLACES)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": 0, "maximum": self.high}  # "multipleOf" fails on 0.043 in binary validators


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """True or false."""

    def read(self, value: Any, path: str, reading: Reading) -> bool:
        if type(value) is not bool:
            raise refuse(path, value, self.allowed())
        return value

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.flag")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, value: Any, path: str, reading: Reading) -> str:
        if type(value) is not str or value not in self.values:
            raise refuse(path, value, self.allowed())
        return value

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.choice", values=self.values)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Names(Kind):
    """A set of known words: a list in the document, sorted and without repeats in the value."""

    values: tuple[str, ...]

    def read(self, value: Any, path: str, reading: Reading) -> tuple[str, ...]:
        if type(value) not in (list, tuple):
            raise refuse(path, value, self.allowed())
        for index, item in enumerate(value):
            Choice(self.values).read(item, f"{path}[{index}]", reading)
        return tuple(sorted(set(value)))

    def write(self, value: tuple[str, ...]) -> list[str]:
        return list(value)

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.names", values=self.values)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": list(self.values)}}


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A short text without control characters or halves of characters; ``least`` 1 forbids the empty text."""

    most: int
    least: int = 0

    def read(self, value: Any, path: str, reading: Reading) -> str:
        if type(value) is not str or not self.least <= len(value) <= self.most or _UNPRINTABLE.search(value):
            raise refuse(path, value, self.allowed())
        return value

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.text", least=self.least, most=self.most)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self.least, "maxLength": self.most, "pattern": _PRINTABLE}


@dataclass(frozen=True, slots=True)
class Dice(Kind):
    """A whole number, or dice written ``D6``, ``2D3``, ``D3+1``."""

    low: int
    high: int

    def read(self, value: Any, path: str, reading: Reading) -> int | str:
        if type(value) is int and self.low <= value <= self.high:
            return value
        match = type(value) is str and DICE.fullmatch(value)
        if match:
            count, sides, plus = int(match[1] or 1), int(match[2]), int(match[3] or 0)
            sides_fit = limits.SIDES[0] <= sides <= limits.SIDES[1]
            if count >= 1 and sides_fit and self.low <= count + plus and count * sides + plus <= self.high:
                return value
        raise refuse(path, value, self.allowed())

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.dice", low=self.low, high=self.high)

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"anyOf": [number, {"type": "string", "pattern": f"^{DICE.pattern}$"}]}


@dataclass(frozen=True, slots=True)
class Optional(Kind):
    """A value or null."""

    kind: Kind

    def read(self, value: Any, path: str, reading: Reading) -> Any:
        return None if value is None else self.kind.read(value, path, reading)

    def write(self, value: Any) -> Any:
        return None if value is None else self.kind.write(value)

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.optional", kind=self.kind.allowed())

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Listed(Kind):
    """A list of one kind, at most ``most``; ``single`` lets one item stand without the brackets."""

    kind: Kind
    most: int
    single: bool = False

    def read(self, value: Any, path: str, reading: Reading) -> tuple[Any, ...]:
        if self.single and type(value) not in (list, tuple):
            return (self.kind.read(value, path, reading),)
        if type(value) not in (list, tuple) or len(value) > self.most:
            raise refuse(path, value, self.allowed())
        return tuple(self.kind.read(item, f"{path}[{index}]", reading) for index, item in enumerate(value))

    def write(self, value: tuple[Any, ...]) -> Any:
        items = [self.kind.write(item) for item in value]
        return items[0] if self.single and len(items) == 1 else items

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.listed", most=self.most, kind=self.kind.allowed())

    def schema(self) -> dict[str, Any]:
        many = {"type": "array", "items": self.kind.schema(), "maxItems": self.most}
        return {"anyOf": [self.kind.schema(), many]} if self.single else many


def refuse(path: str, value: Any, allowed: Phrase) -> NotationError:
    """The refusal of a value: where, what came, what is allowed."""
    return NotationError("core.got", path, got=shown(value), allowed=allowed)


def shown(value: Any) -> str:
    """What came, short enough for a sentence."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str) if type(value) in _JSON else str(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)})"


_SHOWN = 60
_JSON = {str, int, float, bool, type(None), list, tuple, dict}
DICE = re.compile(r"([1-9][0-9]{0,2})?D([1-9][0-9]{0,2})(?:\+([1-9][0-9]{0,2}))?")
_PRINTABLE = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"  # halves of characters cannot be told in every dialect
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
