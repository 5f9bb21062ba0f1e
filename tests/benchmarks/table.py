"""Milliseconds of processor time for sweeps over two numbers, 100 x 100 cells: ``python tests/benchmarks/table.py``.

In every system one table that is arrays throughout and one that must go row by row.
"""

import json
from time import process_time

import tohit
from tohit.core.evaluate import _resolved

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}
TABLES = [
    ("coup-de-grace", "ranged", "minis[1].stats.defence", "attack.overrides.distance"),
    ("coup-de-grace", "melee", "minis[0].stats.hp", "minis[1].stats.hp"),
    ("semiautomagic", "ranged", "minis[0].stats.ranged_skill", "minis[1].stats.toughness"),
    ("semiautomagic", "ranged", "attack.weapon.increment", "attack.overrides.distance"),
    ("ninth-age", "melee", "minis[0].stats.offensive", "minis[1].stats.defensive"),
    ("ninth-age", "melee", "minis[1].stats.hp", "minis[1].stats.models"),
    ("dark-age", "ranged", "minis[0].stats.as", "minis[1].stats.df"),
    ("dark-age", "ranged", "attack.weapon.pu", "minis[1].stats.ar"),
]


def question(rules, mode):
    """Two minis without a board."""
    ours = {"attack_value": 1} if rules == "ninth-age" else {}
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules,
        "minis": [{"name": "A", "side": "red", "stats": ours}, {"name": "B", "side": "blue"}],
        "attack": {"attacker": "A", "target": "B", "mode": mode, "overrides": FREE},
    }))


def main():
    """Print one line a table."""
    for rules, mode, *over in TABLES:
        asked = question(rules, mode)
        _resolved.cache_clear()
        start = process_time()
        table = tohit.sweep(asked, over=tuple(over), values=(range(1, 101), range(1, 101)))
        taken = (process_time() - start) * 1e3
        edits = [{"path": path, "value": value} for path, value in zip(over, (70, 3), strict=True)]
        if table.chance(69, 2) != tohit.evaluate(tohit.apply(asked, edits)).chance:
            raise SystemExit(f"{rules}: a cell differs from its single evaluation")
        print(f"{rules}, {' x '.join(over)}: {taken:.0f} ms for {table.counts.size} cells (at most 1000)")


if __name__ == "__main__":
    main()
