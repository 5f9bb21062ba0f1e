"""The view model of a page: one question, its one answer, the steps that led here, and who shows it.

Every change comes through ``ask``; every view is told through ``show``; nothing else decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from tohit.core.answer import Answer
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate
from tohit.core.kinds import refuse
from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.core.slide import slide
from tohit.words import Phrase

__all__ = ["Explorer", "View"]

STEPS = 200
"""How many steps back are kept; the oldest go first."""

Edit = Mapping[str, Any]


class View(Protocol):
    """Something that shows answers; ``fail`` puts a sentence in its place when ``show`` raised."""

    def show(self, answer: Answer) -> None: ...

    def fail(self, error: Exception) -> None: ...


class Explorer:
    """One question and its answer, with undo and redo.

    Args:
        question: Where it starts.
        scenarios: Ready questions by key, for the edit ``{"scenario": KEY}``.
    """

    def __init__(self, question: Question, scenarios: Mapping[str, Question] | None = None):
        self.question = question
        self.answer = self.judge(question)
        self.scenarios = dict(scenarios or {})
        self._views: list[View] = []
        self._past: list[Question] = []
        self._future: list[Question] = []
        self._gesture: int | None = None

    def judge(self, question: Question) -> Answer:
        """The answer to a question; the only place where one is evaluated."""
        return evaluate(question)

    def change(self, question: Question, edit: Edit) -> Question:
        """The question after one edit that is no step back or forward.

        Raises:
            NotationError, SceneError: why it is refused.
        """
        if "distance" in edit:
            return slide(question, edit["distance"])
        if "scenario" in edit:
            return self.scenario(edit["scenario"])
        if "document" in edit:
            return loads(edit["document"], {question.rules.key: question.rules})
        return apply(question, [edit])

    def scenario(self, key: Any) -> Question:
        """The ready question of that key."""
        if key not in self.scenarios:
            raise refuse("scenario", key, Phrase("core.allowed.choice", values=tuple(self.scenarios)))
        return self.scenarios[key]

    def add(self, view: View) -> None:
        """Show the present answer in a view, and every later one."""
        self._views.append(view)
        self._show_in(view)

    def close(self) -> None:
        """Tell nobody any more; a page that is closed is forgotten."""
        self._views.clear()

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def ask(self, edits: Iterable[Edit]) -> None:
        """Apply edits to the question as it is now, all or none; evaluate once; show it everywhere.

        Edits of one ``gesture`` are one step of undo.

        Raises:
            NotationError, SceneError: why they were refused; nothing has changed then.
        """
        draft = _Draft(self.question, list(self._past), list(self._future), self._gesture, self.change)
        for edit in edits:
            draft.take(edit)
        changed = draft.question is not self.question and draft.question != self.question
        answer = self.judge(draft.question) if changed else self.answer
        self.question, self.answer = draft.question, answer
        steps = (len(self._past), len(self._future))
        self._past, self._future, self._gesture = draft.past[-STEPS:], draft.future, draft.gesture
        if changed or steps != (len(self._past), len(self._future)):
            self.show()

    def show(self) -> None:
        """Show the present answer in every view; a view that fails says so and the others go on."""
        for view in tuple(self._views):
            self._show_in(view)

    def _show_in(self, view: View) -> None:
        try:
            view.show(self.answer)
        except Exception as error:  # a page never stands still because one view is broken
            view.fail(error)


class _Draft:
    """What ``ask`` works on: thrown away when an edit is refused."""

    def __init__(self, question: Question, past: list[Question], future: list[Question], gesture: int | None,
                 change: Callable[[Question, Edit], Question]):
        self.question, self.past, self.future, self.gesture = question, past, future, gesture
        self._changed = change

    def take(self, edit: Edit) -> None:
        for key, step in _STEPS.items():
            if key in edit:
                step(self, edit)
                return
        self._change(edit)

    def undo(self, edit: Edit) -> None:
        self.gesture = None
        if self.past:
            self.future.append(self.question)
            self.question = self.past.pop()

    def redo(self, edit: Edit) -> None:
        self.gesture = None
        if self.future:
            self.past.append(self.question)
            self.question = self.future.pop()

    def cancel(self, edit: Edit) -> None:
        """Back to where the open gesture began."""
        if self.gesture is not None and self.gesture == edit.get("gesture") and self.past:
            self.question = self.past.pop()
        self.gesture = None

    def _change(self, edit: Edit) -> None:
        changed = self._changed(self.question, edit)
        if changed != self.question:
            if self.gesture is None or edit.get("gesture") != self.gesture:
                self.past.append(self.question)
            self.question, self.future = changed, []
            self.gesture = edit.get("gesture")
        if edit.get("done", True):
            self.gesture = None


_STEPS: Mapping[str, Callable[[_Draft, Edit], None]] = {
    "undo": _Draft.undo,
    "redo": _Draft.redo,
    "cancel": _Draft.cancel,
}
