"""The chance by one number, switch or choice: a step for each value, the present one marked, the wanted chance as a line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from bqplot import Axis, Lines

from tohit.charts import theme
from tohit.charts.amounts import fraction, is_long, percent
from tohit.charts.chart import Chart, assign, nice_step, scale, set_ticks, show_percents
from tohit.charts.table import table
from tohit.words import words

__all__ = ["SpreadChart"]

_PLOT, _LETTER = 260, 7  # pixels of a narrow figure, and of a letter, to shorten names that would overlap
_MOST_TICKS = 8


class SpreadChart(Chart):
    """Steps over the values of one field; grey where the attack is not allowed, a dot on a stem where you are.

    Example:
        >>> chart = SpreadChart()
        >>> chart.show("Defence Value", ["3", "4", "5"], [3, 4, 5], [Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)], 1,
        ...            Fraction(1, 2), "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, up = scale(-0.5, 0.5), scale(0, 1)
        self._values = Axis(scale=across, grid_lines="none", label_offset="2.5em")
        self._percents = Axis(scale=up, side="left")
        common = {"scales": {"x": across, "y": up}, "interactions": {}, "enable_hover": False}
        area = {"interpolation": "step-after", "fill": "bottom", **common}
        self._blocked = Lines(colors=[theme.SHADE], fill_colors=[theme.SHADE], fill_opacities=[0.4], opacities=[0], **area)
        self._curve = Lines(
            colors=[theme.HIT], fill_colors=[theme.HIT], fill_opacities=[0.22], opacities=[1], stroke_width=2.5,
            apply_clip=False, **area,
        )
        self._wanted = Lines(colors=[theme.EDGE], stroke_width=1.5, line_style="dashed", apply_clip=False, **common)
        self._here = Lines(colors=[theme.LINE], stroke_width=2, marker="circle", marker_size=90, apply_clip=False, **common)
        marks = [self._blocked, self._curve, self._wanted, self._here]
        super().__init__(marks, [self._values, self._percents], {"top": 10, "bottom": 40, "left": 46, "right": 10})
        self.show("", [], [], [], None, Fraction(1, 2), "en")

    def show(self, name: str, heads: Sequence[str], places: Sequence[int], chances: Sequence[Fraction | None], here: int | None,
             wanted: Fraction, lang: str) -> None:
        """Show the chance for every value.

        Args:
            name: What is gone over.
            heads: The values as texts.
            places: Where they stand on the axis, rising.
            chances: The chance of each; None where the attack is not allowed.
            here: Which of them is the present value; None when none is.
            wanted: The chance to reach.
            lang: The reader's language.
        """
        if self._is_shown((name, tuple(heads), tuple(places), tuple(chances), here, wanted, lang)):
            return
        word = words(lang)
        kinds = (("curve", "charts.distance.curve"), ("dot", "charts.distance.here"), ("shade", "charts.distance.blocked"),
                 ("dashed", "charts.spread.wanted"))
        title = word("charts.spread.title", name=name)
        self._head(title, [(kind, word(key)) for kind, key in kinds], lang)
        show_percents(self._percents, lang)
        edges = _edges(places)
        self._draw(edges, places, chances, here, wanted)
        if places:
            self._name_values(name, heads, places, edges)
        self._say([_sentence(name, heads, chances, here, lang)], lambda: _numbers(title, name, heads, chances, lang), lang)

    def _draw(self, edges: Sequence[float], places: Sequence[int], chances: Sequence[Fraction | None], here: int | None,
              wanted: Fraction) -> None:
        heights = [0.0 if chance is None else float(chance) for chance in chances]
        barred = [float(chance is None) for chance in chances] if None in chances else []
        assign(self._curve, x=np.array(edges), y=np.array(heights + heights[-1:]))
        assign(self._blocked, x=np.array(edges if barred else []), y=np.array(barred + barred[-1:]))
        assign(self._wanted, x=np.array([edges[0], edges[-1]] if edges else []), y=np.array([float(wanted)] * 2 if edges else []))
        stem = [] if here is None else [float(places[here])] * 2
        assign(self._here, x=np.array(stem), y=np.array([] if here is None else [0.0, heights[here]]))

    def _name_values(self, name: str, heads: Sequence[str], places: Sequence[int], edges: Sequence[float]) -> None:
        numbers = list(heads) == [str(place).replace("-", "\u2212") for place in places]
        step = nice_step(places[-1] - places[0], _MOST_TICKS) if numbers else 1
        kept = [(place, head) for place, head in zip(places, heads, strict=True) if place % step == 0] or [(places[0], heads[0])]
        room = max(4, _PLOT // len(kept) // _LETTER)
        labels = {str(place): head if len(head) <= room else f"{head[: room - 1]}…" for place, head in kept}
        set_ticks(self._values, name, [place for place, _ in kept], labels, min=edges[0], max=edges[-1])


def _edges(places: Sequence[int]) -> list[float]:
    """Where the steps meet: half-way between neighbours, and as far beyond both ends."""
    if not places:
        return []
    middles = [(low + high) / 2 for low, high in pairwise(places)]
    half = (places[1] - places[0]) / 2 if len(places) > 1 else 0.5
    return [places[0] - half, *middles, places[-1] + half]


def _sentence(name: str, heads: Sequence[str], chances: Sequence[Fraction | None], here: int | None, lang: str) -> str:
    word = words(lang)
    if here is None:
        return word("charts.spread.elsewhere", name=name) if heads else word("charts.spread.none")
    chance = chances[here]
    if chance is None:
        return word("charts.spread.refused", name=name, value=heads[here])
    told, share = (text(chance.numerator, chance.denominator, lang) for text in (fraction, percent))
    return word("charts.spread.said", name=name, value=heads[here], fraction=told, percent=share)


def _numbers(title: str, name: str, heads: Sequence[str], chances: Sequence[Fraction | None], lang: str) -> str:
    word = words(lang)
    rows = [
        (head, word("charts.distance.blocked"), "") if chance is None else
        (head, fraction(chance.numerator, chance.denominator, lang), percent(chance.numerator, chance.denominator, lang))
        for head, chance in zip(heads, chances, strict=True)
    ]
    long = any(chance is not None and is_long(chance.numerator, chance.denominator) for chance in chances)
    note = "charts.note.long" if long else "charts.note"
    return table(title, [name, word("charts.chance"), word("charts.percent")], rows, note=word(note))
