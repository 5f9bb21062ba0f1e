"""SemiAutomagic: a d6 attack roll, the defender's own d6, one damage die against Toughness; areas, scales, no facings.

The attacking page is the source; what only the wider rules state is marked so, and what was not found at all,
the worth of cover first of all, is the reader's number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.area import Area
from tohit.core.errors import NotationError
from tohit.core.geometry import euclid2
from tohit.core.measure import squared
from tohit.core.modifier import Modifier, Requirement
from tohit.core.pool import Pool
from tohit.core.question import Question
from tohit.core.ruleset import Base, Mode, Ruleset
from tohit.core.scene import Mini
from tohit.core.situation import Situation
from tohit.rules import _semiautomagic_area as area
from tohit.rules import _semiautomagic_area_dice as area_dice
from tohit.rules import _semiautomagic_ground as ground
from tohit.rules import _semiautomagic_parts as parts
from tohit.rules._semiautomagic_area import coverage, template
from tohit.rules._semiautomagic_body import withstands
from tohit.rules._semiautomagic_dice import Readings, dying, resolve
from tohit.rules._semiautomagic_time import PROCEDURES

__all__ = ["RULES", "coverage", "template"]

ATTACKING = "SemiAutomagic, Attacking"
MELEE = "SemiAutomagic, Attacking, Melee attacks"
RANGED = "SemiAutomagic, Attacking, Ranged attacks"
BONUSES = "SemiAutomagic, Attacking, Attack bonuses and penalties"
AREAS = "SemiAutomagic, Attacking, Area attacks"
ARMOUR = "SemiAutomagic, Armour"
TECHNIQUES = "SemiAutomagic, Ranged Skill"

TARGET = 4
""""Characters and objects have a Target score of 4 - their scale"; the same 4 begins the DC of a defence."""
PER_SCALE = 3
""""Creatures typically add three times their scale to melee attack damage"."""


def skill(s: Situation) -> int:
    """The Attack Bonus without the scale term: the skill in use."""
    if s.options.magic:
        return s.attacker.magic_skill
    return s.attacker.weapon_skill if s.attack.mode == "melee" else s.attacker.ranged_skill


def target_score(s: Situation) -> int:
    """An area is attacked as if it were of the attacker's own scale."""
    return TARGET - (s.attacker if s.attack.mode == "area" else s.target).scale


def bonus(s: Situation) -> int | None:
    """The target's bonus to the chosen defence; None when none is chosen, or it has none."""
    return None if s.options.defence == "none" else getattr(s.target.stats, s.options.defence)


def rolls(s: Situation) -> dict[str, Any]:
    """What the dice of every attack depend on."""
    readings = Readings(s.rulings.damage_test == "meets", s.rulings.critical == "reroll-plus-2", s.options.effect_only)
    return {
        "need": target_score(s) - skill(s) - s.totals["attack"], "plus": s.weapon.plus + s.totals["damage"],
        "die": s.weapon.die, "readings": readings, "attacks": s.attack.attacks,
    }


def numbers(s: Situation) -> dict[str, Any]:
    """The attack roll, the target's own roll where it has one, and its Toughness."""
    own, left = bonus(s), s.options.defence_rolls
    guard = None if own is None else difficulty(s) - own
    minimum, toughness = withstands(s.target.stats)
    defended = s.attack.attacks if left is None else min(left, s.attack.attacks)
    return {**rolls(s), "guard": guard if defended else None, "defended": defended, "minimum": minimum, "toughness": toughness}


def numbers_of_area(s: Situation) -> dict[str, Any]:
    """The attack roll, what defence rolls must reach, and everybody around the square aimed at."""
    return {**rolls(s), "dc": difficulty(s), **area.numbers(s)}


def difficulty(s: Situation) -> Any:
    """"4 + attacker's Attack Bonus (except scale)", and the second number of every modifier."""
    return TARGET + skill(s) + s.totals["defence"]


def outcomes(s: Situation) -> tuple[str, ...]:
    """What can become of the target; an effect without damage affects it or does not."""
    return ("wound", "dying", "affected") if s.options.effect_only else ("wound", "dying")


