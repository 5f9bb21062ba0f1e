"""Whether a rule system is declared soundly: told when it is made, with the part that is wrong."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tohit.core.errors import RulesError
from tohit.core.kinds import Whole
from tohit.words import LANGUAGES, words

if TYPE_CHECKING:
    from tohit.core.ruleset import Mode, Ruleset

__all__ = ["check_declared", "check_numbers"]


def check_declared(rules: Ruleset) -> None:
    """Refuse what no page could show.

    Raises:
        RulesError: a key that stands twice, a channel or a table's stat that is not there, a missing source or word.
    """
    _check_keys(rules)
    _check_channels(rules)
    _check_table(rules)
    _check_sources(rules)
    if rules.words is None:
        _check_words(rules)


def check_numbers(rules: Ruleset, mode: Mode, names: set[str]) -> None:
    """``resolve`` must accept exactly the numbers it is given, and ``landing`` name only these.

    Raises:
        RulesError: with the names that differ.
    """
    differing = (set(inspect.signature(mode.resolve).parameters) ^ names) | (set(mode.landing) - names)
    if differing:
        raise RulesError("core.rule_numbers_differ", rules=rules.key, part=mode.key, names=tuple(sorted(differing)))


def _check_keys(rules: Ruleset) -> None:
    for name in ("stats", "weapon", "options", "rulings", "modes", "procedures"):
        keys = [part.key for part in getattr(rules, name)]
        for key in keys:
            if keys.count(key) > 1:
                raise RulesError("core.rule_key_twice", rules=rules.key, group=name, part=key)
    for part, held in (("channels", rules.channels), ("modes", rules.modes), *((r.key, r.choices) for r in rules.rulings)):
        if not held:
            raise RulesError("core.rule_empty", rules=rules.key, part=part)


def _check_channels(rules: Ruleset) -> None:
    """Where modifiers go must be there; what a function gives is seen only when it is asked."""
    named = list(rules.given.items())
    for modifier in (modifier for mode in rules.modes for modifier in mode.modifiers):
        if isinstance(modifier.each, Mapping):
            named += [(modifier.key, channel) for channel in modifier.each]
    for part, channel in named:
        if channel not in rules.channels:
            raise RulesError("core.rule_channel", rules=rules.key, part=part, channel=channel, allowed=rules.channels)


def _check_table(rules: Ruleset) -> None:
    """A table is read off two numbers that minis have, in modes that there are."""
    if rules.table is None:
        return
    numbers = tuple(stat.key for stat in rules.stats if isinstance(stat.kind, Whole))
    for axis in ("columns", "rows"):
        if getattr(rules.table, axis) not in numbers:
            raise RulesError("core.rule_table", rules=rules.key, part=axis, got=getattr(rules.table, axis), allowed=numbers)
    modes = tuple(mode.key for mode in rules.modes)
    for mode in rules.table.modes:
        if mode not in modes:
            raise RulesError("core.rule_table", rules=rules.key, part="modes", got=mode, allowed=modes)


def _check_sources(rules: Ruleset) -> None:
    for mode in rules.modes:
        for part in (*mode.modifiers, *mode.requirements):
            if not part.source:
                raise RulesError("core.rule_without_source", rules=rules.key, part=part.key)


def _check_words(rules: Ruleset) -> None:
    for language in LANGUAGES:
        missing = [key for key in rules.word_keys() if key not in words(language)]
        if missing:
            raise RulesError("core.rule_without_word", rules=rules.key, part=missing[0], language=language)
