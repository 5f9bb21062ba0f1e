"""How much quicker a hundred dice are than with icepool: ``python tests/benchmarks/distribution.py``.

Every run takes weights that no earlier run had, because icepool keeps the sums it has made.
Both must give the same exact distribution, or nothing is printed but the error.
"""

from statistics import median
from time import perf_counter

import icepool

from tohit.core.distribution import Distribution

DICE = 100
RUNS = 15
SMALL = {
    "hit or miss": lambda run: {0: 2 * run + 3, 1: 2},
    "0, 1 or 2 damage": lambda run: {0: 2 * run + 3, 1: 2, 2: 1},
    "0 to 3 damage": lambda run: {0: 2 * run + 3, 1: 2, 2: 1, 3: 1},
}


def timed(make):
    """What ``make()`` gives, and the seconds that it took."""
    start = perf_counter()
    made = make()
    return made, perf_counter() - start


def compare(weights):
    """The median seconds that icepool and we take for the same dice."""
    theirs, ours = [], []
    for run in range(RUNS):
        counts = weights(run)
        die, distribution = icepool.Die(counts), Distribution.of(counts)
        their_sum, their_time = timed(lambda die=die: DICE @ die)
        our_sum, our_time = timed(lambda distribution=distribution: distribution.times(DICE))
        if Distribution.of(dict(their_sum)) != our_sum:
            raise SystemExit(f"{counts}: the two distributions differ")
        theirs.append(their_time)
        ours.append(our_time)
    return median(theirs), median(ours)


def main():
    """Print one line a distribution, and the time for 1,000 attacks."""
    for name, weights in SMALL.items():
        theirs, ours = compare(weights)
        print(f"{DICE} x {name}: {theirs / ours:.0f} times", end=" ")
        print(f"(icepool {theirs * 1e3:.2f} ms, ours {ours * 1e3:.3f} ms)")
    for name, weights in SMALL.items():
        thousand = median(timed(lambda w=weights: Distribution.of(w(0)).times(1_000))[1] for _ in range(5))
        print(f"1,000 x {name}: ours {thousand * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
