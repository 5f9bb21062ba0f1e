"""One probability derived: the rolls that make it, cases that add up in a tree, products and complements.

Everything here is counted from the answer's stages.  Rolls that follow the landing are told only where their product
is the engine's own chance of an effect: where a natural 6 skips a roll, no tree of these rolls would be true.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, prod

from tohit.core.answer import Answer
from tohit.core.distribution import digits
from tohit.core.resolution import Stage

__all__ = ["Derivation", "Formula", "Node", "Roll", "derive"]

MANY = 10**6
"""From so many cases on, a tree is told in lowest terms."""
READABLE = 40
"""How long a printed fraction may be."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the chain, counted.

    Args:
        stage: what is rolled.
        cases: the equally likely cases of its dice; for a stage on the die before, that stage's good cases.
        good: the cases with which the attack goes on.
    """

    stage: Stage
    cases: int
    good: int

    @property
    def chance(self) -> Fraction:
        """The chance that the attack goes on, once it has come here."""
        return Fraction(self.good, self.cases)


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the tree: how many cases come here, and what becomes of them.

    Args:
        roll: the roll that leads here; None at the root.
        on: the attack has gone on; else it ended with this roll.
    """

    roll: Roll | None
    on: bool
    count: int
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Formula:
    """An equation whose sides are all the same number.

    Args:
        key: ``lands``, ``effect`` (also costs something), ``further`` (also passes the last number of the same die) or
            ``often`` (an effect at least once in all attacks).
        latex: the sides, joined by ``=``.
        chance: what each side is.
    """

    key: str
    latex: str
    chance: Fraction

    @property
    def text(self) -> str:
        """The same for a line of plain text."""
        told = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", self.latex)
        told = re.sub(r"\^\{(\d+)\}", lambda power: power[1].translate(_RAISED), told)
        return told.replace(r"\times", "×").replace(r"\left(", "(").replace(r"\right)", ")").replace("-", "−")


