"""SemiAutomagic's dice: an attack roll, the defender's own roll, one damage die against two numbers.

Sources: Attacking; Critical Success for the reading of a natural 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tohit.core.distribution import Distribution
from tohit.core.resolution import Resolution, Stage
from tohit.rules._semiautomagic_combo import Combo

__all__ = ["Check", "Readings", "attack_stage", "damage_stages", "defence_stage", "dying", "lowest", "resolve"]

SIDES = 6
FACES = range(1, SIDES + 1)
CRITICAL = 2
""""Roll again with +2": what a natural 6 that still fails gets."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the dice must know of the rulings and the kind of attack.

    Args:
        meets: damage that equals Toughness is enough.
        critical: a natural 6 that fails a d6 check is thrown again.
        harmless: the attack has an effect and no damage.
    """

    meets: bool
    critical: bool
    harmless: bool


class Check:
    """One d6 check: the natural faces that reach ``need``, those thrown again, and the chance to succeed."""

    def __init__(self, need: int, critical: bool):
        self.need = need
        self.faces = tuple(face for face in FACES if face >= need)
        self.again = (SIDES,) if critical and not self.faces else ()
        self.second = tuple(face for face in FACES if face + CRITICAL >= need) if self.again else ()
        self.chance = Fraction(len(self.faces) * SIDES + len(self.second), SIDES**2)


def resolve(*, need: int, guard: int | None, defended: int, plus: int, minimum: int, toughness: int, die: int,
            readings: Readings, attacks: int) -> Resolution:
    """Exact chances of simultaneous attacks on one target, each against the Toughness it had at the start.

    Args:
        need: the natural face that the attack roll needs; ``guard``: likewise the defence roll, None without one.
        defended: against how many of the attacks a defence roll may be made, the first that hit.
        plus: added to the damage die.
        minimum: damage that exceeds it wounds; ``toughness``: damage that exceeds it leaves dying.
    """
    attack, defence = Check(need, readings.critical), None if guard is None else Check(guard, readings.critical)
    lands = attack.chance * (1 - defence.chance if defence else 1)
    damaging = () if readings.harmless else damage_stages(minimum, toughness, plus, die, readings.meets)
    harms = {"wound": Fraction(0), "dying": Fraction(0), **{stage.key: stage.chance for stage in damaging}}
    if readings.harmless:
        harms["affected"] = Fraction(1)
    if defence and defended < attacks:
        combo = Combo(attacks, defended, attack.chance, defence.chance)
        outcomes, damage = {key: 1 - combo.spared(harm) for key, harm in harms.items()}, combo.harmed(harms["wound"])
    else:
        outcomes, damage = {key: ever(lands * harm, attacks) for key, harm in harms.items()}, wounds(lands * harms["wound"], attacks)
    stages = (attack_stage(attack), *([defence_stage(defence)] if defence else []), *damaging)
    return Resolution(lands, stages, damage, outcomes, one=wounds(lands * harms["wound"], 1))


def dying(resolution: Resolution) -> Distribution:
    """Whether it makes its target start dying, and so stop fighting; a wound alone lowers nothing that was found."""
    chance = resolution.outcomes["dying"]
    return Distribution.of({0: chance.denominator - chance.numerator, 1: chance.numerator})


def ever(chance: Fraction, attacks: int) -> Fraction:
    """The chance of at least one in so many independent attacks."""
    return chance if attacks == 1 else 1 - (1 - chance) ** attacks


def wounds(chance: Fraction, attacks: int) -> Distribution:
    """How many wounds so many attacks make; damage of different attacks is never added."""
    return Distribution.of({0: chance.denominator - chance.numerator, 1: chance.numerator}).times(attacks)


def lowest(limit: int, plus: int, meets: bool) -> int:
    """The lowest face whose damage exceeds a number, or by the ruling meets it."""
    return limit - plus + (0 if meets else 1)


def attack_stage(check: Check) -> Stage:
    """The attack roll."""
    told = "always" if len(check.faces) == SIDES else f"{check.need}+" if check.chance else "never"
    return Stage("to-hit", SIDES, told, check.faces, check.chance, check.again, second=check.second)


def defence_stage(check: Check, lands: bool = True) -> Stage:
    """The defender's roll as the attacker needs it: it must fail."""
    fails = tuple(face for face in FACES if face not in (*check.faces, *check.again))
    told = "never" if not fails else "always" if not check.chance else f"{check.need - 1}-"
    second = tuple(face for face in FACES if check.again and face not in check.second)
    return Stage("defence", SIDES, told, fails, 1 - check.chance, check.again, lands, second=second)


def damage_stages(minimum: int, toughness: int, plus: int, die: int, meets: bool) -> tuple[Stage, Stage]:
    """The one damage die held against minimum Toughness and against Toughness."""
    return (_damage("wound", minimum, plus, die, meets), _damage("dying", toughness, plus, die, meets))


def _damage(key: str, limit: int, plus: int, die: int, meets: bool) -> Stage:
    first = lowest(limit, plus, meets)
    faces = tuple(range(max(1, first), die + 1))
    told = "never" if not faces else "always" if len(faces) == die else f"{first}+" if meets else f">{first - 1}"
    return Stage(key, die, told, faces, Fraction(len(faces), die), lands=False, same_die=key == "dying")
