"""The skill staircase and big samples: The Ninth Age's table; the share settles, the difference does not."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.distribution import Distribution
from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked

__all__ = ["LESSON"]

SKILLS = range(1, 11)
TEN = 10
SIZES = (10, 40, 100)
HALVES = (10, 40, 1000)


def work(question: Question) -> Facts:
    """The chance to hit for each Offensive Skill against 4, and hits of many attacks at 4+ and 3+."""
    facts = {f"off{skill}": asked(question, {"mini": "Swords", "stats": {"offensive": skill}}).chance for skill in SKILLS}
    facts |= {f"step{skill}": facts[f"off{skill + 1}"] - facts[f"off{skill}"] for skill in SKILLS[:-1]}
    four, three = (_hits(facts[f"off{skill}"], TEN) for skill in (4, 5))
    facts |= {"exactly5": four.chance(5), "4to6": four.at_least(4) - four.at_least(7), "8up": four.at_least(8),
              "7up.3+": three.at_least(7)}
    facts |= {f"60.{size}": _hits(facts["off4"], size).at_least(6 * size // 10) for size in SIZES}
    return facts | {f"half.{size}": _hits(facts["off4"], size).chance(size // 2) for size in HALVES}


def _hits(chance: Fraction, attacks: int) -> Distribution:
    return Distribution.from_chances({0: 1 - chance, 1: chance}).times(attacks)


LESSON = Lesson(
    number=4,
    key=lambda part: f"lesson_4.{part}",
    document={
        "rules": "ninth-age", "title": "The skill staircase", "board": {"columns": 7, "rows": 7},
        "minis": [
            {"name": "Swords", "side": "red", "at": "D3", "facing": "N", "stats": {"offensive": 4, "attack_value": 1, "models": 10}},
            {"name": "Shields", "side": "blue", "at": "D4", "facing": "S", "stats": {"defensive": 4, "models": 10}},
        ],
        "attack": {"attacker": "Swords", "target": "Shields", "mode": "melee", "attacks": 1},
    },
    controls=("minis[0].stats.offensive", "attack.attacks"),
    work=work,
    predict=(
        Ask("off4", "off4", (("face", "off5"), ("above", Fraction(1, 3))), of=6),
        Ask("off5", "off5", (("nothing", "off4"), ("tenth", Fraction(3, 5))), of=6),
    ),
    change=(
        Ask("step5", "step5", (("everywhere", "step4"),)),
        Ask("step7", "step7", (("flat", Fraction(0)),)),
        Ask("off10", "off10", (("sure", Fraction(1)), ("flat", "off7")), of=6),
    ),
    check=(
        Ask("exactly5", "exactly5", (("expected", Fraction(1)), ("share", Fraction(1, 2)))),
        Ask("60of40", "60.40", (("same_share", "60.10"), ("share", Fraction(3, 5)))),
        Ask("half1000", "half.1000", (("settles", Fraction(1)), ("same_share", "half.10"), ("share", Fraction(1, 2)))),
    ),
    tallied="off4",
)
