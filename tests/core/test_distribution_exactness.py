"""Chances stay exact however many dice, however small, however often they are combined."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tohit.core.distribution import Distribution

COIN = Distribution.of({0: 1, 1: 1})
D6 = Distribution.die(6)


def total(distribution):
    return sum(distribution.chance(outcome) for outcome in distribution.outcomes())


@settings(max_examples=20)
@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_doubling_again_and_again_sums_to_exactly_one(misses, hits):
    hit = Distribution.of({0: misses, 1: hits})
    for _ in range(8):
        hit = hit + hit
        assert total(hit) == 1


def test_squaring_fifty_times_sums_to_exactly_one():
    """Floats reach 105% after fifty rounds of multiplying a column with itself."""
    square = COIN
    for _ in range(50):
        square = square.map(lambda first, other=square: other.map(lambda second: first ^ second))
        assert total(square) == 1
    assert square == COIN


def test_squaring_fifty_times_is_never_a_wrong_total():
    """Two to the power of fifty draws cannot be written down: the answer is exact or there is none."""
    hit = Distribution.of({0: 2, 1: 1})
    with pytest.raises(ValueError, match="^mix: an exact count may have 100000 bits, got"):
        for _ in range(50):
            hit = hit.map(lambda first, other=hit: other.map(lambda second: first & second))
            assert total(hit) == 1


def test_the_highest_of_many_dice_does_not_list_them():
    best = Distribution.die(20).highest(9)
    assert best.chance(20) == 1 - Fraction(19, 20) ** 9
    assert best.at_least(11) == 1 - Fraction(1, 2) ** 9
    assert total(Distribution.die(100).highest(1_000)) == 1


def test_chances_next_to_zero_and_one_are_kept():
    never = Distribution.of({0: 10**60 - 1, 1: 1})
    assert never.times(3).chance(3) == Fraction(1, 10**180)
    assert never.times(3).at_least(1) == 1 - (1 - Fraction(1, 10**60)) ** 3


def test_no_count_wraps_around():
    """64-bit counts are wrong from the eleventh of these on, without a word."""
    dice = D6.times(60)
    assert min(dice.counts) == 1
    assert sum(dice.counts) == 6**60
