"""Turns that stop at what is left, and the step from a turn to the next shorter one."""

from __future__ import annotations

import pytest

from tohit.core.distribution import Distribution
from tohit.core.turn import Turn, step_between

BLOW = Distribution.of({0: 5, 1: 3, 2: 1})
SIZE = 7


def after(size: int, *turns: Turn) -> list[int]:
    """In how many cases a target with ``size`` to lose has lost 0, 1, … of it after the turns."""
    weights = [1] + [0] * size
    for turn in turns:
        came = [0] * (size + 1)
        for lost, weight in enumerate(weights):
            for cost, count in ((0, turn.stays), *turn.upto(size - lost)) if lost < size else ((0, turn.whole),):
                came[lost + cost] += weight * count
        weights = came
    return weights


def test_what_costs_more_than_is_left_costs_all_of_it() -> None:
    turn = Turn.of(Distribution.of({0: 1, 2: 3, 5: 4}))
    assert (turn.whole, turn.stays) == (8, 1)
    assert turn.upto(9) == ((2, 3), (5, 4)) and turn.upto(5) == ((2, 3), (5, 4))
    assert turn.upto(4) == ((2, 3), (4, 4)) and turn.upto(2) == ((2, 7),) and turn.upto(1) == ((1, 7),)


@pytest.mark.parametrize("attacks", [1, 2, 5, 9])
@pytest.mark.parametrize("fewer", [0, 1, 2])
def test_a_step_and_the_shorter_turn_are_the_longer_one(attacks: int, fewer: int) -> None:
    longer, shorter = Turn.of(BLOW.times(attacks + fewer)), Turn.of(BLOW.times(attacks))
    step = step_between(longer, shorter, SIZE)
    assert step is not None and step.whole == 9**fewer
    for left in range(1, SIZE + 1):
        assert after(left, step, shorter) == after(left, longer)


def test_an_attack_that_can_take_all_is_a_step_too() -> None:
    blow = Distribution.of({0: 1, 1: 1, 40: 2})
    step = step_between(Turn.of(blow.times(3)), Turn.of(blow.times(2)), SIZE)
    assert step is not None and step.costs == ((1, 1), (SIZE, 2))


def test_a_turn_is_no_step_from_itself() -> None:
    turn = Turn.of(BLOW)
    step = step_between(turn, turn, SIZE)
    assert step is not None and (step.whole, step.costs) == (1, ())


@pytest.mark.parametrize(("longer", "shorter"), [
    (BLOW, BLOW.times(2)), (Distribution.of({0: 1, 1: 1}), Distribution.of({0: 2, 1: 1})),
    (Distribution.of({0: 3, 1: 5, 2: 1}), Distribution.of({0: 2, 1: 1})),
    (Distribution.of({0: 2, 1: 2, 2: 5}), Distribution.of({0: 1, 1: 2})), (BLOW.times(2), Distribution.certain(1)),
    (BLOW.times(40), BLOW),
])
def test_other_turns_have_no_step_between(longer: Distribution, shorter: Distribution) -> None:
    assert step_between(Turn.of(longer), Turn.of(shorter), 60) is None
