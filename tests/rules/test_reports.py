"""Faults reported of other tools, one kind each: where ours is tested for it, and the kinds that no other file tests.

``D1`` is modifiers, clamps and naturals; ``D2`` exactness, rounding and size; ``D3`` what the words mean.
D2 31 is about counts of a simulation, and nothing is simulated here.
"""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit.core.geometry import square_name
from tohit.rules import SYSTEMS
from tohit.words import words

TESTS = Path(__file__).parents[1]
HERE = "rules/test_reports.py"
SHOWN = {
    "D1 1 a modifier applied twice": "rules/ninth_age/test_melee.py::test_failures_are_judged_on_the_modified_roll",
    "D1 2 a bonus counted in two places": "rules/test_coup_de_grace.py::test_co_ordinated_attack_counts_every_ally_once",
    "D1 3 naturals lost in a large sum": "rules/ninth_age/test_melee.py::test_a_natural_1_fails_and_a_natural_6_succeeds_whatever_the_sum",
    "D1 5 naturals of another system": f"{HERE}::test_d1_5_only_the_ninth_age_and_dark_age_have_naturals",
    "D1 6 chances outside 0 to 1": f"{HERE}::test_d1_6_no_number_leaves_0_to_1",
    "D1 7 off by one at the ends of the die": f"{HERE}::test_d1_7_and_8_just_past_the_die",
    "D1 8 more needed than the die has": f"{HERE}::test_d1_7_and_8_just_past_the_die",
    "D1 10 cover shown and not added": "rules/dark_age/test_dark_age.py::test_a_cover_toggle_flipped_moves_the_chance_with_the_ledger",
    "D1 11 degrees of cover added up": "rules/dark_age/test_dark_age.py::test_only_the_worst_cover_counts",
    "D1 12 the worked example, and a malfunction that hits": "rules/dark_age/test_dark_age.py::test_the_worked_example_of_2011",
    "D1 14 sixes and re-rolls together": "rules/ninth_age/test_wounds.py::test_poison_with_failed_rolls_thrown_again",
    "D1 15 two rules worth the same": "rules/ninth_age/test_wounds.py::test_two_rules_that_skip_different_stages_can_be_worth_the_same",
    "D1 17 the second of two changes ignored": "rules/semiautomagic/test_semiautomagic.py::test_d1_17_two_modifiers_are_told_apart_in_both_halves",
    "D1 18 no power, no roll": "rules/dark_age/test_arc.py::test_power_falls_by_two_until_it_is_spent",
    "D1 18b 99% at most": f"{HERE}::test_d1_18b_certain_is_100_percent_and_the_faces_are_told",
    "D2 19 counts that wrap around": "core/test_distribution_exactness.py::test_no_count_wraps_around",
    "D2 20 totals that drift": "core/test_distribution_exactness.py::test_squaring_fifty_times_sums_to_exactly_one",
    "D2 22 the highest of many dice": "core/test_distribution_exactness.py::test_the_highest_of_many_dice_does_not_list_them",
    "D2 23 half a step rounded both ways": "core/test_words.py::test_percentages",
    "D2 24 rounded bars that miss 100%": "charts/test_faces.py::test_the_table_is_exact_and_says_when_it_rounds",
    "D2 25 0% that happens": "core/test_words.py::test_percentages",
    "D2 28 too many dice": f"{HERE}::test_d2_28_too_many_attacks_are_refused_with_the_limit",
    "D2 30 long numbers and hostile names": f"{HERE}::test_d2_30_long_numbers_are_refused_and_strange_names_are_text",
    "D3 32 another number at each click": f"{HERE}::test_d3_32_and_39_the_same_number_everywhere_and_every_time",
    "D3 34 damage that carries over": "rules/ninth_age/test_wounds.py::test_multiple_wounds_stop_at_the_health_points_of_a_model",
    "D3 35 hit, unharmed": "rules/semiautomagic/test_semiautomagic.py::test_d3_35_lands_fails_to_defend_and_wounds_are_three_numbers",
    "D3 36 the chance taken for the losses": "rules/ninth_age/test_wounds.py::test_expected_losses_stand_beside_the_chance_to_hit",
    "D3 38 no way to see the sum": f"{HERE}::test_d3_38_every_line_is_told_with_sign_reason_and_source",
    "D3 39 two numbers for one question": "dashboards/test_explore.py::test_one_answer_everywhere",
}


@cache
def found_in(name: str) -> set[str]:
    tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("kind", SHOWN)
