"""Shadows of whole boards, against the same lines one by one."""

import numpy as np
import pytest

from tohit.core.shadow import LONGEST, shadowed
from tohit.core.sight import CORNERS, blocked_by, line_blocked


def one_by_one(viewers, size, blocks, corners):
    rows, cols = (place[:, None, None] for place in viewers)
    return blocked_by(rows, cols, *np.ogrid[: size[0], : size[1]], *blocks, corners).any(axis=0)


def drawn(generator, size, blockers, viewers):
    blocks = np.divmod(generator.choice(size[0] * size[1], blockers, replace=False), size[1])
    return blocks, tuple(generator.integers(0, most, viewers) for most in size)


@pytest.mark.parametrize("corners", CORNERS)
@pytest.mark.parametrize("size", [(1, 1), (1, 60), (60, 1), (2, 7), (9, 8), (13, 5), (60, 60)])
@pytest.mark.parametrize("share", [0, 0.02, 0.3, 1])
def test_every_square_is_seen_as_its_own_line_says(size, share, corners):
    generator = np.random.default_rng([*size, round(100 * share)])
    most = 200 if size == (60, 60) else size[0] * size[1]
    blocks, viewers = drawn(generator, size, min(round(share * size[0] * size[1]), most), 3)
    assert (shadowed(*viewers, size, *blocks, corners) == one_by_one(viewers, size, blocks, corners)).all()


@pytest.mark.parametrize("corners", CORNERS)
def test_every_viewer_past_every_pair_of_neighbours(corners):
    """All four ways in which two blockers meet at a corner, from every side."""
    size = (7, 6)
    viewers = tuple(place.ravel() for place in np.indices(size))
    for other in ((1, 1), (1, -1)):
        blocks = np.array([2, 2 + other[0]]), np.array([3, 3 + other[1]])
        assert (shadowed(*viewers, size, *blocks, corners) == one_by_one(viewers, size, blocks, corners)).all()


@pytest.mark.parametrize("corners", CORNERS)
def test_lines_are_the_same_from_either_end_and_with_blockers_off_the_board(corners):
    generator = np.random.default_rng(5)
    blocks = generator.integers(-20, 80, (2, 300))
    rows, cols = np.ogrid[5:45, 10:61]
    from_one = line_blocked(30, 17, rows, cols, *blocks, corners)
    to_one = line_blocked(rows[..., None], cols[..., None], np.array([30]), np.array([17]), *blocks, corners)
    assert (from_one == blocked_by(30, 17, rows, cols, *blocks, corners).any(axis=0)).all()
    assert to_one.shape == (40, 51, 1) and (to_one[..., 0] == from_one).all()


def test_a_board_that_is_too_large_for_masks_is_still_exact():
    blocks = np.divmod(np.arange(0, 3_000, 41), 61)
    size = (2, LONGEST + 1)
    found = line_blocked(0, 0, *np.ogrid[: size[0], : size[1]], *blocks)
    assert (found == one_by_one((np.array([0]), np.array([0])), size, blocks, "pinched")[0]).all()
