"""From one answer to the explanation panel: its sentences, strips, pairs, tree and formulas, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tohit.core.answer import Answer
from tohit.core.derivation import Derivation, Formula, Node, derive
from tohit.core.distribution import digits
from tohit.core.explain import explain, short
from tohit.core.resolution import Stage
from tohit.words import Words

__all__ = ["steps", "walk"]

LONGEST = 200
"""A calculation longer than this is told by what it comes to."""


def steps(answer: Answer, say: Words) -> dict[str, Any]:
    """What the explanation panel shows of an answer."""
    return {"steps": explain(answer, say.language), "walk": walk(answer, say)}


def walk(answer: Answer, say: Words) -> dict[str, Any]:
    """The derivation as plain values; empty where the attack is not allowed or has no roll."""
    derivation = derive(answer)
    if not derivation.rolls:
        return {}
    return {
        "sentence": _sentence(derivation, say),
        "strips": [_strip(stage, answer, say) for stage in answer.stages],
        "pairs": _pairs(derivation, say),
        "tree": _node(derivation.tree, derivation, say),
        "formulas": [_formula(formula, derivation, say) for formula in derivation.formulas],
        "latex": "\n".join(f"P = {formula.latex}" for formula in derivation.formulas),
    }


def _sentence(derivation: Derivation, say: Words) -> str:
    """In natural frequencies: of so many throws, so many."""
    node, told = derivation.tree, []
    for _ in derivation.landing:
        node = node.children[0]
    if derivation.landing:
        told.append(_of("steps.sentence.lands", node, derivation, say))
    if derivation.following:
        while node.children and not node.children[0].roll.stage.same_die:
            node = node.children[0]
        told.append(_of("steps.sentence.effect", node, derivation, say))
    return " ".join(told)


def _of(key: str, node: Node, derivation: Derivation, say: Words) -> str:
    whole = derivation.tree.count
    chance = Fraction(node.count, whole)
    unit = say(f"{derivation.answer.question.rules.key}.unit")
    return say(key, count=node.count, of=whole, chance=digits(chance), percent=say.percent(chance), unit=unit)


def _name(stage: Stage, derivation: Derivation, say: Words) -> str:
    return say(f"{derivation.answer.question.rules.key}.stage.{stage.key}")


def _strip(stage: Stage, answer: Answer, say: Words) -> dict[str, Any]:
    """A die's faces, with what each of them does."""
    hits = stage.succeeding
    faces = [{"face": result, "hit": result in hits, "rerolled": set(natural) <= set(stage.rerolled)}
             for result, natural in stage.results]
    return {"name": say(f"{answer.question.rules.key}.stage.{stage.key}"), "needs": say.needs(stage.need), "faces": faces,
            "chance": f"{digits(stage.chance)} · {say.percent(stage.chance)}"}


def _pairs(derivation: Derivation, say: Words) -> dict[str, Any]:
    """The 36 pairs, counted by kind."""
    if not derivation.pairs:
        return {}
    first, *rest = derivation.rolls
    again = bool(first.stage.rerolled)
    second = say("steps.pairs.again") if again else _name(rest[0].stage, derivation, say)
    kinds = [kind for row in derivation.pairs for kind in row]
    texts = {"on": "on", "stopped": "stopped", "missed": "twice" if again else "missed"}
    counts = [{"kind": kind, "text": say(f"steps.pairs.{text}", count=kinds.count(kind))}
              for kind, text in texts.items() if kind in kinds]
    return {"rows": _name(first.stage, derivation, say), "columns": second, "cells": derivation.pairs, "counts": counts}


def _node(node: Node, derivation: Derivation, say: Words) -> dict[str, Any]:
    return {"text": _branch(node, derivation, say), "on": node.on,
            "children": [_node(child, derivation, say) for child in node.children]}


def _branch(node: Node, derivation: Derivation, say: Words) -> str:
    if node.roll is None:
        return say("steps.tree.all", count=node.count)
    saves = node.roll.stage.saves
    how = ("unsaved" if node.on else "saved") if saves else ("yes" if node.on else "no")
    return say(f"steps.tree.{how}", name=_name(node.roll.stage, derivation, say), count=node.count)


def _formula(formula: Formula, derivation: Derivation, say: Words) -> dict[str, str]:
    answer = derivation.answer
    last = _name(derivation.rolls[-1].stage, derivation, say)
    told = formula.text if len(formula.text) <= LONGEST else short(formula.chance)
    sign = "=" if (formula.chance * 1000).denominator == 1 else "≈"
    return {"name": say(f"steps.formula.{formula.key}", attacks=answer.question.attack.attacks, name=last),
            "text": f"{told} {sign} {say.percent(formula.chance)}"}
