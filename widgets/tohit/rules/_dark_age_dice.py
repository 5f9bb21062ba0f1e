"""Dark Age's dice: a d20 to hit at or under a number, then one armour save for each multiple of the power.

Sources: the quick start of 2010 for naturals, saves and malfunctions; Attaques Spéciales for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tohit.core.chain import wear_down
from tohit.core.distribution import Distribution
from tohit.core.resolution import Resolution, Stage

__all__ = ["SIDES", "Arm", "Blow", "Readings", "resolve"]

SIDES = 20
FACES = range(1, SIDES + 1)


@dataclass(frozen=True, slots=True)
class Arm:
    """What the dice must know of a weapon.

    Args:
        multiples: armour saves of one hit.
        extreme_damage: hit points that a failed save costs.
        malfunction: the lowest face that malfunctions; 0 when none does.
        harmless: an ability only: a hit costs nothing.
    """

    multiples: int
    extreme_damage: int
    malfunction: int
    harmless: bool


@dataclass(frozen=True, slots=True)
class Readings:
    """The rulings that the dice depend on: naturals on the attack roll, 20 on a save, what goes first."""

    naturals: bool
    critical_save: bool
    malfunction_first: bool


class Blow:
    """One attack on one target: the faces of its roll and what they do.

    Args:
        need: the roll hits at or under it.
        save: an armour save succeeds at or under it.
    """

    def __init__(self, need: int, save: int, arm: Arm, readings: Readings):
        self.need, self.save, self.arm = need, save, arm
        self._naturals = readings.naturals
        reached = [face for face in FACES if _reaches(face, need, readings.naturals)]
        jammed = [face for face in FACES if arm.malfunction and face >= arm.malfunction]
        self.hits = tuple(face for face in reached if not (readings.malfunction_first and face in jammed))
        self.jams = tuple(face for face in jammed if face not in self.hits)
        self.chance = Fraction(len(self.hits), SIDES)
        self.saves = tuple(face for face in FACES if _reaches(face, save, naturals=True))
        self.wound = self._wound(readings.critical_save)
        self.damage = self.ending(0)

    def ending(self, jam: int) -> Distribution:
        """The hit points it costs, with a malfunction counted as so many."""
        hits, jams = len(self.hits), len(self.jams)
        ways = [(hits, self.wound), (jams, Distribution.certain(jam)), (SIDES - hits - jams, Distribution.certain(0))]
        return Distribution.mix(ways)

    def stages(self) -> tuple[Stage, ...]:
        """The attack roll, and the save where there is one."""
        rolled = Stage("to-hit", SIDES, _told(self.hits, self.need, self._naturals), self.hits, self.chance)
        if self.arm.harmless or not self.arm.multiples:
            return (rolled,)
        chance = Fraction(len(self.saves), SIDES)
        told = _told(self.saves, self.save, True)
        return rolled, Stage("armour-save", SIDES, told, self.saves, chance, lands=False, saves=True, times=self.arm.multiples)

    def _wound(self, critical: bool) -> Distribution:
        """What a hit costs: extreme damage for every failed save, one more when it shows 20."""
        if self.arm.harmless:
            return Distribution.certain(0)
        extreme, fails = self.arm.extreme_damage, SIDES - len(self.saves)
        ways = [(len(self.saves), 0), (fails - 1, extreme), (1, extreme + critical)]
        one = Distribution.mix([(cases, Distribution.certain(cost)) for cases, cost in ways])
        return one.times(self.arm.multiples)


def resolve(*, need: tuple[int, ...], save: tuple[int, ...], arms: tuple[Arm, ...], turns: tuple[int, ...], hp: int,
            readings: Readings) -> Resolution:
    """Exact chances of attacks on one target.

    Args:
        need, save, arms: for each profile in use: target number of the attack roll and of the save, the weapon.
        turns: which of them each attack uses.
        hp: the target's hit points now; attacks stop at 0 left.
    """
    blows = [Blow(*numbers, readings) for numbers in zip(need, save, arms, strict=True)]
    damage = _worn(blows, [blow.damage for blow in blows], turns, hp)
    outcomes = {"dead": damage.at_least(hp)}
    if any(arm.malfunction for arm in arms):
        outcomes["malfunction"] = _malfunction(blows, turns, hp)
    first = blows[turns[0]]
    return Resolution(first.chance, first.stages(), damage, outcomes, one=first.damage)


def _worn(blows: Sequence[Blow], damages: Sequence[Distribution], turns: Sequence[int], hp: int) -> Distribution:
    """All attacks on one target, which stop when it is dead; the last one counts in full."""
    tables = [(damage,) * hp for damage in damages]
    return wear_down([tables[turn] for turn in turns], last=hp - 1)


def _malfunction(blows: Sequence[Blow], turns: Sequence[int], hp: int) -> Fraction:
    """The chance of at least one malfunction: told apart from wounds by costing more than these ever can."""
    jam = hp + max(blow.damage.outcomes()[-1] for blow in blows)
    return _worn(blows, [blow.ending(jam) for blow in blows], turns, hp).at_least(jam)


def _reaches(face: int, number: int, naturals: bool) -> bool:
    """At or under the number; with naturals a 1 always succeeds and a 20 never does."""
    return (face <= number or (naturals and face == 1)) and not (naturals and face == SIDES)


def _told(faces: tuple[int, ...], number: int, naturals: bool) -> str:
    """The needed roll: the highest face that would succeed, malfunctions apart."""
    if not faces:
        return "never"
    if len(faces) == SIDES:
        return "always"
    return f"{max(1, min(number, SIDES - 1)) if naturals else number}-"
