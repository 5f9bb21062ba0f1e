"""Attacks until 20 models of 3 Health Points are gone, against icepool: ``python tests/benchmarks/until_gone.py``.

The Ninth Age's chain with D3 Health Points a wound, exact to 400 attacks.  icepool is handed the cost of one attack and
follows Health Points; ours goes from the scenario to chances, mean and variance.  Both must give the same exact chances,
or nothing is printed but the error.  icepool's time for 400 attacks is a minute or two; ``--attacks 100`` is quicker.
"""

import argparse
import json
from fractions import Fraction
from statistics import median
from time import process_time

import icepool

import tohit
from tohit.core.evaluate import _resolved

HP, MODELS = 3, 20
RUNS = 9


def question(armour):
    """3+ to hit, 3+ to wound, an armour save."""
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "ninth-age",
        "minis": [{"name": "A", "side": "red", "stats": {"offensive": 5, "strength": 4, "attack_value": 1}},
                  {"name": "B", "side": "blue", "stats": {"armour": armour, "hp": HP, "models": MODELS}}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee", "options": {"multiple_wounds": "D3"},
                   "overrides": {"reach_ok": True}},
    }))


def by_icepool(armour, attacks):
    """The cases of each number of attacks, and how many there are in all."""
    each = Fraction(4, 9) * Fraction(6 - armour, 6) / HP
    cost = icepool.Die({0: each.denominator - HP * each.numerator, **dict.fromkeys(range(1, HP + 1), each.numerator)})
    left = {points: cost.map(lambda lost, points=points: max(0, points - lost)) for points in range(1, HP * MODELS + 1)} | {0: 0}
    die = icepool.map_and_time(lambda points: left[points], HP * MODELS, time_limit=attacks)
    return {number: die.quantity((0, number)) for number in range(1, attacks)}, die.denominator()


def timed(make):
    """What ``make()`` gives, and the seconds of processor time that it took."""
    start = process_time()
    made = make()
    return made, process_time() - start


def main():
    """Print how many times faster ours is, both in this run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", type=int, default=400)
    attacks = parser.parse_args().attacks
    (cases, whole), theirs = timed(lambda: by_icepool(2, attacks))
    taken = []
    for _ in range(RUNS):
        _resolved.cache_clear()
        asked = question(2)
        lasts, seconds = timed(lambda asked=asked: tohit.until_gone(asked, attacks))
        taken.append(seconds)
    if any(lasts.chance(number) != Fraction(count, whole) for number, count in cases.items()):
        raise SystemExit("the two distributions differ")
    ours = median(taken)
    print(f"{MODELS} models of {HP}, {attacks} attacks: {theirs / ours:.0f} times icepool ({theirs:.1f} s; ours {ours * 1e3:.1f} ms)")


if __name__ == "__main__":
    main()
