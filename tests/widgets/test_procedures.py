"""Procedure cards: the system's own chances, for the inputs that the reader chose."""

from fractions import Fraction

import pytest

import tohit
from tohit.core.errors import NotationError
from tohit.widgets import Procedures

RULES = [rules for rules in tohit.rulesets() if rules.procedures]


@pytest.fixture(params=RULES, ids=lambda rules: rules.key)
def panel(request):
    return request.param, Procedures(request.param)


def card(panel, key):
    return next(card for card in panel.cards if card["key"] == key)


def send(panel, path, value):
    n = panel.applied + 1
    panel.set_state({"edit": {"edits": [{"path": path, "value": value, "n": n, "gesture": n, "done": True}]}})


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_there_is_a_card_for_each_procedure_with_its_exact_chances(panel, lang):
    rules, shown = panel
    shown.lang = lang
    assert [card["key"] for card in shown.cards] == [procedure.key for procedure in rules.procedures]
    for told, procedure in zip(shown.cards, rules.procedures, strict=True):
        found = procedure.chances(**{field.name: field.default for field in procedure.inputs})
        assert [row["chance"] for row in told["rows"]] == [str(found.chance(outcome)) for outcome, _ in found.items()]
        assert told["name"] == rules.say(lang)(f"{rules.key}.procedure.{procedure.key}")
        assert told["source"] == procedure.source
        assert [given["value"] for given in told["inputs"]] == [field.default for field in procedure.inputs]


def test_a_changed_input_changes_the_chances():
    panel = Procedures(tohit.ruleset("coup-de-grace"))
    send(panel, "procedures.recovery.activations", 2)
    send(panel, "procedures.recovery.skeleton", True)
    told = card(panel, "recovery")
    assert [(row["name"], row["chance"]) for row in told["rows"]] == [("still downed", "1/4"), ("stands up", "3/4")]
    assert told["mean"] == ""
    assert card(panel, "step-cost")["mean"] == "On average: 1"


@pytest.mark.parametrize(("path", "value"), [
    ("procedures.recovery.activations", 0), ("procedures.recovery.activations", True), ("procedures.recovery.activations", "2"),
    ("procedures.recovery.activations", None), ("procedures.recovery.luck", 1), ("procedures.magic.power", 1),
    ("procedures.", 1), ("procedures.recovery", 1),
])
def test_what_an_input_does_not_take_is_refused_and_nothing_changes(path, value):
    panel = Procedures(tohit.ruleset("coup-de-grace"))
    before = panel.cards
    send(panel, path, value)
    assert panel.refused["text"]
    assert panel.cards == before
    with pytest.raises(NotationError):
        panel.change(*path.removeprefix("procedures.").partition(".")[::2], value)


def test_many_outcomes_end_in_one_row_and_still_sum_to_one():
    panel = Procedures(tohit.ruleset("semiautomagic"))
    panel.change("scatter", "dice", 6)
    rows = card(panel, "scatter")["rows"]
    assert len(rows) == 20 and rows[-1]["name"] == "25 or more"
    assert sum(Fraction(row["chance"]) for row in rows) == 1


def test_the_largest_inputs_are_quick():
    for rules in RULES:
        panel = Procedures(rules)
        for told in panel.cards:
            for given in told["inputs"]:
                for value in (given.get("low", False), given.get("high", True)):
                    panel.receive([{"path": given["path"], "value": value}])


def test_without_rules_there_are_no_cards():
    assert Procedures().cards == []
