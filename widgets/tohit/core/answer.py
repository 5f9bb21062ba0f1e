"""The answer to a question, and its JSON form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tohit.core.distribution import Distribution, digits
from tohit.core.errors import NotationError
from tohit.core.kinds import Choice, Reading
from tohit.core.question import Question
from tohit.core.resolution import Stage
from tohit.words import Phrase, Words

__all__ = ["Answer", "Line", "Refusal", "StartingPoint"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger.

    Args:
        value: what it adds to its channel; all values of a channel sum to the channel's total.
        applied: False for a modifier that is there but does not count; ``because`` says why.
        wasted: how much of ``value`` could go without changing anything for one attack.
        causes: names of minis and squares.
    """

    key: str
    name: Phrase | str
    channel: str
    value: int
    applied: bool
    wasted: int
    because: Phrase
    causes: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A requirement of the rules that is not met."""

    key: str
    because: Phrase
    causes: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """What a roll starts from: "Defence Value 4", "Attack Value 2D3"."""

    key: str
    name: Phrase
    value: int | str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Everything that is shown of one question; computed from it and from nothing else."""

    question: Question
    about: str
    chance: Fraction
    stages: tuple[Stage, ...]
    base: tuple[StartingPoint, ...]
    ledger: tuple[Line, ...]
    totals: dict[str, int]
    damage: Distribution
    outcomes: dict[str, Fraction]
    refusals: tuple[Refusal, ...] = ()
    notices: tuple[Phrase, ...] = ()
    extras: dict[str, Any] = field(default_factory=dict)
    one: Distribution | None = None

    @property
    def allowed(self) -> bool:
        """Whether the rules let this attack be made."""
        return not self.refusals

    def given(self, condition: str | Callable[[int], bool]) -> Distribution:
        """The damage once it is known that the one attack ``landed`` or ``missed``, or what the damage is like.

        Example:
            >>> question = tohit.loads('''{"format": "tohit/1", "rules": "dark-age",
            ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
            ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "overrides": {"reach_ok": true}}}''')
            >>> answer = tohit.evaluate(question)
            >>> answer.damage.at_least(1), answer.given("landed").at_least(1)
            (Fraction(143, 400), Fraction(11, 20))

        Raises:
            NotationError: it cannot happen; or whether it landed is asked of several dice or targets at once.
        """
        if callable(condition):
            return self.damage.given(condition)
        Choice(("landed", "missed")).read(condition, "given", Reading())
        if self.question.attack.attacks > 1 or not self.question.rules.one_roll(self.question):
            raise NotationError("core.not_one_roll", "given")
        landed = condition == "landed"
        if not (self.chance if landed else 1 - self.chance):
            raise NotationError("core.cannot_happen", "given")
        if not landed:
            return Distribution.certain(0)
        harmed = {outcome: self.damage.chance(outcome) / self.chance for outcome in self.damage.outcomes() if outcome}
        return Distribution.from_chances({0: 1 - sum(harmed.values()), **harmed})

    def sentence(self, say: Words) -> str:
        """Who attacks whom, naming the mini whom the chance is about."""
        attack = self.question.attack
        return say(f"{self.question.rules.key}.sentence.{attack.mode}", attacker=attack.attacker, target=self.about)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as the JSON document ``tohit-answer/1``: names and sentences in ``lang``, keys for ever."""
        rules = self.question.rules
        say = rules.say(lang)
        return {
            "format": "tohit-answer/1",
            "rules": rules.key,
            "allowed": self.allowed,
            "refusals": [
                {"key": refusal.key, "sentence": say.show(refusal.because), "causes": list(refusal.causes)}
                for refusal in self.refusals
            ],
            "notices": [say.show(notice) for notice in self.notices],
            "chance": digits(self.chance),
            "stages": [_stage(stage, say(f"{rules.key}.stage.{stage.key}")) for stage in self.stages],
            "ledger": [
                {
                    "key": line.key, "name": say.show(line.name), "channel": line.channel, "value": line.value,
                    "applied": line.applied, "wasted": line.wasted, "because": say.show(line.because),
                    "causes": list(line.causes), "source": line.source,
                }
                for line in self.ledger
            ],
            "damage": self.damage.to_dict(),
            "expected_damage": digits(self.damage.mean()),
            "outcomes": {key: digits(chance) for key, chance in self.outcomes.items()},
            **{key: _plain(value) for key, value in self.extras.items()},
        }


def _stage(stage: Stage, name: str) -> dict[str, Any]:
    told = {"key": stage.key, "name": name, "die": stage.die, "need": stage.need, "faces": list(stage.faces),
            "chance": digits(stage.chance)}
    several = {"dice": list(stage.dice)} if stage.dice else {}
    return {**told, **several, **({"rerolled": list(stage.rerolled)} if stage.rerolled else {})}


def _plain(value: Any) -> Any:
    """Plain JSON data of an extra: distributions as mappings, fractions as text."""
    if isinstance(value, Distribution):
        return value.to_dict()
    if isinstance(value, Fraction):
        return digits(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
