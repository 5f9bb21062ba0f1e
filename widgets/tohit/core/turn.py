"""What one turn costs its target, as whole numbers that many states can share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from tohit.core.distribution import Distribution

__all__ = ["Turn", "step_between"]

_SHORT = 12  # costs of a step; longer ones save nothing


class Turn:
    """One side's turn: of ``whole`` equally likely cases, ``stays`` cost nothing and the others what ``costs`` says.

    Args:
        whole: how many cases there are.
        costs: how many of them have each cost above 0, in rising order; the rest costs nothing.
    """

    __slots__ = ("_left", "_places", "costs", "stays", "whole")

    def __init__(self, whole: int, costs: Sequence[tuple[int, int]]):
        self.whole, self.costs = whole, tuple(costs)
        self._places = [cost for cost, _ in self.costs]
        self._left = list(accumulate((count for _, count in reversed(self.costs)), initial=0))[::-1]
        self.stays = whole - self._left[0]

    @classmethod
    def of(cls, cost: Distribution) -> Turn:
        """The turn with these chances."""
        return cls(cost.denominator, [(loss, count) for loss, count in cost.items() if loss])

    def upto(self, left: int) -> tuple[tuple[int, int], ...]:
        """The costs to a target that has ``left`` to lose: whatever is past that is all of it."""
        place = bisect_left(self._places, left)
        if place == len(self.costs):
            return self.costs
        return (*self.costs[:place], (left, self._left[place]))


def step_between(longer: Turn, shorter: Turn, size: int) -> Turn | None:
    """The turn that, followed by the shorter one, is the longer one for any target with at most ``size`` to lose.

    A unit that loses a model has an attack less; then this is that one attack.  As polynomials in the cost, of which
    nothing counts from ``size`` on, the longer turn is divided by the shorter.

    Returns:
        None when no turn of a few costs does that.
    """
    if longer is shorter:
        return Turn(1, ())
    whole, odd = divmod(longer.whole, shorter.whole)
    if odd or not shorter.stays:
        return None
    rest = [0] * size
    for cost, count in ((0, longer.stays), *longer.costs):
        if cost < size:
            rest[cost] = count
    found: list[tuple[int, int]] = []
    for cost in range(size):
        count, odd = divmod(rest[cost], shorter.stays)
        if odd or count < 0 or (count and len(found) == _SHORT):
            return None
        if count:
            found.append((cost, count))
            for further, times in shorter.costs:
                if cost + further < size:
                    rest[cost + further] -= count * times
    past = whole - sum(count for _, count in found)  # these cost all, whoever is attacked
    if past < 0:
        return None
    return Turn(whole, [*(way for way in found if way[0]), *([(size, past)] if past else [])])
