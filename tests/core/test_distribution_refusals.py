"""What is no distribution is refused in a sentence that says what came and what is allowed."""

from fractions import Fraction

import pytest

from tohit.core.distribution import Distribution

D6 = Distribution.die(6)


@pytest.mark.parametrize("n", [-1, True, False, 2.0, "2", None, Fraction(2), float("nan")])
@pytest.mark.parametrize("name", ["times", "highest", "lowest"])
def test_a_number_of_draws_that_is_none(name, n):
    with pytest.raises(ValueError, match=f"^{name}: n must be a whole number of at least ., got"):
        getattr(D6, name)(n)


@pytest.mark.parametrize("n", [10**12, 10**6, 10**400])
def test_more_draws_than_can_be_written_down(n):
    with pytest.raises(ValueError, match="^times: .* may .*, got"):
        D6.times(n)


@pytest.mark.parametrize("name", ["highest", "lowest"])
def test_the_best_of_no_draws(name):
    with pytest.raises(ValueError, match=f"^{name}: n must be a whole number of at least 1, got 0"):
        getattr(D6, name)(0)


@pytest.mark.parametrize("sides", [0, -6, True, 6.0, "6", None, 10**12])
def test_a_die_that_is_none(sides):
    with pytest.raises(ValueError, match="^die: sides must be a whole number from 1 to .*, got"):
        Distribution.die(sides)


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({}, "at least one outcome"),
        ({1: 0}, "at least one outcome"),
        ({1: -1, 2: 3}, "a count must be a whole number of at least 0, got -1"),
        ({1: True}, "a count must be a whole number of at least 0, got True"),
        ({1: 0.5}, "a count must be a whole number of at least 0, got 0.5"),
        ({1: Fraction(1, 2)}, "a count must be"),
        ({0.5: 1}, "an outcome must be a whole number, got 0.5"),
        ({"1": 1}, "an outcome must be a whole number, got '1'"),
        ({0: 1, 10**12: 1}, "the outcomes may span"),
        ([1, 1], "a mapping from outcomes is wanted"),
    ],
)
def test_counts_that_are_none(counts, sentence):
    with pytest.raises(ValueError, match=f"^of: {sentence}"):
        Distribution.of(counts)


@pytest.mark.parametrize(
    ("given_chances", "sentence"),
    [
        ({}, "must sum to 1, got 0"),
        ({1: Fraction(1, 2)}, "must sum to 1, got 1/2"),
        ({1: Fraction(3, 2), 2: Fraction(-1, 2)}, "at least 0, got Fraction"),
        ({1: 0.5, 2: 0.5}, "must be a Fraction of at least 0, got 0.5"),
    ],
)
def test_chances_that_are_none(given_chances, sentence):
    with pytest.raises(ValueError, match=f"^from_chances: .*{sentence}"):
        Distribution.from_chances(given_chances)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([], "at least one"),
        ([(0, D6)], "at least one"),
        ([(-1, D6)], "a weight must be a whole number of at least 0"),
        ([(True, D6)], "a weight must be"),
        ([(1, 6)], "a part must be a Distribution, got 6"),
    ],
)
def test_parts_that_do_not_mix(parts, sentence):
    with pytest.raises(ValueError, match=f"^mix: {sentence}"):
        Distribution.mix(parts)


def test_a_map_to_something_else():
    with pytest.raises(ValueError, match="^map: an outcome must be a whole number, got 0.5"):
        D6.map(lambda face: face / 2)


def test_bounds_the_wrong_way_round():
    with pytest.raises(ValueError, match="^clip: low must be at most high, got low 3 and high 2"):
        D6.clip(3, 2)


def test_the_constructor_checks_too():
    with pytest.raises(ValueError, match="^Distribution: a count must be"):
        Distribution(0, (1, -1))
    with pytest.raises(ValueError, match="^Distribution: at least one outcome"):
        Distribution(0, ())
    assert Distribution(0, (0, 2, 2)) == Distribution.of({1: 1, 2: 1})
