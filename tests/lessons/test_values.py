"""Every number of the lessons as the paper on teaching states it, against what the core computes."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path

import pytest

import tohit
from tohit.lessons import LESSONS, answers

STORED = Path(__file__).parents[2] / "notebooks/lessons/answers.json"


def stated(number, values):
    facts = LESSONS[number].facts
    assert {key: facts[key] for key in values} == {key: F(value) for key, value in values.items()}


def test_the_stored_answers_are_what_the_core_computes():
    """``python -m tohit.lessons > notebooks/lessons/answers.json`` writes them anew."""
    assert json.loads(STORED.read_text(encoding="utf-8")) == answers()


def test_lesson_1_chances_by_defence_value_and_what_1_is_worth():
    values = range(2, 7)
    stated(1, dict(zip([f"dv{value}" for value in values], ["5/6", "2/3", "1/2", "1/3", "1/6"], strict=True)))
    stated(1, dict(zip([f"dv{value}+1" for value in values], ["1", "5/6", "2/3", "1/2", "1/3"], strict=True)))
    stated(1, {f"dv{value}.points": "1/6" for value in values})
    stated(1, dict(zip([f"dv{value}.relative" for value in values], ["1/5", "1/4", "1/3", "1/2", "1"], strict=True)))
    stated(1, {"dv1.points": "0", "dv1": "1", "dv7": "0", "dv7+1": "1/6"})


def test_lesson_1_attacks_per_hit_and_three_hit_points():
    before, after = ["6/5", "3/2", "2", "3", "6"], ["1", "6/5", "3/2", "2", "3"]
    stated(1, {f"dv{value}.attacks": told for value, told in zip(range(2, 7), before, strict=True)})
    stated(1, {f"dv{value}+1.attacks": told for value, told in zip(range(2, 7), after, strict=True)})
    stated(1, {"dv6.three": "18", "dv6+1.three": "9", "dv3.three": "9/2", "dv3+1.three": "18/5"})
    stated(1, {"dv6.down": "1453/23328", "dv6+1.down": "233/729", "dv3.down": "656/729", "dv3+1.down": "23125/23328"})


@pytest.mark.parametrize("number", sorted(LESSONS))
def test_every_question_has_its_words_and_mistakes_that_are_wrong(number):
    taught = LESSONS[number]
    for asked in taught.put((*taught.predict, *taught.change, *taught.check)):
        assert all(mistake.value != asked.truth for mistake in asked.mistakes)
        assert asked.kind == "number" or 0 <= asked.truth <= 1
        assert not asked.of or (asked.truth * asked.of).denominator == 1
    for lang in ("en", "fr"):
        say = taught.question.rules.say(lang)
        for part in ("title", "scene", "predict", "roll", "reveal", "change", "check", "sentence", "goal", "paper",
                     *(f"wrong.{place}" for place in range(1, taught.wrong + 1))):
            assert taught.key(part) in say
        for asked in taught.put((*taught.predict, *taught.change, *taught.check)):
            assert say.show(asked.prompt) and say.show(asked.why) and all(say.show(mistake.why) for mistake in asked.mistakes)


@pytest.mark.parametrize("number", sorted(LESSONS))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_read_before_the_first_guess_holds_its_answer(number, lang):
    taught = LESSONS[number]
    say = taught.question.rules.say(lang)
    before = " ".join(say(taught.key(part)) for part in ("scene", "predict", "roll", "change", "check"))
    for asked in taught.put(taught.predict):
        assert str(asked.truth) not in before.split() and say.percent(asked.truth) not in before


def test_lesson_2_surround_or_spread():
    def totals(name, told):
        stated(2, {f"{name}.{total}": value for total, value in enumerate(told)})

    stated(2, {"alone": "1/3", "around.ann": "2/3", "around.bob": "2/3", "around.cid": "2/3"})
    totals("spread", ["8/27", "12/27", "6/27", "1/27"])
    totals("around", ["1/27", "6/27", "12/27", "8/27"])
    stated(2, {"around.downed": "8/27"})
    stated(2, {"behind.ann": "2/3", "behind.bob": "2/3", "behind.cid": "5/6", "behind.downed": "10/27"})
    totals("behind", ["1/54", "9/54", "24/54", "20/54"])
    stated(2, {"distracted.ann": "1/3", "distracted.bob": "2/3", "distracted.cid": "5/6", "distracted.downed": "5/27"})


def test_lesson_2_minis_downed_on_average():
    stated(2, {"spread.dv6": "1/2", "spread.dv5": "1", "spread.dv4": "3/2", "spread.dv2": "5/2"})
    stated(2, {"focus.dv6": "7/8", "focus.dv5": "26/27", "focus.dv4": "215/216", "focus.dv2": "1"})


def test_lesson_3_two_gates():
    names = ["plain", "attack", "defence", "both", "skill2", "skill1_dodge1", "dodge2"]
    stated(3, {name: F(hits, 36) for name, hits in zip(names, [9, 12, 12, 16, 25, 12, 3], strict=True)})
    stopped = ["9/27", "12/24", "6/24", "8/20", "5/11", "1/2", "15/33"]
    stated(3, {f"{name}.stopped": told for name, told in zip(names, stopped, strict=True)})
    stated(3, {"hit_if_6": "1/2", "six_if_hit": "1/3", "summed": F(15, 36)})


def test_lesson_4_the_staircase_and_big_samples():
    stated(4, {f"off{skill}": told for skill, told in enumerate(["1/2"] * 4 + ["2/3"] * 3 + ["5/6"] * 3, 1)})
    stated(4, {f"step{skill}": "1/6" if skill in (4, 7) else "0" for skill in range(1, 10)})
    stated(4, {"exactly5": "63/256", "4to6": "21/32", "8up": "7/128", "7up.3+": "11008/19683"})
    stated(4, {"60.10": "193/512", "60.40": "73718750239/549755813888"})
    facts = LESSONS[4].facts
    assert [round(float(facts[key]), places) for key, places in (("60.100", 4), ("half.10", 3), ("half.40", 3), ("half.1000", 4))] == [
        0.0284, 0.246, 0.125, 0.0252]


def test_lesson_5_cover_and_order():
    told = {16: ("4/5", "7/10", "3/5", "3/4"), 13: ("13/20", "11/20", "9/20", "9/13"), 9: ("9/20", "7/20", "1/4", "5/9"),
            5: ("1/4", "3/20", "1/20", "1/5")}
    for number, chances in told.items():
        stated(5, {f"n{number}.{part}": chance for part, chance in zip(("none", "light", "heavy", "kept"), chances, strict=True)})
    facts = LESSONS[5].facts
    assert facts["both"] == facts["n13.heavy"]
    orders = {key: value for key, value in facts.items() if key.startswith("arc.") and key.count(".") == 1}
    assert len(orders) == 6
    assert all(facts[f"{key}.kills"] == F(26, 25) and facts[f"{key}.hp"] == F(91, 80) for key in orders)
    assert orders["arc.16-14-10"] == min(orders.values()) == F(115531, 160000)
    assert orders["arc.10-14-16"] == max(orders.values()) == F(36959, 50000)


def test_lesson_6_streaks():
    stated(6, {"next": "1/2", "run4of20.need4": "501239/1048576", "run5of20": "32751/131072", "run4of20.need3": "482561681/3486784401",
               "run4of20.need5": "2958674192/3486784401", "run4of30": "686182387/1073741824", "five": "1/32", "fifth": "1/2"})


def test_runs_of_misses_by_throwing_everything_out():
    from itertools import product

    from tohit.lessons.lesson_6 import run_of_misses

    for length, throws in ((1, 3), (2, 5), (3, 7), (4, 9)):
        found = sum("m" * length in "".join(row) for row in product("hmm", repeat=throws))
        assert run_of_misses(F(2, 3), length, throws) == F(found, 3**throws)


def test_lesson_7_two_ways_distance_hurts():
    distances = (6, 12, 18, 24, 36)
    stated(7, {f"linear{distance}": told for distance, told in zip(distances, ["1/3", "1/6", "0", "0", "0"], strict=True)})
    stated(7, {f"doubling{distance}": told for distance, told in zip(distances, ["1/2", "1/3", "1/6", "1/6", "0"], strict=True)})


def test_lesson_8_aim_or_shoot():
    stated(8, {"scene.mean": "1/6", "scene.aimed": "1/6", "scene.any": "23/144", "scene.quick": "1/12"})
    facts = LESSONS[8].facts
    assert (facts["near.any"], facts["near.aimed"], facts["far.any"], facts["far.aimed"]) == (F(11, 36), F(1, 4), 0, F(1, 12))
    crossbow = LESSONS[8].question
    for edits in ([{"path": "attack.weapon.increment", "value": 15}, {"path": "attack.overrides.distance", "value": metres}] for metres in (31, 60)):
        assert tohit.evaluate(tohit.apply(crossbow, edits)).chance == facts["scene.quick"]
