"""SemiAutomagic's numbers, switches and choices: stats, weapon, options, rulings."""

from __future__ import annotations

from tohit.core.kinds import Choice, Flag, Optional, Whole
from tohit.core.limits import BOARD, COUNT, DISTANCE, LEVEL, SCALE, SIDES
from tohit.core.places import SquareAt
from tohit.core.ruleset import Ruling, Stat
from tohit.core.written import Pair
from tohit.rules._semiautomagic_ground import Reach
from tohit.rules._semiautomagic_shape import DIRECTIONS

__all__ = ["OPTIONS", "RULINGS", "STATS", "WEAPON"]

DEFENCE = Optional(Whole(-LEVEL, LEVEL))
HEAVIEST = 3

STATS = (
    Stat("scale", Whole(*SCALE), 0),
    Stat("weapon_skill", Whole(-LEVEL, LEVEL), 0),
    Stat("ranged_skill", Whole(-LEVEL, LEVEL), 0),
    Stat("magic_skill", Whole(-LEVEL, LEVEL), 0),
    Stat("block", DEFENCE, None),
    Stat("dodge", DEFENCE, None),
    Stat("parry", DEFENCE, None),
    Stat("toughness", Whole(-LEVEL, LEVEL), 9),
    Stat("uncanny_resilience", Flag(), False),
    Stat("mobility_penalty", Whole(0, HEAVIEST), 0),
    Stat("evasion", Flag(), False),
)

WEAPON = (
    Stat("die", Whole(*SIDES), 8),
    Stat("plus", Whole(-LEVEL, LEVEL), 0),
    Stat("increment", Whole(1, DISTANCE), 15),
    Stat("reach", Reach(), "standard"),
    Stat("scale", Whole(*SCALE), 0),
)

OPTIONS = (
    Stat("magic", Flag(), False),
    Stat("defence", Choice(("none", "block", "dodge", "parry")), "none"),
    Stat("defence_rolls", Optional(Whole(0, COUNT)), None),
    Stat("aimed", Flag(), False),
    Stat("aim_points", Whole(0, COUNT), 1),
    Stat("on_the_exhale", Flag(), False),
    Stat("far_shot", Flag(), False),
    Stat("shoot_from_the_hip", Whole(0, COUNT), 0),
    Stat("max_penalty", Whole(0, COUNT), 4),
    Stat("scale_damage", Flag(), True),
    Stat("light_cover", Pair(-LEVEL, LEVEL), (0, 0)),
    Stat("heavy_cover", Pair(-LEVEL, LEVEL), (0, 0)),
    Stat("effect_only", Flag(), False),
    Stat("shape", Choice(("sphere", "line", "cone", "magic-line", "magic-cone")), "sphere"),
    Stat("shape_scale", Whole(*SCALE), 0),
    Stat("metamagic_length", Whole(0, BOARD), 0),
    Stat("metamagic_width", Whole(0, BOARD), 0),
    Stat("aim_at", Optional(SquareAt()), None),
    Stat("direction", Choice(DIRECTIONS), "N"),
)

RULINGS = (
    Ruling("damage_test", ("exceeds", "meets")),
    Ruling("critical", ("off", "reroll-plus-2")),
    Ruling("scatter_dice", ("at-least-one", "as-printed")),
    Ruling("scatter_directions", ("8", "4")),
    Ruling("sphere_size", ("table", "printed")),
    Ruling("long_reach", ("from-adjacent", "from-self")),
)
