"""What can be asked about an answer, and what people who err by a known road would answer.

Each mistake is computed from the same stages by doing what its name says, never looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from tohit.core.answer import Answer
from tohit.core.edits import apply
from tohit.core.errors import TohitError
from tohit.core.evaluate import evaluate, lands
from tohit.core.notation import write
from tohit.core.prediction import Mistake, Prediction
from tohit.core.question import Question
from tohit.words import Phrase

__all__ = ["landing_mistakes", "often_mistakes", "questions"]

BARS = 7
"""Of more outcomes than this nobody draws bars by hand."""

_COVERS = {"light-cover": "light", "heavy-cover": "heavy"}


def questions(answer: Answer) -> tuple[Prediction, ...]:
    """What a page asks about an answer: one attack, all attacks, the damage."""
    if not answer.allowed:
        return ()
    attack, die = answer.question.attack, answer.stages[0].die if answer.stages else 0
    names = {"attacker": attack.attacker, "target": answer.about}
    asked = [Prediction(Phrase("guess.ask.lands", **names), answer.chance, tuple(landing_mistakes(answer)),
                        of=die if die and die % answer.chance.denominator == 0 else 0)]
    if attack.attacks > 1 and 0 < answer.chance < 1:
        asked.append(Prediction(
            Phrase("guess.ask.often", attacks=attack.attacks, **names), 1 - (1 - answer.chance) ** attack.attacks,
            tuple(often_mistakes(answer.chance, attack.attacks)), Phrase("guess.ask.often.why", attacks=attack.attacks),
        ))
    if 1 < len(answer.damage.outcomes()) <= BARS:
        unit = Phrase(f"{answer.question.rules.key}.unit")
        asked.append(Prediction(Phrase("guess.ask.bars", attacks=attack.attacks, unit=unit), kind="bars", bars=answer.damage))
    return tuple(asked)


def landing_mistakes(answer: Answer) -> Iterator[Mistake]:
    """Wrong answers for the chance that one attack lands."""
    landing = [stage for stage in answer.stages if stage.lands]
    if len(landing) > 1:
        yield _mistake("first_only", landing[0].chance)
        yield _mistake("added", min(Fraction(1), sum(stage.chance for stage in landing)))
        yield _mistake("averaged", sum(stage.chance for stage in landing) / len(landing))
        yield _mistake("both_fail", prod(1 - stage.chance for stage in landing))
    else:
        for stage in landing:
            if stage.rerolled:
                yield _mistake("one_throw", Fraction(len(stage.faces), stage.die))
                yield _mistake("thrown_twice", min(Fraction(1), 2 * Fraction(len(stage.faces), stage.die)))
            if 1 in stage.faces and stage.die not in stage.faces:
                yield _mistake("under", Fraction(max(stage.faces) - 1, stage.die))
            elif 1 in stage.faces:
                yield _mistake("one_misses", Fraction(len(stage.faces) - 1, stage.die))
            elif stage.faces:
                yield _mistake("above", Fraction(len(stage.faces) - 1, stage.die))
                yield _mistake("face_itself", Fraction(min(stage.faces), stage.die))
    yield from _stacked(answer)
    yield _mistake("misses", 1 - answer.chance)
    if any(line.value for line in answer.ledger):
        yield from _modified(answer)
    yield _mistake("even", Fraction(1, 2))


def often_mistakes(chance: Fraction, times: int) -> Iterator[Mistake]:
    """Wrong answers for at least one hit in several attacks."""
    yield _mistake("times", min(Fraction(1), chance * times), times=times)
    yield _mistake("same_as_one", chance)
    yield _mistake("all_hit", chance**times, times=times)
    yield _mistake("none_hits", (1 - chance) ** times, times=times)
    yield _mistake("exactly_one", times * chance * (1 - chance) ** (times - 1))


def _stacked(answer: Answer) -> Iterator[Mistake]:
    """Every square of cover on the way counted, where the rules count the worst one only."""
    question = answer.question
    met = {line.key: len(line.causes) for line in answer.ledger if line.key in _COVERS}
    if sum(met.values()) < 2:
        return
    total: Counter[str] = Counter()
    for key, squares in met.items():
        alone = evaluate(apply(question, [{"path": "attack.overrides.cover", "value": _COVERS[key]}]))
        for line in alone.ledger:
            total[line.channel] += squares * line.value * (line.key in _COVERS)
    for line in answer.ledger:
        total[line.channel] -= line.value * (line.key in _COVERS)
    yield from _by_hand(question, "covers_stack", {key: total[channel] for key, channel in question.rules.given.items()})


def _modified(answer: Answer) -> Iterator[Mistake]:
    """All modifiers of the roll forgotten, or their signs turned round."""
    question, channel = answer.question, answer.question.rules.channels[0]
    total, key = answer.totals.get(channel, 0), next(iter(question.rules.given))
    if total:
        yield from _by_hand(question, "unmodified", {key: -total})
        yield from _by_hand(question, "turned_round", {key: -2 * total})


def _by_hand(question: Question, name: str, values: Mapping[str, int]) -> Iterator[Mistake]:
    """The chance with one modifier more, if such an attack can be made."""
    given = write(question)["attack"].get("overrides", {}).get("modifiers", [])
    one = {"name": name, **{key: value for key, value in values.items() if value}}
    try:
        allowed, chance = lands(apply(question, [{"path": "attack.overrides.modifiers", "value": [*given, one]}]))
    except TohitError:  # more modifiers by hand than a document may hold
        return
    if allowed and any(values.values()):
        yield _mistake(name, chance)


def _mistake(key: str, value: Fraction, **fields: object) -> Mistake:
    return Mistake(value, Phrase(f"guess.mistake.{key}", **fields))
