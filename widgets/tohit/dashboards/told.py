"""What was done so far, as panels show it: the log as commands, the steps as small pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tohit.core import commands
from tohit.core.pages import page_link
from tohit.core.question import Question
from tohit.core.scene import Grid
from tohit.explorer import MARKS, Entry, Explorer
from tohit.words import Words

__all__ = ["Log", "Marked", "steps"]

LINES = 60
"""How many of the newest gestures the log of a page shows."""

_PICTURES, _FIGURES = (8, 40), 1_500  # steps that are shown, and minis on all of them together


class Log:
    """The lines of an explorer's log; what has been said once is not worked out again."""

    def __init__(self, explorer: Explorer):
        self._explorer = explorer
        self._said: dict[int, tuple[Entry, str, list[str]]] = {}

    def shown(self, say: Words) -> list[str]:
        """The newest commands, one a line, the newest last."""
        entries = self._explorer.log[-LINES:]
        question = self._explorer.spoken(self._explorer.question)
        self._said = {id(entry): self._line(entry, question, say.language) for entry in entries}
        return [line for entry in entries for line in self._said[id(entry)][2]]

    def _line(self, entry: Entry, question: Question, language: str) -> tuple[Entry, str, list[str]]:
        known = self._said.get(id(entry))
        if known and known[0] is entry and known[1] == language:
            return known
        return entry, language, commands.say(entry, question, language)


class Marked:
    """The address of the page that compares the two marked steps; packed anew only when a mark has moved."""

    def __init__(self, explorer: Explorer):
        self._explorer = explorer
        self._known: tuple[tuple[Any, ...], str] = (), ""

    def address(self, language: str) -> str:
        """Where A and B are compared; empty until both are marked."""
        marked = tuple(self._explorer.marked.get(mark) for mark in MARKS)
        if None in marked:
            return ""
        if len(self._known[0]) != len(marked) or any(known is not own for known, own in zip(self._known[0], marked, strict=True)):
            parts = {mark: self._explorer.spoken(question) for mark, question in zip(MARKS, marked, strict=True)}
            self._known = marked, page_link("compare", parts)
        return f"compare.ipynb?lang={language}{self._known[1]}"


def steps(explorer: Explorer, say: Words) -> dict[str, Any]:
    """The steps around the present one as ``StepsStrip`` shows them, sharing their boards."""
    history = explorer.history
    boards: dict[int, int] = {}
    drawn: list[dict[str, Any]] = []
    shown = []
    for number in _around(explorer):
        question = explorer.spoken(history[number].question)
        grid = question.scene.grid
        if grid is not None and id(grid) not in boards:
            boards[id(grid)] = len(drawn)
            drawn.append(_board(grid))
        minis = [[mini.at[1], grid.rows - 1 - mini.at[0], mini.side] for mini in question.scene.minis if grid and mini.at]
        said = "; ".join(commands.say(history[number].edits, question, say.language))
        shown.append({"number": number, "board": boards.get(id(grid), 0), "minis": minis, "said": said[:200]})
    return {"boards": drawn or [{"columns": 1, "rows": 1, "wall": "", "light": "", "heavy": ""}], "steps": shown,
            "here": history.here, "marks": dict(explorer.marks)}


def _around(explorer: Explorer) -> range:
    """The numbers of the steps that are shown: fewer where a crowd stands on the board."""
    history = explorer.history
    crowd = max(1, len(explorer.spoken(explorer.question).scene.minis))
    few, many = _PICTURES
    count = min(many, max(few, _FIGURES // crowd))
    first = max(history.first, min(history.here - count * 2 // 3, history.last + 1 - count))
    return range(first, min(history.last + 1, first + count))


@lru_cache(maxsize=64)
def _board(grid: Grid) -> dict[str, Any]:
    paths = {kind: _path(grid, (square for square, _ in grid.squares(kind))) for kind in ("wall", "light", "heavy")}
    return {"columns": grid.columns, "rows": grid.rows, **paths}


def _path(grid: Grid, squares: Iterable[tuple[int, int]]) -> str:
    """Squares as an SVG path from the top left, those side by side in one piece."""
    parts: list[list[int]] = []
    for row, col in sorted(squares):
        if parts and parts[-1][0] == row and parts[-1][1] + parts[-1][2] == col:
            parts[-1][2] += 1
        else:
            parts.append([row, col, 1])
    return "".join(f"M{col} {grid.rows - 1 - row}h{long}v1h-{long}z" for row, col, long in parts)
