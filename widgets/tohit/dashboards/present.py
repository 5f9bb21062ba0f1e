"""From one answer to what each panel shows: plain values in the reader's language."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np

from tohit import report
from tohit.core.answer import Answer, Line
from tohit.core.edits import apply
from tohit.core.evaluate import evaluate, once
from tohit.core.geometry import FACINGS, square_name
from tohit.core.measure import thousandths
from tohit.core.modifier import look
from tohit.core.question import Question
from tohit.core.resolution import Stage
from tohit.core.situation import Cells, Situation
from tohit.core.sweep import sweep
from tohit.core.tabled import tabled
from tohit.widgets import draw
from tohit.widgets.board import TOOLS
from tohit.words import Words

__all__ = [
    "bands", "costs_at", "cover", "covered", "dial", "fraction", "headline", "label", "ledger", "reach_of_ruler", "ruler", "scene",
    "table_map",
]


def headline(answer: Answer, say: Words) -> dict[str, Any]:
    """The answer before anything else."""
    rules = answer.question.rules.key
    shown = {
        "sentence": answer.sentence(say),
        "refusals": [str(say.show(refusal.because)) for refusal in answer.refusals],
        "notices": [str(say.show(notice)) for notice in answer.notices],
        "remedies": [], "fraction": "", "percent": "", "need": "", "rate": "", "faces": [], "stages": [],
    }
    if not answer.allowed:
        return {**shown, "remedies": _remedies(answer, say)}
    landing = [stage for stage in answer.stages if stage.lands]
    single = len(landing) == 1
    return {
        **shown,
        "fraction": fraction(answer, say),
        "percent": say.percent(answer.chance),
        "need": landing[0].need if single else "",
        "rate": _rate(answer, say),
        "faces": _faces(landing[0]) if single else [],
        "stages": [] if single else [
            {"name": say(f"{rules}.stage.{stage.key}"), "need": stage.need, "faces": _faces(stage)} for stage in landing
        ],
    }


def covered(answer: Answer, say: Words) -> dict[str, Any]:
    """The headline before a guess: who attacks whom, and nothing that the answer decides."""
    empty = dict.fromkeys(("percent", "need", "rate"), "")
    return {**empty, **dict.fromkeys(("refusals", "remedies", "notices", "faces", "stages"), ()),
            "sentence": answer.sentence(say), "fraction": "?"}


def label(answer: Answer, say: Words) -> str:
    """What stands at the target: the chance, with a name where it is about another mini."""
    if not answer.allowed:
        return say("page.not_allowed")
    told = fraction(answer, say)
    return told if answer.about == answer.question.attack.target else say("page.label", mini=answer.about, chance=told)


def scene(answer: Answer, say: Words) -> dict[str, Any]:
    """What the board draws; no cover to paint with where the rules know none."""
    drawn = draw.scene(answer.question, label(answer, say))
    if drawn and not any("cover" in mode.asks for mode in answer.question.rules.modes):
        drawn["tools"] = [tool for tool in TOOLS if tool not in ("light", "heavy")]
    return drawn


def fraction(answer: Answer, say: Words) -> str:
    """The chance with the die's own denominator where it has one: "2 in 6", not "1 in 3"."""
    return report.fraction(answer.chance, answer.stages[0].die if answer.stages else 1, say)


def ledger(answer: Answer, say: Words) -> dict[str, Any]:
    """How the needed roll comes about."""
    rules = answer.question.rules
    used = {line.channel for line in answer.ledger} | {rules.channels[0]}
    channels = [channel for channel in rules.channels if channel in used]
    many = len(channels) > 1
    first = answer.stages[0].need if answer.stages else ""
    return {
        "lines": [_line(line, say) for line in answer.ledger],
        "base": [{"name": str(say.show(start.name)), "value": start.value, "channel": channels[0] if many else ""}
                 for start in answer.base],
        "total": [{"name": "", "value": answer.totals[channel], "need": first if channel == channels[0] else "",
                   "channel": channel if many else ""} for channel in channels],
        "channels": [{"key": channel, "name": say(f"{rules.key}.channel.{channel}")} for channel in channels] if many else [],
    }


