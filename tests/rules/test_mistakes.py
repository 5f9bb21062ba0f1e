"""Named mistakes: each is what its name says, computed from the answer; the truth is never one of them."""

import json
import random
from fractions import Fraction

import pytest
from contract_scenes import MAKERS

import tohit
from tohit.core.guess import Guess
from tohit.core.mistakes import landing_mistakes, often_mistakes, questions
from tohit.core.prediction import Score, bars_of, judge, judge_bars

SWORD = "widgets/tohit/scenarios/semiautomagic/1-sword-and-shield.json"


def named(mistakes):
    return {mistake.why.key.removeprefix("guess.mistake."): mistake.value for mistake in mistakes}


def test_two_gates_are_mistaken_in_four_ways():
    answer = tohit.evaluate(tohit.apply(tohit.load(SWORD), [{"mini": "Knight", "stats": {"weapon_skill": 0}}]))
    first, second = (stage.chance for stage in answer.stages if stage.lands)
    found = named(landing_mistakes(answer))
    assert answer.chance == first * second
    assert (found["first_only"], found["both_fail"]) == (first, (1 - first) * (1 - second))
    assert (found["added"], found["averaged"]) == (min(1, first + second), (first + second) / 2)
    assert found["misses"] == 1 - answer.chance


def test_forgotten_and_reversed_modifiers_are_the_engines_own_answers():
    answer = tohit.evaluate(tohit.load("widgets/tohit/scenarios/coup-de-grace/2-surrounded.json"))
    total = answer.totals["attack"]
    assert total
    found, asked = named(landing_mistakes(answer)), []
    for times in (1, 2):
        by_hand = [{"name": "x", "attack": -times * total}]
        asked.append(tohit.evaluate(tohit.apply(answer.question, [{"path": "attack.overrides.modifiers", "value": by_hand}])).chance)
    assert [found["unmodified"], found["turned_round"]] == asked


def shot(rules, *covers, **attack):
    """Ann shoots at Bob over the squares E3 and F3."""
    question = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules, "board": {"columns": 12, "rows": 5},
        "minis": [{"name": "Ann", "side": "red", "at": "B3", "facing": "E"}, {"name": "Bob", "side": "blue", "at": "H3", "facing": "W"}],
        "attack": {"attacker": "Ann", "target": "Bob", **attack},
    }))
    return tohit.evaluate(tohit.apply(question, [{"square": square, "terrain": kind} for square, kind in zip(("E3", "F3"), covers, strict=False)]))


@pytest.mark.parametrize(("covers", "stacked"), [(("light", "heavy"), 6), (("light", "light"), 4), (("heavy", "heavy"), 8)])
def test_two_covers_do_not_stack(covers, stacked):
    open_ground = shot("dark-age", mode="ranged").chance
    answer = shot("dark-age", *covers, mode="ranged")
    assert named(landing_mistakes(answer))["covers_stack"] == open_ground - Fraction(stacked, 20) < answer.chance
    verdict = judge(questions(answer)[0], Guess(open_ground - Fraction(stacked, 20)))
    assert verdict.mistake.why.key == "guess.mistake.covers_stack"


def test_stacked_covers_hinder_the_roll_to_hit_of_the_ninth_age_too():
    bows = {"mode": "shooting", "weapon": {"range": 30}}
    worse = {"attack": -1}
    answer = shot("ninth-age", "light", "heavy", **bows)
    by_hand = shot("ninth-age", "light", "heavy", **bows, overrides={"modifiers": [{"name": "x", **worse}]})
    assert named(landing_mistakes(answer))["covers_stack"] == by_hand.chance


@pytest.mark.parametrize("covers", [(), ("light",), ("heavy",)])
def test_one_cover_has_nothing_to_stack_with(covers):
    assert "covers_stack" not in named(landing_mistakes(shot("dark-age", *covers, mode="ranged")))


def test_several_attacks_are_mistaken_in_five_ways():
    assert named(often_mistakes(Fraction(1, 3), 3)) == {
        "times": 1, "same_as_one": Fraction(1, 3), "all_hit": Fraction(1, 27), "none_hits": Fraction(8, 27), "exactly_one": Fraction(4, 9),
    }


@pytest.mark.parametrize("key", sorted(MAKERS))
def test_random_questions_are_asked_and_judged(key):
    source = random.Random(key)
    for _ in range(40):
        answer = tohit.evaluate(tohit.loads(json.dumps(MAKERS[key](source))))
        asked = questions(answer)
        assert bool(asked) == answer.allowed
        for prediction in asked:
            if prediction.kind == "bars":
                right = judge_bars(prediction, [prediction.bars.chance(outcome) for outcome in prediction.bars.outcomes()])
                assert (right.gap, right.right) == (0, True)
                continue
            assert judge(prediction, Guess(prediction.truth)).right
            for mistake in prediction.mistakes:
                assert 0 <= mistake.value <= 1
                verdict = judge(prediction, Guess(mistake.value))
                assert verdict.right == (mistake.value == prediction.truth)
                assert verdict.right or verdict.mistake is not None
                for lang in ("en", "fr"):
                    assert tohit.words.words(lang).show(mistake.why)


def test_the_score_is_the_mean_square_and_the_mean_gap():
    (prediction, *_) = questions(tohit.evaluate(tohit.load(SWORD)))
    score = Score()
    for value in (Fraction(1), Fraction(1, 2)):
        score.add(judge(prediction, Guess(value)), is_chance=True)
    truth = prediction.truth
    assert score.brier == ((1 - truth) ** 2 + (Fraction(1, 2) - truth) ** 2) / 2
    assert score.bias == Fraction(3, 4) - truth


def test_bars_are_taken_in_proportion():
    prediction = next(p for p in questions(tohit.evaluate(tohit.load(SWORD))) if p.kind == "bars")
    assert bars_of([30, 10], prediction) == (Fraction(3, 4), Fraction(1, 4))
    assert bars_of([0, 0], prediction) == (Fraction(1, 2), Fraction(1, 2))
