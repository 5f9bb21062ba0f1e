"""A page that asks before it tells: guesses and tallies are no part of the scene, and come back all the same."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from tohit.core.answer import Answer
from tohit.core.code import python_cell
from tohit.core.notation import dumps, fragment
from tohit.core.question import Question
from tohit.dashboards import present, walked
from tohit.dashboards.page import BoardPage
from tohit.rules import SYSTEMS
from tohit.widgets import Keeper, Predict
from tohit.words import Words

__all__ = ["AskingPage"]


class AskingPage(BoardPage):
    """What the pages to guess on have in common; a subclass makes its questions before it calls ``start``.

    Attributes:
        keeper: What a reload brings back: the scene, what was guessed and tallied.
        again: The Python that opens such a page on ``question``.
    """

    keeper: Keeper
    again: str

    @property
    def asking(self) -> tuple[Predict, ...]:
        """All questions."""
        raise NotImplementedError

    @property
    def aside(self) -> tuple[Any, ...]:
        """The panels whose edits are no part of the scene."""
        return self.asking

    def put_in(self) -> dict[str, Any]:
        """What the reader put in beside the scene, and nothing of an answer."""
        guesses = [[panel.name, item, guess] for panel in self.asking for item, guess in panel.placed]
        return {"guesses": guesses} if guesses else {}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Bring back what ``put_in`` told of the scene that is there now.

        Raises:
            LookupError, TypeError, ValueError: it is no such thing; what came before its fault is back.
        """
        asking = {panel.name: panel for panel in self.asking}
        for name, item, guess in kept["guesses"]:
            asking[name].place(item, guess)

    def beside(self) -> dict[str, Any]:
        """What the tab keeps beside the document; it is never part of a link."""
        return self.put_in()

    def document(self, question: Question) -> str:
        """What is copied, saved and kept as the scene."""
        return dumps(question)

    def _open_steps(self, opened: bool) -> None:
        """The strip of earlier steps tells their chances, which are covered here: these pages have none."""

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """One after the other, as they came: a changed scene may ask anew."""
        for is_aside, run in groupby(edits, self._is_aside):
            if is_aside:
                self._take_aside(list(run))
            else:
                super()._take(list(run))

    def _is_aside(self, edit: Mapping[str, Any]) -> bool:
        return "beside" in edit or any(panel.owns(edit) for panel in self.aside)

    def _take_aside(self, edits: list[dict[str, Any]]) -> None:
        with self.board.parcelled(self.panels):
            for edit in edits:
                self._take_edit(edit)
            self._taken()
            self.explorer.show()

    def _take_edit(self, edit: Mapping[str, Any]) -> None:
        if "beside" in edit:
            # Like steps that cannot be done again: what does not fit is left out, and the scene is there.
            with suppress(LookupError, TypeError, ValueError):
                self.restore(edit["beside"])
        for panel in self.aside:
            panel.receive([edit])

    def _taken(self) -> None:
        """Something was guessed or tallied."""

    def _headline(self, answer: Answer, say: Words) -> dict[str, Any]:
        return present.headline(answer, say) if self.is_open else present.covered(answer, say)

    def _explained(self, answer: Answer, say: Words) -> dict[str, Any]:
        return walked.steps(answer, say) if self.is_open else {"steps": [say("predict.covered")], "walk": {}}

    def _kept(self, answer: Answer, say: Words) -> dict[str, Any]:
        rules, document = answer.question.rules, self.document(answer.question)
        return {
            "fragment": self._fragment(fragment(document)), "document": document, "saved": self.board.applied,
            "past": self._past_told(), "beside": self.beside(),
            "python": python_cell(dumps(answer.question), rules.key, known=SYSTEMS.get(rules.key) is rules, then=self.again),
        }
