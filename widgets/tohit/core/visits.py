"""What becomes of weights on a race's states: after one round, or however long it takes.

One walk through all states in whole numbers.  These are long and the turns' are short, so what counts is how often a
long one is multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tohit.core.turn import Turn, step_between

__all__ = ["AlternatingVisits", "AtOnceVisits", "State", "Visits"]

State = tuple[int, int]
"""What the first side and the second have lost."""

Turns = Sequence[Sequence[Turn]]


class Visits:
    """Expected rounds begun in each state, for weights that come from outside; or what one round makes of them.

    Args:
        strikes: the first side's turn by state.
        answers: the second side's.
        wholes: how many cases all answers that a turn in this state can meet share.
        loops: of the cases of a round in this state, those that change something.
        source: the weight that comes from outside.
        once: no more than one round.

    Attributes:
        visits: by state, over the cases of its round: the whole part; of one round nothing.
        rests: what the division by its loop left of it.
        ends: the weight that came to each state in which nothing goes on.
        after: the weight that came to each of the others; of one round times the cases of the states it came from.
    """

    def __init__(self, strikes: Turns, answers: Turns, wholes: Sequence[Sequence[int]], loops: Sequence[Sequence[int]],
                 source: Callable[[int, int], int], once: bool = False):
        self._size, self._other_size = len(strikes), len(strikes[0])
        self._strikes, self._answers, self._wholes, self._loops = strikes, answers, wholes, loops
        self._came = [[source(own, other) for other in range(self._other_size)] for own in range(self._size)]
        self._once = once
        self.after = self._zeros() if once else self._came
        self.visits, self.rests = self._zeros(), self._zeros()
        self.ends: dict[State, int] = {}

    def all(self) -> Iterator[int]:
        """Go through all states, row by row; yields often, how many are behind it."""
        for own in range(self._size):
            for other in self._row(own):
                yield own * self._other_size + other

    def _row(self, own: int) -> Iterator[int]:
        raise NotImplementedError

    def _zeros(self) -> list[list[int]]:
        return [[0] * self._other_size for _ in range(self._size)]

    def _left(self, own: int, other: int) -> int:
        """How often a state is left for another, now that all has come to it; 0 where it ends."""
        weight, loop = self._came[own][other], self._loops[own][other]
        if not weight:
            return 0
        if self._once:
            stays = self._strikes[own][other].whole * self._wholes[own][other] - loop
            self.after[own][other] += weight * stays
            return weight
        if not loop:
            self._come(own, other, weight)
            return 0
        self.visits[own][other], self.rests[own][other] = divmod(weight, loop)
        return self.visits[own][other]

    def _come(self, own: int, other: int, weight: int) -> None:
        """Weight that a state hands on to another: one that ends there, or one that goes on."""
        if own < self._size and other < self._other_size and (self._once or self._loops[own][other]):
            self.after[own][other] += weight
        elif weight:
            self.ends[own, other] = self.ends.get((own, other), 0) + weight


class AlternatingVisits(Visits):
    """The fallen do not answer, and what answers has lost what the turn before cost it."""

    def _row(self, own: int) -> Iterator[int]:
        met = [0] * self._other_size  # what the answers of this row meet, over their own cases
        for other, answer in enumerate(self._answers[own]):
            if met[other]:
                self._come(own, other, answer.stays * met[other])
            visits = self._left(own, other)
            if visits:
                self._strike(own, other, visits, met)
            yield other
        for other, held in enumerate(met):
            for cost, weight in self._answers[own][other].upto(self._size - own) if held else ():
                self._come(own + cost, other, held * weight)
            yield self._other_size - 1

    def _strike(self, own: int, other: int, visits: int, met: list[int]) -> None:
        strike, whole = self._strikes[own][other], self._wholes[own][other]
        met[other] += visits * (strike.stays * (whole // self._answers[own][other].whole))
        for cost, weight in strike.upto(self._other_size - other):
            reached = other + cost
            if reached == self._other_size:
                self._come(own, reached, visits * (weight * whole))
            else:
                met[reached] += visits * (weight * (whole // self._answers[own][reached].whole))


class AtOnceVisits(Visits):
    """Answer and turn are of the same state, so either can be worked out first.

    The answers are, and what they leave waits for the turns, by what the first side has lost then.  Where the turns
    of one row are those of the next and one step more, what waits takes the step and waits on together with what
    the next row leaves.
    """

    def __init__(self, *race: Any, once: bool = False):
        super().__init__(*race, once=once)
        self._waiting: list[list[int] | None] = [None] * (self._size + 1)

    def _row(self, own: int) -> Iterator[int]:
        yield from self._take_up(own)
        for other, answer in enumerate(self._answers[own]):
            visits = self._left(own, other)
            if visits:
                self._strike(own, other, visits * answer.stays)
                for cost, weight in answer.upto(self._size - own):
                    waiting = self._waiting[own + cost] = self._waiting[own + cost] or [0] * (self._other_size + 1)
                    waiting[other] += visits * weight
            yield other
        if own + 1 == self._size:
            self._deliver(own, self._size)

    def _strike(self, own: int, other: int, weight: int) -> None:
        """The turn of a state whose answer cost nothing."""
        for cost, count in self._strikes[own][other].upto(self._other_size - other):
            self._come(own, other + cost, weight * count)

    def _take_up(self, own: int) -> Iterator[int]:
        """Make what waited for the turns of the row before wait for those of this one, as far as that can be."""
        step = self._step(own) if own else None
        for lost in range(own, self._size + 1):
            waiting = self._waiting[lost]
            if waiting is None:
                continue
            if step is None or lost == own:
                self._deliver(own - 1, lost)
            elif step.whole > 1:
                self._waiting[lost] = _after(waiting, [step] * self._other_size)
            yield 0

    def _step(self, own: int) -> Turn | None:
        rows = self._strikes[own - 1], self._strikes[own]
        if any(turn is not row[0] for row in rows for turn in row):
            return None
        return step_between(rows[0][0], rows[1][0], self._other_size)

    def _deliver(self, own: int, lost: int) -> None:
        """What waits for the turns of a row, after them."""
        waiting, self._waiting[lost] = self._waiting[lost], None
        for reached, weight in enumerate(_after(waiting, self._strikes[own]) if waiting else ()):
            self._come(lost, reached, weight)


def _after(weights: Sequence[int], turns: Sequence[Turn]) -> list[int]:
    """What turns make of weights by what the second side has lost; the last of them is all it has."""
    size = len(turns)
    after = [weight * turn.stays for weight, turn in zip(weights, turns, strict=False)]
    after.append(weights[size] * turns[-1].whole)
    for lost, (weight, turn) in enumerate(zip(weights, turns, strict=False)):
        for cost, count in turn.upto(size - lost) if weight else ():
            after[lost + cost] += weight * count
    return after