def dial(answer: Answer, say: Words) -> dict[str, Any]:
    """Which way the attacker looks."""
    rules, attacker = answer.question.rules, answer.question.attacker
    reason = "" if rules.facings else say("page.no_facing")
    return {"stops": rules.facings, "value": FACINGS[attacker.facing], "mini": attacker.name, "reason": reason}


def ruler(answer: Answer, say: Words) -> dict[str, Any]:
    """How far away the target is, and what each distance costs."""
    question = answer.question
    distance = Situation(question).distance_shown
    key = f"{question.rules.key}.distance-unit"
    minimum, maximum = reach_of_ruler(answer)
    found = bands(answer, say)
    return {
        "value": str(distance) if isinstance(distance, Decimal) else distance,
        "minimum": minimum, "maximum": maximum, "bands": found,
        "unit": {"one": say(key, n=1), "other": say(key, n=2)},
        "overridden": question.attack.overrides.distance is not None,
        "enabled": bool(found) or question.scene.grid is not None,
        "reason": say("page.no_distance"),
    }


def reach_of_ruler(answer: Answer) -> tuple[int, int]:
    """The ends of the ruler and of the chart by distance: the board's own length, at least 24."""
    question = answer.question
    grid, given = question.scene.grid, question.attack.overrides.distance
    longest = max(24, grid.rows + grid.columns - 2 if grid else 0, int(given or 0))
    return 1, min(longest, 120)


@lru_cache(maxsize=4)
def bands(answer: Answer, say: Words) -> list[dict[str, Any]]:
    """Stretches of distance that cost the same, or are out of range; empty where distance changes nothing."""
    minimum, maximum = reach_of_ruler(answer)
    distances = np.arange(minimum, maximum + 1)
    costs, allowed = costs_of(along(answer))
    if len(set(costs.tolist())) == 1 and allowed.all():
        return []
    stretches: list[dict[str, Any]] = []
    for distance, cost, fits in zip(distances.tolist(), costs.tolist(), allowed.tolist(), strict=True):
        label = say.signed(cost) if fits else say("page.out_of_range")
        if stretches and stretches[-1]["label"] == label:
            stretches[-1]["to"] = distance
        else:
            stretches.append({"from": distance, "to": distance, "label": label, "tone": -cost if fits else 9})
    return stretches


@lru_cache(maxsize=2)
def along(answer: Answer) -> Situation:
    """The attack, made once, at every distance of the ruler; ruler and chart look at the same one."""
    first, last = reach_of_ruler(answer)
    return Situation(once(answer.question), Cells(distance=thousandths(np.arange(first, last + 1))))


def costs_at(question: Question, distances: Any) -> tuple[Any, Any]:
    """What distance costs, and where it allows the attack, for a row of distances in squared thousandths."""
    return costs_of(Situation(question, Cells(distance=distances)))


def costs_of(s: Situation) -> tuple[Any, Any]:
    """The same for a situation whose cells are distances."""
    question = s.question
    costs = np.zeros(s.shape, dtype=np.int64)
    for line in s.counted[1]:
        values = np.broadcast_to(line.value, s.shape)
        if (values != values[0]).any():  # a line that is the same everywhere says nothing about distance
            costs = costs + values
    allowed = np.ones(s.shape, dtype=bool)
    for requirement in question.mode.requirements:
        met = look(requirement.met, s, requirement.key)
        if np.ndim(met):
            allowed = allowed & met
    return costs, allowed


def cover(answer: Answer, say: Words) -> dict[str, Any]:
    """The cover the board sees, and what counts."""
    question = answer.question
    rules, given = question.rules, question.attack.overrides.cover
    if not any("cover" in mode.asks for mode in rules.modes):
        return {"enabled": False, "reason": say(f"{rules.key}.cover.none"), "square": "", "overridden": False,
                "value": "none", "found": "none"}
    seen, found = _seen(answer)
    # The piece that counts comes first; where none does, the one that is there but controlled.
    covering = sorted((line for line in seen.ledger if line.key in _COVERS), key=lambda line: not (line.applied and line.value))
    squares = [name for line in covering for name in line.causes]
    piece = next((piece for piece in question.scene.grid.terrain if squares and squares[0] in _names(piece)), None) \
        if question.scene.grid else None
    sides = dict.fromkeys(mini.side for mini in question.scene.minis)
    return {
        "enabled": "cover" in question.mode.asks,
        "reason": say("page.no_cover_in_mode"),
        "value": (found or "none") if given is None else given,
        "found": found,
        "overridden": given is not None,
        "labels": {kind: say(f"{rules.key}.cover.{kind}") for kind in ("none", "light", "heavy")},
        "square": squares[0] if squares else "",
        "controllers": [{"key": key, "name": key} for key in [*sides, question.attack.attacker]],
        "controlled_by": piece.controlled_by if piece else "",
    }


