"""Attacks until a target is gone: against every state asked one by one, and against icepool."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import cycle, islice
from typing import Any

import icepool
import pytest

import tohit
from tohit.core import limits
from tohit.core.until import lasting
from tohit.ready import ready

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 5, "cover": "none"}


def ask(rules: str, mode: str, attacker: dict[str, Any], target: dict[str, Any], **attack: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules,
        "minis": [{"name": "Ann", "side": "red", "stats": attacker}, {"name": "Bob", "side": "blue", "stats": target}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode, "overrides": FREE, **attack},
    }))


def by_hit_points(question: tohit.Question, attacks: int, last: int) -> list[Fraction]:
    """How likely Bob still stands, each attack asked of a Bob who has as many hit points as are left.

    ``last`` is the lowest number at which he is still in play.
    """
    chances, standing = Counter({question.target.stats.hp: Fraction(1)}), [Fraction(1)]
    profiles = getattr(question.attack.options, "profile", ())
    for profile in islice(cycle(profiles or [None]), attacks):
        after: Counter[int] = Counter()
        for left, chance in chances.items():
            edits = [{"mini": "Bob", "stats": {"hp": left}}, {"path": "attack.attacks", "value": 1}]
            edits += [{"path": "attack.options.profile", "value": profile}] if profile else []
            damage = tohit.evaluate(tohit.apply(question, edits)).damage
            for cost in damage.outcomes():
                if left - cost >= last:
                    after[left - cost] += chance * damage.chance(cost)
        chances = after
        standing.append(sum(chances.values(), start=Fraction(0)))
    return standing


ORC = {"abilities": ["orc", "goblin", "gnoll"]}
GUN = {"profiles": [{"name": "single", "pu": 7}, {"name": "burst", "multiples": 3, "pu": 4}]}
BY_STATE = [
    (ask("coup-de-grace", "melee", {}, {"defence": 4}), 0),
    (ask("coup-de-grace", "melee", ORC, {"defence": 5, "hp": 5, "abilities": ["lizardman", "living-construct"]}), 0),
    (ask("coup-de-grace", "ranged", {}, {"defence": 3, "hp": 4}, weapon={"abilities": ["shuriken"]},
         overrides={**FREE, "distance": 1}), 0),
    (ask("coup-de-grace", "melee", {}, {"defence": 3}, weapon={"abilities": ["claw"]}), 0),
    (ask("dark-age", "ranged", {}, {"hp": 4}, weapon={"multiples": 2}), 1),
    (ask("dark-age", "ranged", {}, {"hp": 3}, weapon=GUN, options={"profile": ["single", "burst"]}, attacks=2), 1),
    (ask("dark-age", "ranged", {}, {"hp": 5, "ar": 18}, weapon=GUN, options={"profile": ["burst", "single", "single"]}, attacks=3), 1),
]


@pytest.mark.parametrize(("question", "last"), BY_STATE)
def test_each_attack_meets_the_target_as_the_ones_before_left_it(question: tohit.Question, last: int) -> None:
    lasts = tohit.until_gone(question, attacks=7)
    expected = by_hit_points(question, 7, last)
    assert [1 - lasts.by(number) for number in range(8)] == expected
    assert lasts.later == expected[-1]
    assert [lasts.chance(number) for number in range(1, 8)] == [a - b for a, b in zip(expected, expected[1:], strict=False)]
    whole = lasts.distribution()
    assert [whole.chance(number) for number in range(1, 9)] == [*(lasts.chance(number) for number in range(1, 8)), expected[-1]]


@pytest.mark.parametrize(("question", "last"), BY_STATE)
def test_mean_and_variance_follow_from_the_chances(question: tohit.Question, last: int) -> None:
    """Far enough out nothing is left that could be seen; the sums come from below."""
    lasts = tohit.until_gone(question, attacks=700)
    standing = [1 - lasts.by(number) for number in range(701)]
    mean = sum(standing, start=Fraction(0))
    squares = sum(((2 * number + 1) * chance for number, chance in enumerate(standing)), start=Fraction(0))
    assert 0 < lasts.mean - mean < Fraction(1, 10**9)
    assert abs(lasts.variance - (squares - mean**2)) < Fraction(1, 10**6)


@pytest.mark.parametrize("models", [1, 2, 4])
def test_a_unit_as_icepool_has_it(models: int) -> None:
    """Multiple Wounds (D3) on models of two Health Points, 3+, 3+ and 4+: cut at a model, the rest carried on."""
    unit = {"resilience": 3, "armour": 3, "hp": 2, "models": models, "defensive": 3}
    question = ask("ninth-age", "melee", {"offensive": 4, "strength": 4, "attack_value": 1}, unit,
                   options={"multiple_wounds": "D3"}, attacks=9)
    cost = icepool.Die({0: 21, 1: 2, 2: 4})
    lost = {left: cost.map(lambda points, left=left: max(0, left - points)) for left in range(1, 2 * models + 1)} | {0: 0}
    theirs = icepool.map_and_time(lambda left: lost[left], 2 * models, time_limit=25)
    lasts = tohit.until_gone(question, attacks=25)
    for number in range(1, 25):
        assert lasts.chance(number) == Fraction(theirs.quantity((0, number)), theirs.denominator())
    assert lasts.by(25) == Fraction(sum(count for (left, _), count in theirs.items() if not left), theirs.denominator())
    assert lasts.mean == icepool.mean_time_to_absorb(lambda left: lost[left], 2 * models)


def test_dying_ends_it_in_semiautomagic() -> None:
    question = ask("semiautomagic", "melee", {"weapon_skill": 2}, {"toughness": 6}, attacks=5)
    lasts = tohit.until_gone(question, attacks=3)
    chance = Fraction(5, 6) * Fraction(2, 8)
    assert [lasts.chance(number) for number in (1, 2, 3)] == [chance, chance * (1 - chance), chance * (1 - chance) ** 2]
    assert (lasts.mean, lasts.variance) == (1 / chance, (1 - chance) / chance**2)


def test_a_target_that_may_last_for_ever_has_no_mean() -> None:
    never = tohit.until_gone(ask("coup-de-grace", "melee", {}, {"defence": 9}), attacks=4)
    assert (never.by(4), never.later, never.mean, never.variance) == (0, 1, None, None)
    downed_only = tohit.until_gone(ask("coup-de-grace", "melee", {}, {"defence": 6, "hp": 1, "abilities": ["lizardman"]}), attacks=4)
    assert downed_only.mean == 12  # downed on a 6; then Defence 7 less the one for the downed


@pytest.mark.parametrize("attacks", [0, 1_001, True, 2.0, "9"])
def test_a_number_of_attacks_that_is_none(attacks: Any) -> None:
    with pytest.raises(tohit.NotationError, match="attacks: got .* allowed: a whole number from 1 to 1000"):
        tohit.until_gone(ask("coup-de-grace", "melee", {}, {}), attacks=attacks)


def test_what_cannot_be_followed_says_why() -> None:
    own = tohit.apply(ask("coup-de-grace", "melee", {}, {}), [{"path": "minis[1].side", "value": "red"}])
    with pytest.raises(tohit.NotationError, match="attack: this attack is not allowed: .*Bob"):
        tohit.until_gone(own)
    with pytest.raises(tohit.NotationError, match="attack.mode: the mode “arc” does not wear one target down"):
        tohit.until_gone(ask("dark-age", "arc", {}, {}))
    crowd = ask("ninth-age", "melee", {"attack_value": 1}, {"hp": 3, "models": 900})
    with pytest.raises(tohit.NotationError, match=f"400 attacks on 2700 points .* at most {limits.STEPS}"):
        tohit.until_gone(crowd)
    with pytest.raises(tohit.NotationError, match="attacks: got 8; allowed"):
        tohit.until_gone(ask("coup-de-grace", "melee", {}, {}), attacks=7).by(8)


def test_defence_rolls_that_run_out_are_refused() -> None:
    question = next(iter(ready(tohit.ruleset("semiautomagic")).values()))
    with pytest.raises(tohit.NotationError, match=r"^attack\.options\.defence_rolls: ") as refusal:
        tohit.until_gone(tohit.apply(question, [{"path": "attack.options.defence_rolls", "value": 1}]))
    assert refusal.value.key == "semiautomagic.refused.rolls"


def test_attacks_in_pieces_are_the_same_attacks() -> None:
    question = ask("coup-de-grace", "melee", {}, {"hp": 3})
    work, told = lasting(question, 30), []
    with pytest.raises(StopIteration) as end:
        while True:
            told.append(next(work))
    assert told == [(number, 30) for number in range(1, 31)]
    assert end.value.value.distribution() == tohit.until_gone(question, 30).distribution()
