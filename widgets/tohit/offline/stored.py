"""The exact answers that a page without a kernel carries: a scene's own small range of inputs."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from tohit.core.edits import apply
from tohit.core.geometry import FACINGS, square_name
from tohit.core.kinds import Whole
from tohit.core.question import Question
from tohit.core.sweep import free_squares, sweep

__all__ = ["Stored", "store"]

MOST = 250_000
"""Answers for moves; a larger board keeps the answers for one mini at a time."""
AROUND = 8
"""How far a slider goes from its own value, either way."""
REFUSED = 0
"""The code of an attack that may not be made; the others count from 1 into ``chances``."""
COVERS = (None, "none", "light", "heavy")


@dataclass
class Stored:
    """Answers by code, for what a reader may change.

    Args:
        chances: The distinct chances; code 1 is the first.
        moves: One table for each way to move: ``attackers`` and ``targets`` (squares), ``facings``, ``covers``, and
            ``codes`` (base64 of 16-bit numbers, little end first) in that order of axes.
        sliders: One for each number: ``path``, ``role``, ``stat``, ``value``, ``values``, ``codes``.
    """

    chances: list[Fraction] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    sliders: list[dict[str, Any]] = field(default_factory=list)

    def code(self, allowed: bool, chance: Fraction) -> int:
        """The code of a chance, which is added when it is new."""
        if not allowed:
            return REFUSED
        if chance not in self.chances:
            self.chances.append(chance)
        return self.chances.index(chance) + 1


def store(question: Question) -> Stored:
    """The answers around one question: each mini on each square, turned, behind each cover; each number by itself."""
    stored = Stored()
    if question.scene.grid is not None:
        here = [[square_name(*question.attacker.at)], [square_name(*question.target.at)]]
        every = [_squares(question, "attacker"), _squares(question, "target")]
        turns = _turns(question)
        covers = COVERS if "cover" in question.mode.asks else (question.attack.overrides.cover,)
        if len(every[0]) * len(every[1]) * len(turns) * len(covers) <= MOST:
            stored.moves.append(_moves(stored, question, every[1], turns, covers))
        else:
            stored.moves += [_moves(stored, question, here[1], turns, covers), _targets(stored, question)]
    stored.sliders += _sliders(stored, question)
    return stored


def _moves(stored: Stored, question: Question, targets: list[str], turns: Iterable[str], covers: Iterable[Any]) -> dict[str, Any]:
    """The attacker on every square, for some squares of the target, all facings and covers."""
    attackers = _squares(question, "attacker")
    codes = np.zeros((len(attackers), len(targets), len(turns), len(covers)), dtype="<u2")
    for (row, target), (turn, facing), (under, cover) in product(enumerate(targets), enumerate(turns), enumerate(covers)):
        edits: list[Mapping[str, Any]] = [{"path": "attack.overrides.cover", "value": cover}] if len(covers) > 1 else []
        if question.rules.facings:
            edits.append({"mini": question.attack.attacker, "facing": facing})
        if target == square_name(*question.attacker.at):  # the attacker leaves it first
            edits.append({"mini": question.attack.attacker, "at": next(at for at in attackers if at != target)})
        moved = apply(question, [*edits, {"mini": question.attack.target, "at": target}])
        codes[:, row, turn, under] = _swept(stored, moved, "attacker", attackers, taken=target)
    return {"attackers": attackers, "targets": targets, "facings": list(turns), "covers": list(covers), "codes": _packed(codes)}


def _targets(stored: Stored, question: Question) -> dict[str, Any]:
    """The target on every square, everything else as it is."""
    targets, attacker = _squares(question, "target"), square_name(*question.attacker.at)
    codes = _swept(stored, question, "target", targets, taken=attacker)
    facing, cover = FACINGS[question.attacker.facing], question.attack.overrides.cover
    return {"attackers": [attacker], "targets": targets, "facings": [facing], "covers": [cover],
            "codes": _packed(np.array(codes, dtype="<u2"))}


def _swept(stored: Stored, question: Question, moved: str, squares: list[str], taken: str) -> list[int]:
    swept = sweep(question, over=f"{moved}.square")
    names = {square_name(row, col): (row, col) for row, col in np.ndindex(*swept.shape)}
    return [REFUSED if at == taken else stored.code(bool(swept.allowed[names[at]]), swept.chance(*names[at])) for at in squares]


def _squares(question: Question, moved: str) -> list[str]:
    """Where a mini may stand while the other one moves too."""
    free = free_squares(question, moved)
    other = question.target if moved == "attacker" else question.attacker
    free[other.at] = True
    return [square_name(row, col) for row, col in np.argwhere(free).tolist()]


def _turns(question: Question) -> list[str]:
    facings = question.rules.facings
    return list(FACINGS[:: len(FACINGS) // facings]) if facings else [FACINGS[question.attacker.facing]]


def _sliders(stored: Stored, question: Question) -> Iterator[dict[str, Any]]:
    """Every whole number among the stats of both minis, and of the weapon."""
    names = [mini.name for mini in question.scene.minis]
    places = [(role, f"minis[{names.index(mini.name)}].stats", question.rules.stats, mini.stats)
              for role, mini in (("attacker", question.attacker), ("target", question.target))]
    places.append(("weapon", "attack.weapon", question.rules.weapon, question.attack.weapon))
    for role, path, fields, record in places:
        for stat in fields:
            value = getattr(record, stat.name)
            if isinstance(stat.kind, Whole) and isinstance(value, int):
                values = range(max(stat.kind.low, value - AROUND), min(stat.kind.high, value + AROUND) + 1)
                swept = sweep(question, f"{path}.{stat.key}", values)
                codes = [stored.code(bool(swept.allowed[cell]), swept.chance(cell)) for cell in range(len(values))]
                if len(set(codes)) > 1:
                    yield {"path": f"{path}.{stat.key}", "role": role, "stat": stat.key, "value": value,
                           "values": list(values), "codes": codes}


def _packed(codes: Any) -> str:
    return base64.b64encode(codes.tobytes()).decode()
