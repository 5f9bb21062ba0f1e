"""Two gates: SemiAutomagic's attack and defence rolls, multiplying along a branch, and conditional chances."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.answer import Answer
from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked

__all__ = ["LESSON"]

GIVEN = {"plain": (0, 0), "attack": (1, 0), "defence": (0, 1), "both": (1, 1)}
SKILLS = {"skill2": (2, 0), "skill1_dodge1": (1, 1), "dodge2": (0, 2)}


def work(question: Question) -> Facts:
    """Hits of 36 for several situations, who stops the rest, and a chance with its inverse."""
    facts: dict[str, Fraction] = {}
    for name, (attack, defence) in GIVEN.items():
        by_hand = [{"name": "situation", "attack": attack, "defence": defence}] if attack or defence else []
        facts |= _told(name, asked(question, {"path": "attack.overrides.modifiers", "value": by_hand}))
    for name, (skill, dodge) in SKILLS.items():
        facts |= _told(name, asked(question, {"mini": "Ann", "stats": {"weapon_skill": skill}}, {"mini": "Bob", "stats": {"dodge": dodge}}))
    plain = asked(question)
    facts["hit_if_6"] = plain.stages[1].chance
    facts["six_if_hit"] = Fraction(1, plain.stages[0].die) * plain.stages[1].chance / plain.chance
    facts["summed"] = facts["attack"] + facts["defence"] - facts["plain"]
    return facts


def _told(name: str, answer: Answer) -> Facts:
    """The chance to hit, and which part of all that does not hit the defence stopped."""
    stopped = answer.stages[0].chance - answer.chance
    return {name: answer.chance, f"{name}.stopped": stopped / (1 - answer.chance)}


LESSON = Lesson(
    number=3,
    key=lambda part: f"lesson_3.{part}",
    document={
        "rules": "semiautomagic", "title": "Two gates", "board": {"columns": 7, "rows": 5},
        "minis": [
            {"name": "Ann", "side": "red", "at": "C3", "stats": {"weapon_skill": 0}},
            {"name": "Bob", "side": "blue", "at": "D3", "stats": {"dodge": 0}},
        ],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "options": {"defence": "dodge"}},
    },
    controls=("minis[0].stats.weapon_skill", "minis[1].stats.dodge"),
    work=work,
    predict=(
        Ask("plain", "plain", (("first_only", Fraction(1, 2)), ("added", Fraction(1)), ("rest", Fraction(3, 4))), of=36),
        Ask("attack", "attack", (("first_only", Fraction(2, 3)), ("middle", Fraction(7, 12)), ("nothing", "plain")), of=36),
    ),
    change=(
        Ask("both", "both", (("summed", "summed"), ("first_only", Fraction(2, 3))), of=36),
        Ask("skill2", "skill2", (("first_only", Fraction(5, 6)), ("only_attack", Fraction(15, 36))), of=36),
        Ask("dodge2", "dodge2", (("nothing", "plain"), ("second_only", Fraction(1, 6))), of=36),
    ),
    check=(
        Ask("stopped", "plain.stopped", (("of_all", Fraction(1, 4)), ("even", Fraction(1, 2)))),
        Ask("hit_if_6", "hit_if_6", (("inverse", "six_if_hit"), ("sure", Fraction(1)), ("nothing", "plain"))),
        Ask("six_if_hit", "six_if_hit", (("inverse", "hit_if_6"), ("one_die", Fraction(1, 6)))),
    ),
    tallied="plain",
)
