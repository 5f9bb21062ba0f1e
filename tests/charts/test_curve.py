"""The chance by distance: steps, bands, and the present place."""

from decimal import Decimal
from fractions import Fraction

import pytest

from tohit.charts import DistanceChart

BANDS = [
    {"from": 1, "to": 5, "label": "0"},
    {"from": 6, "to": 11, "label": "−1"},
    {"from": 12, "to": 17, "label": "−2"},
]
DISTANCES = list(range(1, 15))
CHANCES = [Fraction(4 - at // 6, 6) for at in DISTANCES]
ALLOWED = [at < 13 for at in DISTANCES]


@pytest.fixture
def chart():
    shown = DistanceChart()
    yield shown
    shown.close()


def marks(chart):
    return dict(zip(("shade", "blocked", "curve", "names", "here"), chart.figure.marks, strict=True))


def show(chart, here=5, lang="en", **changed):
    values = {"distances": DISTANCES, "chances": CHANCES, "allowed": ALLOWED, "here": here, "bands": BANDS}
    chart.show(**{**values, "unit": {"en": "squares", "fr": "cases"}[lang], "lang": lang, **changed})


def test_you_are_here_between_two_distances(chart, said):
    """5.39 squares, past the band's edge at 5: a step of its own, so that the dot lies on the curve."""
    show(chart, here=Decimal("5.39"), now=(Fraction(1, 2), True))
    here, curve = marks(chart)["here"], marks(chart)["curve"]
    assert (here.x.tolist(), here.y.tolist()) == ([5.39, 5.39], [0, 0.5])
    at = max(index for index, edge in enumerate(curve.x) if edge <= 5.39)
    assert curve.y[at] == 0.5
    assert curve.x[at + 1] - curve.x[at] == pytest.approx(0.5)
    assert said(chart) == "At 5.39 squares: 1/2, 50%."
    show(chart, here=Decimal("5.39"), now=(Fraction(1, 2), True), lang="fr")
    assert "5,39 cases" in said(chart)
    show(chart, here=Decimal("12.5"), now=(Fraction(0), False))
    assert marks(chart)["here"].y.tolist() == [0, 0]
    assert said(chart) == "At 12.5 squares the attack is not allowed."
    show(chart, here=Decimal("0.5"), now=(Fraction(1), True))
    assert marks(chart)["here"].x.size == 0


def test_every_distance_is_a_step_of_its_own_width(chart):
    show(chart)
    curve = marks(chart)["curve"]
    assert curve.x.tolist() == [at - 0.5 for at in (*DISTANCES, 15)]
    assert curve.y.tolist() == [float(chance) for chance in CHANCES[:12]] + [0, 0, 0]
    assert curve.interpolation == "step-after"
    assert (chart.figure.scale_x.min, chart.figure.scale_x.max) == (0.5, 14.5)
    assert (chart.figure.scale_y.min, chart.figure.scale_y.max) == (0, 1)


def test_where_the_attack_is_not_allowed_is_marked_and_zero(chart, rows):
    show(chart)
    assert marks(chart)["blocked"].y.tolist() == [0] * 12 + [1, 1, 1]
    assert rows(chart)[-1] == ["13–14", "−2", "not allowed", ""]
    show(chart, allowed=[True] * 14)
    assert marks(chart)["blocked"].y.size == 0
    assert not any("not allowed" in row for row in rows(chart))


def test_you_are_here(chart, said):
    show(chart, here=6)
    here = marks(chart)["here"]
    assert (here.x.tolist(), here.y.tolist()) == ([6, 6], [0, 0.5])
    assert said(chart) == "At 6 squares: 1/2, 50%."
    show(chart, here=13)
    assert marks(chart)["here"].y.tolist() == [0, 0]
    assert said(chart) == "At 13 squares the attack is not allowed."
    show(chart, here=None)
    assert marks(chart)["here"].x.size == marks(chart)["here"].y.size == 0
    assert said(chart) == "From 1 to 14 squares: between 33.3% and 66.7%."
    show(chart, here=99)
    assert marks(chart)["here"].x.size == 0, "a place that is not on the chart"


def test_bands_are_shaded_by_turns_and_cut_at_the_ends(chart):
    show(chart)
    shade, names = marks(chart)["shade"], marks(chart)["names"]
    assert shade.x.tolist() == [0.5, 5.5, 5.5, 11.5, 11.5, 14.5]
    assert shade.y.tolist() == [0, 0, 1, 0, 0, 0]
    assert names.text.tolist() == ["0", "−1", "−2"]
    assert names.x.tolist() == [3, 8.5, 13]


def test_a_name_that_has_no_room_is_left_to_the_table(chart, rows):
    bands = [{"from": 1, "to": 1, "label": "point blank"}, {"from": 2, "to": 14, "label": "far"}]
    show(chart, bands=bands)
    assert marks(chart)["names"].text.tolist() == ["far"]
    assert rows(chart)[1][1] == "point blank"


def test_the_table_is_exact_and_joins_equal_distances(chart, rows):
    show(chart)
    assert rows(chart)[:4] == [
        ["Distance (squares)", "Band", "Chance", "%"],
        ["1–5", "0", "2/3", "66.7%"],
        ["6–11", "−1", "1/2", "50%"],
        ["12", "−2", "1/3", "33.3%"],
    ]


def test_all_chances_equal_and_a_single_distance(chart, said):
    show(chart, chances=[Fraction(1, 2)] * 14)
    assert set(marks(chart)["curve"].y[:12].tolist()) == {0.5}
    show(chart, distances=[3], chances=[Fraction(9_999, 10_000)], allowed=[True], here=3)
    assert marks(chart)["curve"].x.tolist() == [2.5, 3.5]
    assert said(chart) == "At 3 squares: 9999/10000, >99.9%."
    show(chart, here=1)
    assert said(chart) == "At distance 1 (squares): 2/3, 66.7%."


def test_nothing_to_compare(chart, said):
    show(chart)
    show(chart, distances=[], chances=[], allowed=[], here=None, bands=[])
    assert said(chart) == "There is no distance to compare."
    assert [mark.x.size for mark in chart.figure.marks] == [0] * 5


def test_two_hundred_distances_become_two(chart, messages):
    many = list(range(1, 201))
    show(chart, distances=many, chances=[Fraction(1, at) for at in many], allowed=[True] * 200)
    sent = messages(chart)
    show(chart, distances=[1, 2], chances=[Fraction(1), Fraction(1, 2)], allowed=[True, True], here=1)
    assert marks(chart)["curve"].x.tolist() == [0.5, 1.5, 2.5]
    assert sent.count(("Lines", ("x", "y"))) == 3, "curve, bands and stem, each in one message"
    assert ("Lines", ("x",)) not in sent


def test_the_title_with_its_disclosure_changes_with_the_language_only(chart):
    show(chart)
    header = chart.widget.children[0].value
    show(chart, allowed=[True] * 14, here=None, bands=[])
    assert chart.widget.children[0].value == header


def test_messages_carry_the_changed_marks_only(chart, messages):
    show(chart, here=5)
    sent = messages(chart)
    show(chart, here=5)
    assert sent == [], "the same values send nothing"
    show(chart, here=6)
    assert sent == [("Lines", ("x", "y")), ("HTML", ("value",))]
    sent.clear()
    show(chart, here=6, chances=[chance / 2 for chance in CHANCES])
    assert sent == [("Lines", ("y",)), ("Lines", ("y",)), ("HTML", ("value",)), ("HTML", ("value",))]


def test_french(chart, rows, said):
    show(chart, lang="fr")
    assert said(chart) == "À 5 cases\u00a0: 2/3, 66,7\u202f%."
    assert rows(chart)[0] == ["Distance (cases)", "Tranche", "Probabilité", "%"]
