"""Numbers that a document writes as text: dice to throw (``2D3``), and pairs (``-1/0``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tohit.core.distribution import Distribution
from tohit.core.kinds import DICE, Kind, Reading, refuse
from tohit.words import Phrase

__all__ = ["Pair", "roll", "terms"]


@dataclass(frozen=True, slots=True)
class Pair(Kind):
    """Two whole numbers written ``X/Y``, as rules write a modifier of two rolls; the value is ``(x, y)``."""

    low: int
    high: int

    def read(self, value: Any, path: str, reading: Reading) -> tuple[int, int]:
        match = _PAIR.fullmatch(value) if type(value) is str else None
        if match and all(self.low <= int(part) <= self.high for part in match.groups()):
            return int(match[1]), int(match[2])
        raise refuse(path, value, self.allowed())

    def write(self, value: tuple[int, int]) -> str:
        return f"{value[0]}/{value[1]}"

    def allowed(self) -> Phrase:
        return Phrase("core.allowed.pair", low=self.low, high=self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_PAIR.pattern}$"}


@lru_cache(maxsize=256)
def roll(dice: int | str) -> Distribution:
    """What a number, or dice as the kind ``Dice`` reads them, give: ``roll("2D3")``."""
    count, sides, plus = terms(dice)
    return Distribution.die(sides).times(count) + plus


def terms(dice: int | str) -> tuple[int, int, int]:
    """How many dice, of how many sides, and what is added to them; a plain number has no dice."""
    if isinstance(dice, int):
        return 0, 1, dice
    count, sides, plus = DICE.fullmatch(dice).groups()
    return int(count or 1), int(sides), int(plus or 0)


_PAIR = re.compile(r"([+-]?[0-9]{1,3})/([+-]?[0-9]{1,3})")
