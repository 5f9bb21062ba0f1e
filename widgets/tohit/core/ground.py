"""Edits that change the board itself: paint and erase, who controls cover, size, clearing.

Each one changes a document in place; ``edits`` reads the result again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from tohit.core.errors import NotationError, SceneError
from tohit.core.geometry import parse_square
from tohit.core.kinds import refuse
from tohit.core.muster import drop, listed
from tohit.words import Phrase

__all__ = ["CLEARED", "clear", "control", "paint", "resize"]

Document = dict[str, Any]

CLEARED = ("terrain", "minis", "board")
"""What can be cleared: all terrain, all minis but attacker and target, or both."""

_NAMED = 4  # what falls off is named, up to so many


def paint(document: Document, edit: Mapping[str, Any]) -> None:
    """Paint one square: what was there goes; a nameless piece of the same kind and owner takes it in."""
    board = _board(document, "edit.square")
    square, kind, owner = edit["square"], edit["terrain"], edit.get("controlled_by") or ""
    kept = []
    for piece in board.get("terrain", []):
        squares = [at for at in listed(piece["at"]) if at != square]
        if squares:
            kept.append({**piece, "at": squares})
    if kind is not None:
        alike = (piece for piece in kept if (piece["kind"], piece.get("controlled_by", "")) == (kind, owner))
        nameless = next((piece for piece in alike if "name" not in piece), None)
        if nameless is None:
            kept.append({"at": [square], "kind": kind, **({"controlled_by": owner} if owner else {})})
        else:
            nameless["at"].append(square)
    board["terrain"] = kept


def control(document: Document, edit: Mapping[str, Any]) -> None:
    """Hand the cover on a square to a side or a mini; None to nobody."""
    pieces = document.get("board", {}).get("terrain", [])
    piece = next((piece for piece in pieces if edit["square"] in listed(piece["at"])), None)
    if piece is None:
        raise refuse("edit.square", edit["square"], Phrase("core.allowed.terrain"))
    piece["controlled_by"] = edit["controlled_by"] or ""


def resize(document: Document, edit: Mapping[str, Any]) -> None:
    """Give the board another size, if nothing falls off."""
    board, size = _board(document, "edit.board"), edit["board"]
    if not isinstance(size, Mapping) or not size or set(size) - {"columns", "rows"}:
        raise refuse("edit.board", size, Phrase("core.allowed.record", keys=("columns", "rows")))
    board.update(size)
    if any(type(value) is not int for value in size.values()):
        return  # reading the document says what is allowed
    falling = list(islice(_outside(document, board["rows"], board["columns"]), _NAMED + 1))
    if falling:
        more = ("…",) if len(falling) > _NAMED else ()
        raise SceneError("core.falls_off", "edit.board", columns=board["columns"], rows=board["rows"],
                         things=(*falling[:_NAMED], *more))


def clear(document: Document, edit: Mapping[str, Any]) -> None:
    """Take off all terrain, all minis that neither attack nor are attacked, or both."""
    what = edit["clear"]
    if what not in CLEARED:
        raise refuse("edit.clear", what, Phrase("core.allowed.choice", values=CLEARED))
    if what != "minis" and document.get("board"):
        document["board"]["terrain"] = []
    if what != "terrain":
        for mini in list(document["minis"]):
            if mini["name"] not in (document["attack"]["attacker"], document["attack"]["target"]):
                drop(document, mini["name"])


def _outside(document: Document, rows: int, columns: int) -> Iterator[Phrase]:
    """What stands outside so many rows and columns, by name and square."""
    for mini in document["minis"]:
        if mini.get("at") and _is_off(mini["at"], rows, columns):
            yield Phrase("core.blocker.named", name=mini["name"], square=mini["at"])
    for piece in document["board"].get("terrain", []):
        name = piece.get("name") or Phrase(f"core.terrain.{piece['kind']}")
        for square in listed(piece["at"]):
            if _is_off(square, rows, columns):
                yield Phrase("core.blocker.named", name=name, square=square)


def _is_off(square: str, rows: int, columns: int) -> bool:
    row, col = parse_square(square)
    return row >= rows or col >= columns


def _board(document: Document, path: str) -> Any:
    if document.get("board") is None:
        raise NotationError("core.no_board", path)
    return document["board"]
