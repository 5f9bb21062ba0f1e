"""What a disputed reading decides on a board: where the same attack would have another chance under another choice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tohit.core.edits import apply
from tohit.core.kinds import refuse
from tohit.core.question import Question
from tohit.core.scene import Square
from tohit.core.sweep import Sweep, free_squares, sweep
from tohit.words import Phrase

__all__ = ["Impact", "impact"]


@dataclass(frozen=True, slots=True)
class Impact:
    """What changes when a ruling is read in another way.

    Args:
        choice: the other reading.
        changed: on how many of the squares the chance differs, or whether the attack is allowed at all.
        squares: on how many the attacker could stand.
        most: the greatest difference of the chance, exact; 0 where only what is allowed differs.
        where: the first square, from the south-west, with that difference; None when nothing changes.
    """

    choice: str
    changed: int
    squares: int
    most: Fraction
    where: Square | None


def impact(question: Question, ruling: str, facing: str = "as-is") -> tuple[Impact, ...]:
    """What each other choice of a ruling would change, over all squares where the attacker could stand.

    Args:
        ruling: the key of one of the system's rulings.
        facing: as in ``sweep``: ``as-is``, or ``best`` for the best facing on each square.

    Raises:
        NotationError: an unknown ruling or facing, no board, a board larger than the limit.

    Example:
        >>> impact(question, "distance")[0].choice        # doctest: +SKIP
        'chebyshev'
    """
    rulings = {known.key: known for known in question.rules.rulings}
    if ruling not in rulings:
        raise refuse("ruling", ruling, Phrase("core.allowed.choice", values=tuple(rulings)))
    now = sweep(question, "attacker.square", facing=facing)
    free = free_squares(question, "attacker")
    present = getattr(question.rulings, ruling)
    found = []
    for choice in rulings[ruling].choices:
        if choice != present:
            other = apply(question, [{"path": f"rulings.{ruling}", "value": choice}])
            found.append(_between(choice, now, sweep(other, "attacker.square", facing=facing), free))
    return tuple(found)


def _between(choice: str, now: Sweep, then: Sweep, free: Any) -> Impact:
    # Python's own integers: the products of counts and denominators may not fit into 64 bits
    gaps = abs(now.counts.astype(object) * then.denominator - then.counts.astype(object) * now.denominator)
    differs = free & ((gaps != 0) | (now.allowed != then.allowed))
    changed = int(np.count_nonzero(differs))
    if not changed:
        return Impact(choice, 0, int(np.count_nonzero(free)), Fraction(0), None)
    place = divmod(int(np.where(differs, gaps, -1).argmax()), gaps.shape[1])
    most = Fraction(gaps[place], now.denominator * then.denominator)
    return Impact(choice, changed, int(np.count_nonzero(free)), most, place)
