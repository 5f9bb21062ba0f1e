"""Attack after attack on one target: exact totals, the attacks stopping once the target is gone."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from tohit.core.distribution import Distribution

__all__ = ["wear_down"]


def wear_down(attacks: Sequence[Sequence[Distribution]], last: int) -> Distribution:
    """The total damage of a row of attacks.

    Args:
        attacks: for each attack, its damage by the total dealt so far (0 to ``last``).
        last: the highest total at which the target still stands; past it attacks stop, and the one that
            went past it counts in full.
    """
    if not attacks or last < 0:
        return Distribution.certain(0)
    steps = {id(attack): _scaled(attack) for attack in attacks}
    standing, gone = [1], {}
    for attack in attacks:
        scale, weights = steps[id(attack)]
        after = [0] * (last + 1)
        gone = {total: count * scale for total, count in gone.items()}
        for total, count in enumerate(standing):
            if count:
                for damage, weight in weights[total]:
                    reached = total + damage
                    if reached <= last:
                        after[reached] += count * weight
                    else:
                        gone[reached] = gone.get(reached, 0) + count * weight
        while len(after) > 1 and not after[-1]:
            after.pop()
        standing = after
    return Distribution.of({**dict(enumerate(standing)), **gone})


def _scaled(attack: Sequence[Distribution]) -> tuple[int, list[list[tuple[int, int]]]]:
    """Damage and weight over one denominator for every total."""
    scale = lcm(*(damage.denominator for damage in set(attack)))
    scaled = {damage: [(d, n * (scale // damage.denominator)) for d, n in damage.items()] for damage in set(attack)}
    return scale, [scaled[damage] for damage in attack]
