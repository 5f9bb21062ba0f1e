"""A mistake in a rule that a reader wrote: which rule it is, and which line of the reader's own code."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import CodeType
from typing import Any

from tohit.core.errors import RulesError, TohitError
from tohit.core.modifier import look
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset

__all__ = ["fault", "telling"]

_OF_MODE = ("numbers", "resolve", "outcomes", "dice", "about", "extras", "worst_only")
_OF_RULES = ("distance", "notices", "check", "pool", "in_turn", "one_roll", "tell")
_OF_MODIFIER = ("when", "each", "sets", "causes", "fields", "idle")


@contextmanager
def telling(question: Question) -> Iterator[None]:
    """Whatever the rules of a reader raise inside, raised as a sentence that names the rule and the line.

    Raises:
        RulesError: instead of the mistake; refusals, and mistakes in a system with its own word lists, stay what they are.
    """
    try:
        yield
    except TohitError:
        raise
    except Exception as error:
        if question.rules.words is None:
            raise
        raise fault(question, error) from error


def fault(question: Question, error: Exception) -> RulesError:
    """A mistake as a sentence: the rule, the line where the reader's code stands, what Python says."""
    parts = dict(_parts(question))
    files = {code.co_filename for code in parts if code.co_filename not in _OURS}
    frames = list(traceback.walk_tb(error.__traceback__))
    named = [frame.f_locals["key"] if frame.f_code is look.__code__ else parts.get(frame.f_code) for frame, _ in frames]
    part = next(filter(None, reversed(named)), question.attack.mode)
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    theirs = [(frame, line) for frame, line in frames if frame.f_code.co_filename in files]
    if not theirs:
        return RulesError("core.rule_fault", rules=question.rules.key, part=part, reason=reason)
    frame, line = theirs[-1]
    code = linecache.getline(frame.f_code.co_filename, line, frame.f_globals).strip()
    return RulesError("core.rule_fault_at", rules=question.rules.key, part=part, reason=reason, line=line, code=code)


def _parts(question: Question) -> Iterator[tuple[CodeType, str]]:
    """The functions a system is made of, and what each belongs to; of a function that serves twice, the first."""
    rules, mode = question.rules, question.mode
    held: list[tuple[Any, str, tuple[str, ...]]] = [(rules, rules.key, _OF_RULES), (mode, mode.key, _OF_MODE)]
    held += [(base, base.key, ("value",)) for base in mode.base]
    held += [(requirement, requirement.key, ("met", "causes", "fields")) for requirement in mode.requirements]
    held += [(modifier, modifier.key, _OF_MODIFIER) for modifier in mode.modifiers]
    for owner, key, names in reversed(held):
        for name in names:
            code = _code(getattr(owner, name))
            if code is not None:
                yield code, key


def _code(function: Callable[..., Any] | Any) -> CodeType | None:
    while isinstance(function, partial):
        function = function.func
    return getattr(function, "__code__", None)


_OURS = {look.__code__.co_filename, Ruleset.say.__code__.co_filename}  # where the defaults of a declaration are written
