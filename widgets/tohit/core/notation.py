"""Question <-> document <-> text <-> link: the only place that reads and writes scenarios."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from tohit.core import limits
from tohit.core.document import FORMAT, document_record
from tohit.core.errors import NotationError
from tohit.core.kinds import Reading, refuse
from tohit.core.question import Question, check
from tohit.core.record import join
from tohit.core.ruleset import Ruleset
from tohit.core.scene import Scene
from tohit.words import Phrase

__all__ = [
    "LONGEST", "canonical", "dumps", "fragment", "from_link", "link", "loads", "parse", "read", "stated",
    "write",
]

LONGEST = 2 * limits.DOCUMENT
"""How long a text may be before anything is looked at: packing never doubles it, so this holds for links too."""

MAJOR, MINOR = 1, 0
_LINK = "#s=1"


def loads(text: str | bytes, systems: Mapping[str, Ruleset]) -> Question:
    """The question that a document or a link states.

    Raises:
        NotationError, SceneError: with the path of the first fault, what came and what is allowed.
    """
    return read(parse(text), systems)


def dumps(question: Question) -> str:
    """The canonical document: sorted keys, no spaces, defaults left out; equal questions give equal bytes."""
    return canonical(write(question))


def canonical(document: Mapping[str, Any]) -> str:
    """A document as text: sorted keys, no spaces."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def link(question: Question, address: str = "") -> str:
    """The question as a link: ``address#s=1…``."""
    return address + fragment(dumps(question))


def fragment(text: str) -> str:
    """A document's text as the end of an address."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _LINK + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(text: str) -> str:
    """The document in a link; inflating stops at the limit of a document.

    Raises:
        NotationError: the link is cut short, damaged, or of another version.
    """
    payload = text.partition("#s=")[2].split("&")[0].strip()
    if not payload.startswith("1"):
        raise NotationError("core.link_version", "link")
    try:
        packed = base64.b64decode(payload[1:] + "=" * (-len(payload[1:]) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-15)
        document = unpacker.decompress(packed, limits.DOCUMENT + 1)
        if len(document) > limits.DOCUMENT:
            raise NotationError("core.too_long", "link", most=limits.DOCUMENT)
        if not unpacker.eof or unpacker.unused_data:
            raise NotationError("core.link_broken", "link")
        return document.decode("utf-8")
    except (ValueError, zlib.error) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("core.link_broken", "link") from error


def stated(source: str | Path) -> str | bytes:
    """What a document, a link or the path of a file states: the text to be parsed.

    Raises:
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and (source.lstrip().startswith("{") or "#s=" in source):
        return source
    with Path(source).open("rb") as file:
        return file.read(LONGEST + 1)


def parse(text: str | bytes) -> Any:
    """The JSON value of a document or link: no duplicate keys, bounded in size, depth and digits."""
    if len(text) > LONGEST:
        raise NotationError("core.too_long", "document", most=limits.DOCUMENT)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise NotationError("core.not_utf8", "document") from error
    text = text.strip().removeprefix("\ufeff")
    if not text.startswith("{") and "#s=" in text:
        text = from_link(text)
    if len(text) > limits.DOCUMENT or len(text.encode("utf-8", "surrogatepass")) > limits.DOCUMENT:
        raise NotationError("core.too_long", "document", most=limits.DOCUMENT)
    if _depth(text) > limits.DEPTH:
        raise NotationError("core.too_deep", "document", most=limits.DEPTH)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_float=_decimal, parse_int=_whole, parse_constant=_NoNumber)
    except json.JSONDecodeError as error:
        raise NotationError("core.not_json", "document", line=error.lineno, column=error.colno) from error


def read(document: Any, systems: Mapping[str, Ruleset]) -> Question:
    """The question that a parsed document states, checked."""
    if type(document) is not dict:
        raise refuse("document", document, Phrase("core.allowed.record", keys=("format", "rules", "minis", "attack")))
    reading = Reading(newer=_is_newer(document))
    rules = _rules(document, systems)
    body = {key: value for key, value in document.items() if key not in ("format", "rules")}
    held = document_record(rules).read(body, "", reading)
    notices = (_left_out(reading.left_out),) if reading.left_out else ()
    scene = Scene(held["board"], held["minis"])
    return check(Question(rules=rules, title=held["title"], rulings=held["rulings"], scene=scene, attack=held["attack"],
                          notices=notices))


def write(question: Question) -> dict[str, Any]:
    """The document of a question, defaults left out."""
    held = {"title": question.title, "rulings": question.rulings, "board": question.scene.grid,
            "minis": question.scene.minis, "attack": question.attack}
    body = {}
    for field in document_record(question.rules).fields:
        if held[field.key] != field.default:
            body[field.key] = field.kind.write(held[field.key])
    return {"format": FORMAT, "rules": question.rules.key, **body}


class _NoNumber(str):
    """A number that JSON text holds and no document may: NaN, Infinity, or one with too many digits."""


def _is_newer(document: dict[str, Any]) -> bool:
    """Whether a document is of a newer minor version, whose unknown keys are left out."""
    version = document.get("format")
    match = re.fullmatch(r"tohit/([0-9]{1,4})(?:\.([0-9]{1,4}))?", version) if type(version) is str else None
    if match is None:
        raise refuse("format", version, Phrase("core.allowed.choice", values=(FORMAT,)))
    if int(match[1]) != MAJOR:
        raise NotationError("core.newer_major" if int(match[1]) > MAJOR else "core.no_such_version", "format", got=version)
    return int(match[2] or 0) > MINOR


def _left_out(keys: list[str]) -> Phrase:
    more = ("…",) if len(keys) > _NAMED else ()
    return Phrase("core.left_out", keys=(*keys[:_NAMED], *more))


def _rules(document: dict[str, Any], systems: Mapping[str, Ruleset]) -> Ruleset:
    key = document.get("rules")
    if type(key) is not str or key not in systems:
        raise refuse("rules", key, Phrase("core.allowed.choice", values=tuple(systems)))
    return systems[key]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for key, value in pairs:
        if key in held:
            raise NotationError("core.key_twice", "document", name=join("", key))
        held[key] = value
    return held


def _whole(digits: str) -> Any:
    return int(digits) if len(digits) <= _DIGITS else _NoNumber(digits)


def _decimal(digits: str) -> Any:
    if len(digits) > 2 * _DIGITS or not _PLAIN.fullmatch(digits):
        return _NoNumber(digits)
    return Decimal(digits)


def _depth(text: str) -> int:
    """How deep brackets nest, strings left out, up to one past the limit: no parser has to survive more."""
    deepest = depth = 0
    for bracket in _NO_BRACKETS.sub("", _STRINGS.sub("", text)):  # in two passes of C: a text may hold nothing but quotes
        depth += _STEPS[bracket]
        deepest = max(deepest, depth)
        if deepest > limits.DEPTH:
            break
    return deepest


_DIGITS = 20
_NAMED = 20  # keys that one notice names
_PLAIN = re.compile(r"[^eE]+(?:[eE][-+]?0*[0-9]{1,3})?")  # an exponent past that is no number of any document
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)  # possessive: a string that never ends costs one pass
_NO_BRACKETS = re.compile(r"[^][{}]+")
