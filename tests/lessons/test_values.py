"""Every number of the lessons as the paper on teaching states it, against what the core computes."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path

import pytest

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
