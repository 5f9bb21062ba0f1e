"""Coup-De-Grace's dice: one die against a needed number, the target's hit points worn down to out of action.

Sources: Rules of Conflict, "Attacks and Damage" and section 10; Races; Melee Weapons; Ranged Weapons.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tohit.core.chain import wear_down
from tohit.core.distribution import Distribution
from tohit.core.resolution import Resolution, Stage

__all__ = ["SIDES", "resolve"]

SIDES = 6
Throw = tuple[int, int, bool]
"""One way a throw can end: how many of the equally likely cases, the damage, and whether it attacks again."""


def resolve(*, need: tuple[int, ...], extra: tuple[int, ...], even: tuple[int, ...], six: int, middle: int, low: int,
            reroll: int, harmless: int, claw: int, throws: int, levels: tuple[int, ...], attacks: int) -> Resolution:
    """Exact chances of attacks on one target.

    Args:
        need: the needed roll, Defence Value less modifiers, for each of ``levels``.
        extra: additional damage of every hit, likewise; ``even``: of a hit on an even face, likewise.
        six, middle: additional damage of a hit on a 6; on a 3 or 4.
        low: added to a first roll of 1 to 3 (the curved sword), not to a re-rolled die.
        reroll: faces that may be thrown again, bit 1 for a 1 and bit 2 for a 2; used where they miss.
        harmless, claw, throws: no damage; attacks again after an odd hit; throws of one attack.
        levels: the target's hit points now and those at which its numbers change, falling; each holds down to
            the next.
    """
    hp = levels[0]
    bonuses = [(extra[state], even[state], six, middle) for state in range(len(need))]
    ways = [_throw(n, bonus, low, reroll, bool(harmless)) for n, bonus in zip(need, bonuses, strict=True)]
    by_total = [ways[_level(hp - total, levels)] for total in range(hp + 1)]
    if claw and not harmless:
        damage = _claw(by_total, attacks)
    else:
        tables = {id(way): _damage(way) for way in ways}
        damage = wear_down([[tables[id(way)] for way in by_total]] * (attacks * throws), last=hp)
    stage = _stage(need[0], low, reroll)
    outcomes = {"downed": damage.chance(hp), "out-of-action": damage.at_least(hp + 1)}
    return Resolution(stage.chance, (stage,), damage, outcomes, one=_damage(ways[0]))


def _level(hp: int, levels: tuple[int, ...]) -> int:
    """Which of ``levels`` holds for a target with ``hp`` left: the last that is not below."""
    return sum(level >= hp for level in levels) - 1


def _hits(face: int, need: int, low: int) -> bool:
    return face + (low if face <= 3 else 0) >= need


def _rerolled(need: int, low: int, reroll: int) -> tuple[int, ...]:
    """The faces that are thrown again: those that may be, and miss."""
    return tuple(face for face in (1, 2) if reroll & face and not _hits(face, need, low))


def _throw(need: int, bonus: tuple[int, int, int, int], low: int, reroll: int, harmless: bool) -> tuple[Throw, ...]:
    """All ways one throw can end, of 36 equally likely cases."""
    again = _rerolled(need, low, reroll)
    ways: dict[tuple[int, bool], int] = {}
    for first in range(1, SIDES + 1):
        for second in range(1, SIDES + 1):
            face, added = (second, 0) if first in again else (first, low)
            damage = _damage_of(face, bonus) if _hits(face, need, added) else 0
            end = (0 if harmless else damage, damage > 0 and face % 2 == 1)
            ways[end] = ways.get(end, 0) + 1
    return tuple((cases, damage, odd) for (damage, odd), cases in sorted(ways.items()))


def _damage_of(face: int, bonus: tuple[int, int, int, int]) -> int:
    extra, even, six, middle = bonus
    return 1 + extra + (even if face % 2 == 0 else 0) + (six if face == SIDES else 0) + (middle if face in (3, 4) else 0)


def _damage(way: Sequence[Throw]) -> Distribution:
    counts: dict[int, int] = {}
    for cases, damage, _ in way:
        counts[damage] = counts.get(damage, 0) + cases
    return Distribution.of(counts)


def _claw(by_total: Sequence[Sequence[Throw]], attacks: int) -> Distribution:
    """Each odd hit attacks again while the target stands in play, downed or not."""
    last = len(by_total) - 1
    ended: dict[int, Fraction] = {}
    starting = {0: Fraction(1)}
    for _ in range(attacks):
        throwing, after = dict(starting), {}
        for total in range(last + 1):
            share = throwing.pop(total, Fraction(0)) / SIDES**2
            for cases, damage, odd in by_total[total] if share else ():
                reached = total + damage
                bin_ = ended if reached > last else throwing if odd else after
                bin_[reached] = bin_.get(reached, Fraction(0)) + share * cases
        starting = after
    return Distribution.from_chances({
        total: starting.get(total, Fraction(0)) + ended.get(total, Fraction(0)) for total in starting.keys() | ended.keys()
    })


def _stage(need: int, low: int, reroll: int) -> Stage:
    faces = tuple(face for face in range(1, SIDES + 1) if _hits(face, need, low))
    again = _rerolled(need, low, reroll)
    second = tuple(face for face in range(1, SIDES + 1) if _hits(face, need, 0)) if again else ()
    chance = Fraction(len(faces) * SIDES + len(again) * len(second), SIDES**2)
    told = "always" if len(faces) == SIDES else f"{need}+" if chance else "never"
    return Stage("to-hit", SIDES, told, faces, chance, again, second=second)
