"""Random scenes for any rule system, from its declaration alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from tohit.core.document import FORMAT
from tohit.core.geometry import FACINGS, square_name
from tohit.core.kinds import Choice, Dice, Flag, Kind, Listed, Names, Number, Optional, Whole
from tohit.core.places import FacingAt, SquareAt
from tohit.core.record import Field, Record
from tohit.core.ruleset import Ruleset

__all__ = ["random_scene"]

COLUMNS, ROWS = 4, 5
_NEAR = 6  # numbers are drawn this close to their default, and now and then from everything that is allowed
_BY_HAND = ("line_of_sight", "facing_ok", "reach_ok")


def random_scene(rules: Ruleset, draw: random.Random) -> dict[str, Any]:
    """A document with two to six minis, some terrain, and numbers near the defaults; it may still be refused."""
    mode = draw.choice(rules.modes)
    places = _places(draw)
    minis = [_mini(rules, draw, index, next(places)) for index in range(draw.randint(2, 6))]
    kinds = ("wall", "light", "heavy") if "cover" in mode.asks else ("wall",)
    terrain = [{"at": [next(places)], "kind": draw.choice(kinds)} for _ in range(draw.randint(0, 3))]
    decided = {key: True for key in _BY_HAND if key in mode.asks}
    by_hand = {"modifiers": [{"name": "by hand", key: draw.randint(-4, 4)} for key in list(rules.given)[:1]]}
    return {
        "format": FORMAT, "rules": rules.key, "rulings": {one.key: draw.choice(one.choices) for one in rules.rulings},
        "board": {"columns": COLUMNS, "rows": ROWS, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode.key, "attacks": draw.randint(1, 3),
            "weapon": _record(rules.weapon, draw), "options": _record(rules.options, draw),
            "overrides": draw.choice([{}, {}, by_hand, decided]),
        },
    }


def _mini(rules: Ruleset, draw: random.Random, index: int, at: str) -> dict[str, Any]:
    side = "red" if index == 0 else "blue" if index == 1 else draw.choice(("red", "blue"))
    stops = FACINGS[:: 8 // rules.facings] if rules.facings else FACINGS[:1]
    return {"name": f"Mini {index}", "side": side, "at": at, "facing": draw.choice(stops), "stats": _record(rules.stats, draw)}


def _places(draw: random.Random) -> Any:
    return iter([square_name(place // COLUMNS, place % COLUMNS) for place in draw.sample(range(COLUMNS * ROWS), COLUMNS * ROWS)])


def _record(fields: Iterable[Field], draw: random.Random) -> dict[str, Any]:
    """A value for each field; what must name something of the scene stays at its default."""
    free = [field for field in fields if not (field.names or field.offers)]
    drawn = {field.key: _value(field.kind, field.default, draw) for field in free}
    return {key: value for key, value in drawn.items() if value is not _LEFT}


def _value(kind: Kind, default: Any, draw: random.Random) -> Any:
    match kind:
        case Whole() | Dice():
            near = default if type(default) is int else kind.low
            wide = draw.random() < 0.1 and kind.high - kind.low <= 10 * _NEAR
            low, high = (kind.low, kind.high) if wide else (max(kind.low, near - _NEAR), min(kind.high, near + _NEAR))
            return draw.randint(low, high)
        case Number():
            return draw.randint(0, min(kind.high, 2 * _NEAR))
        case Flag():
            return draw.random() < 0.5
        case Choice():
            return draw.choice(kind.values)
        case Names():
            return draw.sample(kind.values, min(len(kind.values), draw.choice((0, 1, 2))))
        case FacingAt():
            return draw.choice(kind.names)
        case SquareAt():
            return next(_places(draw))
        case Optional():
            return None if draw.random() < 0.5 else _value(kind.kind, _LEFT, draw)
        case Record():
            return _record(kind.fields, draw)
        case Listed() | _:  # of records or texts, which only their owner can make up
            return _LEFT


_LEFT: Any = object()
"""A field that the document leaves out."""
