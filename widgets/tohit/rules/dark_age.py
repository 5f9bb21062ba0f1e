"""Dark Age: one d20 at or under AS + DF, no facings, cover by the worst source, armour saves, Select Fire, arcs.

The attack section of the French rulebook is the source; what only the wider rules state is marked so, and what
was not found at all is the reader's number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.kinds import Choice, Listed, Text, Whole
from tohit.core.limits import COUNT, LEVEL, MINIS, NAME
from tohit.core.modifier import Modifier, Requirement, count
from tohit.core.pool import Pool
from tohit.core.question import Question
from tohit.core.record import Field, Record
from tohit.core.ruleset import Base, Mode, Ruleset, Ruling, Stat
from tohit.core.scene import Mini
from tohit.core.situation import Situation
from tohit.rules import _dark_age_arc as arcs
from tohit.rules import _dark_age_arc_dice as arc_dice
from tohit.rules import _dark_age_ground as ground
from tohit.rules import _dark_age_weapons as weapons
from tohit.rules._dark_age_dice import SIDES, resolve

__all__ = ["RULES"]

COVER = "Dark Age, Couvert"
SELECT_FIRE = "Dark Age, Attaques Spéciales, Tir Sélectif"
REACH = "Dark Age, Attaques Spéciales, Allonge (AL)"
ARC = "Dark Age, Attaques Spéciales, Attaques en Arc (ARC)"
QUICK_START = "Dark Age, Quick Start Rules"

CHARGE = Record("Charge", [
    Field("attack", Whole(-LEVEL, LEVEL), 0),
    Field("power", Whole(-LEVEL, LEVEL), 0),
])
NO_CHARGE = CHARGE.empty()


def numbers(s: Situation) -> dict[str, Any]:
    """The target number of the attack roll and of the save for each profile in use."""
    used = weapons.in_use(s.attack)
    return {
        "need": [_on_a_die(weapons.skill(s, weapon) + s.target.df + s.totals["attack"]) for weapon in used],
        "save": [_on_a_die(s.target.ar - (weapon.pu or 0) - s.totals["power"]) for weapon in used],
        "arms": tuple(weapons.arm(weapon) for weapon in used),
        "turns": weapons.turns(s.attack),
        "hp": s.target.hp,
        "readings": weapons.readings(s.rulings),
    }


def _on_a_die(number: Any) -> Any:
    """A number to roll at or under: all below 1 are alike, and all from 20."""
    return np.clip(number, 0, SIDES)


def outcomes(s: Situation) -> tuple[str, ...]:
    """What can become of the target, and of a weapon that can malfunction."""
    malfunctions = any(weapon.malfunction for weapon in weapons.in_use(s.attack))
    return ("dead", "malfunction") if malfunctions else ("dead",)


def one_blow(s: Situation) -> int:
    """Dice of one attack on the target."""
    weapons.check_work(s)
    return weapons.dice(s.attack)


def blows(s: Situation) -> int:
    """Dice of an arc attack: one for each enemy that it may reach while power lasts."""
    arcs.check_size(s)
    reached = int(arcs.eligible(s).sum(axis=0).max(initial=0))
    return weapons.dice(s.attack, max(1, min(reached, arcs.most(s))))


def pool(question: Question, mini: Mini) -> Pool | None:
    """Hit points: at 0 a model is removed; what it has left changes no roll.  An arc wears many down."""
    return None if question.attack.mode == "arc" else Pool(mini.stats.hp)


def dead(s: Situation) -> tuple[str, ...]:
    """Who of the two is out of the game."""
    return tuple(fighter.name for fighter in (s.attacker, s.target) if fighter.hp == 0)


def cover(kind: str, each: int) -> Modifier:
    """"Les pénalités de couvert ne se cumulent pas": one group, of which the worst counts."""
    return Modifier(
        f"{kind}-cover", lambda s: ground.covered(s, kind), COVER, each, group="cover",
        causes=lambda s: ground.sources(s, kind)[0], fields=lambda s: {"sources": ground.sources(s, kind)[1]},
        idle=lambda s: ground.is_all_ignored(s, kind),
    )


def charge(s: Situation) -> dict[str, int]:
    """The reader's bonuses; a channel without one has no line."""
    given = {"attack": s.options.charge.attack, "power": s.options.charge.power}
    return {channel: value for channel, value in given.items() if value}


NOT_OWN = Requirement(
    "opponent", lambda s: np.bool_(s.attacker.side != s.target.side), ARC, causes=lambda s: (s.target.name,)
)
CHOSEN = Requirement("profile", lambda s: np.bool_(weapons.is_chosen(s.attack)), SELECT_FIRE,
                     causes=lambda s: (s.attacker.name,),
                     fields=lambda s: {"profiles": tuple(profile.name for profile in s.weapon.profiles)})
