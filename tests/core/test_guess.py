"""Typed guesses: read exactly, with the tolerance that their form implies; or one sentence."""

from fractions import Fraction

import pytest

from tohit import NotationError
from tohit.core.guess import read_guess


@pytest.mark.parametrize(("typed", "value", "tolerance"), [
    ("2/3", Fraction(2, 3), 0), ("4/6", Fraction(2, 3), 0), (" 4 / 6 ", Fraction(2, 3), 0), ("2 in 3", Fraction(2, 3), 0),
    ("2 sur 3", Fraction(2, 3), 0), ("0.667", Fraction(667, 1000), Fraction(1, 2000)),
    ("0,667", Fraction(667, 1000), Fraction(1, 2000)), (".5", Fraction(1, 2), Fraction(1, 100)),
    ("66.7%", Fraction(667, 1000), Fraction(1, 2000)), ("66,7\u202f%", Fraction(667, 1000), Fraction(1, 2000)),
    ("66,7 %", Fraction(667, 1000), Fraction(1, 2000)), ("67%", Fraction(67, 100), Fraction(1, 200)),
    ("0", Fraction(0), 0), ("1", Fraction(1), 0), ("100%", Fraction(1), Fraction(1, 200)), ("0/5", Fraction(0), 0),
])
def test_a_chance_is_read(typed, value, tolerance):
    guess = read_guess(typed)
    assert (guess.value, guess.tolerance) == (value, tolerance)


@pytest.mark.parametrize("typed", [
    "", " ", "a", "2//3", "2/0", "7/6", "66", "150%", "-1/2", "1e-3", "0x1", ".", "%", "½", "1/2/3", "9" * 30, "٣/٤", "²/3", "nan",
])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_anything_else_gets_one_sentence(typed, lang):
    with pytest.raises(NotationError) as refused:
        read_guess(typed)
    sentence = refused.value.sentence(lang)
    assert ("allowed:" in sentence) if lang == "en" else ("possible\u00a0:" in sentence)


def test_a_number_may_be_above_one_and_has_no_percent():
    assert read_guess("6/5", None).value == Fraction(6, 5)
    assert read_guess("12", None).value == 12
    with pytest.raises(NotationError):
        read_guess("120%", None)


def test_the_stated_tolerance_decides():
    assert read_guess("0.667").meets(Fraction(2, 3)) and read_guess("66,7 %").meets(Fraction(2, 3))
    assert not read_guess("0.66").meets(Fraction(2, 3)) and not read_guess("0.7").meets(Fraction(2, 3))
    assert not read_guess("667/1000").meets(Fraction(2, 3))
