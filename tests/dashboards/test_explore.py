"""The explorer page without a browser: the browser's messages go in by ``set_state``, ours are counted."""

import json

import pytest

import tohit
from tohit import SYSTEMS
from tohit import explorer as module
from tohit.dashboards.explore import Page
from tohit.explorer import Explorer
from tohit.ready import ready
from tohit.words import words


@pytest.fixture(params=sorted(SYSTEMS))
def page(request):
    made = tohit.explore(request.param).page
    yield made
    made.close()


@pytest.fixture
def archer():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


class Browser:
    """Sends edits to a page's desk as its browser half does."""

    def __init__(self, page):
        self.page, self.n = page, page.board.applied

    def send(self, *edits, gesture=1, done=True):
        numbered = []
        for edit in edits:
            self.n += 1
            numbered.append({"gesture": gesture, "done": done, **edit, "n": self.n})
        self.page.board.set_state({"edit": {"edits": numbered}})


def shown(page):
    """Everything on the page that states the chance, as text."""
    rules = page.explorer.question.rules
    return rules.say(page.lang), page.explorer.answer


def test_one_answer_everywhere(page):
    say, answer = shown(page)
    told = json.loads(json.dumps(answer.to_dict()))
    assert page.headline.percent == say.percent(answer.chance)
    assert page.board.scene["label"] == page.headline.fraction
    assert [(line["key"], line["value"]) for line in page.ledger.lines] == [(line["key"], line["value"]) for line in told["ledger"]]
    faces = page.headline.faces or page.headline.stages[0]["faces"]
    assert [face["face"] for face in faces if face["hit"]] == told["stages"][0]["faces"]
    assert told["chance"] == str(answer.chance) == str(tohit.evaluate(page.explorer.question).chance)


def test_a_drag_makes_one_evaluation_a_square_and_the_last_position_arrives(archer, monkeypatch):
    asked = []
    real = module.evaluate
    monkeypatch.setattr(module, "evaluate", lambda question: asked.append(question.attacker.at) or real(question))
    browser = Browser(archer)
    squares = ["C4", "D4", "D5", "D6", "C6", "C7", "C8", "B8", "B9", "B10"]
    for square in squares:
        browser.send({"mini": "Archer", "at": square}, done=False)
    browser.send({"mini": "Archer", "at": "B10"})
    assert len(asked) == len(set(asked)) == 10
    assert archer.explorer.question.attacker.at == (9, 1)
    assert archer.board.scene["minis"][0]["at"] == "B10"
    assert archer.board.applied == browser.n


def test_the_browsers_whole_list_is_applied_once(archer):
    """Unacknowledged edits come again with each message; those already applied are left out."""
    first = {"n": 1, "gesture": 1, "done": True, "mini": "Archer", "facing": "N"}
    second = {"n": 2, "gesture": 2, "done": True, "mini": "Archer", "at": "C4"}
    archer.board.set_state({"edit": {"edits": [first]}})
    archer.board.set_state({"edit": {"edits": [first, second]}})
    archer.board.set_state({"edit": {"edits": [second, {"n": 3, "gesture": 3, "done": True, "undo": True}]}})
    question = archer.explorer.question
    assert (question.attacker.facing, question.attacker.at) == (0, (3, 1))


def test_a_refused_edit_says_why_and_the_truth_stays(archer):
    browser = Browser(archer)
    before = archer.board.scene
    browser.send({"mini": "Archer", "at": "E5"})
    assert "Rock" in archer.board.refused["text"]
    assert archer.board.scene == before
    assert archer.board.applied == browser.n
    browser.send({"mini": "Archer", "at": "C4"})
    assert archer.board.refused == {}


