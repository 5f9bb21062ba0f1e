"""The view model of a page: one question, its one answer, the steps that led here, and who shows it.

Every change comes through ``ask``; every view is told through ``show``; nothing else decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from tohit.core import commands
from tohit.core.answer import Answer
from tohit.core.errors import TohitError
from tohit.core.evaluate import evaluate
from tohit.core.faults import telling
from tohit.core.history import History, merged
from tohit.core.kinds import refuse
from tohit.core.notation import link
from tohit.core.patience import patience
from tohit.core.question import Question
from tohit.past import replayed
from tohit.words import Phrase

__all__ = ["MARKS", "Entry", "Explorer", "View"]

MARKS = ("a", "b")
"""What a step can be marked as, to be compared later."""

Edit = Mapping[str, Any]
Entry = tuple[Edit, ...]

_ENTRIES, _LOGGED = 200, 60_000  # gestures in the log, and their characters
_LONGEST_LINK = 4_000


class View(Protocol):
    """Something that shows answers; ``fail`` puts a sentence in its place when ``show`` raised."""

    def show(self, answer: Answer) -> None: ...

    def fail(self, error: Exception) -> None: ...


class Explorer:
    """One question and its answer, with undo and redo.

    Args:
        question: Where it starts.
        scenarios: Ready questions by key, for the edit ``{"scenario": KEY}``.

    Attributes:
        history: The steps that led here; no other object changes it.
        marked: The questions that were marked ``a`` and ``b``, to be compared.
        marks: The numbers of their steps, while these are kept.
    """

    def __init__(self, question: Question, scenarios: Mapping[str, Question] | None = None):
        self.answer = self.judge(question)
        self.scenarios = dict(scenarios or {})
        self.history = History(question)
        self.marked: dict[str, Question] = {}
        self.marks: dict[str, int] = {}
        self._log: list[Entry] = []
        self._views: list[View] = []
        self._gesture: int | None = None

    @property
    def question(self) -> Question:
        """The question of the present step."""
        return self.history.question

    def judge(self, question: Question) -> Answer:
        """The answer to a question; the only place where one is evaluated.

        Raises:
            RulesError: a mistake in rules that a reader wrote, with its line.
        """
        with telling(question):
            return evaluate(question)

    def change(self, question: Question, edit: Edit) -> Question:
        """The question after one edit that is no step back or forward.

        Raises:
            NotationError, SceneError: why it is refused.
        """
        return self.scenario(edit["scenario"]) if "scenario" in edit else commands.change(question, edit)

    def spoken(self, question: Question) -> Question:
        """The question whose minis and stats commands speak of."""
        return question

    def packed(self, question: Question) -> str:
        """A question as a link, as the log keeps a document that was opened."""
        return link(question)

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
        return self.history.here > self.history.first

    @property
    def can_redo(self) -> bool:
        return self.history.here < self.history.last

    @property
    def log(self) -> list[Entry]:
        """What was done so far, the newest last: for each finished gesture its edits."""
        return self._log[:-1] if self._gesture is not None else self._log

    def ask(self, edits: Iterable[Edit]) -> None:
        """Apply edits to the question as it is now, all or none; evaluate once; show it everywhere.

        Edits of one ``gesture`` are one step of undo.

        Raises:
            NotationError, SceneError, Unfinished: why they were refused; nothing has changed then.
        """
        draft = _Draft(self)
        with patience():
            for edit in edits:
                draft.take(edit)
            question = draft.history.question
            changed = question is not self.question and question != self.question
            answer = self.judge(question) if changed else self.answer
        before, open_gesture = self._place(), self._gesture
        self.history, self.answer, self._log, self._gesture = draft.history, answer, draft.log, draft.gesture
        self.marked, self.marks = draft.marked, draft.marks
        finished = open_gesture is not None and self._gesture is None
        if changed or finished or before != self._place():
            self.show()

    def show(self) -> None:
        """Show the present answer in every view; a view that fails says so and the others go on."""
        for view in tuple(self._views):
            self._show_in(view)

    def _place(self) -> tuple[object, ...]:
        """What views show beside the answer: steps, marks, what was done last."""
        return self.history.first, self.history.here, self.history.last, self.marks, self._log[-1:]

    def _show_in(self, view: View) -> None:
        try:
            view.show(self.answer)
        except Exception as error:  # a page never stands still because one view is broken
            view.fail(error)


class _Draft:
    """What ``ask`` works on: thrown away when an edit is refused."""

    def __init__(self, explorer: Explorer):
        self.history, self.log, self.gesture = explorer.history.copy(), list(explorer._log), explorer._gesture
        self.marked, self.marks = dict(explorer.marked), dict(explorer.marks)
        self._changed, self._spoken, self._packed = explorer.change, explorer.spoken, explorer.packed

    def take(self, edit: Edit) -> None:
        for key, step in _STEPS.items():
            if key in edit:
                step(self, edit)
                return
        self._change(edit)

    def undo(self, edit: Edit) -> None:
        self._go(self.history.here - 1, {"undo": True})

    def redo(self, edit: Edit) -> None:
        self._go(self.history.here + 1, {"redo": True})

    def step(self, edit: Edit) -> None:
        """Go to any step; the steps after it stay, to come back to."""
        if not self._go(edit["step"], {"step": edit["step"]}):
            raise refuse("step", edit["step"], Phrase("core.allowed.whole", low=self.history.first, high=self.history.last))

    def mark(self, edit: Edit) -> None:
        """Mark a step, or with None take the mark away."""
        mark, number = edit["mark"], edit["step"]
        if mark not in MARKS:
            raise refuse("mark", mark, Phrase("core.allowed.choice", values=MARKS))
        self.marked.pop(mark, None)
        self.marks.pop(mark, None)
        if number is not None:
            if type(number) is not int or not self.history.first <= number <= self.history.last:
                raise refuse("step", number, Phrase("core.allowed.whole", low=self.history.first, high=self.history.last))
            self.marked[mark], self.marks[mark] = self.history[number].question, number

    def cancel(self, edit: Edit) -> None:
        """Back to where the open gesture began."""
        if self.gesture is not None and self.gesture == edit.get("gesture"):
            self.history.drop()
            self.log.pop()
        self.gesture = None

    def say(self, edit: Edit) -> None:
        """Commands, one on each line; each line is a step of its own, so that a log with its undos can be said again."""
        for place, line in commands.lines(edit["say"]):
            self.gesture = None
            try:
                for told in commands.parse(self._spoken(self.history.question), line):
                    self.take({**told, "gesture": 0, "done": False})
            except TohitError as error:
                raise commands.in_line(error, place) from error
        self.gesture = None

    def past(self, edit: Edit) -> None:
        """The steps that a page had before it was loaded again, in place of its own; left alone if they cannot be."""
        try:
            history = replayed(edit["past"], self.history.question, self._changed)
        except TohitError:
            return
        if history is not None:
            self.history, self.gesture = history, None
            self.log = [step.edits for step in history.steps[1:]]
            if history.here < history.last:
                self.log.append(({"step": history.here},))
            self.marked, self.marks = {}, {}
            for mark, number in edit["past"].get("marks", {}).items():
                with suppress(TohitError):
                    self.mark({"mark": mark, "step": number})

    def _go(self, number: Any, said: Edit) -> bool:
        self.gesture = None
        if type(number) is not int or not self.history.go(number):
            return False
        self._note(said)
        return True

    def _change(self, edit: Edit) -> None:
        before = self.history.question
        changed = self._changed(before, edit)
        if changed != before:
            said = self._said(edit, before, changed)
            if self.gesture is None or edit.get("gesture") != self.gesture:
                self.history.begin(changed, said)
                self.marks = {mark: number for mark, number in self.marks.items()
                              if self.history.first <= number < self.history.here}
                self._note(said)
            else:
                self.history.amend(changed, said)
                self.log[-1] = merged((*self.log[-1], said))
            self.gesture = edit.get("gesture")
        if edit.get("done", True):
            self.gesture = None

    def _said(self, edit: Edit, before: Any, changed: Any) -> Edit:
        """An edit as the log keeps it; a whole document only as a link that is not too long."""
        if "document" not in edit:
            return commands.plain(self._spoken(before), edit)
        packed = self._packed(changed)
        return {"document": packed if len(packed) <= _LONGEST_LINK else "…"}

    def _note(self, edit: Edit) -> None:
        self.log = [*self.log[1 - _ENTRIES :], (edit,)]
        size = sum(len(str(entry)) for entry in self.log)
        while size > _LOGGED and len(self.log) > 1:
            size -= len(str(self.log.pop(0)))


_STEPS: Mapping[str, Callable[[_Draft, Edit], None]] = {
    "undo": _Draft.undo,
    "redo": _Draft.redo,
    "mark": _Draft.mark,
    "step": _Draft.step,
    "cancel": _Draft.cancel,
    "say": _Draft.say,
    "past": _Draft.past,
}
