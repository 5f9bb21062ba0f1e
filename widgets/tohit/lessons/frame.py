"""A lesson as data: a scene, what is asked before and after, what is thrown; every number computed by the core."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tohit.core.answer import Answer
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate
from tohit.core.notation import loads
from tohit.core.prediction import Mistake, Prediction
from tohit.core.question import Question
from tohit.rules import SYSTEMS
from tohit.words import Phrase

__all__ = ["BONUS", "Ask", "Lesson", "asked", "changed"]

Facts = Mapping[str, Fraction]

BONUS = "bonus"
"""The path of a stepper that a lesson's page makes: a bonus by hand to the attack roll."""


@dataclass(frozen=True)
class Ask:
    """One question of a lesson.

    Args:
        key: its words are ``ask.KEY`` and, for the explanation, ``why.KEY``.
        fact: which of the lesson's facts is the answer.
        mistakes: named wrong answers: the key of the words ``mistake.KEY``, and what it gives: a fact, or a number.
        kind: ``chance``, or ``number`` for what may be above 1.
        of: the denominator to count in, 0 for the fraction's own.
    """

    key: str
    fact: str
    mistakes: tuple[tuple[str, str | Fraction], ...] = ()
    kind: str = "chance"
    of: int = 0


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson of 45 minutes.

    Args:
        number: 1 to 8.
        key: makes the whole key of one of the lesson's words: ``title`` becomes ``lesson_1.title``.
        document: the scene, as the scenario format has it.
        controls: the paths that the reader may change on the page.
        work: computes the lesson's facts from its question.
        predict: asked before anything is shown.
        change: asked when one thing changes.
        check: the self-marking questions.
        tallied: the fact that the pairs' throws estimate.
        wrong: how many expected wrong answers the teacher's page lists, as ``wrong.1``, ``wrong.2`` …
        tools: the board's tools that this lesson offers.
    """

    number: int
    key: Callable[[str], str]
    document: Mapping[str, Any]
    controls: tuple[str, ...]
    work: Callable[[Question], Facts]
    predict: tuple[Ask, ...]
    change: tuple[Ask, ...]
    check: tuple[Ask, ...]
    tallied: str
    wrong: int = 3
    tools: tuple[str, ...] = ("move", "turn")

    @cached_property
    def question(self) -> Question:
        """The scene, read."""
        return loads(json.dumps({"format": "tohit/1", **self.document}), SYSTEMS)

    @cached_property
    def facts(self) -> Facts:
        """Every number of the lesson, exact."""
        return self.work(self.question)

    def put(self, asks: tuple[Ask, ...]) -> tuple[Prediction, ...]:
        """Questions with their exact answers and named mistakes."""
        return tuple(self._prediction(ask) for ask in asks)

    def _prediction(self, ask: Ask) -> Prediction:
        mistakes = tuple(Mistake(self.facts[value] if isinstance(value, str) else value, Phrase(self.key(f"mistake.{name}")))
                         for name, value in ask.mistakes)
        return Prediction(Phrase(self.key(f"ask.{ask.key}")), self.facts[ask.fact], mistakes, Phrase(self.key(f"why.{ask.key}")),
                          ask.kind, ask.of)


def changed(question: Question, *edits: Mapping[str, Any]) -> Question:
    """The question after edits, as a reader would make them."""
    return apply(question, edits)


def asked(question: Question, *edits: Mapping[str, Any]) -> Answer:
    """The answer after edits."""
    return evaluate(changed(question, *edits))
