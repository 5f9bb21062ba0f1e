"""What the answer would be on one square: told beside the pointer, nothing changed by it and nothing to undo."""

from __future__ import annotations

from typing import Any

from tohit.core.edits import apply
from tohit.core.errors import SceneError
from tohit.core.evaluate import evaluate
from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.heat import HeatLayer
from tohit.explorer import Explorer
from tohit.widgets import GridBoard
from tohit.words import Words

__all__ = ["Peek"]

NOTHING = {"serial": 0}
"""Told before anything was asked: it says that somebody answers."""

LINES = 6  # of the ledger, so that a card stays a card


class Peek:
    """Answers a board's ``peek``: for the mini of the heat layer; while that is off, for the attacker as it faces."""

    def __init__(self, board: GridBoard, heat: HeatLayer, explorer: Explorer):
        self._board, self._heat, self._explorer = board, heat, explorer
        board.peeked = dict(NOTHING)
        board.observe(self._asked, "peek")

    def close(self) -> None:
        """Listen no more."""
        self._board.unobserve(self._asked, "peek")

    def _asked(self, change: Any) -> None:
        question, square = self._explorer.question, change.new.get("square")
        place = parse_square(square)
        if place is None or question.scene.grid is None or place not in question.scene.grid:
            self._board.peeked = dict(NOTHING)
            return
        told = self.told(question, place, question.rules.say(self._board.lang))
        self._board.peeked = {"serial": change.new["serial"], "square": square, **told}

    def told(self, question: Question, place: tuple[int, int], say: Words) -> dict[str, Any]:
        """The answer on that square in a few words."""
        over = self._heat.over(question)
        if over == "area":
            return self._covered(question, place, say)
        mover, attacker = "target" if over == "target" else "attacker", question.attacker
        facing = attacker.facing
        if over != "off":
            facing = int(self._heat.swept(question).facing[place])
        edits = [{"mini": getattr(question.attack, mover), "at": square_name(*place)}]
        if question.rules.facings and facing != attacker.facing:
            edits.append({"mini": attacker.name, "facing": FACINGS[facing]})
        name = getattr(question.attack, mover)
        title = say("page.peek", mini=name, square=square_name(*place))
        try:
            answer = evaluate(apply(question, edits))
        except SceneError as error:
            return {"title": title, "refusals": [str(say.show(error.phrase))]}
        if len(edits) > 1:
            title = say("page.peek.turned", title=title, mini=attacker.name, facing=say(f"page.facing.{FACINGS[facing]}"))
        shown = present.headline(answer, say)
        lines = [line for line in answer.ledger if line.value][:LINES]
        return {
            "title": title, "chance": str(answer.chance),
            **{key: shown[key] for key in ("fraction", "percent", "refusals")},
            "need": say.needs(shown["need"]) if shown["need"] else "",
            "lines": [{"name": str(say.show(line.name)), "value": say.signed(line.value)} for line in lines],
        }

    def _covered(self, question: Question, place: tuple[int, int], say: Words) -> dict[str, Any]:
        """The chance that the attack covers that square."""
        chance = self._heat.swept(question).chance(*place)
        return {
            "title": say("page.peek.covered", square=square_name(*place)), "chance": str(chance), "refusals": [], "lines": [],
            "fraction": say("page.fraction", count=chance.numerator, of=chance.denominator), "percent": say.percent(chance),
        }
