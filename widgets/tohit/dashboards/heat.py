"""The heat layer of a page: the chance of every square, as bytes for the board and as words beside it.

Nothing is computed while it is off, and nothing again while what it depends on stays the same: the chances from all
squares of the attacker are the same wherever it stands.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from tohit.core.answer import Answer
from tohit.core.best import Best, best
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate, once
from tohit.core.geometry import FACINGS, square_name
from tohit.core.question import Question
from tohit.core.reach import able
from tohit.core.sweep import Sweep, free_squares, sweep
from tohit.dashboards.views import PanelView, TogetherView
from tohit.explorer import Explorer
from tohit.widgets import GridBoard
from tohit.widgets.heat import Heat
from tohit.words import Words

__all__ = ["FAR", "FIRST", "NOBODY", "REFUSED", "HeatLayer", "moved", "packed"]

NOBODY, REFUSED, FAR, FIRST = range(4)
"""What the cells hold: no place for the mini, not allowed, out of reach, and from ``FIRST`` on the chances."""

NAMED = 5  # so many of the best squares


class HeatLayer:
    """Ties a board, its heat panel and an explorer together.

    Attributes:
        layer: what colours the board, in step with the answer.
        beside: what the panel says of it, which may come a little later.
    """

    def __init__(self, board: GridBoard, panel: Heat, explorer: Explorer):
        self._board, self._panel, self._explorer = board, panel, explorer
        self._swept: tuple[Any, Sweep] | None = None
        self._asked: tuple[Question, str, str] | None = None  # what is being told just now: several parts look it up
        self._reached: tuple[Any, Any] | None = None
        self._named: tuple[Question, Sweep, Any, tuple[tuple[Best, ...], int]] | None = None
        self._dice: dict[Any, int] = {}
        self.layer, self.beside = PanelView(board, self._layer), PanelView(panel, self._beside)
        panel.observe(self._chosen, "choice")

    def close(self) -> None:
        """Listen no more."""
        self._panel.unobserve(self._chosen, "choice")

    def over(self, question: Question) -> str:
        """Whose squares are coloured now; what this question has no squares for is off."""
        over = self._panel.choice["over"]
        return over if over in _overs(question) else "off"

    def swept(self, question: Question) -> Sweep:
        """The chances of all squares, computed once for all that they depend on."""
        over, facing = self.over(question), self._facing(question)
        if self._asked is None or self._asked[0] is not question or self._asked[1:] != (over, facing):
            key = (over, facing, _rest(question, over, facing))
            if self._swept is None or self._swept[0] != key:
                area = question.rules.area
                found = area.coverage(question) if over == "area" else sweep(question, f"{over}.square", facing=facing)
                self._swept = (key, found)
            self._asked = (question, over, facing)
        return self._swept[1]

    def _facing(self, question: Question) -> str:
        return self._panel.choice["facing"] if question.rules.facings else "as-is"

    def _chosen(self, change: Any) -> None:
        TogetherView(self._board, [self.layer, self.beside]).show(self._explorer.answer)

    def _layer(self, answer: Answer, say: Words) -> dict[str, Any]:
        """What the board draws."""
        question, choice = answer.question, self._panel.choice
        over = self.over(question)
        if over == "off":
            return {"heat": {}, "heat_cells": b""}
        swept = self.swept(question)
        free = np.ones(swept.shape, dtype=bool) if over == "area" else free_squares(question, over)
        cells, chances = packed(swept, free, self._within(question))
        die = self._die(answer, swept, over)
        return {
            "heat": {
                "rows": swept.shape[0], "columns": swept.shape[1], "wide": len(chances) + FIRST > 256,
                "levels": [_level(chance, die, say) for chance in chances],
                **{key: choice[key] for key in ("numbers", "hatch", "contour")},
                "best": [square_name(*found.square) for found in self._best(question)[0]],
            },
            "heat_cells": cells,
        }

    def _die(self, answer: Answer, swept: Sweep, over: str) -> int:
        """The die that fractions are told with, as the headline tells them; asked of another square where this one has none."""
        question = answer.question
        key = question.rules, question.attack.mode, question.attack.weapon
        if over == "area":
            return 1
        if answer.stages:
            self._dice = {key: answer.stages[0].die}
        elif key not in self._dice and swept.allowed.any():
            stages = evaluate(moved(question, over, *np.argwhere(swept.allowed)[0].tolist(), swept)).stages
            self._dice = {key: stages[0].die if stages else 1}
        return self._dice.get(key, 1)

    def _beside(self, answer: Answer, say: Words) -> dict[str, Any]:
        """What the panel says: the choices, the legend, the best squares."""
        question = answer.question
        names = {"attacker": question.attack.attacker, "target": question.attack.target}
        overs = [{"key": key, "name": say(f"heat.over.{key}", **names)} for key in ("off", *_overs(question))]
        over, moves = self.over(question), question.rules.moves
        stands = over in ("attacker", "target")
        points = moves.allowance(getattr(question, over)) if moves and stands else 0
        offer = {"overs": overs, "facings": bool(question.rules.facings) and stands, "points": points, "best": stands}
        shown = {"offer": offer, "legend": [], "best": {}}
        if over == "off":
            return shown
        shades = _shades(say)
        others = [{"kind": "refused", "share": 0, "name": say("heat.refused")}]
        if question.rules.moves and self._panel.choice["points"]:
            others.append({"kind": "far", "share": 0, "name": say("heat.far")})
        if over == "area":
            return {**shown, "legend": shades}
        return {**shown, "legend": [*others, *shades], "best": self._told(question, over, say)}

    def _best(self, question: Question) -> tuple[tuple[Best, ...], int]:
        over = self.over(question)
        if over == "area" or not self._panel.choice["best"]:
            return (), 0
        swept, choice = self.swept(question), self._panel.choice
        if self._named is None or self._named[0] is not question or self._named[1] is not swept or self._named[2] != choice:
            found = best(swept, getattr(question, over).at, NAMED, self._within(question))
            self._named = (question, swept, choice, found)  # board and panel ask one after the other
        return self._named[3]

    def _within(self, question: Question) -> Any:
        """Which squares are in reach this turn, computed once; all of them without a limit."""
        points, over = self._panel.choice["points"], self.over(question)
        if not points or over == "area" or question.rules.moves is None:
            return np.True_
        key = (question, over, points, self._facing(question))
        if self._reached is None or self._reached[0] != key:
            self._reached = (key, able(question, over, points, self.swept(question).facing))
        return self._reached[1]

    def _told(self, question: Question, over: str, say: Words) -> dict[str, Any]:
        found, alike = self._best(question)
        mover, attacker = getattr(question, over).name, question.attack.attacker
        turns = self._facing(question) == "best"
        rows = []
        for place in found:
            square, facing = square_name(*place.square), FACINGS[place.facing]
            edits = [{"mini": mover, "at": square}, *([{"mini": attacker, "facing": facing}] if turns else [])]
            name = say("heat.best.turned", square=square, mini=attacker, facing=say(f"page.facing.{facing}")) if turns else square
            rows.append({"name": name, "percent": say.percent(place.chance), "chance": str(place.chance), "edits": edits})
        more = alike - sum(place.chance == found[0].chance for place in found) if found else 0
        return {
            "title": say("heat.best", mini=mover), "rows": rows,
            "note": say("heat.best.more", count=more) if more else "" if found else say("heat.best.none", mini=mover),
        }


def moved(question: Question, over: str, row: int, col: int, swept: Sweep) -> Question:
    """The question with the mini on another square, the attacker facing as the sweep has it there.

    Raises:
        SceneError: the mini cannot stand there.
    """
    edits = [{"mini": getattr(question.attack, over), "at": square_name(row, col)}]
    if question.rules.facings:
        edits.append({"mini": question.attack.attacker, "facing": FACINGS[swept.facing[row, col]]})
    return apply(question, edits)


def packed(swept: Sweep, free: Any, within: Any) -> tuple[bytes, list[Fraction]]:
    """One small number for each square, row by row from the south-west, then the facings; and the chances they stand for.

    Args:
        free: where the mini may stand.
        within: where it gets to.

    A number below ``FIRST`` says why there is no chance; the others count the chances from the lowest.  They are
    bytes, or of 16 bits (the low byte first) where there are too many chances for one byte.
    """
    told = swept.allowed & within
    counts, which = np.unique(swept.counts[told], return_inverse=True)
    cells = np.where(free, np.where(within, REFUSED, FAR), NOBODY).astype("<u1" if len(counts) + FIRST <= 256 else "<u2")
    cells[told] = which.ravel() + FIRST
    facings = b"" if swept.facing is None else swept.facing.astype(np.uint8).tobytes()
    return cells.tobytes() + facings, [Fraction(int(count), swept.denominator) for count in counts]


def _overs(question: Question) -> tuple[str, ...]:
    """Whose squares there are; an area has some while one is attacked."""
    if question.scene.grid is None:
        return ()
    area = question.rules.area
    return ("attacker", "target", *(("area",) if area and area.template(question) else ()))


def _rest(question: Question, over: str, facing: str) -> Question:
    """The question without what the sweep puts in place of it."""
    if over == "area":
        return msgspec.structs.replace(question, title="", notices=())
    moved, attacker = getattr(question.attack, over), question.attack.attacker
    changes: dict[str, dict[str, Any]] = {moved: {"at": (0, 0)}}
    if facing == "best":
        changes[attacker] = {**changes.get(attacker, {}), "facing": 0}
    minis = tuple(msgspec.structs.replace(mini, **changes.get(mini.name, {})) for mini in question.scene.minis)
    scene = msgspec.structs.replace(question.scene, minis=minis)
    return msgspec.structs.replace(once(question), title="", notices=(), scene=scene)


@lru_cache(maxsize=4)
def _shades(say: Words) -> list[dict[str, Any]]:
    """The colours of a legend."""
    return [{"kind": "chance", "share": quarter / 4, "name": say.percent(Fraction(quarter, 4))} for quarter in range(5)]


@lru_cache(maxsize=1024)
def _level(chance: Fraction, die: int, say: Words) -> dict[str, Any]:
    of = die if die % chance.denominator == 0 else chance.denominator
    return {
        "chance": str(chance), "share": float(chance), "above": chance >= Fraction(1, 2),
        "fraction": say("page.fraction", count=int(chance * of), of=of), "percent": say.percent(chance),
        "short": say.percent(chance, 0).rstrip("%\u202f "),
    }
