"""Exact chances, against brute force over every case and against icepool and dyce."""

import copy
import pickle
from fractions import Fraction
from itertools import product
from math import comb, lcm

import dyce
import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tohit.core.distribution import Distribution

D6 = Distribution.die(6)

weights = st.dictionaries(st.integers(-6, 9), st.integers(0, 5), min_size=1, max_size=4).filter(
    lambda counts: any(counts.values())
)
distributions = weights.map(Distribution.of)
large = st.dictionaries(st.integers(-9, 9), st.integers(1, 10**30), min_size=1, max_size=6).map(
    Distribution.of
)


def cases(distribution):
    """Every equally likely case as an outcome of its own."""
    return [outcome for outcome, count in distribution.items() for _ in range(count)]


def tallied(outcomes):
    """The distribution of a list of equally likely outcomes."""
    counts = {}
    for outcome in outcomes:
        counts[outcome] = counts.get(outcome, 0) + 1
    return Distribution.of(counts)


def as_icepool(distribution):
    return icepool.Die(dict(distribution.items()))


def as_dyce(distribution):
    return dyce.H(dict(distribution.items()))


def chances(counts):
    """The exact chances of any mapping from outcomes to counts."""
    return {outcome: Fraction(count, sum(counts.values())) for outcome, count in counts.items() if count}


def exact(distribution):
    return {outcome: distribution.chance(outcome) for outcome in distribution.outcomes()}


# what a distribution is


def test_a_die():
    assert (D6.low, D6.counts, D6.denominator) == (1, (1,) * 6, 6)
    assert D6.to_dict() == {str(face): "1/6" for face in range(1, 7)}
    assert (D6.mean(), D6.variance()) == (Fraction(7, 2), Fraction(35, 12))


def test_a_certain_outcome():
    certain = Distribution.certain(-3)
    assert certain.to_dict() == {"-3": "1"}
    assert (certain.mean(), certain.variance()) == (-3, 0)


def test_gaps_have_no_chance_and_are_not_outcomes():
    gap = Distribution.of({5: 1, -1: 3, 2: 0})
    assert (gap.low, gap.counts) == (-1, (3, 0, 0, 0, 0, 0, 1))
    assert [*gap.items()] == [(-1, 3), (5, 1)]
    assert gap.outcomes() == (-1, 5)
    assert gap.to_dict() == {"-1": "3/4", "5": "1/4"}
    assert gap.chance(2) == 0


def test_outcomes_without_a_case_do_not_widen_it():
    assert Distribution.of({-9: 0, 1: 2, 2: 2, 9: 0}) == Distribution.of({1: 1, 2: 1})


@given(weights, st.integers(1, 10**40))
def test_equal_chances_are_equal_and_hash_alike(counts, scale):
    first, second = Distribution.of(counts), Distribution.of({k: scale * v for k, v in counts.items()})
    assert first == second
    assert hash(first) == hash(second)


@given(distributions, distributions)
def test_different_chances_are_different(first, second):
    assert (first == second) == (exact(first) == exact(second))


@given(distributions)
def test_counts_sum_to_the_denominator(distribution):
    assert sum(distribution.counts) == distribution.denominator
    assert distribution.counts[0] and distribution.counts[-1]


