"""Small Dark Age boards in a line or two."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import tohit
from tohit import Question


@pytest.fixture
def fight() -> Callable[..., Question]:
    """A question of Dark Age: the first mini attacks the second.

    A mini is ``"SIDE SQUARE"``, or a pair of that and its stats; terrain is ``"KIND SQUARES"`` or a mapping:
    ``fight("ranged", A="red C3", B=("blue H3", {"hp": 2}), terrain=["light E3 E4"])``.
    A side alone puts nobody on a board: then there is none.
    """
    return dark_age


def dark_age(mode: str, *, terrain: Sequence[Any] = (), size: tuple[int, int] = (16, 12), attacks: int = 1,
             rulings: Mapping[str, str] | None = None, weapon: Mapping[str, Any] | None = None,
             options: Mapping[str, Any] | None = None, overrides: Mapping[str, Any] | None = None, **minis: Any) -> Question:
    told = [mini(name, given) for name, given in minis.items()]
    attacker, target = list(minis)[:2]
    document = {
        "format": "tohit/1", "rules": "dark-age", "rulings": dict(rulings or {}), "minis": told,
        "attack": {"attacker": attacker, "target": target, "mode": mode, "weapon": dict(weapon or {}), "attacks": attacks,
                   "options": dict(options or {}), "overrides": dict(overrides or {})},
    }
    if "at" in told[0]:
        document["board"] = {"columns": size[0], "rows": size[1], "terrain": [piece(given) for given in terrain]}
    return tohit.loads(json.dumps(document))


def mini(name: str, given: Any) -> dict[str, Any]:
    place, stats = given if isinstance(given, tuple) else (given, {})
    side, *at = place.split()
    return {"name": name, "side": side, "stats": stats, **({"at": at[0]} if at else {})}


def piece(given: Any) -> dict[str, Any]:
    if isinstance(given, Mapping):
        return dict(given)
    kind, *squares = given.split()
    return {"kind": kind, "at": squares}
