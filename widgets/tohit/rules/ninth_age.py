"""The Ninth Age: pools of d6 against a needed roll, then wound, armour and special save; units, arcs, Health Points.

The seed's page is Standard Melee Attacks; what follows the hit, shooting and the board come from the wider rules.
The newer text is the default, the second edition a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tohit.core.distribution import Distribution, digits
from tohit.core.kinds import Dice, Flag, Names, Optional, Whole
from tohit.core.limits import COUNT, DISTANCE, LEVEL
from tohit.core.modifier import Requirement
from tohit.core.pool import Pool
from tohit.core.question import Question
from tohit.core.ruleset import Base, Mode, Procedure, Ruleset, Ruling, Stat, Table
from tohit.core.scene import Mini, Scene
from tohit.core.situation import Fighter, Situation
from tohit.core.written import Pair
from tohit.rules import _ninth_age_attributes as attributes
from tohit.rules import _ninth_age_ground as ground
from tohit.rules import _ninth_age_modifiers as modifiers
from tohit.rules._ninth_age_attributes import has, is_standard
from tohit.rules._ninth_age_dice import Blow, Saves, resolve
from tohit.words import Phrase, Words

__all__ = ["RULES"]

MELEE = "The Ninth Age, Standard Melee Attacks"
SHOOTING = "The Ninth Age, Shooting with a Unit"
SIGHT = "The Ninth Age, Line of Sight"
CASUALTIES = "The Ninth Age, Health Pools and Casualties"
SPECIAL = "The Ninth Age, Special Attacks"
STANDARD, GIGANTIC = 1, 3
"""Heights of models: Standard, Large, Gigantic."""
WIDEST = 20  # ranks or files that an Area Attack may cover
TOLD = 8  # numbers of casualties that the explanation lists, as many as of Health Points


def needed(s: Situation) -> Any:
    """The table of the seed: 4 or more 2+, 1 to 3 3+, -3 to 0 4+, -4 or less 5+."""
    skill = s.attacker.offensive + s.totals["offensive"] - s.target.defensive - s.totals["defensive"]
    return np.int64(4) - (skill >= 1) - (skill >= 4) + (skill <= -4)


def in_melee(s: Situation) -> dict[str, Any]:
    """The needed rolls of Standard Melee Attacks, or of hits that need none."""
    hit = needed(s) - s.totals["to-hit"] if is_standard(s) else None
    return {"hit": hit, "kind": "melee" if is_standard(s) else "none", **after_the_hit(s)}


def in_shooting(s: Situation) -> dict[str, Any]:
    """The needed rolls of shots: the Aim, modified."""
    hit = np.int64(s.attacker.aim) - s.totals["to-hit"] if is_standard(s) else None
    return {"hit": hit, "kind": s.rulings.edition if is_standard(s) else "none", **after_the_hit(s)}


def after_the_hit(s: Situation) -> dict[str, Any]:
    """Strength less Resilience to wound; 7, less Armour, plus Armour Penetration to save; 7 is no save."""
    strength, target = s.attacker.strength + s.totals["to-wound"], s.target
    return {
        "wound": np.clip(np.int64(4) - strength + target.resilience, 2, 6),
        "save": np.clip(np.int64(7) - target.armour + s.attacker.ap + s.totals["armour"], 2, 7),
        "pierced": np.clip(np.int64(7) - target.armour + attributes.LETHAL_AP, 2, 7),
        "hatred": attributes.is_hated(s),
        "blow": Blow(attributes.dice(s), attributes.multiple(s), attributes.marks(s), Saves(target.aegis, target.fortitude)),
        "each": attributes.hits_each(s), "attacks": s.attack.attacks, "hp": target.hp, "models": target.models,
    }


def stands(fighter: Fighter) -> Any:
    """Whether a unit has a model left."""
    return np.bool_(True) & (fighter.hp > 0) & (fighter.models > 0)


def gone(s: Situation) -> tuple[str, ...]:
    """Who of the two has no model left."""
    return tuple(fighter.name for fighter in (s.attacker, s.target) if not stands(fighter))


def pool(question: Question, mini: Mini) -> Pool:
    """The unit's Health Pool: "whole models come off first", and a model that is off attacks no more.

    Those behind fill the gaps, so a unit makes as many attacks as it began with until it has fewer models than
    that; of several attacks for each model, every model takes its own with it.
    """
    hp, models = mini.stats.hp, mini.stats.models

    def attacks(begun: int, loss: int) -> int:
        return min(begun, (models - loss // hp) * -(-begun // models))

    return Pool(hp * models, attacks=attacks)


def notices(scene: Scene) -> tuple[str, ...]:
    """What stands beside every answer: units as squares, and damage that carries over from model to model."""
    units = any(mini.stats.hp > 1 and mini.stats.models > 1 for mini in scene.minis)
    return ("one-square",) * bool(scene.grid) + ("pool",) * units


def tell(extras: Mapping[str, Any], say: Words) -> Iterator[str]:
    """Casualties in sentences: the first few numbers of models, and how many are expected."""
    casualties = extras["casualties"]
    for count, chance in list(casualties.to_dict().items())[:TOLD]:
        yield say("ninth-age.told.casualties", count=int(count), chance=chance)
    yield say("ninth-age.told.expected", mean=digits(casualties.mean()))


def worn(*, suit: int, shield: bool) -> Distribution:
    """Armour of one suit and a shield: light +1, heavy +2, plate +3, shield +1."""
    return Distribution.certain(suit + shield)


def rolled(value: Any) -> Any:
    """A starting point that only attacks with a roll to hit have."""
    return lambda s: value(s) if is_standard(s) else None


def may_stomp(s: Situation) -> bool:
    """Stomps are for Standard models only, Impact Hits for a charge."""
    return not has(s, "stomp") or s.target.height == STANDARD


NOT_OWN = Requirement("opponent", lambda s: np.bool_(s.attacker.side != s.target.side), MELEE, causes=lambda s: (s.target.name,))
HITS = Requirement("special-hits", lambda s: np.bool_(is_standard(s) or attributes.own_hits(s) is not None), SPECIAL,
                   causes=lambda s: (s.attacker.name,))
STANDS = Requirement("models", lambda s: stands(s.attacker) & stands(s.target), CASUALTIES, causes=gone, fields=lambda s: {"gone": gone(s)})

AFTER_THE_HIT = (
    Base("automatic-hits", attributes.own_hits),
    Base("strength", lambda s: s.attacker.strength),
    Base("resilience", lambda s: s.target.resilience),
    Base("ap", lambda s: s.attacker.ap),
    Base("armour", lambda s: s.target.armour),
    Base("aegis", lambda s: s.target.aegis and f"{s.target.aegis}+"),
    Base("fortitude", lambda s: s.target.fortitude and f"{s.target.fortitude}+"),
)

IN_MELEE = Mode(
    key="melee",
    base=(
        Base("offensive", rolled(lambda s: s.attacker.offensive)),
        Base("defensive", rolled(lambda s: s.target.defensive)),
        Base("attack-value", rolled(attributes.dice)),
        *AFTER_THE_HIT,
    ),
    modifiers=modifiers.MELEE,
    requirements=(
        NOT_OWN, STANDS, HITS,
        Requirement("impact-hits", lambda s: np.bool_(s.options.charging or not has(s, "impact-hits")), SPECIAL,
                    causes=lambda s: (s.attacker.name,)),
        Requirement("stomp", lambda s: np.bool_(may_stomp(s)), SPECIAL, causes=lambda s: (s.target.name,)),
        Requirement("attack-value", lambda s: np.bool_(not is_standard(s) or attributes.dice(s) != 0), MELEE, causes=lambda s: (s.attacker.name,)),
        Requirement("base-contact", lambda s: s.decided("reach_ok", lambda: ground.in_contact(s)), MELEE,
                    causes=lambda s: (s.target.name,)),
    ),
    numbers=in_melee,
    resolve=resolve,
    asks=("reach_ok",),
    extras=lambda s: {"casualties": Distribution.certain(0)},
    landing=("hit", "kind", "hatred"),
    worst_only=lambda s: ("to-hit",) if s.options.distracting else (),
)

IN_SHOOTING = Mode(
    key="shooting",
    base=(Base("aim", rolled(lambda s: f"{s.attacker.aim}+")), Base("shots", rolled(attributes.dice)), *AFTER_THE_HIT),
    modifiers=modifiers.SHOOTING,
    requirements=(
        NOT_OWN, STANDS, HITS,
        Requirement("free", lambda s: np.bool_(not (has(s, "marched") or has(s, "fleeing"))), SHOOTING,
                    causes=lambda s: (s.attacker.name,)),
        Requirement("shots", lambda s: np.bool_(not is_standard(s) or attributes.dice(s) != 0), SHOOTING, causes=lambda s: (s.attacker.name,)),
        Requirement("engaged", lambda s: ~ground.is_engaged(s), SHOOTING, causes=ground.engaged_by,
                    fields=lambda s: {"enemies": ground.engaged_by(s)}),
        Requirement("front-arc", lambda s: s.decided("facing_ok", lambda: ground.in_front(s)), SIGHT,
                    causes=lambda s: (s.target.name,)),
        Requirement("line-of-sight", ground.in_sight, SIGHT, causes=lambda s: ground.hidden_by(s) or (s.target.name,),
                    fields=lambda s: {"blockers": ground.hidden_by(s) or (Phrase("core.given.setting"),)}),
        Requirement("range", ground.in_range, SHOOTING, causes=lambda s: (s.target.name,),
                    fields=lambda s: {"distance": s.distance_shown, "range": s.weapon.range}),
    ),
    numbers=in_shooting,
    resolve=resolve,
    asks=("distance", "cover", "line_of_sight", "facing_ok"),
    extras=IN_MELEE.extras,
    landing=IN_MELEE.landing,
)

RULES = Ruleset(
    key="ninth-age",
    facings=8,
    channels=("to-hit", "offensive", "defensive", "to-wound", "armour"),
    given={"attack": "to-hit"},
    stats=(
        Stat("offensive", Whole(-LEVEL, LEVEL), 4),
        Stat("defensive", Whole(-LEVEL, LEVEL), 4),
        Stat("attack_value", Dice(0, COUNT), 0),
        Stat("strength", Whole(-LEVEL, LEVEL), 3),
        Stat("ap", Whole(0, COUNT), 0),
        Stat("resilience", Whole(-LEVEL, LEVEL), 3),
        Stat("armour", Whole(0, COUNT), 0),
        Stat("aegis", Optional(Whole(2, 6)), None),
        Stat("fortitude", Optional(Whole(2, 6)), None),
        Stat("hp", Whole(0, COUNT), 1),
        Stat("models", Whole(0, COUNT), 1),
        Stat("height", Whole(STANDARD, GIGANTIC), STANDARD),
        Stat("aim", Whole(-LEVEL, LEVEL), 4),
        Stat("shots", Dice(0, COUNT), 1),
    ),
    weapon=(
        Stat("range", Optional(Whole(1, DISTANCE)), None),
        Stat("strength", Whole(-LEVEL, LEVEL), 0),
        Stat("ap", Whole(-LEVEL, LEVEL), 0),
        Stat("attributes", Names(attributes.ATTRIBUTES), ()),
    ),
    options=(
        Stat("attributes", Names(attributes.ATTRIBUTES), ()),
        Stat("automatic_hits", Optional(Dice(1, COUNT)), None),
        Stat("multiple_wounds", Dice(1, COUNT), 1),
        Stat("area_attack", Pair(1, WIDEST), (1, 1)),
        Stat("charging", Flag(), False),
        Stat("parry", Flag(), False),
        Stat("distracting", Flag(), False),
        Stat("moved", Flag(), False),
    ),
    rulings=(Ruling("edition", ("newer", "second")), Ruling("units_between", ("nothing", "by-height"))),
    modes=(IN_MELEE, IN_SHOOTING),
    distance=ground.distance,
    abilities=attributes.ATTRIBUTES,
    procedures=(Procedure("armour", (Stat("suit", Whole(0, 3), 1), Stat("shield", Flag(), True)), worn,
                          "The Ninth Age, Armour"),),
    table=Table(columns="offensive", rows="defensive", low=1, high=10, modes=("melee",), stage="to-hit"),
    notices=notices,
    pool=pool,
    one_roll=lambda question: attributes.dice(Situation(question)) == 1,
    tell=tell,
)
