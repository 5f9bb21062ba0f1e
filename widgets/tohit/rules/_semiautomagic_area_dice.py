"""SemiAutomagic's area attack as dice: hit or stray, everyone in the area, one damage die for them all.

Source: Attacking, "Area attacks".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tohit.core.resolution import Resolution, Stage
from tohit.rules._semiautomagic_dice import (
    Check, Readings, attack_stage, damage_stages, defence_stage, ever, lowest, wounds,
)
from tohit.rules._semiautomagic_joint import Group, Risk, joint
from tohit.rules._semiautomagic_shape import Shape, Strewing, inside, landings

__all__ = ["DODGED", "Victim", "resolve"]

DODGED = 3
""""A successful dodge without the Evasion technique reduces damage by 3 points"."""


@dataclass(frozen=True, slots=True)
class Victim:
    """Somebody, or something, that the area may cover.

    Args:
        minimum: damage that exceeds it wounds; ``toughness``: damage that exceeds it leaves dying.
        bonus: to the defence roll; None without one.
        negates: a successful defence undoes all, as a shield or Evasion does; else it takes off some damage.
    """

    name: str
    minimum: int
    toughness: int
    bonus: int | None
    negates: bool


def resolve(*, need: int, dc: int, plus: int, scatter: int, places: Sequence[Sequence[int] | None],
            victims: tuple[Victim, ...], target: int, shape: Shape, ways: int, step: int, die: int, readings: Readings,
            attacks: int) -> Resolution:
    """Exact chances of area attacks.

    Args:
        need: the natural face of the attack roll; ``dc``: what the victims' defence rolls must reach.
        plus: added to the damage die.
        scatter: dice of the distance a miss strays; ``ways``: the directions; ``step``: squares of the board to each.
        places: where each victim stands, from the square aimed at; None off the board.
        target: the place among the victims of the one whose damage is told.
    """
    attack, strewing = Check(need, readings.critical), Strewing(scatter, ways, step)
    held = inside(shape, strewing, places)
    groups = _groups(attack.chance, held, landings(strewing)[2])
    covered = _covered(groups, len(victims))
    wounding, killing = (
        [_risk(victim, getattr(victim, limit), dc, plus, die, readings) for victim in victims]
        for limit in ("minimum", "toughness")
    )
    wound, dying = (
        [share * risk.chance for share, risk in zip(covered, risks, strict=True)] for risks in (wounding, killing)
    )
    targets = {victim.name: {"outcomes": {"wound": ever(wound[place], attacks), "dying": ever(dying[place], attacks)}}
               for place, victim in enumerate(victims)}
    if readings.harmless:
        for victim, share, risk in zip(victims, covered, killing, strict=True):
            targets[victim.name]["outcomes"]["affected"] = ever(share * (1 - risk.saved), attacks)
    stages = [attack_stage(attack), *(_stages(victims[target], dc, plus, die, readings) if held[0, target] else ())]
    outcomes = targets[victims[target].name]["outcomes"]
    extras = {"targets": targets, "joint": joint(groups, killing, die, attacks)}
    return Resolution(attack.chance, tuple(stages), wounds(wound[target], attacks), outcomes, extras)


def _groups(hit: Fraction, held: Any, counts: Sequence[int]) -> list[Group]:
    """Who may be in the area together, and in how many of the equally likely cases."""
    strays = hit.denominator - hit.numerator
    weights: dict[bytes, int] = {}
    for row, cases in zip(held, (hit.numerator * sum(counts), *(strays * count for count in counts)), strict=True):
        key = row.tobytes()
        weights[key] = weights.get(key, 0) + cases
    return [(tuple(place for place, here in enumerate(row) if here), cases) for row, cases in weights.items() if cases]


def _covered(groups: Sequence[Group], victims: int) -> list[Fraction]:
    """The chance of each to be in the area."""
    cases = [0] * victims
    for group, weight in groups:
        for place in group:
            cases[place] += weight
    whole = sum(weight for _, weight in groups)
    return [Fraction(part, whole) for part in cases]


@lru_cache(maxsize=4096)
def _risk(victim: Victim, limit: int, dc: int, plus: int, die: int, readings: Readings) -> Risk:
    """What the damage die does to one victim in the area."""
    saved = Fraction(0) if victim.bonus is None else Check(dc - victim.bonus, readings.critical).chance
    never = die + 1
    if readings.harmless:
        return Risk(never, never, saved, die)
    first = lowest(limit, plus, readings.meets)
    return Risk(first, never if victim.negates else first + DODGED, saved, die)


def _stages(victim: Victim, dc: int, plus: int, die: int, readings: Readings) -> Iterator[Stage]:
    """What follows for the target once it is in the area; damage as it is without a dodge."""
    if victim.bonus is not None:
        yield defence_stage(Check(dc - victim.bonus, readings.critical), lands=False)
    if not readings.harmless:
        yield from damage_stages(victim.minimum, victim.toughness, plus, die, readings.meets)