def test_nothing_can_be_changed():
    for name in ("low", "counts", "denominator", "other"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(D6, name, 1)
    assert not hasattr(D6, "__dict__")


@given(distributions)
def test_copies_and_pickles_are_equal(distribution):
    assert pickle.loads(pickle.dumps(distribution)) == distribution
    assert copy.deepcopy(distribution) == distribution


@given(distributions)
def test_its_text_makes_it_again(distribution):
    assert eval(repr(distribution), {"Distribution": Distribution}) == distribution


def test_a_wide_distribution_has_a_short_text():
    assert len(repr(D6.times(1_000))) < 1_000


# reading it


@given(distributions)
def test_moments_against_every_case(distribution):
    outcomes = cases(distribution)
    mean = Fraction(sum(outcomes), len(outcomes))
    assert distribution.mean() == mean
    assert distribution.variance() == sum((outcome - mean) ** 2 for outcome in outcomes) / len(outcomes)


@given(distributions, st.integers(-12, 12))
def test_chances_against_every_case(distribution, outcome):
    outcomes = cases(distribution)
    assert distribution.chance(outcome) == Fraction(outcomes.count(outcome), len(outcomes))
    assert distribution.at_least(outcome) == Fraction(sum(o >= outcome for o in outcomes), len(outcomes))


@given(distributions)
def test_from_chances_undoes_reading_them(distribution):
    assert Distribution.from_chances(exact(distribution)) == distribution


def test_chances_with_more_digits_than_str_allows():
    text = Distribution.of({0: 1, 1: 7 * 10**5_000}).to_dict()
    assert text["0"] == f"1/7{'0' * 4_999}1"


# making others from it


@given(distributions, distributions)
def test_a_sum_against_every_case(first, second):
    assert first + second == tallied(a + b for a, b in product(cases(first), cases(second)))


@given(large, large)
def test_a_sum_of_large_counts_against_dyce(first, second):
    assert exact(first + second) == chances(as_dyce(first) + as_dyce(second))


def test_a_sum_of_wide_distributions_against_icepool():
    ours = D6.times(30) + Distribution.die(20).times(9)
    assert ours == Distribution.of(dict(30 @ icepool.d(6) + 9 @ icepool.d(20)))


@given(distributions, st.integers(-5, 5))
def test_a_fixed_number_shifts(distribution, number):
    assert distribution + number == number + distribution == distribution + Distribution.certain(number)


def test_python_sums_distributions():
    assert sum([D6, D6, D6]) == D6.times(3)


@given(distributions, st.integers(0, 4))
def test_times_against_every_case(distribution, n):
    assert distribution.times(n) == tallied(map(sum, product(cases(distribution), repeat=n)))


@settings(max_examples=30)
@given(large, st.integers(1, 40))
def test_times_of_large_counts_against_icepool_and_dyce(distribution, n):
    ours = distribution.times(n)
    assert exact(ours) == chances(n @ as_icepool(distribution))
    assert exact(ours) == chances(n @ as_dyce(distribution))
    assert ours.denominator == distribution.denominator**n


@given(distributions, st.integers(0, 9), st.integers(0, 9))
def test_times_adds_up(distribution, n, m):
    assert distribution.times(n) + distribution.times(m) == distribution.times(n + m)


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 50])
def test_many_equal_dice_against_icepool(sides):
    assert exact(Distribution.die(sides).times(30)) == chances(30 @ icepool.d(sides))


def test_a_thousand_attacks_are_a_binomial():
    hits = Distribution.of({0: 2, 1: 1}).times(1_000)
    assert hits.counts == tuple(comb(1_000, k) * 2 ** (1_000 - k) for k in range(1_001))
    assert hits.denominator == 3**1_000


@given(distributions, st.integers(1, 4))
def test_highest_and_lowest_against_every_case(distribution, n):
    draws = [*product(cases(distribution), repeat=n)]
    assert distribution.highest(n) == tallied(map(max, draws))
    assert distribution.lowest(n) == tallied(map(min, draws))


@settings(max_examples=30)
@given(large, st.integers(1, 12))
def test_highest_and_lowest_against_icepool(distribution, n):
    pool = as_icepool(distribution).pool(n)
    assert exact(distribution.highest(n)) == chances(pool.highest(1).sum())
    assert exact(distribution.lowest(n)) == chances(pool.lowest(1).sum())


@given(distributions)
def test_mapping_outcomes_against_every_case(distribution):
    assert distribution.map(lambda o: o % 3 - o) == tallied(o % 3 - o for o in cases(distribution))


def test_mapping_to_truth_values_counts_successes():
    assert D6.map(lambda face: face >= 5) == Distribution.of({0: 2, 1: 1})


@given(distributions)
def test_mapping_to_further_draws_is_the_whole_tree(distribution):
    def further(outcome):
        return Distribution.die(outcome + 1) if outcome > 0 else outcome

    expected = {}
    for outcome, chance in exact(distribution).items():
        ends = further(outcome)
        leaves = exact(ends) if isinstance(ends, Distribution) else {ends: Fraction(1)}
        for end, share in leaves.items():
            expected[end] = expected.get(end, 0) + chance * share
    assert exact(distribution.map(further)) == expected


def test_a_reroll_is_a_map():
    """A natural 1 thrown again once, success on 4 or more."""
    assert D6.map(lambda face: D6 if face == 1 else face).at_least(4) == Fraction(7, 12)


@given(st.lists(st.tuples(st.integers(0, 4), distributions), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts(parts):
    if not any(weight for weight, _ in parts):
        return
    everything = lcm(*(part.denominator for _, part in parts))
    pile = [o for w, part in parts for o in cases(part) * (w * everything // part.denominator)]
    assert Distribution.mix(parts) == tallied(pile)


@given(distributions, st.integers(-7, 3), st.integers(3, 10))
def test_clipping_against_every_case(distribution, low, high):
    assert distribution.clip(low, high) == tallied(min(max(o, low), high) for o in cases(distribution))
    assert distribution.clip(low) == tallied(max(o, low) for o in cases(distribution))
    assert distribution.clip(high=high) == tallied(min(o, high) for o in cases(distribution))


@given(distributions)
def test_turning_the_sign(distribution):
    assert -distribution == tallied(-outcome for outcome in cases(distribution))
