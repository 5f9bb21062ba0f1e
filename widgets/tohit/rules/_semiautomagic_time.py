"""What SemiAutomagic rolls or counts beside attacks: straying shots, dying, and how long things take.

Sources: Attacking; Dying and Fortitude for the procedure [wider]; Combos for the 4 seconds of an attack [wider].
"""

from __future__ import annotations

from fractions import Fraction

from tohit.core.distribution import Distribution
from tohit.core.kinds import Flag, Whole
from tohit.core.limits import COUNT, LEVEL, SCALE
from tohit.core.ruleset import Procedure, Stat
from tohit.rules._semiautomagic_ground import MOST_DOUBLINGS
from tohit.rules._semiautomagic_shape import strewn

__all__ = ["PROCEDURES"]

SECONDS = 12
ATTACK, AIMING, LARGER = 4, 2, 4
"""Seconds of an attack, of aiming, and what each scale by which a weapon is too large adds to reloading."""
FIRST_DC = 4
SIDES = 6


def dying(*, endurance: int, wounds: int, stabilise: int) -> Distribution:
    """Whether a dying character is stable (1) before it is dead (0).

    Each round an endurance check, less one for each wound; a failure raises its DC by one, and who cannot meet it
    any more is dead.  Who is not has ``stabilise`` percent to become stable.
    """
    bonus, stable = endurance - wounds, Fraction(stabilise, 100)
    chance = Fraction(0)  # at a DC that cannot be met
    for dc in range(SIDES + bonus, FIRST_DC - 1, -1):
        lower = max(0, dc - bonus - 1)  # faces that fail
        if lower == 0:
            chance = Fraction(1)  # no check fails, and some round makes it stable
            continue
        fails = Fraction(lower, SIDES)
        after_failure = stable + (1 - stable) * chance if dc < SIDES + bonus else Fraction(0)
        chance = ((1 - fails) * stable + fails * after_failure) / (1 - (1 - fails) * (1 - stable))
    return Distribution.from_chances({0: 1 - chance, 1: chance})


def attacks_in_time(*, aimed: bool, reload: int, larger: int, helpers: int) -> Distribution:
    """How many attacks fall into any 12 seconds, one after the other: its mean is the rate.

    ``reload`` is the weapon's own time in seconds, 0 for one that needs none; those who reload share it.
    """
    loading = Fraction(reload + LARGER * larger, helpers) if reload else Fraction(0)
    rate = SECONDS / (ATTACK + AIMING * aimed + loading)
    whole = int(rate)
    return Distribution.from_chances({whole: 1 - (rate - whole), whole + 1: rate - whole})


PROCEDURES = (
    Procedure("scatter", (Stat("dice", Whole(0, MOST_DOUBLINGS), 1),), strewn, "SemiAutomagic, Attacking, Area attacks"),
    Procedure("dying", (
        Stat("endurance", Whole(-LEVEL, LEVEL), 0), Stat("wounds", Whole(0, COUNT), 1), Stat("stabilise", Whole(1, 100), 10),
    ), dying, "SemiAutomagic, Dying"),
    Procedure("attacks-per-12-seconds", (
        Stat("aimed", Flag(), False), Stat("reload", Whole(0, COUNT), 4),
        Stat("larger", Whole(0, SCALE[1] - SCALE[0]), 0), Stat("helpers", Whole(1, COUNT), 1),
    ), attacks_in_time, "SemiAutomagic, Attacking, Ranged attacks"),
)
