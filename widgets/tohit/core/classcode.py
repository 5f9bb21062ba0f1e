"""A pair's tally as a short code that is read out or pasted, and a class's codes added up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["MOST_PAIRS", "MOST_THROWS", "Tally", "class_code", "read_codes", "total"]

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXY"
"""No I, O or Z, which a hand makes like 1, 0 and 2: 23 letters, a prime, so that one wrong digit never goes unseen."""
MOST_PAIRS = 99
MOST_THROWS = 9999
_CODE = re.compile(r"(\d{1,2})\s*[^\d\w/]+\s*(\d{1,4})\s*/\s*(\d{1,4})\s*[^\d\w/]*\s*([A-Za-z])(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Tally:
    """What one pair counted."""

    pair: int
    hits: int
    throws: int


def class_code(tally: Tally) -> str:
    """The code of a tally, its last letter a check.

    >>> class_code(Tally(7, 13, 40))
    'PAIR 7 · 13/40 · K'
    """
    return f"PAIR {tally.pair} · {tally.hits}/{tally.throws} · {_letter(tally)}"


def read_codes(text: str) -> tuple[tuple[Tally, ...], tuple[str, ...]]:
    """All tallies in a text, whatever stands between them, and the codes whose letter does not fit.

    A pair counts once: its last good code.
    """
    found: dict[int, Tally] = {}
    wrong: list[str] = []
    for match in _CODE.finditer(text):
        tally = Tally(int(match[1]), int(match[2]), int(match[3]))
        fits = 0 < tally.throws and tally.hits <= tally.throws and 0 < tally.pair and _letter(tally) == match[4].upper()
        if fits:
            found[tally.pair] = tally
        else:
            wrong.append(match[0].strip())
    return tuple(found[pair] for pair in sorted(found)), tuple(wrong)


def total(tallies: Sequence[Tally]) -> tuple[int, int]:
    """Hits and throws of a whole class."""
    return sum(tally.hits for tally in tallies), sum(tally.throws for tally in tallies)


def _letter(tally: Tally) -> str:
    return LETTERS[(3 * tally.pair + 5 * tally.hits + 9 * tally.throws) % len(LETTERS)]
