"""Two sides that wear each other down, solved exactly: who ends how, and how often each state is met.

A round is one side's turn and then the other's answer.  Losses are never undone, so the only way back to a state
is a round in which nobody loses anything; leaving that loop divides by a small number.  One whole number that
holds the factors of all loops on any way through keeps every step whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.limits import DUEL_STATES, DUEL_WAYS, DUEL_WORK

__all__ = ["Race", "Solved"]

State = tuple[int, int]
"""What the first side and the second have lost."""


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


@dataclass(frozen=True, slots=True, eq=False)
class _Turn:
    """One side's turn: of ``whole`` cases, those that cost nothing, and the rest by their cost."""

    whole: int
    stays: int
    costs: tuple[tuple[int, int], ...]


class Race:
    """Both sides' turns for every state.

    Args:
        strike: the cost of the first side's turn, by what the first and the second have lost.
        answer: the cost of the second's, likewise.
        sizes: what the first and the second have to lose.
        at_once: the answer is decided before the first side's turn counts; else the fallen give none.
    """

    def __init__(self, strike: Callable[[int, int], Distribution], answer: Callable[[int, int], Distribution],
                 sizes: tuple[int, int], at_once: bool):
        if sizes[0] * sizes[1] > DUEL_STATES:
            raise NotationError("core.duel_states", "minis", first=sizes[0], second=sizes[1], states=sizes[0] * sizes[1],
                                most=DUEL_STATES)
        self._sizes, self._at_once = sizes, at_once
        known: dict[int, tuple[Distribution, _Turn]] = {}

        def turn(cost: Distribution) -> _Turn:
            if id(cost) not in known:
                known[id(cost)] = cost, _turn(cost)  # the distribution is held, so that its id stays its own
            return known[id(cost)][1]

        states = [[(own, other) for other in range(sizes[1])] for own in range(sizes[0])]
        self._strikes = [[turn(strike(*state)) for state in row] for row in states]
        self._answers = [[turn(answer(*state)) for state in row] for row in states]
        self._wholes = [self._whole(row) for row in self._answers]

    def solve(self) -> Solved:
        """Who ends how.

        Raises:
            NotationError: chances of more digits than can be worked out at once; said before they are.
        """
        loops = [[self._loop(own, other) for other in range(self._sizes[1])] for own in range(self._sizes[0])]
        scale = _scale(loops)
        ends: dict[State, int] = {}
        first = self._visits(loops, lambda own, other: 0 if own or other else scale, ends)
        if any(own < self._sizes[0] and other < self._sizes[1] for own, other in ends):
            return Solved(ends, scale, None, None)
        rounds = [[visits * self._cases(own, other) for other, visits in enumerate(row)] for own, row in enumerate(first)]
        second = self._visits(loops, lambda own, other: rounds[own][other] * scale, {})
        met = sum(visits * self._cases(own, other) for own, row in enumerate(second) for other, visits in enumerate(row))
        mean = Fraction(sum(map(sum, rounds)), scale)
        return Solved(ends, scale, mean, 2 * Fraction(met, scale**2) - mean - mean**2)

    def going(self, rounds: int) -> Iterator[tuple[int, int]]:
        """After each round: in how many cases it still goes on, and out of how many.

        Raises:
            NotationError: more ways to follow than the limit, all rounds together.
        """
        states = [(own, other) for own in range(self._sizes[0]) for other in range(self._sizes[1])]
        ways = sum((1 + len(self._strikes[own][other].costs)) * (1 + len(self._answers[own][other].costs)) for own, other in states)
        if ways * rounds > DUEL_WAYS:
            raise NotationError("core.duel_ways", "rounds", rounds=rounds, ways=ways, total=ways * rounds, most=DUEL_WAYS)
        return self._going(rounds)

    def _going(self, rounds: int) -> Iterator[tuple[int, int]]:
        common = lcm(*(self._cases(own, other) for own in range(self._sizes[0]) for other in range(self._sizes[1])))
        states, cases = {(0, 0): 1}, 1
        for _ in range(rounds):
            after: dict[State, int] = {}
            for (own, other), count in states.items():
                count *= common // self._cases(own, other)
                for (left, right), weight in self._round(own, other):
                    if left < self._sizes[0] and right < self._sizes[1]:
                        after[left, right] = after.get((left, right), 0) + count * weight
            states, cases = after, cases * common
            yield sum(states.values()), cases

    def _round(self, own: int, other: int) -> Iterator[tuple[State, int]]:
        """What one round makes of a state, out of ``_cases``."""
        strike, whole = self._strikes[own][other], self._wholes[own][other]
        for cost, weight in ((0, strike.stays), *strike.costs):
            reached = other + cost
            answer = self._answer(own, other, reached)
            if answer is None:
                yield (own, reached), weight * whole
                continue
            weight *= whole // answer.whole
            for back, share in ((0, answer.stays), *answer.costs):
                yield (own + back, reached), weight * share

    def _answer(self, own: int, other: int, reached: int) -> _Turn | None:
        """The second side's answer after a turn that took it from ``other`` to ``reached``."""
        if self._at_once:
            return self._answers[own][other]
        return self._answers[own][reached] if reached < self._sizes[1] else None

    def _whole(self, row: Sequence[_Turn]) -> list[int]:
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

    def _visits(self, loops: Sequence[Sequence[int]], source: Callable[[int, int], int], ends: dict[State, int]) -> list[list[int]]:
        """Expected rounds begun in each state, over its ``_cases``, for weights that come from outside; fills ``ends``."""
        size, other_size = self._sizes
        came = [[source(own, other) for other in range(other_size)] for own in range(size)]
        visits = [[0] * other_size for _ in range(size)]
        for own in range(size):
            waiting: list[dict[int, tuple[_Turn, int]]] = [{} for _ in range(other_size + 1)]
            for other in range(other_size):
                weight = came[own][other] + sum(answer.stays * held for answer, held in waiting[other].values())
                if weight and loops[own][other]:
                    visits[own][other] = weight // loops[own][other]
                    self._strike(own, other, visits[own][other], waiting, ends)
                elif weight:
                    ends[own, other] = ends.get((own, other), 0) + weight
            self._settle(own, waiting, came, ends)
        return visits

    def _strike(self, own: int, other: int, visits: int, waiting: list[dict[int, tuple[_Turn, int]]], ends: dict[State, int]) -> None:
        """Hand the visits of a state on to the answers they meet; equal answers wait together."""
        strike, whole = self._strikes[own][other], self._wholes[own][other]
        for cost, weight in ((0, strike.stays), *strike.costs):
            reached = other + cost
            answer = self._answer(own, other, reached)
            if answer is None:
                ends[own, reached] = ends.get((own, reached), 0) + visits * (weight * whole)
                continue
            _, held = waiting[reached].get(id(answer), (answer, 0))
            waiting[reached][id(answer)] = answer, held + visits * (weight * (whole // answer.whole))

    def _settle(self, own: int, waiting: list[dict[int, tuple[_Turn, int]]], came: list[list[int]], ends: dict[State, int]) -> None:
        """What the answers cost the first side, once all of them are known for what it had lost."""
        size, other_size = self._sizes
        for other, answers in enumerate(waiting):
            for answer, held in answers.values():
                for cost, weight in answer.costs:
                    if own + cost < size and other < other_size:
                        came[own + cost][other] += held * weight
                    else:
                        ends[own + cost, other] = ends.get((own + cost, other), 0) + held * weight
                if other == other_size:
                    ends[own, other] = ends.get((own, other), 0) + held * answer.stays


def _turn(cost: Distribution) -> _Turn:
    costs = dict(cost.items())
    stays = costs.pop(0, 0)
    return _Turn(cost.denominator, stays, tuple(costs.items()))


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
