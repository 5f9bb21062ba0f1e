"""One board, four systems: each judged by its own rules, once for each change, in one message."""

from importlib import import_module

import json

import pytest

import tohit
from tohit.core.geometry import FACINGS
from tohit.words import words

module = import_module("tohit.dashboards.four_rules")  # the package's own attribute is the function


@pytest.fixture
def page():
    made = tohit.four_rules(lang="en").page
    yield made
    made.close()


@pytest.fixture
def asked(monkeypatch):
    """Every question that is evaluated; the real evaluation still runs."""
    seen = []
    real = module.evaluate
    monkeypatch.setattr(module, "evaluate", lambda question: seen.append(question.rules.key) or real(question))
    return seen


def send(page, *edits, done=True):
    n = page.board.applied
    numbered = [{"gesture": n + 1, "done": done, **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})


def test_each_panel_shows_the_answer_of_its_own_system(page):
    assert set(page.headlines) == {rules.key for rules in tohit.rulesets()}
    for question in page.explorer.question.questions:
        answer, key = tohit.evaluate(question), question.rules.key
        assert page.headlines[key].percent == words("en").percent(answer.chance)
        assert page.headlines[key].sentence == words("en")(f"{key}.name")
        assert [(line["key"], line["value"]) for line in page.ledgers[key].lines] == [
            (line.key, line.value) for line in answer.ledger if line.value
        ]
        assert page.notes[key].sentences[0] == words("en")(f"four_rules.idea.{key}.ranged")
    assert page.board.scene["label"] == "16.7% to 55%"


def test_the_sentence_names_the_line_without_which_the_chance_would_differ_most(page):
    assert page.notes["dark-age"].sentences[1] == "What weighs most here: light cover (−2). Without it 65%."
    send(page, {"square": "H3", "terrain": None}, {"square": "H4", "terrain": None})
    assert page.notes["dark-age"].sentences[1] == words("en")("four_rules.plain")
    assert page.headlines["dark-age"].percent == "65%"


def test_a_drag_asks_each_system_once_for_each_square(page, asked):
    for square in ("C5", "C6", "B6", "B6"):
        send(page, {"mini": "Archer", "at": square}, done=False)
    assert sorted(asked) == sorted([rules.key for rules in tohit.rulesets()] * 3)


def test_a_turn_asks_only_the_systems_that_have_facings(page, asked):
    send(page, {"mini": "Archer", "facing": "NE"})
    assert asked == ["coup-de-grace", "ninth-age"]
    assert page.board.scene["facings"] == 8
    north = FACINGS.index("N")
    assert page.explorer.answer["coup-de-grace"].question.attacker.facing == north
    assert "Archer faces north here" in page.notes["coup-de-grace"].sentences[-1]


def test_a_system_that_cannot_judge_says_which_requirement_fails(page):
    send(page, {"mini": "Archer", "facing": "W"})
    for key in ("coup-de-grace", "ninth-age"):
        refusals = page.explorer.answer[key].to_dict()["refusals"]
        assert page.headlines[key].refusals == [refusal["sentence"] for refusal in refusals] != []
        assert page.headlines[key].percent == ""
    assert page.headlines["dark-age"].percent == "55%"
    send(page, {"path": "attack.mode", "value": "melee"})
    assert all(headline.refusals for headline in page.headlines.values())
    assert page.board.scene["label"] == words("en")("page.not_allowed")


def test_undo_and_redo_take_all_four_along(page):
    before = page.explorer.question
    send(page, {"mini": "Archer", "at": "D4"}, {"mini": "Archer", "at": "E4"}, done=False)
    after = page.explorer.question
    send(page, {"undo": True})
    assert page.explorer.question == before and page.toolbar.can_redo
    send(page, {"redo": True})
    assert page.explorer.question == after
    assert {question.attacker.at for question in after.questions} == {(3, 4)}


def test_a_refused_edit_changes_nothing_and_says_why(page, asked):
    before = page.explorer.question
    send(page, {"mini": "Archer", "at": "E6"})
    assert "Wall" in page.board.refused["text"]
    send(page, {"distance": 3})
    assert page.board.refused["text"]
    send(page, {"document": "{}"})
    assert page.explorer.question is before and asked == []


def test_a_ready_scene_replaces_all_four(page):
    send(page, {"scenario": "from-behind"})
    assert page.explorer.question.mode == "melee"
    assert page.headlines["coup-de-grace"].percent == "83.3%"
    assert page.controls.groups[0]["fields"][0]["value"] == "melee"


def test_the_language_changes_every_text_and_asks_nobody(page, asked):
    send(page, {"page": {"lang": "fr"}})
    assert {panel.lang for panel in page.panels} == {"fr"}
    assert page.notes["ninth-age"].sentences[0] == words("fr")("four_rules.idea.ninth-age.ranged")
    assert asked == [] and [panel.failed for panel in page.panels if panel.failed] == []


def test_one_message_carries_every_panel(page):
    sent = []
    page.board.comm.publish_msg = lambda kind, data=None, **keys: sent.append(data["state"]) if kind == "comm_msg" else None
    send(page, {"path": "attack.mode", "value": "melee"})
    assert len(sent) == 2 and [key for key, _ in sent[1]["parcel"]["states"]] == [page.keeper.model_id]
    assert sent[0]["applied"] == page.board.applied
    assert {page.headlines[key].model_id for key in page.headlines} <= {key for key, _ in sent[0]["parcel"]["states"]}


def test_what_is_kept_opens_the_same_four_questions(page):
    send(page, {"mini": "Archer", "at": "B3"})
    kept, before = page.keeper.fragment, page.explorer.question
    assert kept.endswith("&lang=en") and json.loads(page.keeper.document)["format"] == "tohit-page/1"
    send(page, {"scenario": "from-behind"})
    send(page, {"document": kept})
    assert page.explorer.question == before
    assert tohit.four_rules(kept).page.explorer.question == before
    held = {"tohit": tohit}
    exec(page.keeper.python.replace("tohit.four_rules", "made = tohit.four_rules"), held)
    assert held["made"].page.explorer.question == before


@pytest.mark.parametrize(("change", "place"), [
    (lambda parts: parts["dark-age"]["minis"][0].update(at="A1"), "parts.dark-age.minis"),
    (lambda parts: parts["coup-de-grace"]["board"].update(columns=59), "parts.coup-de-grace.board"),
    (lambda parts: parts["semiautomagic"]["minis"][0].update(at="Z99"), "parts.semiautomagic.minis[0].at"),
    (lambda parts: parts.pop("dark-age"), "parts"),
])
def test_parts_of_different_scenes_are_refused_by_place(page, change, place):
    before, document = page.explorer.question, json.loads(page.keeper.document)
    change(document["parts"])
    with pytest.raises(ValueError) as refusal:
        tohit.four_rules(json.dumps(document))
    assert refusal.value.path == place
    send(page, {"document": json.dumps(document)})
    assert page.explorer.question is before and page.board.refused["text"]
