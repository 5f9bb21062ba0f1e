"""Surround or spread?  Three attackers in Coup-De-Grace: sums of independent events, and what "best" means."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.distribution import Distribution
from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked

__all__ = ["LESSON"]

THREE = ("Ann", "Bob", "Cid")
VALUES = (6, 5, 4, 2)
HP = 3
AWAY = ({"mini": "Bob", "at": "A6"}, {"mini": "Cid", "at": "A7"})
BEHIND = ({"mini": "Cid", "at": "D5"}, {"mini": "Cid", "facing": "S"})
DISTRACTED = ({"mini": "Goblin", "at": "C5"}, {"mini": "Imp", "at": "C3"})


def work(question: Question) -> Facts:
    """Each attacker's chance, how much all three do together, and minis of 1 HP downed on average."""
    facts = {"alone": asked(question, *AWAY).chance}
    for name, edits in (("around", ()), ("behind", BEHIND), ("distracted", (*BEHIND, *DISTRACTED))):
        chances = [asked(question, *edits, {"attacker": attacker}).chance for attacker in THREE]
        facts |= {f"{name}.{attacker.lower()}": chance for attacker, chance in zip(THREE, chances, strict=True)}
        facts |= _totals(name, chances)
    facts |= _totals("spread", [facts["alone"]] * len(THREE))
    for value in VALUES:
        harder = {"mini": "Ogre", "stats": {"defence": value}}
        facts[f"spread.dv{value}"] = len(THREE) * asked(question, harder, *AWAY).chance
        misses = (1 - asked(question, harder).chance) ** len(THREE)
        facts[f"focus.dv{value}"] = 1 - misses
    return facts


def _totals(name: str, chances: list[Fraction]) -> Facts:
    """The chance of every total of hits, and of enough to down 3 HP."""
    together = sum((Distribution.from_chances({0: 1 - chance, 1: chance}) for chance in chances), start=Distribution.certain(0))
    totals = {f"{name}.{total}": together.chance(total) for total in range(len(chances) + 1)}
    return {**totals, f"{name}.downed": together.at_least(HP)}


LESSON = Lesson(
    number=2,
    key=lambda part: f"lesson_2.{part}",
    document={
        "rules": "coup-de-grace", "title": "Surround or spread?", "board": {"columns": 7, "rows": 7},
        "minis": [
            {"name": "Ann", "side": "red", "at": "C4", "facing": "E"},
            {"name": "Bob", "side": "red", "at": "E4", "facing": "W"},
            {"name": "Cid", "side": "red", "at": "D3", "facing": "N"},
            {"name": "Ogre", "side": "blue", "at": "D4", "facing": "S", "stats": {"defence": 5, "hp": HP, "max_hp": HP}},
            {"name": "Goblin", "side": "blue", "at": "G7", "facing": "S"},
            {"name": "Imp", "side": "blue", "at": "G1", "facing": "N"},
        ],
        "attack": {"attacker": "Ann", "target": "Ogre", "mode": "melee"},
    },
    controls=("minis[3].stats.defence", "attack.attacker"),
    work=work,
    predict=(
        Ask("alone", "alone", (("above", Fraction(1, 6)), ("miss", Fraction(2, 3))), of=6),
        Ask("around", "around.ann", (("one_ally", Fraction(1, 2)), ("alone", "alone"), ("three", Fraction(5, 6))), of=6),
    ),
    change=(
        Ask("behind", "behind.cid", (("around", "around.ann"), ("sure", Fraction(1))), of=6),
        Ask("distracted", "distracted.ann", (("once", Fraction(1, 2)), ("around", "around.ann")), of=6),
        Ask("behind_downed", "behind.downed", (("added", Fraction(1)), ("around_downed", "around.downed"), ("one", "behind.cid"))),
    ),
    check=(
        Ask("around_downed", "around.downed", (("added", Fraction(1)), ("one", "around.ann"), ("any", "focus.dv5"))),
        Ask("spread_all", "spread.3", (("added", Fraction(1)), ("one", "alone"))),
        Ask("spread2", "spread.dv2", (("focus", "focus.dv2"), ("one", Fraction(5, 6))), kind="number"),
        Ask("focus6", "focus.dv6", (("added", Fraction(1)), ("one", Fraction(1, 2)), ("all", Fraction(1, 8)))),
    ),
    tallied="around.ann",
)
