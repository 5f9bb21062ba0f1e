"""Answers and rule systems as text for people, and rule systems as JSON: what the command line prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tohit.core.answer import Answer
from tohit.core.distribution import digits
from tohit.core.record import REQUIRED, Field
from tohit.core.ruleset import Ruleset
from tohit.words import Words

__all__ = ["fraction", "rules_report", "rules_table", "table"]


def table(answer: Answer, lang: str = "en") -> str:
    """An answer in a few lines: the sentence, the chance, the ledger, what follows."""
    rules = answer.question.rules
    say = rules.say(lang)
    rows = [answer.sentence(say)]
    if answer.allowed:
        rows.append(f"{digits(answer.chance)}  {say.percent(answer.chance)}")
        rows += [say("cli.stage", name=say(f"{rules.key}.stage.{stage.key}"), need=say.need(stage.need), chance=digits(stage.chance))
                 for stage in answer.stages]
    else:
        rows.append(say("cli.not_allowed"))
        rows += [str(say.show(refusal.because)) for refusal in answer.refusals]
    rows += [f"  {say.signed(line.value):>4}  {say.show(line.name)} · {say.show(line.because)}" for line in answer.ledger]
    rows += [say("cli.outcome", name=say(f"{rules.key}.outcome.{key}"), chance=digits(chance), percent=say.percent(chance))
             for key, chance in answer.outcomes.items() if answer.allowed]
    return "\n".join(rows + [str(say.show(notice)) for notice in answer.notices])


def fraction(chance: Fraction, die: int, say: Words) -> str:
    """A chance with the die's own denominator where it has one: "2 in 6", not "1 in 3"."""
    of = die if die % chance.denominator == 0 else chance.denominator
    return say("page.fraction", count=int(chance * of), of=of)


def rules_report(rules: Ruleset, lang: str = "en") -> dict[str, Any]:
    """A rule system as plain data: stats, weapon, options, modes, rulings, abilities, each with name and default."""
    say = rules.say(lang)
    return {
        "name": say(f"{rules.key}.name"),
        "facings": rules.facings,
        **{group: {field.key: _field(rules, group, field, say) for field in getattr(rules, group)}
           for group in ("stats", "weapon", "options")},
        "modes": {mode.key: say(f"{rules.key}.mode.{mode.key}") for mode in rules.modes},
        "rulings": {
            ruling.key: {"name": say(f"{rules.key}.ruling.{ruling.key}"), "default": ruling.choices[0],
                         "choices": {choice: say(f"{rules.key}.ruling.{ruling.key}.{choice}") for choice in ruling.choices}}
            for ruling in rules.rulings
        },
        "abilities": {ability: say(f"{rules.key}.ability.{ability}") for ability in rules.abilities},
    }


def rules_table(rules: Ruleset, lang: str = "en") -> str:
    """A rule system for people."""
    report, say = rules_report(rules, lang), rules.say(lang)
    rows = [f"{report['name']}  ({rules.key})", say(f"{rules.key}.sentence.summary")]
    for group in ("stats", "weapon", "options"):
        rows += ["", say(f"cli.group.{group}")]
        rows += [f"  {key:20} {part['name']} · {part['allowed']} · {say('cli.default', value=_told(part.get('default')))}"
                 for key, part in report[group].items()]
    rows += ["", say("cli.group.modes"), *(f"  {key:20} {name}" for key, name in report["modes"].items())]
    rows += ["", say("cli.group.rulings")]
    for key, part in report["rulings"].items():
        rows.append(f"  {key:20} {part['name']}")
        rows += [f"    {choice:18} {name}" for choice, name in part["choices"].items()]
    if rules.abilities:
        rows += ["", say("cli.group.abilities"), *(f"  {key:20} {name}" for key, name in report["abilities"].items())]
    return "\n".join(rows)


def _field(rules: Ruleset, group: str, field: Field, say: Words) -> dict[str, Any]:
    key = f"{rules.key}.{group}.{field.key}"
    told = {"name": say(key), "help": say(f"{key}.help"), "allowed": say.show(field.kind.allowed())}
    return told if field.default is REQUIRED else {**told, "default": field.kind.write(field.default)}


def _told(value: Any) -> str:
    return "–" if value in (None, [], {}, "") else str(value)
