"""Aim or shoot?  SemiAutomagic: one aimed shot against two quick ones; equal averages are not equal choices."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked

__all__ = ["LESSON"]

BANDS = {"close": 2, "near": 4, "scene": 6, "far": 10}
"""Distances at which the range takes nothing, 1, 2 and 3 off the roll."""


def work(question: Question) -> Facts:
    """For each band a quick shot, an aimed one, and what two quick ones come to; they take as long as one aimed one.

    That they do is an assumption: the rules give 2 seconds for aiming and 4 for reloading.
    """
    facts: dict[str, Fraction] = {}
    for name, distance in BANDS.items():
        stands = {"path": "attack.overrides.distance", "value": distance}
        quick = asked(question, stands).chance
        facts[f"{name}.quick"] = quick
        facts[f"{name}.aimed"] = asked(question, stands, {"path": "attack.options.aimed", "value": True}).chance
        facts |= {f"{name}.mean": 2 * quick, f"{name}.any": 1 - (1 - quick) ** 2, f"{name}.both": quick**2}
    return facts


LESSON = Lesson(
    number=8,
    key=lambda part: f"lesson_8.{part}",
    document={
        "rules": "semiautomagic", "title": "Aim or shoot?", "board": {"columns": 12, "rows": 5},
        "minis": [
            {"name": "Ann", "side": "red", "at": "B3", "stats": {"ranged_skill": 0}},
            {"name": "Bob", "side": "blue", "at": "H3", "stats": {"dodge": 0}},
        ],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "ranged", "weapon": {"increment": 2},
                   "options": {"defence": "dodge", "aim_points": 1}},
    },
    controls=("attack.options.aimed",),
    work=work,
    predict=(
        Ask("quick", "scene.quick", (("first_only", Fraction(1, 6)), ("no_range", "close.quick"), ("added", Fraction(2, 3)))),
        Ask("aimed", "scene.aimed", (("nothing", "scene.quick"), ("first_only", Fraction(1, 3)), ("all_back", "close.quick"))),
    ),
    change=(
        Ask("mean", "scene.mean", (("one", "scene.quick"), ("any", "scene.any")), kind="number"),
        Ask("any", "scene.any", (("added", "scene.mean"), ("one", "scene.quick"), ("both", "scene.both"))),
        Ask("near_any", "near.any", (("added", "near.mean"), ("aimed", "near.aimed"), ("one", "near.quick"))),
    ),
    check=(
        Ask("both", "scene.both", (("any", "scene.any"), ("doubled", "scene.mean"), ("one", "scene.quick"))),
        Ask("near_aimed", "near.aimed", (("quick", "near.quick"), ("first_only", Fraction(1, 2)))),
        Ask("far_quick", "far.quick", (("last_face", "scene.quick"),)),
        Ask("far_aimed", "far.aimed", (("none", "far.quick"), ("first_only", Fraction(1, 6)))),
    ),
    tallied="scene.quick",
)
