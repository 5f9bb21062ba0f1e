"""What would help most: every single change with its exact new chance, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tohit.core.answer import Line
from tohit.core.changes import Edit, single_changes
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate, is_allowed, once, resolution_of
from tohit.core.question import Question, check_dice
from tohit.core.resolution import Resolution
from tohit.core.situation import Situation
from tohit.words import Phrase

__all__ = ["Change", "each_change", "ranked", "sensitivity"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change, and what it would do.

    Args:
        name: what changes; shown in the system's words.
        edit: what to apply.
        allowed: whether the attack may be made then.
        chance: to land, then.
        difference: to the chance now.
        damage: how much the damage that one attack is expected to do would change.
        wasted: how much of the modifiers or of the number that it changes could go without changing anything.
    """

    name: Phrase
    edit: Edit
    allowed: bool
    chance: Fraction
    difference: Fraction
    damage: Fraction
    wasted: int


def sensitivity(question: Question) -> tuple[Change, ...]:
    """The single changes that would help the attacker, ranked by the chance to land, then by damage.

    Numbers of both minis, the weapon and the options one up or down, flags and choices the other way, distance and
    cover, a step or a turn of either mini, an ally who comes to the target.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 6, "rows": 6},
        ...     "minis": [{"name": "Ann", "side": "red", "at": "B2", "facing": "E"},
        ...               {"name": "Bob", "side": "blue", "at": "C2", "facing": "W"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee"}}''')
        >>> say = question.rules.say("en")
        >>> for change in tohit.sensitivity(question)[:2]:
        ...     print(say.show(change.name), change.difference)
        Bob: Defence Value: 4 → 3 1/6
        Bob turns east 1/6

    Raises:
        NotationError: the attack needs more dice than the limit.
    """
    return ranked(each_change(question))


def each_change(question: Question) -> Iterator[Change]:
    """The changes one after the other, in no order of worth: for whoever has something else to do in between.

    Raises:
        NotationError: the attack needs more dice than the limit.
    """
    s = Situation(once(question))
    check_dice(question, question.mode.dice(s))
    now, ledger = resolution_of(s), {_key(line): line.value for line in evaluate(once(question)).ledger}
    for name, edit, changed in single_changes(question):
        try:
            yield _changed(name, edit, once(changed), now, ledger)
        except NotationError:  # more dice than the limit, or than the rules can follow
            continue


def ranked(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The best for the attacker first: by the chance to land, then by damage."""
    return tuple(sorted(changes, key=lambda change: (-change.difference, -change.damage)))


def _changed(name: Phrase, edit: Edit, changed: Question, now: Resolution, ledger: dict[tuple[str, str], int]) -> Change:
    s = Situation(changed)
    check_dice(changed, changed.mode.dice(s))
    then = resolution_of(s)
    wasted = _wasted(changed, ledger) if "path" not in edit else int(_told(then) == _told(now))
    return Change(name, edit, is_allowed(s), then.chance, then.chance - now.chance, then.damage.mean() - now.damage.mean(), wasted)


def _wasted(changed: Question, ledger: dict[tuple[str, str], int]) -> int:
    """How much of what the lines have gained or lost could go."""
    lines = evaluate(changed).ledger
    return sum(min(line.wasted, abs(line.value - ledger.get(_key(line), 0))) for line in lines)


def _key(line: Line) -> tuple[str, str]:
    return line.key, line.channel


def _told(resolution: Resolution) -> object:
    return resolution.chance, resolution.damage, resolution.outcomes
