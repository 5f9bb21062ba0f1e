"""One question: a scene, an attack, a rule system and its rulings, as one frozen value."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from tohit.core.errors import NotationError, SceneError
from tohit.core.kinds import refuse
from tohit.core.limits import ATTACKS
from tohit.core.ruleset import Mode, Ruleset
from tohit.core.scene import Mini, Scene, check_scene
from tohit.words import Phrase

__all__ = ["Attack", "Given", "Overrides", "Question", "check"]


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A modifier that the reader adds by hand; ``defence`` where the system has a second channel."""

    name: str
    attack: int
    defence: int = 0


class Overrides(msgspec.Struct, frozen=True, kw_only=True):
    """What replaces the board's findings: None where the board decides."""

    distance: Decimal | None = None
    cover: str | None = None
    line_of_sight: bool | None = None
    facing_ok: bool | None = None
    reach_ok: bool | None = None
    modifiers: tuple[Given, ...] = ()


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """Who attacks whom, how, and how often."""

    attacker: str
    target: str
    mode: str
    weapon: Any
    attacks: int
    options: Any
    overrides: Overrides


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an answer depends on, and nothing else."""

    rules: Ruleset
    title: str = ""
    rulings: Any
    scene: Scene
    attack: Attack
    notices: tuple[Phrase, ...] = ()

    @property
    def attacker(self) -> Mini:
        return self.scene.mini(self.attack.attacker)

    @property
    def target(self) -> Mini:
        return self.scene.mini(self.attack.target)

    @property
    def mode(self) -> Mode:
        return self.rules.mode(self.attack.mode)


def check(question: Question) -> Question:
    """The question itself, when its scene and attack can be.

    Raises:
        SceneError, NotationError: with the path of the first fault.
    """
    scene, attack = question.scene, question.attack
    check_scene(scene)
    names = tuple(mini.name for mini in scene.minis)
    for path, name in (("attack.attacker", attack.attacker), ("attack.target", attack.target)):
        mini = scene.mini(name)
        if mini is None:
            raise refuse(path, name, Phrase("core.allowed.choice", values=names))
        if scene.grid is not None and mini.at is None:
            raise SceneError("core.not_on_board", f"minis[{names.index(name)}].at", mini=name)
    if attack.attacker == attack.target:
        raise SceneError("core.own_target", "attack.target", mini=attack.target)
    if scene.grid is None:
        check_asked(question)
    question.rules.check(question)
    return question


def check_asked(question: Question) -> None:
    """Without a board, what geometry would answer must be given by hand."""
    for key in question.mode.asks:
        if getattr(question.attack.overrides, key) is None:
            raise NotationError("core.asked", f"attack.overrides.{key}")


def check_dice(question: Question, dice: int) -> None:
    """Refuse more dice than a chain may count, before any work is done."""
    total = question.attack.attacks * dice
    if total > ATTACKS:
        raise NotationError("core.too_many_dice", "attack.attacks", attacks=question.attack.attacks, dice=dice,
                            total=total, most=ATTACKS)
