"""The smallest scene that still shows a fault: taken away one thing after the other, as long as the fault stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tohit.core import notation
from tohit.core.errors import TohitError
from tohit.core.question import Question

__all__ = ["smallest"]

_MOST = 150  # attempts


def smallest(question: Question, holds: Callable[[Question], bool]) -> Question:
    """The question with everything gone that ``holds`` does not need: minis, terrain, stats, options, rulings."""
    rules, tries = {question.rules.key: question.rules}, 0
    shrunk = True
    while shrunk:
        shrunk = False
        for document in _smaller(notation.write(question)):
            tries += 1
            if tries > _MOST:
                return question
            try:
                smaller = notation.read(document, rules)
            except TohitError:  # something that is needed is gone
                continue
            if smaller != question and holds(smaller):
                question, shrunk = smaller, True
                break
    return question


def _smaller(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with one thing less, the large things first."""
    attack = document["attack"]
    pair = (attack["attacker"], attack["target"])
    for place, mini in enumerate(document["minis"]):
        if mini["name"] not in pair:
            yield _without(document, "minis", place)
    yield _without(document, "board", "terrain")
    for place in range(len(document.get("board", {}).get("terrain", []))):
        yield _without(document, "board", "terrain", place)
    for part in ("options", "weapon", "overrides", "attacks"):
        yield _without(document, "attack", part)
    yield _without(document, "rulings")
    for place, mini in enumerate(document["minis"]):
        for key in ("stats", "facing"):
            if key in mini:
                yield _without(document, "minis", place, key)
    for part in ("options", "weapon"):
        for key in attack.get(part, {}):
            yield _without(document, "attack", part, key)
    for place, mini in enumerate(document["minis"]):
        for key in mini.get("stats", {}):
            yield _without(document, "minis", place, "stats", key)


def _without(document: dict[str, Any], *path: Any) -> dict[str, Any]:
    """A copy without what stands at the path; the same where nothing does."""
    copy = json.loads(json.dumps(document))
    at = copy
    for key in path[:-1]:
        at = at.get(key, {}) if isinstance(at, dict) else at[key]
    if isinstance(at, list):
        del at[path[-1]]
    else:
        at.pop(path[-1], None)
    return copy
