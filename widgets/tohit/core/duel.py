"""Both sides keep attacking until one falls: exact chances to win, rounds and losses, however long it takes."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Any

import msgspec

from tohit.core.chain import ending
from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.kinds import Choice, Reading, Whole
from tohit.core.limits import DUEL_ROUNDS
from tohit.core.pool import Toll
from tohit.core.question import Question, check
from tohit.core.race import Race, Solved
from tohit.core.work import Done, finished

__all__ = ["ORDERS", "Duel", "back", "duel", "dueling"]

ORDERS = ("alternating", "at once")


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """How a duel ends, exactly.

    Args:
        first: the question of the side that begins; its attacker is the first side.
        second: the question of the side that answers.
        order: ``alternating``: the fallen do not answer; ``at once``: each round's attacks all count.
        first_wins: the second side falls and the first does not.
        second_wins: the first side falls and the second does not.
        both_fall: in the same round; only when all attack at once.
        undecided: both stand and neither can ever harm the other again.
        mean: the expected number of rounds, a round being one turn of each; None when some duels never end.
        variance: the expected squared distance from the mean, likewise.
        first_loss: what the first side has lost at the end, all at most.
        second_loss: what the second has lost.
    """

    first: Question
    second: Question
    order: str
    first_wins: Fraction
    second_wins: Fraction
    both_fall: Fraction
    undecided: Fraction
    mean: Fraction | None
    variance: Fraction | None
    first_loss: Distribution
    second_loss: Distribution
    _race: Race = field(repr=False)

    def lengths(self, rounds: int = 20) -> Distribution:
        """The number of rounds as a distribution; one more than were followed stands for "later".

        Raises:
            NotationError: more rounds than the limit.
        """
        return finished(self.following(rounds))

    def following(self, rounds: int = 20) -> Generator[Done, None, Distribution]:
        """The same in pieces."""
        most = Whole(1, DUEL_ROUNDS).read(rounds, "rounds", Reading())
        going = [(1, 1)]
        for standing in self._race.going(most):
            going.append(standing)
            yield len(going) - 1, most
        return ending(going)


def duel(first: Question, second: Question | None = None, order: str = "alternating") -> Duel:
    """Who wins if both sides keep attacking, each with all the attacks of its question in every turn.

    Example:
        >>> ann = tohit.loads('''{"format": "tohit/1", "rules": "dark-age",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "overrides": {"reach_ok": true}}}''')
        >>> fight = tohit.duel(ann)
        >>> fight.first_wins, fight.second_wins  # 143/400 to kill, and Ann begins
        (Fraction(400, 657), Fraction(257, 657))

    Args:
        first: the side that begins.
        second: how the other side attacks; as the first does, with attacker and target exchanged, if not said.
        order: ``alternating`` or ``at once``.

    Raises:
        NotationError: an attack that is not allowed or wears nobody down, two questions that are not of one duel,
            more states or digits than the limit.
    """
    return finished(dueling(first, second, order))


def dueling(first: Question, second: Question | None = None, order: str = "alternating") -> Generator[Done, None, Duel]:
    """The same in pieces: tells now and then how far it is, and returns the duel.

    Raises:
        NotationError: as ``duel``; what is refused for its size is refused before it is worked out.
    """
    Choice(ORDERS).read(order, "order", Reading())
    second = back(first) if second is None else second
    _check_pair(first, second)
    one, other = Toll(first), Toll(second)
    sizes = other.target.size, one.target.size
    race = Race(one.turn, lambda own, loss: other.turn(loss, own), sizes, order == "at once")
    for path, toll in (("first", one), ("second", other)):
        toll.check(path)
    solved = yield from race.solving()
    told = yield from _told(solved, sizes)
    return Duel(first, second, order, *told, race)


def back(question: Question) -> Question:
    """The same attack the other way round: the target attacks the attacker."""
    attack = question.attack
    exchanged = msgspec.structs.replace(attack, attacker=attack.target, target=attack.attacker)
    return check(msgspec.structs.replace(question, attack=exchanged))


def _check_pair(first: Question, second: Question) -> None:
    """Both questions must be of the same two minis, as they are now."""
    names = {first.attack.attacker: second.attack.target, first.attack.target: second.attack.attacker}
    same = first.rules == second.rules and all(name == other for name, other in names.items())
    if not same or any(first.scene.mini(name) != second.scene.mini(name) for name in names):
        raise NotationError("core.duel_pair", "second", first=first.attack.attacker, second=first.attack.target)


def _told(solved: Solved, sizes: tuple[int, int]) -> Generator[Done, None, list[Any]]:
    """What a duel says of its ends, in the order of its fields."""
    fallen = {(False, True): 0, (True, False): 0, (True, True): 0, (False, False): 0}
    losses: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for state, count in solved.ends.items():
        fallen[tuple(loss == size for loss, size in zip(state, sizes, strict=True))] += count
        for told, loss in zip(losses, state, strict=True):
            told[loss] = told.get(loss, 0) + count
    parts: list[Any] = []
    for count in fallen.values():
        parts.append(Fraction(count, solved.cases))
        yield 1, 1
    parts += [solved.mean, solved.variance]
    for told in losses:
        parts.append((yield from _lost(told)))
    return parts


def _lost(told: Mapping[int, int]) -> Generator[Done, None, Distribution]:
    """Losses from 0 to the last that can be.

    Long counts take long to bring to lowest terms.  ``Distribution.of``, which is for those that may yet be added up,
    takes fewer digits.
    """
    common, counts = 0, [told.get(loss, 0) for loss in range(max(told) + 1)]
    for count in counts:
        common = gcd(common, count)
        yield 1, 1
    for loss, count in enumerate(counts):
        counts[loss] = count // common
        yield 1, 1
    return Distribution(0, tuple(counts))
