"""Squares, facings, distances and arcs, against walking the board and looking at it."""

from collections import deque
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tohit.core import geometry

OFFSETS = [*product(range(-7, 8), repeat=2)]
DR, DC = np.array(OFFSETS).T
SIDES = {"N": (1, 0), "E": (0, 1), "S": (-1, 0), "W": (0, -1)}
DIAGONALS = {"NE": (1, 1), "SE": (-1, 1), "SW": (-1, -1), "NW": (1, -1)}


def facing(name):
    return geometry.FACINGS.index(name)


def walked(steps, reach=7):
    """The fewest steps to every offset, by walking outwards one step at a time."""
    found, front = {(0, 0): 0}, deque([(0, 0)])
    while front:
        row, col = front.popleft()
        for down, across in steps:
            there = row + down, col + across
            if max(map(abs, there)) <= reach and there not in found:
                found[there] = found[row, col] + 1
                front.append(there)
    return found


def turned(offset):
    """An offset a quarter turn clockwise."""
    row, col = offset
    return -col, row


# squares


@pytest.mark.parametrize(
    ("name", "square"),
    [
        ("A1", (0, 0)),
        ("C5", (4, 2)),
        ("Z9", (8, 25)),
        ("AA10", (9, 26)),
        ("AZ1", (0, 51)),
        ("BA1", (0, 52)),
        ("BH60", (59, 59)),
    ],
)
def test_names_of_squares(name, square):
    assert geometry.square_name(*square) == name
    assert geometry.parse_square(name) == square


def test_every_square_has_a_name_of_its_own():
    squares = [*product(range(60), repeat=2)]
    names = [geometry.square_name(*square) for square in squares]
    assert len({*names}) == 3_600
    assert [geometry.parse_square(name) for name in names] == squares


@pytest.mark.parametrize(
    "text",
    ["", "A", "5", "5C", "c5", "A0", "A01", "A61", "BI1", "ZZ1", "AAA1", "A100", "C5 ", "C5\n", "C-5", "Ä1",
     "A１", None, 5, ("A", 1), b"A1"],
)  # fmt: skip
def test_what_names_no_square(text):
    assert geometry.parse_square(text) is None


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (60, 0), (0, 60)])
def test_squares_off_the_largest_board_have_no_name(square):
    with pytest.raises(ValueError, match="^square_name: .* from 0 to 59, got"):
        geometry.square_name(*square)


# distances


def test_walking_without_diagonals():
    steps = walked(SIDES.values())
    assert [*geometry.manhattan(DR, DC)] == [steps[offset] for offset in OFFSETS]


def test_walking_as_a_king():
    steps = walked([*SIDES.values(), *DIAGONALS.values()])
    assert [*geometry.chebyshev(DR, DC)] == [steps[offset] for offset in OFFSETS]


def test_a_nearest_diagonal_is_two_squares_away():
    assert geometry.manhattan(1, 1) == 2


@pytest.mark.parametrize("direction", DIAGONALS.values(), ids=DIAGONALS)
def test_every_second_diagonal_step_costs_two_in_every_direction(direction):
    down, across = direction
    costs = [geometry.five_ten_five(n * down, n * across) for n in range(1, 7)]
    assert costs == [1, 3, 4, 6, 7, 9]


def test_straight_steps_between_diagonal_ones_cost_one():
    for down, across in OFFSETS:
        diagonal = min(abs(down), abs(across))
        straight = max(abs(down), abs(across)) - diagonal
        expected = sum([1, 2, 1, 2, 1, 2, 1][:diagonal]) + straight
        assert geometry.five_ten_five(down, across) == expected


def test_a_long_diagonal_is_measured_differently_by_each_metric():
    """18 squares by 18: the range penalty depends on the metric, so the metric is named beside the number."""
    assert geometry.manhattan(18, 18) == 36
    assert geometry.chebyshev(18, 18) == 18
    assert geometry.five_ten_five(18, 18) == 27
    assert geometry.euclid2(18, 18) == 648
    assert 25**2 < 648 < 26**2


def test_the_straight_distance_between_edges():
    """The nearest two points of two squares, found among their corners and edges."""
    half = Fraction(1, 2)
    for down, across in OFFSETS:
        gaps = [max(abs(offset) - 2 * half, 0) for offset in (down, across)]
        assert geometry.gap2(down, across) == sum(gap**2 for gap in gaps)
    assert [geometry.gap2(1, 1), geometry.gap2(0, 1), geometry.gap2(3, 4), geometry.gap2(0, 0)] == [
        0,
        0,
        13,
        0,
    ]


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "five_ten_five", "euclid2", "gap2"])
def test_distances_do_not_depend_on_direction(metric):
    measure = getattr(geometry, metric)
    assert (measure(DR, DC) == measure(-DR, DC)).all()
    assert (measure(DR, DC) == measure(DC, DR)).all()


