"""What each modifier is worth, in percentage points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from bqplot import Axis, Bars, Label

from tohit.charts import theme
from tohit.charts.amounts import percent, points
from tohit.charts.chart import Chart, assign, scale, set_ticks
from tohit.charts.table import table
from tohit.words import words

__all__ = ["WorthChart"]

_ROWS = 5  # how many modifiers have room in the figure
_LONGEST = 26  # letters of a name before it is cut; the table has it whole


class WorthChart(Chart):
    """A bar for each modifier: the chance with it less the chance without it.

    A part that a limit swallows ("wasted") is drawn paler, as long as it would have been on this die.

    Example:
        >>> chart = WorthChart()
        >>> chart.show([("firing into melee", -1, Fraction(1, 3), Fraction(1, 2), 0)], "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, down = scale(-0.5, 0.5), scale(-0.5, _ROWS - 0.5, reverse=True)
        self._ticks = Axis(scale=across, label_offset="2.5em")
        common = {"interactions": {}, "enable_hover": False}
        self._bars = Bars(
            scales={"x": down, "y": across},
            x=np.arange(_ROWS) + 0.2,
            y=np.zeros((4, _ROWS)),
            orientation="horizontal",
            colors=[theme.MORE, theme.PALE, theme.LESS, theme.PALE],
            stroke=theme.EDGE,
            stroke_width=1,
            padding=0.5,
            **common,
        )
        self._names = Label(
            scales={"x": across, "y": down},
            colors=[theme.INK],
            default_size=11,
            x_offset=-8,
            font_weight="normal",
            apply_clip=False,
            **common,
        )
        lines = Axis(scale=down, side="left", visible=False)
        margin = {"top": 2, "bottom": 40, "left": 10, "right": 14}
        super().__init__([self._bars, self._names], [self._ticks, lines], margin)
        self.show([], "en")

    def show(
        self,
        rows: Sequence[tuple[str, int, Fraction, Fraction, int]],
        lang: str,
        step: Fraction | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Show what each modifier is worth.

        Args:
            rows: Name, value, the chance with it, the chance without it, and how much of the value is wasted.
            lang: The reader's language.
            step: What one unwasted unit is worth on this die (1/6); else it is read off the rows.
            notes: Sentences about what has no bar.
        """
        if self._is_shown((tuple(rows), step, tuple(notes), lang)):
            return
        word = words(lang)
        kinds = ("more", "less", "wasted")
        keys = [(kind, word(f"charts.worth.{kind}")) for kind in kinds]
        self._head(word("charts.worth.title"), keys, lang)
        worths = [_Worth(*row) for row in rows]
        drawn = sorted(worths, key=lambda worth: -abs(worth.change))[:_ROWS]
        self._draw(drawn, step if step is not None else _step(worths), lang)
        self._say([*_sentences(worths, lang), *notes], lambda: _numbers(worths, lang), lang)

    def _draw(self, drawn: Sequence[_Worth], step: Fraction, lang: str) -> None:
        heights = np.zeros((4, _ROWS))
        for place, worth in enumerate(drawn):
            size, pale = worth.lengths(step)
            heights[0 if worth.rises else 2, place] = size
            heights[1 if worth.rises else 3, place] = pale
        end = (
            0.5
            if abs(heights).max() <= 0.5 and abs(heights[:2].sum(0) + heights[2:].sum(0)).max() <= 0.5
            else 1.0
        )
        assign(self._bars, y=heights)
        marks = [-end, -end / 2, 0, end / 2, end]
        set_ticks(self._ticks, words(lang)("charts.worth.axis"), marks, _labels(tuple(marks), lang), min=-end, max=end)
        assign(
            self._names,
            x=np.full(len(drawn), -end),
            y=np.arange(len(drawn)) - 0.24,
            text=np.array([worth.label(lang) for worth in drawn], dtype=str),
        )


@dataclass(frozen=True, slots=True)
class _Worth:
    name: str
    value: int
    with_it: Fraction
    without: Fraction
    wasted: int

    @property
    def change(self) -> Fraction:
        return self.with_it - self.without

    @property
    def rises(self) -> bool:
        return self.change > 0 or (self.change == 0 and self.value > 0)

    @property
    def kept(self) -> int:
        """How much of the value counts."""
        return max(abs(self.value) - abs(self.wasted), 0)

    def lengths(self, step: Fraction) -> tuple[float, float]:
        """The two parts of the bar: what it is worth, and what the wasted part would be, left or right of zero."""
        size = abs(self.change)
        own = size / self.kept if self.kept and size else step
        pale = min(abs(self.wasted) * own, 1 - size)
        sign = 1 if self.rises else -1
        return sign * float(size), sign * float(pale)

    def label(self, lang: str) -> str:
        short = self.name if len(self.name) <= _LONGEST else self.name[: _LONGEST - 1].rstrip() + "…"
        fields = {"value": words(lang).signed(self.value), "points": points(self.change, lang)}
        return words(lang)("charts.worth.row", name=short, **fields)


@lru_cache(maxsize=8)
def _labels(marks: tuple[float, ...], lang: str) -> dict[str, str]:
    return {f"{mark:g}": points(Fraction(mark), lang) for mark in marks}


def _step(worths: Sequence[_Worth]) -> Fraction:
    """What one unit is worth, judged by the modifiers that count; 1/20 when none does."""
    sizes = [abs(worth.change) / worth.kept for worth in worths if worth.kept and worth.change]
    return min(sizes, default=Fraction(1, 20))


def _sentences(worths: Sequence[_Worth], lang: str) -> list[str]:
    word = words(lang)
    if not worths:
        return [word("charts.worth.none")]
    most = max(worths, key=lambda worth: abs(worth.change))
    fields = {"name": most.name, "value": word.signed(most.value), "points": points(most.change, lang)}
    sentences = [word("charts.worth.said", **fields) if most.change else word("charts.worth.equal")]
    lost = [worth.name for worth in worths if worth.wasted]
    if lost:
        sentences.append(word("charts.worth.lost", names=", ".join(lost)))
    if len(worths) > _ROWS:
        sentences.append(word("charts.worth.hidden", count=len(worths) - _ROWS))
    return sentences


def _numbers(worths: Sequence[_Worth], lang: str) -> str:
    word = words(lang)
    rows = [
        (
            worth.name,
            word.signed(worth.value),
            _chance(worth.with_it, lang),
            _chance(worth.without, lang),
            points(worth.change, lang),
            word.signed(worth.wasted) if worth.wasted else "",
        )
        for worth in worths
    ]
    heads = [word(f"charts.worth.{key}") for key in ("name", "value", "with", "without", "points", "wasted")]
    return table(
        word("charts.worth.title"), heads, rows, note=word("charts.note" if rows else "charts.worth.none")
    )


def _chance(chance: Fraction, lang: str) -> str:
    shown = percent(chance.numerator, chance.denominator, lang)
    return words(lang)("charts.worth.chance", fraction=str(chance), percent=shown)
