"""Lines of sight, against cutting a segment with a square in exact fractions."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tohit.core.sight import CORNERS, blocked_by, crossed, line_blocked

HALF = Fraction(1, 2)
BOARD = [*product(range(5), range(7))]
SMALL = [*product(range(4), range(5))]
blocker_sets = st.sets(st.sampled_from(BOARD), max_size=14)


@cache
def cut(dr, dc, row, col):
    """Where the segment from (0, 0) to (dr, dc) is inside the closed square at (row, col): times, or None."""
    first, last = Fraction(0), Fraction(1)
    for length, centre in ((dr, row), (dc, col)):
        if length == 0:
            if not centre - HALF <= 0 <= centre + HALF:
                return None
            continue
        times = sorted([(centre - HALF) / length, (centre + HALF) / length])
        first, last = max(first, times[0]), min(last, times[1])
    return (first, last) if first <= last else None


@cache
def met(dr, dc, row, col):
    """What a line does to a square: "misses" or "enters" it, or the one point where it touches it."""
    times = cut(dr, dc, row, col)
    if times is None or (row, col) in ((0, 0), (dr, dc)):
        return "misses"
    middle = sum(times) / 2
    if abs(middle * dr - row) < HALF and abs(middle * dc - col) < HALF:
        return "enters"
    assert times[0] == times[1]
    return times[0] * dr, times[0] * dc


def slowly_blocking(start, end, blockers, corners):
    """The blockers that take part in blocking one line."""
    dr, dc = end[0] - start[0], end[1] - start[1]
    offsets = {blocker: (blocker[0] - start[0], blocker[1] - start[1]) for blocker in blockers}
    contact = {blocker: met(dr, dc, *offset) for blocker, offset in offsets.items()}
    entered = {blocker for blocker, how in contact.items() if how == "enters"}
    corner = {blocker: how for blocker, how in contact.items() if isinstance(how, tuple)}
    if corners == "open":
        return entered
    if corners == "closed":
        return entered | {*corner}
    left = {b: dr * offsets[b][1] - dc * offsets[b][0] > 0 for b in corner}
    return entered | {b for b in corner if any(corner[b] == corner[c] and left[b] != left[c] for c in corner)}


def blocking(start, end, blockers, corners="pinched"):
    rows, cols = zip(*blockers, strict=True) if blockers else ((), ())
    taking_part = blocked_by(*start, *end, rows, cols, corners)
    return {blocker for blocker, part in zip(blockers, taking_part, strict=True) if part}


def columns(squares):
    return np.array(squares, dtype=int).reshape(-1, 2).T


def all_lines(squares):
    """Every ordered pair of squares as the four arguments of a line."""
    starts, ends = zip(*product(squares, repeat=2), strict=True)
    return *columns(starts), *columns(ends)


# against the slow test


@pytest.mark.parametrize("corners", CORNERS)
def test_every_line_of_a_board_against_every_square(corners):
    found = blocked_by(*all_lines(BOARD), *columns(BOARD), corners)
    for line, (start, end) in enumerate(product(BOARD, repeat=2)):
        expected = slowly_blocking(start, end, BOARD, corners)
        assert {BOARD[k] for k in np.flatnonzero(found[:, line])} == expected, (start, end)


def test_every_line_of_a_board_against_every_pair_of_blockers():
    """A pinched line needs both of a pair, so every pair is tried, and only its two members are there."""
    lines = all_lines(SMALL)
    for pair in combinations(SMALL, 2):
        found = blocked_by(*lines, *columns(pair))
        for line, (start, end) in enumerate(product(SMALL, repeat=2)):
            expected = slowly_blocking(start, end, pair, "pinched")
            assert {pair[k] for k in np.flatnonzero(found[:, line])} == expected, (start, end, pair)


@settings(max_examples=60)
@given(blocker_sets, st.sampled_from(CORNERS), st.sampled_from(BOARD))
def test_a_crowded_board_seen_from_a_square(blockers, corners, start):
    blockers = sorted(blockers)
    found = blocked_by(*start, *columns(BOARD), *columns(blockers), corners)
    for line, end in enumerate(BOARD):
        expected = slowly_blocking(start, end, blockers, corners)
        assert {blockers[k] for k in np.flatnonzero(found[:, line])} == expected


@settings(max_examples=150)
@given(st.data(), st.sampled_from(CORNERS))
def test_long_lines_near_their_blockers(data, corners):
    """Blockers are drawn from the squares that the line touches, on the largest board."""
    square = st.tuples(st.integers(0, 59), st.integers(0, 59))
    start, end = data.draw(square), data.draw(square)
    beside = crossed(*start, *end, touched=True) or [end]
    blockers = sorted(data.draw(st.sets(st.sampled_from(beside), max_size=12)))
    assert blocking(start, end, blockers, corners) == slowly_blocking(start, end, blockers, corners)


# the three corner rules by hand


def test_the_squares_that_a_diagonal_enters():
    assert crossed(0, 0, 3, 3) == [(1, 1), (2, 2)]


def test_the_squares_that_a_diagonal_touches():
    beside = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)]
    assert crossed(0, 0, 3, 3, touched=True) == sorted([(1, 1), (2, 2), *beside])


def test_the_squares_that_a_steep_line_enters():
    assert crossed(0, 0, 1, 3) == [(0, 1), (1, 2)]


def test_a_corner_that_touches_the_line_does_not_block_alone():
    for blocker in [(1, 0), (0, 1)]:
        assert not blocking((0, 0), (1, 1), [blocker])
        assert not blocking((0, 0), (3, 3), [blocker])
        assert blocking((0, 0), (3, 3), [blocker], "closed") == {blocker}


def test_nobody_sees_through_two_blockers_that_meet_at_a_corner():
    pair = [(1, 0), (0, 1)]
    assert blocking((0, 0), (1, 1), pair) == {*pair}
    assert blocking((0, 0), (3, 3), pair) == {*pair}
    assert not blocking((0, 0), (1, 1), pair, "open")


def test_two_blockers_at_different_corners_do_not_pinch():
    """One on each side of the diagonal, but the line passes between them at two different corners."""
    assert not blocking((0, 0), (3, 3), [(1, 0), (1, 2)])
    assert not blocking((0, 0), (3, 3), [(1, 0), (2, 3)])


def test_a_slanted_line_is_pinched_at_a_corner_too():
    """(0, 0) to (2, 6) passes through the corners at (1/2, 3/2) and (3/2, 9/2)."""
    assert blocking((0, 0), (2, 6), [(1, 1), (0, 2)]) == {(1, 1), (0, 2)}
    assert blocking((0, 0), (2, 6), [(2, 4), (1, 5)]) == {(2, 4), (1, 5)}
    assert not blocking((0, 0), (2, 6), [(1, 1), (1, 5)])
    assert not blocking((0, 0), (2, 4), [(1, 0), (0, 2)])  # no corner on this line


def test_a_pair_blocks_and_a_third_corner_beside_it_does_not_take_part():
    assert blocking((0, 0), (3, 3), [(0, 1), (1, 0), (2, 1)]) == {(0, 1), (1, 0)}


def test_a_blocker_named_twice_takes_part_twice():
    assert blocked_by(0, 0, 1, 1, [1, 0, 1], [0, 1, 0]).tolist() == [True, True, True]
    assert not blocked_by(0, 0, 1, 1, [1, 1], [0, 0]).any()


def test_a_clear_shot_past_a_neighbours_corner_is_clear():
    """An ally beside the line: one row up, along the row's edge, or beside the target of a diagonal shot."""
    assert not blocking((0, 0), (0, 5), [(1, c) for c in range(6)], "closed")
    assert not blocking((0, 0), (2, 2), [(1, 2)])
    assert not blocking((0, 0), (2, 2), [(2, 1)])


