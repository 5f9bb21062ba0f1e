"""What all charts share: the text around the figure, the theme, cost, and letting go."""

import json
import re
import statistics
import time
from fractions import Fraction
from pathlib import Path

import bqplot
import pytest
from ipywidgets import Widget

import tohit.charts
from tohit.charts import CSS, DamageChart, DistanceChart, FaceChart, WorthChart, style
from tohit.charts.chart import nice_step
from tohit.charts.table import table
from tohit.core.distribution import Distribution
from tohit.core.resolution import Stage
from tohit.words import LANGUAGES, words

FOLDER = Path(tohit.charts.__file__).parent
CHARTS = (FaceChart, DamageChart, DistanceChart, WorthChart)
HIT = {least: Distribution.die(6).map(lambda face, least=least: face >= least) for least in range(2, 7)}


def damage_calls():
    return [(HIT[least].times(59), "damage", 59, "en") for least in HIT]


def distance_calls():
    distances = list(range(1, 61))
    bands = [{"from": at, "to": at + 5, "label": f"−{at // 6}"} for at in range(1, 60, 6)]
    return [
        (distances, [Fraction(at, 60 + least) for at in distances], [True] * 60, 5, bands, "squares", "en")
        for least in HIT
    ]


def worth_calls():
    return [
        (
            [(f"modifier {row}", -2, Fraction(4 + least, 20), Fraction(1, 2), row % 2) for row in range(5)],
            "en",
        )
        for least in HIT
    ]


@pytest.mark.parametrize("chart_class", CHARTS)
def test_a_chart_is_one_widget_of_title_figure_and_text(chart_class):
    chart = chart_class()
    header, figure, text, numbers = chart.widget.children
    assert "<h3" in header.value
    assert "<details" in header.value
    assert figure is chart.figure
    assert isinstance(figure, bqplot.Figure)
    assert figure.animation_duration == 0
    assert "tohit-chart-said" in text.value and "<table" in numbers.value
    assert "tohit-chart" in chart.widget._dom_classes


@pytest.mark.parametrize("chart_class", CHARTS)
def test_marks_send_nothing_back_and_scales_have_no_padding(chart_class):
    figure = chart_class().figure
    for mark in figure.marks:
        assert mark.interactions == {}
        assert not mark.enable_hover
    for axis in figure.axes:
        assert not axis.scale.allow_padding
        assert (axis.scale.min, axis.scale.max) != (None, None)
    assert figure.axes[1].side == "left"


@pytest.mark.parametrize("chart_class", CHARTS)
def test_close_leaves_no_widget_behind(chart_class, every):
    chart = chart_class()
    widgets = every(chart)
    chart.close()
    assert [type(widget).__name__ for widget in widgets if widget.comm is not None] == []


def test_showing_never_makes_a_widget(rolled, every):
    chart = FaceChart()
    before = [widget.model_id for widget in every(chart)]
    for die in (6, 20, 6):
        chart.show([rolled(die, 3)], "fr")
    assert [widget.model_id for widget in every(chart)] == before