@dataclass(frozen=True, eq=False)
class Derivation:
    """How an answer's chance comes about.

    Args:
        landing: the rolls that make the attack land.
        following: the rolls after these that make it cost something, where they alone decide that.
    """

    answer: Answer
    landing: tuple[Roll, ...]
    following: tuple[Roll, ...]

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The chain, in order."""
        return self.landing + self.following

    @cached_property
    def tree(self) -> Node:
        """All cases at the root; at every node the children's counts add up to its own."""
        whole = prod(roll.cases for roll in self.rolls if not roll.stage.same_die)
        counts = [whole]
        for roll in self.rolls:
            counts.append(counts[-1] * roll.good // roll.cases)
        if whole >= MANY:
            counts = _lowest(counts)
        tree = Node(self.rolls[-1] if self.rolls else None, True, counts[-1])
        for place in range(len(self.rolls) - 1, -1, -1):
            ended = Node(self.rolls[place], False, counts[place] - counts[place + 1])
            before = self.rolls[place - 1] if place else None
            tree = Node(before, True, counts[place], (tree, ended))
        return tree

    @cached_property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """The 36 real pairs of two dice where two matter: rows by the first, columns by the second; else empty.

        A pair is ``on``, ``stopped`` by the second die, or ``missed`` by the first.
        """
        first, *rest = self.rolls or (None,)
        if first is None or first.stage.die != 6 or first.stage.times > 1 or first.stage.saves:
            return ()
        if first.stage.rerolled:
            return tuple(tuple(_thrown_again(first.stage, one, two) for two in range(1, 7)) for one in range(1, 7))
        second = rest[0].stage if rest else None
        if second is None or second.die != 6 or second.times > 1 or second.rerolled or second.same_die:
            return ()
        return tuple(
            tuple("missed" if one not in first.stage.faces else "on" if (two in second.faces) != second.saves else "stopped"
                  for two in range(1, 7)) for one in range(1, 7)
        )

    @cached_property
    def formulas(self) -> tuple[Formula, ...]:
        """The products, and the complement that makes one attack into several."""
        told = [self._product("lands", self.landing)] if self.landing else []
        told += [self._product("further" if self.rolls[place - 1].stage.same_die else "effect", self.rolls[:place])
                 for place in self._ends]
        return (*told, *self._often())

    @property
    def _ends(self) -> tuple[int, ...]:
        """Where the chain has come to an effect: before each number that is held against the same die, and at the end."""
        if not self.following:
            return ()
        last = len(self.rolls)
        return (*(place for place, roll in enumerate(self.rolls) if roll.stage.same_die), last)

    def _product(self, key: str, rolls: tuple[Roll, ...]) -> Formula:
        chance = prod((roll.chance for roll in rolls), start=Fraction(1))
        whole = prod(roll.cases for roll in rolls if not roll.stage.same_die)
        sides = [r" \times ".join(map(_factor, rolls)), _frac(int(chance * whole), whole), _latex(chance)]
        return Formula(key, " = ".join(dict.fromkeys(sides)), chance)

    def _often(self) -> tuple[Formula, ...]:
        """At least once in several attacks, where each has the same chance whatever came before."""
        answer, times = self.answer, self.answer.question.attack.attacks
        if times == 1 or answer.one is None or not 0 < answer.one.at_least(1) < 1:
            return ()
        single, often = answer.one.at_least(1), answer.damage.at_least(1)
        if often != 1 - (1 - single) ** times:
            return ()
        sides = [rf"1 - \left(1 - {_latex(single)}\right)^{{{times}}}"]
        if len(digits(often)) <= READABLE:
            sides.append(_latex(often))
        return (Formula("often", " = ".join(sides), often),)


def derive(answer: Answer) -> Derivation:
    """The derivation of an answer's chance; without rolls where the attack is not allowed."""
    stages = answer.stages
    landing = _counted([stage for stage in stages if stage.lands])
    following = tuple(roll for roll in _counted(_nested([stage for stage in stages if not stage.lands])) if roll.cases)
    deciding = (*landing, *(roll for roll in following if not roll.stage.same_die))
    effect = prod((roll.chance for roll in deciding), start=Fraction(1))
    is_whole = answer.one is not None and answer.one.at_least(1) == effect
    return Derivation(answer, landing, following if is_whole else ())


def _nested(stages: list[Stage]) -> list[Stage]:
    """Without a number on the same die that may be met where the one before is not."""
    return [stage for before, stage in zip([None, *stages], stages, strict=False)
            if not stage.same_die or set(stage.faces) <= set(before.faces)]


def _counted(stages: list[Stage]) -> tuple[Roll, ...]:
    rolls: list[Roll] = []
    for stage in stages:
        good, cases = _good(stage)
        rolls.append(Roll(stage, rolls[-1].good if stage.same_die and rolls else cases, good))
    return tuple(rolls)


def _good(stage: Stage) -> tuple[int, int]:
    """The cases of a stage's dice with which the attack goes on, and all of them."""
    if stage.rerolled:
        cases = stage.die**2
        succeeds = len(stage.faces) * stage.die + len(stage.rerolled) * len(stage.second)
    else:
        cases, succeeds = stage.die**stage.times, len(stage.faces) ** stage.times
    return (cases - succeeds if stage.saves else succeeds), cases


def _thrown_again(stage: Stage, one: int, two: int) -> str:
    return "on" if one in stage.faces or (one in stage.rerolled and two in stage.second) else "missed"


def _factor(roll: Roll) -> str:
    """A roll's chance as it is worked out from its faces."""
    stage = roll.stage
    if stage.same_die:
        return _frac(roll.good, roll.cases)
    succeeds = _frac(len(stage.faces), stage.die)
    if stage.rerolled:
        again = rf"{_frac(len(stage.rerolled), stage.die)} \times {_frac(len(stage.second), stage.die)}"
        succeeds = rf"{succeeds} + {again}"
    elif stage.times > 1:
        succeeds = rf"{_grouped(succeeds)}^{{{stage.times}}}"
    if stage.saves:
        return _grouped(rf"1 - {_grouped(succeeds) if stage.rerolled else succeeds}")
    return _grouped(succeeds) if stage.rerolled else succeeds


def _grouped(told: str) -> str:
    return rf"\left({told}\right)"


def _frac(above: int, below: int) -> str:
    return rf"\frac{{{above}}}{{{below}}}"


def _latex(chance: Fraction) -> str:
    return digits(chance) if chance.denominator == 1 else _frac(chance.numerator, chance.denominator)


def _lowest(counts: list[int]) -> list[int]:
    """The same counts without what all of them share, those that end on the way included."""
    shared = gcd(*counts)
    return [count // shared for count in counts] if shared else counts


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