def test_no_line_between_centres_runs_along_an_edge():
    for start, end, square in product([(0, 0)], BOARD, BOARD):
        times = cut(*np.subtract(end, start).tolist(), *square)
        assert (
            times is None or times[0] == times[1] or met(*end, *square) == "enters" or square in (start, end)
        )


# the same from both sides, and however the board lies


@pytest.mark.parametrize("blocker", [(1, 0), (1, 1)])
def test_a_knights_move_is_blocked_by_either_square_both_ways(blocker):
    assert blocking((0, 0), (2, 1), [blocker]) == {blocker}
    assert blocking((2, 1), (0, 0), [blocker]) == {blocker}


@pytest.mark.parametrize("corners", CORNERS)
@given(blockers=blocker_sets)
@settings(max_examples=20)
def test_sight_is_the_same_both_ways_turned_and_mirrored(corners, blockers):
    row, col, to_row, to_col = all_lines(BOARD)
    rows, cols = columns(sorted(blockers))
    found = blocked_by(row, col, to_row, to_col, rows, cols, corners)
    same = {
        "back": blocked_by(to_row, to_col, row, col, rows, cols, corners),
        "turned": blocked_by(-col, row, -to_col, to_row, -cols, rows, corners),
        "mirrored": blocked_by(row, -col, to_row, -to_col, rows, -cols, corners),
        "transposed": blocked_by(col, row, to_col, to_row, cols, rows, corners),
        "moved": blocked_by(row + 900, col - 77, to_row + 900, to_col - 77, rows + 900, cols - 77, corners),
    }
    for name, other in same.items():
        assert (found == other).all(), name


