"""What is asked before an answer is shown: the truth, the wrong answers that have a name, the score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tohit.core.distribution import Distribution
from tohit.core.guess import Guess
from tohit.words import Phrase

__all__ = ["Mistake", "Prediction", "Score", "Verdict", "bars_of", "judge", "judge_bars"]

NEAR = Fraction(1, 200)
"""A guess that is so near to what a named mistake gives has probably made it."""

LONGEST = 15
"""Digits of a denominator that a browser keeps: far more than the three that are shown."""

MOST = 10**6
"""More guesses than anybody places."""

_FRACTION = re.compile(r"-?\d{1,22}(/[1-9]\d{0,15})?")


@dataclass(frozen=True)
class Mistake:
    """A wrong answer with a name: what it would give, computed, and why it is wrong."""

    value: Fraction
    why: Phrase


@dataclass(frozen=True)
class Prediction:
    """One question put to a person.

    Args:
        prompt: the question.
        truth: the exact answer; for bars, the chance of the first outcome is no single truth, so ``bars`` holds them.
        mistakes: wrong answers with a name, the likeliest first.
        why: the explanation that comes with the answer.
        kind: ``chance``, ``number`` (may be above 1) or ``bars`` (a whole distribution).
        of: the denominator a person would count in: 6, 20, 36; 0 for the fraction's own.
    """

    prompt: Phrase
    truth: Fraction = Fraction(0)
    mistakes: tuple[Mistake, ...] = ()
    why: Phrase | None = None
    kind: str = "chance"
    of: int = 0
    bars: Distribution | None = None


@dataclass(frozen=True)
class Verdict:
    """A guess beside the truth.

    Args:
        gap: guess less truth; for bars, half the sum of all absolute gaps.
        loss: the Brier distance: the squared gap; for bars, half the sum of the squares.
        right: within the guess's own tolerance.
        mistake: the named mistake that gives this guess.
    """

    gap: Fraction
    loss: Fraction
    right: bool
    mistake: Mistake | None = None


def judge(prediction: Prediction, guess: Guess) -> Verdict:
    """What a guess is worth, and which named mistake would have led to it."""
    gap, right = guess.value - prediction.truth, guess.meets(prediction.truth)
    found = None if right else next((mistake for mistake in prediction.mistakes if _gives(mistake, guess, prediction.truth)), None)
    return Verdict(gap, gap * gap, right, found)


def bars_of(heights: Sequence[int], prediction: Prediction) -> tuple[Fraction, ...]:
    """Bars as chances: their heights in proportion; all equal when none was raised."""
    outcomes = prediction.bars.outcomes()
    kept = [max(0, height) for height in heights[: len(outcomes)]]
    kept += [0] * (len(outcomes) - len(kept))
    whole = sum(kept)
    return tuple(Fraction(height, whole) if whole else Fraction(1, len(kept)) for height in kept)


def judge_bars(prediction: Prediction, chances: Sequence[Fraction]) -> Verdict:
    """What a guessed distribution is worth."""
    gaps = [chance - prediction.bars.chance(outcome)
            for chance, outcome in zip(chances, prediction.bars.outcomes(), strict=True)]
    apart = sum(map(abs, gaps), start=Fraction(0)) / 2
    return Verdict(apart, sum((gap * gap for gap in gaps), start=Fraction(0)) / 2, apart <= NEAR)


def _gives(mistake: Mistake, guess: Guess, truth: Fraction) -> bool:
    return mistake.value != truth and abs(mistake.value - guess.value) <= max(NEAR, guess.tolerance)


@dataclass
class Score:
    """How guesses of chances do over time.

    Args:
        count: how many were judged.
        loss: the sum of their Brier distances.
        signed: how many of them were of a single chance, and can lean high or low.
        lean: the sum of these ones' gaps.
    """

    count: int = 0
    loss: Fraction = Fraction(0)
    signed: int = 0
    lean: Fraction = Fraction(0)

    def add(self, verdict: Verdict, is_chance: bool) -> None:
        """Count one verdict; only guesses of a single chance lean high or low."""
        self.count += 1
        self.loss += verdict.loss
        if is_chance:
            self.signed += 1
            self.lean += verdict.gap

    def forget(self) -> None:
        """Begin anew."""
        self.count, self.loss, self.signed, self.lean = 0, Fraction(0), 0, Fraction(0)

    @property
    def brier(self) -> Fraction:
        """The mean Brier distance from the truth: 0 is perfect."""
        return self.loss / max(1, self.count)

    @property
    def bias(self) -> Fraction:
        """The mean signed gap: above 0 the guesses are too high."""
        return self.lean / max(1, self.signed)

    def told(self) -> list[int | str]:
        """The four numbers, for a browser to keep; of a fraction that is too long for it the nearest that is not."""
        return [self.count, _short(self.loss), self.signed, _short(self.lean)]

    def retell(self, told: Any) -> None:
        """Go on from what ``told`` gave.

        Raises:
            ValueError: it is no such thing.
        """
        count, loss, signed, lean = told
        if not (_is_count(count) and _is_count(signed) and signed <= count):
            raise ValueError("no count of guesses")
        self.count, self.loss, self.signed, self.lean = count, _fraction(loss), signed, _fraction(lean)


def _short(value: Fraction) -> str:
    return str(value.limit_denominator(10**LONGEST))


def _fraction(told: Any) -> Fraction:
    # Never Fraction's own reading: "1e999999999" would be computed.
    if not isinstance(told, str) or not _FRACTION.fullmatch(told):
        raise ValueError("no fraction")
    return Fraction(told)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST
