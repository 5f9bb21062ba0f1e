"""Documents of pages that hold more than one scenario: ``tohit-page/1``, the parts by name and the page's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tohit.core.errors import TohitError
from tohit.core.kinds import refuse
from tohit.core.notation import canonical, fragment, parse, read, write
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.words import Phrase

__all__ = ["FORMAT", "page_link", "read_page", "write_page"]

FORMAT = "tohit-page/1"
_KEYS = ("format", "page", "parts", "state")


def write_page(page: str, parts: Mapping[str, Question], state: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The document of a page; an empty state is left out."""
    told = {"format": FORMAT, "page": page, "parts": {key: write(part) for key, part in parts.items()}}
    return {**told, "state": dict(state)} if state else told


def page_link(page: str, parts: Mapping[str, Question], address: str = "") -> str:
    """The document of a page without state as a link: ``address#s=1…``."""
    return address + fragment(canonical(write_page(page, parts)))


def read_page(text: str | bytes, page: str, names: tuple[str, ...],
              systems: Mapping[str, Ruleset]) -> tuple[dict[str, Question], dict[str, Any]]:
    """The parts and the state that a page's document or link holds.

    Args:
        page: The page that reads it; documents of other pages are refused.
        names: The parts that it must have, and no others.
        systems: The rule systems that parts may be of.

    Raises:
        NotationError, SceneError: with the path of the first fault, what came and what is allowed.
    """
    document = parse(text)
    if type(document) is not dict:
        raise refuse("document", document, Phrase("core.allowed.record", keys=_KEYS))
    for key, allowed in (("format", FORMAT), ("page", page)):
        if document.get(key) != allowed:
            raise refuse(key, document.get(key), Phrase("core.allowed.choice", values=(allowed,)))
    parts, state = document.get("parts"), document.get("state", {})
    if type(parts) is not dict or set(parts) != set(names):
        raise refuse("parts", parts if type(parts) is not dict else tuple(parts), Phrase("core.allowed.record", keys=names))
    if type(state) is not dict:
        raise refuse("state", state, Phrase("core.allowed.record", keys=()))
    unknown = next((key for key in document if key not in _KEYS), None)
    if unknown is not None:
        raise refuse(unknown, document[unknown], Phrase("core.allowed.record", keys=_KEYS))
    return {name: _part(name, parts[name], systems) for name in names}, state


def _part(name: str, document: Any, systems: Mapping[str, Ruleset]) -> Question:
    try:
        return read(document, systems)
    except TohitError as error:
        raise error.under(f"parts.{name}") from error
