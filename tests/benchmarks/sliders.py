"""How long the answer takes after any single change of a control, on every ready scenario of every rule system.

Every path that a page's controls offer is changed: numbers by one and five either way and to both ends, switches,
choices and abilities to each of their values, and the distance to each step of the ruler.  Prints, by system, how many
changes there are and the median and worst time of ``evaluate`` in milliseconds, then the slowest changes by name.
Run: ``python tests/benchmarks/sliders.py [SYSTEM …]``
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import tohit
from tohit.core.evaluate import _resolved
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import groups_of

TARGET = 5  # milliseconds, median
STEPS = (-5, -1, 1, 5)
SLOWEST = 5
REPEATS = 5
RULER = range(1, 25)


def changes(question: tohit.Question) -> Iterator[dict[str, Any]]:
    """One edit for each value that one control can be given from where it stands."""
    for field in (field for group in groups_of(question, question.rules.say()) for field in group["fields"]):
        for value in values(field):
            if value != field["value"]:
                yield {field["edit"]: value} if "edit" in field else {"path": field["path"], "value": value}
    if "distance" in question.mode.asks:
        yield from ({"path": "attack.overrides.distance", "value": distance} for distance in RULER)


def values(field: dict[str, Any]) -> list[Any]:
    """What a control may be set to."""
    held = field["value"]
    if field["kind"] in ("whole", "number"):
        low, high = field["low"], field["high"]
        near = [max(low, min(high, (held if held is not None else low) + step)) for step in STEPS]
        return list(dict.fromkeys([low, *near, high]))
    if field["kind"] == "flag":
        return [not held]
    choices = [choice["value"] for choice in field.get("choices", ())]
    return [[*(held or ()), choice] for choice in choices] if field["kind"] == "names" else choices


def timed(question: tohit.Question) -> float:
    """Milliseconds of one evaluation whose dice are not remembered: the quickest of a few, so that other work is left out."""
    times = []
    for _ in range(REPEATS):
        _resolved.cache_clear()
        start = time.perf_counter()
        tohit.evaluate(question)
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


def measured(system: str) -> Iterator[tuple[float, str, dict[str, Any]]]:
    for name, question in ready(tohit.ruleset(system)).items():
        for edit in changes(question):
            try:
                changed = tohit.apply(question, [edit])
                yield timed(changed), name, edit
            except tohit.NotationError:
                pass  # what is refused is said at once and not worked out


if __name__ == "__main__":
    for system in sys.argv[1:] or SYSTEMS:
        found = sorted(measured(system), key=lambda each: each[0])
        middle, worst = statistics.median(each[0] for each in found), found[-1][0]
        over = sum(each[0] > TARGET for each in found)
        print(f"{system:14} {len(found):5} changes: median {middle:6.2f} ms, worst {worst:7.2f} ms, {over} over {TARGET} ms")
        for took, name, edit in reversed(found[-SLOWEST:]):
            print(f"{took:25.2f} ms  {name}: {edit}")
