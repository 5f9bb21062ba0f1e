"""Coup-De-Grace, Rules of Conflict: one d6 against the target's Defence Value, four facings, arcs and sight.

Readings where the text leaves a choice are rulings; the numbers of the wider pages (races, weapons, downed
minis) are abilities and stats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.distribution import Distribution
from tohit.core.kinds import Flag, Names, Whole
from tohit.core.limits import COUNT, DISTANCE, LEVEL
from tohit.core.measure import steps, within
from tohit.core.modifier import Modifier, Requirement, count
from tohit.core.pool import Pool
from tohit.core.question import Question
from tohit.core.ruleset import Base, Mode, Procedure, Ruleset, Ruling, Stat
from tohit.core.scene import Mini
from tohit.core.situation import Situation
from tohit.rules import _coup_de_grace_abilities as abilities
from tohit.rules import _coup_de_grace_ground as ground
from tohit.rules._coup_de_grace_dice import SIDES, resolve
from tohit.rules._coup_de_grace_moves import MOVES

__all__ = ["RULES"]

SEED = "Coup-De-Grace, Rules of Conflict, Attacks and Damage"
MELEE = "Coup-De-Grace, Rules of Conflict, Melee Attack Modifiers"
RANGED = "Coup-De-Grace, Rules of Conflict, Ranged Attack Modifiers"
DOWNED = "Coup-De-Grace, Rules of Conflict, section 10"
REPEATED = {"claw", "shuriken"}
"""Abilities that make more than one roll of an attack."""


def increments(s: Situation) -> Any:
    """How many range increments away the target is: 6 squares with increment 6 are one."""
    return steps(s.distance, abilities.increment(s))


def numbers(s: Situation) -> dict[str, Any]:
    """The needed roll now and, where attacks go on, when the target is hurt, nearly down and downed."""
    dice = abilities.numbers_of_abilities(s)
    hp, attacks = s.target.hp, s.attack.attacks
    goes_on = attacks > 1 or dice["claw"] or dice["throws"] > 1
    marks = _marks(s.question, s.target.max_hp)
    later = {left for left in marks if 0 <= left < hp} if goes_on else set()
    levels = (hp, *sorted(later, reverse=True))
    kobold = s.attack.mode == "melee" and abilities.wields(s, "kobold")
    states = [s, *(s.given(target={"hp": left}) for left in levels[1:])]
    return {
        "need": [_needed(state) for state in states],
        "extra": [state.totals["damage"] for state in states],
        "even": [np.int64(1) * (ground.behind(state) & kobold) for state in states],
        **dice, "levels": levels, "attacks": attacks,
    }


def _needed(s: Situation) -> Any:
    """Defence Value less modifiers; all below 1 are alike, and all above 6."""
    return np.clip(s.target.defence + s.totals["defence-value"] - s.totals["attack"], 1, SIDES + 1)


def dice(s: Situation) -> int:
    """One die a throw; a claw may go on once for each hit point and once more."""
    if s.attack.mode == "melee" and abilities.wields(s, "claw"):
        return s.target.hp + 1
    return abilities.throws(s)


def in_play(question: Question) -> set[str]:
    """All abilities of the attacker, the target and the weapon."""
    holders = (question.attacker.stats, question.target.stats, question.attack.weapon)
    return {ability for held in holders for ability in held.abilities}


def pool(question: Question, mini: Mini) -> Pool:
    """Hit points, and one more for a downed mini: "-1 HP or less: out of action, removed".  Nobody recovers.

    Only being downed changes an attack, unless abilities look at hit points; a throw that is repeated within an
    attack meets every state of its target.
    """
    hp, states = mini.stats.hp, _marks(question, mini.stats.max_hp)
    losses = tuple(sorted({0, *(hp - left for left in states if 0 <= left < hp)}))
    every = tuple(range(hp + 1))
    repeated = REPEATED & in_play(question)
    return Pool(hp + 1, every if repeated else losses, losses, stats=lambda loss: {"hp": hp - loss})


def _marks(question: Question, max_hp: int) -> tuple[int, ...]:
    """The hit points from which on an attack may go otherwise: only abilities look at others than none left."""
    return (max_hp - 1, 1, 0) if in_play(question) else (0,)


def recovery(*, activations: int, skeleton: bool) -> Distribution:
    """Dramatic recovery: whether a downed mini stands up within some activations (5+, a skeleton 4+)."""
    fails = 3 if skeleton else 4
    return Distribution.of({0: fails**activations, 1: 6**activations - fails**activations})


def step_cost(*, enemies: int) -> Distribution:
    """Movement points of one step: doubled for every adjacent enemy where it starts."""
    return Distribution.certain(2**enemies)


DOWNED_ATTACKER = Modifier(
    "downed-attacker", lambda s: np.bool_(s.attacker.hp == 0), DOWNED, -2, causes=lambda s: (s.attacker.name,)
)
NOT_OWN = Requirement(
    "opponent", lambda s: np.bool_(s.attacker.side != s.target.side), SEED, causes=lambda s: (s.target.name,)
)
MAKES_ATTACKS = Requirement(
    "weapon", lambda s: np.bool_(not set(abilities.NO_ATTACK) & set(s.weapon.abilities)), abilities.BLADES,
    causes=lambda s: (s.attacker.name,),
)

IN_MELEE = Mode(
    key="melee",
    base=(Base("defence", lambda s: s.target.defence),),
    modifiers=(
        Modifier("co-ordinated-attack", lambda s: count(ground.co_ordinating(s)), MELEE, +1,
                 causes=lambda s: s.others.names(ground.co_ordinating(s))),
        Modifier("backstab", ground.behind, MELEE, +1, causes=lambda s: (s.target.name,)),
        Modifier("distraction", lambda s: count(ground.distracting(s)), MELEE, -1,
                 causes=lambda s: s.others.names(ground.distracting(s))),
        Modifier("coup-de-grace", lambda s: np.bool_(s.target.hp == 0), MELEE, +1, causes=lambda s: (s.target.name,)),
        DOWNED_ATTACKER,
        *abilities.MELEE,
    ),
    requirements=(
        NOT_OWN,
        MAKES_ATTACKS,
        Requirement("reach", lambda s: s.decided("reach_ok", lambda: ground.in_reach(s)), SEED,
                    causes=lambda s: (s.target.name,), fields=lambda s: {"reach": s.weapon.reach}),
        Requirement("facing", lambda s: s.decided("facing_ok", lambda: ground.straight_ahead(s)), SEED,
                    causes=lambda s: (s.attacker.name,)),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("reach_ok", "facing_ok"),
    outcomes=lambda s: ("downed", "out-of-action"),
    dice=dice,
)

AT_RANGE = Mode(
    key="ranged",
    base=(Base("defence", lambda s: s.target.defence),),
    modifiers=(
        Modifier("range-penalty", increments, RANGED, -1, always=True, causes=lambda s: (s.target.name,),
                 fields=lambda s: {"distance": s.distance_shown, "increment": abilities.increment(s)}),
        Modifier("range-penalty-doubled", lambda s: increments(s) * (s.target.hp == 0), RANGED, -1,
                 causes=lambda s: (s.target.name,)),
        Modifier("firing-into-melee", lambda s: count(ground.allies_beside_target(s)), RANGED, -1,
                 causes=lambda s: s.others.names(ground.allies_beside_target(s))),
        DOWNED_ATTACKER,
        *abilities.RANGED,
    ),
    requirements=(
        NOT_OWN,
        MAKES_ATTACKS,
        Requirement("front-arc", lambda s: s.decided("facing_ok", lambda: ground.in_front(s)), SEED,
                    causes=lambda s: (s.target.name,)),
        Requirement("line-of-sight", lambda s: s.in_sight, SEED, causes=lambda s: s.blockers,
                    fields=lambda s: {"blockers": s.blockers_told}),
        Requirement("range", lambda s: within(s.distance, 6) | (not abilities.wields(s, "grappling-hook")),
                    abilities.SHOTS, causes=lambda s: (s.target.name,)),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("distance", "line_of_sight", "facing_ok"),
    outcomes=lambda s: ("downed", "out-of-action"),
    dice=dice,
)

RULES = Ruleset(
    key="coup-de-grace",
    facings=4,
    channels=("attack", "defence-value", "damage"),
    stats=(
        Stat("defence", Whole(-LEVEL, LEVEL), 4),
        Stat("hp", Whole(0, COUNT), 3),
        Stat("max_hp", Whole(0, COUNT), 3),
        Stat("abilities", Names(abilities.ABILITIES), ()),
    ),
    weapon=(
        Stat("increment", Whole(1, DISTANCE), 6),
        Stat("reach", Whole(1, COUNT), 1),
        Stat("abilities", Names(abilities.ABILITIES), (), offers=lambda question: abilities.ARMS),
    ),
    options=(Stat("magic", Flag(), False),),
    rulings=(
        Ruling("adjacency", ("edge", "king")),
        Ruling("distance", ("manhattan", "chebyshev", "euclidean", "5-10-5")),
        Ruling("sight_corners", ("pinched", "open", "closed")),
        Ruling("arc_edge", ("inclusive", "exclusive")),
        Ruling("downed_facing", ("none", "kept")),
        Ruling("shield", ("1", "2")),
    ),
    modes=(IN_MELEE, AT_RANGE),
    distance=ground.distance,
    minis_block=True,
    moves=MOVES,
    abilities=abilities.ABILITIES,
    pool=pool,
    one_roll=lambda question: not REPEATED & in_play(question),
    procedures=(
        Procedure("recovery", (Stat("activations", Whole(1, 100), 1), Stat("skeleton", Flag(), False)), recovery, DOWNED),
        Procedure("step-cost", (Stat("enemies", Whole(0, 8), 0),), step_cost, MOVES.source),
    ),
)
