"""Two ways distance hurts: Coup-De-Grace's steps of one length, SemiAutomagic's steps that double."""

from __future__ import annotations

import json
from fractions import Fraction

from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked
from tohit.rules import SYSTEMS

__all__ = ["LESSON"]

INCREMENT = 6
DISTANCES = (6, 12, 18, 24, 36)


def work(question: Question) -> Facts:
    """Chances by distance in both systems, the die needing 4 or more up close, and what a doubled distance keeps."""
    facts: dict[str, Fraction] = {}
    for distance in DISTANCES:
        facts[f"linear{distance}"] = asked(question, {"path": "attack.overrides.distance", "value": distance}).chance
        facts[f"doubling{distance}"] = _doubling(distance)
    for way in ("linear", "doubling"):
        facts[f"{way}.kept"] = facts[f"{way}12"] / facts[f"{way}6"]
        facts[f"{way}12.shots"] = 1 / facts[f"{way}12"]
    return facts


def _doubling(distance: int) -> Fraction:
    """The same shot by SemiAutomagic: nobody defends, so that one roll decides."""
    document = {
        "format": "tohit/1", "rules": "semiautomagic",
        "minis": [{"name": "Archer", "side": "red"}, {"name": "Orc", "side": "blue"}],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": INCREMENT},
                   "overrides": {"distance": distance, "line_of_sight": True, "cover": "none"}},
    }
    return asked(loads(json.dumps(document), SYSTEMS)).chance


LESSON = Lesson(
    number=7,
    key=lambda part: f"lesson_7.{part}",
    document={
        "rules": "coup-de-grace", "title": "Two ways distance hurts", "board": {"columns": 15, "rows": 5},
        "minis": [
            {"name": "Archer", "side": "red", "at": "A3", "facing": "E"},
            {"name": "Orc", "side": "blue", "at": "G3", "facing": "W", "stats": {"defence": 4}},
        ],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": INCREMENT}},
    },
    controls=("attack.weapon.increment", "minis[1].stats.defence"),
    work=work,
    predict=(
        Ask("linear6", "linear6", (("not_yet", Fraction(1, 2)), ("two_steps", "linear12"), ("miss", Fraction(2, 3))), of=6),
        Ask("linear12", "linear12", (("one_step", "linear6"), ("not_yet", Fraction(1, 2)), ("gone", Fraction(0))), of=6),
    ),
    change=(
        Ask("doubling12", "doubling12", (("linear", "linear12"), ("free", "doubling6")), of=6),
        Ask("doubling24", "doubling24", (("linear", "linear24"), ("each_six", "doubling12")), of=6),
        Ask("doubling36", "doubling36", (("endless", "doubling24"),), of=6),
    ),
    check=(
        Ask("linear18", "linear18", (("last_face", Fraction(1, 6)),), of=6),
        Ask("kept_linear", "linear.kept", (("points", Fraction(1, 6)), ("other", "doubling.kept"))),
        Ask("kept_doubling", "doubling.kept", (("points", Fraction(1, 6)), ("other", "linear.kept"))),
        Ask("shots", "linear12.shots", (("other", "doubling12.shots"), ("faces", Fraction(1))), kind="number"),
    ),
    tallied="linear6",
)
