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
    faces: tuple[int, ...]
    rerolled: tuple[int, ...]
    need: str
    chance: Fraction


class FaceChart(Chart):
    """One bar for each face of the first die, filled where it succeeds; beside them their sum as one bar.

    A bar's height is the chance that the roll ends on that face, so a re-rolled face is lower and the others are
    higher.  The axis counts in the die's own ways: ``2/6``, or ``8/36`` with a re-roll.

    Example:
        >>> from types import SimpleNamespace
        >>> stage = SimpleNamespace(die=6, faces=(5, 6), rerolled=(), need="5+", chance=Fraction(1, 3))
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
            first and (first.die, first.faces, first.rerolled, first.need, first.chance),
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
            self._say([none], table(word("charts.faces.title"), (), (), note=none), lang)
            return
        total = first.die**2 if first.rerolled else first.die
        ways = _ways(first.die, first.rerolled)
        self._draw(first, ways, total)
        self._label(first.die, total, lang)
        self._say(_sentences(first, total, len(stages), lang), _numbers(first, ways, total, lang), lang)

    def _draw(self, stage: RolledStage, ways: Sequence[int], total: int) -> None:
        die, succeeds = stage.die, set(stage.faces)
        heights = np.zeros((2, die + 1))
        for face, count in enumerate(ways, 1):
            heights[0 if face in succeeds else 1, face - 1] = count / total
        chance = stage.chance.numerator / stage.chance.denominator
        heights[:, die] = chance, 1 - chance
        if self._bars.y.shape == heights.shape:
            assign(self._bars, y=heights)
            return
        places = np.append(np.arange(1, die + 1), _sum_place(die)).astype(float)
        assign(self._bars, x=places, y=heights)

    def _label(self, die: int, total: int, lang: str) -> None:
        place, fives = _sum_place(die), die > 10
        marked = [face for face in range(1, die + 1) if not fives or face == 1 or face % 5 == 0]
        steps = [die * part // (4 if fives else die) for part in range(5 if fives else die + 1)]
        word = words(lang)
        sums = {str(place): word("charts.faces.success")}
        axis = word("charts.faces.axis", die=str(die))
        set_ticks(self._faces, axis, [*marked, place], sums, max=place + max(0.9, die * 0.15))
        shares = {_key(step, die): f"{step * (total // die)}/{total}" for step in steps}
        set_ticks(self._ways, "", [step / die for step in steps], shares)


def _sum_place(die: int) -> int:
    """Where the bar of the sum stands: far enough from the last face to have room for its name."""
    return die + max(2, die * 7 // 20)


def _key(step: int, die: int) -> str:
    # bqplot looks a label up by the tick as JavaScript writes it: 1, not 1.0
    return str(step // die) if step % die == 0 else str(step / die)


def _ways(die: int, rerolled: Sequence[int]) -> list[int]:
    """How many ways end on each face: of ``die``, or of ``die`` squared when some faces are rolled again."""
    if not rerolled:
        return [1] * die
    return [len(rerolled) + (0 if face in rerolled else die) for face in range(1, die + 1)]


def _sentences(stage: RolledStage, total: int, stages: int, lang: str) -> list[str]:
    word = words(lang)
    chance = percent(stage.chance.numerator, stage.chance.denominator, lang)
    fields = {"faces": len(stage.faces), "die": stage.die, "percent": chance}
    need = word("charts.faces.need", needs=_capital(word.needs(stage.need))) if stage.need else ""
    more = word("charts.faces.stages", count=stages) if stages > 1 else ""
    if not stage.rerolled:
        return [need, word("charts.faces.said", **fields), more]
    again = {"rerolled": runs(stage.rerolled), "ways": str(stage.chance * total), "total": total}
    return [need, word("charts.faces.reroll", **fields, **again), more]


def _numbers(stage: RolledStage, ways: Sequence[int], total: int, lang: str) -> str:
    word = words(lang)
    named = {True: word("charts.faces.hit"), False: word("charts.faces.miss")}
    again = word("charts.faces.again")
    rows = []
    for face, count in enumerate(ways, 1):
        result = named[face in stage.faces]
        result = f"{again}, {result}" if face in stage.rerolled else result
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
