"""The ready scenarios of each rule system, in the order of their file names (``1-archer-on-the-wall.json``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tohit.core.notation import parse, read
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.words import words

__all__ = ["named", "ready"]

_FOLDER = Path(__file__).with_name("scenarios")


def ready(rules: Ruleset, lang: str = "en") -> dict[str, Question]:
    """Ready questions by key, the first one first, with names in a language; none for a system that a reader wrote."""
    found = sorted((_FOLDER / rules.key).glob("*.json"))
    documents = {path.stem.lstrip("0123456789-"): named(parse(path.read_bytes()), lang) for path in found}
    return {key: read(document, {rules.key: rules}) for key, document in documents.items()}


def named(document: Any, lang: str) -> Any:
    """A ready document with the names of its minis, pieces and profiles in a language."""
    if isinstance(document, dict):
        return {_names(lang).get(key, key): named(value, lang) for key, value in document.items()}
    if isinstance(document, list):
        return [named(value, lang) for value in document]
    return _names(lang).get(document, document) if isinstance(document, str) else document


@cache
def _names(lang: str) -> dict[str, str]:
    """From the names in the documents, which are English, to those of a language."""
    own = words(lang)
    return {name: own(key) for key, name in words("en").starting("names.").items()}