def test_every_kind_of_report_has_its_test(kind: str) -> None:
    name, _, test = SHOWN[kind].partition("::")
    assert test in found_in(name)


# Scenes: one attack without a board, of each way to attack

GIVEN = {"reach_ok": True, "facing_ok": True, "line_of_sight": True, "distance": 1, "cover": "none"}
WAYS = [(rules.key, mode.key) for rules in SYSTEMS.values() for mode in rules.modes]
ways = pytest.mark.parametrize(("rules", "mode"), WAYS)


def ask(rules: str, mode: str, bonus: int = 0, mine: Any = (), theirs: Any = (), **more: Any) -> tohit.Question:
    """Ann attacks Bob, with a modifier by hand."""
    value = {"attack_value": 1} if rules == "ninth-age" else {}
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules, **more,
        "minis": [{"name": "Ann", "side": "red", "stats": {**value, **dict(mine)}}, {"name": "Bob", "side": "blue", "stats": dict(theirs)}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": mode,
                   "overrides": {**GIVEN, "modifiers": [{"name": "by hand", "attack": bonus}]}},
    }))


ENDS = {  # the chance with every bonus, and with every penalty
    ("coup-de-grace", "melee"): (1, 0), ("coup-de-grace", "ranged"): (1, 0),
    ("semiautomagic", "melee"): (1, 0), ("semiautomagic", "ranged"): (1, 0), ("semiautomagic", "area"): (1, 0),
    ("ninth-age", "melee"): (Fraction(5, 6), Fraction(1, 6)), ("ninth-age", "shooting"): (Fraction(5, 6), 0),
    ("dark-age", "ranged"): (Fraction(19, 20), Fraction(1, 20)), ("dark-age", "melee"): (Fraction(19, 20), Fraction(1, 20)),
    ("dark-age", "arc"): (Fraction(19, 20), Fraction(1, 20)),
}


@ways
@pytest.mark.parametrize("bonus", [100, 999])
def test_d1_5_only_the_ninth_age_and_dark_age_have_naturals(rules: str, mode: str, bonus: int) -> None:
    assert tuple(tohit.evaluate(ask(rules, mode, sign * bonus)).chance for sign in (1, -1)) == ENDS[rules, mode]


@pytest.mark.parametrize(("rules", "mode", "side", "stat"), [
    ("coup-de-grace", "melee", "theirs", "defence"), ("dark-age", "ranged", "mine", "as"), ("dark-age", "ranged", "theirs", "df"),
    ("dark-age", "arc", "theirs", "ar"), ("semiautomagic", "melee", "mine", "weapon_skill"), ("semiautomagic", "area", "theirs", "toughness"),
    ("ninth-age", "melee", "mine", "offensive"), ("ninth-age", "melee", "theirs", "resilience"), ("ninth-age", "shooting", "mine", "aim"),
])
@pytest.mark.parametrize("value", [-999, -100, -4, -3, 0, 7, 25, 100, 999])
@pytest.mark.parametrize("bonus", [-100, 0, 100])
def test_d1_6_no_number_leaves_0_to_1(rules: str, mode: str, side: str, stat: str, value: int, bonus: int) -> None:
    answer = tohit.evaluate(ask(rules, mode, bonus, **{side: {stat: value}}))
    for chance in (answer.chance, *answer.outcomes.values(), *(answer.damage.chance(amount) for amount in answer.damage.outcomes())):
        assert 0 <= chance <= 1
    assert sum(answer.damage.counts) == answer.damage.denominator
    for stage in answer.stages:
        assert set(stage.faces) <= set(range(1, stage.die + 1)) and 0 <= stage.chance <= 1


