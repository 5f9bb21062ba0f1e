"""SemiAutomagic's area attack, hit or scatter and one damage die for all, in a rule system as a reader would declare it."""

from __future__ import annotations

import json
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.evaluate import worth
from tohit.core.geometry import FACINGS, euclid2, square_name, unit
from tohit.core.kinds import Flag, Optional, Whole
from tohit.core.measure import squared, within
from tohit.core.modifier import Modifier, Requirement
from tohit.core.places import SquareAt
from tohit.core.resolution import Resolution, Stage
from tohit.core.ruleset import Base, Mode, Procedure, Ruleset, Stat
from tohit.core.situation import Situation
from tohit.core.written import Pair, roll

TEXT = "SemiAutomagic, Attacking, Area Attacks"
D6 = Distribution.die(6)
WAYS = [tuple(int(step) for step in unit(facing)) for facing in range(len(FACINGS))]
Victim = tuple[str, Any, Any, int, int | None, bool]
"""Name, rows and columns from the aim (None: not on the board), toughness, dodge bonus (None: no defence), evasion."""


def aimed(s: Situation) -> Situation:
    return s.aimed(s.options.aim_at)


def increments(s: Situation) -> Any:
    """The least n with distance <= increment x 2^n; 4 is the last band."""
    return sum(1 - 1 * within(aimed(s).distance, s.weapon.increment * 2**band) for band in range(4))


def victims(s: Situation) -> list[Victim]:
    """Everybody, the shooter too, as seen from the square aimed at."""
    aim, moved = aimed(s).target, {fighter.name: (fighter.row, fighter.col) for fighter in (s.attacker, s.target)}
    found = []
    for mini in s.question.scene.minis:
        row, col = moved.get(mini.name) or mini.at or (None, None)
        stands = s.grid and row is not None or mini.name == s.target.name
        offset = (row - aim.row, col - aim.col) if stands else (None, None)
        found.append((mini.name, *offset, mini.stats.toughness, mini.stats.dodge, mini.stats.evasion))
    return found


def numbers(s: Situation) -> dict[str, Any]:
    return {
        "need": 4 - s.attacker.skill - s.totals["attack"],
        "defence": 4 + s.attacker.skill + s.totals["defence"],
        "scatter": np.maximum(increments(s), 1),
        "size": s.options.shape_scale, "die": s.weapon.die, "plus": s.weapon.plus,
        "target": s.target.name, "victims": victims(s),
    }


def resolve(*, need: int, defence: int, scatter: int, size: int, die: int, plus: int, target: str,
            victims: tuple[Victim, ...]) -> Resolution:
    def hurt(victim: Victim, amount: int, above: int) -> Distribution:
        """Whether the damage is above a number after the victim's own defence roll: 1 or 0."""
        *_, dodge, evasion = victim
        if dodge is None:
            return Distribution.certain(amount > above)
        return D6.map(lambda face: amount - (99_999 if evasion else 3) * (face + dodge >= defence) > above)

    def over_all(count: Any) -> Distribution:
        """What ``count`` gives for those in the area and an amount, over every landing place and damage face."""
        return Distribution.mix((ways, count(inside, face + plus)) for inside, ways in landed.items() for face in faces)

    def ends(victim: Victim, above: int) -> Fraction:
        nothing = Distribution.certain(0)
        return over_all(lambda inside, amount: hurt(victim, amount, above) if victim in inside else nothing).chance(1)

    faces, hits = range(1, die + 1), tuple(face for face in range(1, 7) if face >= need)
    landed = landings(len(hits), scatter, size, victims)
    targets = {v[0]: {"outcomes": {"wound": ends(v, v[3] - 6), "dying": ends(v, v[3])}} for v in victims}
    joint = over_all(lambda inside, amount: sum((hurt(v, amount, v[3]) for v in inside), Distribution.certain(0)))
    outcomes = targets[target]["outcomes"]
    wound = outcomes["wound"]
    stage = Stage("to-hit", 6, f"{need}+", hits, Fraction(len(hits), 6))
    return Resolution(stage.chance, (stage,), Distribution.from_chances({0: 1 - wound, 1: wound}), outcomes,
                      extras={"targets": targets, "joint": joint})


def strewn(dice: int) -> Distribution:
    """How many squares from the aim a miss lands."""
    return roll(f"{dice}D6")


