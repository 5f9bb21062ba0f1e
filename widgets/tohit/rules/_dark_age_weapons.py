"""Dark Age's weapons: an attack's numbers, and the profiles of Select Fire that inherit them.

Sources: Attaques Spéciales, "Tir Sélectif"; the quick start for power, malfunction and extreme damage.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tohit.core.errors import NotationError
from tohit.core.kinds import Flag, Listed, Optional, Reading, Text, Whole, refuse
from tohit.core.limits import ATTACKS, COUNT, DISTANCE, LEVEL, MINIS, NAME
from tohit.core.question import Attack, Question
from tohit.core.record import Field, Record
from tohit.core.situation import Situation
from tohit.rules._dark_age_dice import SIDES, Arm, Readings
from tohit.words import Phrase

__all__ = ["PROFILE", "WEAPON", "arm", "check", "check_work", "dice", "in_turn", "in_use", "is_chosen", "readings", "skill", "turns", "worst"]

HP_AT_ONCE = 2_000
"""How many hit points one attack may cost at most: each is an outcome with a chance of thousands of digits."""

STEPS = 400_000_000
"""How much attacks on one target may have to work through: what takes about two seconds."""

_NUMBERS = (
    Field("as", Optional(Whole(-LEVEL, LEVEL)), None, attribute="attack_skill"),
    Field("pu", Optional(Whole(0, COUNT)), 5),
    Field("multiples", Whole(0, COUNT), 1),
    Field("range", Optional(Whole(0, DISTANCE)), None),
    Field("malfunction", Optional(Whole(1, SIDES)), None),
    Field("extreme_damage", Whole(0, COUNT), 1),
    Field("reach", Flag(), False),
)
_NAME = Text(NAME, least=1)
_ONE = Record("Profile", [Field("name", _NAME), *_NUMBERS], sparse=True)


class Profiles(Listed):
    """Named profiles: a list of objects with a ``name``, or one object that holds them by name."""

    def __init__(self) -> None:
        super().__init__(_ONE, MINIS)

    def read(self, value: Any, path: str, reading: Reading) -> tuple[Any, ...]:
        if type(value) is dict:
            read = tuple(self._named(name, given, path, reading) for name, given in value.items())
            paths = [f"{path}.{profile.name}" for profile in read]
        else:
            read = super().read(value, path, reading)
            paths = [f"{path}[{index}]" for index in range(len(read))]
        first: dict[str, str] = {}
        for profile, place in zip(read, paths, strict=True):
            if profile.name is msgspec.UNSET:
                raise NotationError("core.missing_key", f"{place}.name", allowed=_NAME.allowed())
            if profile.name in first:
                raise NotationError("core.name_twice", f"{place}.name", name=profile.name, other=first[profile.name])
            first[profile.name] = place
        return read

    def schema(self) -> dict[str, Any]:
        item = {**_ONE.schema(), "required": ["name"]}
        listed = {"type": "array", "items": item, "maxItems": self.most}
        return {"anyOf": [listed, {"type": "object", "additionalProperties": _ONE.schema()}]}

    def _named(self, name: str, given: Any, path: str, reading: Reading) -> Any:
        place = f"{path}.{_NAME.read(name, path, reading)}"
        if type(given) is dict and given.get("name", name) != name:
            raise refuse(f"{place}.name", given["name"], Phrase("core.allowed.choice", values=(name,)))
        return msgspec.structs.replace(_ONE.read(given, place, reading), name=name)



WEAPON = (*_NUMBERS, Field("profiles", Profiles(), ()))
PROFILE = Field("profile", Listed(_NAME, ATTACKS, single=True), (),
                offers=lambda question: [profile.name for profile in question.attack.weapon.profiles], names="attack.weapon.profiles")


def in_use(attack: Attack) -> tuple[Any, ...]:
    """The weapon as each chosen profile makes it, each once, the first used first.

    "Les capacités d'arme notées sous le nom de l'attaque principale seront conférées à tous ses profils": what
    a profile does not state it takes from the weapon.
    """
    profiles = {profile.name: profile for profile in attack.weapon.profiles}
    chosen = dict.fromkeys(attack.options.profile)
    return tuple(_merged(attack.weapon, profiles[name]) for name in chosen) or (attack.weapon,)


def turns(attack: Attack) -> tuple[int, ...]:
    """For each attack, which of ``in_use`` makes it."""
    chosen = attack.options.profile
    places = {name: place for place, name in enumerate(dict.fromkeys(chosen))}
    listed = tuple(places[name] for name in chosen) or (0,)
    return (listed * attack.attacks)[:attack.attacks]


def in_turn(question: Question) -> tuple[Question, ...]:
    """Select Fire: the same attack with each of the profiles chosen for a row of attacks, one after the other."""
    attack = question.attack
    options = [msgspec.structs.replace(attack.options, profile=(name,)) for name in attack.options.profile]
    made = [msgspec.structs.replace(attack, options=chosen) for chosen in options] or [attack]
    return tuple(msgspec.structs.replace(question, attack=each) for each in made)


def skill(s: Situation, weapon: Any) -> int:
    """The attack's own AS, else the mini's."""
    return s.attacker.attack_skill if weapon.attack_skill is None else weapon.attack_skill


def arm(weapon: Any) -> Arm:
    """What the dice must know of a weapon."""
    return Arm(weapon.multiples, weapon.extreme_damage, weapon.malfunction or 0, weapon.pu is None)


def readings(rulings: Any) -> Readings:
    """What the dice must know of the rulings."""
    return Readings(rulings.naturals == "1-hits-20-misses", rulings.critical_save == "extra-hp",
                    rulings.malfunction_first == "yes")


def worst(weapon: Any) -> int:
    """The most hit points that one hit can cost: every save failed with a natural 20."""
    return 0 if weapon.pu is None else weapon.multiples * (weapon.extreme_damage + 1)


def dice(attack: Attack, blows: int = 1) -> int:
    """Armour saves of one attack, at least one die for each blow.

    Raises:
        NotationError: more hit points at once than an exact answer can list.
    """
    used = in_use(attack)
    if blows * max(worst(weapon) for weapon in used) > HP_AT_ONCE:
        raise NotationError("dark-age.refused.damage", "attack.weapon", most=HP_AT_ONCE)
    return blows * max(1, *(weapon.multiples for weapon in used))


def check_work(s: Situation) -> None:
    """Refuse attacks on more hit points, with more ways to lose them, than an exact answer can follow.

    The work grows with the target's hit points, the different costs of one attack and the length of the
    counts; different profiles in turn must be gone through attack by attack, though each step is shorter.

    Raises:
        NotationError: before any work is done.
    """
    attacks, used = s.attack.attacks, in_use(s.attack)
    if attacks == 1:
        return
    widest = max(worst(weapon) for weapon in used)
    costs = max(min(worst(weapon), weapon.multiples * (weapon.multiples + 3) // 2) for weapon in used)
    dice = attacks * max(1, *(weapon.multiples for weapon in used))
    steps = min(s.target.hp, attacks * widest) * costs * dice
    steps = steps * attacks // 20 if len(used) > 1 else steps
    steps *= 2 if any(weapon.malfunction for weapon in used) else 1
    if steps > STEPS:
        raise NotationError("dark-age.refused.work", "attack.attacks", attacks=attacks, dice=dice, hp=s.target.hp)


def is_chosen(attack: Attack) -> bool:
    """Select Fire: "vous devez choisir un des profils"."""
    return bool(attack.options.profile) or not attack.weapon.profiles


def check(question: Question) -> None:
    """Profiles must exist, one for each attack or one for all; the order of an arc names enemies, each once.

    Raises:
        NotationError: with the path of the first fault.
    """
    _check_profiles(question.attack)
    _check_order(question)


def _check_profiles(attack: Attack) -> None:
    path, chosen = "attack.options.profile", attack.options.profile
    known = tuple(profile.name for profile in attack.weapon.profiles)
    if chosen and not known:
        raise NotationError("dark-age.refused.no-profiles", path)
    for index, name in enumerate(chosen):
        if name not in known:
            place = path if len(chosen) == 1 else f"{path}[{index}]"
            raise refuse(place, name, Phrase("core.allowed.choice", values=known))
    if len(chosen) not in (0, 1, attack.attacks):
        raise NotationError("dark-age.refused.profile-count", path, names=len(chosen), attacks=attack.attacks)


def _check_order(question: Question) -> None:
    side = question.attacker.side
    enemies = tuple(mini.name for mini in question.scene.minis if mini.side != side)
    order = question.attack.options.order
    for index, name in enumerate(order):
        path = f"attack.options.order[{index}]"
        if name not in enemies:
            raise refuse(path, name, Phrase("core.allowed.choice", values=enemies))
        if name in order[:index]:
            raise NotationError("dark-age.refused.order-twice", path, mini=name)


def _merged(weapon: Any, profile: Any) -> Any:
    own = {field.name: getattr(profile, field.name) for field in _NUMBERS}
    return msgspec.structs.replace(weapon, **{name: value for name, value in own.items() if value is not msgspec.UNSET})
