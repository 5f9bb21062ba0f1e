"""What each modifier is worth: signed, with the wasted part apart."""

from fractions import Fraction

import pytest

from tohit.charts import WorthChart

SIXTH = Fraction(1, 6)
MELEE = ("firing into melee", -1, 2 * SIXTH, 3 * SIXTH, 0)
ALLIES = ("allies", 2, 2 * SIXTH, SIXTH, 1)
USELESS = ("high ground", 3, Fraction(1), Fraction(1), 3)


@pytest.fixture
def chart():
    shown = WorthChart()
    yield shown
    shown.close()


def parts(chart, row):
    """Gain, its wasted part, loss, its wasted part."""
    return chart.figure.marks[0].y[:, row].tolist()


def labels(chart):
    return chart.figure.marks[1].text.tolist()


def test_a_penalty_goes_left_and_a_bonus_right_largest_first(chart):
    chart.show([("small", 1, Fraction(11, 20), Fraction(1, 2), 0), MELEE], "en")
    assert labels(chart) == ["firing into melee (−1): −16.7", "small (+1): +5"]
    assert parts(chart, 0) == pytest.approx([0, 0, -1 / 6, 0])
    assert parts(chart, 1) == pytest.approx([1 / 20, 0, 0, 0])


def test_the_wasted_part_is_paler_and_as_long_as_it_would_have_been(chart, said):
    chart.show([ALLIES], "en")
    assert parts(chart, 0) == pytest.approx([1 / 6, 1 / 6, 0, 0])
    assert said(chart) == "Most: allies (+2), +16.7 points. Wasted in whole or in part: allies."
    pale = chart.figure.marks[0].colors
    assert pale[1] == pale[3]
    assert pale[0] != pale[1] != pale[2]


def test_a_modifier_wasted_as_a_whole_is_measured_by_the_others_or_the_step(chart, said):
    chart.show([USELESS], "en")
    assert parts(chart, 0) == pytest.approx([0, 3 / 20, 0, 0])
    assert said(chart) == "None of them changes the chance here. Wasted in whole or in part: high ground."
    chart.show([USELESS], "en", step=SIXTH)
    assert parts(chart, 0) == pytest.approx([0, 1 / 2, 0, 0])
    chart.show([MELEE, USELESS], "en")
    assert parts(chart, 1) == pytest.approx([0, 1 / 2, 0, 0])


def test_the_scale_is_fixed_and_wider_only_for_what_needs_it(chart):
    scale = chart.figure.scale_x
    chart.show([MELEE], "en")
    assert (scale.min, scale.max) == (-0.5, 0.5)
    chart.show([("sure", 6, Fraction(1), Fraction(0), 0)], "en")
    assert (scale.min, scale.max) == (-1, 1)
    assert chart.figure.axes[0].tick_labels["-1"] == "−100"
    chart.show([MELEE], "en")
    assert (scale.min, scale.max) == (-0.5, 0.5)


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "No modifier counts here."), ("fr", "Aucun modificateur ne compte ici.")]
)
def test_nothing_counts(chart, said, rows, lang, sentence):
    chart.show([MELEE], lang)
    chart.show([], lang)
    assert said(chart) == sentence
    assert labels(chart) == []
    assert not chart.figure.marks[0].y.any()
    assert len(rows(chart)) == 1


def test_more_modifiers_than_rows_are_all_in_the_table(chart, said, rows):
    many = [(f"modifier {number}", -1, 2 * SIXTH, 3 * SIXTH, 0) for number in range(8)]
    chart.show(many, "en")
    assert len(labels(chart)) == 5
    assert said(chart).endswith("3 more are in the table.")
    assert len(rows(chart)) == 9


def test_the_table_is_exact(chart, rows):
    chart.show([MELEE, ALLIES], "en")
    assert rows(chart) == [
        ["Modifier", "Value", "With it", "Without it", "Points", "no effect"],
        ["firing into melee", "−1", "1/3 (33.3%)", "1/2 (50%)", "−16.7", ""],
        ["allies", "+2", "1/3 (33.3%)", "1/6 (16.7%)", "+16.7", "+1"],
    ]


def test_a_long_name_is_cut_in_the_figure_only(chart, rows):
    name = "W" * 40
    chart.show([(name, 1, SIXTH, Fraction(0), 0)], "en")
    assert labels(chart)[0].startswith("W" * 25 + "… (+1)")
    assert rows(chart)[1][0] == name


def test_messages_carry_the_changed_marks_only(chart, messages):
    chart.show([MELEE, ALLIES], "en")
    sent = messages(chart)
    chart.show([MELEE, ALLIES], "en")
    assert sent == [], "the same values send nothing"
    chart.show([(*MELEE[:2], SIXTH, 3 * SIXTH, 0), ALLIES], "en")
    assert sent == [("Bars", ("y",)), ("Label", ("text",)), ("HTML", ("value",)), ("HTML", ("value",))]
    sent.clear()
    chart.show([ALLIES], "en")
    assert ("Label", ("text", "x", "y")) in sent, "lengths change together"
