"""The toolbar alone in a cell."""

import pytest

from tohit.widgets.toolbar import Toolbar

SCENARIOS = [{"key": "wall", "name": "Archer on the wall"}, {"key": "ring", "name": "Surrounded"}]


def propose(toolbar, edit):
    toolbar.set_state({"edit": {"edits": [{"n": toolbar.applied + 1, **edit}]}})


def test_a_scenario_is_chosen():
    toolbar = Toolbar(scenarios=SCENARIOS, scenario="wall")
    propose(toolbar, {"scenario": "ring"})
    assert toolbar.scenario == "ring"


def test_an_unknown_scenario_is_refused_by_name():
    toolbar = Toolbar(scenarios=SCENARIOS, scenario="wall")
    propose(toolbar, {"scenario": "moon"})
    assert toolbar.scenario == "wall"
    assert toolbar.refused["text"] == "moon is not a scenario of this page."


def test_the_language_switch_changes_the_words():
    toolbar = Toolbar()
    propose(toolbar, {"page": {"lang": "fr"}})
    assert toolbar.lang == "fr"
    assert toolbar.texts["toolbar.undo"] == "Annuler"


@pytest.mark.parametrize("lang", ["de", "", 1, None])
def test_an_unknown_language_is_refused(lang):
    toolbar = Toolbar()
    propose(toolbar, {"page": {"lang": lang}})
    assert toolbar.lang == "en"
    assert toolbar.refused["text"]


@pytest.mark.parametrize("edit", [{"undo": True}, {"redo": True}, {"page": {"theme": "dark"}}])
def test_without_a_page_other_edits_change_nothing(edit):
    toolbar = Toolbar(can_undo=True, can_redo=True)
    propose(toolbar, edit)
    assert (toolbar.applied, toolbar.refused) == (1, {})


@pytest.mark.parametrize(
    "href", ["", "dark_age.ipynb", "../x?y=1#s=1a:b", "https://example.org/", "HTTP://example.org"]
)
def test_a_page_has_a_relative_or_a_web_address(href):
    assert Toolbar(systems=[{"key": "k", "name": "n", "href": href}]).systems[0]["href"] == href
