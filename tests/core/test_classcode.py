"""Class codes: a wrong digit never goes unseen; any separators; each pair once."""

from hypothesis import given
from hypothesis import strategies as st

from tohit.core.classcode import LETTERS, MOST_PAIRS, Tally, class_code, read_codes, total


@st.composite
def tallies(draw):
    throws = draw(st.integers(1, 9999))
    return Tally(draw(st.integers(1, MOST_PAIRS)), draw(st.integers(0, throws)), throws)


def test_the_code_of_the_paper():
    assert class_code(Tally(7, 13, 40)) == "PAIR 7 · 13/40 · K"


@given(tallies())
def test_a_code_is_read_back_with_any_separators(tally):
    code = class_code(tally)
    for text in (code, code.lower(), code.replace("·", "-"), f"x {code}, {code}\n", code.replace(" · ", " ; "), code.replace("PAIR ", "")):
        assert read_codes(text) == ((tally,), ())


@given(tallies(), st.integers(0, 10), st.integers(1, 9))
def test_one_wrong_digit_is_noticed(tally, place, more):
    code = class_code(tally)
    digits = [at for at, sign in enumerate(code) if sign.isdigit()]
    at = digits[place % len(digits)]
    wrong = code[:at] + str((int(code[at]) + more) % 10) + code[at + 1:]
    good, bad = read_codes(wrong)
    assert not good and len(bad) == 1


def test_each_pair_counts_once_and_the_last_good_code_stands():
    first, second, other = Tally(7, 13, 40), Tally(7, 20, 50), Tally(9, 1, 2)
    text = " ".join(map(class_code, (first, second, other)))
    assert read_codes(text) == ((second, other), ())
    assert total(read_codes(text)[0]) == (21, 52)
    assert len(set(LETTERS)) == len(LETTERS) == 23
