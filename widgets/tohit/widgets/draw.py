"""From a question to what a board draws: plain data, no widgets."""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.answer import Answer
from tohit.core.geometry import FACINGS, in_arc, square_name
from tohit.core.question import Question
from tohit.core.situation import Situation
from tohit.words import words

__all__ = ["label", "scene"]


def scene(question: Question, label: str = "") -> dict[str, Any]:
    """The scene of a question as ``GridBoard.scene`` has it; ``label`` stands at the target.

    A question without a board gives an empty scene.
    """
    grid = question.scene.grid
    if grid is None:
        return {}
    rules = question.rules
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "facings": rules.facings,
        "terrain": [
            {
                "squares": [square_name(*square) for square in piece.squares],
                "kind": piece.kind,
                "name": piece.name,
                "controlled_by": piece.controlled_by,
            }
            for piece in grid.terrain
        ],
        "minis": [
            {
                "name": mini.name,
                "side": mini.side,
                "at": square_name(*mini.at),
                "facing": FACINGS[mini.facing],
                "downed": getattr(mini.stats, "hp", None) == 0,
            }
            for mini in question.scene.minis
            if mini.at is not None
        ],
        "attacker": question.attack.attacker,
        "target": question.attack.target,
        "label": label,
        "sight": _sight(question),
        "arc": _arc(question) if rules.facings else [],
        "template": rules.area.template(question) if rules.area else [],
    }


def label(answer: Answer, lang: str = "en") -> str:
    """The answer in a few words: "2 in 6" where one die decides, else the percentage."""
    say = words(lang)
    if not answer.allowed:
        return say("board.not_allowed")
    die = answer.stages[0].die if len(answer.stages) == 1 else 1
    count = answer.chance * die
    if die > 1 and count.denominator == 1:
        return say("board.label", count=int(count), die=die)
    return say.percent(answer.chance)


def _sight(question: Question) -> dict[str, Any]:
    situation = Situation(question)
    places = {mini.name: square_name(*mini.at) for mini in question.scene.minis if mini.at is not None}
    return {
        "clear": bool(situation.in_sight),
        "from": places[question.attack.attacker],
        "to": places[question.attack.target],
        "blockers": [places.get(name, name) for name in situation.blockers],
    }


def _arc(question: Question) -> list[str]:
    grid, attacker = question.scene.grid, question.attacker
    rows, cols = np.mgrid[: grid.rows, : grid.columns]
    inclusive = getattr(question.rulings, "arc_edge", "inclusive") == "inclusive"
    inside = in_arc(attacker.facing, rows - attacker.at[0], cols - attacker.at[1], inclusive)
    return [square_name(row, col) for row, col in np.argwhere(inside).tolist()]
