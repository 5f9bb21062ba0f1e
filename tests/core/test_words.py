"""Texts for people: plurals, numbers, percentages, fields that are phrases themselves."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tohit.words import LANGUAGES, Phrase, Words, pick_language, words

EN = Words("en", {"hit": "{who} hits", "n": {"count": "n", "one": "{n} square", "other": "{n} squares"}})
FR = Words("fr", {"hit": "{who} touche", "n": {"count": "n", "one": "{n} case", "other": "{n} cases"}})


@pytest.mark.parametrize(("chance", "places", "english", "french"), [
    (0, 1, "0%", "0\u202f%"), (1, 1, "100%", "100\u202f%"), (Fraction(1, 2), 1, "50%", "50\u202f%"),
    (Fraction(1, 3), 1, "33.3%", "33,3\u202f%"), (Fraction(1, 8), 0, "13%", "13\u202f%"), (Fraction(3, 8), 0, "38%", "38\u202f%"),
    (Fraction(1, 32), 2, "3.13%", "3,13\u202f%"), (Fraction(1, 10_000), 1, "<0.1%", "<0,1\u202f%"),
    (Fraction(9999, 10_000), 1, ">99.9%", ">99,9\u202f%"), (Fraction(1, 1000), 1, "0.1%", "0,1\u202f%"),
    (Fraction(999, 1000), 1, "99.9%", "99,9\u202f%"), (Fraction(1, 10**400), 1, "<0.1%", "<0,1\u202f%"),
    (Fraction(1, 200), 0, "<1%", "<1\u202f%"), (Fraction(199, 200), 0, ">99%", ">99\u202f%"), (Fraction(1, 16), 1, "6.3%", "6,3\u202f%"),
])
def test_percentages(chance: Any, places: int, english: str, french: str) -> None:
    """D2 23 and 25: half up from the fraction; 0% and 100% only when exactly so."""
    assert words("en").percent(Fraction(chance), places) == english
    assert words("fr").percent(Fraction(chance), places) == french


@given(chance=st.fractions(0, 1), places=st.integers(0, 3))
@settings(max_examples=200, derandomize=True)
def test_a_percentage_is_within_half_a_step(chance: Fraction, places: int) -> None:
    shown = words("en").percent(chance, places)
    number = Fraction(shown.strip("<>%"))
    assert (shown == "0%") == (chance == 0) and (shown == "100%") == (chance == 1)
    if shown[0] in "<>":
        assert (chance * 100 < number) if shown[0] == "<" else (chance * 100 > number)
    else:
        assert abs(chance * 100 - number) <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize(("n", "english", "french"), [
    (0, "0 squares", "0 case"), (1, "1 square", "1 case"), (2, "2 squares", "2 cases"), (-1, "−1 square", "−1 case"),
    (Decimal("1.5"), "1.5 squares", "1,5 case"), (Decimal("25.46"), "25.46 squares", "25,46 cases"),
])
def test_plurals(n: Any, english: str, french: str) -> None:
    assert (EN("n", n=n), FR("n", n=n)) == (english, french)


def test_numbers_and_signs() -> None:
    assert [EN.signed(value) for value in (2, 0, -2)] == ["+2", "0", "−2"]
    assert (EN.number(33.3), FR.number(33.3), FR.number(-4)) == ("33.3", "33,3", "−4")
    assert [words("fr").need(need) for need in ("4+", "13-", "never", "always")] == ["4+", "13 ou moins", "jamais", "toujours"]


def test_phrases_are_said_when_the_language_is_known() -> None:
    phrase = Phrase("hit", who=Phrase("n", n=2))
    assert (EN.show(phrase), FR.show(phrase)) == ("2 squares hits", "2 cases touche")
    assert EN.show(("a", Phrase("n", n=1), 3)) == "a, 1 square, 3"
    assert EN.show(True) is True
    assert phrase == Phrase("hit", who=Phrase("n", n=2)) and hash(phrase) == hash(Phrase("hit", who=Phrase("n", n=2)))
    assert phrase != Phrase("hit", who="x")


def test_braces_and_markup_in_a_name_stay_as_they_are() -> None:
    name = "{who} {0} <script> %s"
    assert EN("hit", who=name) == f"{name} hits"


def test_a_missing_key_or_field_is_an_error() -> None:
    with pytest.raises(KeyError):
        EN("nothing")
    with pytest.raises(KeyError):
        EN("hit")


def test_extending_adds_and_does_not_change() -> None:
    more = EN.extended({"own.text": "mine"})
    assert more("own.text") == "mine" and "own.text" not in EN and "hit" in more
    assert set(EN.starting("h")) == {"hit"}


@pytest.mark.parametrize(("accepted", "language"), [
    ("", "en"), ("fr", "fr"), ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de-DE,de;q=0.9,fr;q=0.5", "fr"), ("EN_gb.UTF-8", "en"), ("fr_FR.UTF-8", "fr"),
    ("zz", "en"), (",,;q=", "en"),
])
def test_the_reader_s_language(accepted: str, language: str) -> None:
    assert pick_language(accepted) == language


def test_only_known_languages() -> None:
    assert LANGUAGES == ("en", "fr")
    with pytest.raises(ValueError, match="'de' is not known; allowed: en, fr"):
        words("de")


def test_a_name_never_turns_the_rest_of_a_sentence_round() -> None:
    assert EN("hit", who="\u202eevil\u2069") == "evil hits"
    assert EN("hit", who="العربية 👨‍👩‍👧") == "العربية 👨‍👩‍👧 hits"
