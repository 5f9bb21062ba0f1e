"""How far two answers are apart: the sentences and the chart of the page ``compare``."""

from __future__ import annotations

from typing import Any

from tohit.charts.amounts import fraction, mean, points
from tohit.core.answer import Answer
from tohit.words import Words

__all__ = ["chart", "verdict"]


def verdict(answers: Any, say: Words) -> dict[str, Any]:
    """The difference in percentage points and the ratio; where a side is not allowed, that."""
    one, two = answers.a, answers.b
    if not (one.allowed and two.allowed):
        sides = [side for side, answer in (("A", one), ("B", two)) if not answer.allowed]
        title = say("compare.both_refused") if len(sides) == 2 else say("compare.refused", side=sides[0])
        return {"title": title, "sentences": [say("compare.no_ratio")]}
    change, lang = two.chance - one.chance, say.language
    title = say("compare.apart", points=points(change, lang)) if change else say("compare.equal")
    chances = say("compare.chances", a=_exact(one, say), b=_exact(two, say))
    return {"title": title, "sentences": [chances, *_ratio(one, two, say), _means(one, two, say)]}


def chart(answers: Any, say: Words) -> dict[str, Any] | None:
    """Both totals over all attacks; nothing where neither attack is allowed."""
    both = [answer.damage if answer.allowed else None for answer in (answers.a, answers.b)]
    if both == [None, None]:
        return None
    units = [_unit(answer, say) for answer in (answers.a, answers.b)]
    attacks = [answer.question.attack.attacks for answer in (answers.a, answers.b)]
    return {"first": both[0], "second": both[1], "unit": units[0] if units[0] == units[1] else "",
            "note": say("compare.attacks", a=attacks[0], b=attacks[1])}


def _exact(answer: Answer, say: Words) -> str:
    chance = answer.chance
    exact = fraction(chance.numerator, chance.denominator, say.language)
    return say("compare.exact", percent=say.percent(chance), fraction=exact)


def _ratio(one: Answer, two: Answer, say: Words) -> list[str]:
    if one.chance == two.chance:
        return []
    for side, answer in (("A", one), ("B", two)):
        if not answer.chance:
            return [say("compare.never", side=side)]
    ratio = two.chance / one.chance
    exact = fraction(ratio.numerator, ratio.denominator, say.language)
    return [say("compare.ratio", ratio=mean(ratio, say.language), exact=exact)]


def _means(one: Answer, two: Answer, say: Words) -> str:
    told = {key: mean(answer.damage.mean(), say.language) for key, answer in (("a", one), ("b", two))}
    return say("compare.means", unit_a=_unit(one, say), unit_b=_unit(two, say), **told)


def _unit(answer: Answer, say: Words) -> str:
    rules = answer.question.rules
    return rules.say(say.language)(f"{rules.key}.unit")
