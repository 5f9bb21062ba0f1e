"""How many attacks it takes until the target is gone: exact up to a number of attacks, the rest told as later."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle, islice
from math import lcm, prod

from tohit.core.chain import attack_by_attack, ending
from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.kinds import Reading, Whole
from tohit.core.limits import ATTACKS, STEPS
from tohit.core.pool import Toll
from tohit.core.question import Question
from tohit.core.work import Done, finished

__all__ = ["UntilGone", "lasting", "until_gone"]


@dataclass(frozen=True, slots=True, eq=False)
class UntilGone:
    """Exact chances of the number of attacks that a target lasts.

    Args:
        standing: in how many of the equally likely cases the target still stands after 0, 1, 2, … attacks.
        cases: how many equally likely cases that many attacks have.
        mean: the expected number of attacks, however many; None when the target may last for ever.
        variance: the expected squared distance from the mean, likewise.
    """

    question: Question
    standing: tuple[int, ...]
    cases: tuple[int, ...]
    mean: Fraction | None
    variance: Fraction | None

    @property
    def attacks(self) -> int:
        """How many attacks were followed one by one."""
        return len(self.standing) - 1

    @property
    def later(self) -> Fraction:
        """The chance that the target stands after all of them."""
        return Fraction(self.standing[-1], self.cases[-1])

    def chance(self, attacks: int) -> Fraction:
        """The chance that exactly this attack, counted from 1, is the last one needed."""
        return self.by(attacks) - self.by(attacks - 1)

    def by(self, attacks: int) -> Fraction:
        """The chance that the target is gone after so many attacks, or fewer.

        Raises:
            NotationError: more attacks than were followed.
        """
        number = Whole(0, self.attacks).read(attacks, "attacks", Reading())
        return 1 - Fraction(self.standing[number], self.cases[number])

    def distribution(self) -> Distribution:
        """The number of attacks as a distribution; one more than were followed stands for "later"."""
        return ending(list(zip(self.standing, self.cases, strict=True)))


def until_gone(question: Question, attacks: int = 400) -> UntilGone:
    """How many attacks of a question it takes until its target is gone.

    Gone is out of action, dead, dying or without a model, as the rule system says; every attack meets its target
    in the state that the attacks before have left.  The question's own number of attacks does not matter.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue", "stats": {"hp": 1}}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee",
        ...                "overrides": {"reach_ok": true, "facing_ok": true}}}''')
        >>> lasts = tohit.until_gone(question)
        >>> lasts.chance(2), lasts.mean  # 4+ downs Bob, then 3+ takes him out of action
        (Fraction(1, 3), Fraction(7, 2))

    Args:
        attacks: how many are followed one by one, 1 to 1,000.

    Raises:
        NotationError: an attack that is not allowed or wears nobody down, more work than the limit.
    """
    return finished(lasting(question, attacks))


def lasting(question: Question, attacks: int = 400) -> Generator[Done, None, UntilGone]:
    """The same in pieces: tells now and then how far it is."""
    most = Whole(1, ATTACKS).read(attacks, "attacks", Reading())
    toll = Toll(question)
    toll.check()
    size = toll.target.size
    rows = _followed(toll, most)
    standing, cases = [1], [1]
    for left, _, scale in attack_by_attack(islice(cycle(rows), most), size - 1):
        standing.append(sum(left))
        cases.append(cases[-1] * scale)
        yield len(cases) - 1, most
    return UntilGone(question, tuple(standing), tuple(cases), *_moments(rows, size))


def _followed(toll: Toll, most: int) -> list[tuple[Distribution, ...]]:
    """The attacks in turn, if they can be followed.

    Raises:
        NotationError: the limit and the value, before the work is done.
    """
    size = toll.target.size
    if size * most > STEPS:
        raise NotationError("core.too_long_to_follow", "attacks", attacks=most, size=size, steps=size * most, most=STEPS)
    return toll.blows()


def _moments(rows: Sequence[Sequence[Distribution]], size: int) -> tuple[Fraction | None, Fraction | None]:
    """Mean and variance of the number of attacks, from how often each state is expected to be met.

    The second pass starts from every visit of the first, so that a visit after n attacks counts n + 1 times.
    """
    whole = lcm(*{damage.denominator for row in rows for damage in row})
    ways = [[_ways(row[loss], whole) for row in rows] for loss in range(size)]
    loops = [whole ** len(rows) - prod(stays for stays, _ in turns) for turns in ways]
    if not all(loops):
        return None, None
    scale = prod(loops)
    none = [[0] * len(rows) for _ in range(size)]
    first = _visits(ways, loops, whole, [[scale] + none[0][1:], *none[1:]])
    second = _visits(ways, loops, whole, [[scale * whole * visits for visits in row] for row in first])
    mean = Fraction(whole * sum(map(sum, first)), scale)
    return mean, 2 * Fraction(whole * sum(map(sum, second)), scale**2) - mean - mean**2


def _visits(ways: Ways, loops: Sequence[int], whole: int, source: Sequence[Sequence[int]]) -> list[list[int]]:
    """Expected visits by loss and by attack in turn, over ``whole``, for weights that come from outside.

    Whoever misses with every attack in turn is back where it was; a loss is never undone, so each of these loops
    is left once, and the weights must hold its factor.
    """
    came = [list(row) for row in source]
    visits = []
    for loss, turns in enumerate(ways):
        turn, last = came[loss], len(turns) - 1
        missed, back = turn[0] * whole**last, 1
        for place in range(last, 0, -1):
            back *= turns[place][0]
            missed += turn[place] * back * whole ** (place - 1)
        here = [missed // loops[loss]]
        for place in range(last):
            here.append((turn[place + 1] + turns[place][0] * here[place]) // whole)
        for place, (_, costs) in enumerate(turns):
            after = (place + 1) % len(turns)
            for cost, weight in costs:
                if loss + cost < len(ways):
                    came[loss + cost][after] += here[place] * weight
        visits.append(here)
    return visits


def _ways(damage: Distribution, whole: int) -> tuple[int, list[tuple[int, int]]]:
    """In how many of ``whole`` cases an attack costs nothing, and what it costs in the others."""
    weights = {cost: count * (whole // damage.denominator) for cost, count in damage.items()}
    stays = weights.pop(0, 0)
    return stays, list(weights.items())


Ways = list[list[tuple[int, list[tuple[int, int]]]]]
"""By what the target has lost, and by attack in turn."""
