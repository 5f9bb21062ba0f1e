"""The steps that led to a question: one step back, forward, or to any of them, in bounded memory.

A step holds a whole question, but shares with the step before it everything that is equal, so that it costs what
has changed.  The oldest steps go first, by number and by size.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec

__all__ = ["MOST", "SIZE", "History", "Step", "merged", "shared"]

MOST = 200
"""How many steps back are kept."""

SIZE = 200_000
"""How many bytes all steps may take beyond the first one."""

Edit = Mapping[str, Any]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Step:
    """A question, the edits of the gesture that led to it, and how many bytes are its own."""

    question: Any
    edits: tuple[Edit, ...] = ()
    size: int = 0


class History:
    """Steps, and which of them is the present one.

    Args:
        question: The step that everything begins with.

    Attributes:
        first: The number of the oldest step that is kept; numbers never change.
    """

    def __init__(self, question: Any):
        self.first, self.steps, self._here = 0, [Step(question)], 0

    @property
    def question(self) -> Any:
        """The question of the present step."""
        return self.steps[self._here].question

    @property
    def here(self) -> int:
        """The number of the present step."""
        return self.first + self._here

    @property
    def last(self) -> int:
        """The number of the newest step."""
        return self.first + len(self.steps) - 1

    def __getitem__(self, number: int) -> Step:
        return self.steps[number - self.first]

    def copy(self) -> History:
        """The same steps, to try something with."""
        twin = object.__new__(History)
        twin.first, twin.steps, twin._here = self.first, list(self.steps), self._here
        return twin

    def begin(self, question: Any, edit: Edit) -> None:
        """A new step after the present one; what was undone is forgotten."""
        self._settle()
        del self.steps[self._here + 1 :]
        self.steps.append(Step(question, (edit,)))
        self._here += 1
        self._shorten()

    def amend(self, question: Any, edit: Edit) -> None:
        """The present step goes on."""
        self.steps[self._here] = Step(question, merged((*self.steps[self._here].edits, edit)))

    def drop(self) -> None:
        """Give up the present step, which is the newest one."""
        if self._here:
            del self.steps[self._here :]
            self._here -= 1

    def go(self, number: int) -> bool:
        """Make a step the present one; False when there is no such step."""
        if not self.first <= number <= self.last:
            return False
        self._settle()
        self._here = number - self.first
        return True

    def _settle(self) -> None:
        """Let the present step share what it can with the one before it: it will not change any more."""
        step = self.steps[self._here]
        if self._here and not step.size:
            question, size = shared(step.question, self.steps[self._here - 1].question)
            edits = sum(len(str(edit)) for edit in step.edits)
            self.steps[self._here] = replace(step, question=question, size=size + edits)

    def _shorten(self) -> None:
        total = sum(step.size for step in self.steps)
        while len(self.steps) > MOST + 1 or (total > SIZE and len(self.steps) > 2):
            total -= self.steps[1].size
            del self.steps[0]
            self.steps[0] = replace(self.steps[0], size=0)
            self.first += 1
            self._here -= 1


def shared(value: Value, like: Value) -> tuple[Value, int]:
    """An equal value that is made of parts of ``like`` wherever they are equal, and how many bytes are its own."""
    if value is like or value == like:
        return like, 0
    size = sys.getsizeof(value)
    if isinstance(value, msgspec.Struct) and type(value) is type(like):
        parts = {name: shared(getattr(value, name), getattr(like, name)) for name in value.__struct_fields__}
        made = type(value)(**{name: part for name, (part, _) in parts.items()})
        return made, size + sum(own for _, own in parts.values())
    if isinstance(value, tuple) and isinstance(like, tuple):
        known = {_key(part): part for part in like}
        pairs = [_shared_part(part, place, like, known) for place, part in enumerate(value)]
        return tuple(part for part, _ in pairs), size + sum(own for _, own in pairs)
    return value, size


def merged(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The edits of a gesture without those that the next ones make void: a drag is its last square."""
    held: dict[Hashable, Edit] = {}
    for place, edit in enumerate(edits):
        slot = _slot(edit)
        held.pop(slot, None)
        held[place if slot is None else slot] = edit
    return tuple(held.values())


def _slot(edit: Edit) -> Hashable:
    """What an edit sets; None for one that others may build on (a mini that came, left or got another name)."""
    keys = frozenset(edit) - {"n", "gesture", "done"}
    if keys == {"mini", "at"} or keys == {"mini", "facing"}:
        return keys, edit["mini"]
    if "terrain" in keys:
        return "square", edit["square"]
    if keys <= {"path", "value", "none"}:
        return "path", edit["path"]
    return "distance" if keys == {"distance"} else None


def _shared_part(part: Any, place: int, like: tuple[Any, ...], known: Mapping[Any, Any]) -> tuple[Any, int]:
    twin = known.get(_key(part))
    if twin is not None and twin == part:
        return twin, 0
    return shared(part, like[place]) if place < len(like) else (part, _size(part))


def _key(part: Any) -> Any:
    """What equal parts have in common: structs may hold what has no hash."""
    return (type(part), getattr(part, "name", None), getattr(part, "at", None)) if isinstance(part, msgspec.Struct) else part


def _size(value: Any) -> int:
    return sys.getsizeof(value) + sum(_size(part) for part in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        yield from value
    elif isinstance(value, msgspec.Struct):
        yield from (getattr(value, name) for name in value.__struct_fields__)
