"""What every chart is made of: a title with its key, a figure, one sentence, and a table behind a disclosure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

import numpy as np
from bqplot import Axis, Figure, LinearScale
from bqplot.marks import Mark
from ipywidgets import HTML, Layout, VBox, Widget

from tohit.charts.amounts import percent
from tohit.words import words

__all__ = ["Chart", "assign", "nice_step", "scale", "set_ticks", "show_percents"]

HEIGHT = "210px"
FILES = ("png", "svg", "csv")
_ENOUGH = 1000  # more ticks than any axis has: what bqplot may show at most


class Chart:
    """A figure made once, with everything a reader needs who can't see it.

    A chart never rebuilds: ``show`` assigns what changed, and showing the same values again sends nothing.

    Attributes:
        widget: The one widget to put on a page.
        figure: The bqplot figure in it, which knows ``save_png`` and ``save_svg``.
        text: What is said below it: one sentence.
        numbers: The table of its numbers.
        is_unhurried: Whether the table waits until ``tell_numbers`` is called; else it comes with the rest.
    """

    is_unhurried = False

    def __init__(self, marks: Sequence[Mark], axes: Sequence[Axis], margin: Mapping[str, int]):
        across, up = (axis.scale for axis in axes)
        self.figure = Figure(
            marks=list(marks),
            axes=list(axes),
            scale_x=across,
            scale_y=up,
            padding_y=0,
            fig_margin=dict(margin),
            background_style={"fill": "transparent"},
            animation_duration=0,
            display_toolbar=False,
            layout=Layout(height=HEIGHT, width="100%", min_width="0", margin="0"),
        )
        self._header = HTML()
        self.text = HTML()
        self.numbers = HTML(layout=self.text.layout, style=self.text.style)
        self.widget = VBox(
            [self._header, self.figure, self.text, self.numbers],
            layout=Layout(flex="1 1 200px", min_width="200px", width="auto", overflow="hidden"),
        )
        self.widget.add_class("tohit-chart")
        self.widget.add_class(f"tohit-{type(self).__name__.removesuffix('Chart').lower()}-chart")
        self._shown = self._coming = None
        self._numbers: Callable[[], str] | None = None

    @property
    def parts(self) -> tuple[Widget, ...]:
        """What the figure is drawn from: marks, axes, scales."""
        return (*self.figure.marks, *self.figure.axes, self.figure.scale_x, self.figure.scale_y)

    @property
    def texts(self) -> tuple[Widget, ...]:
        """Title, sentence and table, and the box that holds all."""
        return self._header, self.text, self.numbers, self.widget

    def close(self) -> None:
        """Let go of every widget of this chart, in Python and in the browser."""
        boxes = [self.figure, *self.texts]
        for part in [*self.parts, *{box.layout for box in boxes}, self._header.style, self.text.style, *boxes]:
            part.close()

    def _is_shown(self, values: object) -> bool:
        """Whether exactly these values are on show; if not, they will be once ``_say`` has ended the showing."""
        if values == self._shown:
            return True
        self._shown, self._coming = None, values
        return False

    def appear(self, present: bool) -> None:
        """Take a place on the page, or leave it where there is nothing to show."""
        (self.widget.remove_class if present else self.widget.add_class)("tohit-chart-absent")

    def fail(self, sentence: str) -> None:
        """Say in this chart's place that it could not be brought up to date; the figure greys until it is."""
        self._shown = self._numbers = None
        self.numbers.value = ""
        self.widget.add_class("tohit-chart-failed")
        self.text.value = f'<p class="tohit-chart-said" role="status">{escape(sentence)}</p>'

    def tell_numbers(self) -> None:
        """Bring the table up to date with what the chart shows."""
        if self._numbers is not None:
            self.numbers.value, self._numbers = self._numbers(), None

    def _head(self, title: str, keys: Iterable[tuple[str, str]], lang: str) -> None:
        """The title and what the colours mean, as pairs of CSS class and text; it changes with the language only.

        The disclosure stands here, apart from the table, so that a table that changes doesn't close it.
        """
        self._header.value = _heading(title, tuple(keys), lang)

    def _say(self, sentences: Iterable[str], numbers: Callable[[], str], lang: str) -> None:
        """The summary, and how to make the table, as HTML that is escaped already; the last thing that ``show`` does."""
        summary = escape(" ".join(sentence for sentence in sentences if sentence))
        self.text.value = f'<p class="tohit-chart-said" lang="{lang}">{summary}</p>'
        self._numbers = lambda: f'<div lang="{lang}">{numbers()}</div>'
        if not self.is_unhurried:
            self.tell_numbers()
        self._shown = self._coming
        self.widget.remove_class("tohit-chart-failed")


