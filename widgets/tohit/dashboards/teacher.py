"""The teacher's page: timing, expected wrong answers, all answers, a paper fallback, and the class's codes as dots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.core.distribution import digits
from tohit.core.kinds import refuse
from tohit.core.prediction import Prediction
from tohit.dashboards.lesson import STEPS, lesson_links
from tohit.dashboards.page import box, readers_language, style
from tohit.dashboards.sealed import seal
from tohit.lessons import LESSONS, Lesson
from tohit.widgets import ClassBox, Controls, Keeper, Note, Toolbar
from tohit.words import LANGUAGES, Phrase, Words, words

__all__ = ["TeacherPage", "teacher"]

_HERE = Path(__file__)
PARTS = ("goal", "timing", "wrong", "answers", "paper")


def teacher(number: int = 1, lang: str | None = None) -> Box:
    """The teacher's page, with a choice of lessons.

    Args:
        number: The lesson to begin with.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.teacher(1)        # doctest: +SKIP
    """
    if number not in LESSONS:
        raise refuse("number", number, Phrase("core.allowed.choice", values=tuple(LESSONS)))
    return TeacherPage(number, lang or readers_language()).widget


class TeacherPage:
    """Everything on the teacher's page, made once; ``notes`` by name."""

    def __init__(self, number: int, lang: str = "en"):
        self.number, self.lang = number, lang
        self.codes, self.toolbar, self.choice, self.dots = ClassBox(), Toolbar(), Controls(), charts.DotsChart()
        self.keeper = Keeper(shares=False)
        self.notes = {part: Note() for part in PARTS}
        for panel in self.panels:
            panel.lang = lang
            panel.at_desk(self.codes)
        self.codes.on_edits(self._take)
        left = box("lesson-flow", self.choice, *(self.notes[part] for part in ("goal", "timing", "wrong", "paper")))
        right = box("lesson-flow", self.codes, self.dots.widget, self.notes["answers"])
        css = style(_HERE.with_name("page.css"), _HERE.with_name("lesson.css"), charts.CSS)
        self.widget = box("page", css, box("top", self.toolbar, self.keeper), box("lesson", left, right))
        self.widget.page = self
        self.show()
        seal(self.widget)

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the desk first."""
        return (self.codes, self.toolbar, self.keeper, self.choice, *self.notes.values())

    @property
    def taught(self) -> Lesson:
        """The lesson that is shown."""
        return LESSONS[self.number]

    def show(self) -> None:
        """Bring every part up to date."""
        say, taught = words(self.lang), self.taught
        told = {
            "goal": [say(taught.key("goal"))],
            "timing": [say(f"lesson.timing.{step}") for step in STEPS],
            "wrong": [say(taught.key(f"wrong.{place}")) for place in range(1, taught.wrong + 1)] + self._computed(say),
            "answers": [f"{say.show(asked.prompt)} → {_exact(asked, say)}" for asked in self._asked],
            "paper": [say(taught.key("paper"))],
        }
        for part, note in self.notes.items():
            note.title, note.sentences = say(f"lesson.teacher.{part}"), told[part]
        self.keeper.beside, self.keeper.saved = {"lesson": str(self.number), "lang": self.lang}, self.codes.applied
        self.toolbar.systems, self.toolbar.system = lesson_links(say), "teacher"
        choices = [{"value": str(number), "name": f"{number}. {say(LESSONS[number].key('title'))}"} for number in sorted(LESSONS)]
        field = {"path": "lesson", "name": say("lesson.choose"), "help": "", "kind": "choice", "choices": choices, "value": str(self.number)}
        self.choice.groups = [{"key": "lesson", "name": say("lesson.teacher"), "open": True, "fields": [field]}]
        tallies = [(tally.pair, tally.hits, tally.throws) for tally in self.codes.tallies]
        self.dots.show(tallies, taught.facts[taught.tallied], self.lang)

    def close(self) -> None:
        """Let go of every widget of this page."""
        self.codes.on_edits(None)
        self.dots.close()
        for widget in (*self.panels, *self.widget.children, self.widget):
            widget.close()

    @property
    def _asked(self) -> tuple[Prediction, ...]:
        return self.taught.put((*self.taught.predict, *self.taught.change, *self.taught.check))

    def _computed(self, say: Words) -> list[str]:
        """The named mistakes, with what each of them gives."""
        told = []
        for asked in self._asked:
            named = [say("lesson.teacher.mistake", value=digits(mistake.value), why=say.show(mistake.why))
                     for mistake in asked.mistakes if mistake.value != asked.truth]
            told.append(" ".join([str(say.show(asked.prompt)), *named]))
        return told

    def _take(self, edits: list[dict[str, Any]]) -> None:
        with self.codes.parcelled(self.panels):
            for edit in edits:
                self._change(edit)
            self.show()

    def _change(self, edit: Mapping[str, Any]) -> None:
        if "page" in edit:
            self._speak(edit["page"].get("lang"))
        elif edit.get("path") == "lesson":
            self._choose(edit.get("value"))
        elif "beside" in edit:
            self._choose(edit["beside"].get("lesson"))
            self._speak(edit["beside"].get("lang"))
        else:
            self.codes.receive([edit])

    def _choose(self, told: Any) -> None:
        known = {str(number): number for number in LESSONS}
        if told not in known:
            raise refuse("lesson", told, Phrase("core.allowed.choice", values=tuple(known)))
        self.number = known[told]

    def _speak(self, lang: Any) -> None:
        if lang not in LANGUAGES:
            raise refuse("page.lang", lang, Phrase("core.allowed.choice", values=LANGUAGES))
        self.lang = lang
        for panel in self.panels:
            panel.lang = lang


def _exact(asked: Prediction, say: Words) -> str:
    if asked.kind == "number":
        return digits(asked.truth)
    return f"{digits(asked.truth)} = {say.percent(asked.truth)}"
