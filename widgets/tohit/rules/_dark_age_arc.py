"""Dark Age's arc attacks on the board: whom they hit, in which order, and what the dice must know.

Source: Attaques Spéciales, "Attaques en Arc".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tohit.core.distribution import digits
from tohit.core.errors import NotationError
from tohit.core.measure import within
from tohit.core.scene import Mini
from tohit.core.sight import line_blocked
from tohit.core.situation import Situation
from tohit.rules import _dark_age_weapons as weapons
from tohit.rules._dark_age_arc_dice import FALL, NOBODY, Foe
from tohit.rules._dark_age_ground import REACH, measured
from tohit.words import Words

__all__ = ["check_size", "eligible", "first", "foes", "most", "numbers", "power", "victims", "tell"]

STATES = 300_000
"""How many states of the fight repeated arc attacks may pass through: what takes about a second."""


def foes(s: Situation) -> tuple[Mini, ...]:
    """The living enemies, in the order of the attack: as chosen, then the target, then as the scene has them."""
    named = dict.fromkeys((*s.options.order, s.attack.target, *(mini.name for mini in s.question.scene.minis)))
    minis = [s.question.scene.mini(name) for name in named]
    return tuple(mini for mini in minis if mini.side != s.attacker.side and mini.stats.hp > 0 and _is_placed(s, mini))


def eligible(s: Situation) -> Any:
    """Which foes are within two inches and in line of sight: shape ``(foes, *cells)``.  Minis hide nobody."""
    return s.once("eligible", lambda: _find_eligible(s))


def victims(s: Situation) -> list[Any]:
    """Who is attacked first, second, … in each cell: places in ``foes``, or nobody."""
    near = eligible(s)
    turn = near.cumsum(axis=0)
    last = int(turn.max(initial=0))
    chosen = [near & (turn == place) for place in range(1, (min(last, most(s)) if s.attack.attacks == 1 else last) + 1)]
    return [np.where(here.any(axis=0), here.argmax(axis=0), NOBODY) for here in chosen]


def first(s: Situation) -> Mini:
    """The first target, for a single cell; the attack's own target when nobody is eligible."""
    return next((mini for mini, near in zip(foes(s), eligible(s).tolist(), strict=True) if near), s.target.mini)


def power(s: Situation) -> list[Any]:
    """The first blow's power for each profile in use; 0 where there is only an ability."""
    return [(weapon.pu or 0) + s.totals["power"] for weapon in weapons.in_use(s.attack)]


def has_power(s: Situation) -> Any:
    """"Jusqu'à ce que la PU atteint 0": no blow without power, unless the attack has an ability only."""
    return power(s)[0] > 0 if weapons.in_use(s.attack)[0].pu is not None else np.True_


def most(s: Situation) -> int:
    """How many blows the power lasts for in one arc; all enemies when there is only an ability."""
    lasts = [
        len(foes(s)) if weapon.pu is None else max(0, -(-int(np.max(start)) // FALL))
        for weapon, start in zip(weapons.in_use(s.attack), power(s), strict=True)
    ]
    return max(lasts)


def numbers(s: Situation) -> dict[str, Any]:
    """What the dice of an arc attack depend on."""
    used = weapons.in_use(s.attack)
    return {
        "victims": victims(s),
        "skill": [weapons.skill(s, weapon) + s.totals["attack"] for weapon in used],
        "power": power(s),
        "arms": tuple(weapons.arm(weapon) for weapon in used),
        "turns": weapons.turns(s.attack),
        "foes": tuple(Foe(mini.name, mini.stats.df, mini.stats.ar, mini.stats.hp) for mini in foes(s)),
        "readings": weapons.readings(s.rulings),
    }


def check_size(s: Situation) -> None:
    """Refuse arc attacks repeated on more hit points than an exact answer can follow.

    Raises:
        NotationError: before any work is done.
    """
    if s.attack.attacks == 1:
        return
    hp = np.array([mini.stats.hp for mini in foes(s)], dtype=np.float64)  # floats: a product that may be huge
    near = eligible(s)
    left = np.where(near, hp.reshape(-1, *[1] * (near.ndim - 1)), 0)
    overshoot = max(weapons.worst(weapon) for weapon in weapons.in_use(s.attack))
    totals = (left + near * overshoot).sum(axis=0) + 1
    states = ((left + 1).prod(axis=0) * totals * near.sum(axis=0) * s.attack.attacks).max(initial=0)
    if states > STATES:
        raise NotationError("dark-age.refused.arcs", "attack.attacks", attacks=s.attack.attacks, most=STATES)


def _is_placed(s: Situation, mini: Mini) -> bool:
    return s.grid is None or mini.at is not None


def _find_eligible(s: Situation) -> Any:
    minis = foes(s)
    if s.grid is None or not minis:
        near = np.ones((len(minis), *s.shape), dtype=bool)
        return near & s.decided("reach_ok", lambda: np.True_) & s.decided("line_of_sight", lambda: np.True_)
    row, col = (
        np.stack([np.broadcast_to(getattr(s.target, axis) if mini.name == s.target.name else mini.at[place], s.shape)
                  for mini in minis])
        for place, axis in enumerate(("row", "col"))
    )
    near = s.decided("reach_ok", lambda: _near(s, minis, row, col))
    near = np.broadcast_to(near, row.shape).copy()
    return near & s.decided("line_of_sight", lambda: _seen(s, near, row, col))


def _near(s: Situation, minis: tuple[Mini, ...], row: Any, col: Any) -> Any:
    near = within(measured(s, row - s.attacker.row, col - s.attacker.col), REACH)
    for place, mini in enumerate(minis):
        if mini.name == s.target.name:  # its distance may be given by hand
            near[place] = within(s.distance, REACH)
    return near


def _seen(s: Situation, near: Any, row: Any, col: Any) -> Any:
    """Whom the attacker sees; looked up only for those near enough."""
    walls = np.array([square for square, _ in s.grid.squares("wall")], dtype=np.int64).reshape(-1, 2).T
    lines = [np.broadcast_to(end, near.shape)[near] for end in (s.attacker.row, s.attacker.col, row, col)]
    seen = np.zeros(near.shape, dtype=bool)
    seen[near] = ~line_blocked(*lines, *walls, s.rules.sight_corners)
    return seen


def tell(extras: Mapping[str, Any], say: Words) -> Iterator[str]:
    """An arc attack in sentences: each blow with its power, then how many fall."""
    for place, blow in enumerate(extras.get("sequence", ()), 1):
        dead = blow["dead"]
        power = say("dark-age.told.ability") if blow["pu"] is None else say("dark-age.told.power", pu=blow["pu"])
        yield say("dark-age.told.blow", place=place, target=blow["target"], power=power,
                  chance=digits(blow["chance"]), dead=digits(dead), percent=say.percent(dead))
    for count, chance in extras["kills"].to_dict().items() if "kills" in extras else ():
        yield say("dark-age.told.kills", count=int(count), chance=chance)
