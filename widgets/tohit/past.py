"""The steps of a page as a browser keeps them, so that undo still works after the page was loaded again.

They are a scene and, for each step after it, the edits of its gesture, which the log keeps anyway.  That is no format
that is promised to anybody: what cannot be done again is given up, and the scene alone comes back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tohit.core.history import History

__all__ = ["SIZE", "STEPS", "Past", "replayed"]

STEPS = 30
"""How many steps come back."""

SIZE = 20_000
"""How many characters they may take; the oldest steps go first."""

_TOO_LONG = "…"  # what the log has of a document that is too long for it

Edit = Mapping[str, Any]
Change = Callable[[Any, Edit], Any]


class Past:
    """Tells the steps of one page; the scene that they begin with is packed anew only when it is another one.

    Args:
        packed: A question as a link.
    """

    def __init__(self, packed: Callable[[Any], str]):
        self._packed = packed
        self._known: tuple[Any, str] = None, ""

    def told(self, history: History, marks: Mapping[str, int] | None = None) -> dict[str, Any]:
        """``{"scene": LINK, "steps": [[EDIT, …], …], "here": NUMBER, "marks": {MARK: NUMBER}}``.

        Empty when nothing can be undone or redone and nothing is marked.  The numbers count from the scene's own, 0.
        """
        first = self._first(history)
        marked = {mark: number - first for mark, number in (marks or {}).items() if number >= first}
        if first == history.last and not marked:
            return {}
        steps = [list(history[number].edits) for number in range(first + 1, history.last + 1)]
        return {"scene": self._link(history[first].question), "steps": steps, "here": history.here - first,
                "marks": marked}

    def _first(self, history: History) -> int:
        """The step that the others are told from: not so far back that they are too many or too long."""
        left = SIZE
        for number in range(history.last, history.first, -1):
            edits = history[number].edits
            left -= len(json.dumps(edits, ensure_ascii=False))
            told = history.last - number
            if left < 0 or told == STEPS or any(edit.get("document") == _TOO_LONG for edit in edits):
                # The present step has to be among them.
                return number if number <= history.here else history.last
        return history.first

    def _link(self, question: Any) -> str:
        if self._known[0] is not question:
            self._known = question, self._packed(question)
        return self._known[1]


def replayed(past: Mapping[str, Any], question: Any, change: Change) -> History | None:
    """The steps that `Past` told, done again; None when there is no such step.

    Args:
        past: What was told; its form has been checked.
        question: The one that the page has now.
        change: The question after an edit.

    Raises:
        TohitError: a step is refused.
    """
    history = History(change(question, {"document": past["scene"]}))
    for first, *more in past["steps"]:
        history.begin(change(history.question, first), first)
        for edit in more:
            history.amend(change(history.question, edit), edit)
    return history if history.go(past["here"]) else None
