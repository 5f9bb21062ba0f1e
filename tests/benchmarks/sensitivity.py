"""Milliseconds of processor time for all single changes of a scene with 20 minis: ``python tests/benchmarks/sensitivity.py``."""

import json
from statistics import median
from time import process_time

import tohit
from tohit.core.evaluate import _resolved

RUNS = 9
MODES = [("coup-de-grace", "melee"), ("coup-de-grace", "ranged"), ("semiautomagic", "ranged"), ("ninth-age", "melee"),
         ("ninth-age", "shooting"), ("dark-age", "ranged"), ("dark-age", "melee")]


def question(rules, mode):
    """Attacker and target beside each other in the middle of 18 others."""
    facing = ("E", "W") if rules in ("coup-de-grace", "ninth-age") else ("N", "N")
    ours = {"attack_value": 1} if rules == "ninth-age" else {}
    minis = [{"name": "A", "side": "red", "at": "D5", "facing": facing[0], "stats": ours},
             {"name": "B", "side": "blue", "at": "E5", "facing": facing[1]}]
    minis += [{"name": f"Mini {n}", "side": ("red", "blue")[n % 2], "at": "BDFH"[n % 4] + str(n // 4 * 2 + 2)} for n in range(18)]
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules, "board": {"columns": 10, "rows": 12}, "minis": minis,
        "attack": {"attacker": "A", "target": "B", "mode": mode},
    }))


def main():
    """Print one line a mode."""
    for rules, mode in MODES:
        asked, taken = question(rules, mode), []
        for _ in range(RUNS):
            _resolved.cache_clear()
            start = process_time()
            changes = tohit.sensitivity(asked)
            taken.append(process_time() - start)
        print(f"{rules}, {mode}: {median(taken) * 1e3:.0f} ms for {len(changes)} changes (at most 50)")


if __name__ == "__main__":
    main()
