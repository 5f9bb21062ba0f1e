"""Duels against every state asked one by one and solved as linear equations, and against the tree of all ways."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import tohit
from tohit.core import limits
from tohit.core.duel import back, dueling
from tohit.core.work import finished

FREE = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 2, "cover": "none"}
State = tuple[int, int]
Ways = dict[State, Fraction]


def ask(rules: str, mode: str, ann: dict[str, Any], bob: dict[str, Any], **attack: Any) -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules,
        "minis": [{"name": "Ann", "side": "red", "stats": ann}, {"name": "Bob", "side": "blue", "stats": bob}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode, "overrides": FREE, **attack},
    }))


class Side:
    """How a system counts what a mini has: the stat, its value now, and the lowest at which it still stands."""

    def __init__(self, stat: str, last: int, gone: str = ""):
        self.stat, self.last, self.gone = stat, last, gone

    def left(self, mini: Any) -> int:
        return getattr(mini.stats, self.stat) if self.stat else 1

    def turn(self, question: tohit.Question, own: int, other: int) -> dict[int, Fraction]:
        """What is left of the target after all attacks of a turn, as one evaluation of a scenario of its own says."""
        edits = [{"mini": question.attack.attacker, "stats": {self.stat: own}},
                 {"mini": question.attack.target, "stats": {self.stat: other}}] if self.stat else []
        if self.stat == "models":
            edits.append({"path": "attack.attacks", "value": min(question.attack.attacks, own)})
        answer = tohit.evaluate(tohit.apply(question, edits))
        if self.gone:
            return {1: 1 - answer.outcomes[self.gone], 0: answer.outcomes[self.gone]}
        after: Counter[int] = Counter()
        for cost in answer.damage.outcomes():
            after[max(other - cost, self.last - 1)] += answer.damage.chance(cost)
        return after


BY_HP, BY_HP_DOWNED, BY_MODELS, BY_DYING = Side("hp", 1), Side("hp", 0), Side("models", 1), Side("", 1, "dying")
MELEE = {"offensive": 4, "strength": 4, "attack_value": 1}
CASES = {
    "two minis": (ask("coup-de-grace", "melee", {}, {"defence": 5}), BY_HP_DOWNED),
    "downed ones fight on": (ask("coup-de-grace", "melee", {"hp": 0, "defence": 3}, {"hp": 1, "defence": 3}), BY_HP_DOWNED),
    "three attacks a turn": (ask("coup-de-grace", "melee", {"hp": 2}, {"hp": 3, "defence": 3}, attacks=3), BY_HP_DOWNED),
    "abilities that look at hit points": (
        ask("coup-de-grace", "melee", {"abilities": ["beastman", "gnoll"]}, {"abilities": ["drow", "lizardman", "orc"], "hp": 4}),
        BY_HP_DOWNED),
    "claws": (ask("coup-de-grace", "melee", {"hp": 2}, {"hp": 2}, weapon={"abilities": ["claw"]}), BY_HP_DOWNED),
    "guns": (ask("dark-age", "ranged", {"hp": 3}, {"hp": 2, "ar": 16}, weapon={"multiples": 2}, attacks=2), BY_HP),
    "swords": (ask("semiautomagic", "melee", {"weapon_skill": 2}, {"toughness": 7}, attacks=2), BY_DYING),
    "an attack less with every model": (
        ask("ninth-age", "melee", {**MELEE, "models": 4}, {**MELEE, "models": 5, "armour": 2}, attacks=4), BY_MODELS),
    "units": (ask("ninth-age", "melee", {**MELEE, "models": 3}, {**MELEE, "models": 4, "armour": 2}, attacks=2), BY_MODELS),
}


def rounds(question: tohit.Question, side: Side, at_once: bool) -> tuple[State, Callable[[State], Ways]]:
    """The state a duel begins in, and what one round makes of a state: what both have left."""
    answer = back(question)

    @cache
    def turn(asked: tohit.Question, own: int, other: int) -> dict[int, Fraction]:
        return dict(side.turn(asked, own, other))

    def round_of(state: State) -> Ways:
        after: Counter[State] = Counter()
        for other, chance in turn(question, *state).items():
            if other < side.last and not at_once:
                after[state[0], other] += chance
                continue
            for own, share in turn(answer, state[1] if at_once else other, state[0]).items():
                after[own, other] += chance * share
        return {state: chance for state, chance in after.items() if chance}

    return (side.left(question.attacker), side.left(question.target)), cache(round_of)


def solved(start: State, round_of: Callable[[State], Ways], last: int) -> tuple[Ways, Fraction, Fraction]:
    """How it ends, its expected length and expected squared length: Gauss's elimination over all states."""
    states = [start]
    for state in states:
        states += [s for s in round_of(state) if min(s) >= last and s not in states]
    ends = sorted({s for state in states for s in round_of(state) if min(s) < last})
    rows = []
    for state in states:
        ways = round_of(state)
        row = [Fraction(state == other) - ways.get(other, 0) for other in states]
        rows.append(row + [ways.get(end, Fraction(0)) for end in ends] + [Fraction(1)])
    values = eliminated(rows)
    means = [value[-1] for value in values]
    squares = eliminated([row[:len(states)] + [2 * mean - 1] for row, mean in zip(rows, means, strict=True)])
    return dict(zip(ends, values[0], strict=False)), means[0], squares[0][0]


