"""Was that luck?  How likely so few hits, so many, or exactly so many, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate, once
from tohit.core.kinds import Reading, Whole
from tohit.core.limits import ATTACKS
from tohit.core.question import Question

__all__ = ["Luck", "luck", "luck_of_rolls"]


@dataclass(frozen=True, slots=True)
class Luck:
    """What happened, and how likely that was.

    Args:
        hits: how many attacks landed, of ``attacks``.
        chance: of one attack to land.
        at_most: the chance of so few hits or fewer.
        exactly: of exactly so many.
        at_least: of so many or more.
    """

    hits: int
    attacks: int
    chance: Fraction
    at_most: Fraction
    exactly: Fraction
    at_least: Fraction

    @property
    def expected(self) -> Fraction:
        """How many hits so many attacks make on average."""
        return self.attacks * self.chance


def luck(question: Question, hits: int, attacks: int) -> Luck:
    """How likely so many hits were, when the same attack was made so many times, each apart from the others.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee",
        ...                "overrides": {"reach_ok": true, "facing_ok": true}}}''')
        >>> bad = tohit.luck(question, hits=1, attacks=8)
        >>> bad.at_most, bad.exactly, bad.at_least
        (Fraction(9, 256), Fraction(1, 32), Fraction(255, 256))

    Raises:
        NotationError: an attack that is not allowed, numbers that are none, more hits than attacks.
    """
    tried = Whole(1, ATTACKS).read(attacks, "attacks", Reading())
    landed = Whole(0, tried).read(hits, "hits", Reading())
    answer = evaluate(once(question))
    if not answer.allowed:
        raise NotationError("core.not_allowed_now", "attack", because=answer.refusals[0].because)
    chance = answer.chance
    total = Distribution.from_chances({0: 1 - chance, 1: chance}).times(tried)
    return Luck(landed, tried, chance, 1 - total.at_least(landed + 1), total.chance(landed), total.at_least(landed))


def luck_of_rolls(question: Question, rolls: Iterable[int]) -> Luck:
    """The same from the faces that were thrown, one for each attack.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee",
        ...                "overrides": {"reach_ok": true, "facing_ok": true}}}''')
        >>> tohit.luck_of_rolls(question, [1, 3, 2, 6]).hits  # 4 or more hits
        1

    Raises:
        NotationError: a face that the die does not have, or an attack that lands by more than one die.
    """
    stages = [stage for stage in evaluate(once(question)).stages if stage.lands]
    thrown = list(rolls)
    if len(stages) > 1 or any(stage.rerolled for stage in stages):
        raise NotationError("core.more_than_one_die", "rolls")
    faces = [Whole(1, stage.die).read(face, f"rolls[{place}]", Reading()) for stage in stages for place, face in enumerate(thrown)]
    return luck(question, sum(face in stage.faces for stage in stages for face in faces), len(thrown))
