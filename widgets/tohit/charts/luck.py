"""How many attacks land, with the number that did land marked."""

from __future__ import annotations

from typing import Any

import numpy as np
from bqplot import Bars

from tohit.charts import theme
from tohit.charts.chart import assign
from tohit.charts.outcomes import DamageChart
from tohit.core.distribution import Distribution
from tohit.words import words

__all__ = ["LuckChart"]


class LuckChart(DamageChart):
    """The bars of a distribution, one of them in another colour: what happened.

    Example:
        >>> chart = LuckChart()
        >>> chart.tell(Distribution.die(6).map(lambda face: face >= 5).times(8), 1, 8, "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        self._happened: int | None = None
        self._own: Bars | None = None
        super().__init__()
        self._own = Bars(
            scales={"x": self.figure.scale_x, "y": self.figure.scale_y}, colors=[theme.EDGE], stroke=theme.EDGE,
            stroke_width=1.5, padding=0.2, interactions={}, enable_hover=False,
        )
        bars, line = self.figure.marks
        self.figure.marks = [bars, self._own, line]

    def tell(self, hits: Distribution, happened: int, attacks: int, lang: str) -> None:
        """Show the chances of every number of hits, and which one it was."""
        self._happened = happened
        word = words(lang)
        self.show(hits, word("was_i_unlucky.unit"), attacks, lang, title=word("was_i_unlucky.chart", attacks=attacks))
        self._mark_own()

    def _keys(self, lang: str) -> tuple[tuple[str, str], ...]:
        exactly, at_least = super()._keys(lang)
        return exactly, ("own", words(lang)("was_i_unlucky.own")), at_least

    def _draw(self, window: Any) -> None:
        super()._draw(window)
        self._mark_own()

    def _mark_own(self) -> None:
        if self._own is None or self._happened is None:
            return
        bars = self.figure.marks[0]
        assign(self._own, x=bars.x, y=np.where(self._covers(bars.x), bars.y, 0.0))

    def _covers(self, middles: np.ndarray) -> np.ndarray:
        return np.abs(middles - self._happened) < (middles[1] - middles[0]) / 2
