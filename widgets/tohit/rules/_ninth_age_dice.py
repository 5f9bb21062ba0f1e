"""The Ninth Age's dice: to hit, to wound, armour, Aegis or Fortitude, Health Points, casualties.

Sources: Standard Melee Attacks; Attack Sequence; To-Wound Rolls; Armour Saves; Saves; Multiple Wounds; Health Pools
and Casualties; Hopeless Shots.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from tohit.core.distribution import Distribution
from tohit.core.resolution import Resolution, Stage
from tohit.core.written import roll
from tohit.rules._ninth_age_pool import pooled, removed

__all__ = ["Blow", "Saves", "resolve"]

D6 = Distribution.die(6)
FACES = range(1, 7)
HOPELESS = 4
"""What a Hopeless Shot needs on its second die."""
_NOTHING = Distribution.certain(0)


def resolve(*, hit: int | None, wound: int, save: int, pierced: int, kind: str, hatred: bool, blow: Blow, each: int, attacks: int,
            hp: int, models: int) -> Resolution:
    """Exact chances of all attacks on one unit.

    Args:
        hit: the needed roll to hit, modified; None for attacks that hit automatically.
        wound: the needed roll to wound.
        save: the needed armour save.
        pierced: the same against a Lethal Strike.
        kind: how a to-hit roll is read: ``melee``, ``newer`` or ``second`` (shots by edition), ``none``.
        hatred: a failed roll to hit is thrown again.
        blow: all about one attack that no square of the board changes.
        each: how many hits a roll to hit is worth.
        hp: Health Points that each model of the target has when unhurt.
        models: how many models the unit has; its Health Points are one pool.
    """
    to_hit = _ToHit(hit, kind, hatred)
    chain = _Chain(wound, save, pierced, blow, hp)
    one = to_hit.then(chain, each, most=models * hp)
    damage = pooled(one, blow.dice, attacks, most=models * hp)
    stages = (*to_hit.stages, *chain.stages)
    return Resolution(to_hit.chance, stages, damage, extras={"casualties": removed(damage, hp)}, one=one)


@dataclass(frozen=True, slots=True)
class Saves:
    """The special saves of the target: the needed roll of each, or None."""

    aegis: int | None = None
    fortitude: int | None = None


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack.

    Args:
        dice: how many dice it throws, or how many hits it is.
        multiple: Health Points of each unsaved wound, at most those of a model.
        marks: attack attributes that change how dice are read.
    """

    dice: int | str
    multiple: int | str
    marks: tuple[str, ...]
    saves: Saves


class _ToHit:
    """The roll to hit, what each of its faces does, and its stages."""

    def __init__(self, need: int | None, kind: str, hatred: bool):
        self._need, self._kind = need, kind
        self._hopeless = kind == "second" and need == 7
        self._hits = tuple(face for face in FACES if self._succeeds(face))
        self._again = tuple(face for face in FACES if face not in self._hits) if hatred else ()

    @cached_property
    def chance(self) -> Fraction:
        if self._kind == "none":
            return Fraction(1)
        second = Fraction(7 - HOPELESS, 6) if self._hopeless else 1
        return self._first * second

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        if self._kind == "none":
            return ()
        need = f"{min(max(self._need, 2), 6)}+" if self._hits else "never"
        first = Stage("to-hit", 6, need, self._hits, self._first, self._again, second=self._hits if self._again else ())
        if not self._hopeless:
            return (first,)
        return first, _stage("hopeless-shot", HOPELESS, lands=True)

    def then(self, chain: _Chain, each: int, most: int) -> Distribution:
        """The Health Points that one die costs, at most so many: a hit or as many as an Area Attack makes of it.

        On a natural 6 there may be one more, or one that wounds at once; of several hits only one does.
        """
        if self._kind == "none":
            return chain.by_hit
        marks = chain.blow.marks
        plain, others = (pooled(chain.by_hit, times, 1, most) if each > 1 else chain.by_hit for times in (each, each - 1))
        first = chain.wounded if "poison" in marks else chain.by_hit
        six = (first + others if each > 1 else first) + (chain.by_hit if "battle-focus" in marks else 0)

        def struck(face: int) -> Distribution:
            if face not in self._hits:
                return _NOTHING
            hit = six if face == 6 else plain
            return Distribution.mix([(7 - HOPELESS, hit), (HOPELESS - 1, _NOTHING)]) if self._hopeless else hit

        again = D6.map(struck) if self._again else _NOTHING
        return D6.map(lambda face: again if face in self._again else struck(face))

    @property
    def _first(self) -> Fraction:
        """The chance that the first die shows what is needed."""
        plain = Fraction(len(self._hits), 6)
        return plain + Fraction(len(self._again), 6) * plain

    def _succeeds(self, face: int) -> bool:
        if self._kind == "melee":
            return face == 6 or 1 < face >= self._need
        return self._kind != "none" and (1 < face >= self._need or (self._hopeless and face == 6))


