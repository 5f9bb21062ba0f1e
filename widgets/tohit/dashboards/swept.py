"""From a plan and what was found for it to what each panel of the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from tohit.charts.amounts import fraction, mean, points
from tohit.core.axes import Axis, axes
from tohit.core.break_even import BreakEven, reaching
from tohit.core.geometry import FACINGS
from tohit.core.sensitivity import Change
from tohit.dashboards.plan import ENDS, FIELDS, NONE, Plan
from tohit.dashboards.sliced import Found
from tohit.words import Words

__all__ = ["break_even", "curve", "groups", "heads", "helps", "progress", "table"]

MOST_RUNS = 4
FEW = 6
"""So many of the changes that help are seen at first."""


def groups(plan: Plan, say: Words) -> list[dict[str, Any]]:
    """The form: one number, its range, another one, its range, the chance that is wanted."""
    found, fields = axes(plan.scene), []
    named = [{"value": key, "name": _capital(say.show(axis.name))} for key, axis in found.items()]
    for place, field in enumerate(FIELDS):
        has = place < len(plan.spans)
        if place > len(plan.spans):
            break
        other = plan.spans[1 - place].key if len(plan.spans) > 1 - place else None
        none = [{"value": NONE, "name": say("sweep.none")}] if place else []
        choices = [*none, *(choice for choice in named if not place or choice["value"] != other)]
        fields.append({"path": f"sweep.{field}", "name": say(f"sweep.{field}"), "help": "", "kind": "choice", "choices": choices,
                       "value": plan.spans[place].key if has else NONE})
        if has and found[plan.spans[place].key].is_number:
            fields += _ends(plan, place, found[plan.spans[place].key], say)
    fields.append({"path": "sweep.wanted", "name": say("sweep.wanted"), "help": "", "kind": "number", "low": 0, "high": 100,
                   "value": _plain(plan.wanted * 100)})
    return [{"key": "sweep", "name": say("sweep.group"), "open": True, "fields": fields}]


def _ends(plan: Plan, place: int, axis: Axis, say: Words) -> list[dict[str, Any]]:
    span = plan.spans[place]
    values = dict(zip(ENDS, (span.first, span.last, span.step), strict=True))
    return [{"path": f"sweep.{FIELDS[place]}_{end}", "name": say(f"sweep.{FIELDS[place]}_{end}"), "help": "", "kind": "whole",
             "low": 1 if end == "step" else axis.low, "high": max(1, axis.high - axis.low) if end == "step" else axis.high,
             "value": values[end]} for end in ENDS]


def heads(axis: Axis, values: Sequence[Any], say: Words) -> list[str]:
    """The values as texts."""
    return [_value(axis, value, say) for value in values]


def progress(found: Found, say: Words) -> dict[str, Any]:
    """How far it is; at rest, why some cells are refused."""
    cells = prod(map(len, found.answer.plan.values)) if found.done else 0
    done = min(found.done[0], cells) if found.done else 0
    why = found.result.why if found.result else None
    sentence = say("sweep.why", why=say.show(why.phrase)) if why else ""
    return {"done": done, "cells": cells, "stopped": found.stopped, "why": sentence}


def curve(found: Found, say: Words) -> dict[str, Any] | None:
    """The chance by the first number; nothing where two are gone over."""
    plan = found.answer.plan
    if len(plan.spans) != 1 or found.result is None:
        return None
    axis, values = plan.axes[0], plan.values[0]
    return {
        "name": _capital(say.show(axis.name)), "heads": heads(axis, values, say), "chances": found.result.line(0),
        "places": list(values) if axis.is_number else list(range(len(values))),
        "here": _place(plan, 0), "wanted": plan.wanted,
    }


def table(found: Found, say: Words) -> dict[str, Any]:
    """Every cell of one or two numbers; none before all are there."""
    plan, result = found.answer.plan, found.result
    if result is None or not plan.spans:
        return {"cells": [], "here": []}
    told = [_axis(plan, axis, values, say) for axis, values in zip(plan.axes, plan.values, strict=True)]
    places = [_place(plan, at) for at in range(len(told))]
    if len(told) == 1:
        told.append({})
        places.append(0)
    return {
        "columns": told[0], "rows": told[1], "cells": result.cells.tolist(), "wanted": say.percent(plan.wanted),
        "levels": [_level(chance, plan.wanted, say) for chance in result.levels],
        "here": [] if None in places else [places[1], places[0]],
    }


def _axis(plan: Plan, axis: Axis, values: Sequence[Any], say: Words) -> dict[str, Any]:
    told = {"name": _capital(say.show(axis.name)), "path": axis.path, "values": list(values), "heads": heads(axis, values, say)}
    role, _, rest = axis.key.partition(".")
    return {**told, "mini": getattr(plan.scene.attack, role)} if rest == "facing" else told


def _level(chance: Fraction, wanted: Fraction, say: Words) -> dict[str, Any]:
    percent = say.percent(chance)
    return {"number": percent.rstrip("%\u202f "), "percent": percent, "share": round(float(chance), 4), "reaches": chance >= wanted,
            "fraction": fraction(chance.numerator, chance.denominator, say.language)}


def break_even(found: Found, say: Words) -> dict[str, Any]:
    """Which values of the first number reach the wanted chance, and the nearest of them to go to."""
    plan, result = found.answer.plan, found.result
    shown = {"title": "", "sentences": [], "rows": [], "few": 1}
    if result is None or not plan.spans:
        return shown
    shown["title"] = say("sweep.even.title", percent=say.percent(plan.wanted))
    axis, values = plan.axes[0], plan.values[0]
    line = result.line(0 if len(plan.spans) == 1 else _place(plan, 1))
    even = reaching(axis.path, plan.wanted, axis.now, values, tuple(chance or Fraction(0) for chance in line))
    answer = found.answer.answer
    told = [_reached(even, axis, say)]
    if axis.now is not None or None in values:
        told.append(say("sweep.even.now", value=_value(axis, axis.now, say), percent=say.percent(answer.chance)))
    if even.course == "both" and axis.is_number:
        told.append(say("sweep.even.both"))
    nearest = even.nearest
    if nearest is None and None not in values or nearest == axis.now:
        return {**shown, "sentences": [" ".join(told)]}
    then = even.chances[values.index(nearest)]
    before = say("sweep.unset") if axis.now is None else _value(axis, axis.now, say)
    name = say("sweep.even.to", name=_capital(say.show(axis.name)), before=before, after=_value(axis, nearest, say))
    return {**shown, "sentences": [" ".join(told)], "rows": [
        {**_row(name, then, then - answer.chance, say), "note": "", "edits": [_edit(plan, axis, nearest)]},
    ]}


def _reached(even: BreakEven, axis: Axis, say: Words) -> str:
    name = _capital(say.show(axis.name))
    if not even.reached:
        return say("sweep.even.never", name=name, percent=say.percent(even.best))
    if all(chance >= even.wanted for chance in even.chances):
        return say("sweep.even.all", name=name)
    if axis.is_number:
        runs = [_run(first, last, axis, say) for first, last in even.reached]
    else:
        runs = [_value(axis, value, say) for value, chance in zip(even.values, even.chances, strict=True) if chance >= even.wanted]
    many = [*runs[:MOST_RUNS], *(["…"] if len(runs) > MOST_RUNS else [])]
    return say("sweep.even.runs", name=name, runs=", ".join(many), count=len(runs))


def _run(first: Any, last: Any, axis: Axis, say: Words) -> str:
    ends = (_value(axis, first, say), _value(axis, last, say))
    return ends[0] if first == last else say("sweep.run", first=ends[0], last=ends[1])


def helps(found: Found, say: Words) -> dict[str, Any]:
    """The single changes that do something, the best first, like ones in one row; then what does nothing at all."""
    changes = found.result or ()
    told = [_change(alike, say) for alike in _alike(changes)]
    shown = {"title": say("sweep.helps.title"), "rows": told, "few": FEW, "sentences": [], "after": []}
    if found.result is None:
        return {**shown, "sentences": [say("sweep.helps.waiting")]}
    better = sum(row["tone"] > 0 for row in told)
    idle = dict.fromkeys(_capital(say.show(change.name.fields.get("field", change.name))) for change in changes if _is_idle(change))
    return {**shown, "few": min(FEW, better), "sentences": [say("sweep.helps.note" if better else "sweep.helps.none")],
            "after": [say("sweep.helps.idle", names=" · ".join(idle))] if idle else []}


def _is_idle(change: Change) -> bool:
    return bool(change.wasted) and "path" in change.edit


def _alike(changes: Sequence[Change]) -> list[list[Change]]:
    """Changes with an effect; steps, turns and comings of one mini that give the same are one."""
    groups: dict[Any, list[Change]] = {}
    for place, change in enumerate(changes):
        if _is_idle(change) or not (change.difference or change.damage or change.wasted):
            continue
        own = place if "mini" not in change.edit else None
        key = own, change.name.key, change.edit.get("mini"), change.allowed, change.chance, change.damage, change.wasted
        groups.setdefault(key, []).append(change)
    return list(groups.values())


def _change(alike: Sequence[Change], say: Words) -> dict[str, Any]:
    first = alike[0]
    return {**_row(_capital(say.show(first.name)), first.chance, first.difference, say), "note": _note(alike, say),
            "edits": _edits(first.edit)}


def _note(alike: Sequence[Change], say: Words) -> str:
    change, told = alike[0], []
    if not change.allowed:
        told.append(say("sweep.helps.refused"))
    if change.damage and not change.difference:
        sign = "+" if change.damage > 0 else "\u2212"
        told.append(say("sweep.helps.damage", mean=sign + mean(abs(change.damage), say.language)))
    if change.wasted:
        told.append(say("sweep.helps.wasted", count=change.wasted))
    if len(alike) > 1:
        places = [other.name.fields.get("square") or other.name.fields["facing"] for other in alike[1:]]
        told.append(say("sweep.helps.also", places=places))
    return " · ".join(told)


def _row(name: str, chance: Fraction, difference: Fraction, say: Words) -> dict[str, Any]:
    return {"name": name, "percent": say.percent(chance), "change": points(difference, say.language),
            "tone": (difference > 0) - (difference < 0)}


def _edits(edit: dict[str, Any]) -> list[dict[str, Any]]:
    """A change as the browser proposes it: one thing of a mini at a time."""
    if "mini" not in edit:
        return [edit]
    return [{"mini": edit["mini"], key: edit[key]} for key in ("at", "facing") if key in edit]


def _edit(plan: Plan, axis: Axis, value: Any) -> dict[str, Any]:
    role, _, rest = axis.key.partition(".")
    return {"mini": getattr(plan.scene.attack, role), "facing": value} if rest == "facing" else {"path": axis.path, "value": value}


def _place(plan: Plan, at: int) -> int | None:
    """Which of an axis's values is the present one."""
    now, values = plan.axes[at].now, plan.values[at]
    return values.index(now) if now in values else None


def _value(axis: Axis, value: Any, say: Words) -> str:
    if value is None:
        return say("sweep.board" if axis.key.startswith("overrides") else "sweep.unset")
    key = f"{axis.words}.{str(value).lower() if isinstance(value, bool) else value}"
    if key in say:
        return say(key)
    if isinstance(value, bool):
        return say(f"core.change.{str(value).lower()}")
    if value in FACINGS and axis.words != "page.facing":
        return say(f"page.facing.{value}")
    return str(say.show(value))


def _capital(text: Any) -> str:
    return f"{str(text)[:1].upper()}{str(text)[1:]}"


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
