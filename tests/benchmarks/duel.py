"""Milliseconds of processor time for exact duels: ``python tests/benchmarks/duel.py``.

Two minis of 3 hit points (Coup-De-Grace, on a board), and two units of 20 models (The Ninth Age), with so many attacks a
turn.  Nothing is kept from one run to the next.  The chances of all ends must sum to 1.
"""

import json
from statistics import median
from time import process_time

import tohit
from tohit.core.evaluate import _resolved

RUNS = 11


def minis():
    """Two minis that face each other."""
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 8, "rows": 8},
        "minis": [{"name": "A", "side": "red", "at": "C3", "facing": "E"}, {"name": "B", "side": "blue", "at": "D3", "facing": "W"}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee"},
    }))


def units(attacks):
    """Two units of 20 models, one better armoured."""
    stats = {"offensive": 5, "strength": 4, "attack_value": 1, "armour": 2, "models": 20}
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "ninth-age",
        "minis": [{"name": "A", "side": "red", "stats": stats}, {"name": "B", "side": "blue", "stats": {**stats, "armour": 3}}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee", "attacks": attacks, "overrides": {"reach_ok": True}},
    }))


def milliseconds(question, order):
    """The median of some duels, none of which finds anything kept."""
    taken = []
    for _ in range(RUNS):
        _resolved.cache_clear()
        start = process_time()
        fight = tohit.duel(question, order=order)
        taken.append(process_time() - start)
        if fight.first_wins + fight.second_wins + fight.both_fall + fight.undecided != 1:
            raise SystemExit("the chances do not sum to 1")
    return median(taken) * 1e3


def main():
    """Print one line a duel."""
    for order in ("alternating", "at once"):
        print(f"two minis of 3 HP, {order}: {milliseconds(minis(), order):.1f} ms (at most 5)")
        for attacks in (1, 5, 10, 20):
            print(f"two units of 20, {attacks} attacks, {order}: {milliseconds(units(attacks), order):.0f} ms (at most 200)")


if __name__ == "__main__":
    main()
