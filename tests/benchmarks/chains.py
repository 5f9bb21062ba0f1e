"""The Ninth Age's chain against other dice engines: ``python tests/benchmarks/chains.py``.

3+ to hit, 3+ to wound, an armour save, D3 Health Points a wound on models of three.  Every run has numbers that no
earlier run had, because engines keep what they have made.  All must give the same exact distribution, or nothing is
printed but the error.  The others make the sum of what one attack costs; ours goes from needed rolls to damage,
casualties and stages.  ``dicetables`` is compared where it is installed.
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from statistics import median
from time import process_time

import dyce
import icepool

import tohit
from tohit.core.distribution import Distribution
from tohit.core.evaluate import _resolved, numbers_of
from tohit.core.numbers import single
from tohit.core.situation import Situation

RUNS = 9
HP = 3
ARMOUR = range(6)


def question(armour, aegis, attacks, models):
    """The chain as a scenario."""
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "ninth-age",
        "minis": [{"name": "A", "side": "red", "stats": {"offensive": 5, "strength": 4, "attack_value": 1}},
                  {"name": "B", "side": "blue", "stats": {"armour": armour, "aegis": aegis, "hp": HP, "models": models}}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee", "attacks": attacks, "options": {"multiple_wounds": "D3"},
                   "overrides": {"reach_ok": True}},
    }))


def weights(armour, aegis):
    """What one attack costs, as whole numbers."""
    each = Fraction(4, 9) * Fraction(6 - armour, 6) * Fraction(aegis - 1, 6) / HP
    return {0: each.denominator - HP * each.numerator, **dict.fromkeys(range(1, HP + 1), each.numerator)}


def by_icepool(one, attacks, most):
    return dict((attacks @ icepool.Die(one)).map(lambda lost: min(lost, most)).items())


def by_dyce(one, attacks, most):
    capped = Counter()
    for lost, count in (attacks @ dyce.H(one)).items():
        capped[min(int(lost), most)] += count
    return capped


def by_dicetables(one, attacks, most):
    from dicetables.additiveevents import AdditiveEvents
    capped = Counter()
    for lost, count in AdditiveEvents.new().combine(AdditiveEvents(one), attacks).get_dict().items():
        capped[min(lost, most)] += count
    return capped


def timed(make):
    """What ``make()`` gives, and the seconds of processor time that it took."""
    start = process_time()
    made = make()
    return made, process_time() - start


def compare(engine, attacks, models):
    """The median seconds of another engine for the sum alone, of our chain, and of our whole evaluation."""
    theirs, ours, whole = [], [], []
    for run in range(RUNS):
        armour, aegis = ARMOUR[run % 6], (4, 5)[run // 6]
        asked, one = question(armour, aegis, attacks, models), weights(armour, aegis)
        their_sum, their_time = timed(lambda one=one: engine(one, attacks, HP * models))
        numbers = single(numbers_of(Situation(asked)))
        # nothing of it is kept; the first call pays for the processor's cache, which the other engine has filled
        timings = [timed(lambda asked=asked, numbers=numbers: asked.mode.resolve(**numbers)) for _ in range(5)]
        chain, our_time = timings[0][0], median(seconds for _, seconds in timings)
        _resolved.cache_clear()
        answer, whole_time = timed(lambda asked=asked: tohit.evaluate(asked))
        if not Distribution.of(dict(their_sum)) == chain.damage == answer.damage:
            raise SystemExit(f"{engine.__name__}, armour {armour}, Aegis {aegis}: the two distributions differ")
        theirs.append(their_time)
        ours.append(our_time)
        whole.append(whole_time)
    return median(theirs), median(ours), median(whole)


def thousand(models):
    """Our milliseconds for 1,000 attacks."""
    taken = []
    for armour in ARMOUR:
        asked = question(armour, 5, 1_000, models)
        _resolved.cache_clear()
        taken.append(timed(lambda asked=asked: tohit.evaluate(asked))[1])
    return median(taken) * 1e3


def main():
    """Print one line an engine, and 1,000 attacks."""
    engines = [by_icepool, by_dyce, *([by_dicetables] if find_spec("dicetables") else [])]
    for models in (20, 999):
        for engine in engines:
            theirs, ours, whole = compare(engine, 100, models)
            print(f"100 attacks on {models} models: {theirs / ours:.0f} times {engine.__name__[3:]}", end=" ")
            print(f"({theirs * 1e3:.2f} ms; our chain {ours * 1e3:.3f} ms, a whole evaluation {whole * 1e3:.3f} ms)")
    for models in (20, 200, 999):
        print(f"1,000 attacks on {models} models: ours {thousand(models):.2f} ms")
    try:
        by_icepool(weights(2, 5), 1_000, HP * 20)
    except RecursionError:
        print(f"1,000 attacks: icepool fails at its recursion limit ({sys.getrecursionlimit()})")


if __name__ == "__main__":
    main()
