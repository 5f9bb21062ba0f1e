"""Damage after all attacks: the chance of each value and of at least each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from bqplot import Axis, Bars, Lines

from tohit.charts import theme
from tohit.charts.amounts import fraction, is_long, is_rounded, mean, percent
from tohit.charts.chart import Chart, assign, nice_step, scale, set_ticks, show_percents
from tohit.charts.table import table
from tohit.core.distribution import Distribution
from tohit.words import words

__all__ = ["DamageChart"]

MOST_BARS = 60
_LEFT_OUT = 10_000  # a window leaves out at most one part in this many


class DamageChart(Chart):
    """Bars for the chance of exactly each value, a line for the chance of at least it.

    Up to 60 values are all shown.  Of more, those at both ends that together have a chance of at most 1/10000 are
    left out, and if there are still more than 60 each bar adds up several; the sentence says so.

    Example:
        >>> chart = DamageChart()
        >>> chart.show(Distribution.die(6).map(lambda face: face >= 5).times(10), "damage", 10, "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, up = scale(-0.5, 1.5), scale(0, 1)
        self._values = Axis(scale=across, grid_lines="none", tick_format="d", label_offset="2.5em")
        self._percents = Axis(scale=up, side="left")
        scales = {"x": across, "y": up}
        quiet = {"interactions": {}, "enable_hover": False}
        self._bars = Bars(
            scales=scales, colors=[theme.HIT], stroke=theme.EDGE, stroke_width=0.75, padding=0.2, **quiet
        )
        self._line = Lines(
            scales=scales,
            colors=[theme.LINE],
            stroke_width=2,
            marker="circle",
            marker_size=16,
            apply_clip=False,
            **quiet,
        )
        margin = {"top": 8, "bottom": 40, "left": 46, "right": 8}
        super().__init__([self._bars, self._line], [self._values, self._percents], margin)
        self.show(Distribution.certain(0), "", 1, "en")

    def show(
        self, damage: Distribution | None, unit: str, attacks: int, lang: str, title: str = "", note: str = ""
    ) -> None:
        """Show what ``attacks`` attacks do together.

        Args:
            damage: The total over all attacks; None when nothing is rolled.
            unit: What is counted, as a word of the language: ``"damage"``, ``"blessures"``.
            attacks: How many attacks that is.
            lang: The reader's language.
            title: The title, where it is no damage that is counted.
            note: A sentence after the summary.
        """
        if self._is_shown((damage, unit, attacks, lang, title, note)):
            return
        word = words(lang)
        title = title or word("charts.damage.title", unit=unit)
        self._head(title, self._keys(lang), lang)
        if damage is None:
            for mark in (self._bars, self._line):
                assign(mark, y=np.zeros_like(mark.y))
            none = word("charts.damage.none")
            self._say([none], lambda: table(title, (), (), note=none), lang)
            return
        window = _window(damage)
        self._draw(window)
        show_percents(self._percents, lang)
        step = nice_step(len(window.exactly) - 1, 6) * window.width
        ticks = range(window.first + -window.first % step, window.last + 1, step)
        set_ticks(self._values, unit, ticks, min=window.first - 0.5, max=window.last + 0.5)
        self._say([self._average(damage, unit, attacks, lang), *_sentences(window, lang), note], lambda: _numbers(window, unit, title, lang), lang)

    def _keys(self, lang: str) -> tuple[tuple[str, str], ...]:
        """What the colours mean."""
        word = words(lang)
        return ("hit", word("charts.damage.exactly")), ("line", word("charts.damage.at_least"))

    def _average(self, damage: Distribution, unit: str, attacks: int, lang: str) -> str:
        """The sentence that tells the distribution's average."""
        none = sum(damage.counts[: max(1 - damage.low, 0)])
        some = percent(damage.denominator - none, damage.denominator, lang)
        return words(lang)("charts.damage.said", attacks=attacks, mean=mean(damage.mean(), lang), unit=unit, percent=some)

    def _draw(self, window: _Window) -> None:
        starts, total = np.array(window.starts, dtype=float), window.total
        middles = starts + (window.width - 1) / 2
        assign(self._bars, x=middles, y=np.array([ways / total for ways in window.exactly]))
        assign(self._line, x=starts, y=np.array([ways / total for ways in window.at_least]))


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a distribution that is shown, ``width`` values to a bar."""

    first: int
    width: int
    exactly: Sequence[int]
    at_least: Sequence[int]
    total: int

    @property
    def starts(self) -> range:
        return range(self.first, self.last + 1, self.width)

    @property
    def last(self) -> int:
        return self.first + len(self.exactly) * self.width - 1

    @property
    def outside(self) -> int:
        return self.total - sum(self.exactly)

    def name(self, start: int) -> str:
        return str(start) if self.width == 1 else f"{start}\u2013{start + self.width - 1}"


def _window(damage: Distribution) -> _Window:
    first, count, width = damage.low, len(damage.counts), 1
    if count == 1:
        count = 2  # bqplot draws a single bar one pixel wide
    elif count > MOST_BARS:
        first, count, width = _central(damage)

    def ways(start: int, stop: int) -> int:
        return sum(damage.counts[max(start - damage.low, 0) : max(stop - damage.low, 0)])

    stop = first + count * width
    exactly = [ways(start, start + width) for start in range(first, stop, width)]
    beyond = sum(damage.counts[max(stop - damage.low, 0) :])
    at_least = [beyond + more for more in accumulate(reversed(exactly))][::-1]
    return _Window(first, width, exactly, at_least, damage.denominator)


def _central(damage: Distribution) -> tuple[int, int, int]:
    """First value, number of bars and values to a bar, without the two ends that hold one part in ``_LEFT_OUT``.

    The window begins and ends on round numbers, so that it stays where it is, with its axis, while the chance changes
    a little.
    """
    most = damage.denominator // (2 * _LEFT_OUT)
    below = next(place for place, ways in enumerate(accumulate(damage.counts)) if ways > most)
    above = next(place for place, ways in enumerate(accumulate(reversed(damage.counts))) if ways > most)
    first, stop = damage.low + below, damage.low + len(damage.counts) - above
    width = nice_step(stop - first, MOST_BARS - 15)
    first -= first % (5 * width)
    tens = -(-(stop - first) // (10 * width))
    return first, 10 * tens, width


def _sentences(window: _Window, lang: str) -> list[str]:
    """What of the distribution is not shown value by value."""
    word = words(lang)
    sentences = []
    if window.outside:
        rest = percent(window.outside, window.total, lang)
        sentences.append(word("charts.damage.window", first=window.first, last=window.last, percent=rest))
    if window.width > 1:
        sentences.append(word("charts.damage.width", width=window.width))
    return sentences


def _numbers(window: _Window, unit: str, title: str, lang: str) -> str:
    word, total = words(lang), window.total
    exactly, at_least = word("charts.damage.exactly"), word("charts.damage.at_least")
    rows = [
        (
            window.name(start),
            fraction(ways, total, lang),
            percent(ways, total, lang),
            fraction(more, total, lang),
            percent(more, total, lang),
        )
        for start, ways, more in zip(window.starts, window.exactly, window.at_least, strict=True)
    ]
    foot = []
    if window.outside:
        rest = (fraction(window.outside, total, lang), percent(window.outside, total, lang))
        foot.append((word("charts.damage.others"), *rest, "", ""))
    every = percent(1, 1, lang)
    if any(is_rounded(ways, total) for ways in (*window.exactly, window.outside)):
        every = word("charts.rounded", percent=every)
    foot.append((word("charts.total"), "1", every, "", ""))
    long = any(is_long(ways, total) for ways in (*window.exactly, *window.at_least))
    note = word("charts.note.long" if long else "charts.note")
    share = word("charts.percent")
    return table(title, [unit, exactly, share, at_least, share], rows, foot, note)
