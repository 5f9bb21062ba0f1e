"""Seconds of processor time for 1,000,000 simulated attacks in every system: ``python tests/benchmarks/simulate.py``."""

import json
from time import process_time

import tohit

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}
N = 1_000_000


def main():
    """Print one line a system."""
    for rules in tohit.rulesets():
        ours = {"attack_value": "2D6"} if rules.key == "ninth-age" else {}
        question = tohit.loads(json.dumps({
            "format": "tohit/1", "rules": rules.key,
            "minis": [{"name": "A", "side": "red", "stats": ours}, {"name": "B", "side": "blue"}],
            "attack": {"attacker": "A", "target": "B", "mode": "melee", "overrides": FREE},
        }))
        start = process_time()
        drawn = tohit.simulate(question, N, seed=1)
        taken = process_time() - start
        if sum(drawn.counts.values()) != N:
            raise SystemExit("some attacks are missing")
        print(f"{rules.key}: {taken:.3f} s (at most 1)")


if __name__ == "__main__":
    main()