def test_adjacent_squares():
    edge = {offset for offset in OFFSETS if geometry.adjacent(*offset, diagonal=False)}
    corner = {offset for offset in OFFSETS if geometry.adjacent(*offset, diagonal=True)}
    assert edge == {*SIDES.values()}
    assert corner == {*SIDES.values(), *DIAGONALS.values()}


# facings


def test_the_square_straight_ahead():
    for name, offset in (SIDES | DIAGONALS).items():
        assert geometry.unit(facing(name)) == offset


def test_facings_go_round_clockwise():
    for index in range(8):
        assert geometry.unit((index + 2) % 8) == turned(geometry.unit(index))


def test_ahead_counts_forward_and_to_the_right():
    assert geometry.ahead(facing("N"), 3, -2) == (3, -2)
    assert geometry.ahead(facing("E"), 3, -2) == (-2, -3)
    assert geometry.ahead(facing("S"), 3, -2) == (-3, 2)
    assert geometry.ahead(facing("W"), 3, -2) == (2, 3)


def test_rows_of_the_arc_are_three_five_seven_squares_wide():
    rows, cols = np.ogrid[1:4, -9:10]
    assert [*geometry.in_arc(facing("N"), rows, cols).sum(axis=1)] == [3, 5, 7]


def test_the_arc_ends_on_its_diagonals():
    """Facing north, two squares up: two to the side is in, three is not; nothing beside the mini is."""
    offsets = np.array([(2, 2), (2, 3), (0, 1)])
    assert [*geometry.in_arc(facing("N"), *offsets.T)] == [True, False, False]


def test_a_target_exactly_on_the_edge_of_the_arc_is_decided_by_name():
    enemies = np.array([(3, 3), (3, -3), (2, 3), (3, 2)])  # (rows north, columns east)
    assert [*geometry.in_arc(facing("N"), *enemies.T)] == [True, True, False, True]
    assert [*geometry.in_arc(facing("N"), *enemies.T, inclusive=False)] == [False, False, False, True]


@pytest.mark.parametrize("name", SIDES)
def test_the_four_arcs_cover_the_board_and_share_only_diagonals(name):
    arcs = np.array([geometry.in_arc(facing(side), DR, DC) for side in SIDES])
    on_diagonal = (np.abs(DR) == np.abs(DC)) & (DR != 0)
    assert (arcs.sum(axis=0) == np.where(on_diagonal, 2, (DR != 0) | (DC != 0))).all()
    inner = geometry.in_arc(facing(name), DR, DC, inclusive=False)
    assert (inner == (geometry.in_arc(facing(name), DR, DC) & ~on_diagonal)).all()


def test_arcs_turn_with_the_facing():
    for index, inclusive in product(range(8), (True, False)):
        for offset in OFFSETS:
            here = geometry.in_arc(index, *offset, inclusive=inclusive)
            assert here == geometry.in_arc((index + 2) % 8, *turned(offset), inclusive=inclusive)


def test_the_arc_of_a_diagonal_facing_is_a_quadrant():
    quadrant = (DR >= 0) & (DC >= 0) & ((DR > 0) | (DC > 0))
    assert (geometry.in_arc(facing("NE"), DR, DC) == quadrant).all()
    assert (geometry.in_arc(facing("NE"), DR, DC, inclusive=False) == (DR > 0) & (DC > 0)).all()


def test_a_mini_without_facing_has_nothing_in_its_arc():
    assert geometry.unit(geometry.NO_FACING) == (0, 0)
    assert not geometry.in_arc(geometry.NO_FACING, DR, DC).any()


def test_directly_away_is_one_facing_of_four():
    """From each of the four neighbours, the target turns its back in exactly one of its four facings."""
    for attacker in SIDES.values():
        behind = [geometry.ahead(facing(side), *attacker) == (-1, 0) for side in SIDES]
        assert sum(behind) == 1
        away = [*SIDES][behind.index(True)]
        assert SIDES[away] == tuple(-offset for offset in attacker)


def test_one_call_for_all_squares_and_facings_is_many_calls_for_one():
    rows, cols = np.ogrid[-3:4, -5:6]
    facings = np.arange(8)[:, None, None]
    whole = geometry.in_arc(facings, rows, cols)
    assert whole.shape == (8, 7, 11)
    for index, row, col in np.ndindex(whole.shape):
        assert whole[index, row, col] == geometry.in_arc(index, row - 3, col - 5)
