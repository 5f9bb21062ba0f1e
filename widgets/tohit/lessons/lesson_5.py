"""Cover, power and order: Dark Age's worst-of, the same penalty that costs differently, and linearity."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations

from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked
from tohit.rules import SYSTEMS

__all__ = ["LESSON"]

NUMBERS = (16, 13, 9, 5)
DF = 4
COVERS = ("none", "light", "heavy")
ARMOUR = {16: "F6", 14: "G4", 10: "E4"}


def work(question: Question) -> Facts:
    """Chances by target number and cover, two covers at once, and the six orders of one arc attack."""
    facts: dict[str, Fraction] = {}
    for number in NUMBERS:
        for cover in COVERS:
            edits = {"mini": "Gunner", "stats": {"as": number - DF}}, {"path": "attack.overrides.cover", "value": cover}
            facts[f"n{number}.{cover}"] = asked(question, *edits).chance
        facts[f"n{number}.kept"] = facts[f"n{number}.heavy"] / facts[f"n{number}.none"]
    both = ({"square": "E3", "terrain": "light"}, {"square": "F3", "terrain": "heavy"})
    facts["both"] = asked(question, *both).chance
    return facts | _arc()


def _arc() -> Facts:
    """One swing of power 6 at three enemies of 1 HP, in every order."""
    names = {armour: f"AR {armour}" for armour in ARMOUR}
    minis = [{"name": "Reaper", "side": "red", "at": "F4"}]
    minis += [{"name": names[armour], "side": "blue", "at": square, "stats": {"ar": armour}} for armour, square in ARMOUR.items()]
    facts: dict[str, Fraction] = {}
    for order in permutations(ARMOUR):
        named = [names[armour] for armour in order]
        document = {"format": "tohit/1", "rules": "dark-age", "board": {"columns": 16, "rows": 12}, "minis": minis,
                    "attack": {"attacker": "Reaper", "target": named[0], "mode": "arc", "weapon": {"pu": 6}, "options": {"order": named}}}
        answer = asked(loads(json.dumps(document), SYSTEMS))
        key = "-".join(map(str, order))
        facts[f"arc.{key}"] = answer.extras["kills"].at_least(1)
        facts[f"arc.{key}.kills"], facts[f"arc.{key}.hp"] = answer.extras["kills"].mean(), answer.damage.mean()
    return facts


LESSON = Lesson(
    number=5,
    key=lambda part: f"lesson_5.{part}",
    document={
        "rules": "dark-age", "title": "Cover, power and order", "board": {"columns": 9, "rows": 5},
        "minis": [
            {"name": "Gunner", "side": "red", "at": "B3", "stats": {"as": 9}},
            {"name": "Trooper", "side": "blue", "at": "G3", "stats": {"df": DF}},
        ],
        "attack": {"attacker": "Gunner", "target": "Trooper", "mode": "ranged"},
    },
    controls=("minis[0].stats.as",),
    work=work,
    predict=(
        Ask("plain", "n13.none", (("over", Fraction(8, 20)), ("under", Fraction(12, 20)), ("miss", Fraction(7, 20))), of=20),
        Ask("heavy", "n13.heavy", (("nothing", "n13.none"), ("light", "n13.light"), ("bonus", Fraction(17, 20))), of=20),
    ),
    change=(
        Ask("both", "both", (("stack", Fraction(7, 20)), ("light", "n13.light")), of=20),
        Ask("kept5", "n5.kept", (("everywhere", "n13.kept"), ("points", Fraction(1, 20))), kind="number"),
        Ask("kept16", "n16.kept", (("everywhere", "n13.kept"), ("points", Fraction(3, 5))), kind="number"),
    ),
    check=(
        Ask("kills", "arc.16-14-10.kills", (("all", Fraction(3)), ("sure", Fraction(1))), kind="number"),
        Ask("easy_first", "arc.10-14-16", (("order", "arc.16-14-10"), ("kills", Fraction(1)))),
        Ask("hard_first", "arc.16-14-10", (("order", "arc.10-14-16"), ("kills", Fraction(1)))),
    ),
    tallied="n13.none",
    tools=("move", "light", "heavy", "erase"),
)
