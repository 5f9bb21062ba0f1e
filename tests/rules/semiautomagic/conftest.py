"""Small SemiAutomagic boards in a line or two."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import tohit
from tohit import Question

NO_BOARD = {"melee": {"reach_ok": True}, "ranged": {"distance": 8, "cover": "none", "line_of_sight": True}}
NO_BOARD["area"] = NO_BOARD["ranged"]


@pytest.fixture
def fight() -> Callable[..., Question]:
    """A question of SemiAutomagic: the first mini attacks the second.

    A mini is ``"SIDE SQUARE"``, or a pair of that and its stats; terrain is ``"KIND SQUARES"``:
    ``fight("ranged", A="red C3", B=("blue H3", {"dodge": 2}), terrain=["light E3 E4"])``.
    A side alone puts nobody on a board: then there is none, and what it would tell is given.
    """
    return semiautomagic


def semiautomagic(mode: str, *, terrain: Sequence[str] = (), size: tuple[int, int] = (16, 12), attacks: int = 1,
                  rulings: Mapping[str, str] | None = None, weapon: Mapping[str, Any] | None = None,
                  options: Mapping[str, Any] | None = None, overrides: Mapping[str, Any] | None = None,
                  **minis: Any) -> Question:
    told = [mini(name, given) for name, given in minis.items()]
    attacker, target = list(minis)[:2]
    document = {
        "format": "tohit/1", "rules": "semiautomagic", "rulings": dict(rulings or {}), "minis": told,
        "attack": {"attacker": attacker, "target": target, "mode": mode, "weapon": dict(weapon or {}), "attacks": attacks,
                   "options": dict(options or {}), "overrides": dict(overrides or {})},
    }
    if "at" in told[0]:
        pieces = [{"kind": kind, "at": squares} for kind, *squares in (given.split() for given in terrain)]
        document["board"] = {"columns": size[0], "rows": size[1], "terrain": pieces}
    else:
        document["attack"]["overrides"] = {**NO_BOARD[mode], **(overrides or {})}
    return tohit.loads(json.dumps(document))


def mini(name: str, given: Any) -> dict[str, Any]:
    place, stats = given if isinstance(given, tuple) else (given, {})
    side, *at = place.split()
    return {"name": name, "side": side, "stats": stats, **({"at": at[0]} if at else {})}
