"""Coup-De-Grace's races and weapons as abilities: modifiers where they add, dice where they act on a face.

Sources: Coup-De-Grace, Races; Melee Weapons; Ranged Weapons; Mage Foci.  "Once a round" abilities work on
every attack, since each attack asked about is a round of its own [reading].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.modifier import Modifier
from tohit.core.situation import Situation
from tohit.rules._coup_de_grace_ground import behind, bearers_beside_target, cannot_be_pushed, from_its_front

__all__ = ["ABILITIES", "ARMS", "MELEE", "NO_ATTACK", "RANGED", "increment", "numbers_of_abilities"]

RACES, BLADES, SHOTS = "Coup-De-Grace, Races", "Coup-De-Grace, Melee Weapons", "Coup-De-Grace, Ranged Weapons"
FOCI = "Coup-De-Grace, Mage Foci"

NO_ATTACK = ("banner", "buckler", "entangling-weapon")
"""In use, these make no attack."""

PEOPLES = (
    "beastman", "drow", "dwarf", "elf", "gnoll", "gnome", "goblin", "halfling", "human", "kobold", "living-construct",
    "lizardman", "orc", "skeleton", "vampire", "zombie",
)
ARMS = (
    "assassins-knife", "axe", "banner", "buckler", "claw", "crossbow", "crystal", "curved-sword", "entangling-weapon",
    "fencing-sword", "fist", "glaive", "grappling-hook", "hammer", "open-hand", "pistol", "shield", "shuriken",
    "throwing-knife",
)
"""What is carried or in use; a page offers a weapon these only, though a document may name any."""
ABILITIES = (*PEOPLES, *ARMS)

UNARMOURED, LIGHT = 3, 4  # Defence Value by class: 3, 4 and 5 (rules page, "The minis")


def wields(s: Situation, ability: str) -> bool:
    """The attacker's weapon in use, or the attacker itself, has it."""
    return ability in s.weapon.abilities or s.attacker.has(ability)


def increment(s: Situation) -> int:
    """The weapon's range increment; that of a shuriken is always 1."""
    return 1 if wields(s, "shuriken") else s.weapon.increment


NOBODY = np.bool_(False)  # most minis have few of the abilities, and what they ask of the board need not be looked at


def _mine(key: str, source: str, when: Any = lambda s: True, each: Any = 1) -> Modifier:
    """An ability of the attacker or its weapon."""
    return Modifier(key, lambda s: when(s) if wields(s, key) else NOBODY, source, each, causes=lambda s: (s.attacker.name,))


def _theirs(key: str, source: str, each: Any, when: Any = lambda s: True) -> Modifier:
    """An ability of the target, on its Defence Value."""
    worth = each if callable(each) else {"defence-value": each}
    return Modifier(key, lambda s: when(s) if s.target.has(key) else NOBODY, source, worth, causes=lambda s: (s.target.name,))


def _on_the_die(key: str, source: str) -> Modifier:
    """An ability that acts on single faces: it stands in the ledger at 0 and shows in the faces."""
    return _mine(key, source, each=0)


def _armour_ignored(s: Situation) -> dict[str, int]:
    """Fist: the unarmoured count one lower, the armoured one higher."""
    return {"defence-value": np.where(np.asarray(s.target.defence) <= UNARMOURED, -1, 1)}


def _armour_swapped(s: Situation) -> dict[str, int]:
    """Crystal: the unarmoured count as 5, the heavily armoured as 3, light armour stays."""
    base = np.asarray(s.target.defence)
    return {"defence-value": np.where(base <= UNARMOURED, 5 - base, np.where(base > LIGHT, 3 - base, 0))}


_FIGHT = (
    _mine("beastman", RACES, lambda s: s.attacker.hp == 1),
    _mine("drow", RACES, lambda s: s.attacker.hp >= s.attacker.max_hp),
    _mine("goblin", RACES, lambda s: s.target.hp == 0),
    _mine("gnoll", RACES, lambda s: s.target.hp == 1),
    _on_the_die("human", RACES),
    _on_the_die("orc", RACES),
    _theirs("gnome", RACES, 1),
    _theirs("living-construct", RACES, 1, lambda s: s.target.hp >= s.target.max_hp),
    _theirs("lizardman", RACES, 1, lambda s: s.target.hp == 0),
    _theirs("banner", BLADES, -1),
    Modifier("banner-nearby", lambda s: bearers_beside_target(s).any(axis=0), BLADES, {"defence-value": 1},
             causes=lambda s: s.others.names(bearers_beside_target(s))),
    _theirs("shield", BLADES, lambda s: {"defence-value": int(s.rulings.shield)}, from_its_front),
)

MELEE = (
    *_FIGHT,
    _theirs("buckler", BLADES, 2, from_its_front),
    _mine("fist", BLADES, each=_armour_ignored),
    _mine("assassins-knife", BLADES, behind, {"damage": 1}),
    _mine("hammer", BLADES, cannot_be_pushed, {"damage": 1}),
    _on_the_die("kobold", RACES),
    _on_the_die("axe", BLADES),
    _on_the_die("curved-sword", BLADES),
    _on_the_die("glaive", BLADES),
    _on_the_die("claw", BLADES),
)

RANGED = (
    *_FIGHT,
    _mine("crystal", FOCI, each=_armour_swapped),
    _on_the_die("crossbow", SHOTS),
    _on_the_die("shuriken", SHOTS),
    _on_the_die("grappling-hook", SHOTS),
)


def numbers_of_abilities(s: Situation) -> dict[str, Any]:
    """What the dice must know of the abilities, for the attacks of this situation's mode."""
    melee = s.attack.mode == "melee"
    return {
        "six": int(wields(s, "orc")) + int(melee and wields(s, "axe")),
        "middle": int(melee and wields(s, "glaive")),
        "low": int(melee and wields(s, "curved-sword")),
        "reroll": int(wields(s, "human")) + 2 * int(not melee and wields(s, "crossbow")),
        "harmless": int(not melee and wields(s, "grappling-hook")),
        "claw": int(melee and wields(s, "claw")),
        "throws": throws(s),
    }


def throws(s: Situation) -> int:
    """How many dice one attack throws, before any repeats: three for a shuriken."""
    return 3 if s.attack.mode == "ranged" and wields(s, "shuriken") else 1