ALIVE = Requirement("alive", lambda s: np.bool_(True) & (s.attacker.hp > 0) & (s.target.hp > 0), QUICK_START, causes=dead, fields=lambda s: {"dead": dead(s)})

IN_HAND = (
    Modifier("gang-up", lambda s: (count(ground.ganging(s)) > 0) | np.bool_(s.options.gang_up != 0), REACH,
             lambda s: s.options.gang_up, causes=lambda s: s.others.names(ground.ganging(s)),
             fields=lambda s: {"friends": int(count(ground.ganging(s)))}),
    Modifier("charge", lambda s: np.bool_(s.options.charge != NO_CHARGE), REACH, charge,
             causes=lambda s: (s.attacker.name,)),
)
SKILL = Base("as", lambda s: weapons.skill(s, weapons.in_use(s.attack)[0]))

AT_RANGE = Mode(
    key="ranged",
    base=(SKILL, Base("df", lambda s: s.target.df)),
    modifiers=(cover("light", -2), cover("heavy", -4)),
    requirements=(
        NOT_OWN, ALIVE, CHOSEN,
        Requirement("line-of-sight", lambda s: s.in_sight, QUICK_START, causes=lambda s: s.blockers or (s.target.name,),
                    fields=lambda s: {"blockers": s.blockers_told}),
        Requirement("range", ground.in_range, QUICK_START, causes=lambda s: (s.target.name,),
                    fields=lambda s: {"distance": s.distance_shown, "range": ground.range_limit(s)}),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("distance", "cover", "line_of_sight"),
    outcomes=outcomes,
    dice=one_blow,
    landing=("need", "arms", "turns", "readings"),
)

IN_MELEE = Mode(
    key="melee",
    base=AT_RANGE.base,
    modifiers=IN_HAND,
    requirements=(
        NOT_OWN, ALIVE, CHOSEN,
        Requirement("reach", lambda s: s.decided("reach_ok", lambda: ground.in_reach(s)), REACH,
                    causes=lambda s: (s.target.name,)),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("reach_ok",),
    outcomes=outcomes,
    dice=one_blow,
    landing=("need", "arms", "turns", "readings"),
)

IN_AN_ARC = Mode(
    key="arc",
    base=(SKILL, Base("df", lambda s: arcs.first(s).stats.df)),
    modifiers=IN_HAND,
    requirements=(
        NOT_OWN,
        Requirement("alive", lambda s: np.bool_(s.attacker.hp > 0), QUICK_START, causes=lambda s: (s.attacker.name,),
                    fields=lambda s: {"dead": (s.attacker.name,)}),
        CHOSEN,
        Requirement("power", arcs.has_power, ARC, causes=lambda s: (s.attacker.name,)),
        Requirement("enemies", lambda s: arcs.eligible(s).any(axis=0), ARC, causes=lambda s: (s.target.name,)),
    ),
    numbers=arcs.numbers,
    resolve=arc_dice.resolve,
    asks=("line_of_sight", "reach_ok"),
    outcomes=outcomes,
    about=lambda s: arcs.first(s).name,
    dice=blows,
    extras=lambda s: arc_dice.NOTHING,
)

RULES = Ruleset(
    key="dark-age",
    facings=0,
    channels=("attack", "power"),
    stats=(
        Stat("as", Whole(-LEVEL, LEVEL), 9, attribute="attack_skill"),
        Stat("df", Whole(-LEVEL, LEVEL), 4),
        Stat("ar", Whole(-LEVEL, LEVEL), 14),
        Stat("hp", Whole(0, COUNT), 1),
    ),
    weapon=weapons.WEAPON,
    options=(
        weapons.PROFILE,
        Stat("order", Listed(Text(NAME, least=1), MINIS), (), offers=lambda question: [
            mini.name for mini in question.scene.minis if mini.side != question.attacker.side
        ]),
        Stat("gang_up", Whole(-LEVEL, LEVEL), 0),
        Stat("charge", CHARGE, NO_CHARGE),
        Stat("ability_cover", Choice(("none", "light", "heavy")), "none"),
    ),
    rulings=(
        Ruling("heavy_control", ("literal", "ignores-heavy")),
        Ruling("cover_where", ("between-or-under-target", "strictly-between")),
        Ruling("naturals", ("1-hits-20-misses", "none")),
        Ruling("critical_save", ("extra-hp", "none")),
        Ruling("malfunction_first", ("yes", "no")),
        Ruling("reach_measure", ("edge", "centre")),
    ),
    modes=(AT_RANGE, IN_MELEE, IN_AN_ARC),
    distance=ground.distance,
    check=weapons.check,
    pool=pool,
    one_roll=lambda question: question.attack.mode != "arc",
    in_turn=weapons.in_turn,
    tell=arcs.tell,
)
