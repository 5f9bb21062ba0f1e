"""Edits that change who is on the table: add, copy, rename, change side, fall, get up, leave.

Each one changes a document in place; ``edits`` reads the result again, so that what cannot be is refused there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tohit.core.errors import NotationError, SceneError
from tohit.core.geometry import parse_square, square_name
from tohit.core.kinds import refuse
from tohit.core.limits import NAME
from tohit.words import Phrase

__all__ = ["add", "downed", "drop", "listed", "named", "remove", "rename", "side"]

Document = dict[str, Any]


def add(document: Document, edit: Mapping[str, Any]) -> None:
    """A new mini on a square, or on the nearest free one when that is None.

    ``like`` names the mini that it is a copy of; without it the stats are the system's own and the side is the
    target's.  Without ``name`` it is called like its model, with the next free number.
    """
    model = named(document, edit.get("like", document["attack"]["target"]), "edit.like")
    mini = dict(model) if "like" in edit else {"name": "Mini", "side": model["side"]}
    mini["name"] = _unused(document, edit["name"]) if edit.get("name") is not None else _numbered(document, mini["name"])
    if edit.get("side") is not None:
        mini["side"] = edit["side"]
    mini.pop("at", None)
    if edit["add"] is not None:
        _board(document, "edit.add")
        mini["at"] = edit["add"]
    elif "board" in document:
        mini["at"] = _nearest(document, model)
    document["minis"].append(mini)


def remove(document: Document, edit: Mapping[str, Any]) -> None:
    """Take a mini away; attacker and target must stay."""
    mini = named(document, edit["mini"])
    if edit["remove"] is not True:
        raise refuse("edit.remove", edit["remove"], Phrase("core.allowed.true"))
    if len(document["minis"]) <= 2:
        raise SceneError("core.two_minis", "edit.mini", mini=mini["name"])
    for role in ("attacker", "target"):
        if document["attack"].get(role) == mini["name"]:
            raise SceneError(f"core.still_{role}", "edit.mini", mini=mini["name"])
    drop(document, mini["name"])


def drop(document: Document, name: str) -> None:
    """Take a mini out of the document, and its name wherever it stands."""
    document["minis"] = [mini for mini in document["minis"] if mini["name"] != name]
    _replace(document, name, None)


def rename(document: Document, edit: Mapping[str, Any]) -> None:
    """Give a mini another name, wherever it is named."""
    mini, name = named(document, edit["mini"]), edit["name"]
    if name != mini["name"]:
        old, mini["name"] = mini["name"], _unused(document, name)
        _replace(document, old, name)


def side(document: Document, edit: Mapping[str, Any]) -> None:
    """Let a mini change sides."""
    named(document, edit["mini"])["side"] = edit["side"]


def downed(document: Document, edit: Mapping[str, Any]) -> None:
    """Lay a mini down (no hit points), or let it get up with one."""
    mini = named(document, edit["mini"])
    if type(edit["downed"]) is not bool:
        raise refuse("edit.downed", edit["downed"], Phrase("core.allowed.flag"))
    mini["stats"] = {**mini.get("stats", {}), "hp": 0 if edit["downed"] else 1}


def named(document: Document, name: Any, path: str = "edit.mini") -> dict[str, Any]:
    """The mini of that name in a document.

    Raises:
        NotationError: there is none; the sentence gives the names.
    """
    for mini in document["minis"]:
        if mini["name"] == name:
            return mini
    raise refuse(path, name, Phrase("core.allowed.choice", values=tuple(mini["name"] for mini in document["minis"])))


def listed(at: Any) -> list[Any]:
    """The squares of a piece of terrain, which may be written without a list."""
    return at if isinstance(at, list) else [at]


def _unused(document: Document, name: Any) -> Any:
    if any(mini["name"] == name for mini in document["minis"]):
        raise SceneError("core.name_taken", "edit.name", name=name)
    return name


def _numbered(document: Document, name: str) -> str:
    """"Orc 2" after "Orc", or the next number that nobody has."""
    taken = {mini["name"] for mini in document["minis"]}
    base = re.sub(r" [0-9]+$", "", name)
    number = 2
    while (called := f"{base[: NAME - len(str(number)) - 1]} {number}") in taken:
        number += 1
    return called


def _nearest(document: Document, model: Mapping[str, Any]) -> str:
    board = document["board"]
    walls = {parse_square(at) for piece in board.get("terrain", []) if piece["kind"] == "wall" for at in listed(piece["at"])}
    taken = walls | {parse_square(mini["at"]) for mini in document["minis"] if mini.get("at")}
    row, col = parse_square(model.get("at") or "A1")
    free = [(abs(r - row) + abs(c - col), r, c) for r in range(board["rows"]) for c in range(board["columns"])
            if (r, c) not in taken]
    if not free:
        raise SceneError("core.board_full", "edit.add")
    return square_name(*min(free)[1:])


def _board(document: Document, path: str) -> Any:
    if document.get("board") is None:
        raise NotationError("core.no_board", path)
    return document["board"]


def _replace(document: Document, old: str, new: str | None) -> None:
    """Name a mini anew where others speak of it: attack, order of an arc, who controls terrain; None takes it out."""
    attack = document["attack"]
    for role in ("attacker", "target"):
        if attack.get(role) == old and new is not None:
            attack[role] = new
    order = attack.get("options", {}).get("order")
    if order:
        attack["options"]["order"] = [new if name == old else name for name in order if name != old or new is not None]
    if old not in {mini["side"] for mini in document["minis"]}:  # a side of that name stays
        for piece in document.get("board", {}).get("terrain", []):
            if piece.get("controlled_by") == old:
                piece["controlled_by"] = new or ""
