"""The Ninth Age's longest chain, melee with Multiple Wounds, in a rule system as a reader would declare it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.evaluate import worth
from tohit.core.geometry import adjacent, euclid2, in_arc, square_name
from tohit.core.kinds import Dice, Flag, Names, Optional, Whole
from tohit.core.measure import squared
from tohit.core.modifier import Modifier, Requirement
from tohit.core.resolution import Resolution, Stage
from tohit.core.ruleset import Base, Mode, Ruleset, Stat
from tohit.core.situation import Situation
from tohit.core.written import roll

TEXT = "The Ninth Age, Close Combat"
D6 = Distribution.die(6)
ATTRIBUTES = ("battle-focus", "hatred", "lightning-reflexes", "paired-weapons", "poison")


def parried(s: Situation) -> Any:
    """Shield and hand weapon, against attacks from the front; without a board the option alone decides."""
    return s.options.parry & (in_arc(s.target.facing, -s.dr, -s.dc, inclusive=False) | (s.grid is None))


def parry(s: Situation, totals: Mapping[str, Any]) -> dict[str, Any]:
    """The Defensive Skill becomes the better of one more and the attacker's Offensive Skill."""
    defensive = s.target.defensive + totals["defensive"]
    return {"defensive": np.maximum(defensive + 1, s.attacker.offensive + totals["offensive"]) - defensive}


def numbers(s: Situation) -> dict[str, Any]:
    skill = s.attacker.offensive + s.totals["offensive"] - s.target.defensive - s.totals["defensive"]
    return {
        "hit": np.int64(4) - (skill >= 1) - (skill >= 4) + (skill <= -4) - s.totals["to-hit"],
        "wound": np.clip(4 - s.attacker.strength + s.target.resilience, 2, 6),
        "save": 7 - s.target.armour + s.attacker.ap,
        "aegis": s.target.aegis, "attributes": s.options.attributes, "dice": s.attacker.attack_value,
        "multiple": s.options.multiple_wounds, "hp": s.target.hp, "models": s.target.models, "attacks": s.attack.attacks,
    }


def resolve(*, hit: int, wound: int, save: int, aegis: int | None, attributes: tuple[str, ...], dice: int | str,
            multiple: int | str, hp: int, models: int, attacks: int) -> Resolution:
    def hits(face: int) -> bool:
        return face == 6 or 1 < face >= hit

    def struck(face: int) -> Any:
        first = wounded if face == 6 and "poison" in attributes else by_hit
        extra = by_hit if face == 6 and "battle-focus" in attributes else 0
        return first + extra if hits(face) else 0

    again = tuple(face for face in range(1, 7) if not hits(face)) if "hatred" in attributes else ()
    unsaved = D6.map(lambda face: 0 if aegis and face >= aegis else roll(multiple).clip(high=hp))
    wounded = D6.map(lambda face: 0 if 1 < face >= save else unsaved)
    by_hit = D6.map(lambda face: wounded if face >= wound else 0)
    thrown = D6.map(lambda face: D6.map(struck) if face in again else struck(face))
    damage = roll(dice).map(thrown.times).times(attacks).clip(high=hp * models)
    chance = D6.map(lambda face: D6.map(hits) if face in again else hits(face)).chance(1)
    to_hit = Stage("to-hit", 6, f"{max(hit, 2)}+", tuple(filter(hits, range(1, 7))), chance, again)
    stages = (to_hit, stage("to-wound", wound), stage("armour", save), *([stage("aegis", aegis)] if aegis else ()))
    return Resolution(chance, stages, damage, extras={"casualties": damage.map(lambda lost: lost // hp)})


def stage(key: str, need: int) -> Stage:
    faces = tuple(range(max(need, 2), 7))
    return Stage(key, 6, f"{need}+" if faces else "never", faces, Fraction(len(faces), 6), lands=False)


MELEE = Mode(
    key="melee",
    base=(Base("attack-value", lambda s: s.attacker.attack_value), Base("aegis", lambda s: s.target.aegis)),
    modifiers=(
        Modifier("lightning-reflexes", lambda s: "lightning-reflexes" in s.options.attributes, TEXT, +1),
        Modifier("distracting", lambda s: s.options.distracting, TEXT, -1, causes=lambda s: (s.target.name,)),
        Modifier("hatred", lambda s: "hatred" in s.options.attributes, TEXT, 0),
        Modifier("paired-weapons", lambda s: "paired-weapons" in s.options.attributes, TEXT, {"offensive": +1}),
        Modifier("parry", parried, TEXT, sets=parry, causes=lambda s: (s.target.name,)),
    ),
    requirements=(
        Requirement("attack-value", lambda s: s.attacker.attack_value != 0, TEXT),
        Requirement("contact", lambda s: s.decided("reach_ok", lambda: adjacent(s.dr, s.dc, True)), TEXT),
        Requirement("facing", lambda s: s.decided("facing_ok", lambda: in_arc(s.attacker.facing, s.dr, s.dc)), TEXT),
    ),
    numbers=numbers,
    resolve=resolve,
    asks=("reach_ok", "facing_ok"),
    dice=lambda s: roll(s.attacker.attack_value).outcomes()[-1],
    extras=lambda s: {"casualties": Distribution.certain(0)},
    landing=("hit", "attributes"),
    worst_only=lambda s: ("to-hit",) if s.options.distracting else (),
)
RULES = Ruleset(
    key="spike-ninth-age",
    facings=8,
    channels=("to-hit", "offensive", "defensive"),
    given={"attack": "to-hit"},
    stats=(
        *(Stat(key, Whole(0, 99), 4) for key in ("offensive", "defensive", "strength", "resilience")),
        *(Stat(key, Whole(0, 99), 0) for key in ("ap", "armour")), Stat("attack_value", Dice(0, 999), 1),
        Stat("aegis", Optional(Whole(2, 6)), None), Stat("hp", Whole(1, 99), 1), Stat("models", Whole(1, 999), 1),
    ),
    weapon=(),
    options=(
        Stat("attributes", Names(ATTRIBUTES), ()), Stat("multiple_wounds", Dice(1, 99), 1),
        Stat("parry", Flag(), False), Stat("distracting", Flag(), False),
    ),
    rulings=(),
    modes=(MELEE,),
    distance=lambda s: squared(euclid2(s.dr, s.dc)),
    notices=lambda scene: ("one-square",) if scene.grid else (),
    words={"en": {"parry.because": "{target} parries.", "stage.to-hit": "to hit"}, "fr": {"stage.to-hit": "pour toucher"}},
)


Throw = Callable[[int | str], int]


def ask(attacker: dict | None = None, target: dict | None = None, attacks: int = 1, board: bool = False, by_hand: int = 0,
        **options: Any) -> tohit.Question:
    overrides: dict[str, Any] = {} if board else {"reach_ok": True, "facing_ok": True}
    overrides["modifiers"] = [{"name": "by hand", "attack": by_hand}] if by_hand else []
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": RULES.key, **({"board": {"columns": 5, "rows": 4}} if board else {}),
        "minis": [{"name": "Guard", "side": "a", "at": "C2", "facing": "N", "stats": attacker or {}},
                  {"name": "Orcs", "side": "b", "at": "C3", "facing": "S", "stats": target or {}}],
        "attack": {"attacker": "Guard", "target": "Orcs", "mode": "melee", "attacks": attacks, "options": options,
                   "overrides": overrides},
    }), rules=RULES)


