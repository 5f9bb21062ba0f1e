"""The Ninth Age on the board: inches, base contact, unit arcs, and the cover between shooter and target.

Sources: Unit Arcs; Cover; Shooting with a Unit.  One square is one inch and a unit is one square [reading]: its arcs
and its cover are those of that square, which approximates a unit of many models.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.cover import soft
from tohit.core.geometry import adjacent, euclid2, in_arc, square_name, unit
from tohit.core.measure import squared, thousandths, within
from tohit.core.scene import Mini, Square
from tohit.core.sight import blocked_by
from tohit.core.situation import Situation
from tohit.words import Phrase

__all__ = [
    "covered", "distance", "engaged_by", "from_the_front", "hidden_by", "in_contact", "in_front", "in_range", "in_sight",
    "is_engaged", "is_long_range", "obstructing", "sources",
]


def distance(s: Situation) -> Any:
    """Inches from attacker to target, in a straight line between the centres."""
    return squared(euclid2(s.dr, s.dc))


def in_contact(s: Situation) -> Any:
    """Base contact: one of the eight squares around [reading]."""
    return adjacent(s.dr, s.dc, diagonal=True)


def in_front(s: Situation) -> Any:
    """Whether the target's centre lies in the shooter's front arc; exactly on its edge is the flank."""
    return in_arc(s.attacker.facing, s.dr, s.dc, inclusive=False)


def from_the_front(s: Situation) -> Any:
    """Whether the attacker is in the target's front arc: "the arc containing the centre of its front facing".

    That centre is half a square ahead.  A quarter decides the same: only where the attacker's own centre is on the
    edge of the arc does it matter at all, and then only in which direction it lies.
    """
    ahead, right = unit(s.attacker.facing)
    return in_arc(s.target.facing, ahead - 4 * s.dr, right - 4 * s.dc, inclusive=False)


def is_engaged(s: Situation) -> Any:
    """Whether the shooter is held in combat: an enemy that still stands is in base contact."""
    return in_contact(s) | _engaging(s).any(axis=0)


def engaged_by(s: Situation) -> tuple[str, ...]:
    """Who holds the shooter in combat, for a single cell."""
    return (s.target.name,) * bool(in_contact(s)) + s.others.names(_engaging(s))


def in_range(s: Situation) -> Any:
    """Whether the weapon reaches the target; without a range it always does."""
    return np.True_ if s.weapon.range is None else within(s.distance, s.weapon.range)


def is_long_range(s: Situation) -> Any:
    """Whether the target is further away than half the weapon's range."""
    return np.False_ if s.weapon.range is None else s.distance * 4 > thousandths(s.weapon.range)


def covered(s: Situation, kind: str) -> Any:
    """Whether the target has this kind of cover: two or more of the three lines to it are obstructed.

    Obstructed by anything is soft cover (``light``), by hard sources hard cover (``heavy``).
    """
    given = s.overrides.cover
    if given is not None:
        return np.bool_(given == kind)
    hard = _two_lines(_lines(s, "heavy"))
    return hard if kind == "heavy" else _two_lines(_lines(s, "light")) | (_two_lines(obstructing(s)) & ~hard)


def obstructing(s: Situation) -> Any:
    """Which of the ``obstacles`` obstruct which of the three lines: shape ``(obstacles, 3, *cells)``.

    The lines run from the shooter's centre to the left corner, the right corner and the centre of the side that the
    target turns to it.  What stands on the shooter's own square obstructs nothing; what the target stands in obstructs
    all three [reading].
    """
    return s.once("obstructing", lambda: _find_obstructing(s))


def sources(s: Situation, kind: str) -> tuple[tuple[str, ...], tuple[str | Phrase, ...]]:
    """Squares and names behind one kind of cover, for a single cell."""
    if s.overrides.cover is not None:
        return (), (Phrase("ninth-age.cover-by-hand"),)
    held = obstructing(s).any(axis=1).tolist()
    found = [source for source, met in zip(obstacles(s), held, strict=True) if met]
    if _two_lines(_lines(s, kind)):
        found = [source for source in found if source[1] == kind]
    return tuple(cause for _, _, cause, _ in found), tuple(dict.fromkeys(label for _, _, _, label in found))


def in_sight(s: Situation) -> Any:
    """Whether no wall, and by the ruling no unit taller than both, stands in the line."""
    def found() -> Any:
        free = ~s.blocking.any(axis=0)
        return free & ~_hiding(s).any(axis=0) if _taller(s) else free

    return s.decided("line_of_sight", found)


