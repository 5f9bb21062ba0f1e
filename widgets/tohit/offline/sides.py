"""The number of each side, 1 to 4, which decides colour and shape: the same as on the board in the browser."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["side_numbers"]

_COLOURS = (  # as board_model.mjs has them; a test compares the two
    ("blue", "bleu", "bleus", "bleue", "bleues"),
    ("red", "rouge", "rouges", "orange", "oranges"),
    ("green", "vert", "verts", "verte", "vertes"),
    ("purple", "pink", "violet", "violets", "rose", "roses", "pourpre"),
)


def side_numbers(sides: Iterable[str]) -> dict[str, int]:
    """By the colour that a side is named after, else the next number that is not taken.

    >>> side_numbers(["red", "the others", "blue"])
    {'red': 2, 'blue': 1, 'the others': 3}
    """
    each = dict.fromkeys(sides)
    numbers = {side: place for side in each for place, names in enumerate(_COLOURS, 1) if side.lower() in names}
    free = [number for number in range(1, 5) if number not in numbers.values()]
    others = [side for side in each if side not in numbers]
    for place, side in enumerate(others):
        numbers[side] = free[place] if place < len(free) else place % 4 + 1
    return numbers
