"""Products and powers of polynomials, against multiplication by hand."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tohit.core.polynomial import multiply, power


@given(st.lists(st.integers(1, 10**25), min_size=1, max_size=30), st.lists(st.integers(0, 9), min_size=13))
def test_products_of_polynomials_against_long_multiplication(left, right):
    longhand = [0] * (len(left) + len(right) - 1)
    for i, j in product(range(len(left)), range(len(right))):
        longhand[i + j] += left[i] * right[j]
    assert multiply(tuple(left), tuple(right)) == tuple(longhand)


@given(
    st.lists(st.integers(0, 3), max_size=6).map(lambda middle: (2, *middle, 1)),
    st.integers(1, 12),
)
def test_powers_of_polynomials_against_repeated_multiplication(counts, n):
    result = (1,)
    for _ in range(n):
        result = multiply(result, counts)
    assert power(counts, n) == result


@given(
    st.lists(st.integers(0, 3), max_size=6).map(lambda middle: (2, *middle, 2)),
    st.integers(1, 12),
    st.integers(0, 90),
)
def test_a_power_cut_short_is_the_beginning_of_the_whole(counts, n, most):
    assert power(counts, n, most) == power(counts, n)[: most + 1]
    assert power(counts + counts[-2::-1], n, most) == power(counts + counts[-2::-1], n)[: most + 1]
