"""SemiAutomagic: a d6 attack roll, the defender's own d6, one damage die against Toughness; areas, scales, no facings.

The attacking page is the source; what only the wider rules state is marked so, and what was not found at all,
the worth of cover first of all, is the reader's number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.errors import NotationError
from tohit.core.geometry import euclid2
from tohit.core.kinds import Choice, Flag, Optional, SquareAt, Whole
from tohit.core.limits import COUNT, DISTANCE, LEVEL, SCALE, SIDES
from tohit.core.measure import squared
from tohit.core.modifier import Modifier, Requirement
from tohit.core.pool import Pool
from tohit.core.question import Question
from tohit.core.ruleset import Base, Mode, Ruleset, Ruling, Stat
from tohit.core.situation import Situation
from tohit.core.written import Pair
from tohit.rules import _semiautomagic_area as area
from tohit.rules import _semiautomagic_area_dice as area_dice
from tohit.rules import _semiautomagic_ground as ground
from tohit.rules._semiautomagic_area import coverage, template
from tohit.rules._semiautomagic_dice import Readings, dying, resolve
from tohit.rules._semiautomagic_shape import DIRECTIONS
from tohit.rules._semiautomagic_time import PROCEDURES

__all__ = ["RULES", "coverage", "template"]

ATTACKING = "SemiAutomagic, Attacking"
MELEE = "SemiAutomagic, Attacking, Melee attacks"
RANGED = "SemiAutomagic, Attacking, Ranged attacks"
BONUSES = "SemiAutomagic, Attacking, Attack bonuses and penalties"
AREAS = "SemiAutomagic, Attacking, Area attacks"

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
    own = bonus(s)
    guard = None if own is None else difficulty(s) - own
    return {**rolls(s), "guard": guard, "toughness": s.target.toughness}


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
AT_A_DISTANCE = (
    SCALED,
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
        Modifier("scale-damage", lambda s: np.bool_(s.options.scale_damage and s.attacker.scale != 0), ATTACKING,
                 lambda s: {"damage": PER_SCALE * s.attacker.scale}, causes=lambda s: (s.attacker.name,)),
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
    modifiers=(*AT_A_DISTANCE, NO_DEFENCE),
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


DEFENCE = Optional(Whole(-LEVEL, LEVEL))
TECHNIQUES = (
    Stat("aimed", Flag(), False),
    Stat("aim_points", Whole(0, COUNT), 1),
    Stat("on_the_exhale", Flag(), False),
    Stat("far_shot", Flag(), False),
    Stat("shoot_from_the_hip", Whole(0, COUNT), 0),
    Stat("max_penalty", Whole(0, COUNT), 4),
)

RULES = Ruleset(
    key="semiautomagic",
    facings=0,
    channels=("attack", "defence", "damage"),
    given={"attack": "attack", "defence": "defence"},
    stats=(
        Stat("scale", Whole(*SCALE), 0),
        Stat("weapon_skill", Whole(-LEVEL, LEVEL), 0),
        Stat("ranged_skill", Whole(-LEVEL, LEVEL), 0),
        Stat("magic_skill", Whole(-LEVEL, LEVEL), 0),
        Stat("block", DEFENCE, None),
        Stat("dodge", DEFENCE, None),
        Stat("parry", DEFENCE, None),
        Stat("toughness", Whole(-LEVEL, LEVEL), 9),
        Stat("evasion", Flag(), False),
    ),
    weapon=(
        Stat("die", Whole(*SIDES), 8),
        Stat("plus", Whole(-LEVEL, LEVEL), 0),
        Stat("increment", Whole(1, DISTANCE), 15),
        Stat("reach", ground.Reach(), "standard"),
        Stat("scale", Whole(*SCALE), 0),
    ),
    options=(
        Stat("magic", Flag(), False),
        Stat("defence", Choice(("none", "block", "dodge", "parry")), "none"),
        *TECHNIQUES,
        Stat("scale_damage", Flag(), True),
        Stat("light_cover", Pair(-LEVEL, LEVEL), (0, 0)),
        Stat("heavy_cover", Pair(-LEVEL, LEVEL), (0, 0)),
        Stat("effect_only", Flag(), False),
        Stat("shape", Choice(("sphere", "line", "cone")), "sphere"),
        Stat("shape_scale", Whole(*SCALE), 0),
        Stat("aim_at", Optional(SquareAt()), None),
        Stat("direction", Choice(DIRECTIONS), "N"),
    ),
    rulings=(
        Ruling("damage_test", ("exceeds", "meets")),
        Ruling("critical", ("off", "reroll-plus-2")),
        Ruling("scatter_dice", ("at-least-one", "as-printed")),
        Ruling("scatter_directions", ("8", "4")),
        Ruling("sphere_size", ("table", "printed")),
        Ruling("long_reach", ("from-adjacent", "from-self")),
    ),
    modes=(IN_MELEE, AT_RANGE, ON_AN_AREA),
    distance=lambda s: squared(euclid2(s.dr, s.dc)),
    procedures=PROCEDURES,
    check=check,
    pool=lambda question, mini: None if question.attack.mode == "area" else Pool(1, cost=dying),
    one_roll=lambda question: question.attack.mode != "area",
    tell=area.tell,
)