class _Chain:
    """What becomes of a hit: to wound, armour save, special save, Health Points."""

    def __init__(self, wound: int, save: int, pierced: int, blow: Blow, hp: int):
        self.blow = blow
        self._wound, self._save, self._pierced = wound, save, pierced
        self._again = "flaming" in blow.marks and "flammable" in blow.marks
        self._cost = roll(blow.multiple).clip(high=hp)

    @cached_property
    def wounded(self) -> Distribution:
        """The Health Points that a wound costs."""
        return self._past_saves(self._save, self._special("flaming" not in self.blow.marks))

    @cached_property
    def by_hit(self) -> Distribution:
        """The Health Points that a hit costs; a Lethal Strike is judged on the die that wounds."""
        lethal = self._past_saves(self._pierced, self._special(False)) if "lethal-strike" in self.blow.marks else self.wounded

        def struck(face: int) -> Distribution:
            return _NOTHING if not _is_made(face, self._wound) else lethal if face == 6 else self.wounded

        failed = D6.map(struck) if self._again else _NOTHING
        return D6.map(lambda face: struck(face) if _is_made(face, self._wound) else failed)

    @property
    def stages(self) -> tuple[Stage, ...]:
        first = _stage("to-wound", self._wound)
        if self._again:
            fails = tuple(face for face in FACES if face not in first.faces)
            first = Stage("to-wound", 6, first.need, first.faces, first.chance * (1 + Fraction(len(fails), 6)), fails, False,
                          second=first.faces)
        key, need, chance = self._special("flaming" not in self.blow.marks)
        special = (_stage(key, need, saves=True),) if chance else ()
        again = (_stage("aegis-again", need, saves=True),) if chance and self._is_doubted(key) else ()
        return first, _stage("armour", self._save, saves=True), *special, *again

    def _special(self, fortitude: bool) -> tuple[str, int, Fraction]:
        """The better of the special saves that apply, its needed roll and its chance."""
        offered = [("aegis", self.blow.saves.aegis), ("fortitude", self.blow.saves.fortitude if fortitude else None)]
        found = [(key, need, _chance(need) ** (2 if self._is_doubted(key) else 1)) for key, need in offered if need]
        return max(found, key=lambda save: save[2], default=("", 7, Fraction(0)))

    def _is_doubted(self, key: str) -> bool:
        """Against Divine Attacks a successful Aegis is thrown again."""
        return key == "aegis" and "divine" in self.blow.marks

    def _past_saves(self, armour: int, special: tuple[str, int, Fraction]) -> Distribution:
        lost = (1 - _chance(armour)) * (1 - special[2])
        return Distribution.mix([(lost.numerator, self._cost), (lost.denominator - lost.numerator, _NOTHING)])


def _is_made(face: int, need: int) -> bool:
    """At or over the needed roll; a natural 1 always fails."""
    return 1 < face >= need


@cache
def _chance(need: int) -> Fraction:
    return Fraction(sum(_is_made(face, need) for face in FACES), 6)


@cache
def _stage(key: str, need: int, lands: bool = False, saves: bool = False) -> Stage:
    faces = tuple(face for face in FACES if _is_made(face, need))
    return Stage(key, 6, f"{max(need, 2)}+" if faces else "never", faces, _chance(need), lands=lands, saves=saves)
