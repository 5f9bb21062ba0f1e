"""Kinds of fields that hold a place on the board, or a way to look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.core.kinds import Kind, Reading, refuse
from tohit.words import Phrase

__all__ = ["FacingAt", "SquareAt"]


@dataclass(frozen=True, slots=True)
class SquareAt(Kind):
    """A square's name; the value is ``(row, col)`` from zero."""

    def read(self, value: Any, path: str, reading: Reading) -> tuple[int, int]:
        square = parse_square(value) if type(value) is str else None
        if square is None:
            raise refuse(path, value, self.allowed())
        return square

    def write(self, value: tuple[int, int]) -> str:
        return square_name(*value)

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.square")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^(?:[A-Z]|A[A-Z]|B[A-H])(?:[1-9]|[1-5][0-9]|60)$"}


@dataclass(frozen=True, slots=True)
class FacingAt(Kind):
    """A facing's name; the value is 0 to 7 clockwise from north.  With four ``stops`` the corners are refused."""

    stops: int

    @property
    def names(self) -> tuple[str, ...]:
        return FACINGS[::2] if self.stops == 4 else FACINGS

    def read(self, value: Any, path: str, reading: Reading) -> int:
        if type(value) is not str or value not in self.names:
            raise refuse(path, value, self.allowed())
        return FACINGS.index(value)

    def write(self, value: int) -> str:
        return FACINGS[value]

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.choice", values=self.names)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.names)}