def one_roll(s: Situation) -> int:
    """An area attack is one die, if its answer can be followed at all."""
    area.check_size(s)
    return 1


def check(question: Question) -> None:
    """The square aimed at is on the board; without one, reach is given, or follows from the distance.

    Raises:
        NotationError, SceneError: with the path of the first fault.
    """
    area.check(question)
    given = question.attack.overrides
    if question.scene.grid is None and question.attack.mode == "melee" and given.reach_ok is None and given.distance is None:
        raise NotationError("core.asked", "attack.overrides.reach_ok")


def pool(question: Question, mini: Mini) -> Pool | None:
    """A mini is gone when it is dying; areas strike many, and defence rolls that run out change the odds on the way."""
    if question.attack.options.defence_rolls is not None:
        raise NotationError("semiautomagic.refused.rolls", "attack.options.defence_rolls")
    return None if question.attack.mode == "area" else Pool(1, cost=dying)


def cover(kind: str) -> Modifier:
    """"Attack penalties (such as from range or cover)": the text gives no number, the reader does."""
    return Modifier(
        f"{kind}-cover", lambda s: ground.covered(s, kind), BONUSES,
        lambda s: two_channels(getattr(s.options, f"{kind}_cover")), causes=lambda s: ground.causes_of_cover(s, kind),
        fields=lambda s: ground.sources(s, kind), idle=lambda s: ground.is_beaten(s, kind),
    )


def two_channels(pair: tuple[int, int]) -> dict[str, int]:
    """X for the attack roll and Y for the DC to defend; a Y of 0 has no line."""
    return {"attack": pair[0], "defence": pair[1]} if pair[1] else {"attack": pair[0]}


def aims_magic(s: Situation) -> bool:
    """"The caster cannot aim"."""
    return s.options.magic and s.options.aimed


def helpless(s: Situation) -> bool:
    """Whether a defence is chosen that the target does not have."""
    return s.options.defence != "none" and bonus(s) is None


def undefended(s: Situation) -> bool:
    """Whether a defence is chosen that is of no use against this area attack."""
    undodged = s.options.defence == "dodge" and s.options.effect_only and not s.target.evasion
    return s.options.defence == "parry" or undodged


def burden(s: Situation) -> int:
    """What the target's armour takes off the dodge that it has chosen."""
    return s.target.mobility_penalty * (s.options.defence == "dodge" and bonus(s) is not None)


def base(mode: str) -> tuple[Base, ...]:
    """The Target score to reach, and the skill that is added to the roll."""
    own = "weapon_skill" if mode == "melee" else "ranged_skill"
    return (
        Base("target-score", target_score),
        Base(own.replace("_", "-"), lambda s: None if s.options.magic else skill(s)),
        Base("magic-skill", lambda s: skill(s) if s.options.magic else None),
    )


SCALED = Modifier("scale", lambda s: np.bool_(s.attacker.scale != 0), ATTACKING, lambda s: -s.attacker.scale,
                  causes=lambda s: (s.attacker.name,))
NO_DEFENCE = Modifier("no-defence", lambda s: np.False_, ATTACKING, {"defence": 0}, causes=lambda s: (s.target.name,),
                      idle=helpless)
BURDENED = Modifier("burdened-caster", lambda s: np.int64(s.attacker.mobility_penalty * s.options.magic), ARMOUR,
                    {"attack": -1, "defence": -1}, causes=lambda s: (s.attacker.name,))
BURDENED_DODGE = Modifier("burdened-dodge", lambda s: np.int64(burden(s)), ARMOUR, {"defence": +1},
                          causes=lambda s: (s.target.name,))