def every_way(play: Callable[[Throw], Any]) -> Iterator[tuple[Any, Fraction]]:
    """Each way that a game can go, and its chance: it is played again from the start for every row of throws."""
    ways: list[tuple[tuple, Fraction]] = [((), Fraction(1))]
    while ways:
        thrown, chance = ways.pop()
        rest = iter(thrown)

        def throw(dice: int | str, rest: Iterator = rest, thrown: tuple = thrown, chance: Fraction = chance) -> int:
            for face in rest:
                return face
            ways.extend(((*thrown, face), chance * roll(dice).chance(face)) for face in roll(dice).outcomes())
            return next(rest)  # ends this game: it is played again with each face

        with suppress(StopIteration):
            yield play(throw), chance


def game(question: tohit.Question, hit: int, wound: int, save: int) -> Callable[[Throw], tuple[int, int]]:
    """HP lost and models removed, played by hand: models are taken off one after the other."""
    target, attack, attributes = question.target.stats, question.attack, question.attack.options.attributes

    def play(throw: Throw) -> tuple[int, int]:
        unit = [target.hp] * target.models
        for _ in range(attack.attacks):
            for _ in range(throw(question.attacker.stats.attack_value)):
                face = throw("D6")
                if "hatred" in attributes and face < 6 and (face == 1 or face < hit):
                    face = throw("D6")
                if face < 6 and (face == 1 or face < hit):
                    continue
                for blow in range(2 if face == 6 and "battle-focus" in attributes else 1):
                    sure = face == 6 and "poison" in attributes and blow == 0
                    hurt = (sure or throw("D6") >= wound) and throw("D6") < save
                    if hurt and not (target.aegis and throw("D6") >= target.aegis):
                        for _ in range(min(throw(attack.options.multiple_wounds), target.hp)):
                            unit[:1] = [unit[0] - 1] if unit and unit[0] > 1 else []
        return target.hp * target.models - sum(unit), target.models - len(unit)

    return play


