"""Dark Age on the board: inches, contact, reach, and the cover between shooter and target.

Sources: Couvert; Attaques Spéciales, "Allonge".  One square is one inch [reading].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.cover import between, found, soft
from tohit.core.geometry import adjacent, euclid2, gap2, square_name
from tohit.core.measure import squared, within
from tohit.core.scene import Square, Terrain
from tohit.core.situation import Situation
from tohit.rules import _dark_age_weapons as weapons
from tohit.words import Phrase

__all__ = [
    "REACH", "covered", "distance", "ganging", "in_range", "in_reach", "is_all_ignored", "is_ignored", "measured",
    "range_limit", "sources",
]

REACH = 2
"""Inches: "jusqu'à 2 inches de distance"."""


def distance(s: Situation) -> Any:
    """Inches from attacker to target."""
    return measured(s, s.dr, s.dc)


def measured(s: Situation, dr: Any, dc: Any) -> Any:
    """The length of any offset by the ruling, in squared thousandths: between nearest edges, or between centres."""
    return squared((gap2 if s.rulings.reach_measure == "edge" else euclid2)(dr, dc))


def in_reach(s: Situation) -> Any:
    """Base contact, or within two inches with Allonge, for every profile that is used."""
    far = all(weapon.reach for weapon in weapons.in_use(s.attack))
    return adjacent(s.dr, s.dc, diagonal=True) | (within(s.distance, REACH) & np.bool_(far))


def range_limit(s: Situation) -> int | None:
    """The shortest range of the profiles that are used; None without a limit."""
    return min((weapon.range for weapon in weapons.in_use(s.attack) if weapon.range is not None), default=None)


def in_range(s: Situation) -> Any:
    """Whether every profile that is used reaches the target."""
    limit = range_limit(s)
    return np.True_ if limit is None else within(s.distance, limit)


def ganging(s: Situation) -> Any:
    """Which others contribute to Surnombre: friends in base contact with the target; Allonge does not help them."""
    dr, dc = s.target.row - s.others.row, s.target.col - s.others.col
    return s.others.on_side(s.attacker.side) & (s.others.stat("hp") > 0) & adjacent(dr, dc, diagonal=True)


def covered(s: Situation, kind: str) -> Any:
    """Whether a source of this kind of cover counts: terrain that is not ignored, or an ability."""
    given, ability = s.overrides.cover, np.bool_(s.options.ability_cover == kind)
    if given is not None:
        return np.bool_(given == kind) | ability
    counts = np.array([piece.kind == kind and not is_ignored(s, piece) for _, piece in soft(s)], dtype=bool)
    return between(s, _under_target(s))[counts].any(axis=0) | ability


def is_ignored(s: Situation, piece: Terrain) -> bool:
    """Whether the shooter may ignore a piece's cover: it controls the piece, and the cover is light.

    The heavy paragraph, too, lets a controller ignore light cover; the ruling decides whether that is a slip.
    """
    controls = bool(piece.controlled_by) and piece.controlled_by in (s.attacker.side, s.attacker.name)
    return controls and (piece.kind == "light" or s.rulings.heavy_control == "ignores-heavy")


def sources(s: Situation, kind: str) -> tuple[tuple[str, ...], tuple[str | Phrase, ...]]:
    """Causes and names behind one kind of cover, for a single cell: of what counts, else of what is ignored."""
    by_hand, ability = s.overrides.cover is not None, s.options.ability_cover == kind
    found = [] if by_hand else _found(s, kind)
    counting = [(square, piece) for square, piece in found if not is_ignored(s, piece)]
    shown = counting if counting or ability else found
    labels = dict.fromkeys(piece.label for _, piece in shown)
    if s.overrides.cover == kind:
        labels[Phrase("dark-age.cover-by-hand")] = None
    if ability:
        labels[Phrase("dark-age.ability-cover")] = None
    return tuple(square_name(*square) for square, _ in shown) + (s.target.name,) * ability, tuple(labels)


def is_all_ignored(s: Situation, kind: str) -> bool:
    """Whether there is cover of this kind and none of it counts, for a single cell."""
    return s.overrides.cover is None and bool(_found(s, kind)) and not covered(s, kind)


def _found(s: Situation, kind: str) -> list[tuple[Square, Terrain]]:
    return found(s, kind, _under_target(s))


def _under_target(s: Situation) -> bool:
    return s.rulings.cover_where == "between-or-under-target"