def test_what_could_not_be_shown_is_tried_again(monkeypatch, rolled):
    chart = FaceChart()
    with monkeypatch.context() as broken:
        broken.setattr(chart, "_draw", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            chart.show([rolled(6, 2)], "en")
    chart.show([rolled(6, 2)], "en")
    assert chart.figure.marks[0].y[0, 1] == 1 / 6


def test_every_text_is_shown_as_text():
    evil = "<script>alert(1)</script>&"
    worth, distance, damage, faces = WorthChart(), DistanceChart(), DamageChart(), FaceChart()
    worth.show([(evil, 1, Fraction(1), Fraction(1, 2), 1)], "en")
    distance.show([1], [Fraction(1)], [True], 1, [{"from": 1, "to": 1, "label": evil}], evil, "en")
    damage.show(Distribution.die(6), evil, 1, "en")
    faces.show([Stage("to-hit", 6, evil, (6,), Fraction(1, 6))], "en")
    for chart in (worth, distance, damage, faces):
        header, _, text, numbers = chart.widget.children
        assert "<script" not in header.value + text.value + numbers.value
        assert "&lt;script&gt;" in header.value + text.value + numbers.value


def test_the_disclosure_stays_open_while_the_numbers_change(messages):
    """It stands in the header, which only a new language or unit rewrites."""
    chart = DamageChart()
    first, second = damage_calls()[:2]
    chart.show(*first)
    header = chart.widget.children[0]
    before = header.value
    chart.show(*second)
    assert header.value == before
    assert "<details" not in chart.text.value + chart.numbers.value


def test_french_text_is_marked_as_french():
    chart = WorthChart()
    chart.show([], "fr")
    header, _, text, numbers = chart.widget.children
    assert '<h3 lang="fr"' in header.value
    assert 'lang="fr"' in text.value and 'lang="fr"' in numbers.value


def test_words_are_there_in_every_language():
    files = [
        json.loads((FOLDER.parent / "words" / lang / "charts.json").read_text("utf-8")) for lang in LANGUAGES
    ]
    assert all(list(file) == list(files[0]) for file in files)
    used = set(
        re.findall(r'"(charts\.[a-z_.]+[a-z])"', "".join(p.read_text("utf-8") for p in FOLDER.glob("*.py")))
    )
    for lang in LANGUAGES:
        assert used <= set(words(lang))


def test_the_object_api_of_bqplot_only():
    for path in FOLDER.glob("*.py"):
        assert "pyplot" not in path.read_text("utf-8")


def test_css_wins_over_bqplot_and_covers_both_themes():
    assert '[data-jp-theme-light="false"] .tohit-chart' in CSS
    assert "prefers-color-scheme: dark" in CSS
    assert CSS.count("{") == CSS.count("}")
    assert style().value.startswith(f"<style>{CSS}") and ":has(" not in CSS
    assert set(re.findall(r"var\((--chart-[a-z]+)", CSS)) <= set(re.findall(r"(--chart-[a-z]+):", CSS))


def test_colours_of_marks_are_variables_with_something_to_fall_back_on():
    for chart_class in CHARTS:
        for mark in chart_class().figure.marks:
            assert all(re.fullmatch(r"var\(--chart-[a-z]+, #[0-9a-f]{6}\)", colour) for colour in mark.colors)


def test_nice_steps():
    assert [nice_step(span, 6) for span in (0, 1, 6, 7, 12, 30, 59, 240)] == [1, 1, 1, 2, 2, 5, 10, 50]


@pytest.mark.parametrize("chart_class", [DamageChart, DistanceChart])
def test_percents_are_keyed_as_javascript_writes_numbers(chart_class):
    axis = chart_class().figure.axes[1]
    assert axis.tick_labels == {"0": "0%", "0.25": "", "0.5": "50%", "0.75": "", "1": "100%"}
    assert axis.tick_values.tolist() == [0, 0.25, 0.5, 0.75, 1]


def test_a_table_has_names_for_rows_columns_and_region():
    shown = table("Cap & tion", ["a", "b"], [["1", "<2>"]], [["sum", "3"]], "note")
    assert 'role="region" tabindex="0" aria-label="Cap &amp; tion"' in shown
    assert "<caption>Cap &amp; tion</caption>" in shown
    assert '<th scope="col">a</th>' in shown
    assert '<tr><th scope="row">1</th><td>&lt;2&gt;</td></tr>' in shown
    assert "<tfoot>" in shown


@pytest.mark.parametrize(
    ("chart_class", "calls", "most"),
    [(DamageChart, damage_calls, 4), (DistanceChart, distance_calls, 4), (WorthChart, worth_calls, 4)],
)
def test_one_more_answer_costs_few_messages_and_little_time(chart_class, calls, most, messages):
    """Measured: 0.3 to 0.7 ms."""
    chart, todo = chart_class(), calls()
    for call in todo:
        chart.show(*call)
    sent = messages(chart)
    times = []
    for call in todo * 6:
        sent.clear()
        start = time.perf_counter()
        chart.show(*call)
        times.append(time.perf_counter() - start)
        assert len(sent) <= most
    assert statistics.quantiles(times, n=4)[0] < 0.0015, (
        "the quickest quarter, because the machine may be busy"
    )


def test_widgets_of_a_chart_are_few(every):
    for chart_class in CHARTS:
        assert len(every(chart_class())) <= 20
    assert isinstance(style(), Widget)


def test_a_table_may_wait_and_is_then_made_once_for_the_newest_answer(monkeypatch, rows, said):
    chart = FaceChart()
    chart.is_unhurried = True
    before, made = chart.numbers.value, []
    monkeypatch.setattr("tohit.charts.faces._numbers", lambda *given: made.append(given) or "newest")
    for need in (4, 5):
        chart.show([Stage("to-hit", 6, f"{need}+", tuple(range(need, 7)), Fraction(7 - need, 6))], "en")
    assert "2 faces of 6" in said(chart) and chart.numbers.value == before and made == []
    chart.tell_numbers()
    chart.tell_numbers()
    assert "newest" in chart.numbers.value and len(made) == 1
    chart.fail("This part could not be brought up to date.")
    chart.tell_numbers()
    assert chart.numbers.value == ""


def test_a_chart_that_fails_says_so_in_its_place_until_it_can_show_again():
    chart = FaceChart()
    stages = [Stage("to-hit", 6, "5+", (5, 6), Fraction(1, 3))]
    chart.show(stages, "en")
    chart.fail("This part could not be brought up to date.")
    assert "could not be brought up to date" in chart.text.value
    assert "tohit-chart-failed" in chart.widget._dom_classes
    chart.show(stages, "en")
    assert "could not" not in chart.text.value
    assert "tohit-chart-failed" not in chart.widget._dom_classes
