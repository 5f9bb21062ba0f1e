"""Single changes of a question that a player or a designer would try: a number up or down, a step, a turn, an ally."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import msgspec

from tohit.core.errors import TohitError
from tohit.core.geometry import FACINGS, square_name, unit
from tohit.core.kinds import Choice, Flag, Kind, Number, Optional, Whole
from tohit.core.limits import DISTANCE
from tohit.core.question import Question, check
from tohit.core.slot import slot
from tohit.core.sweep import free_squares
from tohit.words import Phrase

__all__ = ["Edit", "single_changes"]

Edit = dict[str, Any]
Changed = tuple[Phrase, Edit, Question]
"""What changes, in words; the edit that does it; the question after it."""

DISTANCE_PATH, COVER_PATH = "attack.overrides.distance", "attack.overrides.cover"


def single_changes(question: Question) -> Iterator[Changed]:
    """Every change that the rules let stand, in a fixed order."""
    yield from _fields(question)
    yield from _overrides(question)
    if question.scene.grid is not None:
        for role in ("attacker", "target"):
            yield from _steps(question, role)
            yield from _turns(question, role)
        yield from _allies(question)


def _fields(question: Question) -> Iterator[Changed]:
    rules, minis = question.rules, question.scene.minis
    places = {mini.name: place for place, mini in enumerate(minis)}
    for name in (question.attack.attacker, question.attack.target):
        for field in rules.stats:
            told = Phrase("core.change.of", mini=name, field=Phrase(f"{rules.key}.stats.{field.key}"))
            yield from _values(question, f"minis[{places[name]}].stats.{field.key}", told)
    for part in ("weapon", "options"):
        for field in getattr(rules, part):
            yield from _values(question, f"attack.{part}.{field.key}", Phrase(f"{rules.key}.{part}.{field.key}"))


def _values(question: Question, path: str, told: Phrase) -> Iterator[Changed]:
    """One number up or down, a flag turned, each other choice."""
    found = slot(question, path)
    for value in _near(found.kind, found.value):
        changed = _checked(found.put(question, value))
        if changed is not None:
            name = Phrase("core.change.value", field=told, before=_shown(found.value), after=_shown(value))
            yield name, {"path": path, "value": found.kind.write(value)}, changed


def _near(kind: Kind, value: Any) -> tuple[Any, ...]:
    if isinstance(kind, Optional):
        return () if value is None else _near(kind.kind, value)
    if isinstance(kind, Flag):
        return (not value,)
    if isinstance(kind, Choice):
        return tuple(choice for choice in kind.values if choice != value)
    if isinstance(kind, Whole):
        return tuple(near for near in (value + 1, value - 1) if kind.low <= near <= kind.high)
    return ()


def _overrides(question: Question) -> Iterator[Changed]:
    """The distance given by hand one more or less; the cover another, for attacks that look at it."""
    distance = question.attack.overrides.distance
    if distance is not None:
        found = slot(question, DISTANCE_PATH)
        for value in (distance + 1, distance - 1):
            if 0 <= value <= DISTANCE:
                name = Phrase("core.change.value", field=Phrase("core.given.distance"), before=distance, after=value)
                yield name, {"path": DISTANCE_PATH, "value": Number(DISTANCE).write(Decimal(value))}, found.put(question, value)
    if "cover" in question.mode.asks:
        found = slot(question, COVER_PATH)
        for value in ("none", "light", "heavy"):
            if value != found.value:
                name = Phrase("core.change.cover", cover=Phrase(f"core.given.cover.{value}"))
                yield name, {"path": COVER_PATH, "value": value}, found.put(question, value)


def _steps(question: Question, role: str) -> Iterator[Changed]:
    """One square in each direction."""
    mini, free = getattr(question, role), free_squares(question, role)
    for facing in range(len(FACINGS)):
        square = _beside(mini.at, facing)
        if _is_free(square, free):
            yield (Phrase("core.change.step", mini=mini.name, square=square_name(*square)),
                   {"mini": mini.name, "at": square_name(*square)}, _moved(question, mini.name, at=square))


def _turns(question: Question, role: str) -> Iterator[Changed]:
    """One stop of the dial to either side, and where it has four or eight, all the others."""
    mini, stops = getattr(question, role), question.rules.facings
    for turn in range(8 // stops, 8, 8 // stops) if stops else ():
        facing = (mini.facing + turn) % 8
        yield (Phrase("core.change.turn", mini=mini.name, facing=Phrase(f"page.facing.{FACINGS[facing]}")),
               {"mini": mini.name, "facing": FACINGS[facing]}, _moved(question, mini.name, facing=facing))


def _allies(question: Question) -> Iterator[Changed]:
    """One ally of each side who is not there yet comes to a square beside the target, and looks at it."""
    target, free = question.target, free_squares(question, "target")
    free[target.at] = False
    sides = {question.attacker.side: question.attack.attacker, target.side: question.attack.target}
    for side, name in sides.items():
        ally = next((mini for mini in question.scene.minis if mini.side == side and mini.name != name and _is_apart(mini, target)), None)
        for facing in range(len(FACINGS)) if ally else ():
            square, towards = _beside(target.at, facing), (facing + 4) % 8
            if not _is_free(square, free):
                continue
            turned = question.rules.facings == 8 or (question.rules.facings == 4 and towards % 2 == 0)
            look = {"facing": towards} if turned else {}
            edit = {"mini": ally.name, "at": square_name(*square), **({"facing": FACINGS[towards]} if turned else {})}
            yield (Phrase("core.change.ally", mini=ally.name, target=target.name, square=square_name(*square)), edit,
                   _moved(question, ally.name, at=square, **look))


def _is_apart(mini: Any, target: Any) -> bool:
    return mini.at is not None and max(abs(mini.at[0] - target.at[0]), abs(mini.at[1] - target.at[1])) > 1


def _beside(square: tuple[int, int], facing: int) -> tuple[int, int]:
    rows, cols = unit(facing)
    return square[0] + int(rows), square[1] + int(cols)


def _is_free(square: tuple[int, int], free: Any) -> bool:
    return 0 <= square[0] < free.shape[0] and 0 <= square[1] < free.shape[1] and bool(free[square])


def _moved(question: Question, name: str, **changes: Any) -> Question:
    minis = tuple(msgspec.structs.replace(mini, **changes) if mini.name == name else mini for mini in question.scene.minis)
    return msgspec.structs.replace(question, scene=msgspec.structs.replace(question.scene, minis=minis))


def _checked(question: Question) -> Question | None:
    """The question, when its parts fit together."""
    try:
        return check(question)
    except TohitError:
        return None


def _shown(value: Any) -> Any:
    return Phrase(f"core.change.{str(value).lower()}") if isinstance(value, bool) else value
