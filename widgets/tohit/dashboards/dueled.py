"""What a duel comes to, worked out in pieces, and how the page tells it: all of it, or why there is nothing to tell."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from tohit.charts.amounts import fraction, mean
from tohit.core.distribution import Distribution
from tohit.core.duel import Duel, dueling
from tohit.core.errors import TohitError
from tohit.core.evaluate import evaluate, once
from tohit.core.until import UntilGone, lasting
from tohit.core.work import Done
from tohit.dashboards.fight import Bout, Fight
from tohit.dashboards.sliced import Found
from tohit.words import Words

__all__ = ["MOST_ROWS", "ROUNDS", "WAITS", "Outcome", "begin", "ending", "given", "lasts", "lengths", "progress"]

ROUNDS = 20
MOST_ROWS = 12
"""Of the damage of one hit; the average covers the rest."""

WAITS = (0, 0)
"""How much is done while it is not begun because things still move."""

_DUEL, _LENGTHS, _LASTS = 70, 20, 10  # percent of the whole work, more or less
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What follows when both go on: each a result, or the error that says why there is none.

    Args:
        duel: from the side that begins.
        lengths: its rounds.
        lasts: how many attacks of the first side on the page its target lasts.
    """

    fight: Fight
    duel: Duel | TohitError
    lengths: Distribution | TohitError
    lasts: UntilGone | TohitError

    def wins(self) -> tuple[Fraction, Fraction]:
        """The chance of the first side on the page and of the second, whoever begins."""
        return self._as_on_the_page(self.duel.first_wins, self.duel.second_wins)

    def losses(self) -> tuple[Distribution, Distribution]:
        """What each of them loses."""
        return self._as_on_the_page(self.duel.first_loss, self.duel.second_loss)

    def _as_on_the_page(self, first: T, second: T) -> tuple[T, T]:
        return (first, second) if self.fight.begins == "there" else (second, first)


def begin(bout: Bout) -> tuple[object, Callable[[], Generator[Done, None, Outcome]]]:
    """For ``SlicedView``: what the outcome depends on, and how it is worked out."""
    return bout.fight, lambda: _work(bout.fight)


def _work(fight: Fight) -> Generator[Done, None, Outcome]:
    sides = (fight.there, fight.back)
    first, second = sides if fight.begins == "there" else sides[::-1]
    duel = yield from _part(0, _DUEL, dueling(first, second, fight.order))
    lengths: Distribution | TohitError | Duel = duel
    if isinstance(duel, Duel):
        lengths = yield from _part(_DUEL, _LENGTHS, duel.following(ROUNDS))
    lasts = yield from _part(_DUEL + _LENGTHS, _LASTS, lasting(fight.there))
    return Outcome(fight, duel, lengths, lasts)


def _part(before: int, percent: int, work: Generator[Done, None, T]) -> Generator[Done, None, T | TohitError]:
    """One part of the whole; a refusal is a result."""
    try:
        while True:
            done, of = next(work)
            yield before + percent * done // of, 100
    except StopIteration as end:
        return end.value
    except TohitError as error:
        return error


def progress(found: Found, say: Words) -> dict[str, Any]:
    """How far it is."""
    done, of = found.done or (0, 0)
    told = say("duel.working", percent=say.percent(Fraction(done, of), 0)) if of else ""
    return {"done": done, "cells": of, "told": told, "stopped": found.stopped}


