"""From a question to its answer: requirements, ledger, exact dice.

Dice are never vectorised; they depend on a few small integers, are computed once for each set of these
and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from tohit.core.answer import Answer, Line, Refusal, StartingPoint
from tohit.core.distribution import Distribution
from tohit.core.modifier import Counted, look
from tohit.core.question import Question, check_dice
from tohit.core.resolution import Resolution
from tohit.core.ruleset import Mode, check_numbers
from tohit.core.situation import Situation
from tohit.words import Phrase

__all__ = ["evaluate", "numbers_of", "resolved", "worth"]


def evaluate(question: Question) -> Answer:
    """The exact answer to one question.

    Raises:
        NotationError: the attack needs more dice than the limit; said before any work is done.
    """
    s = Situation(question)
    mode = question.mode
    check_dice(question, mode.dice(s))
    refusals = tuple(refusal for refusal in _refusals(mode, s))
    totals, counted = s.counted
    if refusals:
        none = dict.fromkeys(mode.outcomes(s), Fraction(0))
        resolution = Resolution(Fraction(0), (), Distribution.certain(0), none, extras=mode.extras(s))
    else:
        resolution = resolved(question, {name: _scalar(value) for name, value in numbers_of(s).items()})
    return Answer(
        question=question,
        chance=resolution.chance,
        stages=resolution.stages,
        base=tuple(
            StartingPoint(base.key, Phrase(f"{s.rules.key}.base.{base.key}"), int(base.value(s))) for base in mode.base
        ),
        ledger=(*_lines(s, counted, resolution.slack), *_by_hand(s, resolution.slack)),
        totals={channel: int(total) for channel, total in totals.items()},
        damage=resolution.damage,
        outcomes=dict(resolution.outcomes),
        refusals=refusals,
        notices=(*question.notices, *_ignored_facings(question)),
        extras=dict(resolution.extras),
    )


def worth(answer: Answer, line: Line) -> Fraction:
    """The chance of the same attack without one line of its ledger; the difference is what the line is worth."""
    if not answer.allowed or line.value == 0:
        return answer.chance
    s = Situation(answer.question)
    totals, counted = s.counted
    s.__dict__["counted"] = ({**totals, line.channel: totals[line.channel] - line.value}, counted)
    return resolved(answer.question, {name: _scalar(value) for name, value in numbers_of(s).items()}).chance


def numbers_of(s: Situation) -> Mapping[str, Any]:
    """The few integers the dice depend on, for every cell of a situation."""
    mode = s.question.mode
    numbers = mode.numbers(s)
    if mode not in _CHECKED:
        check_numbers(s.rules, mode, set(numbers))
        _CHECKED.add(mode)
    return numbers


def resolved(question: Question, numbers: Mapping[str, Any]) -> Resolution:
    """The exact chances of one set of numbers, computed once."""
    return _resolved(question.mode, tuple(numbers.items()))


_CHECKED: set[Mode] = set()  # modes whose numbers have been held against ``resolve``: a cache of a pure check


@lru_cache(maxsize=4096)
def _resolved(mode: Mode, numbers: tuple[tuple[str, Any], ...]) -> Resolution:
    return mode.resolve(**dict(numbers))


def _scalar(value: Any) -> Any:
    """One cell's value: Python integers, lists as tuples, constants as they are."""
    if isinstance(value, list | tuple):
        return tuple(_scalar(item) for item in value)
    return int(value) if isinstance(value, np.ndarray | np.generic) else value


def _refusals(mode: Mode, s: Situation) -> list[Refusal]:
    return [
        Refusal(
            requirement.key,
            Phrase(f"{s.rules.key}.requires.{requirement.key}", **_names(s), **requirement.fields(s)),
            tuple(requirement.causes(s)),
            requirement.source,
        )
        for requirement in mode.requirements
        if not look(requirement.met, s, requirement.key)
    ]


def _lines(s: Situation, counted: list[Counted], slack: Mapping[str, int]) -> list[Line]:
    lines = []
    for part in counted:
        modifier, value, times = part.modifier, int(part.value), int(part.times)
        idle = not times and bool(modifier.idle(s))
        if not times and not idle and not modifier.always:
            continue
        beaten = value != int(part.worth)
        key = f"{s.rules.key}.{modifier.key}"
        because = Phrase("core.not_the_worst") if beaten else Phrase(
            f"{key}.idle" if idle else f"{key}.because", **_names(s), times=times, **modifier.fields(s)
        )
        lines.append(Line(
            modifier.key, Phrase(key), part.channel, value, not (idle or beaten), _wasted(value, slack.get(part.channel, 0)),
            because, tuple(modifier.causes(s)), modifier.source,
        ))
    return lines


def _by_hand(s: Situation, slack: Mapping[str, int]) -> list[Line]:
    """The overrides: what the reader set stands in the ledger as such."""
    first = s.rules.channels[0]
    lines = []
    for key in ("distance", "cover", "line_of_sight", "facing_ok", "reach_ok"):
        given = getattr(s.overrides, key)
        if given is not None:
            told = Phrase(f"core.given.{key}.{str(given).lower()}") if key != "distance" else given
            name = Phrase(f"core.given.{key}")
            because = Phrase("core.given.because", name=name, value=told)
            lines.append(Line(f"override-{key.replace('_', '-')}", name, first, 0, True, 0, because, (), ""))
    for given in s.overrides.modifiers:
        for key, channel in s.rules.given.items():
            value = getattr(given, key)
            if value or key == "attack":
                because = Phrase("core.given.modifier", name=given.name)
                lines.append(Line("override-modifier", given.name, channel, value, True,
                                  _wasted(value, slack.get(channel, 0)), because, (), ""))
    return lines


def _wasted(value: int, slack: int) -> int:
    if value > 0 < slack:
        return min(value, slack)
    return min(-value, -slack) if value < 0 > slack else 0


def _names(s: Situation) -> dict[str, str]:
    return {"attacker": s.attacker.name, "target": s.target.name}


def _ignored_facings(question: Question) -> tuple[Phrase, ...]:
    if question.rules.facings == 0 and any(mini.facing for mini in question.scene.minis):
        return (Phrase("core.facing_ignored"),)
    return ()
