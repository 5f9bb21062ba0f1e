"""The chance by one number or choice: steps, refused values, the present one, the wanted chance."""

from fractions import Fraction

import pytest

from tohit.charts import SpreadChart

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.fixture
def chart():
    shown = SpreadChart()
    yield shown
    shown.close()


def marks(chart):
    return dict(zip(("blocked", "curve", "wanted", "here"), chart.figure.marks, strict=True))


def show(chart, **changed):
    values = {"name": "Defence Value", "heads": ["2", "4", "6", "8"], "places": [2, 4, 6, 8], "chances": [HALF, THIRD, None, Fraction(0)],
              "here": 1, "wanted": HALF, "lang": "en"}
    chart.show(**{**values, **changed})


def test_every_value_is_a_step_and_a_refused_one_is_grey(chart):
    show(chart)
    assert marks(chart)["curve"].x.tolist() == [1, 3, 5, 7, 9]
    assert marks(chart)["curve"].y.tolist() == [0.5, float(THIRD), 0, 0, 0]
    assert marks(chart)["blocked"].y.tolist() == [0, 0, 1, 0, 0]
    assert (chart.figure.scale_x.min, chart.figure.scale_x.max) == (1, 9)


def test_you_are_here_and_what_is_wanted(chart, said):
    show(chart)
    here, wanted = marks(chart)["here"], marks(chart)["wanted"]
    assert (here.x.tolist(), here.y.tolist()) == ([4, 4], [0, float(THIRD)])
    assert (wanted.x.tolist(), wanted.y.tolist()) == ([1, 9], [0.5, 0.5])
    assert said(chart) == "Now, Defence Value 4: 1/3, 33.3%."
    show(chart, here=2)
    assert said(chart) == "Now, Defence Value 6: the attack is not allowed."
    show(chart, here=None, lang="fr")
    assert marks(chart)["here"].x.size == 0 and "valeur présente" in said(chart)


def test_every_value_has_a_row_in_the_table(chart):
    show(chart)
    assert chart.numbers.value.count('<th scope="row">') == 4
    assert "<td>1/3</td><td>33.3%</td>" in chart.numbers.value and "<td>not allowed</td>" in chart.numbers.value


def test_choices_have_names_that_do_not_overlap(chart):
    axis = chart.figure.axes[0]
    show(chart, heads=["north", "east", "at 45 degrees from south", "west"], places=[0, 1, 2, 3])
    assert axis.tick_labels == {"0": "north", "1": "east", "2": "at 45 de\u2026", "3": "west"}
    show(chart)
    assert axis.tick_labels == {"2": "2", "4": "4", "6": "6", "8": "8"}
    many = list(range(-50, 51))
    show(chart, heads=[str(n).replace("-", "\u2212") for n in many], places=many, chances=[HALF] * 101, here=None)
    assert list(axis.tick_labels.values()) == ["\u221240", "\u221220", "0", "20", "40"]


def test_one_value_and_none_are_drawn(chart, said):
    show(chart, heads=["yes"], places=[0], chances=[HALF], here=0)
    assert marks(chart)["curve"].x.tolist() == [-0.5, 0.5]
    show(chart, heads=[], places=[], chances=[], here=None)
    assert marks(chart)["curve"].x.size == 0 and said(chart) == "There is nothing to go over."
