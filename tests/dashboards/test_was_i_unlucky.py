"""Was I unlucky: the page says what the core says, in a sentence; what happened is kept in its link."""

import json
from fractions import Fraction
from importlib import import_module

import pytest

import tohit
from tohit.core.notation import fragment
from tohit.ready import ready
from tohit.words import words

module = import_module("tohit.dashboards.was_i_unlucky")  # the package's own attribute is the function
SURROUNDED = ready(tohit.ruleset("coup-de-grace"))["surrounded"]


@pytest.fixture
def page():
    made = tohit.was_i_unlucky(lang="en").page
    yield made
    made.close()


def send(page, *edits):
    n = page.board.applied
    numbered = [{"gesture": n + 1, "done": True, **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})


def happened(page):
    return page.box.hits, page.box.attacks, page.box.rolls


def test_the_rows_are_the_core_s_chances_and_the_chart_marks_what_happened(page):
    send(page, {"path": "luck.attacks", "value": 12}, {"path": "luck.hits", "value": 5})
    luck = tohit.luck(page.explorer.question.question, hits=5, attacks=12)
    assert [(row["percent"], Fraction(row["fraction"])) for row in page.box.rows] == [
        (words("en").percent(chance), chance) for chance in (luck.at_most, luck.exactly, luck.at_least)
    ]
    bars, own, _ = page.chart.figure.marks
    assert own.y.tolist() == [bars.y[place] if place == 5 else 0 for place in range(13)]
    assert bars.y[5] == float(luck.exactly)


def test_the_sentence_counts_the_evenings_that_go_at_least_as_badly_or_as_well():
    one_half = tohit.loads(tohit.dumps(SURROUNDED))
    chance = tohit.evaluate(one_half).chance
    for hits in range(7):
        box = tohit.was_i_unlucky(one_half, hits=hits, attacks=6, lang="en")
        luck, verdict = tohit.luck(one_half, hits, 6), box.page.box.verdict
        if hits == 6 * chance:
            assert verdict == words("en")("was_i_unlucky.even")
        else:
            side, tail = ("unlucky", luck.at_most) if hits < 6 * chance else ("lucky", luck.at_least)
            assert verdict.endswith(f"at least as {side}.")
            if tail >= Fraction(1, 100):
                assert f" {module.rounded(100 * tail)} would" in verdict
            else:
                assert verdict.startswith("One evening in about ")
        box.page.close()


def test_numbers_are_rounded_half_up_and_long_ones_to_three_digits():
    assert [module.rounded(Fraction(*pair)) for pair in ((1, 2), (25, 2), (999, 2), (123456, 1), (99950, 1))] == [
        1, 13, 500, 123000, 100000]


def test_rolls_say_how_many_hit_and_numbers_take_their_place(page):
    faces = [face["face"] for face in page.box.faces if face["hit"]]
    missing = [face["face"] for face in page.box.faces if not face["hit"]]
    send(page, {"path": "luck.rolls", "value": [[faces[0], missing[0]], [missing[0]]]})
    assert happened(page) == (1, 3, [faces[0], missing[0], missing[0]])
    send(page, {"path": "luck.rolls", "value": [f"{faces[0]} {faces[0]},{missing[0]}"]})
    assert happened(page) == (2, 3, [faces[0], faces[0], missing[0]])
    send(page, {"path": "luck.hits", "value": 0})
    assert happened(page) == (0, 3, [])
    send(page, {"undo": True})
    assert happened(page) == (2, 3, [faces[0], faces[0], missing[0]])
    send(page, {"path": "luck.rolls", "value": []})
    assert happened(page) == (2, 3, [])


@pytest.mark.parametrize(("edit", "said"), [
    ({"path": "luck.rolls", "value": [[3, 9]]}, "rolls[1]: got 9; allowed: a whole number from 1 to 6."),
    ({"path": "luck.rolls", "value": [["3x"]]}, 'rolls[0]: got "3x"; allowed: a whole number from 1 to 6.'),
    ({"path": "luck.rolls", "value": 4.5}, "rolls[0]: got 4.5; allowed: a whole number from 1 to 6."),
    ({"path": "luck.rolls", "value": [[1] * 60] * 17}, "rolls: got 1020; allowed: a whole number from 1 to 1000."),
    ({"path": "luck.hits", "value": 9}, "hits: got 9; allowed: a whole number from 0 to 8."),
    ({"path": "luck.hits", "value": "two"}, 'hits: got "two"; allowed: a whole number from 0 to 8.'),
    ({"path": "luck.attacks", "value": 0}, "attacks: got 0; allowed: a whole number from 1 to 1000."),
    ({"path": "luck.attacks", "value": None}, "attacks: got null; allowed: a whole number from 1 to 1000."),
])
def test_wrong_input_is_refused_in_one_sentence_and_changes_nothing(page, edit, said):
    before = page.explorer.question
    send(page, {"path": "luck.hits", "value": 3}, edit)
    assert page.board.refused["text"] == said
    assert page.explorer.question is before


