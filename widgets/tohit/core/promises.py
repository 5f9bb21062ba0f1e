"""What every rule system promises, each as a function that tells where a question breaks it.

A promise yields a ``Broken`` for each fault; one that is kept yields nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from tohit.core import notation
from tohit.core.edits import apply
from tohit.core.errors import SceneError
from tohit.core.evaluate import evaluate
from tohit.core.explain import explain, landing_product
from tohit.core.geometry import FACINGS, square_name
from tohit.core.modifier import look
from tohit.core.question import Question
from tohit.core.situation import Cells, Situation
from tohit.core.sweep import SQUARES, Sweep, sweep
from tohit.core.turned import turns
from tohit.words import LANGUAGES, Phrase

__all__ = ["BONUSES", "DISTANCES", "PROMISES", "SLOW", "Broken", "essence", "with_more"]

Document = dict[str, Any]
BONUSES = (-100, -3, -2, -1, 0, 1, 2, 3, 100)
DISTANCES = (0, 1, 2.5, 6, 7, 11.999, 12, 240, 10_000)


@dataclass(frozen=True, slots=True)
class Broken:
    """One fault: the promise, the modifier, requirement or mode that breaks it, and what was found."""

    promise: str
    part: str
    found: Phrase


def sums(question: Question) -> Iterator[Broken]:
    """Chances are exact, from 0 to 1, and those of all amounts of damage sum to 1."""
    answer = evaluate(question)
    amounts = {str(amount): answer.damage.chance(amount) for amount in answer.damage.outcomes()}
    chances = {answer.question.attack.mode: answer.chance, **answer.outcomes, **amounts}
    for key, chance in chances.items():
        if isinstance(chance, float) or not 0 <= chance <= 1:
            yield Broken("sums", question.attack.mode, Phrase("check.found.chance", name=key, chance=str(chance)))
    total = sum(Fraction(chance) for chance in answer.to_dict()["damage"].values())
    if total != 1 or sum(answer.damage.counts) != answer.damage.denominator:
        yield Broken("sums", question.attack.mode, Phrase("check.found.sum", chance=str(total)))


def ledger(question: Question) -> Iterator[Broken]:
    """The lines of a channel sum to its total."""
    answer = evaluate(question)
    told = dict.fromkeys(answer.totals, 0)
    for line in answer.ledger:
        told[line.channel] = told.get(line.channel, 0) + line.value
    for channel in told:
        if told[channel] != answer.totals.get(channel):
            found = Phrase("check.found.total", lines=told[channel], total=answer.totals.get(channel, 0))
            yield Broken("ledger", channel, found)


def explanation(question: Question) -> Iterator[Broken]:
    """The stages that land multiply to the chance, in both languages, and each has the faces that it says."""
    answer = evaluate(question)
    product = landing_product(answer)
    if product != answer.chance:
        found = Phrase("check.found.product", product=str(product), chance=str(answer.chance))
        yield Broken("explanation", question.attack.mode, found)
    for stage in answer.stages:
        chance, fits = Fraction(len(stage.faces), stage.die), set(stage.faces) | set(stage.rerolled) <= set(range(1, stage.die + 1))
        right = stage.chance >= chance if stage.rerolled else stage.chance == chance
        if not fits or not right or set(stage.faces) & set(stage.rerolled):
            found = Phrase("check.found.faces", faces=stage.faces, die=stage.die, chance=str(stage.chance))
            yield Broken("explanation", stage.key, found)
    for lang in LANGUAGES if answer.allowed else ():
        if str(answer.chance) not in "\n".join(explain(answer, lang)):
            yield Broken("explanation", question.attack.mode, Phrase("check.found.untold", chance=str(answer.chance)))


def bonus(question: Question) -> Iterator[Broken]:
    """One more never makes it worse."""
    chances = [evaluate(with_more(question, more)).chance for more in BONUSES]
    for (less, before), (more, after) in pairwise(zip(BONUSES, chances, strict=True)):
        if after < before:
            found = Phrase("check.found.bonus", less=less, before=str(before), more=more, after=str(after))
            yield Broken("bonus", question.attack.mode, found)


def turning(question: Question) -> Iterator[Broken]:
    """Turned and mirrored, everything stays."""
    document, mode = notation.write(question), question.attack.mode
    if "board" in document:
        for way, turned, rename in turns(question.rules, document):
            before = essence(question, document, rename)
            yield from _different("turning", mode, before, essence(question, turned), Phrase(f"check.way.{way}"))


def order(question: Question) -> Iterator[Broken]:
    """In whatever order the minis are named."""
    document, mode = notation.write(question), question.attack.mode
    for seed in range(2):
        minis = list(document["minis"])
        random.Random(seed).shuffle(minis)
        shuffled = essence(question, {**document, "minis": minis})
        yield from _different("order", mode, essence(question, document), shuffled, Phrase("check.way.order"))


def squares(question: Question) -> Iterator[Broken]:
    """For every square of attacker and target and every facing, and the best of them."""
    if question.scene.grid is None:
        return
    stops = FACINGS[:: 8 // question.rules.facings] if question.rules.facings else ("N",)
    turned = {stop: apply(question, [{"mini": question.attack.attacker, "facing": stop}]) for stop in stops}
    for over in SQUARES:
        singles = {stop: _singles(asked, over) for stop, asked in turned.items()}
        for stop, asked in turned.items():
            yield from _held_against(asked, over, sweep(asked, over), singles[stop])
        yield from _best(question, over, sweep(question, over, facing="best"), singles)


def distances(question: Question) -> Iterator[Broken]:
    """For many distances that are set by hand."""
    over = "attack.overrides.distance"
    curve = sweep(question, over, DISTANCES)
    for cell, value in enumerate(DISTANCES):
        answer = evaluate(apply(question, [{"path": over, "value": value}]))
        if (curve.chance(cell), bool(curve.allowed[cell])) != (answer.chance, answer.allowed):
            found = Phrase("check.found.distance", distance=value, many=str(curve.chance(cell)), one=str(answer.chance))
            yield Broken("distances", question.attack.mode, found)


PROMISES = (sums, ledger, explanation, bonus, turning, order, distances, squares)
"""All of them, the quick ones first."""

SLOW = (squares,)


def with_more(question: Question, more: int) -> Question:
    """The question with one more modifier by hand, in the first channel that takes any."""
    key = next(iter(question.rules.given))
    given = notation.write(question)["attack"].get("overrides", {}).get("modifiers", [])
    return apply(question, [{"path": "attack.overrides.modifiers", "value": [*given, {"name": "more", key: more}]}])


def essence(question: Question, document: Document, rename: Callable[[str], str] = str) -> Document:
    """The answer to a document of the question's system, without sentences, the causes in no order."""
    told = evaluate(notation.read(document, {question.rules.key: question.rules})).to_dict()
    for entry in (*told["ledger"], *told["refusals"]):
        entry["causes"] = sorted(map(rename, entry["causes"]))
        entry.pop("because", None)
        entry.pop("sentence", None)
    return told


