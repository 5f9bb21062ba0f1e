"""The lessons, as data: ``LESSONS`` by number, and all their numbers as one document.

``python -m tohit.lessons`` prints that document, ``notebooks/lessons/answers.json``.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from tohit.core.distribution import digits
from tohit.lessons.frame import BONUS, Lesson

__all__ = ["BONUS", "LESSONS", "Lesson", "answers"]

LESSONS: dict[int, Lesson] = {
    lesson.number: lesson
    for lesson in (import_module(f"tohit.lessons.{found.name}").LESSON for found in iter_modules(__path__)
                   if found.name.startswith("lesson_"))
}
"""The lessons that stand, by number."""


def answers() -> dict[str, dict[str, str]]:
    """Every fact of every lesson, as exact fractions."""
    return {str(number): {key: digits(value) for key, value in LESSONS[number].facts.items()} for number in sorted(LESSONS)}
