"""Dark Age's arc attacks as dice: one enemy after the other, with less power each time.

Source: Attaques Spéciales, "Attaques en Arc".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from tohit.core.distribution import Distribution
from tohit.core.resolution import Resolution
from tohit.rules._dark_age_dice import SIDES, Arm, Blow, Readings

__all__ = ["FALL", "NOBODY", "NOTHING", "Foe", "resolve"]

FALL = 2
""""Une pénalité cumulative de -2 PU après chaque attaque résolue"."""

NOBODY = -1
"""Instead of a place among the foes: nobody is left to be attacked."""

NOTHING = {"sequence": (), "kills": Distribution.certain(0)}
"""What is told of an arc attack that is not allowed."""

State = tuple[tuple[int, ...], int, int]
"""What the targets have left, how many blows this arc has struck, the damage so far."""


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy that the arc may reach."""

    name: str
    df: int
    ar: int
    hp: int


@dataclass(frozen=True, slots=True)
class Arc:
    """One arc attack: its blows by target and by how many blows came before."""

    skill: int
    power: int
    arm: Arm
    readings: Readings

    def lasts(self, struck: int) -> bool:
        """Whether power is left after so many blows; an ability alone never runs out."""
        return self.arm.harmless or self.power - FALL * struck > 0

    def blow(self, foe: Foe, struck: int) -> Blow:
        return Blow(self.skill + foe.df, foe.ar - self.power + FALL * struck, self.arm, self.readings)

    def blows(self, foes: Sequence[Foe]) -> Iterator[tuple[Foe, int, Blow]]:
        """Target, blows before, blow: while enemies and power last."""
        return ((foe, struck, self.blow(foe, struck)) for struck, foe in enumerate(foes) if self.lasts(struck))


def resolve(*, victims: tuple[int, ...], skill: tuple[int, ...], power: tuple[int, ...], arms: tuple[Arm, ...],
            turns: tuple[int, ...], foes: tuple[Foe, ...], readings: Readings) -> Resolution:
    """Exact chances of one or more arc attacks.

    Args:
        victims: who is attacked first, second, …: places in ``foes``; ``NOBODY`` past the last.
        skill, power, arms: for each profile in use: attack skill with its modifiers, first power, the weapon.
        turns: which of them each arc attack uses.

    Returns:
        ``dead`` is the first target's death over all arcs; ``sequence`` tells the first arc, since the later
        ones depend on who still stands.
    """
    targets = [foes[victim] for victim in victims if victim != NOBODY]
    arcs = [Arc(skill[turn], power[turn], arms[turn], readings) for turn in turns]
    blows = list(arcs[0].blows(targets))
    if not blows:
        return Resolution(Fraction(0), (), Distribution.certain(0), {"dead": Fraction(0)}, extras=NOTHING)
    first = blows[0][2]
    if len(arcs) == 1:
        damage = sum((blow.damage for _, _, blow in blows), start=Distribution.certain(0))
        kills = sum((_is_dead(foe, blow) for foe, _, blow in blows), start=Distribution.certain(0))
        dead = _is_dead(targets[0], first).chance(1)
        smooth = prod((Fraction(SIDES - len(blow.jams), SIDES) for _, _, blow in blows), start=Fraction(1))
    else:
        ends, cases = _fought(arcs, targets, jams=True)
        damage = _counted(ends, lambda left, total: total)
        kills = _counted(ends, lambda left, total: left.count(0))
        dead = _counted(ends, lambda left, total: left[0] == 0).chance(1)
        smooth = Fraction(sum(_fought(arcs, targets, jams=False)[0].values()), cases)
    outcomes = {"dead": dead}
    if any(arm.malfunction for arm in arms):
        outcomes["malfunction"] = 1 - smooth
    extras = {"sequence": tuple(_told(arcs[0], *blow) for blow in blows), "kills": kills}
    return Resolution(first.chance, first.stages(), damage, outcomes, extras=extras, one=first.damage)


def _is_dead(foe: Foe, blow: Blow) -> Distribution:
    return blow.damage.map(lambda damage: damage >= foe.hp)


def _told(arc: Arc, foe: Foe, struck: int, blow: Blow) -> dict[str, object]:
    power = None if arc.arm.harmless else arc.power - FALL * struck
    return {"target": foe.name, "pu": power, "chance": blow.chance, "dead": _is_dead(foe, blow).chance(1)}


def _fought(arcs: Sequence[Arc], targets: Sequence[Foe], jams: bool) -> tuple[dict[State, int], int]:
    """All ways that repeated arcs can end, and the number of equally likely cases.

    The dead are no targets any more, so later blows keep more power: the targets cannot be told apart from
    each other.  Without ``jams``, only the ways in which nothing malfunctions.
    """
    states: dict[State, int] = {(tuple(foe.hp for foe in targets), 0, 0): 1}
    cases = 1
    for arc in arcs:
        states = _merged(((left, 0, total), count) for (left, _, total), count in states.items())
        scale = SIDES ** (1 + arc.arm.multiples)
        for place, foe in enumerate(targets):
            states = _merged(_struck(states, arc, place, foe, scale, jams))
            cases *= scale
    return states, cases


def _struck(states: dict[State, int], arc: Arc, place: int, foe: Foe, scale: int, jams: bool) -> Iterator[tuple[State, int]]:
    """One target's turn in an arc, for every way it can have gone so far."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for (left, struck, total), count in states.items():
        if not left[place] or not arc.lasts(struck):
            yield (left, struck, total), count * scale
            continue
        if struck not in ways:
            ways[struck] = _ways(arc.blow(foe, struck), scale, jams)
        for damage, weight in ways[struck]:
            after = (*left[:place], max(0, left[place] - damage), *left[place + 1:])
            yield (after, struck + 1, total + damage), count * weight


def _ways(blow: Blow, scale: int, jams: bool) -> list[tuple[int, int]]:
    """Damage and number of cases out of ``scale``."""
    ways = {damage: count * (scale // blow.damage.denominator) for damage, count in blow.damage.items()}
    if not jams:
        ways[0] = ways.get(0, 0) - len(blow.jams) * scale // SIDES
    return list(ways.items())


def _merged(ends: Iterable[tuple[State, int]]) -> dict[State, int]:
    together: dict[State, int] = {}
    for state, count in ends:
        together[state] = together.get(state, 0) + count
    return together


def _counted(ends: dict[State, int], count: Callable[[tuple[int, ...], int], int]) -> Distribution:
    weights: dict[int, int] = {}
    for (left, _, total), cases in ends.items():
        outcome = int(count(left, total))
        weights[outcome] = weights.get(outcome, 0) + cases
    return Distribution.of(weights)
