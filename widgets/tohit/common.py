"""One scene under several rule systems: a question for each, sharing board, minis, sides and facings.

Stats, weapons and options are each system's own; a facing is rounded to what a system has, and left out where it
means nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tohit.core.edits import apply
from tohit.core.errors import NotationError
from tohit.core.geometry import FACINGS
from tohit.core.kinds import refuse
from tohit.core.notation import read
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.ready import named
from tohit.rules import SYSTEMS
from tohit.words import Phrase

__all__ = ["MODES", "CommonScene", "ready_scenes"]

MODES: Mapping[str, tuple[str, ...]] = {"ranged": ("ranged", "shooting"), "melee": ("melee",)}
"""The two ways to attack that every system has, with the names they go by."""

_FOLDER = Path(__file__).with_name("scenarios") / "four-rules"


class CommonScene(msgspec.Struct, frozen=True):
    """The same scene as each system states it, in the order in which they are shown."""

    questions: tuple[Question, ...]

    @classmethod
    def of(cls, questions: Iterable[Question]) -> CommonScene:
        """The scene that several questions share.

        Raises:
            NotationError: they are of different scenes; the path names the first thing that differs.
        """
        scene = cls(tuple(questions))
        wanted = _shared(scene.lead)
        for question in scene.questions:
            found = _shared(question)
            for key, value in found.items():
                if value != wanted[key]:
                    raise NotationError("core.not_shared", f"parts.{question.rules.key}.{key}", other=scene.lead.rules.key)
        return scene

    @property
    def parts(self) -> dict[str, Question]:
        """The questions by their system's key."""
        return {question.rules.key: question for question in self.questions}

    @property
    def lead(self) -> Question:
        """The question whose system has most facings: the others' facings are rounded from it."""
        return max(self.questions, key=lambda question: question.rules.facings)

    @property
    def mode(self) -> str:
        """Which of ``MODES`` is chosen."""
        return next(mode for mode, names in MODES.items() if self.lead.attack.mode in names)

    def changed(self, edit: Mapping[str, Any]) -> CommonScene:
        """The scene after one edit, made in every system or in none.

        Raises:
            NotationError, SceneError: the first system that refuses it says why.
        """
        return CommonScene(tuple(apply(question, _own(question.rules, edit)) for question in self.questions))


def ready_scenes(lang: str = "en") -> dict[str, CommonScene]:
    """The ready scenes by key, in the order of their file names, with names in a language."""
    found = sorted(_FOLDER.glob("*.json"))
    return {path.stem.lstrip("0123456789-"): _scene(named(json.loads(path.read_bytes()), lang)) for path in found}


def _shared(question: Question) -> dict[str, Any]:
    """What is everybody's; facings are each system's own reading of them."""
    attack = question.attack
    mode = next((mode for mode, names in MODES.items() if attack.mode in names), attack.mode)
    return {"board": question.scene.grid, "minis": [(mini.name, mini.side, mini.at) for mini in question.scene.minis],
            "attack": (attack.attacker, attack.target, mode)}


def _scene(told: Mapping[str, Any]) -> CommonScene:
    """``board``, ``minis`` and ``attack`` are everybody's; ``systems`` holds ``stats`` by mini and what the attack adds."""
    return CommonScene(tuple(
        read(_document(SYSTEMS[key], told, own), SYSTEMS) for key, own in told["systems"].items()
    ))


def _document(rules: Ruleset, told: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    minis = [
        {"name": mini["name"], "side": mini["side"], "at": mini["at"], **_faced(rules, mini["facing"]),
         "stats": own["stats"].get(mini["name"], {})}
        for mini in told["minis"]
    ]
    attack = {**told["attack"], "mode": _mode(rules, told["attack"]["mode"]), **own["attack"]}
    return {"format": "tohit/1", "rules": rules.key, "board": told["board"], "minis": minis, "attack": attack}


def _own(rules: Ruleset, edit: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """An edit as one system takes it."""
    if edit.get("path") == "attack.mode":
        return [{**edit, "value": _mode(rules, edit.get("value"))}]
    if "mini" in edit and edit.get("facing") in FACINGS:
        return [{**edit, **_faced(rules, edit["facing"])}] if rules.facings else []
    return [edit]


def _mode(rules: Ruleset, mode: Any) -> str:
    if not isinstance(mode, str) or mode not in MODES:
        raise refuse("attack.mode", mode, Phrase("core.allowed.choice", values=tuple(MODES)))
    return next(own.key for own in rules.modes if own.key in MODES[mode])


def _faced(rules: Ruleset, facing: str) -> dict[str, str]:
    """Of four facings, one between two is the one to the north or south: its letter comes first."""
    return {"facing": facing if rules.facings == len(FACINGS) else facing[0]} if rules.facings else {}
