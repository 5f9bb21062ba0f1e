"""The Ninth Age's modifiers, as the ledger shows them: to hit, skills, Strength, Armour Penetration.

Sources: To-Hit Modifiers; List of Attack Attributes; List of Personal Protections; Melee Weapons; Aim; Cover.
Attributes that only change how dice are read have a line of value 0, so that the ledger names all that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tohit.core.modifier import Modifier
from tohit.core.situation import Situation
from tohit.rules import _ninth_age_attributes as attributes
from tohit.rules import _ninth_age_ground as ground
from tohit.rules._ninth_age_attributes import has, is_standard, rank

__all__ = ["MELEE", "SHOOTING"]

TO_HIT = "The Ninth Age, To-Hit Modifiers"
ATTRIBUTES = "The Ninth Age, List of Attack Attributes"
PROTECTIONS = "The Ninth Age, List of Personal Protections"
WEAPONS = "The Ninth Age, Melee Weapons"
FEAR = "The Ninth Age, Fear"
COVER = "The Ninth Age, Cover"
AIM = "The Ninth Age, Aim"

Test = Callable[[Situation], Any]


def attribute(key: str, source: str, each: Any, counts: Test = is_standard, sets: Any = None) -> Modifier:
    """An attribute's line: there but idle where ``counts`` says that it does nothing."""
    return Modifier(key, lambda s: has(s, key) and counts(s), source, each, sets, causes=attacker,
                    idle=lambda s: has(s, key) and not counts(s))


def of_target(key: str, each: int) -> Modifier:
    """What is true of the target and changes a roll to hit."""
    return Modifier(key, lambda s: has(s, key) and is_standard(s), FEAR, each, causes=target)


def attacker(s: Situation) -> tuple[str, ...]:
    return (s.attacker.name,)


def target(s: Situation) -> tuple[str, ...]:
    return (s.target.name,)


def is_parried(s: Situation) -> Any:
    """Shield and hand weapon, against Standard Melee Attacks from the front; paired weapons ignore it."""
    front = s.decided("facing_ok", lambda: ground.from_the_front(s) | (s.grid is None))
    return front & (s.options.parry and is_standard(s) and not has(s, "paired-weapons"))


def parry(s: Situation, totals: Mapping[str, Any]) -> dict[str, Any]:
    """The Defensive Skill becomes the better of one more and the attacker's Offensive Skill."""
    defensive = np.int64(s.target.defensive) + totals["defensive"]
    return {"defensive": np.maximum(defensive + 1, s.attacker.offensive + totals["offensive"]) - defensive}


def on_a_charge(s: Situation) -> bool:
    """Standard Melee Attacks of a charge."""
    return is_standard(s) and s.options.charging


def is_bracketed(s: Situation) -> bool:
    """Whether the weapon's numbers are those of a Devastating Charge, in brackets: then they are its own line."""
    return s.attack.mode == "melee" and has(s, "devastating-charge")


def cover(kind: str, each: int) -> Modifier:
    """Soft and hard cover never add up."""
    return Modifier(f"{kind}-cover", lambda s: ground.covered(s, kind) & is_standard(s), COVER, each, group="cover",
                    causes=lambda s: ground.sources(s, kind)[0], fields=lambda s: {"sources": ground.sources(s, kind)[1]})


def unwieldy(s: Situation) -> int:
    """How often a further -1 counts for a shooter that moved: X times, once in the second edition."""
    x = rank(s, "unwieldy") * (s.options.moved and is_standard(s))
    return x if s.rulings.edition == "newer" else min(x, 1)


BOTH = (
    Modifier("area-attack", lambda s: (each := attributes.hits_each(s)) * (each > 1), ATTRIBUTES,
             {"to-hit": 0}, causes=target),
    Modifier("weapon", lambda s: not is_bracketed(s), WEAPONS, attributes.weapon, causes=attacker),
    attribute("poison", ATTRIBUTES, {"to-hit": 0}),
    attribute("battle-focus", ATTRIBUTES, {"to-hit": 0}),
    attribute("lethal-strike", ATTRIBUTES, {"to-wound": 0}, lambda s: True),
    attribute("flaming", ATTRIBUTES, {"armour": 0}, lambda s: s.target.fortitude is not None or has(s, "flammable")),
    attribute("divine", ATTRIBUTES, {"armour": 0}, lambda s: s.target.aegis is not None),
    attribute("toxic", ATTRIBUTES, 0, lambda s: True, attributes.toxic),
)

MELEE = (
    Modifier("lightning-reflexes",
             lambda s: has(s, "lightning-reflexes") and is_standard(s) and not has(s, "great-weapon"), TO_HIT, +1,
             causes=attacker, idle=lambda s: has(s, "lightning-reflexes")),
    Modifier("shaken", lambda s: has(s, "shaken") and is_standard(s), FEAR, -1, causes=attacker),
    of_target("target-shaken", +1),
    Modifier("distracting", lambda s: s.options.distracting and is_standard(s), PROTECTIONS, -1, causes=target),
    attribute("hatred", ATTRIBUTES, {"to-hit": 0}, lambda s: is_standard(s) and not has(s, "later-round")),
    attribute("paired-weapons", WEAPONS, {"offensive": +1}),
    Modifier("parry", is_parried, PROTECTIONS, sets=parry, causes=target, idle=lambda s: s.options.parry),
    attribute("great-weapon", WEAPONS, {"to-wound": +2, "armour": +2}),
    attribute("halberd", WEAPONS, {"to-wound": +1, "armour": +1}),
    attribute("lance", WEAPONS, {"to-wound": +2, "armour": +2}, on_a_charge),
    attribute("light-lance", WEAPONS, {"to-wound": +1, "armour": +1}, on_a_charge),
    attribute("spear", WEAPONS, attributes.spear),
    attribute("devastating-charge", ATTRIBUTES, attributes.weapon, on_a_charge),
    attribute("crush-attack", ATTRIBUTES, 0, is_standard, attributes.crush),
    *BOTH,
)

SHOOTING = (
    Modifier("long-range",
             lambda s: ground.is_long_range(s) & (is_standard(s) and not has(s, "accurate")), AIM, -1, causes=target,
             fields=lambda s: {"distance": s.distance_shown, "range": s.weapon.range},
             idle=lambda s: is_standard(s) and ground.is_long_range(s)),
    Modifier("moving-and-shooting", lambda s: s.options.moved and is_standard(s) and not has(s, "quick-to-fire"), AIM, -1,
             causes=attacker, idle=lambda s: s.options.moved and is_standard(s)),
    Modifier("unwieldy", unwieldy, ATTRIBUTES, -1, causes=attacker),
    attribute("stand-and-shoot", AIM, -1, lambda s: is_standard(s) and s.rulings.edition == "second"),
    cover("light", -1),
    cover("heavy", -2),
    Modifier("hard-target", lambda s: rank(s, "hard-target") * is_standard(s), PROTECTIONS, -1, causes=target),
    *BOTH,
)