def eliminated(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    rows = [list(row) for row in rows]
    for place in range(len(rows)):
        pivot = next(index for index in range(place, len(rows)) if rows[index][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for index, row in enumerate(rows):
            if index != place and row[place]:
                rows[index] = [value - row[place] * here for value, here in zip(row, rows[place], strict=True)]
    return [row[len(rows):] for row in rows]


@pytest.mark.parametrize("order", ["alternating", "at once"])
@pytest.mark.parametrize("case", CASES)
def test_a_duel_is_the_solution_of_its_equations(case: str, order: str) -> None:
    question, side = CASES[case]
    start, round_of = rounds(question, side, order == "at once")
    ends, mean, square = solved(start, round_of, side.last)
    fight = tohit.duel(question, order=order)
    assert fight.first_wins == sum(chance for (own, other), chance in ends.items() if other < side.last <= own)
    assert fight.second_wins == sum(chance for (own, other), chance in ends.items() if own < side.last <= other)
    assert fight.both_fall == sum((chance for end, chance in ends.items() if max(end) < side.last), start=Fraction(0))
    assert (fight.mean, fight.variance, fight.undecided) == (mean, square - mean**2, 0)
    for place, loss in enumerate((fight.first_loss, fight.second_loss)):
        assert loss.mean() == sum(chance * (start[place] - end[place]) for end, chance in ends.items())


@pytest.mark.parametrize("order", ["alternating", "at once"])
@pytest.mark.parametrize("case", ["two minis", "three attacks a turn", "guns", "units", "an attack less with every model"])
def test_lengths_are_those_of_the_tree(case: str, order: str) -> None:
    """Every way that four rounds can go."""
    question, side = CASES[case]
    start, round_of = rounds(question, side, order == "at once")

    def over(state: State, left: int) -> dict[int, Fraction]:
        if min(state) < side.last:
            return {4 - left: Fraction(1)}
        if not left:
            return {5: Fraction(1)}
        lengths: Counter[int] = Counter()
        for after, chance in round_of(state).items():
            for length, share in over(after, left - 1).items():
                lengths[length] += chance * share
        return lengths

    lengths, expected = tohit.duel(question, order=order).lengths(4), over(start, 4)
    assert [lengths.chance(number) for number in range(1, 6)] == [expected.get(number, 0) for number in range(1, 6)]


def test_the_second_side_may_attack_in_its_own_way() -> None:
    """Ann stabs, Bob shoots: each question keeps its own mode."""
    ann = ask("coup-de-grace", "melee", {"hp": 0}, {"hp": 0})
    bob = tohit.apply(back(ann), [{"path": "attack.mode", "value": "ranged"}])
    fight = tohit.duel(ann, bob)
    stab, shot = Fraction(1, 3), Fraction(1, 6)  # 4+ less 2 for the downed attacker; the stab has 1 more at the downed
    assert fight.first_wins == stab / (1 - (1 - stab) * (1 - shot))


def test_nobody_can_harm_the_other() -> None:
    peace = tohit.duel(ask("coup-de-grace", "melee", {"defence": 9}, {"defence": 9}))
    assert (peace.undecided, peace.first_wins, peace.mean, peace.variance) == (1, 0, None, None)
    assert peace.lengths(3).chance(4) == 1
    lizards = {"abilities": ["lizardman"], "hp": 0, "defence": 5}
    stalemate = tohit.duel(ask("coup-de-grace", "melee", {**lizards, "hp": 1}, lizards))
    assert stalemate.undecided == 0 and stalemate.first_wins == 1  # Bob is down and cannot reach 7


def test_one_side_only_can_harm() -> None:
    fight = tohit.duel(ask("coup-de-grace", "melee", {"defence": 12}, {}), order="at once")
    assert (fight.first_wins, fight.second_wins, fight.both_fall, fight.first_loss.mean()) == (1, 0, 0, 0)


def test_two_units_of_twenty() -> None:
    unit = {**MELEE, "models": 20}
    fight = tohit.duel(ask("ninth-age", "melee", unit, {**unit, "armour": 3}, attacks=10), order="at once")
    assert fight.first_wins + fight.second_wins + fight.both_fall == 1
    assert fight.first_loss.at_least(20) == fight.second_wins + fight.both_fall
    even = tohit.duel(ask("ninth-age", "melee", unit, unit, attacks=10), order="at once")
    assert even.first_wins == even.second_wins and even.first_loss == even.second_loss


def test_more_digits_than_a_sum_may_have_are_none_too_many_for_a_duel() -> None:
    unit = {**MELEE, "offensive": 5, "models": 30, "armour": 2}
    fight = tohit.duel(ask("ninth-age", "melee", unit, {**unit, "armour": 3}, attacks=30), order="at once")
    assert fight.first_loss.denominator.bit_length() > 100_000
    assert fight.first_wins + fight.second_wins + fight.both_fall == 1
    assert fight.first_loss.chance(30) == fight.second_wins + fight.both_fall


@pytest.mark.parametrize("order", ["alternating", "at once"])
def test_a_duel_in_pieces_is_the_same_duel(order: str) -> None:
    question, _ = CASES["units"]
    parts, work = [], dueling(question, order=order)
    with pytest.raises(StopIteration) as end:
        while True:
            parts.append(next(work))
    whole, fight = tohit.duel(question, order=order), end.value.value
    assert (fight.first_wins, fight.mean, fight.second_loss) == (whole.first_wins, whole.mean, whole.second_loss)
    shares = [Fraction(*part) for part in parts]
    assert len(parts) > 12 and shares == sorted(shares) and shares[-1] == 1
    assert finished(fight.following(6)) == whole.lengths(6)


def test_what_is_no_duel_says_why() -> None:
    ann = ask("coup-de-grace", "melee", {}, {})
    with pytest.raises(tohit.NotationError, match="order: got .*; allowed: alternating, at once"):
        tohit.duel(ann, order="first")
    with pytest.raises(tohit.NotationError, match="second: this is not the same duel; .* Bob attacks Ann"):
        tohit.duel(ann, ann)
    with pytest.raises(tohit.NotationError, match="second: this is not the same duel"):
        tohit.duel(ann, tohit.apply(back(ann), [{"mini": "Bob", "stats": {"hp": 2}}]))
    with pytest.raises(tohit.NotationError, match="attack.mode: the mode “area” does not wear one target down"):
        tohit.duel(ask("semiautomagic", "area", {}, {}))
    with pytest.raises(tohit.NotationError, match="rounds: got 101"):
        tohit.duel(ann).lengths(limits.DUEL_ROUNDS + 1)


def test_who_cannot_strike_back_is_named() -> None:
    """Bob looks away from Ann, and a mini that stands must face its target."""
    facing_away = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 4, "rows": 4},
        "minis": [{"name": "Ann", "side": "red", "at": "B2", "facing": "E"},
                  {"name": "Bob", "side": "blue", "at": "C2", "facing": "E"}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee"},
    }))
    with pytest.raises(tohit.NotationError, match="second: this attack is not allowed: .*Bob"):
        tohit.duel(facing_away)


