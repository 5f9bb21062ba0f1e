"""Golden values of squares and lines, worked out by hand: places are (column, row), as on paper."""

from __future__ import annotations

import pytest

from tohit.core.geometry import in_arc, manhattan
from tohit.core.sight import crossed


def met(col: int, row: int, touched: bool = False) -> list[list[int]]:
    """The squares between the origin and a place, as sorted (column, row)."""
    return sorted([found, up] for up, found in crossed(0, 0, row, col, touched))


def test_a_diagonal_neighbour_is_two_squares_away() -> None:
    """000-Z1."""
    assert int(manhattan(1, 1)) == 2


@pytest.mark.parametrize(("place", "inside"), [((2, 2), True), ((3, 2), False), ((1, 0), False)])
def test_the_arc_of_a_mini_that_faces_north(place: tuple[int, int], inside: bool) -> None:
    """000-Z3."""
    col, row = place
    assert bool(in_arc(0, row, col)) is inside


def test_a_line_through_corners_enters_only_the_diagonal() -> None:
    """000-Z5."""
    assert met(3, 3) == [[1, 1], [2, 2]]


def test_with_corners_counted_it_touches_the_squares_beside() -> None:
    """000-Z6."""
    assert met(3, 3, touched=True) == [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1], [2, 2], [2, 3], [3, 2]]


def test_a_steep_line_enters_two_squares() -> None:
    """000-Z7."""
    assert met(1, 3) == [[0, 1], [1, 2]]
