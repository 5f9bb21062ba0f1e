"""The same attack without one of its abilities: what a re-roll, or an ability that acts on damage only, is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tohit.core.answer import Answer, Line
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate
from tohit.core.kinds import Names
from tohit.core.question import Question

__all__ = ["without"]


def without(answer: Answer, line: Line) -> Answer | None:
    """The answer to the same question, the line's ability taken from whoever the line is about.

    None where the line is no ability, or where the attack could not be made without it.
    """
    question = answer.question
    if line.key not in question.rules.abilities:
        return None
    edits = [*_taken(question, line)]
    other = evaluate(apply(question, edits)) if edits else None
    return other if other and other.allowed else None


def _taken(question: Question, line: Line) -> Iterator[dict[str, Any]]:
    """For each set of abilities that holds it, the rest of the set."""
    rules, attack = question.rules, question.attack
    groups = [(rules.stats, f"minis[{index}].stats", mini.stats)
              for index, mini in enumerate(question.scene.minis) if mini.name in line.causes]
    if attack.attacker in line.causes:
        groups += [(rules.weapon, "attack.weapon", attack.weapon), (rules.options, "attack.options", attack.options)]
    for fields, path, record in groups:
        for field in fields:
            held = getattr(record, field.name)
            if isinstance(field.kind, Names) and line.key in held:
                yield {"path": f"{path}.{field.key}", "value": [name for name in held if name != line.key]}
