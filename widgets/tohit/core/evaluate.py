"""From a question to its answer: requirements, ledger, exact dice.

Dice are never vectorised; they depend on a few small integers, are computed once for each set of these
and remembered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from tohit.core.answer import Answer, Line, Refusal, StartingPoint
from tohit.core.declared import check_numbers
from tohit.core.distribution import Distribution
from tohit.core.modifier import Counted, look
from tohit.core.numbers import filled, leaves, single
from tohit.core.question import Question, check_dice
from tohit.core.resolution import Resolution
from tohit.core.ruleset import Mode
from tohit.core.situation import Situation
from tohit.words import Phrase

__all__ = ["evaluate", "is_allowed", "landing", "lands", "numbers_of", "once", "resolution_of", "resolved", "worth"]


def evaluate(question: Question) -> Answer:
    """The exact answer to one question.

    Raises:
        NotationError: the attack needs more dice than the limit; said before any work is done.
    """
    s = Situation(question)
    mode = question.mode
    check_dice(question, mode.dice(s))
    refusals = tuple(refusal for refusal in _refusals(mode, s))
    resolution = resolution_of(s)
    return Answer(
        question=question,
        about=mode.about(s),
        chance=resolution.chance,
        stages=resolution.stages,
        base=tuple(
            StartingPoint(base.key, Phrase(f"{s.rules.key}.base.{base.key}"), filled(value, leaves(value)))
            for base in mode.base if (value := base.value(s)) is not None
        ),
        ledger=_ledger(s, {} if refusals else _wasted(s)),
        totals={channel: int(total) for channel, total in s.totals.items()},
        damage=resolution.damage,
        outcomes=dict(resolution.outcomes),
        refusals=refusals,
        notices=(*question.notices, *_notices(question)),
        extras=dict(resolution.extras),
        one=resolution.one,
    )


def worth(answer: Answer, line: Line) -> Fraction:
    """The chance of the same attack without one line of its ledger; the difference is what the line is worth."""
    if not answer.allowed or line.value == 0:
        return answer.chance
    s = _asked_once(answer)
    same = (part for part in s.counted[1] if (part.modifier.key, part.channel, part.value) == (line.key, line.channel, line.value))
    return resolution_of(s.less(next(same), line.value)).chance


def lands(question: Question) -> tuple[bool, Fraction]:
    """Whether the attack may be made, and its chance to land: an answer's first two lines without the rest.

    Raises:
        NotationError: the attack needs more dice than the limit.
    """
    s = Situation(question)
    check_dice(question, question.mode.dice(s))
    if not is_allowed(s):
        return False, Fraction(0)
    return True, landing(question, single(numbers_of(_once(s))))


def once(question: Question) -> Question:
    """The same attack made one time: all that its chance to land depends on."""
    if question.attack.attacks == 1:
        return question
    return msgspec.structs.replace(question, attack=msgspec.structs.replace(question.attack, attacks=1))


def numbers_of(s: Situation) -> Mapping[str, Any]:
    """The few integers the dice depend on, for every cell of a situation."""
    mode = s.question.mode
    numbers = look(mode.numbers, s, mode.key)
    if mode not in _CHECKED:
        check_numbers(s.rules, mode, set(numbers))
        _CHECKED.add(mode)
    return numbers


def resolved(question: Question, numbers: Mapping[str, Any]) -> Resolution:
    """The exact chances of one set of numbers, computed once."""
    return _resolved(question.mode, tuple(numbers.items()))


def landing(question: Question, numbers: Mapping[str, Any]) -> Fraction:
    """The chance to land of one set of numbers, computed once for all that agree in what it depends on."""
    mode = question.mode
    return _landing(_Landing(mode, tuple(numbers[name] for name in mode.landing or numbers), tuple(numbers.items())))


@dataclass(frozen=True, slots=True)
class _Landing:
    """Two of them are the same where their chance is: what else there is to know goes into the dice, not into the key."""

    mode: Mode
    deciding: tuple[Any, ...]
    numbers: tuple[tuple[str, Any], ...] = field(compare=False)


_CHECKED: set[Mode] = set()  # modes whose numbers have been held against ``resolve``: a cache of a pure check


@lru_cache(maxsize=4096)
def _resolved(mode: Mode, numbers: tuple[tuple[str, Any], ...]) -> Resolution:
    return mode.resolve(**dict(numbers))


@lru_cache(maxsize=4096)
def _landing(asked: _Landing) -> Fraction:
    return _resolved(asked.mode, asked.numbers).chance


def resolution_of(s: Situation) -> Resolution:
    """What the dice make of a single cell; nothing where the attack is not allowed."""
    mode = s.question.mode
    if is_allowed(s):
        return resolved(s.question, single(numbers_of(s)))
    none = dict.fromkeys(mode.outcomes(s), Fraction(0))
    return Resolution(Fraction(0), (), Distribution.certain(0), none, extras=mode.extras(s))


def is_allowed(s: Situation) -> bool:
    """Whether all requirements of the attack are met, for a single cell."""
    return all(look(requirement.met, s, requirement.key) for requirement in s.question.mode.requirements)


def _once(s: Situation) -> Situation:
    return s if s.attack.attacks == 1 else Situation(once(s.question))


def _wasted(s: Situation) -> dict[int, int]:
    """How much of a line could go without changing anything for one attack, by the line's place.

    Lines that pull a channel the same way can all spare the same, each up to its own value: one search for all.
    """
    places = [place for place, line in enumerate(s.counted[1]) if line.value]
    if not places:
        return {}
    one = _once(s)
    whole, lines = _told(resolution_of(one)), one.counted[1]
    alike: dict[Any, list[Counted]] = {}
    for place in places:
        alike.setdefault(_pull(lines[place]), []).append(lines[place])
    spare = {pull: _to_spare(one, max(rivals, key=_size), whole) for pull, rivals in alike.items()}
    return {place: min(spare[_pull(lines[place])], _size(lines[place])) for place in places}


@lru_cache(maxsize=4)
def _asked_once(answer: Answer) -> Situation:
    """One situation for all lines of an answer, so that its modifiers are counted once."""
    return _once(Situation(answer.question))


def _pull(line: Counted) -> tuple[str, bool, bool]:
    """Channel, stage and direction of a line."""
    return line.channel, bool(line.modifier.sets), bool(line.value > 0)


def _size(line: Counted) -> int:
    return abs(int(line.value))


def _to_spare(s: Situation, line: Counted, whole: Any) -> int:
    """The largest part of a line's value without which all stays as it is; the parts that do come first."""
    step = 1 if line.value > 0 else -1
    parts = range(1, _size(line) + 1)
    return bisect_left(parts, True, key=lambda part: _told(resolution_of(s.less(line, part * step))) != whole)


