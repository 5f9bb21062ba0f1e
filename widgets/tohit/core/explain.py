"""An answer told in steps: where the roll starts, what changes it, which faces succeed, what follows."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from tohit.core.answer import Answer, Line
from tohit.core.distribution import digits
from tohit.core.resolution import Stage
from tohit.words import Words

__all__ = ["explain", "landing_product"]

AMOUNTS = 12
"""How many amounts of damage are told one by one."""
READABLE = 40
"""How long a printed fraction may be."""


def explain(answer: Answer, lang: str = "en") -> list[str]:
    """The derivation as sentences, one a step, each with its exact fraction."""
    say = answer.question.rules.say(lang)
    steps = [answer.sentence(say)]
    if not answer.allowed:
        return steps + [str(say.show(refusal.because)) for refusal in answer.refusals]
    steps += [say("core.explain.base", name=start.name, value=start.value) for start in answer.base]
    steps += [_line(line, say) for line in answer.ledger]
    steps += [
        say("core.explain.total", channel=say(f"{answer.question.rules.key}.channel.{channel}"), value=say.signed(total))
        for channel, total in answer.totals.items()
        if any(line.channel == channel for line in answer.ledger)
    ]
    steps += [_stage(stage, answer, say) for stage in answer.stages]
    if sum(stage.lands for stage in answer.stages) > 1:
        steps.append(_landing(answer, say))
    steps += _consequences(answer, say)
    steps += answer.question.rules.tell(answer.extras, say)
    return steps + [str(say.show(notice)) for notice in answer.notices]


def landing_product(answer: Answer) -> Fraction:
    """The product of the stages that make an attack land: always the answer's chance."""
    return prod((stage.chance for stage in answer.stages if stage.lands), start=Fraction(bool(answer.stages)))


def short(chance: Fraction) -> str:
    """A fraction for people: exact as long as it can be read, else six decimals; the answer's JSON has it exactly."""
    text = digits(chance)
    return text if len(text) <= READABLE else f"≈ {float(chance):.6f}"


def _line(line: Line, say: Words) -> str:
    key = "core.explain.line" if line.applied else "core.explain.idle"
    told = say(key, name=line.name, value=say.signed(line.value), because=line.because)
    return told + (f" {say('core.explain.wasted', wasted=line.wasted)}" if line.wasted else "")


def _stage(stage: Stage, answer: Answer, say: Words) -> str:
    faces = ", ".join(map(str, stage.succeeding)) or say("core.explain.no_face")
    told = say("core.explain.stage" if not stage.dice else "core.explain.stage_of_dice", name=say(f"{answer.question.rules.key}.stage.{stage.key}"), dice=stage.thrown,
               needs=say.needs(stage.need), faces=faces, chance=digits(stage.chance), percent=say.percent(stage.chance))
    rerolled = say("core.explain.rerolled", faces=", ".join(map(str, stage.rerolled))) if stage.rerolled else ""
    return f"{told} {rerolled}".rstrip()


def _landing(answer: Answer, say: Words) -> str:
    factors = " × ".join(digits(stage.chance) for stage in answer.stages if stage.lands)
    return say("core.explain.lands", factors=factors, chance=digits(answer.chance), percent=say.percent(answer.chance))


def _consequences(answer: Answer, say: Words) -> list[str]:
    rules = answer.question.rules.key
    unit = say(f"{rules}.unit")
    amounts = list(answer.damage.items())
    steps = [say("core.explain.damage", amount=amount, unit=unit, chance=short(answer.damage.chance(amount)))
             for amount, _ in amounts[:AMOUNTS]]
    if len(amounts) > AMOUNTS:
        steps.append(say("core.explain.more", count=len(amounts) - AMOUNTS))
    steps.append(say("core.explain.mean", unit=unit, mean=short(answer.damage.mean())))
    return steps + [
        say("core.explain.outcome", attacks=answer.question.attack.attacks, name=say(f"{rules}.outcome.{key}"),
            chance=short(chance), percent=say.percent(chance))
        for key, chance in answer.outcomes.items()
    ]