@pytest.mark.parametrize(("question", "chance"), [
    (ask("coup-de-grace", "melee", theirs={"defence": 7}), 0), (ask("coup-de-grace", "melee", theirs={"defence": 6}), Fraction(1, 6)),
    (ask("coup-de-grace", "melee", theirs={"defence": 1}), 1), (ask("coup-de-grace", "melee", theirs={"defence": 2}), Fraction(5, 6)),
    (ask("semiautomagic", "melee", -3), 0), (ask("semiautomagic", "melee", -2), Fraction(1, 6)), (ask("semiautomagic", "melee", 3), 1),
    (ask("ninth-age", "melee", -3), Fraction(1, 6)), (ask("ninth-age", "shooting", mine={"aim": 7}), 0),
    (ask("dark-age", "ranged", mine={"as": -4}), Fraction(1, 20)), (ask("dark-age", "ranged", mine={"as": -3}), Fraction(1, 20)),
    (ask("dark-age", "ranged", mine={"as": -2}), Fraction(2, 20)), (ask("dark-age", "ranged", mine={"as": 16}), Fraction(19, 20)),
    (ask("dark-age", "ranged", mine={"as": -4}, rulings={"naturals": "none"}), 0),
    (ask("dark-age", "ranged", mine={"as": -3}, rulings={"naturals": "none"}), Fraction(1, 20)),
    (ask("dark-age", "ranged", mine={"as": 15}, rulings={"naturals": "none"}), Fraction(19, 20)),
    (ask("dark-age", "ranged", mine={"as": 16}, rulings={"naturals": "none"}), 1),
])
def test_d1_7_and_8_just_past_the_die(question: tohit.Question, chance: Fraction) -> None:
    assert tohit.evaluate(question).chance == chance


@ways
@pytest.mark.parametrize("sign", [1, -1])
def test_d1_18b_certain_is_100_percent_and_the_faces_are_told(rules: str, mode: str, sign: int) -> None:
    answer = tohit.evaluate(ask(rules, mode, sign * 100))
    told, percent = answer.to_dict()["stages"][0], words("en").percent(answer.chance)
    assert (percent == "100%", percent == "0%") == (answer.chance == 1, answer.chance == 0)
    assert Fraction(len(told["faces"]), told["die"]) == Fraction(told["chance"]) == answer.chance
    assert f"({percent})" in " ".join(tohit.explain(answer))


@ways
@pytest.mark.parametrize("attacks", [10**12, 100_000, 1001])
def test_d2_28_too_many_attacks_are_refused_with_the_limit(rules: str, mode: str, attacks: int) -> None:
    with pytest.raises(tohit.NotationError, match=rf"^attack\.attacks: got {attacks}; allowed: .*1000"):
        tohit.apply(ask(rules, mode), [{"path": "attack.attacks", "value": attacks}])


@pytest.mark.parametrize("rules", SYSTEMS)
def test_d2_30_long_numbers_are_refused_and_strange_names_are_text(rules: str) -> None:
    system = SYSTEMS[rules]
    question = ask(rules, system.modes[0].key)
    first = next(stat for stat in system.stats if type(stat.default) is int)
    for path, value in ((f"minis[1].stats.{first.key}", int("9" * 200)), ("minis[1].name", "n" * 300)):
        with pytest.raises(tohit.NotationError) as refused:
            tohit.apply(question, [{"path": path, "value": value}])
        assert refused.value.path == path and "allowed: " in str(refused.value) and len(str(refused.value)) < 200
    for name in ("<script>alert(1)</script>", "💥" * 40, "العربية", "{0} {target}"):
        renamed = tohit.apply(question, [{"path": "minis[1].name", "value": name}, {"path": "attack.target", "value": name}])
        assert name in " ".join(tohit.explain(tohit.evaluate(renamed)))


@ways
def test_d3_32_and_39_the_same_number_everywhere_and_every_time(rules: str, mode: str) -> None:
    """Ten evaluations, the cell of the heat map, the JSON, the explanation and the link."""
    document = json.loads(tohit.dumps(ask(rules, mode, 1)))
    document["board"] = {"columns": 5, "rows": 4}
    document["minis"][0]["at"], document["minis"][1]["at"] = square_name(1, 1), square_name(1, 4)
    question = tohit.loads(json.dumps(document))
    answers = [tohit.evaluate(question) for _ in range(10)]
    assert len({json.dumps(answer.to_dict()) for answer in answers}) == 1
    chance = answers[0].chance
    assert tohit.sweep(question, over="attacker.square").chance(1, 1) == chance
    assert Fraction(answers[0].to_dict()["chance"]) == chance
    assert tohit.evaluate(tohit.loads(tohit.link(question))).chance == chance
    assert str(chance) in " ".join(tohit.explain(answers[0]))


@ways
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_d3_38_every_line_is_told_with_sign_reason_and_source(rules: str, mode: str, lang: str) -> None:
    for bonus in (2, -2):
        answer = tohit.evaluate(ask(rules, mode, bonus))
        say, steps = answer.question.rules.say(lang), tohit.explain(answer, lang)
        for line in answer.ledger:
            name, because = say.show(line.name), say.show(line.because)
            assert name and because
            assert any(name in step and because in step and (not line.applied or say.signed(line.value) in step) for step in steps)
            assert line.source or line.key.startswith("override-")