@lru_cache(maxsize=256)
def _heading(title: str, keys: tuple[tuple[str, str], ...], lang: str) -> str:
    shapes = "".join(f'<span><i class="{kind}"></i>{escape(text)}</span> ' for kind, text in keys)
    return (
        f'<h3 lang="{lang}">{escape(title)}</h3><p class="tohit-chart-key" lang="{lang}">{shapes}</p>'
        f'<details lang="{lang}"><summary>{escape(words(lang)("charts.numbers"))}</summary></details>{_files(title, lang)}'
    )


def _files(title: str, lang: str) -> str:
    """The buttons that save a chart; the page's script answers them, so a chart alone in a cell does not show them."""
    say, buttons = words(lang), ""
    for kind in FILES:
        name = say(f"charts.save.{kind}")
        label = escape(say("charts.save", kind=name, title=title))
        buttons += f'<button type="button" data-tohit-save="{kind}" aria-label="{label}" title="{label}">{escape(name)}</button>'
    return f'<p class="tohit-chart-files" lang="{lang}">{buttons}</p>'


def assign(widget: Widget, **values: object) -> None:
    """Set several traits of a widget in one message, or in none when nothing changes."""
    fresh = {name: value for name, value in values.items() if not _is_same(getattr(widget, name), value)}
    if not fresh:
        return
    with widget.hold_sync():
        for name, value in fresh.items():
            setattr(widget, name, value)


def _is_same(held: object, value: object) -> bool:
    if isinstance(value, np.ndarray):
        return isinstance(held, np.ndarray) and np.array_equal(held, value)
    return held == value


def set_ticks(
    axis: Axis, name: str, values: Sequence[float], labels: Mapping[str, str] | None = None, **limits: float
) -> None:
    """Name an axis and move its ticks, and with them the ``min`` or ``max`` of its scale.

    bqplot draws moved ticks a moment later, with the labels it knew when they moved, over labels that came in the
    meantime.  So labels travel first, in a message of their own, and ticks that didn't move are sent once more; an
    axis whose ticks show their own value needs no labels and no second message.
    """
    ticks: dict[str, object] = {"label": name, "tick_values": np.array(values, dtype=float)}
    if labels is not None and labels != axis.tick_labels:
        assign(axis, tick_labels=dict(labels))
        ticks["num_ticks"] = _ENOUGH + (axis.num_ticks == _ENOUGH)
    assign(axis.scale, **limits)
    assign(axis, **ticks)


def show_percents(axis: Axis, lang: str) -> None:
    """Ticks at every quarter from 0 to 1, with percents at both ends and in the middle."""
    halves = {key: percent(number, 2, lang) for number, key in enumerate(("0", "0.5", "1"))}
    set_ticks(axis, "", [0, 0.25, 0.5, 0.75, 1], {**halves, "0.25": "", "0.75": ""})


def nice_step(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, … that cuts ``span`` into at most ``most`` parts.

    >>> nice_step(6, 7), nice_step(60, 7), nice_step(1000, 60)
    (1, 10, 20)
    """
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= step * most:
                return step
        size *= 10


def scale(low: float, high: float, *, reverse: bool = False) -> LinearScale:
    """A scale without padding: bqplot works padding out only when it lays the figure out, not when data changes."""
    return LinearScale(min=low, max=high, reverse=reverse, allow_padding=False)