@given(blocker_sets)
@settings(max_examples=20)
def test_each_rule_blocks_at_least_what_the_one_before_blocks(blockers):
    lines, blocks = all_lines(BOARD), columns(sorted(blockers))
    openly, pinched, closed = (
        blocked_by(*lines, *blocks, corners) for corners in ("open", "pinched", "closed")
    )
    assert (openly <= pinched).all()
    assert (pinched <= closed).all()


# ends, shapes and sizes


@pytest.mark.parametrize("corners", CORNERS)
def test_the_ends_never_block(corners):
    for start, end in product(SMALL, repeat=2):
        assert not blocking(start, end, [start, end], corners)


def test_a_mini_sees_its_own_square_and_its_neighbours():
    around = [square for square in product(range(3), repeat=2) if square != (1, 1)]
    for end in [(1, 1), (0, 1), (1, 2), (2, 1), (1, 0)]:
        assert not blocking((1, 1), end, around, "closed")


def test_an_empty_board_blocks_nothing():
    assert blocked_by(0, 0, 5, 5, [], []).shape == (0,)
    assert not line_blocked(0, 0, 5, 5, [], [])
    assert blocked_by(0, 0, *np.ogrid[0:4, 0:3], [], []).shape == (0, 4, 3)
    assert not line_blocked(0, 0, *np.ogrid[0:4, 0:3], [], []).any()
    assert blocked_by(0, 0, np.arange(0), 3, [1], [1]).shape == (1, 0)


@pytest.mark.parametrize("count", [20, 60, 900])
@pytest.mark.parametrize("corners", CORNERS)
def test_a_board_at_once_is_every_line_by_itself(count, corners):
    generator = np.random.default_rng(count)
    rows, cols = np.divmod(generator.choice(3_600, count, replace=False), 60)
    whole = line_blocked(31, 17, *np.ogrid[0:60, 0:60], rows, cols, corners)
    parts = blocked_by(31, 17, *np.ogrid[0:60, 0:60], rows, cols, corners)
    assert whole.shape == (60, 60)
    assert (parts.any(axis=0) == whole).all()
    for row, col in generator.integers(0, 60, (300, 2)):
        assert (blocked_by(31, 17, row, col, rows, cols, corners) == parts[:, row, col]).all()
        assert line_blocked(31, 17, row, col, rows, cols, corners) == whole[row, col]


def test_many_watchers_of_many_squares():
    watchers = columns([(2, 3), (50, 9), (31, 44)])[:, :, None, None]
    rows, cols = np.divmod(np.arange(0, 3_600, 37), 60)
    found = line_blocked(*watchers, *np.ogrid[0:60, 0:60], rows, cols)
    assert found.shape == (3, 60, 60)
    for watcher, (row, col) in enumerate([(2, 3), (50, 9), (31, 44)]):
        assert (found[watcher] == line_blocked(row, col, *np.ogrid[0:60, 0:60], rows, cols)).all()


@pytest.mark.parametrize("far", [126, 127, 128, 129, 181, 1_000, 1_000_000])
@pytest.mark.parametrize("corners", CORNERS)
def test_places_far_apart_are_still_exact(far, corners):
    """So many blockers that 16 bits are tried, with offsets for which they are just enough or not."""
    places = [(m + up, right - m) for m in (1, far // 2, far - 2) for up in (0, 1) for right in (0, 1)]
    places += [(far, 0), (0, -far)]
    found = blocked_by(0, 0, [far], [-far], *columns(places * 400), corners)[:, 0]
    expected = slowly_blocking((0, 0), (far, -far), places, corners)
    assert expected
    assert [*found] == [place in expected for place in places] * 400


def test_an_unknown_corner_rule_is_refused():
    with pytest.raises(ValueError, match="^sight: corners must be one of pinched, open, closed, got 'half'"):
        blocked_by(0, 0, 1, 1, [1], [0], "half")


@pytest.mark.parametrize("place", [0.5, "1", None, [0.0, 1.0]])
def test_places_that_are_no_whole_numbers_are_refused(place):
    with pytest.raises(ValueError, match="^sight: rows and columns must be whole numbers, got"):
        line_blocked(0, place, 1, 1, [1], [0])