def _different(promise: str, mode: str, before: Document, after: Document, way: Phrase) -> Iterator[Broken]:
    """The first line or refusal that differs between two answers that should be one; else the mode."""
    if before == after:
        return
    for group in ("ledger", "refusals"):
        differing = [entry for entry in (*before[group], *after[group]) if entry not in before[group] or entry not in after[group]]
        if differing:
            yield Broken(promise, differing[0]["key"], way)
            return
    yield Broken(promise, mode, way)


def _singles(question: Question, over: str) -> dict[tuple[int, int], Any]:
    """The single answer for every square; None where nobody may stand."""
    grid, name = question.scene.grid, getattr(question.attack, over.split(".")[0])
    found: dict[tuple[int, int], Any] = {}
    for cell in np.ndindex(grid.rows, grid.columns):
        try:
            found[cell] = evaluate(apply(question, [{"mini": name, "at": square_name(*cell)}]))
        except SceneError:  # somebody or a wall stands there
            found[cell] = None
    return found


def _held_against(question: Question, over: str, many: Sweep, singles: dict[tuple[int, int], Any]) -> Iterator[Broken]:
    for cell, one in singles.items():
        chance = one.chance if one else Fraction(0)
        if bool(many.allowed[cell]) != bool(one and one.allowed) or many.chance(*cell) != chance:
            part = _culprit(question, over, cell, one.question) if one else question.attack.mode
            found = Phrase("check.found.square", square=square_name(*cell), many=str(many.chance(*cell)), one=str(chance))
            yield Broken("squares", part, found)


def _best(question: Question, over: str, best: Sweep, singles: dict[str, dict[tuple[int, int], Any]]) -> Iterator[Broken]:
    for cell in np.ndindex(best.shape):
        possible = {stop: found[cell] for stop, found in singles.items() if found[cell] and found[cell].allowed}
        highest = max((answer.chance for answer in possible.values()), default=Fraction(0))
        kept = bool(best.allowed[cell]) == bool(possible) and best.chance(*cell) == highest
        if kept and possible:
            kept = possible[FACINGS[best.facing[cell]]].chance == highest
        if not kept:
            found = Phrase("check.found.best", square=square_name(*cell), many=str(best.chance(*cell)), one=str(highest))
            yield Broken("squares", question.attack.mode, found)


def _culprit(question: Question, over: str, cell: tuple[int, int], alone: Question) -> str:
    """The first rule that says something else of this square among all than of it alone; else the mode."""
    grid = question.scene.grid
    place = {over.split(".")[0]: (np.arange(grid.rows)[:, None], np.arange(grid.columns)[None, :])}
    many, one = Situation(question, Cells(**place)), Situation(alone)
    rules = [(part.key, part.met) for part in question.mode.requirements] + [(part.key, part.when) for part in question.mode.modifiers]
    for key, rule in rules:
        if int(np.broadcast_to(look(rule, many, key), many.shape)[cell]) != int(look(rule, one, key)):
            return key
    return question.attack.mode
