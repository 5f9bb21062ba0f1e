"""Damage after all attacks: exact, at least, and the window on long distributions."""

from fractions import Fraction

import pytest

from tohit.charts import DamageChart
from tohit.charts.outcomes import MOST_BARS
from tohit.core.distribution import Distribution


@pytest.fixture
def chart():
    shown = DamageChart()
    yield shown
    shown.close()


def hits(attacks: int, least: int = 5, damage: int = 1) -> Distribution:
    return Distribution.die(6).map(lambda face: damage * (face >= least)).times(attacks)


def marks(chart):
    bars, line = chart.figure.marks
    return bars, line


def test_bars_are_exact_chances_and_the_line_at_least(chart):
    damage = hits(10)
    chart.show(damage, "damage", 10, "en")
    bars, line = marks(chart)
    assert bars.y.tolist() == [float(damage.chance(value)) for value in range(11)]
    assert line.y.tolist() == [float(damage.at_least(value)) for value in range(11)]
    assert (chart.figure.scale_y.min, chart.figure.scale_y.max) == (0, 1)


def test_the_table_is_exact(chart, rows, said):
    damage = hits(10)
    chart.show(damage, "wounds", 10, "en")
    table = rows(chart)
    assert table[0] == ["wounds", "exactly", "%", "at least", "%"]
    for value, row in enumerate(table[1:12]):
        assert row[0] == str(value)
        assert Fraction(row[1]) == damage.chance(value)
        assert Fraction(row[3]) == damage.at_least(value)
    assert table[11][2] == "<0.1%"
    assert table[-1] == ["Total", "1", "100% (rounded)", "", ""]
    assert said(chart) == "After 10 attacks, average wounds: 3.33; at least 1 in 98.3% of cases."


def test_nearly_certain_is_not_100_percent(chart, rows):
    chart.show(hits(12, least=2), "damage", 12, "en")
    assert rows(chart)[2][4] == ">99.9%"
    assert rows(chart)[1][4] == "100%", "at least 0 is certain"


def test_exact_percents_are_not_called_rounded(chart, rows):
    chart.show(hits(1, least=4), "damage", 1, "en")
    assert rows(chart)[-1] == ["Total", "1", "100%", "", ""]


@pytest.mark.parametrize("damage", [0, 3])
def test_a_certain_outcome_is_a_bar_wide_enough_to_see(chart, damage):
    chart.show(Distribution.certain(damage), "damage", 1, "en")
    bars, line = marks(chart)
    assert bars.y.tolist() == [1, 0]
    assert line.y.tolist() == [1, 0]
    assert bars.x.tolist() == [damage, damage + 1]
    assert chart.figure.axes[0].tick_values.tolist() == [damage, damage + 1]


def test_all_bars_equal(chart):
    chart.show(Distribution.die(6), "damage", 1, "en")
    assert set(marks(chart)[0].y.tolist()) == {1 / 6}


def test_sixty_values_are_all_shown(chart, said):
    chart.show(hits(59), "damage", 59, "en")
    assert len(marks(chart)[0].x) == 60
    assert "Shown" not in said(chart)


@pytest.mark.parametrize("attacks", [60, 61, 100, 250, 999, 1000])
@pytest.mark.parametrize("damage", [1, 3])
def test_longer_ones_show_a_window_that_holds_all_but_one_in_10000(chart, said, rows, attacks, damage):
    shown = hits(attacks, damage=damage)
    chart.show(shown, "damage", attacks, "en")
    bars, line = marks(chart)
    assert len(bars.x) == len(bars.y) == len(line.x) == len(line.y) <= MOST_BARS
    assert 1 - bars.y.sum() <= 1 / 10_000
    assert "Shown: " in said(chart)
    first, last = (rows(chart)[row][0].split("–")[0] for row in (1, len(bars.x)))
    assert float(shown.at_least(int(first))) == line.y[0]
    assert float(shown.at_least(int(last))) == line.y[-1]
    assert rows(chart)[-2][0] == "other values"
    assert rows(chart)[-1][2] == "100% (rounded)"


def test_a_bar_of_several_values_says_so(chart, said, rows):
    damage = hits(1000)
    chart.show(damage, "damage", 1000, "en")
    assert "Each bar adds up 5 values." in said(chart)
    row = rows(chart)[20]
    low, high = map(int, row[0].split("–"))
    assert high - low == 4
    assert marks(chart)[0].y[19] == pytest.approx(
        float(sum(damage.chance(at) for at in range(low, high + 1)))
    )
    assert row[1].startswith("≈ 0.0"), "a fraction of 478 digits is not printed"


def test_two_hundred_bars_become_two(chart, messages):
    chart.show(Distribution.die(200), "damage", 1, "en")
    sent = messages(chart)
    chart.show(hits(1, least=4), "damage", 1, "en")
    bars, line = marks(chart)
    assert bars.x.tolist() == line.x.tolist() == [0, 1]
    assert bars.y.tolist() == [0.5, 0.5]
    assert chart.figure.scale_x.max == 1.5
    assert sent.count(("Bars", ("x", "y"))) == 1, "x and y travel together"
    assert sent.count(("Lines", ("x", "y"))) == 1


def test_ticks_show_their_own_values_and_move_in_one_message(chart, messages):
    chart.show(hits(4), "damage", 4, "en")
    sent = messages(chart)
    chart.show(hits(30), "damage", 30, "en")
    axis = chart.figure.axes[0]
    assert axis.tick_values.tolist() == [0, 5, 10, 15, 20, 25, 30]
    assert (axis.tick_labels, axis.tick_format) == ({}, "d")
    assert [traits for kind, traits in sent if kind == "Axis"] == [("tick_values",)]


def test_messages_carry_the_changed_marks_only(chart, messages):
    chart.show(hits(10), "damage", 10, "en")
    sent = messages(chart)
    chart.show(hits(10), "damage", 10, "en")
    assert sent == [], "the same values send nothing"
    chart.show(hits(10, least=4), "damage", 10, "en")
    assert sent == [("Bars", ("y",)), ("Lines", ("y",)), ("HTML", ("value",)), ("HTML", ("value",))]


def test_french(chart, rows, said):
    chart.show(hits(1), "blessures", 1, "fr")
    assert (
        said(chart)
        == "Après 1 attaque, blessures en moyenne\u00a0: 0,33\u202f; au moins 1 dans 33,3\u202f% des cas."
    )
    assert rows(chart)[0] == ["blessures", "exactement", "%", "au moins", "%"]
    assert chart.figure.axes[1].tick_labels["0.5"] == "50\u202f%"
    assert "Dégâts de toutes les attaques, en blessures" in chart.widget.children[0].value
