"""From one answer to what each chart shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tohit.core.answer import Answer
from tohit.core.cells import chances_of
from tohit.core.distribution import Distribution
from tohit.core.evaluate import worth
from tohit.core.measure import shown
from tohit.core.situation import Situation
from tohit.core.sweep import sweep
from tohit.core.valued import DISTANCE_PATH
from tohit.core.without import without
from tohit.dashboards.present import along, bands, reach_of_ruler
from tohit.words import Words

__all__ = ["counted", "damage", "distances", "faces", "worths"]


def faces(answer: Answer, say: Words) -> dict[str, Any]:
    """The stages; the chart draws the first."""
    return {"stages": answer.stages}


def damage(answer: Answer, say: Words) -> dict[str, Any]:
    """The total over all attacks."""
    unit = say(f"{answer.question.rules.key}.unit")
    return {"damage": answer.damage if answer.allowed else None, "unit": unit, "attacks": answer.question.attack.attacks}


def counted(answer: Answer, say: Words) -> dict[str, Any] | None:
    """What the answer counts beside the damage: models removed, enemies killed, minis dying; None for most."""
    found = [(key, extra) for key, extra in answer.extras.items() if isinstance(extra, Distribution)]
    if not found or not answer.allowed:
        return None
    key, distribution = found[0]
    unit = say(f"{answer.question.rules.key}.extra.{key}")
    return {"damage": distribution, "unit": unit, "attacks": answer.question.attack.attacks,
            "title": say("page.counted", unit=unit), "note": _as_if_alone(distribution, answer, say)}


def _as_if_alone(joint: Distribution, answer: Answer, say: Words) -> str:
    """What would come out if every target had dice of its own: a wrong number, beside the right one."""
    fates = [fate["outcomes"]["dying"] for fate in answer.extras.get("targets", {}).values()]
    chances = [Fraction(chance) for chance in fates if Fraction(chance)]
    if len(chances) < 2:
        return ""
    alone = Distribution.certain(0)
    for chance in chances:
        alone += Distribution.from_chances({0: 1 - chance, 1: chance})
    return say("page.as_if_alone", percent=say.percent(joint.at_least(2)), wrong=say.percent(alone.at_least(2)))


def distances(answer: Answer, say: Words) -> dict[str, Any] | None:
    """The chance at every distance of the ruler, everything else as it is; None where there is none to compare."""
    question = answer.question
    if "distance" not in question.mode.asks:  # a melee's reach is judged on the board, not by a distance
        return None
    first, last = reach_of_ruler(answer)
    values = list(range(first, last + 1))
    counts, whole, allowed = _chances_along(answer)
    by_count = {count: Fraction(count, whole) for count in set(counts)}
    here = shown(Situation(question).distance)
    chances = [by_count[count] for count in counts]
    return {"distances": values, "chances": chances, "allowed": allowed, "here": here,
            "bands": bands(answer, say), "unit": say(f"{question.rules.key}.distance-unit", n=2), "now": (answer.chance, answer.allowed)}


def _chances_along(answer: Answer) -> tuple[list[int], int, list[bool]]:
    """Counts at every distance of the ruler, what they are out of, and where the attack is allowed."""
    first, last = reach_of_ruler(answer)
    try:
        counts, whole, allowed = chances_of(along(answer), np.True_)
    except (TypeError, ValueError):  # rules that look at one distance at a time
        swept = sweep(answer.question, DISTANCE_PATH, range(first, last + 1))
        counts, whole, allowed = swept.counts, swept.denominator, swept.allowed
    return counts.tolist(), whole, allowed.tolist()


def worths(answer: Answer, say: Words) -> dict[str, Any]:
    """Each line of the ledger: the chance with it and without it.

    A re-roll adds nothing and changes the chance all the same: the attack without it is worked out.  What acts on the
    damage only has no bar among chances, and is told by its averages.
    """
    rows, notes = [], []
    for line in answer.ledger if answer.allowed else ():
        name = str(say.show(line.name))
        if line.value:
            rows.append((name, line.value, answer.chance, worth(answer, line), line.wasted))
        elif line.applied and (other := without(answer, line)):
            if other.chance != answer.chance:
                rows.append((name, 0, answer.chance, other.chance, 0))
            elif other.damage != answer.damage:
                means = {key: _mean(each, say) for key, each in (("mean", answer), ("other", other))}
                notes.append(say("charts.worth.damage", name=name, unit=say(f"{answer.question.rules.key}.unit"), **means))
    die = answer.stages[0].die if answer.stages else 1
    return {"rows": rows, "step": Fraction(1, die), "notes": tuple(notes)}


def _mean(answer: Answer, say: Words) -> str:
    return say.number(f"{float(answer.damage.mean()):.2f}")