def landings(hits: int, scatter: int, size: int, victims: tuple[Victim, ...]) -> Counter:
    """In how many equally likely cases just these victims are in the area."""
    distance, half = strewn(scatter), 2**size // 2
    places = {(0, 0): hits * len(WAYS) * distance.denominator}
    for squares, ways in distance.items():
        places |= {(row * squares, col * squares): (6 - hits) * ways for row, col in WAYS}
    landed: Counter = Counter()
    for (row, col), ways in places.items():
        inside = [v for v in victims if v[1] is not None
                  and min(0, 1 - half) <= v[1] - row <= half and min(0, 1 - half) <= v[2] - col <= half]
        landed[tuple(inside)] += ways
    return landed


def check(question: tohit.Question) -> None:
    square, grid = question.attack.options.aim_at, question.scene.grid
    if square and grid and square not in grid:
        raise tohit.SceneError("core.off_board", "attack.options.aim_at", square=square_name(*square), last=grid.last())


AREA = Mode(
    key="area",
    base=(Base("skill", lambda s: s.attacker.skill),),
    modifiers=(
        Modifier("range", increments, TEXT, -1, causes=lambda s: (s.target.name,)),
        Modifier("light-cover", lambda s: s.overrides.cover == "light", TEXT,
                 lambda s: dict(zip(("attack", "defence"), s.options.light_cover, strict=True))),
    ),
    requirements=(
        Requirement("range", lambda s: within(aimed(s).distance, s.weapon.increment * 16), TEXT),
        Requirement("line-of-sight", lambda s: aimed(s).in_sight, TEXT, causes=lambda s: aimed(s).blockers),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("distance", "line_of_sight"),
    outcomes=lambda s: ("wound", "dying"),
    extras=lambda s: {"targets": {v[0]: {"outcomes": {"wound": Fraction(0), "dying": Fraction(0)}} for v in victims(s)},
                      "joint": Distribution.certain(0)},
    landing=("need",),
)
RULES = Ruleset(
    key="spike-area",
    facings=0,
    channels=("attack", "defence"),
    given={"attack": "attack", "defence": "defence"},
    stats=(Stat("skill", Whole(0, 99), 0), Stat("toughness", Whole(-99, 99), 9), Stat("evasion", Flag(), False),
           Stat("dodge", Optional(Whole(-99, 99)), None)),
    weapon=(Stat("die", Whole(2, 100), 6), Stat("plus", Whole(-99, 99), 6), Stat("increment", Whole(1, 99), 15)),
    options=(Stat("aim_at", Optional(SquareAt()), None), Stat("shape_scale", Whole(0, 8), 0),
             Stat("light_cover", Pair(-99, 99), (0, 0))),
    rulings=(),
    modes=(AREA,),
    distance=lambda s: squared(euclid2(s.dr, s.dc)),
    procedures=(Procedure("scatter", (Stat("dice", Whole(1, 4), 1),), strewn, TEXT),),
    check=check,
    words={"en": {"requires.line-of-sight": "The square cannot be seen."}, "fr": {}},
)


def ask(board: tuple[int, int] = (8, 7), overrides: dict | None = None, increment: int = 15,
        **options: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": RULES.key,
        "board": {"columns": board[0], "rows": board[1], "terrain": [{"at": "G6", "kind": "wall"}]},
        "minis": [
            {"name": "Mage", "side": "a", "at": "C2", "stats": {"skill": 1, "toughness": 8}},
            {"name": "Orc", "side": "b", "at": "D5", "stats": {"dodge": 1}},
            {"name": "Imp", "side": "b", "at": "E5", "stats": {"dodge": 2, "evasion": True, "toughness": 7}},
            {"name": "Cart", "side": "b", "at": "E6", "stats": {"toughness": 11}},
        ],
        "attack": {"attacker": "Mage", "target": "Orc", "mode": "area", "weapon": {"increment": increment},
                   "options": options, "overrides": overrides or {}},
    }), rules=RULES)