def table_map(answer: Answer, say: Words) -> dict[str, Any]:
    """The system's table of two stats, with the modifiers of this attack; empty where it is not used."""
    question = answer.question
    found = tabled(question)
    if found is None:
        return {"cells": [], "here": []}
    table, key = question.rules.table, question.rules.key
    axes = {
        "columns": (table.columns, question.attacker, found.columns), "rows": (table.rows, question.target, found.rows),
    }
    return {
        **{axis: {"name": say(f"{key}.stats.{stat}"), "mini": mini.name, "stat": stat, "values": list(values)}
           for axis, (stat, mini, values) in axes.items()},
        "cells": [[{"need": stage.need, "percent": say.percent(stage.chance), "share": round(float(stage.chance), 3)}
                   for stage in row] for row in found.stages],
        "here": list(found.here or ()),
        "note": say("table_map.note"),
    }


def _seen(answer: Answer) -> tuple[Answer, str]:
    """The answer that the board alone gives, and the cover that it sees; without a board it sees none."""
    question = answer.question
    if question.scene.grid is None:
        return answer, ""
    if question.attack.overrides.cover is not None:
        answer = evaluate(apply(question, [{"path": "attack.overrides.cover", "value": None}]))
    return answer, _cover_of(answer.ledger)


_COVERS = {"light-cover": "light", "heavy-cover": "heavy"}


def _cover_of(lines: tuple[Line, ...]) -> str:
    counts = {_COVERS[line.key] for line in lines if line.key in _COVERS and line.applied and line.value}
    return "heavy" if "heavy" in counts else "light" if counts else "none"


def _names(piece: Any) -> set[str]:
    return {square_name(*square) for square in piece.squares}


def _line(line: Line, say: Words) -> dict[str, Any]:
    return {
        "key": line.key, "name": str(say.show(line.name)), "channel": line.channel, "value": line.value,
        "applied": line.applied, "wasted": line.wasted, "overridden": line.key.startswith("override-"),
        "because": str(say.show(line.because)), "causes": list(line.causes), "source": line.source,
    }


def _remedies(answer: Answer, say: Words) -> list[str]:
    """Which way the attacker would have to look, and what that would give."""
    question = answer.question
    if question.scene.grid is None or not question.rules.facings:
        return []
    turned = sweep(question, "attacker.facing")
    best = max(range(len(turned.values)), key=lambda cell: (bool(turned.allowed[cell]), turned.counts[cell]))
    if not turned.allowed[best]:
        return []
    facing = say(f"page.facing.{turned.values[best]}")
    return [say("page.turn", mini=question.attacker.name, facing=facing, percent=say.percent(turned.chance(best)))]


def _faces(stage: Stage) -> list[dict[str, Any]]:
    hits = stage.succeeding
    return [{"face": result, "hit": result in hits, "rerolled": set(faces) <= set(stage.rerolled)} for result, faces in stage.results]


def _rate(answer: Answer, say: Words) -> str:
    """How many attacks one hit takes on average, and what becomes of the target."""
    parts = []
    if 0 < answer.chance < 1:
        tenths = (20 / answer.chance + 1) // 2
        parts.append(say("page.rate", attacks=_tenths(int(tenths))))
    rules = answer.question.rules.key
    outcomes = [say("page.outcome", name=say(f"{rules}.outcome.{key}"), percent=say.percent(chance))
                for key, chance in answer.outcomes.items() if chance]
    if outcomes:
        parts.append(say("page.after", attacks=answer.question.attack.attacks, outcomes=" · ".join(outcomes)))
    return " · ".join(parts)


def _tenths(tenths: int) -> int | Decimal:
    return tenths // 10 if tenths % 10 == 0 else Decimal(tenths) / 10

