"""An attack without one of its abilities: what a re-roll or an ability that acts on damage is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.without import without
from tohit.dashboards import charted
from tohit.ready import ready

CHARGE = ready(tohit.ruleset("ninth-age"))["charge-against-shields"]


def changed(question: Any, **paths: Any) -> Any:
    return tohit.evaluate(tohit.apply(question, [{"path": path, "value": value} for path, value in paths.items()]))


def line_of(answer: Any, key: str) -> Any:
    return next(line for line in answer.ledger if line.key == key)


def test_hatred_is_worth_its_re_rolls() -> None:
    answer = tohit.evaluate(CHARGE)
    other = without(answer, line_of(answer, "hatred"))
    assert (answer.chance, other.chance) == (Fraction(3, 4), Fraction(1, 2))
    assert ("Hatred", 0, Fraction(3, 4), Fraction(1, 2), 0) in charted.worths(answer, CHARGE.rules.say())["rows"]


def test_what_acts_on_damage_only_is_told_by_its_averages() -> None:
    armoured = tohit.apply(CHARGE, [{"mini": CHARGE.attack.target, "stats": {"armour": 5}}])
    answer = changed(armoured, **{"attack.options.attributes": ["lethal-strike"]})
    other = without(answer, line_of(answer, "lethal-strike"))
    assert other.chance == answer.chance and other.damage != answer.damage
    for lang, sentence in (("en", "Lethal Strike: {} HP on average, {} without it."), ("fr", "{} PV en moyenne, {} sans cela.")):
        say = CHARGE.rules.say(lang)
        means = [say.number(f"{float(each.damage.mean()):.2f}") for each in (answer, other)]
        shown = charted.worths(answer, say)
        assert sentence.format(*means) in shown["notes"][0]
        assert [row[0] for row in shown["rows"]] == [str(say.show(line.name)) for line in answer.ledger if line.value]


def test_an_ability_is_taken_from_whom_the_line_is_about_only() -> None:
    """Both have one; the attacker's line is about the attacker."""
    rules = tohit.ruleset("coup-de-grace")
    question = next(iter(ready(rules).values()))
    names = [mini.name for mini in question.scene.minis]
    paths = {f"minis[{names.index(name)}].stats.abilities": ["crossbow"] for name in (question.attack.attacker, question.attack.target)}
    answer = changed(question, **paths)
    other = without(answer, line_of(answer, "crossbow"))
    assert other.question.attacker.stats.abilities == ()
    assert other.question.target.stats.abilities == ("crossbow",)
    assert other.chance < answer.chance


@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_what_is_no_ability_has_no_other_answer(key: str) -> None:
    for question in ready(tohit.ruleset(key)).values():
        answer = tohit.evaluate(question)
        assert all(without(answer, line) is None for line in answer.ledger if line.key not in question.rules.abilities)
