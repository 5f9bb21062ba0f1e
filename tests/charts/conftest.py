"""What the tests of all charts need: a comm that records, stages, and the table read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import unescape

import pytest
from ipywidgets import Widget

from tohit.charts.chart import Chart
from tohit.core.resolution import Stage


@pytest.fixture
def rolled() -> Callable[..., Stage]:
    """A stage from die and least face: ``rolled(6, 5)``, ``rolled(6, 3, (1, 2))``."""

    def make(die: int, least: int, rerolled: tuple[int, ...] = ()) -> Stage:
        faces = tuple(range(least, die + 1))
        once = Fraction(len(faces), die)
        return Stage("to-hit", die, f"{least}+", faces, once + Fraction(len(rerolled), die) * once, rerolled)

    return make


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Callable[[Chart], list[tuple[str, tuple[str, ...]]]]:
    """Record what a chart sends from now on: ``sent = messages(chart)``, pairs of class and traits."""

    def record(chart: Chart) -> list[tuple[str, tuple[str, ...]]]:
        sent: list[tuple[str, tuple[str, ...]]] = []

        def listen(widget: Widget) -> None:
            def publish(*_: object, data: dict, **__: object) -> None:
                if data.get("method") == "update":
                    sent.append((type(widget).__name__, tuple(sorted(data["state"]))))

            monkeypatch.setattr(widget.comm, "publish_msg", publish)

        for widget in every_widget(chart.widget):
            listen(widget)
        return sent

    return record


@pytest.fixture
def every() -> Callable[[Chart], list[Widget]]:
    """All widgets that a chart consists of."""
    return lambda chart: list(every_widget(chart.widget))


@pytest.fixture
def rows() -> Callable[[Chart], list[list[str]]]:
    """The cells of a chart's table, row by row, with head and foot."""
    return lambda chart: [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", text(chart))
    ]


@pytest.fixture
def said() -> Callable[[Chart], str]:
    """The sentence of a chart."""
    return lambda chart: unescape(re.search(r'tohit-chart-said"[^>]*>(.*?)</p>', text(chart))[1])


def text(chart: Chart) -> str:
    return chart.text.value + chart.numbers.value


def every_widget(root: Widget) -> Iterator[Widget]:
    waiting, seen = [root], set()
    while waiting:
        widget = waiting.pop()
        if widget.model_id in seen:
            continue
        seen.add(widget.model_id)
        yield widget
        for name in widget.keys:
            value = getattr(widget, name)
            inner = list(value.values()) if isinstance(value, dict) else value
            inner = inner if isinstance(inner, list | tuple) else [inner]
            waiting += [item for item in inner if isinstance(item, Widget)]