def _told(resolution: Resolution) -> Any:
    return resolution.chance, resolution.damage, resolution.outcomes, resolution.extras


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


def _ledger(s: Situation, wasted: Mapping[int, int]) -> tuple[Line, ...]:
    """The rules' modifiers first, then what the reader set by hand."""
    rules, by_hand = [], []
    for place, part in enumerate(s.counted[1]):
        modifier, value, times = part.modifier, int(part.value), int(part.times)
        idle = not times and bool(modifier.idle(s))
        if not times and not idle and not modifier.always:
            continue
        if idle and any(line.key == modifier.key for line in rules):
            continue  # what does not count says so once, not for every channel
        beaten = value != int(part.worth)
        (by_hand if modifier.name else rules).append(Line(
            modifier.key, modifier.name or Phrase(f"{s.rules.key}.{modifier.key}"), part.channel, value,
            not (idle or beaten), wasted.get(place, 0), _because(s, part, idle, beaten), tuple(modifier.causes(s)),
            modifier.source,
        ))
    return (*rules, *_overrides(s), *by_hand)


def _because(s: Situation, part: Counted, idle: bool, beaten: bool) -> Phrase:
    modifier = part.modifier
    if beaten:
        return Phrase("core.not_the_worst")
    if modifier.name:
        return Phrase("core.given.modifier", name=modifier.name)
    key = f"{s.rules.key}.{modifier.key}"
    return Phrase(f"{key}.idle" if idle else f"{key}.because", **_names(s), times=int(part.times), **modifier.fields(s))


def _overrides(s: Situation) -> list[Line]:
    """What the reader set in place of the board's findings stands in the ledger as such."""
    first = s.rules.channels[0]
    lines = []
    for key in ("distance", "cover", "line_of_sight", "facing_ok", "reach_ok"):
        given = getattr(s.overrides, key)
        if given is not None:
            told = Phrase(f"core.given.{key}.{str(given).lower()}") if key != "distance" else given
            name = Phrase(f"core.given.{key}")
            because = Phrase("core.given.because", name=name, value=told)
            lines.append(Line(f"override-{key.replace('_', '-')}", name, first, 0, True, 0, because, (), ""))
    return lines


def _names(s: Situation) -> dict[str, str]:
    return {"attacker": s.attacker.name, "target": s.target.name}


def _notices(question: Question) -> tuple[Phrase, ...]:
    rules, scene = question.rules, question.scene
    own = tuple(Phrase(f"{rules.key}.notice.{key}") for key in rules.notices(scene))
    ignored = rules.facings == 0 and any(mini.facing for mini in scene.minis)
    return (*own, Phrase("core.facing_ignored")) if ignored else own
