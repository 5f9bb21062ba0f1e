"""Two damage distributions on one pair of axes, to be compared."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from bqplot import Axis, Bars

from tohit.charts import theme
from tohit.charts.amounts import fraction, is_long, percent
from tohit.charts.chart import Chart, assign, nice_step, scale, set_ticks, show_percents
from tohit.charts.outcomes import MOST_BARS
from tohit.charts.table import table
from tohit.core.distribution import Distribution
from tohit.words import words

__all__ = ["OverlayChart"]


class OverlayChart(Chart):
    """For each value a pair of bars side by side: the chance of exactly it in A and in B, on one scale.

    Up to 60 values are all shown; of more, each pair adds up several, and the sentence says so.

    Example:
        >>> chart = OverlayChart()
        >>> one, two = (Distribution.die(6).map(lambda face, need=need: face >= need).times(10) for need in (4, 5))
        >>> chart.show(one, two, "damage", "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, up = scale(-0.5, 1.5), scale(0, 1)
        self._values = Axis(scale=across, grid_lines="none", tick_format="d", label_offset="2.5em")
        self._percents = Axis(scale=up, side="left")
        self._bars = Bars(
            scales={"x": across, "y": up}, type="grouped", colors=[theme.HIT, theme.LINE], stroke=theme.EDGE,
            stroke_width=0.75, padding=0.2, interactions={}, enable_hover=False,
        )
        super().__init__([self._bars], [self._values, self._percents], {"top": 8, "bottom": 40, "left": 46, "right": 8})
        self.show(Distribution.certain(0), Distribution.certain(0), "", "en")

    def show(self, first: Distribution | None, second: Distribution | None, unit: str, lang: str, note: str = "") -> None:
        """Show two totals over all attacks.

        Args:
            first: What A does; None when nothing is rolled there.
            second: What B does.
            unit: What is counted; empty where the two count different things.
            lang: The reader's language.
            note: A sentence below the figure.
        """
        if self._is_shown((first, second, unit, lang, note)):
            return
        word = words(lang)
        title = word("charts.damage.title", unit=unit) if unit else word("compare.chart")
        self._head(title, [("hit", "A"), ("two", "B")], lang)
        both = [damage for damage in (first, second) if damage is not None]
        starts, width = _bins(both)
        ways = [_ways(damage, starts, width) for damage in (first, second)]
        shares = [[count / damage.denominator for count in row] if damage else [0.0] * len(starts)
                  for damage, row in zip((first, second), ways, strict=True)]
        assign(self._bars, x=np.array(starts, dtype=float) + (width - 1) / 2, y=np.array(shares))
        show_percents(self._percents, lang)
        last = starts[-1] + width - 1
        step = nice_step(len(starts) - 1, 6) * width
        ticks = range(starts[0] + -starts[0] % step, last + 1, step)
        set_ticks(self._values, unit, ticks, min=starts[0] - 0.5, max=last + 0.5)
        said = [note if both else word("charts.damage.none"), word("charts.damage.width", width=width) if width > 1 else ""]
        self._say(said, lambda: _numbers((first, second), ways, starts, width, unit, title, lang), lang)


def _bins(both: Sequence[Distribution]) -> tuple[list[int], int]:
    """Where the bars begin, and how many values each adds up."""
    low = min((damage.low for damage in both), default=0)
    stop = max((damage.low + len(damage.counts) for damage in both), default=1)
    stop = max(stop, low + 2)  # bqplot draws a single bar one pixel wide
    width = nice_step(stop - low, MOST_BARS)
    low -= low % width
    return list(range(low, stop, width)), width


def _ways(damage: Distribution | None, starts: Sequence[int], width: int) -> list[int]:
    if damage is None:
        return [0] * len(starts)
    return [sum(damage.counts[max(start - damage.low, 0) : max(start + width - damage.low, 0)]) for start in starts]


def _numbers(both: Sequence[Distribution | None], ways: Sequence[Sequence[int]], starts: Sequence[int], width: int, unit: str,
             title: str, lang: str) -> str:
    totals = [damage.denominator if damage else 1 for damage in both]
    rows = []
    for start, *counts in zip(starts, *ways, strict=True):
        cells = [text(count, total, lang) for count, total in zip(counts, totals, strict=True) for text in (fraction, percent)]
        rows.append((str(start) if width == 1 else f"{start}\u2013{start + width - 1}", *cells))
    long = any(is_long(count, total) for row, total in zip(ways, totals, strict=True) for count in row)
    share = words(lang)("charts.percent")
    return table(title, [unit, "A", share, "B", share], rows, (), words(lang)("charts.note.long" if long else "charts.note"))
