"""Views of an explorer: panels and charts that show one answer, each failing only in its own place."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from ipywidgets import Widget

from tohit.core.answer import Answer
from tohit.core.errors import RulesError
from tohit.core.faults import telling
from tohit.widgets import GridBoard, Panel
from tohit.words import Words, words

__all__ = ["ChartView", "NumbersView", "PanelView", "PartView", "Present", "TogetherView", "said"]

Present = Callable[[Answer, Words], dict[str, Any]]
_log = logging.getLogger("tohit")


class PanelView:
    """One of our panels, and what it shows of an answer."""

    def __init__(self, panel: Panel, present: Present):
        self.panel, self._present = panel, present
        self._shown: dict[str, Any] = {}

    @property
    def at_once(self) -> tuple[Widget, ...]:
        """The widgets that a message brings up to date together."""
        return (self.panel,)

    @property
    def stepwise(self) -> tuple[Widget, ...]:
        """The widgets whose changes keep their order in a message."""
        return ()

    def show(self, answer: Answer) -> None:
        shown, self._shown = self._shown, {}
        with telling(answer.question):
            values = self._present(answer, answer.question.rules.say(self.panel.lang))
        changed = {name: value for name, value in values.items() if name not in shown or shown[name] != value}
        if changed:
            with self.panel.hold_trait_notifications():  # a dial's stops and value change together
                for name, value in changed.items():
                    setattr(self.panel, name, value)
        self.panel.failed = ""
        self._shown = values

    def fail(self, error: Exception) -> None:
        _log.error("%s could not show the answer", type(self.panel).__name__, exc_info=error)
        self.panel.failed = said(error, self.panel.lang)


class PartView(PanelView):
    """A panel that shows one of several answers, by its key."""

    def __init__(self, key: str, panel: Panel, present: Present):
        super().__init__(panel, present)
        self._key = key

    def show(self, answers: Any) -> None:
        super().show(answers[self._key])


class TogetherView:
    """Views whose panels change in one message, so that no reader ever sees two answers."""

    def __init__(self, carrier: GridBoard, views: Sequence[PanelView | ChartView | NumbersView]):
        self._carrier, self._views = carrier, tuple(views)

    def show(self, answer: Answer) -> None:
        at_once = [widget for view in self._views for widget in view.at_once]
        stepwise = [widget for view in self._views for widget in view.stepwise]
        with self._carrier.parcelled(at_once, stepwise):
            for view in self._views:
                try:
                    view.show(answer)
                except Exception as error:  # the others go on
                    view.fail(error)

    def fail(self, error: Exception) -> None:
        for view in self._views:
            view.fail(error)


class ChartView:
    """One chart, and the arguments it is shown with; without any it leaves the page."""

    def __init__(self, chart: Any, present: Callable[[Answer, Words], dict[str, Any] | None], lang: Callable[[], str]):
        self._chart, self._present, self._lang = chart, present, lang

    @property
    def at_once(self) -> tuple[Widget, ...]:
        return self._chart.texts

    @property
    def stepwise(self) -> tuple[Widget, ...]:
        return self._chart.parts

    def show(self, answer: Answer) -> None:
        lang = self._lang()
        with telling(answer.question):
            shown = self._present(answer, answer.question.rules.say(lang))
        self._chart.appear(shown is not None)
        if shown is not None:
            self._chart.show(**shown, lang=lang)

    def fail(self, error: Exception) -> None:
        _log.error("%s could not show the answer", type(self._chart).__name__, exc_info=error)
        self._chart.fail(said(error, self._lang()))


class NumbersView:
    """The table of a chart, for a chart that does not wait for it: nobody reads numbers while they change."""

    def __init__(self, chart: Any, lang: Callable[[], str]):
        self._chart, self._lang = chart, lang
        chart.is_unhurried = True

    @property
    def at_once(self) -> tuple[Widget, ...]:
        return (self._chart.numbers,)

    @property
    def stepwise(self) -> tuple[Widget, ...]:
        return ()

    def show(self, answer: Answer) -> None:
        self._chart.tell_numbers()

    def fail(self, error: Exception) -> None:
        _log.error("%s could not tell its numbers", type(self._chart).__name__, exc_info=error)
        self._chart.fail(said(error, self._lang()))


def said(error: Exception, lang: str) -> str:
    """What stands in a view's place: the sentence of a mistake in the reader's own rules, else that it is ours."""
    return error.sentence(lang) if isinstance(error, RulesError) else words(lang)("panel.failed")
