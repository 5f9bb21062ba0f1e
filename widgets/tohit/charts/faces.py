"""Which faces of the first die succeed, and how that adds up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np
from bqplot import Axis, Bars

from tohit.charts import theme
from tohit.charts.amounts import is_rounded, percent, runs
from tohit.charts.chart import Chart, assign, scale, set_ticks
from tohit.charts.table import table
from tohit.words import words

__all__ = ["FaceChart", "RolledStage"]


class RolledStage(Protocol):
    """What the chart reads of a stage of an answer."""

    die: int
    dice: tuple[int, ...]
    thrown: str
    results: tuple[tuple[int, tuple[int, ...]], ...]
    succeeding: tuple[int, ...]
    faces: tuple[int, ...]
    rerolled: tuple[int, ...]
    need: str
    chance: Fraction


class FaceChart(Chart):
    """One bar for each face of the first die, or each sum of several dice, filled where it succeeds; beside them their sum as one bar.

    A bar's height is the chance that the roll ends on that face, so a re-rolled face is lower and the others are
    higher.  The axis counts in the die's own ways: ``2/6``, or ``8/36`` with a re-roll.

    Example:
        >>> from tohit.core.resolution import Stage
        >>> stage = Stage("to-hit", 6, "5+", (5, 6), Fraction(1, 3))
        >>> chart = FaceChart()
        >>> chart.show([stage], "en")
        >>> chart.widget  # doctest: +SKIP
    """

    def __init__(self) -> None:
        across, up = scale(0.3, 8.9), scale(0, 1)
        self._faces = Axis(scale=across, grid_lines="none", tick_format="d", label_offset="2.5em")
        self._ways = Axis(scale=up, side="left")
        self._bars = Bars(
            scales={"x": across, "y": up},
            colors=[theme.HIT, theme.MISS],
            stroke=theme.EDGE,
            stroke_width=1,
            padding=0.32,
            interactions={},
            enable_hover=False,
        )
        super().__init__(
            [self._bars], [self._faces, self._ways], {"top": 8, "bottom": 40, "left": 54, "right": 8}
        )
        self.show((), "en")

    def show(self, stages: Sequence[RolledStage], lang: str) -> None:
        """Show the first of ``stages``; no stages at all mean that nothing is rolled."""
        first = stages[0] if stages else None
        values = (
            first and (first.thrown, first.faces, first.rerolled, first.need, first.chance),
            len(stages),
            lang,
        )
        if self._is_shown(values):
            return
        word = words(lang)
        keys = (("hit", word("charts.faces.hit")), ("miss", word("charts.faces.miss")))
        self._head(word("charts.faces.title"), keys, lang)
        if first is None:
            assign(self._bars, y=np.zeros_like(self._bars.y))
            none = word("charts.faces.none")
            self._say([none], lambda: table(word("charts.faces.title"), (), (), note=none), lang)
            return
        total = first.die**2 if first.rerolled else first.die
        ways = _ways(first)
        self._draw(first, ways, total)
        self._label(first, total, lang)
        self._say(_sentences(first, total, len(stages), lang), lambda: _numbers(first, ways, total, lang), lang)

    def _draw(self, stage: RolledStage, ways: Sequence[int], total: int) -> None:
        shown = [result for result, _ in stage.results]
        heights = np.zeros((2, len(shown) + 1))
        for place, (result, count) in enumerate(zip(shown, ways, strict=True)):
            heights[0 if result in stage.succeeding else 1, place] = count / total
        chance = stage.chance.numerator / stage.chance.denominator
        heights[:, -1] = chance, 1 - chance
        places = np.array([*shown, _sum_place(shown[-1])], dtype=float)
        if np.array_equal(self._bars.x, places):
            assign(self._bars, y=heights)
        else:
            assign(self._bars, x=places, y=heights)

    def _label(self, stage: RolledStage, total: int, lang: str) -> None:
        shown, die = [result for result, _ in stage.results], stage.die
        last, place, fives = shown[-1], _sum_place(shown[-1]), die > 10
        thinned = len(shown) > 11  # two dice of six still have room for each sum
        marked = [face for face in shown if not thinned or face == 1 or face % 5 == 0]
        steps = [die * part // (4 if fives else die) for part in range(5 if fives else die + 1)]
        word = words(lang)
        sums = {str(place): word("charts.faces.success")}
        axis = word("charts.faces.axis_of_dice" if stage.dice else "charts.faces.axis", dice=stage.thrown)
        set_ticks(self._faces, axis, [*marked, place], sums, max=place + max(0.9, last * 0.15))
        shares = {_key(step, die): f"{step * (total // die)}/{total}" for step in steps}
        set_ticks(self._ways, "", [step / die for step in steps], shares)


def _sum_place(die: int) -> int:
    """Where the bar of the sum stands: far enough from the last face to have room for its name."""
    return die + max(2, die * 7 // 20)


def _key(step: int, die: int) -> str:
    # bqplot looks a label up by the tick as JavaScript writes it: 1, not 1.0
    return str(step // die) if step % die == 0 else str(step / die)


def _ways(stage: RolledStage) -> list[int]:
    """How many ways end on each face or sum: of ``die``, or of ``die`` squared when some are rolled again."""
    again = set(stage.rerolled)
    if not again:
        return [len(faces) for _, faces in stage.results]
    return [len(faces) * len(again) + stage.die * len(set(faces) - again) for _, faces in stage.results]


def _sentences(stage: RolledStage, total: int, stages: int, lang: str) -> list[str]:
    word = words(lang)
    chance = percent(stage.chance.numerator, stage.chance.denominator, lang)
    fields = {"faces": len(stage.faces), "die": stage.die, "percent": chance}
    need = word("charts.faces.need", needs=_capital(word.needs(stage.need))) if stage.need else ""
    more = word("charts.faces.stages", count=stages) if stages > 1 else ""
    if not stage.rerolled:
        key = "charts.faces.said_of_dice" if stage.dice else "charts.faces.said"
        return [need, word(key, **fields, dice=stage.thrown), more]
    again = {"rerolled": runs(stage.rerolled), "ways": str(stage.chance * total), "total": total}
    return [need, word("charts.faces.reroll", **fields, **again), more]


def _numbers(stage: RolledStage, ways: Sequence[int], total: int, lang: str) -> str:
    word = words(lang)
    named = {True: word("charts.faces.hit"), False: word("charts.faces.miss")}
    again = word("charts.faces.again")
    rows = []
    for (face, throws), count in zip(stage.results, ways, strict=True):
        result = named[face in stage.succeeding]
        result = f"{again}, {result}" if set(throws) <= set(stage.rerolled) else result
        rows.append((str(face), result, f"{count}/{total}", percent(count, total, lang)))
    every = percent(1, 1, lang)
    if any(is_rounded(count, total) for count in ways):
        every = word("charts.rounded", percent=every)
    chance = stage.chance
    foot = (
        (
            word("charts.faces.success"),
            "",
            f"{chance * total}/{total}",
            percent(chance.numerator, chance.denominator, lang),
        ),
        (word("charts.total"), "", f"{total}/{total}", every),
    )
    heads = [word(f"charts.{key}") for key in ("faces.face", "faces.result", "chance", "percent")]
    return table(word("charts.faces.title"), heads, rows, foot, word("charts.note"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
