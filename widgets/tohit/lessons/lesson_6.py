"""Is the die due?  Streaks: independence, and how long runs of misses are to be expected."""

from __future__ import annotations

from fractions import Fraction

from tohit.core.question import Question
from tohit.lessons.frame import Ask, Facts, Lesson, asked

__all__ = ["LESSON", "run_of_misses"]

NEEDS = (3, 4, 5)


def work(question: Question) -> Facts:
    """The next throw, and runs of misses somewhere in 20 or 30 throws, at 3+, 4+ and 5+."""
    hit = {need: asked(question, {"mini": "Orc", "stats": {"defence": need}}).chance for need in NEEDS}
    facts = {f"need{need}": chance for need, chance in hit.items()}
    facts["next"] = hit[4]  # dice have no memory: what came before is no part of the question
    facts |= {f"run4of20.need{need}": run_of_misses(1 - chance, 4, 20) for need, chance in hit.items()}
    return facts | {
        "run5of20": run_of_misses(1 - hit[4], 5, 20), "run4of30": run_of_misses(1 - hit[4], 4, 30),
        "five": (1 - hit[4]) ** 5, "fifth": 1 - hit[4], "four": (1 - hit[4]) ** 4,
    }


def run_of_misses(miss: Fraction, length: int, throws: int) -> Fraction:
    """The chance of at least ``length`` misses on end somewhere in so many throws.

    Followed throw by throw: how many misses stand at the end, and what has had a whole run already.
    """
    ends, done = [Fraction(1)] + [Fraction(0)] * (length - 1), Fraction(0)
    for _ in range(throws):
        done += ends[-1] * miss
        ends = [sum(ends, start=Fraction(0)) * (1 - miss), *(chance * miss for chance in ends[:-1])]
    return done


LESSON = Lesson(
    number=6,
    key=lambda part: f"lesson_6.{part}",
    document={
        "rules": "coup-de-grace", "title": "Is the die due?", "board": {"columns": 7, "rows": 5},
        "minis": [
            {"name": "Archer", "side": "red", "at": "B3", "facing": "E"},
            {"name": "Orc", "side": "blue", "at": "F3", "facing": "W", "stats": {"defence": 4}},
        ],
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": 6}},
    },
    controls=("minis[1].stats.defence",),
    work=work,
    predict=(
        Ask("next", "next", (("due", Fraction(31, 32)), ("due", Fraction(15, 16)), ("cold", Fraction(1, 32)), ("cold", Fraction(1, 16)))),
        Ask("run", "run4of20.need4", (("just_four", "four"), ("five", "five"), ("blocks", Fraction(5, 16)))),
    ),
    change=(
        Ask("run_easy", "run4of20.need3", (("same", "run4of20.need4"), ("just_four", Fraction(1, 81)))),
        Ask("run_hard", "run4of20.need5", (("same", "run4of20.need4"), ("just_four", Fraction(16, 81)))),
        Ask("run30", "run4of30", (("same", "run4of20.need4"), ("longer", Fraction(501239, 1048576) * Fraction(3, 2)))),
    ),
    check=(
        Ask("five", "five", (("fifth", "fifth"), ("four", "four"))),
        Ask("fifth", "fifth", (("due", Fraction(1, 32)), ("due", Fraction(1, 16)))),
        Ask("run5", "run5of20", (("half", Fraction(501239, 2097152)), ("five", "five"))),
    ),
    tallied="need4",
)
