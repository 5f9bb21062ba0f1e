"""The chance by distance, as steps over the range bands, with the present place."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
from bqplot import Axis, Label, Lines

from tohit.charts import theme
from tohit.charts.amounts import percent
from tohit.charts.chart import Chart, assign, nice_step, scale, set_ticks, show_percents
from tohit.charts.table import table
from tohit.words import words

__all__ = ["DistanceChart"]

_PLOT = 230  # pixels that a narrow figure has for its bands, to leave out names that would overlap
_LETTER = 7


class DistanceChart(Chart):
    """A step for each distance; every other band is shaded, and a dot on a stem says "you are here".

    Example:
        >>> chart = DistanceChart()
        >>> chances = [Fraction(1, 2)] * 5 + [Fraction(1, 3)] * 3
        >>> bands = [{"from": 1, "to": 5, "label": "0"}, {"from": 6, "to": 8, "label": "−1"}]
        >>> chart.show(list(range(1, 9)), chances, [True] * 8, 5, bands, "squares", "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, up = scale(0.5, 1.5), scale(0, 1)
        self._distances = Axis(scale=across, grid_lines="none", tick_format="d", label_offset="2.5em")
        self._percents = Axis(scale=up, side="left")
        common = {"scales": {"x": across, "y": up}, "interactions": {}, "enable_hover": False}
        area = {"interpolation": "step-after", "fill": "bottom", "opacities": [0], **common}
        self._shade = Lines(colors=[theme.SHADE], fill_colors=[theme.SHADE], fill_opacities=[0.13], **area)
        self._blocked = Lines(colors=[theme.SHADE], fill_colors=[theme.SHADE], fill_opacities=[0.4], **area)
        self._curve = Lines(
            **{**area, "opacities": [1]},
            colors=[theme.HIT],
            fill_colors=[theme.HIT],
            fill_opacities=[0.22],
            stroke_width=2.5,
            apply_clip=False,
        )
        self._here = Lines(
            colors=[theme.LINE], stroke_width=2, marker="circle", marker_size=90, apply_clip=False, **common
        )
        self._names = Label(
            colors=[theme.INK], default_size=11, font_weight="normal", align="middle", y_offset=9, **common
        )
        marks = [self._shade, self._blocked, self._curve, self._names, self._here]
        margin = {"top": 10, "bottom": 40, "left": 46, "right": 10}
        super().__init__(marks, [self._distances, self._percents], margin)
        self.show([], [], [], None, [], "", "en")

    def show(
        self,
        distances: Sequence[int],
        chances: Sequence[Fraction],
        allowed: Sequence[bool],
        here: int | Decimal | None,
        bands: Sequence[Mapping[str, object]],
        unit: str,
        lang: str,
        now: tuple[Fraction, bool] | None = None,
    ) -> None:
        """Show the chance at every distance.

        Args:
            distances: The distances, rising.
            chances: The chance at each of them.
            allowed: Whether the attack is allowed at each of them.
            here: The present distance, or None.
            bands: ``{"from": 1, "to": 5, "label": "0"}`` for each range band, rising, both ends included.
            unit: What distance is counted in, as a word of the language.
            lang: The reader's language.
            now: The chance at the present distance and whether the attack is allowed, needed where that lies
                between ``distances``.
        """
        ranges = tuple((band["from"], band["to"], str(band["label"])) for band in bands)
        values = (tuple(distances), tuple(chances), tuple(allowed), here, ranges, unit, lang, now)
        if self._is_shown(values):
            return
        word = words(lang)
        kinds = (("curve", "curve"), ("dot", "here"), ("shade", "blocked"))
        keys = [(kind, word(f"charts.distance.{key}")) for kind, key in kinds]
        self._head(word("charts.distance.title"), keys, lang)
        show_percents(self._percents, lang)
        place = _place(distances, chances, allowed, here, now)
        self._draw(distances, chances, allowed, place)
        assign(self._distances, visible=bool(distances))
        if distances:
            step = nice_step(distances[-1] - distances[0], 7)
            ticks = [at for at in range(distances[0], distances[-1] + 1) if at % step == 0] or [distances[0]]
            set_ticks(self._distances, unit, ticks, min=distances[0] - 0.5, max=distances[-1] + 0.5)
        self._draw_bands(ranges if distances else ())
        spans = _spans(distances, chances, allowed, ranges)
        self._say(
            _sentence(distances, chances, allowed, place, unit, lang), lambda: _numbers(spans, unit, lang), lang
        )

    def _draw(
        self,
        distances: Sequence[int],
        chances: Sequence[Fraction],
        allowed: Sequence[bool],
        place: _Place | None,
    ) -> None:
        if place and place.at not in distances:  # a step of its own, so that the dot is on the curve
            spot = bisect(distances, place.at)
            distances, chances, allowed = (
                [*values[:spot], value, *values[spot:]]
                for values, value in ((distances, place.at), (chances, place.chance), (allowed, place.allowed))
            )
        edges = _edges(distances)
        heights = [float(chance) if fine else 0.0 for chance, fine in zip(chances, allowed, strict=True)]
        barred = [0.0 if fine else 1.0 for fine in allowed]
        some = any(barred)
        assign(self._curve, x=np.array(edges), y=np.array(heights + heights[-1:]))
        assign(
            self._blocked,
            x=np.array(edges if some else []),
            y=np.array((barred + barred[-1:]) if some else []),
        )
        stem = [] if place is None else [float(place.at)] * 2
        top = float(place.chance) if place and place.allowed else 0.0
        assign(self._here, x=np.array(stem), y=np.array([] if place is None else [0.0, top]))

    def _draw_bands(self, ranges: Sequence[tuple[int, int, str]]) -> None:
        low, high = self._distances.scale.min, self._distances.scale.max
        edges, shade, middles, names = [], [], [], []
        for order, (first, last, name) in enumerate(ranges):
            start, stop = max(first - 0.5, low), min(last + 0.5, high)
            if start >= stop:
                continue
            edges += [start, stop]
            shade += [float(order % 2), 0.0]
            if len(name) * _LETTER <= (stop - start) / (high - low) * _PLOT:
                middles.append((start + stop) / 2)
                names.append(name)
        assign(self._shade, x=np.array(edges), y=np.array(shade))
        assign(self._names, x=np.array(middles), y=np.ones(len(middles)), text=np.array(names, dtype=str))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the target is, and the chance there."""

    at: int | Decimal
    chance: Fraction
    allowed: bool


@dataclass(slots=True)
class _Span:
    """Neighbouring distances with the same chance in the same band: one row of the table."""

    first: int
    last: int
    chance: Fraction
    allowed: bool
    band: str


def _place(
    distances: Sequence[int],
    chances: Sequence[Fraction],
    allowed: Sequence[bool],
    here: int | Decimal | None,
    now: tuple[Fraction, bool] | None,
) -> _Place | None:
    if here is None or not distances or not distances[0] <= here <= distances[-1]:
        return None
    if here in distances:
        index = distances.index(here)
        return _Place(distances[index], chances[index], allowed[index])
    return _Place(here, *now) if now else None


def _edges(distances: Sequence[int | Decimal]) -> list[float]:
    """Where the steps meet: half-way between neighbours, and half a unit beyond both ends."""
    if not distances:
        return []
    middles = [float(low + high) / 2 for low, high in pairwise(distances)]
    return [distances[0] - 0.5, *middles, distances[-1] + 0.5]


def _spans(
    distances: Sequence[int],
    chances: Sequence[Fraction],
    allowed: Sequence[bool],
    ranges: Sequence[tuple[int, int, str]],
) -> list[_Span]:
    spans: list[_Span] = []
    for at, chance, fine in zip(distances, chances, allowed, strict=True):
        band = next((name for first, last, name in ranges if first <= at <= last), "")
        if spans and (spans[-1].chance, spans[-1].allowed, spans[-1].band) == (chance, fine, band):
            spans[-1].last = at
        else:
            spans.append(_Span(at, at, chance, fine, band))
    return spans


def _sentence(
    distances: Sequence[int],
    chances: Sequence[Fraction],
    allowed: Sequence[bool],
    place: _Place | None,
    unit: str,
    lang: str,
) -> list[str]:
    word = words(lang)
    if not distances:
        return [word("charts.distance.none")]
    if place is None:
        ends = {"lowest": _percent(min(chances), lang), "highest": _percent(max(chances), lang)}
        key = "charts.distance.same" if min(chances) == max(chances) else "charts.distance.span"
        return [word(key, first=distances[0], last=distances[-1], unit=unit, **ends)]
    if not place.allowed:
        return [word("charts.distance.refused", distance=place.at, unit=unit)]
    chance = place.chance
    fields = {
        "distance": place.at,
        "unit": unit,
        "fraction": str(chance),
        "percent": _percent(chance, lang),
    }
    return [word("charts.distance.said", **fields)]


def _numbers(spans: Sequence[_Span], unit: str, lang: str) -> str:
    word = words(lang)
    blocked = word("charts.distance.blocked")
    rows = [
        (
            str(span.first) if span.first == span.last else f"{span.first}\u2013{span.last}",
            span.band,
            str(span.chance) if span.allowed else blocked,
            _percent(span.chance, lang) if span.allowed else "",
        )
        for span in spans
    ]
    heads = [f"{word('charts.distance.distance')} ({unit})"]
    heads += [word(f"charts.{key}") for key in ("distance.band", "chance", "percent")]
    return table(
        word("charts.distance.title"),
        heads,
        rows,
        note=word("charts.note" if rows else "charts.distance.none"),
    )


def _percent(chance: Fraction, lang: str) -> str:
    return percent(chance.numerator, chance.denominator, lang)