AT_A_DISTANCE = (
    SCALED,
    BURDENED,
    Modifier("range-penalty", ground.range_penalty, RANGED, -1, always=True, causes=lambda s: (ground.goal(s),),
             fields=lambda s: {"goal": ground.goal(s), "distance": ground.aimed(s).distance_shown,
                               "increment": ground.increment(s)}),
    Modifier("aiming", lambda s: np.minimum(ground.range_penalty(s), s.options.aim_points) * s.options.aimed, RANGED, +1,
             causes=lambda s: (s.attacker.name,), idle=lambda s: s.options.aimed),
    Modifier("on-the-exhale", lambda s: np.bool_(s.options.on_the_exhale), BONUSES, +1, causes=lambda s: (s.attacker.name,)),
    Modifier("shoot-from-the-hip", lambda s: np.int64(s.options.shoot_from_the_hip), BONUSES, {"attack": -1, "defence": -1},
             causes=lambda s: (s.attacker.name,)),
    cover("light"),
    cover("heavy"),
)
FROM_A_DISTANCE = (
    Requirement("aiming", lambda s: np.bool_(not aims_magic(s)), RANGED, causes=lambda s: (s.attacker.name,)),
    Requirement("from-the-hip", lambda s: np.bool_(s.options.shoot_from_the_hip <= max(0, s.attacker.ranged_skill)), TECHNIQUES,
                causes=lambda s: (s.attacker.name,), fields=lambda s: {"ranks": max(0, s.attacker.ranged_skill)}),
    Requirement("line-of-sight", lambda s: ground.aimed(s).in_sight, RANGED,
                causes=lambda s: ground.aimed(s).blockers or (ground.goal(s),),
                fields=lambda s: {"goal": ground.goal(s),
                                  "blockers": ground.aimed(s).blockers_told}),
    Requirement("range", ground.in_range, RANGED, causes=lambda s: (ground.goal(s),),
                fields=lambda s: {"goal": ground.goal(s), "distance": ground.aimed(s).distance_shown,
                                  "range": ground.farthest(s, ground.doublings(s))}),
)
LANDING = ("need", "guard", "readings")

IN_MELEE = Mode(
    key="melee",
    base=base("melee"),
    modifiers=(
        SCALED,
        BURDENED,
        Modifier("scale-damage", lambda s: np.bool_(s.options.scale_damage and s.attacker.scale != 0), ATTACKING,
                 lambda s: {"damage": PER_SCALE * s.attacker.scale}, causes=lambda s: (s.attacker.name,)),
        BURDENED_DODGE,
        NO_DEFENCE,
    ),
    requirements=(
        Requirement("reach", lambda s: s.decided("reach_ok", lambda: ground.in_reach(s)), MELEE,
                    causes=lambda s: (s.target.name,), fields=lambda s: {"reach": s.weapon.reach}),
    ),
    numbers=numbers,
    resolve=resolve,
    outcomes=outcomes,
    landing=LANDING,
)

AT_RANGE = Mode(
    key="ranged",
    base=base("ranged"),
    modifiers=(*AT_A_DISTANCE, BURDENED_DODGE, NO_DEFENCE),
    requirements=FROM_A_DISTANCE,
    numbers=numbers,
    resolve=resolve,
    asks=("distance", "cover", "line_of_sight"),
    outcomes=outcomes,
    landing=LANDING,
)

ON_AN_AREA = Mode(
    key="area",
    base=base("area"),
    modifiers=(
        *AT_A_DISTANCE,
        Modifier("friends-in-area", lambda s: area.friends(s)[1].sum(axis=0), AREAS, 0,
                 causes=area.names_of_friends, fields=lambda s: {"friends": area.names_of_friends(s)}),
        Modifier("no-area-defence", lambda s: np.False_, AREAS, {"defence": 0}, causes=lambda s: (s.target.name,),
                 idle=undefended),
    ),
    requirements=FROM_A_DISTANCE,
    numbers=numbers_of_area,
    resolve=area_dice.resolve,
    asks=AT_RANGE.asks,
    outcomes=outcomes,
    dice=one_roll,
    extras=area.nothing,
    landing=("need", "readings"),
)

RULES = Ruleset(
    key="semiautomagic",
    facings=0,
    channels=("attack", "defence", "damage"),
    given={"attack": "attack", "defence": "defence"},
    stats=parts.STATS,
    weapon=parts.WEAPON,
    options=parts.OPTIONS,
    rulings=parts.RULINGS,
    modes=(IN_MELEE, AT_RANGE, ON_AN_AREA),
    distance=lambda s: squared(euclid2(s.dr, s.dc)),
    procedures=PROCEDURES,
    area=Area(template, coverage),
    check=check,
    pool=pool,
    one_roll=lambda question: question.attack.mode != "area",
    tell=area.tell,
)
