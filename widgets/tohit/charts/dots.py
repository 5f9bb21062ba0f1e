"""A class's tallies as dots, one for each pair, with the class's own share and the exact chance as lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from bqplot import Axis, Lines, Scatter

from tohit.charts import theme
from tohit.charts.amounts import percent
from tohit.charts.chart import Chart, assign, scale, set_ticks
from tohit.charts.table import table
from tohit.words import words

__all__ = ["DotsChart"]

COLUMNS = 40
LEAST_HEIGHT = 6


class DotsChart(Chart):
    """A dot for each pair at its share of hits; dots that would cover each other are stacked.

    Example:
        >>> chart = DotsChart()
        >>> chart.show([(7, 13, 40), (8, 20, 40)], Fraction(1, 3), "en")
    """

    def __init__(self) -> None:
        across, up = scale(0, 1), scale(0, LEAST_HEIGHT)
        self._shares = Axis(scale=across, grid_lines="none")
        pairs = Axis(scale=up, side="left", visible=False)
        common = {"scales": {"x": across, "y": up}, "interactions": {}, "enable_hover": False}
        self._dots = Scatter(x=np.array([0.0]), y=np.array([0.0]), visible=False, colors=[theme.HIT], default_size=90, **common)
        self._exact = Lines(colors=[theme.INK], stroke_width=3, **common)
        self._class = Lines(colors=[theme.LINE], stroke_width=2.5, line_style="dashed", **common)
        margin = {"top": 10, "bottom": 36, "left": 18, "right": 18}
        super().__init__([self._exact, self._class, self._dots], [self._shares, pairs], margin)
        self.show([], Fraction(1, 2), "en")

    def show(self, tallies: Sequence[tuple[int, int, int]], exact: Fraction, lang: str) -> None:
        """Show a class.

        Args:
            tallies: for each pair its number, its hits, its throws.
            exact: the chance that all of them estimate.
        """
        values = (tuple(tallies), exact, lang)
        if self._is_shown(values):
            return
        word = words(lang)
        kinds = (("hit", "pair"), ("line", "class"), ("miss", "exact"))
        self._head(word("charts_dots.title"), [(kind, word(f"charts_dots.{key}")) for kind, key in kinds], lang)
        set_ticks(self._shares, "", [0, 0.25, 0.5, 0.75, 1], {key: percent(number, 4, lang) for number, key in enumerate(
            ("0", "0.25", "0.5", "0.75", "1"))})
        hits, throws = sum(hits for _, hits, _ in tallies), sum(throws for _, _, throws in tallies)
        self._draw(tallies, exact, hits / throws if throws else None)
        self._say([_sentence(tallies, hits, throws, exact, lang)], lambda: _numbers(tallies, exact, lang), lang)

    def _draw(self, tallies: Sequence[tuple[int, int, int]], exact: Fraction, mean: float | None) -> None:
        stacked: Counter[int] = Counter()
        across, up = [], []
        for _, hits, throws in tallies:
            column = round(COLUMNS * hits / throws)
            stacked[column] += 1
            across.append(column / COLUMNS)
            up.append(stacked[column] - 0.5)
        top = max(LEAST_HEIGHT, *stacked.values(), 0)
        assign(self.figure.scale_y, max=top)
        # bqplot stumbles over a scatter without a point, so the last one is hidden instead
        assign(self._dots, x=np.array(across or [0.0]), y=np.array(up or [0.0]), visible=bool(across))
        assign(self._exact, x=np.array([float(exact)] * 2), y=np.array([0.0, top]))
        assign(self._class, x=np.array([] if mean is None else [mean] * 2), y=np.array([] if mean is None else [0.0, top]))


def _sentence(tallies: Sequence[tuple[int, int, int]], hits: int, throws: int, exact: Fraction, lang: str) -> str:
    word = words(lang)
    if not tallies:
        return word("charts_dots.none")
    return word("charts_dots.said", pairs=len(tallies), hits=hits, throws=throws, percent=percent(hits, throws, lang),
                exact=percent(exact.numerator, exact.denominator, lang))


def _numbers(tallies: Sequence[tuple[int, int, int]], exact: Fraction, lang: str) -> str:
    word = words(lang)
    rows = [(str(pair), f"{hits}/{throws}", percent(hits, throws, lang)) for pair, hits, throws in tallies]
    heads = [word(f"charts_dots.{key}") for key in ("number", "tally", "share")]
    foot = [(word("charts_dots.exact"), str(exact), percent(exact.numerator, exact.denominator, lang))]
    return table(word("charts_dots.title"), heads, rows, foot)
