"""SemiAutomagic on the board: metres, range bands, reach, cover, and the square that is attacked.

Sources: Attacking, "Ranged attacks", "Melee attacks" and "Area attacks".  One square is one metre [reading].
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from tohit.core.cover import between, found, soft
from tohit.core.geometry import chebyshev, square_name
from tohit.core.kinds import Choice, Reading
from tohit.core.limits import BOARD, DISTANCE
from tohit.core.measure import steps, within
from tohit.core.scene import Square, Terrain
from tohit.core.situation import Situation
from tohit.words import Phrase

__all__ = [
    "MOST_DOUBLINGS", "Reach", "aimed", "causes_of_cover", "covered", "doublings", "farthest", "goal", "in_range", "in_reach",
    "increment", "is_beaten", "range_penalty", "sources",
]

MOST_DOUBLINGS = 14
"""Even an increment of one metre reaches the largest distance after so many."""


class Reach(Choice):
    """A reach band: ``standard``, ``close``, ``long``, or ``long-N`` for N squares away."""

    def __init__(self) -> None:
        super().__init__(("standard", "close", "long", *(f"long-{squares}" for squares in range(2, 6))))

    def read(self, value: Any, path: str, reading: Reading) -> str:
        return value if type(value) is str and _LONG.fullmatch(value) else super().read(value, path, reading)

    def allowed(self) -> Phrase:
        return Phrase("semiautomagic.allowed.reach", most=BOARD - 1)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": ["standard", "close", "long"]}, {"type": "string", "pattern": f"^{_LONG.pattern}$"}]}


def in_reach(s: Situation) -> Any:
    """Whether the target stands in the weapon's band: not farther, and not nearer.

    Nobody shares a square on the board, so that close reach wants a distance of 0 set by hand.
    """
    if s.weapon.reach == "close":
        return s.distance == 0 if s.distance_given else np.False_
    away = steps(s.distance, 1) if s.distance_given else chebyshev(s.dr, s.dc)
    return away == _band(s)


def increment(s: Situation) -> int:
    """The range increment in metres; Far Shot doubles it."""
    return s.weapon.increment * (2 if s.options.far_shot else 1)


def farthest(s: Situation, times: int) -> int:
    """How many metres away the increment doubled so often ends."""
    return min(increment(s) * 2**times, DISTANCE)


def doublings(s: Situation) -> int:
    """How often the increment may be doubled before the target is out of range."""
    return min(s.options.max_penalty, MOST_DOUBLINGS)


def range_penalty(s: Situation) -> Any:
    """The least n with distance <= increment x 2^n: "for every full doubling", as the printed bands have it."""
    return s.once("range penalty", lambda: sum(
        (1 - within(aimed(s).distance, farthest(s, times)) * np.int64(1) for times in range(doublings(s))), np.int64(0)
    ))


def in_range(s: Situation) -> Any:
    """Whether the last band still holds the target."""
    return within(aimed(s).distance, farthest(s, doublings(s)))


def aimed(s: Situation) -> Situation:
    """The attack as it is measured: at the chosen square of an area attack, else at the target."""
    if s.attack.mode != "area" or s.options.aim_at is None:
        return s
    return s.once("aimed", lambda: s.aimed(s.options.aim_at))


def goal(s: Situation) -> str:
    """The name of what the attack is aimed at: a square, or the target."""
    return s.target.name if aimed(s) is s else square_name(*s.options.aim_at)


def covered(s: Situation, kind: str) -> Any:
    """Whether this kind of cover counts; behind light and heavy cover only the heavy does."""
    given = s.overrides.cover
    if given is not None:
        return np.bool_(given == kind)
    light, heavy = (_lies_between(aimed(s), each) for each in ("light", "heavy"))
    return heavy if kind == "heavy" else light & ~heavy


def is_beaten(s: Situation, kind: str) -> bool:
    """Whether there is cover of this kind and a heavier one counts instead, for a single cell."""
    return kind == "light" and s.overrides.cover is None and bool(_found(s, "light")) and bool(_found(s, "heavy"))


def causes_of_cover(s: Situation, kind: str) -> tuple[str, ...]:
    """The squares that give this kind of cover, for a single cell."""
    return () if s.overrides.cover else tuple(square_name(*square) for square, _ in _found(s, kind))


def sources(s: Situation, kind: str) -> Mapping[str, Any]:
    """What a sentence about cover names."""
    if s.overrides.cover:
        return {"goal": goal(s), "sources": (Phrase("core.given.setting"),)}
    return {"goal": goal(s), "sources": tuple(dict.fromkeys(piece.label for _, piece in _found(s, kind)))}


def _band(s: Situation) -> int:
    """How many squares away a reach strikes, neighbours being one: Long is "one square away from adjacent to you"."""
    reach = s.weapon.reach
    if reach in ("standard", "long"):
        return 1 if reach == "standard" else 2
    squares = int(reach.removeprefix("long-"))
    return squares + 1 if s.rulings.long_reach == "from-adjacent" else squares


def _lies_between(s: Situation, kind: str) -> Any:
    return between(s)[[piece.kind == kind for _, piece in soft(s)]].any(axis=0) if soft(s) else np.False_


def _found(s: Situation, kind: str) -> list[tuple[Square, Terrain]]:
    return found(aimed(s), kind)


_LONG = re.compile("long-([1-9]|[1-5][0-9])")
