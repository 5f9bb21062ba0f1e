"""What is +1 worth?  One die of Coup-De-Grace: points against relative change, tries per success."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.question import Question
from tohit.lessons.frame import BONUS, Ask, Facts, Lesson, asked

__all__ = ["LESSON"]

VALUES = range(1, 8)
ATTACKS = 6
HP = 3


def work(question: Question) -> Facts:
    """Chances by Defence Value with and without +1, what +1 is worth, attacks per hit, and six attacks on 3 HP."""
    facts: dict[str, Fraction] = {}
    for value in VALUES:
        for bonus in (0, 1):
            by_hand = [{"name": "+1", "attack": bonus}] if bonus else []
            edits = ({"mini": "Orc", "stats": {"defence": value}}, {"path": "attack.overrides.modifiers", "value": by_hand})
            name = f"dv{value}" + ("+1" if bonus else "")
            facts[name] = asked(question, *edits).chance
            six = asked(question, *edits, {"path": "attack.attacks", "value": ATTACKS})
            facts[f"{name}.down"] = six.damage.at_least(HP)
            if facts[name]:
                facts[f"{name}.attacks"] = 1 / facts[name]
                facts[f"{name}.three"] = HP / facts[name]
        facts[f"dv{value}.points"] = facts[f"dv{value}+1"] - facts[f"dv{value}"]
        if facts[f"dv{value}"]:
            facts[f"dv{value}.relative"] = facts[f"dv{value}.points"] / facts[f"dv{value}"]
    return facts


LESSON = Lesson(
    number=1,
    key=lambda part: f"lesson_1.{part}",
    document={
        "rules": "coup-de-grace", "title": "What is +1 worth?", "board": {"columns": 7, "rows": 5},
        "minis": [
            {"name": "Archer", "side": "red", "at": "B3", "facing": "E"},
            {"name": "Orc", "side": "blue", "at": "F3", "facing": "W", "stats": {"defence": 5, "hp": HP, "max_hp": HP}},
        ],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": 6}},
    },
    controls=("minis[1].stats.defence", BONUS, "attack.attacks"),
    work=work,
    predict=(
        Ask("dv5", "dv5", (("above", Fraction(1, 6)), ("face", "dv2"), ("miss", "dv3"), ("even", Fraction(1, 2))), of=6),
        Ask("dv5more", "dv5+1", (("share", Fraction(7, 18)), ("nothing", "dv5"), ("wrong_way", "dv6")), of=6),
    ),
    change=(
        Ask("dv6more", "dv6+1", (("same_share", Fraction(1, 4)), ("nothing", "dv6")), of=6),
        Ask("relative6", "dv6.relative", (("points", "dv6.points"),), kind="number"),
        Ask("relative2", "dv2.relative", (("points", "dv2.points"),), kind="number"),
        Ask("dv1more", "dv1.points", (("everywhere", Fraction(1, 6)),)),
    ),
    check=(
        Ask("attacks6", "dv6.attacks", (("faces", Fraction(1)),), kind="number"),
        Ask("attacks6more", "dv6+1.attacks", (("one_less", Fraction(5)),), kind="number"),
        Ask("three6", "dv6.three", (("per_hit", "dv6.attacks"),), kind="number"),
        Ask("down6", "dv6.down", (("times", Fraction(1)), ("half", Fraction(1, 2)))),
        Ask("dv7more", "dv7+1", (("impossible", Fraction(0)),), of=6),
    ),
    tallied="dv5",
)
