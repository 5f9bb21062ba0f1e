"""The page to guess on: any scene, and nothing of the answer before a guess is placed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit.core.answer import Answer
from tohit.core.mistakes import questions
from tohit.core.prediction import Score
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.asking import AskingPage
from tohit.dashboards.explore import started
from tohit.dashboards.opened import OpenedView
from tohit.dashboards.page import box, links, readers_language, style
from tohit.dashboards.views import PanelView, TogetherView
from tohit.explorer import Explorer, View
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, Headline, Keeper, Predict, Steps, Toolbar, draw, groups_of
from tohit.words import Words

__all__ = ["PredictPage", "predict"]

_STYLE = Path(__file__).with_name("page.css")


def predict(question: Question | str = "coup-de-grace", lang: str | None = None) -> Box:
    """A page that asks before it tells: guess the chance, then see the answer, the gap and its explanation.

    Moving a mini or changing a number asks anew.

    Args:
        question: A question, or the key of a rule system for its first ready scenario.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.predict("semiautomagic")        # doctest: +SKIP
    """
    spoken = lang or readers_language()
    explorer = started(question.rules, question, spoken) if isinstance(question, Question) else started(question, lang=spoken)
    return PredictPage(explorer, spoken).widget


class PredictPage(AskingPage):
    """Everything on the page, made once."""

    again = "tohit.predict(question)\n"

    def __init__(self, explorer: Explorer, lang: str = "en"):
        super().__init__(explorer, lang)
        explorer.scenarios = self.scenarios(lang)
        self.score = Score()
        self.guess, self.headline, self.steps = Predict(counted=self.score), Headline(), Steps()
        self.toolbar, self.controls, self.keeper = Toolbar(), Controls(), Keeper(name=explorer.question.rules.key)
        self._asked: Question | None = None
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        beside = (self.handling, self.strip, self.commands)
        return self.board, self.toolbar, self.keeper, self.controls, self.guess, self.headline, self.steps, *beside

    @property
    def asking(self) -> tuple[Predict, ...]:
        return (self.guess,)

    def beside(self) -> dict[str, Any]:
        """The guesses at this scene, and how all guesses did, at scenes before it too."""
        return {"guesses": [], **self.put_in(), "score": self.score.told()} if self.score.count else {}

    def restore(self, kept: Mapping[str, Any]) -> None:
        super().restore(kept)
        self.score.retell(kept["score"])
        self.guess.refresh()

    @property
    def is_open(self) -> bool:
        """Whether all guesses are placed, so that everything may be shown; or there is nothing to guess."""
        return all(map(self.guess.is_placed, range(len(self.guess.items))))

    def views(self) -> list[View]:
        shown = [
            PanelView(self.guess, self._questions), PanelView(self.board, self._scene), PanelView(self.headline, self._headline),
            PanelView(self.toolbar, self._tools), PanelView(self.controls, self._groups), OpenedView(self.steps, self._explained),
        ]
        return [TogetherView(self.board, shown), self.keeping(self.board)]

    def layout(self) -> Box:
        doing = box("doing", self.board, self.controls)
        main = box("main", doing, box("reading", self.headline, self.guess, self.steps))
        return box("page", style(_STYLE), box("top", self.toolbar, self.keeper), main)

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenarios of the page's system."""
        return ready(self.explorer.question.rules, lang)

    def _questions(self, answer: Answer, say: Words) -> dict[str, Any]:
        """A changed scene is asked about anew; a placed guess is not."""
        if answer.question != self._asked:
            self._asked = answer.question
            self.guess.ask(questions(answer))
        if answer.allowed:
            return {"note": say("predict.changed")}
        return {"note": say("predict.not_allowed", reason=say.show(answer.refusals[0].because))}

    def _scene(self, answer: Answer, say: Words) -> dict[str, Any]:
        return {"scene": draw.scene(answer.question, present.label(answer, say) if self.is_open else "?")}

    def _tools(self, answer: Answer, say: Words) -> dict[str, Any]:
        rules = answer.question.rules
        return {
            "systems": links({**SYSTEMS, rules.key: rules}, say), "system": rules.key,
            "scenarios": [{"key": key, "name": say(f"{rules.key}.scenario.{key}")} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _groups(self, answer: Answer, say: Words) -> dict[str, Any]:
        return {"groups": groups_of(answer.question, say)}
