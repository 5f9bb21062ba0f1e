"""How far a mini gets in one turn: the cheapest way to every square, in whole movement points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

from tohit.core.scene import Mini

if TYPE_CHECKING:
    from tohit.core.question import Question

__all__ = ["Moves", "able", "reach"]

UNREACHED = -1
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """What moving costs in a rule system; arrays are rows by columns of the board.

    Args:
        allowance: the movement points that a mini has in a turn.
        times: by how much every cost is multiplied on each square.
        step: points of a step into one of the four squares beside, any turn included.
        turn: points of a turn on the spot.
        attack: points of an attack, by the key of its mode.
        passes: whether other minis do not stop it.
        source: document and section.
    """

    allowance: Callable[[Mini], int]
    times: Callable[[Question, Mini], Any]
    step: int
    turn: int
    attack: Callable[[str], int]
    passes: Callable[[Mini], bool]
    source: str


def reach(question: Question, mini: Mini, points: int) -> Any:
    """The points that the cheapest way to each square takes; ``UNREACHED`` (-1) where so many are not enough.

    It ends on no wall and on nobody's square, and passes through neither unless the rules let it.
    """
    grid, moves = question.scene.grid, question.rules.moves
    price = (moves.times(question, mini) * moves.step).tolist()
    walls = {square for square, _ in grid.squares("wall")}
    others = {other.at for other in question.scene.minis if other.name != mini.name and other.at is not None}
    closed = walls if moves.passes(mini) else walls | others
    costs: dict[tuple[int, int], int] = {}
    waiting = [(0, mini.at)]
    while waiting:
        cost, (row, col) = heappop(waiting)
        if (row, col) in costs:
            continue
        costs[row, col] = cost
        beyond = cost + price[row][col]
        for up, right in SIDES if beyond <= points else ():
            beside = row + up, col + right
            if beside not in closed and beside not in costs and 0 <= beside[0] < grid.rows and 0 <= beside[1] < grid.columns:
                heappush(waiting, (beyond, beside))
    found = np.full((grid.rows, grid.columns), UNREACHED)
    for square, cost in costs.items():
        if square not in others:
            found[square] = cost
    return found


def able(question: Question, moved: str, points: int, facing: Any) -> Any:
    """Where the attacker can get to and still attack in the same turn, or where the target can get to.

    Args:
        moved: ``attacker`` or ``target``.
        facing: the attacker's facing wanted on each square: where it stands a turn costs, and a step includes one.
    """
    mini, moves = getattr(question, moved), question.rules.moves
    costs = reach(question, mini, points)
    if moved == "target":
        return costs >= 0
    times = moves.times(question, mini)
    spent = costs + moves.attack(question.attack.mode) * times
    row, col = mini.at
    if facing[row, col] != mini.facing:
        spent[row, col] += moves.turn * times[row, col]
    return (costs >= 0) & (spent <= points)
