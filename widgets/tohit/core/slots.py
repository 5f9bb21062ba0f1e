"""The fields of commands: how a square, a facing, a stat or a name is read from a line, and written in one."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tohit.core.geometry import FACINGS
from tohit.core.ruleset import Ruleset
from tohit.words import LANGUAGES, words

__all__ = ["folded", "letter_pattern", "read_slots", "slot_pattern", "stats_of", "write_slot"]


def read_slots(match: re.Match[str], names: Sequence[str], rules: Ruleset) -> dict[str, Any]:
    """The fields of a line.

    Raises:
        LookupError: it names a mini that is not there.
    """
    given = {slot: text for slot, text in match.groupdict().items() if text is not None}
    return {slot: _read(slot, text.strip(), names, rules) for slot, text in given.items()}


def slot_pattern(slot: str, rules: Ruleset) -> str:
    """What may stand in a slot."""
    if slot == "facing":
        return "|".join(sorted(_facings(), key=len, reverse=True))
    if slot == "stat":
        return "|".join(map(re.escape, sorted(stats_of(rules), key=len, reverse=True)))
    return _SLOTS.get(slot, _TEXT)


def letter_pattern(letter: str) -> str:
    """A letter as it may be typed: without its accent, too; a × is also an x, with or without room."""
    if letter == "×":
        return " *[×x] *"
    plain = unicodedata.normalize("NFD", letter)[0]
    return re.escape(letter) if plain == letter else f"[{letter}{plain}]"


def _read(slot: str, text: str, names: Sequence[str], rules: Ruleset) -> Any:
    if slot in _WORDS:
        text = json.loads(text) if text.startswith('"') else text
        return _known(text, names) if slot in ("mini", "target") else text
    if slot == "facing":
        return _facings()[text.upper()]
    if slot == "stat":
        return stats_of(rules)[text.casefold()]
    return _READERS.get(slot, str)(text)


def _known(text: str, names: Sequence[str]) -> str:
    alike = [name for name in names if name.casefold() == text.casefold()]
    if not alike:
        raise LookupError(text)
    return text if text in alike else alike[0]


def write_slot(slot: str, value: Any, rules: Ruleset, reserved: frozenset[str], language: str) -> str:
    """A field in words; ``reserved`` are the words that make a name want quotes."""
    if slot in _WORDS:
        return _quoted(str(value), reserved)
    if slot == "facing":
        return words(language)(f"dial.{value}") if value in FACINGS else str(value)
    if slot == "stat":
        own = rules.say(language)(f"{rules.key}.stats.{value}") if language != "en" else value
        return own if stats_of(rules).get(own.casefold()) == value else value
    if slot == "squares":
        return " ".join(value)
    if slot == "distance":
        return words(language).number(value)
    return _value(value) if slot == "value" else str(value)


def _quoted(text: str, reserved: frozenset[str]) -> str:
    is_plain = _PLAIN.fullmatch(text) and not {folded(word) for word in text.split(" ")} & reserved
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(r"[^\s\"\[{]\S*", value) and _json(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _json(text: str) -> Any:
    """A JSON value; what is none is a text."""
    try:
        return json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text


def _number(text: str) -> int | float:
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def _facings() -> dict[str, str]:
    """Every way to write a facing, in all languages."""
    return {words(language)(f"dial.{facing}"): facing for language in LANGUAGES for facing in FACINGS}


@lru_cache(maxsize=32)
def stats_of(rules: Ruleset) -> dict[str, str]:
    """Every way to write a stat, in all languages: its key, and its name where only one has it."""
    found: dict[str, set[str]] = {}
    for field in rules.stats:
        for name in (field.key, *(rules.say(language)(f"{rules.key}.stats.{field.key}") for language in LANGUAGES)):
            found.setdefault(name.casefold(), set()).add(field.key)
    return {name: next(iter(keys)) for name, keys in found.items() if len(keys) == 1}


def folded(word: str) -> str:
    """A word without accents and capitals."""
    return unicodedata.normalize("NFD", word).encode("ascii", "ignore").decode().casefold()


_SQUARE = "[A-Za-z]{1,2}[0-9]{1,2}"
_TEXT = r'"(?:[^"\\]|\\.)*"|[^\s"].*?'
_WORDS = {"mini", "target", "name", "side", "owner"}
_PLAIN = re.compile(r"[\w'’.-]+(?: [\w'’.-]+)*")
_SLOTS = {
    "square": _SQUARE, "squares": f"{_SQUARE}(?:[ ,]+{_SQUARE})*", "value": ".+", "path": r"[a-z_.\[\]0-9]+",
    "distance": r"[0-9]{1,6}(?:[.,][0-9]{1,6})?", "step": "[0-9]{1,9}", "columns": "[0-9]{1,4}", "rows": "[0-9]{1,4}",
    "scenario": r"[\w-]+", "document": ".+",
}
_READERS: Mapping[str, Callable[[str], Any]] = {
    "square": str.upper, "squares": lambda text: text.upper().replace(",", " ").split(), "value": _json, "distance": _number,
    "step": int, "columns": int, "rows": int,
}
