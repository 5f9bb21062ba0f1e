"""A lesson as a page: look, predict, roll, reveal, change one thing, check, say it in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit.core.answer import Answer
from tohit.core.errors import TohitError
from tohit.core.kinds import refuse
from tohit.core.notation import canonical, dumps, parse, stated
from tohit.core.pages import FORMAT, read_page, write_page
from tohit.core.prediction import Score
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.asking import AskingPage
from tohit.dashboards.opened import OpenedView
from tohit.dashboards.page import box, readers_language, style
from tohit.dashboards.views import PanelView, Present, TogetherView
from tohit.explorer import Explorer, View
from tohit.lessons import BONUS, LESSONS, Lesson
from tohit.widgets import Controls, Headline, Keeper, Note, Predict, Sentence, Steps, TallyBox, Toolbar, draw, groups_of
from tohit.words import Phrase, Words

__all__ = ["LessonPage", "lesson", "lesson_links"]

_HERE = Path(__file__)
PAGE = "lesson"
"""The page's name in its documents."""

STEPS = ("scene", "predict", "roll", "reveal", "change", "check", "sentence")
"""The frame of every lesson, in the order of its 45 minutes."""


def lesson(number: int = 1, lang: str | None = None, scenario: Question | str | Path | None = None) -> Box:
    """A lesson of 45 minutes on one page.

    Args:
        number: 1 to 8.
        lang: The language to begin in, else the reader's own where the server told it, else English.
        scenario: A question, a file, a document or a link to begin with in place of the lesson's own scene.

    Raises:
        NotationError: there is no such lesson; the scenario cannot be read or is of another rule system.

    Example:
        >>> import tohit
        >>> tohit.lesson(1)        # doctest: +SKIP
    """
    if number not in LESSONS:
        raise refuse("number", number, Phrase("core.allowed.choice", values=tuple(LESSONS)))
    page = LessonPage(LESSONS[number], lang or readers_language())
    if scenario is not None:
        page.open(dumps(scenario) if isinstance(scenario, Question) else stated(scenario))
    return page.widget


