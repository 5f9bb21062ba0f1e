"""Small boards in a line or two, for tests of rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit import Question

sys.path.insert(0, str(Path(__file__).parent))  # where contract.py is: importlib mode puts no test folder there
pytest.register_assert_rewrite("contract")


@pytest.fixture
def duel() -> Callable[..., Question]:
    """A question of Coup-De-Grace: the first mini attacks the second.

    A mini is ``"SIDE SQUARE FACING"``, or a pair of that and its stats:
    ``duel("melee", Ann="red C3 N", Bob=("blue C4 S", {"hp": 0}))``.
    """
    return coup_de_grace


def coup_de_grace(mode: str, *, walls: tuple[str, ...] = (), weapon: Mapping[str, Any] | None = None, attacks: int = 1,
                  rulings: Mapping[str, str] | None = None, overrides: Mapping[str, Any] | None = None,
                  size: tuple[int, int] = (26, 26), **minis: Any) -> Question:
    attacker, target = list(minis)[:2]
    columns, rows = size
    terrain = [{"at": list(walls), "kind": "wall"}] if walls else []
    return tohit.loads(json.dumps({
        "format": "tohit/1",
        "rules": "coup-de-grace",
        "rulings": dict(rulings or {}),
        "board": {"columns": columns, "rows": rows, "terrain": terrain},
        "minis": [mini(name, given) for name, given in minis.items()],
        "attack": {"attacker": attacker, "target": target, "mode": mode, "weapon": dict(weapon or {}), "attacks": attacks,
                   "overrides": dict(overrides or {})},
    }))


def mini(name: str, given: Any) -> dict[str, Any]:
    place, stats = given if isinstance(given, tuple) else (given, {})
    side, square, facing = place.split()
    return {"name": name, "side": side, "at": square, "facing": facing, "stats": stats}
