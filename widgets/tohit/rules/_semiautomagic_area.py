"""SemiAutomagic's area attacks on the board: which square, who may be covered, and what the dice must know.

Source: Attacking, "Area attacks".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from tohit.core.distribution import Distribution, digits
from tohit.core.errors import NotationError, SceneError
from tohit.core.evaluate import evaluate
from tohit.core.geometry import square_name
from tohit.core.question import Question
from tohit.core.scene import Mini
from tohit.core.situation import Situation
from tohit.core.sweep import Sweep
from tohit.rules import _semiautomagic_ground as ground
from tohit.rules._semiautomagic_area_dice import Victim
from tohit.rules._semiautomagic_body import defends, withstands
from tohit.rules._semiautomagic_dice import lowest
from tohit.rules._semiautomagic_joint import TOGETHER
from tohit.rules._semiautomagic_shape import Shape, Strewing, landings, shape_of, shape_of_magic, squares
from tohit.words import Words

__all__ = [
    "check", "check_size", "coverage", "friends", "names_of_friends", "nothing", "numbers", "shape", "tell", "template",
]


def shape(s: Situation) -> Shape:
    """The template of this attack."""
    options = s.options
    if options.shape.startswith("magic-"):
        return shape_of_magic(options.shape, options.direction, options.metamagic_length, options.metamagic_width)
    return shape_of(options.shape, options.shape_scale, options.direction, s.rulings.sphere_size == "printed")


def numbers(s: Situation) -> dict[str, Any]:
    """Who stands where around the square aimed at, and how a miss strays from it."""
    minis = s.question.scene.minis
    return {
        "scatter": _scatter(s), "places": [_place(s, mini) for mini in minis],
        "victims": tuple(_victim(s, mini) for mini in minis), "target": minis.index(s.target.mini),
        "shape": shape(s), "ways": int(s.rulings.scatter_directions), "step": _step(s),
    }


def friends(s: Situation) -> tuple[list[Mini], Any]:
    """The attacker and its friends, the target left out, and whether a hit covers each: ``(friends, *cells)``."""
    return s.once("friends", lambda: _find_friends(s))


def names_of_friends(s: Situation) -> tuple[str, ...]:
    """Which of them a hit covers, for a single cell."""
    minis, held = friends(s)
    return tuple(mini.name for mini, here in zip(minis, held.tolist(), strict=True) if here)


def nothing(s: Situation) -> Mapping[str, Any]:
    """What is told of an area attack that is not allowed."""
    none = dict.fromkeys(("wound", "dying", "affected") if s.options.effect_only else ("wound", "dying"), Fraction(0))
    targets = {mini.name: {"outcomes": dict(none)} for mini in s.question.scene.minis}
    return {"targets": targets, "joint": Distribution.certain(0)}


def check(question: Question) -> None:
    """The square aimed at is one of the board.

    Raises:
        NotationError, SceneError: there is no board, or the square is off it.
    """
    square, grid = question.attack.options.aim_at, question.scene.grid
    if square is None:
        return
    if grid is None:
        raise NotationError("semiautomagic.refused.aim", "attack.options.aim_at")
    if square not in grid:
        raise SceneError("core.off_board", "attack.options.aim_at", square=square_name(*square), last=grid.last())


def check_size(s: Situation) -> None:
    """Refuse repeated area attacks that could leave more minis dying than an exact answer can follow.

    Raises:
        NotationError: before any work is done.
    """
    if s.attack.attacks == 1 or s.options.effect_only:
        return
    frail = [mini for mini in s.question.scene.minis
             if lowest(withstands(mini.stats)[1], s.weapon.plus, s.rulings.damage_test == "meets") <= s.weapon.die]
    places = [place for mini in frail if (place := _place(s, mini)) is not None]
    most = int(sum((_is_exposed(s, place) * np.int64(1) for place in places), np.int64(0)).max())
    if most > TOGETHER:
        raise NotationError("semiautomagic.refused.together", "attack.attacks", attacks=s.attack.attacks, minis=most,
                            most=TOGETHER)


def template(question: Question) -> list[str]:
    """The squares of the board that a hit covers; none when the attack has no area."""
    if question.scene.grid is None or question.attack.mode != "area":
        return []
    s = Situation(question)
    return [square_name(*square) for square in np.argwhere(_covered(s, *_board(s))).tolist()]


def coverage(question: Question) -> Sweep | None:
    """The chance of every square to be in the area, misses that stray there included; None without an area."""
    if question.scene.grid is None or question.attack.mode != "area":
        return None
    s, answer = Situation(question), evaluate(question)
    rows, cols = _board(s)
    if not answer.allowed:
        return Sweep(np.zeros(rows.shape, dtype=np.int64), 1, np.zeros(rows.shape, dtype=bool))
    norths, easts, cases = landings(Strewing(int(_scatter(s)), int(s.rulings.scatter_directions), _step(s)))
    strays = answer.chance.denominator - answer.chance.numerator
    counts = _covered(s, rows, cols) * (answer.chance.numerator * sum(cases))
    for north, east, count in zip(norths, easts, cases, strict=True):
        counts = counts + _covered(s, rows - north, cols - east) * (strays * count)
    return Sweep(counts, answer.chance.denominator * sum(cases), np.ones(rows.shape, dtype=bool))


def tell(extras: Mapping[str, Any], say: Words) -> Iterator[str]:
    """An area attack in sentences: what becomes of everybody it may reach, then how many are dying together."""
    for name, fate in extras.get("targets", {}).items():
        for key, chance in fate["outcomes"].items():
            if chance:
                yield say("semiautomagic.told.fate", mini=name, outcome=say(f"semiautomagic.outcome.{key}"),
                          chance=digits(chance), percent=say.percent(chance))
    for count, chance in extras["joint"].to_dict().items() if "joint" in extras else ():
        yield say("semiautomagic.told.joint", count=int(count), chance=chance)


def _scatter(s: Situation) -> Any:
    """Dice of the distance: one for each range increment out, before aiming, by the ruling at least one."""
    out = ground.range_penalty(s)
    return out if s.rulings.scatter_dice == "as-printed" else np.maximum(out, 1)


def _step(s: Situation) -> int:
    """How many squares of the board a miss strays for each: "of your scale or the weapon's scale, whichever is larger"."""
    return squares(max(s.attacker.scale, s.weapon.scale))


def _place(s: Situation, mini: Mini) -> list[Any] | None:
    """Where a mini stands, from the square aimed at; without a board only the target stands anywhere: there."""
    aim, fighter = ground.aimed(s).target, {s.attacker.name: s.attacker, s.target.name: s.target}.get(mini.name)
    if s.grid is None:
        return [np.int64(0), np.int64(0)] if fighter is s.target else None
    if fighter is not None:
        return [fighter.row - aim.row, fighter.col - aim.col]
    return None if mini.at is None else [mini.at[0] - aim.row, mini.at[1] - aim.col]


def _victim(s: Situation, mini: Mini) -> Victim:
    """"Shields may be used … without penalty", a dodge helps, an effect is dodged with Evasion only; no parrying."""
    defence, stats = s.options.defence, mini.stats
    bonus = defends(stats, defence) if defence in ("block", "dodge") else None
    if defence == "dodge" and s.options.effect_only and not stats.evasion:
        bonus = None
    return Victim(mini.name, *withstands(stats), bonus, defence == "block" or stats.evasion)


def _find_friends(s: Situation) -> tuple[list[Mini], Any]:
    minis = [mini for mini in s.question.scene.minis if mini.side == s.attacker.side and mini.name != s.target.name]
    placed = [(mini, place) for mini in minis if (place := _place(s, mini)) is not None]
    held = [np.broadcast_to(shape(s).covers(*place), s.shape) for _, place in placed]
    return [mini for mini, _ in placed], np.array(held, dtype=bool).reshape(-1, *s.shape)


def _is_exposed(s: Situation, place: list[Any]) -> Any:
    """Whether the hit or some stray covers a place, for every cell."""
    exposed = shape(s).covers(*place)
    for dice in np.unique(_scatter(s)).tolist():
        norths, easts, _ = landings(Strewing(dice, int(s.rulings.scatter_directions), _step(s)))
        for north, east in zip(norths.tolist(), easts.tolist(), strict=True):
            exposed = exposed | shape(s).covers(place[0] - north, place[1] - east)
    return exposed


def _board(s: Situation) -> tuple[Any, Any]:
    return np.indices((s.grid.rows, s.grid.columns))


def _covered(s: Situation, rows: Any, cols: Any) -> Any:
    """Which squares a template laid on the square aimed at covers."""
    aim = ground.aimed(s).target
    return shape(s).covers(rows - aim.row, cols - aim.col)
