"""How long a board of chances takes, beside the same in plain Python, and sight beside Bresenham, shapely and tcod.

A Coup-De-Grace board of 60 by 60 with 20 minis and 40 walls.  Prints milliseconds and ratios, all from one run, after
holding the results against each other: ours are exact, a Bresenham line is wrong in so many squares as it says.
Run: ``python tests/benchmarks/heat.py``, with the extra ``bench``
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import shapely
import tcod.map

import tohit
from tohit.core.geometry import square_name
from tohit.core.shadow import shadowed
from tohit.core.sight import blocked_by, line_blocked

SIDE = 60
INCREMENT = 12
AHEAD = {0: (1, 0), 2: (0, 1), 4: (-1, 0), 6: (0, -1)}

Square = tuple[int, int]


def scene(rng: random.Random) -> tohit.Question:
    squares = [square_name(row, col) for row in range(SIDE) for col in range(SIDE)]
    rng.shuffle(squares)
    minis = [{"name": f"Mini {n}", "side": ("red", "blue")[n % 2], "at": squares.pop(), "facing": "NESW"[n % 4]}
             for n in range(20)]
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "minis": minis,
        "board": {"columns": SIDE, "rows": SIDE, "terrain": [{"at": [squares.pop() for _ in range(40)], "kind": "wall"}]},
        "attack": {"attacker": "Mini 0", "target": "Mini 1", "mode": "ranged", "weapon": {"increment": INCREMENT}},
    }))


def heat_in_plain_python(question: tohit.Question, blockers: set[Square]) -> dict[tuple[int, int, int], tuple[bool, Fraction]]:
    """Whether the attack is allowed and its chance, cell by cell, by loops and exact whole numbers."""
    target, attacker = question.target, question.attack.attacker
    walls = {square for square, _ in question.scene.grid.squares("wall")}
    others = [mini for mini in question.scene.minis if mini.name not in (attacker, target.name)]
    taken = walls | {target.at, *(mini.at for mini in others)}

    def cell(row: int, col: int, facing: int) -> tuple[bool, Fraction]:
        dr, dc = target.at[0] - row, target.at[1] - col
        (up, right) = AHEAD[facing]
        forward, sideways = dr * up + dc * right, dc * up - dr * right
        is_free = (row, col) not in taken
        is_ahead = forward >= 1 and abs(sideways) <= forward
        is_seen = not is_hidden((row, col), target.at, blockers)
        beside = sum(mini.side == question.attacker.side and abs(mini.at[0] - target.at[0]) + abs(mini.at[1] - target.at[1]) == 1
                     for mini in others)
        need = target.stats.defence + (abs(dr) + abs(dc)) // INCREMENT + beside
        chance = Fraction(max(0, min(6, 7 - need)), 6)
        allowed = is_free and is_ahead and is_seen
        return allowed, chance if allowed else Fraction(0)

    return {(row, col, facing): cell(row, col, facing) for row in range(SIDE) for col in range(SIDE) for facing in AHEAD}


def is_hidden(start: Square, end: Square, blockers: set[Square]) -> bool:
    """Whether the line enters a blocker or passes between two that meet at a corner, tried one by one."""
    (row, col), dr, dc = start, end[0] - start[0], end[1] - start[1]
    reach = abs(dr) + abs(dc)
    for blocker in blockers:
        i, j = blocker[0] - row, blocker[1] - col
        if i * (dr - i) < 0 or j * (dc - j) < 0:
            continue
        cross = 2 * (dr * j - dc * i)
        if abs(cross) < reach and blocker not in (start, end):
            return True
        if abs(cross) == reach and cross:
            side = 1 if cross > 0 else -1
            north, east = (dr > 0) - (dr < 0), (dc > 0) - (dc < 0)
            if (blocker[0] + side * east, blocker[1] - side * north) in blockers:
                return True
    return False


def bresenham(start: Square, end: Square, blockers: set[Square]) -> bool:
    """Whether the usual line of squares meets a blocker on its way."""
    (row, col), (to_row, to_col) = start, end
    dr, dc = abs(to_row - row), -abs(to_col - col)
    up, right = (1 if to_row > row else -1), (1 if to_col > col else -1)
    error = dr + dc
    while (row, col) != end:
        twice = 2 * error
        if twice >= dc:
            error += dc
            row += up
        if twice <= dr:
            error += dr
            col += right
        if (row, col) != end and (row, col) in blockers:
            return True
    return False


def by_shapely(viewers: Any, blockers: list[Square]) -> Any:
    """Which lines to all squares meet the blockers' interiors, in floating point; the viewer's own square is left out."""
    rows, cols = (grid.ravel() for grid in np.indices((SIDE, SIDE)))
    found = []
    for row, col in zip(*viewers, strict=True):
        ends = np.stack([np.stack([np.full(rows.shape, col), np.full(rows.shape, row)], -1), np.stack([cols, rows], -1)], 1)
        shrunk = [shapely.box(c - 0.4999, r - 0.4999, c + 0.4999, r + 0.4999) for r, c in blockers if (r, c) != (row, col)]
        walls = shapely.union_all(shrunk)
        shapely.prepare(walls)
        found.append(shapely.intersects(walls, shapely.linestrings(ends.astype(float))))
    return np.array(found).reshape(-1, SIDE, SIDE)


def best(work: Callable[[], Any], times: int) -> float:
    """The median of so many runs in milliseconds, after one that warms up."""
    work()
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1e3


def told(name: str, ours: float, theirs: float, target: float) -> None:
    print(f"{name:52} {ours:7.2f} ms against {theirs:8.2f} ms: {theirs / ours:6.1f} times (target {target:g})", flush=True)


def main() -> None:
    rng = random.Random(7)
    question = scene(rng)
    target, minis = question.target.at, question.scene.minis
    walls = [square for square, _ in question.scene.grid.squares("wall")]
    blockers = [*walls, *(mini.at for mini in minis if mini.name not in ("Mini 0", "Mini 1"))]

    def heat() -> Any:
        return tohit.sweep(question, over="attacker.square", facing="best")

    plain = heat_in_plain_python(question, set(blockers))
    found = heat()
    assert all((found.allowed[row, col], found.chance(row, col)) == max(plain[row, col, facing] for facing in AHEAD)
               for row in range(SIDE) for col in range(SIDE))
    ours = best(heat, 50)
    told("heat map, 60x60, four facings, plain Python", ours, best(lambda: heat_in_plain_python(question, set(blockers)), 2), 75)
    print(f"{'':52} {ours:7.2f} ms (target 2)")

    rows, cols = np.ogrid[:SIDE, :SIDE]
    places = np.array(blockers).T
    squares = [(row, col) for row in range(SIDE) for col in range(SIDE)]
    exact = line_blocked(*target, rows, cols, *places)
    lines = np.array([bresenham(target, square, set(blockers)) for square in squares]).reshape(SIDE, SIDE)
    print(f"a Bresenham line is wrong in {(lines != exact).sum()} squares of {SIDE * SIDE}")
    own = set(blockers)
    told("whole board seen from one square, Bresenham lines", best(lambda: line_blocked(*target, rows, cols, *places), 100),
         best(lambda: [bresenham(target, square, own) for square in squares], 9), 75)

    viewers = np.array([mini.at for mini in minis]).T
    seen = shadowed(*viewers, (SIDE, SIDE), *places, "pinched")
    lines_of_all = blocked_by(viewers[0][:, None, None], viewers[1][:, None, None], rows, cols, *places)
    assert (seen == lines_of_all.any(axis=0)).all()
    took = best(lambda: shadowed(*viewers, (SIDE, SIDE), *places, "pinched"), 100)
    told("whole board seen from 20 squares, shapely", took, best(lambda: by_shapely(viewers, blockers), 3), 300)
    free = np.ones((SIDE, SIDE), dtype=bool)
    free[tuple(places)] = False
    ways = {way: best(lambda way=way: [tcod.map.compute_fov(free, tuple(at), SIDE * 2, algorithm=way) for at in viewers.T], 20)
            for way in (tcod.constants.FOV_BASIC, tcod.constants.FOV_DIAMOND, tcod.constants.FOV_SHADOW,
                        tcod.constants.FOV_RESTRICTIVE, tcod.constants.FOV_SYMMETRIC_SHADOWCAST)}
    told("whole board seen from 20 squares, tcod's fastest", took, min(ways.values()), 1)


if __name__ == "__main__":
    main()
