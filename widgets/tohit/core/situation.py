"""The arrays that a rule may look at: one question, or the same question on every square at once.

Every position is an array: of shape ``()`` for one question, of the cells' shape in a sweep.
Minis that are neither attacker nor target stand in ``others``; their arrays have one axis more, in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from tohit.core import geometry
from tohit.core.measure import shown, thousandths
from tohit.core.modifier import Counted, Modifier, settle, tally
from tohit.core.question import Given, Question
from tohit.core.scene import Mini, Square
from tohit.core.sight import blocked_by, line_blocked
from tohit.words import Phrase

__all__ = ["Cells", "Fighter", "Others", "Situation"]


class Fighter:
    """Attacker or target: its place (arrays) and its stats (``fighter.hp`` is the stat)."""

    def __init__(self, mini: Mini, row: Any, col: Any, facing: Any, stats: Any):
        self.mini, self.name, self.side, self.stats = mini, mini.name, mini.side, stats
        self.row, self.col, self.facing = row, col, facing

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stats, name)

    def has(self, ability: str) -> bool:
        """Whether the mini has an ability."""
        return ability in self.stats.abilities


class Others:
    """All minis on the board but attacker and target, as columns of shape ``(n, 1, …)``."""

    def __init__(self, minis: Iterable[Mini], axes: int):
        self.minis = tuple(minis)
        self._shape = (-1,) + (1,) * axes
        self.row = self._column(mini.at[0] for mini in self.minis)
        self.col = self._column(mini.at[1] for mini in self.minis)
        self.facing = self._column(mini.facing for mini in self.minis)

    def __len__(self) -> int:
        return len(self.minis)

    def on_side(self, side: str) -> Any:
        """Who is of that side."""
        return self._column(mini.side == side for mini in self.minis)

    def stat(self, name: str) -> Any:
        """A stat of each."""
        return self._column(getattr(mini.stats, name) for mini in self.minis)

    def has(self, ability: str) -> Any:
        """Who has an ability."""
        return self._column(ability in mini.stats.abilities for mini in self.minis)

    def names(self, mask: Any) -> tuple[str, ...]:
        """The names behind a mask, for a single cell."""
        flat = np.broadcast_to(mask, (len(self.minis),)).tolist() if self.minis else ()
        return tuple(mini.name for mini, held in zip(self.minis, flat, strict=True) if held)

    def _column(self, values: Iterable[Any]) -> Any:
        listed = list(values)
        return np.array(listed, dtype=bool if listed and isinstance(listed[0], bool) else np.int64).reshape(self._shape)


class Cells:
    """Where attacker and target stand, cell by cell; None leaves them where the scene has them."""

    def __init__(self, *, attacker: tuple[Any, Any] | None = None, target: tuple[Any, Any] | None = None,
                 facing: Any = None, distance: Any = None):
        self.attacker, self.target, self.facing, self.distance = attacker, target, facing, distance
        given = [array for array in (*(attacker or ()), *(target or ()), facing, distance) if array is not None]
        self.shape = np.broadcast_shapes(*(np.shape(array) for array in given))


class Situation:
    """One attack, seen by the rules: ``attacker``, ``target``, ``others``, ``weapon``, ``options``, ``rulings``.

    ``dr`` and ``dc`` lead from attacker to target; both are 0 when there is no board, so that nothing is
    adjacent, behind or in an arc.
    """

    def __init__(self, question: Question, cells: Cells | None = None):
        cells = cells or Cells()
        self.question = question
        self.rules, self.rulings, self.attack = question.rules, question.rulings, question.attack
        self.weapon, self.options, self.overrides = self.attack.weapon, self.attack.options, self.attack.overrides
        self.shape = cells.shape
        self.grid = question.scene.grid
        self.attacker = _fighter(question.attacker, self.grid, cells.attacker, cells.facing)
        self.target = _fighter(question.target, self.grid, cells.target, None)
        placed = question.scene.minis if self.grid else ()
        pair = (self.attack.attacker, self.attack.target)
        self.others = Others((m for m in placed if m.at is not None and m.name not in pair), len(self.shape))
        self.dr, self.dc = self.target.row - self.attacker.row, self.target.col - self.attacker.col
        self._distance = cells.distance
        self._shared: dict[str, Any] = {}

    def given(self, *, attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None) -> Situation:
        """The same situation with other stats: the target once it is downed, say.  Geometry is shared."""
        changed = object.__new__(Situation)
        changed.__dict__.update({key: value for key, value in self.__dict__.items() if key not in _OF_STATS})
        changed.attacker = _restat(self.attacker, attacker)
        changed.target = _restat(self.target, target)
        return changed

    def aimed(self, square: Square | None) -> Situation:
        """The same attack at a square instead of the target's own; None leaves it.  Minis stay where they are."""
        if square is None:
            return self
        changed = self.given()
        row, col = np.int64(square[0]), np.int64(square[1])
        changed.target = Fighter(self.target.mini, row, col, self.target.facing, self.target.stats)
        changed.dr, changed.dc = row - self.attacker.row, col - self.attacker.col
        changed._shared = {}
        return changed

    def less(self, counted: Counted, amount: Any) -> Situation:
        """The same situation with so much of one modifier's value taken away."""
        changed = self.given()
        stage = "counted" if counted.modifier.sets else "added"
        totals, lines = getattr(self, stage)
        changed.__dict__[stage] = ({**totals, counted.channel: totals[counted.channel] - amount}, lines)
        return changed

    def decided(self, key: str, find: Callable[[], Any]) -> Any:
        """What the reader decided by hand under ``overrides``, else what the board says."""
        given = getattr(self.overrides, key)
        return find() if given is None else np.bool_(given)

    def once(self, key: str, find: Callable[[], Any]) -> Any:
        """``find()``, computed once for this geometry."""
        if key not in self._shared:
            self._shared[key] = find()
        return self._shared[key]

    @property
    def distance(self) -> Any:
        """Squared thousandths of a square from attacker to target, or as given by hand (see ``measure``)."""
        if self._distance is not None:
            return self._distance
        if self.overrides.distance is not None:
            return np.int64(thousandths(self.overrides.distance))
        return self.once("distance", lambda: self.rules.distance(self))

    @property
    def distance_given(self) -> bool:
        """Whether the distance was set by hand, so that the squares do not tell how far the target is."""
        return self._distance is not None or self.overrides.distance is not None

    @property
    def distance_shown(self) -> Any:
        """The distance as sentences name it: whole where it is whole, else two decimals."""
        return shown(self.distance)

    @property
    def in_sight(self) -> Any:
        """Whether the line between the centres is free."""
        return self.decided("line_of_sight", lambda: ~self.once("blocked", self._find_blocked))

    @property
    def blocking(self) -> Any:
        """Which blockers break the line: shape ``(blockers, *cells)``, walls first, then minis."""
        return self.once("blocking", self._find_blocking)

    @property
    def blockers(self) -> tuple[str, ...]:
        """The names of minis and squares that break the line, for a single cell."""
        if self.overrides.line_of_sight is not None or not self.grid:
            return ()
        walls, minis = self._blockers
        named = [geometry.square_name(*square) for square in walls] + [mini.name for mini in minis]
        return tuple(name for name, held in zip(named, self.blocking.tolist(), strict=True) if held)

    @cached_property
    def added(self) -> tuple[dict[str, Any], list[Counted]]:
        """Totals by channel of the modifiers that add, the reader's own among them, and the share of each."""
        mode = self.question.mode
        by_hand = [_by_hand(given, self.rules.given) for given in self.overrides.modifiers]
        return tally((*mode.modifiers, *by_hand), self, self.rules.channels, mode.worst_only(self))

    @property
    def blockers_told(self) -> tuple[Any, ...]:
        """The blockers as sentences name them: "Rock at E5", "a wall at E4", the mini's name."""
        if not self.blockers:
            return (Phrase("core.given.setting"),)
        pieces = {geometry.square_name(*square): piece for square, piece in self.grid.squares("wall")}
        return tuple(
            Phrase("core.blocker.named" if pieces[name].name else "core.blocker.wall", name=pieces[name].name, square=name)
            if name in pieces else name
            for name in self.blockers
        )

    @cached_property
    def counted(self) -> tuple[dict[str, Any], list[Counted]]:
        """Totals by channel, and every modifier's share."""
        totals, lines = self.added
        totals, settled = settle(self.question.mode.modifiers, self, totals)
        return totals, [*lines, *settled]

    @property
    def totals(self) -> dict[str, Any]:
        """The sum of all modifiers, by channel."""
        return self.counted[0]

    @cached_property
    def _blockers(self) -> tuple[list[tuple[int, int]], tuple[Mini, ...]]:
        walls = [square for square, _ in self.grid.squares("wall")] if self.grid else []
        return walls, self.others.minis if self.rules.minis_block else ()

    def _find_blocked(self) -> Any:
        return line_blocked(*self._lines()) if self.shape else self.blocking.any(axis=0)

    def _find_blocking(self) -> Any:
        return blocked_by(*self._lines())

    def _lines(self) -> tuple[Any, ...]:
        """The lines between attacker and target, the squares that may block them, and the rule of corners."""
        walls, minis = self._blockers
        squares = walls + [mini.at for mini in minis]
        rows, cols = np.array(squares, dtype=np.int64).reshape(-1, 2).T
        corners = getattr(self.rulings, "sight_corners", self.rules.sight_corners)
        return self.attacker.row, self.attacker.col, self.target.row, self.target.col, rows, cols, corners


_OF_STATS = {"attacker", "target", "added", "counted"}


def _fighter(mini: Mini, grid: Any, place: tuple[Any, Any] | None, facing: Any) -> Fighter:
    row, col = place or ((np.int64(mini.at[0]), np.int64(mini.at[1])) if grid and mini.at else (np.int64(0), np.int64(0)))
    return Fighter(mini, row, col, np.int64(mini.facing) if facing is None else facing, mini.stats)


def _by_hand(given: Given, channels: Mapping[str, str]) -> Modifier:
    """What the reader adds by hand is a modifier like any other."""
    amounts = {channel: getattr(given, key) for key, channel in channels.items()}
    first, *_ = channels.values()
    each = {channel: amount for channel, amount in amounts.items() if amount or channel == first}
    return Modifier("override-modifier", lambda s: True, "", each, name=given.name)


def _restat(fighter: Fighter, changes: dict[str, Any] | None) -> Fighter:
    stats = msgspec.structs.replace(fighter.stats, **changes) if changes else fighter.stats
    return Fighter(fighter.mini, fighter.row, fighter.col, fighter.facing, stats)
