"""What happened at the table: an attack, how often it was made and how often it landed, or the rolls themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tohit.core import commands
from tohit.core.answer import Answer
from tohit.core.errors import NotationError, TohitError
from tohit.core.evaluate import evaluate, once
from tohit.core.kinds import Reading, Whole, refuse
from tohit.core.limits import ATTACKS
from tohit.core.luck import Luck, luck, luck_of_rolls
from tohit.core.notation import canonical, fragment, loads, parse
from tohit.core.pages import FORMAT, read_page, write_page
from tohit.core.question import Question
from tohit.core.resolution import Stage
from tohit.core.ruleset import Ruleset
from tohit.explorer import Edit, Explorer
from tohit.words import Phrase

__all__ = ["PAGE", "Evening", "EveningExplorer", "Judged", "die_of"]

PAGE = "was_i_unlucky"
HITS, MADE, ROLLS = "luck.hits", "luck.attacks", "luck.rolls"
"""The paths of the edits that tell what happened."""

_STATE = ("attacks", "hits", "rolls")


class Evening(msgspec.Struct, frozen=True):
    """An attack, and what came of it; where ``rolls`` are known, they say how many landed."""

    question: Question
    hits: int
    attacks: int
    rolls: tuple[int, ...] = ()

    def document(self) -> str:
        """The page's document: the scene, and in its state the rolls or the numbers."""
        state = {"rolls": list(self.rolls)} if self.rolls else {"attacks": self.attacks, "hits": self.hits}
        return canonical(write_page(PAGE, {"scene": self.question}, state))

    def told(self, state: Mapping[str, Any], prefix: str) -> Evening:
        """The same attack with other numbers or rolls.

        Raises:
            NotationError: a number or a face that cannot be, under ``prefix``.
        """
        unknown = next((key for key in state if key not in _STATE), None)
        if unknown is not None:
            raise refuse(f"{prefix}{unknown}", state[unknown], Phrase("core.allowed.record", keys=_STATE))
        if "rolls" in state:
            return self._thrown(state["rolls"], f"{prefix}rolls")
        attacks = Whole(1, ATTACKS).read(state.get("attacks", self.attacks), f"{prefix}attacks", Reading())
        hits = Whole(0, attacks).read(state.get("hits", self.hits), f"{prefix}hits", Reading())
        return Evening(self.question, hits, attacks)

    def _thrown(self, rolls: Any, path: str) -> Evening:
        if not isinstance(rolls, list):
            raise refuse(path, rolls, Phrase("core.allowed.listed", most=ATTACKS, kind=Phrase("core.allowed.whole", low=1, high=100)))
        if not rolls:
            return Evening(self.question, self.hits, self.attacks)
        if len(rolls) > ATTACKS:
            raise refuse(path, len(rolls), Phrase("core.allowed.whole", low=1, high=ATTACKS))
        stage = die_of(self.question)
        if stage is None:
            raise NotationError("core.more_than_one_die", path)
        faces = tuple(Whole(1, stage.die).read(face, f"{path}[{place}]", Reading()) for place, face in enumerate(rolls))
        return Evening(self.question, sum(face in stage.faces for face in faces), len(faces), faces)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The answer to the attack, and how likely it was that it went as it did; ``why_not`` where that cannot be said."""

    evening: Evening
    answer: Answer
    luck: Luck | None
    why_not: TohitError | None = None

    @property
    def question(self) -> Question:
        return self.answer.question


class EveningExplorer(Explorer):
    """The view model of the page; what happened is undone like a move."""

    def __init__(self, evening: Evening, scenarios: Mapping[str, Question], systems: Mapping[str, Ruleset]):
        self.systems = systems
        super().__init__(evening, scenarios)

    def judge(self, question: Evening) -> Judged:
        """The answer and the luck; an attack that is not allowed, or rolls of another die, are said and not refused."""
        answer = evaluate(question.question)
        try:
            found = _luck(question) if answer.allowed else None
        except TohitError as error:
            return Judged(question, answer, None, error)
        return Judged(question, answer, found)

    def change(self, question: Evening, edit: Edit) -> Evening:
        """What happened, another scene, or one edit of the scene."""
        if edit.get("path") in (HITS, MADE, ROLLS):
            key, value = edit["path"].removeprefix("luck."), edit.get("value")
            return question.told({key: faces(value) if key == "rolls" else value}, "")
        if "document" in edit:
            return evening_of(edit["document"], self.systems, question)
        if "scenario" in edit:
            return msgspec.structs.replace(question, question=self.scenario(edit["scenario"]))
        return msgspec.structs.replace(question, question=commands.change(question.question, edit))

    def spoken(self, question: Evening) -> Question:
        """Commands speak of the scene."""
        return question.question

    def packed(self, question: Evening) -> str:
        """Scene and rolls as one link."""
        return fragment(question.document())


def evening_of(text: str | bytes, systems: Mapping[str, Ruleset], before: Evening | None = None) -> Evening:
    """What a document or link of this page says; of a plain scenario, that scene with the numbers as they were."""
    document = parse(text)
    hits, attacks, rolls = (before.hits, before.attacks, before.rolls) if before else (1, 8, ())
    if type(document) is dict and document.get("format") == FORMAT:
        parts, state = read_page(text, PAGE, ("scene",), systems)
        return Evening(parts["scene"], hits, attacks).told(state, "state.")
    return Evening(loads(text, systems), hits, attacks, rolls)


def faces(typed: Any) -> list[Any]:
    """The faces that a text or a list holds, whatever stands between them; what is no number stays as it was typed."""
    if isinstance(typed, list):
        return [face for word in typed for face in faces(word)]
    if not isinstance(typed, str):
        return [typed]
    return [int(word) if re.fullmatch("[0-9]{1,6}", word) else word for word in re.split(r"[\s,;.+/|-]+", typed) if word]


def die_of(question: Question) -> Stage | None:
    """The one roll that decides whether the attack lands; None where there are several or dice are thrown again."""
    stages: Sequence[Stage] = [stage for stage in evaluate(once(question)).stages if stage.lands]
    return stages[0] if len(stages) == 1 and not stages[0].rerolled and not stages[0].dice else None


def _luck(evening: Evening) -> Luck:
    if evening.rolls:
        return luck_of_rolls(evening.question, evening.rolls)
    return luck(evening.question, evening.hits, evening.attacks)
