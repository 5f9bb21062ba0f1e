"""A duel on a page: how each side attacks the other in one scene, who begins, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tohit.core import commands
from tohit.core.duel import ORDERS, back
from tohit.core.edits import apply
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate
from tohit.core.kinds import Choice, Reading, refuse
from tohit.core.notation import canonical, fragment, loads, parse
from tohit.core.pages import FORMAT, read_page, write_page
from tohit.core.question import Question, check
from tohit.core.ruleset import Ruleset
from tohit.explorer import Edit, Explorer
from tohit.words import Phrase

__all__ = ["BACK", "BEGINS", "ORDER", "PAGE", "SIDES", "Bout", "Fight", "FightExplorer", "fight_of"]

PAGE = "duel"
SIDES = ("there", "back")
ORDER, BEGINS, BACK = "duel.order", "duel.begins", "back."
"""Paths of edits: who answers when, who begins, and what comes before a path of the second side's attack."""

_STATE = ("begins", "order")


class Fight(msgspec.Struct, frozen=True):
    """How each of two attacks the other; both questions share scene and rulings."""

    there: Question
    back: Question
    order: str = "alternating"
    begins: str = "there"

    @classmethod
    def of(cls, question: Question) -> Fight:
        """The target hits back as it is attacked."""
        return cls(question, back(question))

    def document(self) -> str:
        """The page's document."""
        plain = {"begins": "there", "order": "alternating"}
        state = {key: getattr(self, key) for key in _STATE if getattr(self, key) != plain[key]}
        return canonical(write_page(PAGE, {"there": self.there, "back": self.back}, state))

    def told(self, state: Mapping[str, Any], prefix: str) -> Fight:
        """The same two with another order or another one who begins.

        Raises:
            NotationError: neither of what is allowed, under ``prefix``.
        """
        unknown = next((key for key in state if key not in _STATE), None)
        if unknown is not None:
            raise refuse(f"{prefix}{unknown}", state[unknown], Phrase("core.allowed.record", keys=_STATE))
        allowed = {"order": ORDERS, "begins": SIDES}
        read = {key: Choice(allowed[key]).read(value, f"{prefix}{key}", Reading()) for key, value in state.items()}
        return msgspec.structs.replace(self, **read)

    def led(self, there: Question) -> Fight:
        """The first side's question changed: the second follows into its scene."""
        attack = msgspec.structs.replace(self.back.attack, attacker=there.attack.target, target=there.attack.attacker)
        other = msgspec.structs.replace(self.back, scene=there.scene, rulings=there.rulings, attack=attack)
        return msgspec.structs.replace(self, there=there, back=check(other))


class Bout:
    """The answers to both attacks."""

    def __init__(self, fight: Fight):
        self.fight = fight
        self.there, self.back = evaluate(fight.there), evaluate(fight.back)

    @property
    def question(self) -> Question:
        return self.fight.there


class FightExplorer(Explorer):
    """The view model of the page."""

    def __init__(self, fight: Fight, scenarios: Mapping[str, Question], systems: Mapping[str, Ruleset]):
        self.systems = systems
        super().__init__(fight, scenarios)

    def judge(self, question: Fight) -> Bout:
        """Both answers; what follows when they go on is worked out later."""
        return Bout(question)

    def change(self, question: Fight, edit: Edit) -> Fight:
        """One edit of the duel, of the second side's attack, or of what both share."""
        path = edit.get("path", "")
        if path in (ORDER, BEGINS):
            return question.told({path.removeprefix("duel."): edit.get("value")}, "")
        if path.startswith(BACK):
            own = apply(question.back, [{**edit, "path": path.removeprefix(BACK)}])
            return msgspec.structs.replace(question, back=own)
        if "document" in edit:
            return fight_of(edit["document"], self.systems)
        if "scenario" in edit:
            return Fight.of(self.scenario(edit["scenario"]))
        return question.led(commands.change(question.there, edit))

    def spoken(self, question: Fight) -> Question:
        """Commands speak of the scene and of the first side's attack."""
        return question.there

    def packed(self, question: Fight) -> str:
        """Both sides as one link."""
        return fragment(question.document())


def fight_of(text: str | bytes, systems: Mapping[str, Ruleset]) -> Fight:
    """What a document or link says: of this page, or a plain scenario whose target hits back.

    Raises:
        NotationError, SceneError: with the path of the first fault; two parts that are of different scenes.
    """
    document = parse(text)
    if type(document) is not dict or document.get("format") != FORMAT:
        return Fight.of(loads(text, systems))
    parts, state = read_page(text, PAGE, SIDES, systems)
    fight = Fight(parts["there"], parts["back"]).told(state, "state.")
    if fight.there.rules != fight.back.rules or fight.led(fight.there) != fight:
        there = fight.there.attack
        raise NotationError("core.duel_pair", "parts.back", first=there.attacker, second=there.target)
    return fight