class LessonPage(AskingPage):
    """Everything on the page of a lesson, made once; ``notes`` are the texts of its steps, by name."""

    def __init__(self, taught: Lesson, lang: str = "en"):
        self.taught, self.score = taught, Score()
        self.again = f"tohit.lesson({taught.number}, scenario=question)\n"
        super().__init__(Explorer(taught.question, self.scenarios(lang)), lang)
        stages = [stage for stage in self.explorer.answer.stages if stage.lands]
        self.notes = {step: Note() for step in STEPS}
        self.first = Predict(taught.put(taught.predict), name="first", counted=self.score, is_scored=False)
        self.then = Predict(taught.put(taught.change), name="then", counted=self.score, is_scored=False)
        self.check = Predict(taught.put(taught.check), name="check", counted=self.score)
        self.tally = TallyBox(stages, taught.facts[taught.tallied], locked=True)
        self.headline, self.steps, self.controls = Headline(), Steps(), Controls()
        self.toolbar, self.sentence, self.keeper = Toolbar(), Sentence(), Keeper(name=f"lesson-{taught.number}")
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, *self.notes.values(), *self.aside, self.headline, self.steps, self.controls, self.toolbar,
                self.keeper, self.sentence, self.handling, self.strip, self.commands)

    @property
    def asking(self) -> tuple[Predict, ...]:
        return self.first, self.then, self.check

    @property
    def aside(self) -> tuple[Any, ...]:
        return *self.asking, self.tally

    def put_in(self) -> dict[str, Any]:
        """All guesses, which outlive their scenes here, and the tally, whose pair is the seed of its dice."""
        tally = self.tally.kept()
        return {**super().put_in(), "tally": tally} if tally else super().put_in()

    def restore(self, kept: Mapping[str, Any]) -> None:
        super().restore({"guesses": [], **kept})
        if "tally" in kept:
            self.tally.restore(kept["tally"])

    def beside(self) -> dict[str, Any]:
        """Nothing: what was put in is part of a lesson's document."""
        return {}

    def document(self, question: Question) -> str:
        """The scene with the lesson's number and all that was put in as its state."""
        return canonical(write_page(PAGE, {"scene": question}, {"lesson": self.taught.number, **self.put_in()}))

    def open(self, document: str | bytes, **edit: Any) -> None:
        """Take over a document or link: of a lesson with what was put in, of a plain scenario the scene alone.

        Raises:
            NotationError, SceneError: why it is refused; nothing has changed then.
        """
        told = parse(document)
        if type(told) is dict and told.get("format") == FORMAT:
            rules = self.taught.question.rules
            parts, state = read_page(document, PAGE, ("scene",), {rules.key: rules})
            self._put(state)
            document = dumps(parts["scene"])
        self.explorer.ask([{**edit, "document": document}])
        self.explorer.show()  # what was put in may be all that has changed

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The lesson's own scene, to come back to."""
        return {f"lesson-{self.taught.number}": self.taught.question}

    @property
    def is_open(self) -> bool:
        """Whether the scene on the board may be answered: the lesson's own after the first guesses, others after the next."""
        is_own = self.explorer.question == self.taught.question
        return _is_done(self.first) and (is_own or _is_done(self.then))

    def views(self) -> list[View]:
        texts = [PanelView(note, self._text(step)) for step, note in self.notes.items()]
        asking = [PanelView(panel, self._heading(f"lesson.ask.{panel.name}")) for panel in self.asking]
        return [TogetherView(self.board, [
            PanelView(self.board, self._scene), PanelView(self.headline, self._headline), PanelView(self.controls, self._groups),
            PanelView(self.toolbar, self._tools), PanelView(self.tally, lambda answer, say: {"locked": not _is_done(self.first)}),
            PanelView(self.sentence, lambda answer, say: {"prompt": say(self.taught.key("sentence"))}),
            OpenedView(self.steps, self._explained), *texts, *asking,
        ]), self.keeping(self.board)]

    def layout(self) -> Box:
        note = self.notes
        scene = box("lesson-scene", note["scene"], self.board, self.controls, self.headline, self.steps)
        flow = box(
            "lesson-flow", note["predict"], self.first, note["roll"], self.tally, note["reveal"], note["change"], self.then,
            note["check"], self.check, note["sentence"], self.sentence,
        )
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"))
        return box("page", css, box("top", self.toolbar, self.keeper), box("lesson", scene, flow))

    def _put(self, state: Mapping[str, Any]) -> None:
        """All guesses and the tally as a document tells them, in place of those that are here."""
        if state.get("lesson") != self.taught.number:
            raise refuse("state.lesson", state.get("lesson"), Phrase("core.allowed.choice", values=(self.taught.number,)))
        keys = ("lesson", "guesses", "tally")
        if not set(state) <= set(keys):
            raise refuse("state", tuple(state), Phrase("core.allowed.record", keys=keys))
        before = self.put_in()
        try:
            self._begin_with(state)
        except (LookupError, TypeError, ValueError) as error:
            self._begin_with(before)
            if isinstance(error, TohitError):
                raise error.under("state") from error
            raise refuse("state", dict(state), Phrase("core.allowed.record", keys=keys)) from error

    def _begin_with(self, kept: Mapping[str, Any]) -> None:
        for panel, put in ((self.first, self.taught.predict), (self.then, self.taught.change), (self.check, self.taught.check)):
            panel.ask(self.taught.put(put))
        self.score.forget()
        self.tally.restore(kept.get("tally", {"pair": 1, "hits": 0, "throws": 0, "drawn": 0, "shown": 0}))
        self.restore(kept)
        self._taken()

    def _take(self, edits: list[dict[str, Any]]) -> None:
        super()._take([_given(edit) for edit in edits])

    def _is_aside(self, edit: Mapping[str, Any]) -> bool:
        return "document" in edit or super()._is_aside(edit)

    def _take_edit(self, edit: Mapping[str, Any]) -> None:
        """Dice may follow the last guess in one message, as after a reload."""
        if "document" in edit:
            self.open(**edit)
        else:
            super()._take_edit(edit)
        self.tally.locked = not _is_done(self.first)

    def _taken(self) -> None:
        """The score of all questions stands under the last ones."""
        self.check.refresh()

    def _text(self, step: str) -> Present:
        """The text of a step under its heading, which tells the minutes."""
        def show(answer: Answer, say: Words) -> dict[str, Any]:
            title = say(self.taught.key("title")) if step == "scene" else say(f"lesson.step.{step}")
            own = [] if step == "sentence" else [say(self.taught.key(step))]
            if step == "reveal" and not _is_done(self.first):
                own = [say("predict.covered")]
            return {"title": title, "sentences": own}
        return show

    def _heading(self, key: str) -> Present:
        return lambda answer, say: {"heading": say(key)}

    def _scene(self, answer: Answer, say: Words) -> dict[str, Any]:
        scene = draw.scene(answer.question, present.label(answer, say) if self.is_open else "?")
        return {"scene": {**scene, "tools": list(self.taught.tools)}}

    def _groups(self, answer: Answer, say: Words) -> dict[str, Any]:
        """The few numbers that this lesson changes."""
        fields = [field for group in groups_of(answer.question, say) for field in group["fields"]
                  if field["path"] in self.taught.controls]
        if BONUS in self.taught.controls:
            given = sum(modifier.attack for modifier in answer.question.attack.overrides.modifiers)
            fields.append({"path": BONUS, "name": say("lesson.bonus"), "help": "", "kind": "whole", "low": -3, "high": 3, "value": given})
        return {"groups": [{"key": "change", "name": say("lesson.controls"), "open": True, "fields": fields}]}

    def _tools(self, answer: Answer, say: Words) -> dict[str, Any]:
        number = self.taught.number
        return {
            "systems": lesson_links(say), "system": f"lesson-{number}",
            "scenarios": [{"key": f"lesson-{number}", "name": say("lesson.again")}],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }


def lesson_links(say: Words) -> list[dict[str, str]]:
    """The pages of all lessons, and the teacher's."""
    told = [(f"lesson-{number}", f"{number}. {say(LESSONS[number].key('title'))}", str(number)) for number in sorted(LESSONS)]
    told.append(("teacher", say("lesson.teacher"), "teacher"))
    return [{"key": key, "name": name, "href": f"{page}.ipynb?lang={say.language}"} for key, name, page in told]


def _given(edit: dict[str, Any]) -> dict[str, Any]:
    """The stepper for a bonus is one modifier by hand."""
    if edit.get("path") != BONUS:
        return edit
    bonus = edit.get("value") or 0
    return {**edit, "path": "attack.overrides.modifiers", "value": [{"name": f"{bonus:+}", "attack": bonus}] if bonus else []}


def _is_done(panel: Predict) -> bool:
    return all(map(panel.is_placed, range(len(panel.items))))
