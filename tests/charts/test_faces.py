"""The faces of the first die: which succeed, and their sum."""

from fractions import Fraction

import numpy as np
import pytest

from tohit.charts import FaceChart

MARGIN = 1e-12


@pytest.fixture
def chart():
    shown = FaceChart()
    yield shown
    shown.close()


def bars(chart):
    return chart.figure.marks[0]


def test_constant_bars_stand_on_a_fixed_scale(chart, rolled):
    """D6 56: The most common picture is six bars of the same height."""
    chart.show([rolled(6, 5)], "en")
    hit, miss = bars(chart).y
    assert hit == pytest.approx([0, 0, 0, 0, 1 / 6, 1 / 6, 1 / 3], abs=MARGIN)
    assert miss == pytest.approx([1 / 6] * 4 + [0, 0, 2 / 3], abs=MARGIN)
    assert (chart.figure.scale_y.min, chart.figure.scale_y.max) == (0, 1)


@pytest.mark.parametrize(("least", "chance"), [(7, 0), (1, 1), (4, Fraction(1, 2))])
def test_no_face_and_every_face(chart, rolled, said, rows, least, chance):
    chart.show([rolled(6, least)], "en")
    assert bars(chart).y[0].sum() == pytest.approx(2 * chance, abs=MARGIN), "the faces and their sum"
    assert said(chart) == f"Needs {least}+. {7 - least} faces of 6 succeed: {int(chance * 100)}%."
    assert ["success", "", f"{chance * 6}/6", f"{int(chance * 100)}%"] in rows(chart)


def test_a_die_with_six_faces_becomes_one_with_twenty_and_back(chart, rolled, said):
    for die in (6, 20, 6):
        chart.show([rolled(die, die - 1)], "en")
        assert bars(chart).y.shape == (2, die + 1)
        assert bars(chart).x[:die].tolist() == list(range(1, die + 1))
        assert bars(chart).x[die] < chart.figure.scale_x.max
        assert said(chart) == f"Needs {die - 1}+. 2 faces of {die} succeed: {200 / die:.3g}%."
        labels = chart.figure.axes[1].tick_labels
        assert labels["0"] == f"0/{die}"
        assert labels["1"] == f"{die}/{die}"
        assert {float(key) for key in labels} == set(chart.figure.axes[1].tick_values.tolist())


def test_labels_are_sent_before_the_ticks_move(chart, rolled, messages):
    """bqplot redraws moved ticks a moment later, with the labels that it knew when they moved."""
    chart.show([rolled(6, 5)], "en")
    sent = messages(chart)
    chart.show([rolled(6, 5, (1, 2, 3, 4))], "en")
    axis = [traits for kind, traits in sent if kind == "Axis"]
    assert axis == [("tick_labels",), ("num_ticks",)], "the ticks stay where they are and are drawn again"
    sent.clear()
    chart.show([rolled(20, 5)], "en")
    axis = [traits for kind, traits in sent if kind in ("Axis", "LinearScale")]
    moved = ("num_ticks", "tick_values")
    assert axis == [("tick_labels",), ("max",), ("label", *moved), ("tick_labels",), moved]


def test_a_re_roll_counts_in_the_square_of_the_die(chart, rolled, rows, said):
    """Need 3+ with failed dice re-rolled is 8/9: 32 ways in 36."""
    chart.show([rolled(6, 3, (1, 2))], "en")
    assert said(chart) == "Needs 3+. 4 faces of 6 succeed; re-rolling 1–2 makes it 32 ways in 36: 88.9%."
    table = rows(chart)
    assert table[1] == ["1", "re-rolled, fails", "2/36", "5.6%"]
    assert table[3] == ["3", "succeeds", "8/36", "22.2%"]
    assert table[-2] == ["success", "", "32/36", "88.9%"]
    assert bars(chart).y.sum(axis=0) == pytest.approx([2 / 36] * 2 + [8 / 36] * 4 + [1], abs=MARGIN)


def test_the_table_is_exact_and_says_when_it_rounds(chart, rolled, rows):
    chart.show([rolled(6, 5)], "en")
    table = rows(chart)
    assert table[0] == ["Face", "Result", "Chance", "%"]
    assert table[5] == ["5", "succeeds", "1/6", "16.7%"]
    assert table[-1] == ["Total", "", "6/6", "100% (rounded)"]
    assert sum(Fraction(row[2]) for row in table[1:7]) == 1
    chart.show([rolled(20, 11)], "en")
    assert rows(chart)[-1] == ["Total", "", "20/20", "100%"], "5% is exact"


def test_french(chart, rolled, rows, said):
    chart.show([rolled(6, 6), rolled(6, 4)], "fr")
    assert said(chart) == "Il faut 6+. 1 face sur 6 réussit\u00a0: 16,7\u202f%. C’est le premier de 2 jets."
    assert rows(chart)[-1] == ["Total", "", "6/6", "100\u202f% (arrondi)"]
    assert "Les faces du dé" in chart.widget.children[0].value


def test_nothing_is_rolled(chart, rolled, said, rows):
    chart.show([rolled(6, 2)], "en")
    chart.show([], "en")
    assert said(chart) == "There is no roll here."
    assert not bars(chart).y.any()
    assert rows(chart) == [[]]
    chart.show([rolled(6, 2)], "en")
    assert np.count_nonzero(bars(chart).y[0]) == 6


def test_messages_carry_the_changed_marks_only(chart, rolled, messages):
    chart.show([rolled(6, 5)], "en")
    sent = messages(chart)
    chart.show([rolled(6, 5)], "en")
    assert sent == [], "the same values send nothing"
    chart.show([rolled(6, 4)], "en")
    assert sent == [("Bars", ("y",)), ("HTML", ("value",)), ("HTML", ("value",))]
    sent.clear()
    chart.show([rolled(20, 4)], "en")
    assert sent.count(("Bars", ("x", "y"))) == 1, "lengths change together"
    assert len(sent) == 8
