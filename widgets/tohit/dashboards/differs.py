"""What differs between two scenarios, in the words of their rules: a diff of two documents that a person can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tohit.core.geometry import FACINGS, square_name
from tohit.core.question import Question
from tohit.core.scene import Grid, Mini
from tohit.widgets import groups_of
from tohit.words import Words

__all__ = ["MOST", "Differ"]

MOST = 40
"""How many differences are told one by one."""

_GIVEN = ("distance", "cover", "line_of_sight", "facing_ok", "reach_ok")
Fields = dict[str, dict[str, Any]]


class Differ:
    """Tells how two scenarios differ; a mini that moves leaves what was said of attack and rulings as it was.

    Minis are the same when they have the same name, or the same part in the attack and no namesake.
    Stats, weapons, options and rulings are told where both scenarios have the same rules.
    """

    def __init__(self) -> None:
        self._known: tuple[Any, list[str]] = None, []

    def told(self, first: Question, second: Question, lang: str) -> list[str]:
        """A sentence for each difference that can change an answer, at most ``MOST``; the title is none."""
        say = first.rules.say(lang)
        lines = [*self._of_attack(first, second, lang), *_minis(first, second, say, first.rules == second.rules),
                 *_boards(first.scene.grid, second.scene.grid, say)]
        return lines if len(lines) <= MOST else [*lines[:MOST], say("compare.more", count=len(lines) - MOST)]

    def _of_attack(self, first: Question, second: Question, lang: str) -> list[str]:
        asked = lang, *(part for own in (first, second) for part in
                        (own.rules, own.attack, own.rulings, [mini.name for mini in own.scene.minis]))
        if asked != self._known[0]:
            self._known = asked, list(_attack(first, second, lang))
        return self._known[1]


def _attack(first: Question, second: Question, lang: str) -> Iterator[str]:
    say, same_rules = first.rules.say(lang), first.rules == second.rules
    if (first.rules, first.attack, first.rulings) == (second.rules, second.attack, second.rulings):
        return
    if not same_rules:
        names = [question.rules.say(lang)(f"{question.rules.key}.name") for question in (first, second)]
        yield _line(say("compare.rules"), *names, say)
    known, other = _fields(first, say), _fields(second, second.rules.say(lang))
    for path in known if same_rules else ("attack.attacker", "attack.target", "attack.attacks"):
        if path in other and known[path]["value"] != other[path]["value"]:
            yield _line(known[path]["name"], _value(known[path], say), _value(other[path], say), say)
    yield from _given(first, second, say)


def _line(name: str, before: object, after: object, say: Words) -> str:
    return say("core.change.value", field=name, before=before, after=after)


def _fields(question: Question, say: Words) -> Fields:
    """The fields of the attack and the rulings by path; minis are told apart from these."""
    fields = (field for group in groups_of(question, say) for field in group["fields"])
    return {field["path"]: field for field in fields if not field["path"].startswith("minis")}


def _value(field: Mapping[str, Any], say: Words) -> object:
    value = field["value"]
    if value is None or value == []:
        return say("compare.nothing")
    if isinstance(value, bool):
        return say(f"core.change.{str(value).lower()}")
    names = {choice["value"]: choice["name"] for choice in field.get("choices", ())}
    if isinstance(value, list):
        return ", ".join(str(names.get(part, part)) if isinstance(part, str) else str(part.get("name", "")) for part in value)
    return names.get(value, value) if isinstance(value, str) else value


def _given(first: Question, second: Question, say: Words) -> Iterator[str]:
    """What stands in place of the board's findings."""
    one, two = first.attack.overrides, second.attack.overrides
    for key in _GIVEN:
        before, after = getattr(one, key), getattr(two, key)
        if before != after:
            yield _line(say(f"core.given.{key}"), _finding(key, before, say), _finding(key, after, say), say)
    if one.modifiers != two.modifiers:
        yield _line(say("core.given.setting"), *(_settings(each.modifiers, say) for each in (one, two)), say)


def _finding(key: str, value: Any, say: Words) -> object:
    if value is None:
        return say("compare.by_board")
    return value if key == "distance" else say(f"core.given.{key}.{str(value).lower()}")


