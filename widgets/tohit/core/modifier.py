"""A rule as data: modifiers, requirements, and the tally that turns them into a ledger and totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tohit.core.errors import RulesError

if TYPE_CHECKING:
    from tohit.core.situation import Situation

__all__ = ["Counted", "Modifier", "Requirement", "count", "settle", "tally"]

Rule = Callable[["Situation"], Any]
Totals = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Modifier:
    """One named change to a roll.

    Args:
        key: kebab-case of the rule's own words; its name and sentence stand in the word lists.
        when: a condition, or how often it applies; a whole number for every cell that is looked at.
        each: what one application is worth, for the first channel, or channel by channel.  A function of the
            situation where the worth itself is a ruling or the reader's number.
        sets: instead of ``each``, for a rule that sets a number rather than adding to it: the difference this
            makes, channel by channel, from the situation and the totals of all modifiers that add.
        source: document and section.
        causes: names of the minis and squares behind it (called for a single cell only).
        fields: what its sentence names, beside ``attacker``, ``target`` and ``times``.
        group: modifiers of one group do not add up; only the worst for the attacker counts.
        always: show the line even at 0.
        name: what a modifier made by hand is called, which no word list knows.
        idle: why it does not count although it is there: shown at 0, not applied, with the sentence ``KEY.idle``.
    """

    key: str
    when: Rule
    source: str
    each: int | Mapping[str, int] | Rule = 1
    sets: Callable[[Situation, Totals], Mapping[str, Any]] | None = None
    causes: Rule = lambda s: ()
    fields: Rule = lambda s: {}
    group: str = ""
    always: bool = False
    name: str = ""
    idle: Rule = lambda s: False


@dataclass(frozen=True, slots=True, eq=False)
class Requirement:
    """Something that must hold before an attack can be made; the answer to "why 0?" when it does not."""

    key: str
    met: Rule
    source: str
    causes: Rule = lambda s: ()
    fields: Rule = lambda s: {}


class Counted(NamedTuple):
    """One modifier's share of a tally: how often it applies, what it would add, and what it does add."""

    modifier: Modifier
    channel: str
    times: Any
    worth: Any
    value: Any


def count(mask: Any) -> Any:
    """How many minis a mask over ``situation.others`` holds, cell by cell."""
    return np.asarray(mask).sum(axis=0)


def tally(modifiers: Iterable[Modifier], s: Situation, channels: tuple[str, ...],
          worst_only: tuple[str, ...] = ()) -> tuple[Totals, list[Counted]]:
    """Every adding modifier's value and the sum of each channel, for all cells of the situation at once.

    Args:
        worst_only: channels in which of all penalties only the worst counts.

    Raises:
        RulesError: a rule decided with ``if``, ``and``, ``or`` or ``not`` what holds for many cells.
    """
    lines = [line for modifier in modifiers if not modifier.sets for line in _lines(modifier, s, channels)]
    for group in {line.modifier.group for line in lines if line.modifier.group}:
        lines = _only_worst(lines, [line.modifier.group == group for line in lines], lambda value: value)
    for channel in worst_only:
        lines = _only_worst(lines, [line.channel == channel for line in lines], lambda value: np.minimum(value, 0))
    totals: Totals = dict.fromkeys(channels, 0)
    for line in lines:
        totals[line.channel] = totals[line.channel] + line.value
    return totals, lines


def settle(modifiers: Iterable[Modifier], s: Situation, totals: Totals) -> tuple[Totals, list[Counted]]:
    """The totals once the modifiers that set have had their say, in order, and the lines of these."""
    lines: list[Counted] = []
    for modifier in modifiers:
        if modifier.sets:
            times, so_far = _times(modifier, s), totals
            changed = look(lambda s, modifier=modifier, totals=so_far: modifier.sets(s, totals), s, modifier.key)
            for channel, difference in changed.items():
                value = times * difference
                lines.append(Counted(modifier, channel, times, value, value))
                totals = {**totals, channel: totals[channel] + value}
    return totals, lines


def look(rule: Rule, s: Situation, key: str) -> Any:
    """What a rule says of a situation; a rule that needs one truth of many is refused by name."""
    try:
        return rule(s)
    except ValueError as error:
        if "ambiguous" in str(error):
            raise RulesError("core.rule_not_broadcast", modifier=key) from error
        raise


def _lines(modifier: Modifier, s: Situation, channels: tuple[str, ...]) -> list[Counted]:
    times = _times(modifier, s)
    each = look(modifier.each, s, modifier.key) if callable(modifier.each) else modifier.each
    amounts = each.items() if isinstance(each, Mapping) else ((channels[0], each),)
    return [Counted(modifier, channel, times, value, value) for channel, amount in amounts for value in (times * amount,)]


def _times(modifier: Modifier, s: Situation) -> Any:
    return look(modifier.when, s, modifier.key) * np.int64(1)


def _only_worst(lines: list[Counted], rivals: list[bool], share: Callable[[Any], Any]) -> list[Counted]:
    """The lowest share among rivals counts, the first one where several are equal; the losers' is taken out."""
    places = [index for index, rival in enumerate(rivals) if rival]
    if not places:
        return lines
    shares = np.stack(np.broadcast_arrays(*[share(lines[index].value) for index in places]))
    worst = np.argmin(shares, axis=0)
    kept = list(lines)
    for place, index in enumerate(places):
        line = lines[index]
        kept[index] = line._replace(value=line.value - np.where(worst == place, 0, share(line.value)))
    return kept
