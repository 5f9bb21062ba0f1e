"""Attacks that are really thrown: counts from a seed, and the dice of the first few.  Never to be taken for exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate, once
from tohit.core.kinds import Reading, Whole
from tohit.core.limits import SEED, SHOWN, SIMULATED
from tohit.core.question import Question
from tohit.core.resolution import Stage

__all__ = ["Simulation", "Source", "Throw", "draws", "simulate", "thrown"]

BITS = 62
"""Of one word of a draw: as many as fit a whole number of numpy's with its sign."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One die that was thrown: for which roll of the attack, and whether it did what the attacker needs."""

    stage: str
    die: int
    face: int
    succeeds: bool


@dataclass(frozen=True, slots=True)
class Simulation:
    """What happened in some simulated attacks.  These are counts of draws, not chances.

    Args:
        n: how many attacks were drawn.
        seed: the same seed gives the same draws.
        counts: how many of them did so much damage, by damage; all sum to ``n``.
        shown: the dice of the first attacks as they were thrown, roll after roll until one fails, up to landing.
            Of an attack with several dice, one.  They come from the same seed, apart from the counts.
    """

    n: int
    seed: int
    counts: dict[int, int]
    shown: tuple[tuple[Throw, ...], ...]


def simulate(question: Question, n: int, seed: int) -> Simulation:
    """Draw the damage of so many single attacks from the exact distribution.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee",
        ...                "overrides": {"reach_ok": true, "facing_ok": true}}}''')
        >>> drawn = tohit.simulate(question, n=1000, seed=7)
        >>> drawn.n, drawn.seed, sum(drawn.counts.values()), len(drawn.shown)
        (1000, 7, 1000, 10)

    Raises:
        NotationError: an attack that is not allowed, numbers out of range.
    """
    number = Whole(1, SIMULATED).read(n, "n", Reading())
    source = Source(Whole(0, SEED).read(seed, "seed", Reading()))
    answer = evaluate(once(question))
    if not answer.allowed:
        raise NotationError("core.not_allowed_now", "attack", because=answer.refusals[0].because)
    stages = [stage for stage in answer.stages if stage.lands]
    shown = tuple(tuple(thrown(stages, source)) for _ in range(min(number, SHOWN)))
    return Simulation(number, seed, _drawn(answer.damage, number, source), shown)


def draws(chances: Distribution, n: int, seed: int) -> list[int]:
    """So many outcomes, one after the other, drawn from their exact chances; the same seed gives the same draws.

    Raises:
        NotationError: numbers out of range.
    """
    number = Whole(1, SIMULATED).read(n, "n", Reading())
    return [chances.low + place for place in _places(chances, number, Source(Whole(0, SEED).read(seed, "seed", Reading()))).tolist()]


class Source:
    """PCG64's own words: their order never changes, while what numpy's ``Generator`` makes of them may.

    Args:
        seed: the same seed gives the same words.
        drawn: how many words to pass over, to go on from where another source stood.
    """

    def __init__(self, seed: int, drawn: int = 0):
        self._words = np.random.PCG64(seed)
        self._words.advance(drawn)
        self.drawn = drawn

    def words(self, number: int) -> Any:
        """So many whole numbers below ``2**BITS``, all equally likely."""
        self.drawn += number
        return (self._words.random_raw(number) >> np.uint64(64 - BITS)).astype(np.int64)

    def face(self, die: int) -> int:
        """One throw of a die: words past the last whole row of faces are thrown again."""
        while True:
            word = int(self._words.random_raw())
            self.drawn += 1
            if word < 2**64 - 2**64 % die:
                return word % die + 1


def _drawn(damage: Distribution, number: int, source: Source) -> dict[int, int]:
    """How often each outcome comes."""
    counts = np.bincount(_places(damage, number, source), minlength=len(damage.counts)).tolist()
    return {damage.low + place: count for place, count in enumerate(counts) if damage.counts[place]}


def _places(damage: Distribution, number: int, source: Source) -> Any:
    """For each draw the place of its outcome; the chances are met exactly, however long their fractions.

    A draw is a number from 0 to 1 written in words of 62 bits: its first word decides, unless the chances of two
    outcomes part within it, and then further words do.
    """
    bounds, ends, parting = _bounds(damage, BITS)
    words = source.words(number)
    places = np.searchsorted(ends, words, side="right")
    for place in np.flatnonzero(np.isin(words, parting)).tolist():
        places[place] = _settled(int(words[place]), bounds, damage.denominator, source)
    return places


@lru_cache(maxsize=4)
def _bounds(damage: Distribution, bits: int) -> tuple[list[int], Any, list[int]]:
    """Where one outcome's cases end and the next one's begin; these places' first words, and those within which they lie."""
    bounds = list(accumulate(damage.counts))
    ends = [divmod(bound << bits, damage.denominator) for bound in bounds[:-1]]
    return bounds, np.array([word for word, _ in ends], dtype=np.int64), [word for word, rest in ends if rest]


def _settled(drawn: int, bounds: list[int], whole: int, source: Source) -> int:
    """The place of a draw whose first word is known, by as many more words as it takes."""
    bits = BITS
    while True:
        passed = sum(bound << bits <= drawn * whole for bound in bounds)
        if passed == sum(bound << bits < (drawn + 1) * whole for bound in bounds):
            return passed
        drawn, bits = (drawn << BITS) + int(source.words(1)[0]), bits + BITS


def thrown(stages: Sequence[Stage], source: Source) -> Iterator[Throw]:
    """Die after die until one fails; a face that is thrown again is followed by its second die."""
    for stage in stages:
        face = source.face(stage.die)
        succeeds = face in stage.faces
        yield Throw(stage.key, stage.die, face, succeeds)
        if face in stage.rerolled:
            face = source.face(stage.die)
            succeeds = face in _second(stage)
            yield Throw(stage.key, stage.die, face, succeeds)
        if not succeeds:
            return


def _second(stage: Stage) -> range:
    """The faces that do when thrown again: as many as the stage's chance says, the low ones of a roll under."""
    faces = (stage.chance - Fraction(len(stage.faces), stage.die)) * stage.die**2 / len(stage.rerolled)
    low = stage.need.endswith("-")
    return range(1, int(faces) + 1) if low else range(stage.die + 1 - int(faces), stage.die + 1)