def _settings(modifiers: Sequence[Any], say: Words) -> str:
    values = ([each.attack, *([each.defence] if each.defence else ())] for each in modifiers)
    told = (f"{each.name} {' / '.join(map(say.signed, own))}" for each, own in zip(modifiers, values, strict=True))
    return ", ".join(told) or say("compare.nothing")


def _minis(first: Question, second: Question, say: Words, same_rules: bool) -> Iterator[str]:
    pairs = _pairs(first, second)
    paired = {one.name for one, _ in pairs}, {two.name for _, two in pairs}
    for one, two in pairs:
        if one != two:
            yield from _mini((first, one), (second, two), say, same_rules)
    for key, question, names in (("compare.only_a", first, paired[0]), ("compare.only_b", second, paired[1])):
        alone = [mini.name for mini in question.scene.minis if mini.name not in names]
        if alone:
            yield say(key, names=alone)


def _pairs(first: Question, second: Question) -> list[tuple[Mini, Mini]]:
    pairs = [(mini, twin) for mini in first.scene.minis if (twin := second.scene.mini(mini.name))]
    for one, two in ((first.attacker, second.attacker), (first.target, second.target)):
        if not (second.scene.mini(one.name) or first.scene.mini(two.name)):
            pairs.append((one, two))
    return pairs


def _mini(here: tuple[Question, Mini], there: tuple[Question, Mini], say: Words, same_rules: bool) -> Iterator[str]:
    (first, one), (second, two) = here, there
    name = one.name if one.name == two.name else f"{one.name} / {two.name}"
    for key, before, after in (("side", one.side, two.side), ("at", _square(one, say), _square(two, say))):
        if before != after:
            yield _line(say(f"compare.mini.{key}", mini=name), before, after, say)
    if one.facing != two.facing and first.rules.facings and second.rules.facings:
        facings = (say(f"page.facing.{FACINGS[mini.facing]}") for mini in (one, two))
        yield _line(say("compare.mini.facing", mini=name), *facings, say)
    if same_rules and one.stats != two.stats:
        other = _stats(second, two, say)
        for key, field in _stats(first, one, say).items():
            if key in other and field["value"] != other[key]["value"]:
                of = say("compare.of", mini=name, field=field["name"])
                yield _line(of, _value(field, say), _value(other[key], say), say)


def _square(mini: Mini, say: Words) -> str:
    return square_name(*mini.at) if mini.at is not None else say("compare.off_board")


def _stats(question: Question, mini: Mini, say: Words) -> Fields:
    """The fields of one mini's stats by their own names."""
    start = f"minis[{[known.name for known in question.scene.minis].index(mini.name)}].stats."
    fields = (field for group in groups_of(question, say, mini.name) for field in group["fields"])
    return {field["path"].removeprefix(start): field for field in fields if field["path"].startswith(start)}


def _boards(first: Grid | None, second: Grid | None, say: Words) -> Iterator[str]:
    if first == second:
        return
    sizes = [say("compare.size", columns=grid.columns, rows=grid.rows) if grid else say("compare.nothing")
             for grid in (first, second)]
    if sizes[0] != sizes[1]:
        yield _line(say("compare.board"), *sizes, say)
    one, two = _ground(first, say), _ground(second, say)
    changes: dict[tuple[str, str], list[str]] = {}
    for square in sorted({*one, *two}):
        before, after = (ground.get(square, say("compare.nothing")) for ground in (one, two))
        if before != after:
            changes.setdefault((before, after), []).append(square_name(*square))
    for (before, after), squares in changes.items():
        yield _line(say.show(squares), before, after, say)


def _ground(grid: Grid | None, say: Words) -> dict[tuple[int, int], str]:
    """What stands on each square, and who controls it."""
    found = {}
    for piece in grid.terrain if grid else ():
        kind = say(f"core.terrain.{piece.kind}")
        told = say("compare.controlled", kind=kind, owner=piece.controlled_by) if piece.controlled_by else kind
        found.update(dict.fromkeys(piece.squares, told))
    return found
