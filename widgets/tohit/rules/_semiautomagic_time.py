"""What SemiAutomagic rolls or counts beside attacks: straying shots, dying, and how long things take.

Sources: Attacking; Dying and Fortitude for the procedure [wider]; Combos for the 4 seconds of an attack and what a combo
holds [wider]; Ranged Skill for Improbable Aim [wider]; Armour and Scale for Toughness [wider].
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


def attacks_in_time(*, aimed: bool, improbable_aim: bool, reload: int, larger: int, helpers: int) -> Distribution:
    """How many attacks fall into any 12 seconds, one after the other: its mean is the rate.

    With Improbable Aim aiming is part of the attack and takes no time of its own.
    ``reload`` is the weapon's own time in seconds, 0 for one that needs none; those who reload share it.
    """
    loading = Fraction(reload + LARGER * larger, helpers) if reload else Fraction(0)
    rate = SECONDS / (ATTACK + AIMING * (aimed and not improbable_aim) + loading)
    whole = int(rate)
    return Distribution.from_chances({whole: 1 - (rate - whole), whole + 1: rate - whole})


def toughness(*, scale: int, endurance: int, defence: int) -> Distribution:
    """Base 6 and 3 for each scale, Endurance, and the best single source of Defence: armours do not add up."""
    return Distribution.certain(6 + 3 * scale + endurance + defence)


def combo(*, ranks: int, charges: int) -> Distribution:
    """How many attacks a combo has room for: its parts are the ranks and one, and a charge is a part too."""
    return Distribution.certain(max(0, ranks + 1 - charges))


def combo_rating(*, attacks: int, charges: int, hip: int) -> Distribution:
    """1 for each attack, less 1 for each charge and each shot from the hip."""
    return Distribution.certain(attacks - charges - hip)


PROCEDURES = (
    Procedure("scatter", (Stat("dice", Whole(0, MOST_DOUBLINGS), 1),), strewn, "SemiAutomagic, Attacking, Area attacks"),
    Procedure("dying", (
        Stat("endurance", Whole(-LEVEL, LEVEL), 0), Stat("wounds", Whole(0, COUNT), 1), Stat("stabilise", Whole(1, 100), 10),
    ), dying, "SemiAutomagic, Dying"),
    Procedure("attacks-per-12-seconds", (
        Stat("aimed", Flag(), False), Stat("improbable-aim", Flag(), False), Stat("reload", Whole(0, COUNT), 4),
        Stat("larger", Whole(0, SCALE[1] - SCALE[0]), 0), Stat("helpers", Whole(1, COUNT), 1),
    ), attacks_in_time, "SemiAutomagic, Attacking, Ranged attacks"),
    Procedure("toughness", (
        Stat("scale", Whole(*SCALE), 0), Stat("endurance", Whole(-LEVEL, LEVEL), 3), Stat("defence", Whole(0, COUNT), 0),
    ), toughness, "SemiAutomagic, Toughness"),
    Procedure("combo", (Stat("ranks", Whole(0, COUNT), 2), Stat("charges", Whole(0, COUNT), 0)), combo, "SemiAutomagic, Combos"),
    Procedure("combo-rating", (
        Stat("attacks", Whole(0, COUNT), 2), Stat("charges", Whole(0, COUNT), 0), Stat("hip", Whole(0, COUNT), 0),
    ), combo_rating, "SemiAutomagic, Combos"),
)
