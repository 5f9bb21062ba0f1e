"""Coup-De-Grace on the board: who is adjacent, ahead, behind, in the arc; distances by the ruling.

Sources: Rules of Conflict, sections 2 (squares), 4 (facings) and "Attacks and Damage".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.geometry import NO_FACING, adjacent, ahead, chebyshev, euclid2, five_ten_five, in_arc, manhattan
from tohit.core.measure import squared, thousandths
from tohit.core.situation import Fighter, Situation

__all__ = [
    "allies_beside_target", "behind", "bearers_beside_target", "cannot_be_pushed", "co_ordinating", "distance", "distracting",
    "faces_nowhere", "from_its_front", "in_front", "in_reach", "straight_ahead",
]


def distance(s: Situation) -> Any:
    """Distance from attacker to target; the wider text walks from square to square along the shortest way."""
    return measured(s, s.dr, s.dc)


def measured(s: Situation, dr: Any, dc: Any) -> Any:
    """The length of any offset by the ruling, in squared thousandths."""
    ruling = s.rulings.distance
    if ruling == "euclidean":
        return squared(euclid2(dr, dc))
    metric = {"manhattan": manhattan, "chebyshev": chebyshev, "5-10-5": five_ten_five}[ruling]
    return thousandths(metric(dr, dc))


def faces_nowhere(s: Situation, fighter: Fighter) -> Any:
    """A downed mini has no facing any more (section 10), unless the ruling keeps it."""
    return np.bool_(fighter.hp == 0) & (s.rulings.downed_facing == "none")


def in_reach(s: Situation) -> Any:
    """Adjacent, or within the weapon's reach in a straight row of squares."""
    beside = adjacent(s.dr, s.dc, _diagonal(s))
    row = (s.dr == 0) | (s.dc == 0)
    return beside | (row & (manhattan(s.dr, s.dc) <= s.weapon.reach) & (manhattan(s.dr, s.dc) > 0))


def straight_ahead(s: Situation) -> Any:
    """The attacker faces the target; a downed attacker, who faces nowhere, may strike any way round."""
    forward, sideways = ahead(s.attacker.facing, s.dr, s.dc)
    return faces_nowhere(s, s.attacker) | _towards(s, forward, sideways) | ((forward >= 1) & (sideways == 0))


def in_front(s: Situation) -> Any:
    """The target stands in the attacker's front arc of 90 degrees."""
    return faces_nowhere(s, s.attacker) | in_arc(s.attacker.facing, s.dr, s.dc, s.rulings.arc_edge == "inclusive")


def behind(s: Situation) -> Any:
    """The target faces directly away from the attacker: the attacker stands straight behind it."""
    forward, sideways = ahead(_facing(s, s.target), -s.dr, -s.dc)
    corners = (forward == -1) & (np.abs(sideways) <= 1) & _diagonal(s)
    return corners | ((forward <= -1) & (sideways == 0))


def from_its_front(s: Situation) -> Any:
    """The attack comes from the target's own front arc."""
    return in_arc(_facing(s, s.target), -s.dr, -s.dc, s.rulings.arc_edge == "inclusive")


def co_ordinating(s: Situation) -> Any:
    """Which others are allies of the attacker, adjacent to the target and facing it."""
    return s.others.on_side(s.attacker.side) & _facing_from_beside(s, s.target)


def distracting(s: Situation) -> Any:
    """Which others are opponents, adjacent to the attacker and facing it."""
    return ~s.others.on_side(s.attacker.side) & _facing_from_beside(s, s.attacker)


def allies_beside_target(s: Situation) -> Any:
    """Which others are allies of the shooter adjacent to the target, whatever they face and however they are."""
    dr, dc = s.target.row - s.others.row, s.target.col - s.others.col
    return s.others.on_side(s.attacker.side) & adjacent(dr, dc, _diagonal(s))


def bearers_beside_target(s: Situation) -> Any:
    """Which others carry a banner for the target's side within two squares of it."""
    dr, dc = s.target.row - s.others.row, s.target.col - s.others.col
    near = measured(s, dr, dc) <= thousandths(2)
    return s.others.has("banner") & s.others.on_side(s.target.side) & near


def cannot_be_pushed(s: Situation) -> Any:
    """The square straight behind the target is off the board, a wall, or taken [reading: the edge blocks]."""
    if s.grid is None:
        return np.False_
    row, col = s.target.row + np.sign(s.dr), s.target.col + np.sign(s.dc)
    taken = np.zeros((s.grid.rows + 2, s.grid.columns + 2), dtype=bool)
    taken[[0, -1], :] = taken[:, [0, -1]] = True
    for square, _ in s.grid.squares("wall"):
        taken[square[0] + 1, square[1] + 1] = True
    for mini in s.others.minis:
        taken[mini.at[0] + 1, mini.at[1] + 1] = True
    return taken[row + 1, col + 1]


def _facing_from_beside(s: Situation, fighter: Fighter) -> Any:
    """Which others stand beside a fighter and face it; the downed face nowhere."""
    facing = s.others.facing
    if s.rulings.downed_facing == "none":
        facing = np.where(s.others.stat("hp") == 0, NO_FACING, facing)
    dr, dc = fighter.row - s.others.row, fighter.col - s.others.col
    forward, sideways = ahead(facing, dr, dc)
    return adjacent(dr, dc, _diagonal(s)) & _towards(s, forward, sideways)


def _towards(s: Situation, forward: Any, sideways: Any) -> Any:
    """Facing an adjacent square: the one straight ahead; with corners adjacent, the arc's whole first row."""
    return (forward == 1) & (np.abs(sideways) <= int(_diagonal(s)))


def _facing(s: Situation, fighter: Fighter) -> Any:
    return np.where(faces_nowhere(s, fighter), NO_FACING, fighter.facing)


def _diagonal(s: Situation) -> bool:
    return s.rulings.adjacency == "king"
