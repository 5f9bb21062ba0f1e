"""How long one evaluation takes: a Coup-De-Grace scene with 20 minis and 40 walls, seen from 200 squares.

Prints medians in milliseconds, and the extra start-up of ``import tohit`` over bare numpy.
Run: ``python tests/benchmarks/evaluate.py``
"""

import json
import random
import statistics
import subprocess
import sys
import time

import tohit

SIDE = 20


def scene(rng: random.Random, mode: str, attacks: int) -> dict:
    squares = [f"{chr(65 + col)}{row + 1}" for col in range(SIDE) for row in range(SIDE)]
    rng.shuffle(squares)
    minis = [{"name": f"Mini {n}", "side": ("red", "blue")[n % 2], "at": squares.pop(), "facing": "NESW"[n % 4]} for n in range(20)]
    walls = [squares.pop() for _ in range(40)]
    # Reach and facing are given, so that every square is a whole evaluation and not a refusal.
    overrides = {"facing_ok": True, "reach_ok": True}
    return {
        "format": "tohit/1", "rules": "coup-de-grace", "minis": minis,
        "board": {"columns": SIDE, "rows": SIDE, "terrain": [{"at": walls, "kind": "wall"}]},
        "attack": {"attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": attacks, "overrides": overrides},
        "free": squares,
    }


def median(mode: str, attacks: int) -> float:
    document = scene(random.Random(7), mode, attacks)
    times = []
    for square in document.pop("free")[:200]:
        document["minis"][0]["at"] = square
        question = tohit.loads(json.dumps(document))
        start = time.perf_counter()
        tohit.evaluate(question)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def start_up(module: str) -> float:
    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
        return time.perf_counter() - start

    return statistics.median(once() for _ in range(9)) * 1e3


if __name__ == "__main__":
    for mode, attacks in (("ranged", 1), ("melee", 1), ("melee", 100), ("melee", 1000)):
        print(f"evaluate {mode:7} {attacks:5} attacks: {median(mode, attacks):8.3f} ms (median of 200)")
    bare, ours = start_up("numpy"), start_up("tohit")
    print(f"import numpy {bare:.0f} ms, import tohit {ours:.0f} ms: {ours - bare:.0f} ms more")