def ending(found: Found, say: Words) -> dict[str, Any]:
    """Who wins, exactly; or why nobody can say."""
    bout, outcome = found.answer, found.result
    sides = [mini.side for mini in bout.question.scene.minis if mini.at is not None]
    shown = {"title": say("duel.ending"), "verdict": "", "rows": [], "sentences": [], "sides": sides}
    if outcome is None:
        return {**shown, "verdict": say("duel.waiting") if found.done == WAITS else ""}
    duel = outcome.duel
    if isinstance(duel, TohitError):
        return {**shown, "sentences": [duel.sentence(say.language)]}
    names = bout.fight.there.attack.attacker, bout.fight.there.attack.target
    first, second = outcome.wins()
    rows = [_row(say("duel.wins", mini=mini.name), chance, say, mini.side)
            for mini, chance in ((bout.question.attacker, first), (bout.question.target, second))]
    for key, chance in (("both", duel.both_fall), ("neither", duel.undecided)):
        if chance:
            rows.append(_row(say(f"duel.{key}"), chance, say))
    losses = [say("duel.loses", mini=name, mean=mean(loss.mean(), say.language))
              for name, loss in zip(names, outcome.losses(), strict=True)]
    return {**shown, "verdict": _verdict(names, (first, second), say), "rows": rows,
            "sentences": [_long(duel.mean, duel.variance, "rounds", say), " ".join(losses)]}


def lengths(found: Found, say: Words) -> dict[str, Any] | None:
    """How many rounds it takes; nothing where it cannot be told."""
    if found.result is None or isinstance(found.result.lengths, TohitError):
        return None
    duel, rounds = found.result.duel, found.result.lengths
    later = say("duel.later", last=ROUNDS) if rounds.at_least(ROUNDS + 1) else ""
    note = f"{_long(duel.mean, duel.variance, 'rounds', say)} {later}".strip()
    return {"damage": rounds, "unit": say("duel.rounds"), "attacks": 1, "title": say("duel.lengths"), "note": note}


def lasts(found: Found, say: Words) -> dict[str, Any] | None:
    """How many attacks of the first side its target lasts."""
    if found.result is None or isinstance(found.result.lasts, TohitError):
        return None
    gone, attack = found.result.lasts, found.answer.fight.there.attack
    later = say("duel.lasts.later", percent=say.percent(gone.later), last=gone.attacks) if gone.later * 1000 > 1 else ""
    note = f"{_long(gone.mean, gone.variance, 'attacks', say)} {later}".strip()
    return {"damage": gone.distribution(), "unit": say("duel.attacks"), "attacks": 1, "note": note,
            "title": say("duel.lasts", attacker=attack.attacker, target=attack.target)}


def given(bout: Bout, say: Words) -> dict[str, Any]:
    """What the one attack of the first side does once it is known to have hit."""
    answer = evaluate(once(bout.fight.there))
    mini = answer.question.attack.attacker
    shown = {"title": say("duel.given", mini=mini), "verdict": "", "rows": [], "sentences": []}
    if not answer.allowed or not answer.chance:
        return {**shown, "sentences": [say("duel.cannot_happen")]}
    try:
        found = answer.given("landed")
    except TohitError as error:
        return {**shown, "sentences": [error.sentence(say.language)]}
    unit = say(f"{answer.question.rules.key}.unit")
    rows = [_row(say("duel.damage", number=outcome, unit=unit), found.chance(outcome), say) for outcome in found.outcomes()]
    return {**shown, "rows": rows[:MOST_ROWS], "sentences": [say("duel.given.mean", mean=mean(found.mean(), say.language), unit=unit)]}


def _row(name: str, chance: Fraction, say: Words, side: str = "") -> dict[str, Any]:
    return {"name": name, "share": round(float(chance), 4), "percent": say.percent(chance), "side": side,
            "fraction": fraction(chance.numerator, chance.denominator, say.language)}


def _verdict(names: tuple[str, str], wins: tuple[Fraction, Fraction], say: Words) -> str:
    if not any(wins):
        return say("duel.nobody")
    if wins[0] == wins[1]:
        return say("duel.even", percent=say.percent(wins[0]))
    best = 0 if wins[0] > wins[1] else 1
    return say("duel.verdict", mini=names[best], percent=say.percent(wins[best]))


def _long(average: Fraction | None, variance: Fraction | None, unit: str, say: Words) -> str:
    """Mean and spread; without a mean it may never end."""
    if average is None or variance is None:
        return say(f"duel.{unit}.endless")
    spread = Fraction(round(float(variance) ** 0.5 * 100), 100)
    return say(f"duel.{unit}.mean", mean=mean(average, say.language), spread=mean(spread, say.language))
