"""A rule system that a reader wrote: it plays like ours, and what is declared wrongly is said by name."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.kinds import Flag, Whole
from tohit.core.modifier import Modifier, Requirement, count
from tohit.core.resolution import Resolution, Stage
from tohit.core.ruleset import Base, Mode, Ruleset, Ruling, Stat, Table

PAGE = "My own rules, page 1"


def resolve(*, need: int) -> Resolution:
    faces = tuple(face for face in range(1, 11) if face >= need)
    chance = Fraction(len(faces), 10)
    damage = Distribution.of({0: 10 - len(faces), 1: len(faces)})
    return Resolution(chance, (Stage("hit", 10, f"{need}+", faces, chance),), damage, {"hurt": chance})


def system(*modifiers: Modifier, key: str = "mine", **changes: Any) -> Ruleset:
    mode = Mode(
        key="shoot", base=(Base("skill", lambda s: s.attacker.skill),),
        modifiers=modifiers or (Modifier("near", lambda s: abs(s.dr) + abs(s.dc) <= 2, PAGE, 2),
                                Modifier("crowd", lambda s: count(s.others.row == s.target.row), PAGE, -1)),
        requirements=(Requirement("sight", lambda s: s.in_sight, PAGE),),
        numbers=lambda s: {"need": 6 - s.totals["attack"]}, resolve=resolve,
    )
    declared: dict[str, Any] = {
        "key": key, "facings": 0, "channels": ("attack",), "stats": (Stat("skill", Whole(0, 9), 5),), "weapon": (), "options": (),
        "rulings": (Ruling("dice", ("fair", "loaded")),), "modes": (mode,), "distance": lambda s: abs(s.dr) + abs(s.dc),
        "words": {"en": {"near": "close by"}}, **changes,
    }
    return Ruleset(**declared)


def ask(rules: Ruleset, **board: Any) -> Any:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules.key, "board": {"columns": 6, "rows": 4, **board},
        "minis": [{"name": "Ann", "side": "red", "at": "A1"}, {"name": "Bob", "side": "blue", "at": "C1", "facing": "NE"},
                  {"name": "Cid", "side": "blue", "at": "F1"}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "shoot"},
    }), rules=rules)


def test_it_answers_sweeps_and_explains() -> None:
    rules = system()
    answer = tohit.evaluate(ask(rules))
    assert answer.chance == Fraction(6, 10)
    assert [(line["name"], line["value"]) for line in answer.to_dict()["ledger"]] == [("close by", 2), ("crowd", -1)]
    assert answer.to_dict("fr")["ledger"][0]["name"] == "close by"
    assert tohit.explain(answer) and tohit.explain(answer, "fr")
    heat = tohit.sweep(ask(rules), over="attacker.square", facing="best")
    assert heat.chance(0, 0) == Fraction(6, 10) and heat.chance(3, 5) == Fraction(4, 10)
    assert tohit.loads(tohit.link(ask(rules)), rules=rules) == ask(rules)


def test_facings_that_mean_nothing_are_ignored_and_that_is_said() -> None:
    assert tohit.evaluate(ask(system())).to_dict()["notices"] == ["Facings are ignored: this rule system has none."]


def test_its_key_is_known_only_where_it_is_given() -> None:
    with pytest.raises(tohit.NotationError, match=r'^rules: got "mine"'):
        tohit.loads(tohit.dumps(ask(system())))


@pytest.mark.parametrize("rule", [
    lambda s: 1 if s.dr > 1 else 0, lambda s: s.dr > 0 and s.dc > 0, lambda s: not s.dr, lambda s: s.dr > 0 or s.dc > 0,
])
def test_a_rule_that_looks_at_one_square_only_is_named(rule: Any) -> None:
    question = ask(system(Modifier("hasty", rule, PAGE)))
    with pytest.raises(tohit.RulesError, match="“hasty”: write &, |, ~, count"):
        tohit.sweep(question, over="attacker.square")


@pytest.mark.parametrize("changes", [{"each": lambda s: 1 if s.dr > 1 else 2},
                                     {"sets": lambda s, totals: {"attack": 1 if s.dr > 1 else 2}}])
def test_a_worth_that_looks_at_one_square_only_is_named(changes: Any) -> None:
    question = ask(system(Modifier("hasty", lambda s: True, PAGE, **changes)))
    with pytest.raises(tohit.RulesError, match="“hasty”: write &, |, ~, count"):
        tohit.sweep(question, over="attacker.square")


def test_wrong_declarations_are_said_by_name() -> None:
    with pytest.raises(tohit.RulesError, match="“mine”: “near” has no source"):
        system(Modifier("near", lambda s: True, ""))
    with pytest.raises(tohit.RulesError, match="the key “skill” appears twice in stats"):
        system(stats=(Stat("skill", Whole(0, 9), 5), Stat("skill", Whole(0, 9), 5)))
    with pytest.raises(tohit.RulesError, match="the text “mine.name” is missing in language en"):
        system(words=None)
    with pytest.raises(tohit.RulesError, match="“near” goes to the channel “damage”; allowed: attack"):
        system(Modifier("near", lambda s: True, PAGE, {"damage": 1}))
    with pytest.raises(tohit.RulesError, match="“attack” goes to the channel “damage”"):
        system(given={"attack": "damage"})
    for part, empty in (("channels", {"channels": ()}), ("modes", {"modes": ()}), ("dice", {"rulings": (Ruling("dice", ()),)})):
        with pytest.raises(tohit.RulesError, match=f"{part} is empty"):
            system(**empty)
    mode = system().modes[0]
    other = Mode("shoot", mode.base, mode.modifiers, mode.requirements, lambda s: {"needed": 3}, resolve)
    with pytest.raises(tohit.RulesError, match="numbers and resolve must name the same things; these differ: need, needed"):
        tohit.evaluate(ask(system(modes=(other,))))


@pytest.mark.parametrize(("changes", "said"), [
    ({"columns": "luck"}, "the table’s “columns” is “luck”; allowed: skill"),
    ({"rows": "brave"}, "the table’s “rows” is “brave”; allowed: skill"),
    ({"modes": ("shoot", "charge")}, "the table’s “modes” is “charge”; allowed: shoot"),
])
def test_a_table_is_read_off_two_numbers_that_are_there(changes: dict[str, Any], said: str) -> None:
    stats = (Stat("skill", Whole(0, 9), 5), Stat("brave", Flag(), False))
    told = {"columns": "skill", "rows": "skill", "low": 1, "high": 9, "modes": ("shoot",), "stage": "to-hit"}
    assert system(stats=stats, table=Table(**told)).table.columns == "skill"
    with pytest.raises(tohit.RulesError, match=said):
        system(stats=stats, table=Table(**{**told, **changes}))


def test_the_worst_of_a_group_counts_and_the_others_say_why() -> None:
    rules = system(*(Modifier(key, lambda s: abs(s.dc) > 0, PAGE, each, group="cover") for key, each in (("bush", -1), ("rock", -3), ("mud", -3))))
    lines = {line.key: line for line in tohit.evaluate(ask(rules)).ledger}
    assert {key: (line.value, line.applied) for key, line in lines.items()} == {"bush": (0, False), "rock": (-3, True), "mud": (0, False)}
    assert tohit.evaluate(ask(rules)).totals == {"attack": -3}
    assert "only the worst" in tohit.evaluate(ask(rules)).to_dict()["ledger"][0]["because"]
    alone = system(*(Modifier(key, when, PAGE, -1, group="cover") for key, when in (("bush", lambda s: s.dc > 0), ("rock", lambda s: s.dc > 9))))
    assert [line.key for line in tohit.evaluate(ask(alone)).ledger] == ["bush"]


def test_systems_are_equal_by_key() -> None:
    assert system() == system() and hash(system()) == hash(system())
    assert system() != system(key="yours") and repr(system()) == "<rules mine>"
