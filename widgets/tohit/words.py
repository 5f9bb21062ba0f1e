"""Every text a person reads, by key and language.

The catalogue is the files ``words/<language>/<topic>.json``: flat mappings from key to text.
A text names its fields in braces (``"{mini} cannot stand on {square}"``).
A text that depends on a number is a mapping with ``count`` (the field that decides), ``one`` and ``other``.
Keys are stable; texts may change.  This module is the floor of the package: standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

__all__ = ["LANGUAGES", "Phrase", "Words", "pick_language", "words"]

LANGUAGES = ("en", "fr")
Spare = Callable[[str], "str | Mapping[str, str]"]  # what to say where there is no text, by key
_LOOSE = re.compile(" (?=[;!?»%])|(?<=«) ")  # where a French line must not break, as it is typed
_VOWELS = set("aàâeéèêiîoôuû")
_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])  # they would turn the rest of a sentence round
_FOLDER = Path(__file__).with_name("words")


class Phrase:
    """A text that is not yet in any language: a key and its fields, which may be phrases themselves."""

    __slots__ = ("fields", "key")

    def __init__(self, key: str, /, **fields: object):
        self.key = key
        self.fields = fields

    def __repr__(self) -> str:
        return f"Phrase({self.key!r}, {self.fields!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.fields) == (other.key, other.fields)

    def __hash__(self) -> int:
        return hash((self.key, tuple(self.fields.items())))


class Words:
    """The texts of one language: ``words("fr")("board.free", square="C5")``."""

    def __init__(self, language: str, texts: Mapping[str, str | Mapping[str, str]],
                 spare: Spare | None = None):
        self.language = language
        self._texts = dict(texts)
        self._spare = spare

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __call__(self, key: str, /, **fields: object) -> str:
        """The text of ``key`` with its fields filled in.

        Raises:
            KeyError: the catalogue has no such key, or the text wants a field that was not given.
        """
        text = self._texts[key] if key in self._texts or self._spare is None else self._spare(key)
        if not isinstance(text, str):
            count = Fraction(str(fields[text["count"]]))
            text = text["one" if is_one(count, self.language) else "other"]
        shown = {name: self.show(value) for name, value in fields.items()}
        if self.language == "fr":
            text = elided(text, shown)
        return text.format(**shown)

    def show(self, value: object) -> object:
        """One field as a reader sees it: numbers in the language's form, phrases in its words, lists joined."""
        if isinstance(value, Phrase):
            return self(value.key, **value.fields)
        if isinstance(value, tuple | list):
            return ", ".join(str(self.show(item)) for item in value)
        if isinstance(value, str) and not value.isascii():
            return value.translate(_TURNS)
        return self.number(value) if is_number(value) else value

    def starting(self, *prefixes: str) -> dict[str, str | Mapping[str, str]]:
        """The raw texts whose keys start with one of ``prefixes``: what a widget sends to its browser half."""
        return {key: text for key, text in self._texts.items() if key.startswith(prefixes)}

    def extended(self, texts: Mapping[str, str | Mapping[str, str]], spare: Spare | None = None) -> Words:
        """These words with more texts, and what to say where there is none: for rules that a reader wrote."""
        return Words(self.language, {**self._texts, **texts}, spare)

    def number(self, value: object) -> str:
        """An integer or a decimal in the language's form: 33.3 is ``33,3`` in French."""
        text = str(value).replace("-", "\u2212")
        return text.replace(".", ",") if self.language == "fr" else text

    def signed(self, value: int) -> str:
        """A modifier with its sign: ``+1``, ``−2``, ``0``."""
        return f"+{value}" if value > 0 else self.number(value)

    def need(self, need: str) -> str:
        """A needed roll for people: ``4+`` as it stands; ``13-``, ``>9``, ``never`` and ``always`` in words."""
        if need.endswith("-"):
            return self("core.need.under", roll=need[:-1])
        if need.startswith(">"):
            return self("core.need.beat", roll=need[1:])
        return self(f"core.need.{need}") if need in ("never", "always") else need

    def needs(self, need: str) -> str:
        """A needed roll as part of a sentence: "needs 4+", "no roll is enough"."""
        if need in ("never", "always"):
            return self(f"core.needs.{need}")
        form = "under" if need.endswith("-") else "beat" if need.startswith(">") else "plus"
        return self(f"core.needs.{form}", roll=need.strip("->"))

    def percent(self, chance: Fraction, places: int = 1) -> str:
        """A percentage rounded half up from the exact fraction, never ``0`` or ``100`` unless exact.

        A whole percentage has no decimals.

        >>> words("en").percent(Fraction(1, 3)), words("en").percent(Fraction(1, 10000))
        ('33.3%', '<0.1%')
        """
        space = "\u202f%" if self.language == "fr" else "%"
        scale = 10**places
        exact = Fraction(chance) * 100 * scale
        rounded = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        smallest = Fraction(1, scale)
        if 0 < chance and exact < 1:
            return "<" + self.number(decimal(smallest, places)) + space
        if chance < 1 and exact > 100 * scale - 1:
            return ">" + self.number(decimal(100 - smallest, places)) + space
        return self.number(decimal(Fraction(rounded, scale), places)) + space


@cache
def words(language: str = "en") -> Words:
    """The catalogue of one language, read once.

    Raises:
        ValueError: an unknown language, or a key that stands in two files.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r} is not known; allowed: {', '.join(LANGUAGES)}")
    texts: dict[str, str | Mapping[str, str]] = {}
    for path in sorted((_FOLDER / language).glob("*.json")):
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            if key in texts:
                raise ValueError(f"{path.name}: the key {key!r} stands in two files")
            texts[key] = text if language != "fr" else held_together(text)
    return Words(language, texts)


def pick_language(accepted: str) -> str:
    """The first language of ours in a browser's ``Accept-Language`` header or locale name; else English."""
    for part in accepted.replace("_", "-").split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def held_together(text: str | Mapping[str, str]) -> str | Mapping[str, str]:
    """A French text whose spaces before ``; ! ? » %`` and after ``«`` break no line."""
    if isinstance(text, str):
        return _LOOSE.sub("\u202f", text)
    return {form: held_together(worded) for form, worded in text.items()}


def decimal(value: Fraction, places: int) -> str:
    """``value`` with ``places`` decimals, none when it is whole; ``value`` must have no more than that."""
    if value.denominator == 1:
        return str(value.numerator)
    whole, rest = divmod(abs(value) * 10**places, 10**places)
    return f"{'-' if value < 0 else ''}{int(whole)}.{int(rest):0{places}d}"


def elided(text: str, fields: Mapping[str, object]) -> str:
    """French before a name that begins with a vowel: "l’arc de Archer" becomes "l’arc d’Archer"."""
    for name, value in fields.items():
        if isinstance(value, str) and value[:1].lower() in _VOWELS:
            for full, short in (("de ", "d’"), ("que ", "qu’")):
                text = text.replace(f"{full}{{{name}}}", f"{short}{{{name}}}")
    return text


def is_one(count: Fraction, language: str) -> bool:
    """French counts 0 and 1.5 as one; English only 1."""
    return abs(count) < 2 if language == "fr" else abs(count) == 1


def is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)
