"""Which combinations of numbers occur, against a set."""

import numpy as np
import pytest

from tohit.core.numbers import distinct


@pytest.mark.parametrize("spread", [1, 3, 40, 2**40])  # counted off in a table, and sorted
@pytest.mark.parametrize("numbers", [0, 1, 3])
def test_every_cell_is_one_of_the_combinations(numbers, spread):
    generator = np.random.default_rng(numbers)
    columns = [generator.integers(-spread, spread, 500) for _ in range(numbers)]
    rows = [*zip(*columns, strict=True)] if columns else [()] * 500
    first, which = distinct(columns, 500)
    assert len(first) == len(set(rows))
    assert [rows[first[index]] for index in which.ravel()] == rows