@pytest.mark.parametrize(("question", "needs"), [
    (ask({}, {"aegis": 5, "armour": 2, "hp": 3, "models": 1}, multiple_wounds="D3"), (4, 4, 5)),
    (ask({"ap": 1}, {"armour": 4, "hp": 2, "models": 2}, attacks=2, multiple_wounds="D3"), (4, 4, 4)),
    (ask({"offensive": 1}, {"hp": 2, "models": 3}, attributes=["hatred", "poison", "battle-focus"]), (4, 4, 7)),
    (ask({"attack_value": "D2", "strength": 3}, {}, distracting=True, attributes=["hatred", "poison"]), (5, 5, 7)),
])
def test_damage_and_casualties_are_those_of_a_game_played_by_hand(question: tohit.Question, needs: tuple[int, ...]) -> None:
    answer, ways = tohit.evaluate(question), list(every_way(game(question, *needs)))
    for place, told in enumerate((answer.damage, answer.extras["casualties"])):
        found = dict.fromkeys(told.outcomes(), Fraction(0))
        for end, chance in ways:
            found[end[place]] += chance
        assert found == {outcome: told.chance(outcome) for outcome in found}


@pytest.mark.parametrize(("offensive", "defensive", "value"), [(5, 3, 2), (3, 5, 1), (9, 2, 7)])
def test_parry_is_one_line_worth_the_difference_it_makes(offensive: int, defensive: int, value: int) -> None:
    plain = ask({"offensive": offensive}, {"defensive": defensive})
    answer = tohit.evaluate(tohit.apply(plain, [{"path": "attack.options.parry", "value": True}]))
    line, = (line for line in answer.ledger if line.value)
    assert (line.key, line.channel, line.value, answer.stages[0].need) == ("parry", "defensive", value, "4+")
    assert worth(answer, line) == tohit.evaluate(plain).chance


def test_parry_follows_the_other_modifiers_and_the_ledger_says_what_changes_nothing() -> None:
    both = tohit.evaluate(ask({"offensive": 5}, parry=True, attributes=["paired-weapons"]))
    told = [(line.key, line.value, line.wasted) for line in both.ledger if line.value]
    assert told == [("paired-weapons", 1, 1), ("parry", 2, 0)]
    table = tohit.evaluate(ask({"offensive": 6}, by_hand=2, attributes=["paired-weapons"]))
    told = [(line.key, line.value, line.wasted) for line in table.ledger if line.value]
    assert told == [("paired-weapons", 1, 1), ("override-modifier", 2, 1)]


@pytest.mark.parametrize(("by_hand", "counts"), [(-1, [-1, 0]), (-2, [0, -2]), (2, [-1, 2])])
def test_beside_distracting_only_the_largest_penalty_counts(by_hand: int, counts: list[int]) -> None:
    answer = tohit.evaluate(ask(distracting=True, by_hand=by_hand))
    assert [line.value for line in answer.ledger if line.key in ("distracting", "override-modifier")] == counts
    assert answer.totals["to-hit"] == sum(counts)


def test_a_thousand_dice_are_quick_and_exact() -> None:
    one, many = (ask({"attack_value": "2D3"}, {"hp": 3, "models": 999}, n, multiple_wounds="D6") for n in (1, 166))
    start, answer = time.process_time(), tohit.evaluate(many)
    assert time.process_time() - start < 2
    assert answer.damage.mean() == 166 * tohit.evaluate(one).damage.mean()
    with pytest.raises(tohit.NotationError, match="1002"):
        tohit.evaluate(tohit.apply(many, [{"path": "attack.attacks", "value": 167}]))


def test_the_whole_board_is_the_single_evaluation() -> None:
    question = ask({"offensive": 6}, board=True, parry=True, attributes=["hatred"])
    heat = tohit.sweep(question, over="attacker.square")
    assert heat.allowed.sum() == 3 and len(set(heat.counts[heat.allowed].tolist())) == 2
    for cell in np.ndindex(heat.shape):
        if cell != question.target.at:
            answer = tohit.evaluate(tohit.apply(question, [{"mini": "Guard", "at": square_name(*cell)}]))
            assert (heat.chance(*cell), heat.allowed[cell]) == (answer.chance, answer.allowed)
    values = tohit.sweep(question, over="minis[0].stats.attack_value", values=[0, 3, "2D3"])
    assert values.allowed.tolist() == [False, True, True]


def test_it_is_told_in_words() -> None:
    told = "\n".join(tohit.explain(tohit.evaluate(ask({"attack_value": "2D3"}, board=True, parry=True)), "fr"))
    assert all(part in told for part in ("2D3", "pour toucher", "Orcs parries.", "one square")) and "aegis" not in told
    refused = tohit.evaluate(ask({"attack_value": 0})).to_dict("fr")
    assert (refused["refusals"][0]["key"], refused["casualties"]) == ("attack-value", {"0": "1"})
