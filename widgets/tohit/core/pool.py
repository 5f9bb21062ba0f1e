"""What a mini or unit has to lose, and what one attack after the other costs it, state by state.

Everything that follows attacks until somebody is gone starts here: the chances are the rule system's own, asked
for every state in which they may differ.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tohit.core.chain import wear_down
from tohit.core.distribution import Distribution
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate, is_allowed, once, resolution_of
from tohit.core.question import Question, check_dice
from tohit.core.resolution import Resolution
from tohit.core.situation import Situation

__all__ = ["Pool", "Toll", "lost"]


def lost(resolution: Resolution) -> Distribution:
    """What an attack costs where nothing else is said: its damage."""
    return resolution.damage


@dataclass(frozen=True, slots=True)
class Pool:
    """What one side has to lose before it is gone, as its rule system counts.

    Args:
        size: so much in all, and it is gone.
        as_target: losses, rising from 0, from which on attacks on it have other chances; each holds up to the next.
        as_attacker: likewise for its own attacks.
        stats: the stats that differ after a loss.
        attacks: how many attacks are left of those it began with, after a loss.
        cost: what the dice of one attack cost it.
    """

    size: int
    as_target: tuple[int, ...] = (0,)
    as_attacker: tuple[int, ...] = (0,)
    stats: Callable[[int], dict[str, Any]] = lambda loss: {}
    attacks: Callable[[int, int], int] = lambda attacks, loss: attacks
    cost: Callable[[Resolution], Distribution] = lost


class Toll:
    """What one side's attacks cost the other, for every state of both.

    Raises:
        NotationError: the attack is not allowed, or is none that wears one target down.
    """

    def __init__(self, question: Question):
        rules = question.rules
        target, attacker = rules.pool(question, question.target), rules.pool(question, question.attacker)
        if target is None or attacker is None:
            raise NotationError("core.no_pool", "attack.mode", mode=question.attack.mode)
        self.question, self.target, self.attacker = question, target, attacker
        self._situations = [Situation(once(single)) for single in rules.in_turn(question)]
        self._blows: dict[tuple[int, int], list[Distribution]] = {}
        self._rows: dict[int, list[tuple[Distribution, ...]]] = {}
        self._turns: dict[tuple[int, int, int], Distribution] = {}
        check_dice(question, question.mode.dice(self._situations[0]))

    def check(self, path: str = "attack") -> None:
        """Refuse an attack that the rules do not let be made as things stand now."""
        if not all(is_allowed(s) for s in self._situations):
            raise NotationError("core.not_allowed_now", path, because=evaluate(self.question).refusals[0].because)

    def blows(self, own_loss: int = 0) -> list[tuple[Distribution, ...]]:
        """For each of the attacks that follow each other, its cost by what the target has lost so far."""
        level = _level(self.attacker.as_attacker, own_loss)
        if level not in self._rows:
            levels, size = self.target.as_target, self.target.size
            costs = [self._costs(level, _level(levels, loss)) for loss in levels if loss < size]
            places = [bisect_right(levels, loss) - 1 for loss in range(size)]
            self._rows[level] = [tuple(costs[place][single] for place in places) for single in range(len(self._situations))]
        return self._rows[level]

    def turn(self, own_loss: int, loss: int) -> Distribution:
        """The cost of all attacks of one turn; it may be more than the target has left."""
        level = _level(self.attacker.as_attacker, own_loss)
        attacks = self.attacker.attacks(self.question.attack.attacks, own_loss)
        if len(self.target.as_target) == 1:
            loss = 0  # it costs the same whatever was lost
        key = level, attacks, loss
        if key not in self._turns:
            rows = [row[loss:] for row in self.blows(own_loss)]
            self._turns[key] = wear_down([rows[place % len(rows)] for place in range(attacks)], last=self.target.size - loss - 1)
        return self._turns[key]

    def _costs(self, own_level: int, level: int) -> list[Distribution]:
        """The cost of one of each of the attacks, in one state of both sides."""
        key = own_level, level
        if key not in self._blows:
            changes = {"attacker": own_level and self.attacker.stats(own_level), "target": level and self.target.stats(level)}
            changes = {role: change for role, change in changes.items() if change}
            states = [s.given(**changes) if changes else s for s in self._situations]
            self._blows[key] = [self.target.cost(resolution_of(s)) for s in states]
        return self._blows[key]


def _level(levels: tuple[int, ...], loss: int) -> int:
    """The loss from which on chances are as they are after ``loss``."""
    return levels[bisect_right(levels, loss) - 1]