def test_the_dial_the_ruler_and_the_controls_follow(archer):
    browser = Browser(archer)
    browser.send({"distance": 4})
    assert archer.ruler.value == 4
    assert archer.board.scene["minis"][0]["at"] == "E4"
    browser.send({"mini": "Archer", "facing": "N"}, gesture=2)
    assert archer.dial.value == "N"
    assert archer.headline.refusals
    browser.send({"path": "attack.attacks", "value": 7}, gesture=3)
    attacks = next(field for group in archer.controls.groups for field in group["fields"] if field["path"] == "attack.attacks")
    assert attacks["value"] == 7
    browser.send({"undo": True}, {"undo": True}, {"undo": True}, gesture=4)
    assert (archer.ruler.value, archer.dial.value) == (7, "E")


def test_an_attack_that_is_not_allowed_shows_its_reasons_and_no_number(archer):
    Browser(archer).send({"mini": "Archer", "facing": "W"})
    assert archer.headline.fraction == archer.headline.percent == ""
    assert archer.headline.refusals == [archer.explorer.answer.to_dict()["refusals"][0]["sentence"]]
    assert archer.board.scene["label"] == words("en")("page.not_allowed")


def test_the_language_changes_every_text_and_nothing_else(page):
    before = page.explorer.question
    Browser(page).send({"page": {"lang": "fr"}})
    assert page.explorer.question is before
    assert not page.explorer.can_undo
    assert {panel.lang for panel in page.panels} == {"fr"}
    say = before.rules.say("fr")
    assert page.headline.percent == say.percent(page.explorer.answer.chance)
    assert page.controls.groups[0]["name"] == words("fr")("controls.attack")


def test_a_broken_panel_says_so_in_its_place_and_the_others_go_on(archer, monkeypatch):
    monkeypatch.setattr("tohit.dashboards.present.ledger", None)
    broken = Page(Explorer(archer.explorer.question, ready(archer.explorer.question.rules)))
    assert broken.ledger.failed == words("en")("panel.failed")
    assert broken.headline.percent == archer.headline.percent
    monkeypatch.undo()
    broken.close()


def test_a_closed_page_hears_nothing_any_more():
    page = tohit.explore("coup-de-grace").page
    shown_before = page.headline.fraction
    page.close()
    page.explorer.ask([{"mini": "Archer", "at": "C4"}])
    assert page.headline.fraction == shown_before


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_control_of_every_mode_has_a_name_and_a_value(page, lang):
    for mode in page.explorer.question.rules.modes:
        Browser(page).send({"path": "attack.mode", "value": mode.key}, {"page": {"lang": lang}})
        fields = [field for group in page.controls.groups for field in group["fields"]]
        assert all(field["name"] and "value" in field for field in fields)
        assert [panel.failed for panel in page.panels if panel.failed] == []


def test_an_arc_is_told_about_the_mini_it_strikes_first():
    """With another first blow than the target, sentence, label and base name that mini, not the target."""
    page = tohit.explore("dark-age", scenario=ready(tohit.ruleset("dark-age"))["one-swing-three-enemies"]).page
    Browser(page).send({"path": "attack.options.order", "value": ["Whelp"]}, {"mini": "Whelp", "stats": {"df": 0}})
    answer = page.explorer.answer
    assert answer.about == "Whelp"
    assert "Whelp" in page.headline.sentence
    assert page.board.scene["label"].startswith("Whelp: ")
    assert next(row for row in page.ledger.base if row["name"] == "DF")["value"] == 0
    assert answer.extras["sequence"][0]["chance"] == answer.chance
    page.close()


def test_the_cover_control_hands_over_the_piece_that_counts():
    page = tohit.explore("dark-age").page
    Browser(page).send({"mini": "Raider", "at": "J5"})
    worst = min(page.ledger.lines, key=lambda line: line["value"])
    assert worst["key"] == "heavy-cover"
    assert page.cover.square in worst["causes"]
    page.close()


def test_a_melee_has_no_chance_by_distance():
    page = tohit.explore("coup-de-grace", scenario=ready(tohit.ruleset("coup-de-grace"))["surrounded"]).page
    assert "tohit-chart-absent" in page.distance.widget._dom_classes
    Browser(page).send({"path": "attack.mode", "value": "ranged"})
    assert "tohit-chart-absent" not in page.distance.widget._dom_classes
    page.close()
