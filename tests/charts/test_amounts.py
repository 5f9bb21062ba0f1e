"""Numbers as text: rounded half up from the exact fraction, never 0% or 100% unless exact."""

from fractions import Fraction

import pytest

from tohit.charts.amounts import fraction, is_long, is_rounded, mean, percent, points, runs
from tohit.words import LANGUAGES, words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_percent_agrees_with_the_words_for_every_small_fraction(lang):
    for total in (1, 2, 3, 6, 7, 20, 36, 400, 999, 1000, 1001, 2000, 46656):
        for ways in {*range(min(total, 60) + 1), total // 2, *range(max(total - 60, 0), total + 1)}:
            assert percent(ways, total, lang) == words(lang).percent(Fraction(ways, total))


def test_percent_near_the_ends_and_half_way():
    assert percent(1, 10_000, "en") == "<0.1%"
    assert percent(9_999, 10_000, "en") == ">99.9%"
    assert percent(0, 7, "en") == "0%"
    assert percent(7, 7, "fr") == "100\u202f%"
    assert percent(1, 32, "en") == "3.1%"
    assert percent(25, 2000, "en") == "1.3%", "1.25% is rounded up"
    assert percent(1, 6, "fr") == "16,7\u202f%"


def test_percent_of_numbers_too_large_for_floats():
    total = 6**1000
    assert percent(total // 3, total, "en") == "33.3%"
    assert percent(1, total, "en") == "<0.1%"
    assert percent(total - 1, total, "en") == ">99.9%"


def test_fractions_are_exact_and_in_lowest_terms():
    assert fraction(2, 6, "en") == "1/3"
    assert fraction(0, 6, "en") == "0"
    assert fraction(6, 6, "en") == "1"
    assert fraction(9765625, 6**10, "en") == "9765625/60466176"
    assert fraction(2**99, 2**100, "en") == "1/2"


def test_a_fraction_too_long_to_print_is_marked():
    assert fraction(1, 3**40, "en") == "≈ 0.000000"
    assert fraction(5**100, 6**100, "fr") == "≈ 0,000000"
    assert fraction(3**40 // 2, 3**40, "fr") == "≈ 0,500000"
    assert not is_long(6**100, 6**100)


def test_rounded_means_that_one_decimal_is_not_enough():
    assert is_rounded(1, 6)
    assert not is_rounded(1, 8)
    assert is_rounded(1, 16)


@pytest.mark.parametrize(
    ("change", "english", "french"),
    [
        (Fraction(1, 6), "+16.7", "+16,7"),
        (Fraction(-1, 6), "−16.7", "−16,7"),
        (Fraction(0), "0", "0"),
        (Fraction(1, 2), "+50", "+50"),
        (Fraction(1, 5000), "+<0.1", "+<0,1"),
        (Fraction(-1, 1), "−100", "−100"),
    ],
)
def test_points_have_a_sign(change, english, french):
    assert points(change, "en") == english
    assert points(change, "fr") == french


def test_mean_has_at_most_two_decimals():
    assert mean(Fraction(10, 3), "en") == "3.33"
    assert mean(Fraction(5, 2), "fr") == "2,5"
    assert mean(Fraction(1, 8), "en") == "0.13"
    assert mean(Fraction(7), "en") == "7"


def test_runs_draw_neighbours_together():
    assert runs([]) == ""
    assert runs([6]) == "6"
    assert runs([1, 2]) == "1–2"
    assert runs([4, 1, 2, 3, 6]) == "1–4, 6"
