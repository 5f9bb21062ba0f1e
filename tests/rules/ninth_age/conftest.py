"""Small Ninth Age battles in a line or two."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import tohit
from tohit import Question


@pytest.fixture
def battle() -> Callable[..., Question]:
    """A question of The Ninth Age: the first unit attacks the second.

    A unit is ``"SIDE SQUARE FACING"``, or a pair of that and its stats; terrain is ``"KIND SQUARES"``:
    ``battle("shooting", A="red C3 N", B=("blue C9 S", {"models": 20}), terrain=["light C5 C6"])``.
    A side alone puts nobody on a board: then there is none.  In melee the attacker has an Attack Value of 1, if
    it is given none.
    """
    return ninth_age


def ninth_age(mode: str = "melee", *attributes: str, terrain: Sequence[str] = (), size: tuple[int, int] = (16, 14),
              attacks: int = 1, edition: str = "newer", weapon: Mapping[str, Any] | None = None, by_hand: int = 0,
              overrides: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None,
              A: Any = "red", B: Any = "blue",
              **others: Any) -> Question:
    told = [unit(name, given) for name, given in {"A": A, "B": B, **others}.items()]
    if mode == "melee":
        told[0]["stats"] = {"attack_value": 1, **told[0]["stats"]}
    document: dict[str, Any] = {
        "format": "tohit/1", "rules": "ninth-age", "rulings": {"edition": edition}, "minis": told,
        "attack": {"attacker": "A", "target": "B", "mode": mode, "attacks": attacks, "weapon": dict(weapon or {}),
                   "options": {"attributes": list(attributes), **(options or {})}},
    }
    given = {"reach_ok": True} if mode == "melee" else {"distance": 8, "cover": "none", "line_of_sight": True, "facing_ok": True}
    if "at" in told[0]:
        columns, rows = size
        document["board"] = {"columns": columns, "rows": rows, "terrain": [piece(text) for text in terrain]}
        given = {}
    if by_hand:
        given["modifiers"] = [{"name": "by hand", "attack": by_hand}]
    document["attack"]["overrides"] = {**given, **(overrides or {})}
    return tohit.loads(json.dumps(document))


def unit(name: str, given: Any) -> dict[str, Any]:
    place, stats = given if isinstance(given, tuple) else (given, {})
    side, *at = place.split()
    return {"name": name, "side": side, "stats": stats, **({"at": at[0], "facing": at[1]} if at else {})}


def piece(given: str) -> dict[str, Any]:
    kind, *squares = given.split()
    return {"kind": kind, "at": squares}
