"""Beside each ruling what it decides on this board: worked out when somebody looks, once the board has come to rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tohit.charts.amounts import mean, points
from tohit.core.answer import Answer
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate
from tohit.core.impact import Impact, impact
from tohit.core.question import Question
from tohit.dashboards.contrast import measures
from tohit.dashboards.paced import kernel_loop
from tohit.widgets import Controls
from tohit.words import Words

__all__ = ["WeighedView"]

REST = 0.4
"""Seconds without a change after which a drag has come to rest."""

Told = Iterator[tuple[str, list[dict[str, str]]]]
_log = logging.getLogger("tohit")


class WeighedView:
    """Sentences below the rulings of a form; none while nobody looks, and none that belong to another board."""

    def __init__(self, controls: Controls):
        self._controls = controls
        self._answer: Answer | None = None
        self._planned: asyncio.Handle | None = None
        controls.observe(self._look, names=["weighing"])

    def show(self, answer: Answer) -> None:
        self._answer = answer
        self._begin(REST)

    def fail(self, error: Exception) -> None:
        _log.error("what the rulings decide could not be shown", exc_info=error)
        self._controls.told = {}

    def _look(self, change: object) -> None:
        self._begin(0)

    def _begin(self, wait: float) -> None:
        answer = self._answer
        self._stop()
        if answer is None or not self._controls.weighing or answer.question.scene.grid is None:
            self._controls.told = {}
            return
        loop, told = kernel_loop(), _told(answer, answer.question.rules.say(self._controls.lang))
        if loop is None:
            self._controls.told = dict(told)
        else:
            self._controls.told = {}
            self._planned = loop.call_later(wait, self._go_on, loop, told, {})

    def _go_on(self, loop: asyncio.AbstractEventLoop, rest: Told, told: dict[str, Any]) -> None:
        """One ruling at a time, so that an edit never waits for all of them."""
        self._planned = None
        try:
            path, sentences = next(rest)
        except StopIteration:
            self._controls.told = told
        except Exception as error:  # nobody else would hear of it
            self.fail(error)
        else:
            self._planned = loop.call_soon(self._go_on, loop, rest, {**told, path: sentences})

    def _stop(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None


def _told(answer: Answer, say: Words) -> Told:
    for ruling in answer.question.rules.rulings:
        found = _impacts(answer.question, ruling.key)
        yield f"rulings.{ruling.key}", [
            {"text": _sentence(one, ruling.key, answer, say), "contrast": _contrast(answer.question, ruling.key, one.choice)}
            for one in found
        ]


def _contrast(question: Question, ruling: str, choice: str) -> str:
    """What the board can draw of this reading; "" where it counts every distance as now."""
    return f"{ruling}={choice}" if measures(question, ruling, choice) else ""


@lru_cache(maxsize=64)
def _impacts(question: Question, ruling: str) -> tuple[Impact, ...]:
    return impact(question, ruling)


def _sentence(found: Impact, ruling: str, answer: Answer, say: Words) -> str:
    rules, lang = answer.question.rules.key, say.language
    fields = {"choice": say(f"{rules}.ruling.{ruling}.{found.choice}"), "squares": found.squares}
    if found.most:
        return say("controls.impact", **fields, changed=found.changed, points=points(found.most, lang).removeprefix("+"))
    if found.changed:
        return say("controls.impact.allowed", **fields, changed=found.changed)
    other = evaluate(apply(answer.question, [{"path": f"rulings.{ruling}", "value": found.choice}]))
    before, after = answer.damage.mean(), other.damage.mean()
    if before == after:
        return say("controls.impact.none", **fields)
    return say("controls.impact.damage", **fields, before=mean(before, lang), after=mean(after, lang), unit=say(f"{rules}.unit"))