def test_larger_duels_are_refused_at_once() -> None:
    with pytest.raises(tohit.NotationError, match=f"100 x 100 points to lose are 10000 states; allowed: at most {limits.DUEL_STATES}"):
        tohit.duel(ask("dark-age", "melee", {"hp": 100}, {"hp": 100}))
    unit = {**MELEE, "models": 60}
    with pytest.raises(tohit.NotationError, match=f"3600 states with chances .* at most {limits.DUEL_WORK}"):
        tohit.duel(ask("ninth-age", "melee", unit, unit, attacks=20))
    with pytest.raises(tohit.NotationError, match=f"rounds: 100 rounds of .* at most {limits.DUEL_WAYS}"):
        tohit.duel(ask("dark-age", "melee", {"hp": 60}, {"hp": 60}, attacks=5)).lengths(100)


@pytest.mark.parametrize("order", ["alternating", "at once"])
@pytest.mark.parametrize("attacks", [2, 5])
def test_units_lose_whole_models_and_attacks_with_them(attacks: int, order: str) -> None:
    """Models of two and three Health Points, D3 a wound; of five attacks by three models, each takes two with it."""
    ann, bob = {**MELEE, "hp": 2, "models": 3}, {**MELEE, "hp": 3, "models": 2, "armour": 2}
    question = ask("ninth-age", "melee", ann, bob, options={"multiple_wounds": "D3"}, attacks=attacks)
    one = {asked.attack.attacker: tohit.evaluate(tohit.apply(asked, [{"path": "attack.attacks", "value": 1}])).damage
           for asked in (question, back(question))}
    models = {"Ann": (2, 3), "Bob": (3, 2)}

    @cache
    def turn(name: str, own: int, other: int) -> dict[int, Fraction]:
        hp, begun = models[name]
        thrown = min(attacks, -(-own // hp) * -(-attacks // begun))
        after: Counter[int] = Counter()
        for cost, chance in ((cost, one[name].times(thrown).chance(cost)) for cost in one[name].times(thrown).outcomes()):
            after[max(0, other - cost)] += chance
        return after

    def round_of(state: State) -> Ways:
        after: Counter[State] = Counter()
        for other, chance in turn("Ann", *state).items():
            if not other and order == "alternating":
                after[state[0], 0] += chance
                continue
            for own, share in turn("Bob", state[1] if order == "at once" else other, state[0]).items():
                after[own, other] += chance * share
        return after

    ends, mean, square = solved((6, 6), round_of, 1)
    fight = tohit.duel(question, order=order)
    assert fight.first_wins == sum(chance for (own, other), chance in ends.items() if own and not other)
    assert fight.second_wins == sum(chance for (own, other), chance in ends.items() if other and not own)
    assert (fight.mean, fight.variance) == (mean, square - mean**2)
    assert fight.second_loss.mean() == sum(chance * (6 - other) for (_, other), chance in ends.items())