def hidden_by(s: Situation) -> tuple[Any, ...]:
    """What breaks the line, for a single cell."""
    if s.overrides.line_of_sight is not None:
        return ()
    hiding = zip(_taller(s), _hiding(s).tolist(), strict=True) if _taller(s) else ()
    return (*s.blockers, *(mini.name for mini, held in hiding if held))


def obstacles(s: Situation) -> list[tuple[Square, str, str, str | Phrase]]:
    """What may give cover: its square, the kind, the square's or unit's name, and what sentences call it.

    By the ruling units count: at least as tall as one of the two soft, as tall as both hard.
    """
    terrain = [(square, piece.kind, square_name(*square), piece.label) for square, piece in soft(s)]
    low, high = sorted((s.attacker.height, s.target.height))
    units = [(mini.at, "heavy" if mini.stats.height >= high else "light", mini.name, mini.name)
             for mini in _between(s) if mini.stats.height >= low]
    return terrain + units


def _between(s: Situation) -> list[Mini]:
    """The units that the ruling lets stand in the way: those that still have a model."""
    if s.rulings.units_between == "nothing":
        return []
    return [mini for mini in s.others.minis if mini.stats.hp and mini.stats.models]


def _taller(s: Situation) -> list[Mini]:
    return [mini for mini in _between(s) if mini.stats.height > max(s.attacker.height, s.target.height)]


def _hiding(s: Situation) -> Any:
    """Which of the taller units break the line between the centres: shape ``(units, *cells)``."""
    rows, cols = np.array([mini.at for mini in _taller(s)], dtype=np.int64).reshape(-1, 2).T
    ends = (s.attacker.row, s.attacker.col, s.target.row, s.target.col)
    return s.once("hiding", lambda: blocked_by(*ends, rows, cols, s.rules.sight_corners))


def _engaging(s: Situation) -> Any:
    there = adjacent(s.others.row - s.attacker.row, s.others.col - s.attacker.col, diagonal=True)
    return there & ~s.others.on_side(s.attacker.side) & (s.others.stat("hp") > 0) & (s.others.stat("models") > 0)


def _lines(s: Situation, kind: str) -> Any:
    return obstructing(s)[np.array([each == kind for _, each, _, _ in obstacles(s)], dtype=bool)]


def _two_lines(lines: Any) -> Any:
    return lines.any(axis=0).sum(axis=0) >= 2


def _find_obstructing(s: Situation) -> Any:
    """In halves of a square from the shooter's centre, so that corners are whole numbers."""
    dr, dc = np.broadcast_arrays(s.dr, s.dc)
    end_rows, end_cols = _ends(dr, dc)
    rows, cols = np.array([square for square, *_ in obstacles(s)], dtype=np.int64).reshape(-1, 2).T
    away = (slice(None), *[None] * end_rows.ndim)
    i, j = 2 * (rows[away] - s.attacker.row), 2 * (cols[away] - s.attacker.col)
    entered = (
        (np.abs(end_rows * j - end_cols * i) < np.abs(end_rows) + np.abs(end_cols))
        & _overlap(end_rows, i) & _overlap(end_cols, j) & ((i != 0) | (j != 0))
    )
    return entered | ((i == 2 * dr) & (j == 2 * dc))


def _ends(dr: Any, dc: Any) -> tuple[Any, Any]:
    """Where the three lines end: left corner, right corner, centre, of the side nearest to the shooter.

    Seen exactly along a diagonal the target shows a corner: the ends are those to its left and right, and its centre.
    """
    north, east = np.sign(dr), np.sign(dc)
    steep, flat = np.abs(dr) > np.abs(dc), np.abs(dr) < np.abs(dc)
    row, col = 2 * dr - north * steep, 2 * dc - east * flat  # the centre of that side
    up, right = np.where(steep, 0, np.where(flat, 1, east)), np.where(steep, 1, np.where(flat, 0, -north))
    return np.stack([row + up, row - up, row]), np.stack([col + right, col - right, col])


def _overlap(end: Any, middle: Any) -> Any:
    """Whether the way from 0 to ``end`` enters the square around ``middle``, along one axis."""
    return (np.minimum(end, 0) < middle + 1) & (np.maximum(end, 0) > middle - 1)
