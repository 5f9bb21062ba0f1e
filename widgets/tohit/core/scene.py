"""What stands on the table: minis, terrain, the grid.  All values are frozen; ``edits`` makes new ones.

Squares are ``(row, col)`` from zero, row 0 in the south; facings are 0 to 7 clockwise from north.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tohit.core.errors import SceneError
from tohit.core.geometry import parse_square, square_name
from tohit.words import Phrase

__all__ = ["Grid", "Mini", "Scene", "Square", "Terrain", "check_scene"]

Square = tuple[int, int]


class Mini(msgspec.Struct, frozen=True):
    """One miniature.  ``at`` is None off the board; ``stats`` is the record its rule system declares."""

    name: str
    side: str
    at: Square | None
    facing: int
    stats: Any


class Terrain(msgspec.Struct, frozen=True):
    """One piece of terrain: ``wall`` blocks sight and standing, ``light`` and ``heavy`` are cover."""

    squares: tuple[Square, ...]
    kind: str
    name: str = ""
    controlled_by: str = ""

    @property
    def label(self) -> str | Phrase:
        """What sentences call it: its name, else its kind."""
        return self.name or Phrase(f"core.terrain.{self.kind}")


class Grid(msgspec.Struct, frozen=True):
    """The board: its size and its terrain."""

    columns: int
    rows: int
    terrain: tuple[Terrain, ...] = ()

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def squares(self, kind: str) -> Iterator[tuple[Square, Terrain]]:
        """Every square of a kind of terrain with its piece."""
        for piece in self.terrain:
            if piece.kind == kind:
                for square in piece.squares:
                    yield square, piece

    def last(self) -> str:
        """The name of the north-east corner: boards are told as ``A1`` to this."""
        return square_name(self.rows - 1, self.columns - 1)


class Scene(msgspec.Struct, frozen=True):
    """Grid and minis.  Without a grid, what geometry would find must be given by hand."""

    grid: Grid | None
    minis: tuple[Mini, ...]

    def mini(self, name: str) -> Mini | None:
        """The mini of that name, if there is one."""
        return next((mini for mini in self.minis if mini.name == name), None)


def check_scene(scene: Scene) -> None:
    """Refuse what cannot stand on a table.

    Raises:
        SceneError: with the path of the first fault.
    """
    names: dict[str, int] = {}
    for index, mini in enumerate(scene.minis):
        if parse_square(mini.name) is not None:
            raise SceneError("core.name_is_square", f"minis[{index}].name", name=mini.name)
        if mini.name in names:
            raise SceneError("core.name_twice", f"minis[{index}].name", name=mini.name, other=f"minis[{names[mini.name]}]")
        names[mini.name] = index
    if scene.grid is not None:
        check_standing(scene.grid, scene.minis)


def check_standing(grid: Grid, minis: tuple[Mini, ...]) -> None:
    """Everything on the board, minis on free squares, one a square."""
    for index, piece in enumerate(grid.terrain):
        for square in piece.squares:
            if square not in grid:
                raise SceneError("core.off_board", f"board.terrain[{index}].at", square=square_name(*square), last=grid.last())
    walls = {square: piece for square, piece in grid.squares("wall")}
    taken: dict[Square, str] = {}
    for index, mini in enumerate(minis):
        if mini.at is None:
            continue
        path, name = f"minis[{index}].at", square_name(*mini.at)
        if mini.at not in grid:
            raise SceneError("core.off_board", path, square=name, last=grid.last())
        if mini.at in walls:
            raise SceneError("core.in_wall", path, mini=mini.name, square=name, wall=walls[mini.at].label)
        if mini.at in taken:
            raise SceneError("core.square_taken", path, mini=mini.name, square=name, other=taken[mini.at])
        taken[mini.at] = mini.name
