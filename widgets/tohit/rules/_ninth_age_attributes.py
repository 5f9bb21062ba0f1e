"""The Ninth Age's attack attributes and melee weapons: what each changes in the attacker's numbers.

Sources: List of Attack Attributes; Melee Weapons; Attack Sequence.  Attributes of the weapon and of the attack
count alike; what is true of the target or of the moment is said in the same list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tohit.core.situation import Situation
from tohit.core.written import terms

__all__ = [
    "ATTRIBUTES", "CRUSH", "LETHAL_AP", "SPECIAL", "Bonus", "crush", "dice", "has", "hits_each", "is_hated", "is_standard", "marks", "multiple",
    "own_hits", "rank", "spear", "special", "toxic", "weapon",
]

ATTRIBUTES = (
    "accurate", "battle-focus", "breath", "crush-attack", "devastating-charge", "divine", "flaming", "flammable", "fleeing",
    "great-weapon", "grind", "halberd", "hard-target", "hard-target-2", "hard-target-3", "hatred", "impact-hits", "lance",
    "later-round", "lethal-strike", "light-lance", "lightning-reflexes", "marched", "mounted-target", "paired-weapons",
    "poison", "quick-to-fire", "shaken", "spear", "stand-and-shoot", "stomp", "target-shaken", "toxic", "unwieldy",
    "unwieldy-2", "unwieldy-3",
)
LETHAL_AP = 10
CRUSH = "D3+1"
SPECIAL = {"breath": "2D6", "grind": None, "impact-hits": None, "stomp": None}
"""Special Attacks, which hit automatically, and their hits where the rules give them."""
_DICE_MARKS = ("battle-focus", "divine", "flaming", "flammable", "lethal-strike", "poison")
_RANKS = 3

Bonus = Mapping[str, int]


def has(s: Situation, *names: str) -> bool:
    """Whether the attack has all these attributes, from its weapon or its options."""
    found = s.once("attributes", lambda: frozenset((*s.weapon.attributes, *s.options.attributes)))
    return found.issuperset(names)


def rank(s: Situation, name: str) -> int:
    """The X of an attribute such as Hard Target (X): 1 as it stands, else the number behind it; 0 without it."""
    written = {1: name, **{x: f"{name}-{x}" for x in range(2, _RANKS + 1)}}
    return max((x for x, key in written.items() if has(s, key)), default=0)


def is_standard(s: Situation) -> bool:
    """Whether these are Standard Melee Attacks, or shots: attacks whose hits are rolled for."""
    return s.options.automatic_hits is None and not special(s)


def special(s: Situation) -> tuple[str, ...]:
    """Which Special Attacks these are."""
    return tuple(name for name in SPECIAL if has(s, name))


def own_hits(s: Situation) -> int | str | None:
    """The hits of an attack that needs no roll to hit: the reader's number, else that of the Special Attack."""
    given = s.options.automatic_hits
    return given if given is not None else next((SPECIAL[name] for name in special(s) if SPECIAL[name]), None)


def hits_each(s: Situation) -> Any:
    """How many hits a roll to hit is worth: Area Attack (X x Y), at most one for each model."""
    wide, deep = s.options.area_attack
    return np.minimum(wide * deep, np.maximum(1, s.target.models)) if is_standard(s) else 1


def dice(s: Situation) -> int | str:
    """How many dice one attack throws: "a number of D6 equal to the Attack Value"; for the others, their hits."""
    if not is_standard(s):
        return own_hits(s) or 0
    if s.attack.mode == "shooting":
        return s.attacker.shots
    if has(s, "crush-attack"):
        return 1
    return _one_more(s.attacker.attack_value) if has(s, "paired-weapons") else s.attacker.attack_value


def multiple(s: Situation) -> int | str:
    """The X of Multiple Wounds (X); 1 for an attack without it."""
    return CRUSH if has(s, "crush-attack") and _is_melee_roll(s) else s.options.multiple_wounds


def marks(s: Situation) -> tuple[str, ...]:
    """The attributes that the dice must know of."""
    return tuple(name for name in _DICE_MARKS if has(s, name))


def is_hated(s: Situation) -> bool:
    """Whether the first round of a combat lets failed rolls to hit be thrown again."""
    return has(s, "hatred") and _is_melee_roll(s) and not has(s, "later-round")


def weapon(s: Situation) -> Bonus:
    """The weapon's own Strength and Armour Penetration; a number it does not have has no line."""
    given = {"to-wound": s.weapon.strength, "armour": s.weapon.ap}
    return {channel: value for channel, value in given.items() if value}


def spear(s: Situation) -> Bonus:
    """+1 AP, and one more: against mounts in the newer text, in a first round without a charge in the older."""
    if s.rulings.edition == "newer":
        more = has(s, "mounted-target")
    else:
        more = not (s.options.charging or has(s, "later-round"))
    return {"armour": 1 + more}


def toxic(s: Situation, totals: Mapping[str, Any]) -> Bonus:
    """Strength is always 3, Armour Penetration always 10."""
    return _set(s, totals, strength=3, ap=10)


def crush(s: Situation, totals: Mapping[str, Any]) -> Bonus:
    """One attack of Strength 10 and Armour Penetration 10."""
    return _set(s, totals, strength=10, ap=10)


def _set(s: Situation, totals: Mapping[str, Any], *, strength: int, ap: int) -> Bonus:
    return {
        "to-wound": np.int64(strength) - s.attacker.strength - totals["to-wound"],
        "armour": np.int64(ap) - s.attacker.ap - totals["armour"],
    }


def _is_melee_roll(s: Situation) -> bool:
    return s.attack.mode == "melee" and is_standard(s)


def _one_more(value: int | str) -> int | str:
    """The same dice with one more point; none stays none."""
    if isinstance(value, int):
        return value and value + 1
    _, _, plus = terms(value)
    return f"{value.partition('+')[0]}+{plus + 1}"
