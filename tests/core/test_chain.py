"""Attack after attack, stopping when the target is gone, against every way it can go."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tohit.core.chain import wear_down
from tohit.core.distribution import Distribution


def followed(attacks: Sequence[Sequence[Distribution]], last: int) -> dict[int, Fraction]:
    """The same, by following chances attack after attack."""
    ways = Counter({0: Fraction(1)})
    for attack in attacks:
        after: Counter[int] = Counter()
        for total, chance in ways.items():
            if total > last:
                after[total] += chance
                continue
            for damage in attack[total].outcomes():
                after[total + damage] += chance * attack[total].chance(damage)
        ways = after
    return {total: chance for total, chance in ways.items() if chance}


def drawn(dice: random.Random) -> Distribution:
    """Some damage: mostly with a miss in it, sometimes with gaps, sometimes always the same."""
    least = dice.choice([0, 0, 0, 1, 3])
    outcomes = {least + dice.randint(0, 6): dice.randint(1, 9) for _ in range(dice.randint(1, 5))}
    return Distribution.of(outcomes)


@pytest.mark.parametrize("seed", range(150))
def test_equal_attacks(seed: int) -> None:
    dice = random.Random(seed)
    damage, attacks, last = drawn(dice), dice.randint(1, 8), dice.randint(0, 12)
    worn = wear_down([(damage,) * (last + 1)] * attacks, last)
    assert {total: worn.chance(total) for total in worn.outcomes()} == followed([[damage] * (last + 1)] * attacks, last)


@pytest.mark.parametrize("seed", range(150))
def test_attacks_that_differ_by_turn_and_by_what_came_before(seed: int) -> None:
    dice = random.Random(seed)
    last = dice.randint(0, 8)
    attacks = [[drawn(dice) for _ in range(last + 1)] for _ in range(dice.randint(1, 5))]
    worn = wear_down(attacks, last)
    assert {total: worn.chance(total) for total in worn.outcomes()} == followed(attacks, last)


def test_nothing_to_do_costs_nothing() -> None:
    nothing, some = Distribution.certain(0), Distribution.die(6)
    assert wear_down([], 5) == wear_down([[some]], -1) == wear_down([[nothing] * 3] * 1000, 2) == nothing


def test_a_thousand_attacks_on_many_hit_points_sum_to_one() -> None:
    damage = Distribution.of({0: 257, 1: 130, 2: 13})
    worn = wear_down([(damage,) * 999] * 1000, 998)
    assert sum(worn.counts) == worn.denominator
    assert worn.at_least(999) == worn.chance(999) + worn.chance(1000)
