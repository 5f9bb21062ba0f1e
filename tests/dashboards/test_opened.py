"""The explanation is worked out when somebody reads it, and not before."""

import pytest

import tohit
from tohit.dashboards import walked


@pytest.fixture
def page():
    made = tohit.explore("semiautomagic").page
    yield made
    made.close()


def test_closed_it_costs_nothing_and_opened_it_follows(page, monkeypatch):
    asked = []
    monkeypatch.setattr(walked, "explain", lambda answer, lang: asked.append(lang) or ["a step"])
    knight = page.explorer.question.attack.attacker
    page.explorer.ask([{"mini": knight, "stats": {"weapon_skill": 0}}])
    assert asked == [] and page.steps.steps == [] and page.steps.walk == {}
    page.steps.set_state({"opened": True})
    assert asked == ["en"] and page.steps.steps == ["a step"]
    told = page.steps.walk["sentence"]
    page.explorer.ask([{"path": "attack.options.defence", "value": "none"}])
    assert len(asked) == 2 and page.steps.walk["sentence"] != told
    page.steps.set_state({"opened": False})
    page.explorer.ask([{"mini": knight, "stats": {"weapon_skill": 2}}])
    assert len(asked) == 2


def test_the_panel_tells_the_answer_in_both_languages(page):
    page.steps.set_state({"opened": True})
    english = page.steps.walk
    page.board.set_state({"edit": {"edits": [{"n": 1, "page": {"lang": "fr"}}]}})
    assert page.steps.walk["sentence"] != english["sentence"]
    assert page.steps.walk["latex"] == english["latex"]
    chance = str(page.explorer.answer.chance)
    assert chance in english["sentence"] and chance in page.steps.walk["sentence"]
    assert english["strips"][0]["faces"][0] == {"face": 1, "hit": True, "rerolled": False}


def test_a_view_that_fails_on_opening_says_so(page, monkeypatch):
    def broken(answer, lang):
        raise RuntimeError("broken")

    monkeypatch.setattr(walked, "explain", broken)
    page.steps.set_state({"opened": True})
    assert page.steps.failed
