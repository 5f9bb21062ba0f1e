"""Two sides that wear each other down, solved exactly: who ends how, and how often each state is met.

A round is one side's turn and then the other's answer.  Losses are never undone, so the only way back to a state
is a round in which nobody loses anything; leaving that loop divides by a small number.  One whole number that
holds the factors of all loops on any way through keeps every step whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.limits import DUEL_STATES, DUEL_WAYS, DUEL_WORK
from tohit.core.turn import Turn
from tohit.core.visits import AlternatingVisits, AtOnceVisits, State, Visits
from tohit.core.work import Done

__all__ = ["Race", "Solved"]

_PASSES = 3


@dataclass(frozen=True, slots=True)
class Solved:
    """How a race ends.

    Args:
        ends: cases out of ``cases`` by state; where both sides still stand, neither can harm the other any more.
        mean: expected rounds; None when some never end.
        variance: likewise.
    """

    ends: dict[State, int]
    cases: int
    mean: Fraction | None
    variance: Fraction | None


class Race:
    """Both sides' turns for every state.

    Args:
        strike: the cost of the first side's turn, by what the first and the second have lost.
        answer: the cost of the second's, likewise.  What costs more than is left costs all of it.
        sizes: what the first and the second have to lose.
        at_once: the answer is decided before the first side's turn counts; else the fallen give none.
    """

    def __init__(self, strike: Callable[[int, int], Distribution], answer: Callable[[int, int], Distribution],
                 sizes: tuple[int, int], at_once: bool):
        if sizes[0] * sizes[1] > DUEL_STATES:
            raise NotationError("core.duel_states", "minis", first=sizes[0], second=sizes[1], states=sizes[0] * sizes[1],
                                most=DUEL_STATES)
        self._sizes, self._at_once = sizes, at_once
        self._asked = strike, answer
        self._known: dict[int, tuple[Distribution, Turn]] = {}
        self._strikes: list[list[Turn]] = []
        self._answers: list[list[Turn]] = []
        self._wholes: list[list[int]] = []
        self._loops: list[list[int]] = []

    def solving(self) -> Generator[Done, None, Solved]:
        """Find out who ends how, telling now and then how far it is; only what is returned at last is an answer.

        Raises:
            NotationError: chances of more digits than can be worked out at once; said before they are.
        """
        states = self._sizes[0] * self._sizes[1]
        for number in self._ask():
            yield number, (1 + _PASSES) * states
        self._loops = [[self._loop(own, other) for other in range(self._sizes[1])] for own in range(self._sizes[0])]
        scale = _scale(self._loops)
        passes: list[Visits] = []

        def met(weights: Callable[[int, int], int]) -> Iterator[Done]:
            """Go through all states once more."""
            passes.append(self._walk(weights))
            for number in passes[-1].all():
                yield len(passes) * states + number, (1 + _PASSES) * states

        yield from met(lambda own, other: 0 if own or other else scale)
        first, ends = passes[0].visits, passes[0].ends
        if any(own < self._sizes[0] and other < self._sizes[1] for own, other in ends):
            return Solved(ends, scale, None, None)
        # Starting from every visit with ``scale`` times its weight would keep every step whole, in numbers twice as
        # long.  Instead the visits are divided with a rest, and the rests, ``scale`` times each, are carried on alone.
        yield from met(lambda own, other: first[own][other] * self._cases(own, other))
        rests = passes[1].rests
        yield from met(lambda own, other: rests[own][other] * scale)
        total = self._rounds(first)
        mean = Fraction(total, scale)
        yield 1, 1
        twice = scale * self._rounds(passes[1].visits) + self._rounds(passes[2].visits)
        yield 1, 1
        # divided twice, because lowest terms take four times as long for numbers twice as long
        variance = Fraction(2 * twice - total * scale - total**2, scale)
        yield 1, 1
        return Solved(ends, scale, mean, variance / scale)

    def going(self, rounds: int) -> Iterator[tuple[int, int]]:
        """After each round: in how many cases it still goes on, and out of how many; once it is solved.

        Raises:
            NotationError: more ways to follow than the limit, all rounds together.
        """
        size, other_size = self._sizes
        ways = sum(2 + len(self._strikes[own][other].upto(other_size - other)) + len(self._answers[own][other].upto(size - own))
                   for own in range(size) for other in range(other_size))
        if ways * rounds > DUEL_WAYS:
            raise NotationError("core.duel_ways", "rounds", rounds=rounds, ways=ways, total=ways * rounds, most=DUEL_WAYS)
        return self._going(rounds)

    def _ask(self) -> Iterator[int]:
        """Every state's turns; yields how many states there are so far."""
        strike, answer = self._asked
        for own in range(self._sizes[0]):
            self._strikes.append([])
            self._answers.append([])
            for other in range(self._sizes[1]):
                self._strikes[own].append(self._turn(strike(own, other)))
                self._answers[own].append(self._turn(answer(own, other)))
                yield own * self._sizes[1] + other
            self._wholes.append(self._whole(self._answers[own]))

    def _turn(self, cost: Distribution) -> Turn:
        if id(cost) not in self._known:
            self._known[id(cost)] = cost, Turn.of(cost)  # the distribution is held, so that its id stays its own
        return self._known[id(cost)][1]

    def _going(self, rounds: int) -> Iterator[tuple[int, int]]:
        scales = [[self._cases(own, other) for other in range(self._sizes[1])] for own in range(self._sizes[0])]
        common = lcm(*(cases for row in scales for cases in row))
        scales = [[common // cases for cases in row] for row in scales]
        going = [[int(own == other == 0) for other in range(self._sizes[1])] for own in range(self._sizes[0])]
        cases = 1
        for _ in range(rounds):
            walk = self._walk(lambda own, other, going=going: going[own][other] * scales[own][other], once=True)
            for _ in walk.all():
                pass
            going, cases = walk.after, cases * common
            yield sum(map(sum, going)), cases

    def _walk(self, weights: Callable[[int, int], int], once: bool = False) -> Visits:
        walk = AtOnceVisits if self._at_once else AlternatingVisits
        return walk(self._strikes, self._answers, self._wholes, self._loops, weights, once=once)

    def _whole(self, row: Sequence[Turn]) -> list[int]:
        """For each state of a row, cases that all answers to a turn made in it can share."""
        if self._at_once:
            return [answer.whole for answer in row]
        wholes = [1]
        for answer in reversed(row):
            wholes.append(lcm(wholes[-1], answer.whole))
        return wholes[:0:-1]

    def _cases(self, own: int, other: int) -> int:
        return self._strikes[own][other].whole * self._wholes[own][other]

    def _loop(self, own: int, other: int) -> int:
        """The cases of a round that change something."""
        answer, whole = self._answers[own][other], self._wholes[own][other]
        return self._cases(own, other) - self._strikes[own][other].stays * answer.stays * (whole // answer.whole)

    def _rounds(self, visits: Sequence[Sequence[int]]) -> int:
        """All rounds that were begun."""
        return sum(times * self._cases(own, other) for own, row in enumerate(visits) for other, times in enumerate(row))


def _scale(loops: Sequence[Sequence[int]]) -> int:
    """A multiple of the product of the loops on any way through: of equal loops, as many as one way can meet.

    Raises:
        NotationError: too many digits to work out for all states.
    """
    places: dict[int, list[int]] = {}
    for row in loops:
        for other, loop in enumerate(row):
            places.setdefault(loop, []).append(other)
    places.pop(0, None)
    often = {loop: _longest(met) for loop, met in places.items()}
    digits = sum(loop.bit_length() * times for loop, times in often.items()) * 3 // 10
    states = sum(map(len, loops))
    if digits * states > DUEL_WORK:
        raise NotationError("core.duel_work", "attack.attacks", states=states, digits=digits, work=digits * states, most=DUEL_WORK)
    return prod(loop**times for loop, times in often.items())


def _longest(rising: Sequence[int]) -> int:
    """How many of a row can be picked, in order, without ever falling."""
    lasts: list[int] = []
    for value in rising:
        place = bisect_right(lasts, value)
        lasts[place : place + 1] = [value]
    return len(lasts)