def test_every_ready_scene_can_be_chosen_and_keeps_the_numbers(page):
    send(page, {"path": "luck.attacks", "value": 10})
    for key in page.explorer.scenarios:
        send(page, {"scenario": key})
        assert happened(page) == (1, 10, []) and [panel.failed for panel in page.panels if panel.failed] == []
        assert page.box.verdict and bool(page.box.faces) == (module.die_of(page.explorer.question.question) is not None)


def test_rolls_that_another_die_cannot_show_are_kept_and_said(page):
    send(page, {"scenario": "dark-age.behind-the-barrels"}, {"path": "luck.rolls", "value": [[20, 3]]})
    send(page, {"scenario": "coup-de-grace.surrounded"})
    assert page.box.verdict == "rolls[0]: got 20; allowed: a whole number from 1 to 6." and page.box.rows == []
    send(page, {"undo": True})
    assert happened(page)[1:] == (2, [20, 3]) and len(page.box.rows) == 3


def test_an_attack_that_is_not_allowed_says_so_and_the_chart_leaves(page):
    question = page.explorer.question.question
    send(page, {"mini": question.attack.attacker, "facing": "S"})
    assert page.box.verdict == words("en")("was_i_unlucky.not_allowed") and page.box.rows == []
    assert "tohit-chart-absent" in page.chart.widget._dom_classes


def test_scene_and_rolls_are_kept_in_the_link(page):
    send(page, {"path": "luck.rolls", "value": [[3, 5, 1, 6]]})
    document, before = json.loads(page.keeper.document), page.explorer.question
    assert (document["format"], document["page"], document["state"]) == ("tohit-page/1", "was_i_unlucky", {"rolls": [3, 5, 1, 6]})
    kept = page.keeper.fragment
    send(page, {"scenario": "dark-age.behind-the-barrels"}, {"path": "luck.hits", "value": 0})
    send(page, {"document": kept})
    assert page.explorer.question == before == tohit.was_i_unlucky(kept).page.explorer.question
    held = {}
    exec(page.keeper.python.replace("tohit.was_i_unlucky", "made = tohit.was_i_unlucky"), held)
    assert held["made"].page.explorer.question == before


def test_a_plain_scenario_is_opened_with_the_numbers_as_they_were(page):
    send(page, {"path": "luck.hits", "value": 4})
    send(page, {"document": tohit.dumps(SURROUNDED)})
    assert happened(page) == (4, 8, []) and page.explorer.question.question == SURROUNDED


@pytest.mark.parametrize(("state", "path"), [
    ({"hits": 9, "attacks": 8}, "state.hits"), ({"rolls": [7]}, "state.rolls[0]"), ({"rolls": 3}, "state.rolls"),
    ({"seed": 1}, "state.seed"), ({"attacks": 1001}, "state.attacks"),
])
def test_a_link_with_impossible_rolls_is_refused_by_place(page, state, path):
    document = {**json.loads(page.keeper.document), "state": state}
    with pytest.raises(tohit.NotationError) as refusal:
        tohit.was_i_unlucky(fragment(json.dumps(document)))
    assert refusal.value.path == path


def test_the_call_takes_numbers_and_rolls():
    box = tohit.was_i_unlucky(SURROUNDED, rolls="6 6, 1", lang="fr")
    assert happened(box.page) == (2, 3, [6, 6, 1]) and box.page.box.verdict == words("fr")("was_i_unlucky.even")
    with pytest.raises(tohit.NotationError, match="hits"):
        tohit.was_i_unlucky(hits=3, attacks=2)


def test_the_language_changes_every_text_and_keeps_what_happened(page):
    send(page, {"path": "luck.rolls", "value": [[6, 6]]})
    send(page, {"page": {"lang": "fr"}})
    assert {panel.lang for panel in page.panels} == {"fr"} and happened(page)[2] == [6, 6]
    assert page.box.rows[0]["name"].endswith("ou moins") and "soirée" in page.chart._header.value


def test_the_evening_is_rolled_again_and_counted_when_it_went_as_badly(page):
    send(page, {"path": "luck.attacks", "value": 8}, {"path": "luck.hits", "value": 1})
    page.roll.opened = True
    assert page.roll.offers == [{"key": "evening", "name": "hits among 8 attacks"}] and page.roll.remark == ""
    send(page, *[{"path": "roll.more", "value": 1000}] * 2)
    bad = sum(row["count"] for row in page.roll.rows if row["name"] in ("0", "1"))
    exact = page.explorer.answer.luck.at_most
    assert page.roll.remark == (f"At least as badly as yours went {bad} of 2000 evenings: {words('en').percent(Fraction(bad, 2000))}; "
                                f"exact: {words('en').percent(exact)}.")
    assert abs(bad / 2000 - exact) < 4 * float(exact / 2000) ** 0.5  # the seed is fixed
    assert page.roll.told == "n = 2000 evenings thrown again, seed 1"
    send(page, {"path": "luck.hits", "value": 8})
    assert page.roll.n == 0
    send(page, {"path": "roll.more", "value": 10})
    assert page.roll.remark.startswith("At least as well as yours went ")