@pytest.mark.parametrize(("question", "throws"), [
    (ask(), 1),
    (ask(shape_scale=1, increment=2), 1),
    (ask(shape_scale=2, aim_at="D4", overrides={"modifiers": [{"name": "gust", "attack": -1, "defence": 1}]}), 1),
    (ask(shape_scale=1, aim_at="H3", increment=2), 2),
])
def test_everybody_s_fate_is_that_of_every_row_of_dice(question: tohit.Question, throws: int) -> None:
    answer, options = tohit.evaluate(question), question.attack.options
    row, col = options.aim_at or question.target.at
    low, high = {0: (0, 0), 1: (0, 1), 2: (-1, 2)}[options.shape_scale]
    fates, joint = {mini.name: Counter() for mini in question.scene.minis}, Counter()
    dice = [range(1, 7)] * (3 + throws)
    for way, (hit, orc, imp, *squares) in product(WAYS, product(*dice)):
        away = 0 if hit + 1 + answer.totals["attack"] >= 4 else sum(squares)
        centre = row + way[0] * away, col + way[1] * away
        inside = [m for m in question.scene.minis
                  if low <= m.at[0] - centre[0] <= high and low <= m.at[1] - centre[1] <= high]
        dodged = {"Orc": orc + 1 >= 5 + answer.totals["defence"], "Imp": imp + 2 >= 5 + answer.totals["defence"]}
        for face in range(1, 7):
            damage = {m.name: face + 6 - dodged.get(m.name, False) * (99 if m.stats.evasion else 3) for m in inside}
            over = {m.name: damage[m.name] - m.stats.toughness for m in inside}
            for name, excess in over.items():
                fates[name].update({"wound": excess > -6, "dying": excess > 0})
            joint[sum(excess > 0 for excess in over.values())] += 1
    cases = sum(joint.values())
    told = answer.to_dict()
    for name, counted in fates.items():
        assert told["targets"][name]["outcomes"] == {key: str(Fraction(counted[key], cases)) for key in ("wound", "dying")}
    assert told["joint"] == Distribution.of(joint).to_dict()
    assert (told["outcomes"], told["expected_damage"]) == (told["targets"]["Orc"]["outcomes"], told["outcomes"]["wound"])


def test_every_square_is_the_single_evaluation() -> None:
    for question in (ask(increment=1), ask(increment=1, aim_at="F7")):
        heat = tohit.sweep(question, over="attacker.square")
        assert len(set(heat.counts[heat.allowed].tolist())) > 2
        for cell in np.ndindex(heat.shape):
            if square_name(*cell) not in ("D5", "E5", "E6", "G6"):
                answer = tohit.evaluate(tohit.apply(question, [{"mini": "Mage", "at": square_name(*cell)}]))
                assert (heat.chance(*cell), heat.allowed[cell]) == (answer.chance, answer.allowed)
    aims = tohit.sweep(question, over="attack.options.aim_at", values=["C3", "E4", "H7"])
    assert [aims.chance(place) for place in range(3)] == [Fraction(2, 3), Fraction(1, 3), 0]


def test_a_large_board_is_quick_though_the_shooter_is_a_victim_everywhere() -> None:
    start = time.process_time()
    assert tohit.sweep(ask(board=(60, 60), shape_scale=3), over="attacker.square").allowed.sum() > 2000
    assert time.process_time() - start < 2


def test_two_channels_and_what_changes_nothing() -> None:
    by_hand = {"modifiers": [{"name": "gust", "attack": 4, "defence": 2}], "cover": "light"}
    answer = tohit.evaluate(ask(overrides=by_hand, light_cover="-1/+1"))
    lines = [(line.key, line.channel, line.value, line.wasted) for line in answer.ledger]
    assert lines == [("light-cover", "attack", -1, 1), ("light-cover", "defence", 1, 0), ("override-cover", "attack", 0, 0),
                     ("override-modifier", "attack", 4, 1), ("override-modifier", "defence", 2, 0)]
    assert [worth(answer, line) for line in answer.ledger] == [1, 1, 1, Fraction(1, 2), 1]
    assert answer.totals == {"attack": 3, "defence": 3}
    assert '"light_cover":"-1/1"' in tohit.dumps(answer.question)


def test_an_aim_that_cannot_be() -> None:
    with pytest.raises(tohit.SceneError, match=r"attack\.options\.aim_at.*H7"):
        ask(aim_at="J9")
    refused = tohit.evaluate(ask(aim_at="H7")).to_dict("fr")
    assert refused["refusals"] == [{"key": "line-of-sight", "sentence": "The square cannot be seen.", "causes": ["G6"]}]
    assert refused["joint"] == {"0": "1"} and refused["targets"]["Cart"] == {"outcomes": {"wound": "0", "dying": "0"}}


def test_scatter_is_a_procedure() -> None:
    assert RULES.procedures[0].chances(dice=2).chance(7) == Fraction(1, 6)
