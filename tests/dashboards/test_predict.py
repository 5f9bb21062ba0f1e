"""The page to guess on: before a guess is placed, nothing that goes to the browser holds the answer."""

import json

import pytest

import tohit
from tohit.dashboards.sealed import parts


@pytest.fixture
def page():
    made = tohit.predict("coup-de-grace").page
    yield made
    made.close()


def guess(page, n, item, value):
    page.board.set_state({"edit": {"edits": [{"n": n, "path": "predict.guess", "value": {"item": item, "guess": value}}]}})


def sent(page):
    """All state a browser holds, the words and programs of the widgets apart."""
    keep = ("texts", "_esm", "_css", "_anywidget_id")
    states = [{key: value for key, value in part.get_state().items() if key not in keep} for part in parts(page.widget)
              if type(part).__name__ not in ("HTML", "Layout")]
    return json.dumps(states, default=str)


def test_nothing_betrays_the_answer_before_the_guess(page):
    answer = page.explorer.answer
    before = sent(page)
    for telling in (str(answer.chance), "16.7", "needs", answer.stages[0].need, str(answer.damage.mean())):
        assert f'"{telling}' not in before and f" {telling} " not in before and f"{telling}%" not in before
    assert page.board.scene["label"] == "?" and page.headline.fraction == "?" and not page.headline.faces
    page.steps.set_state({"opened": True})
    assert page.steps.walk == {} and str(answer.chance) not in json.dumps(page.steps.steps)


def test_a_guess_uncovers_its_own_answer_and_the_last_one_everything(page):
    guess(page, 1, 0, "2/3")
    first, *others = page.guess.items
    assert first["placed"] and "1/6" in first["verdict"] and not any(item["placed"] for item in others)
    assert page.headline.fraction == "?"
    guess(page, 2, 1, "1/2")
    guess(page, 3, 2, [50, 30, 20, 0])
    assert all(item["placed"] for item in page.guess.items)
    assert page.headline.fraction == "1 in 6" and page.board.scene["label"] == "1 in 6"
    assert len(page.guess.items[2]["rows"]) == len(page.guess.items[2]["outcomes"])
    assert page.guess.score[0].startswith("3 guesses")


def test_a_guess_stays_and_a_changed_scene_asks_anew(page):
    guess(page, 1, 0, "50%")
    guess(page, 2, 0, "1/6")
    assert "placed already" in page.board.refused["text"]
    assert page.guess.items[0]["rows"][0]["guessed"] == "1/2 (50%)"
    page.board.set_state({"edit": {"edits": [{"n": 3, "mini": "Archer", "at": "G4"}]}})
    assert not any(item["placed"] for item in page.guess.items) and page.headline.fraction == "?"
    assert page.guess.score[0].startswith("1 guess")


@pytest.mark.parametrize("value", [{"item": 0, "guess": "none"}, {"item": 9, "guess": "1/2"}, {"item": True, "guess": "1"},
                                   {"item": 2, "guess": [200]}, {"item": 2, "guess": "1/2"}, {"item": 0, "guess": [1]}, "1/2"])
def test_what_cannot_be_read_is_refused_in_a_sentence_and_covers_go_on(page, value):
    page.board.set_state({"edit": {"edits": [{"n": 1, "path": "predict.guess", "value": value}]}})
    assert "allowed:" in page.board.refused["text"]
    assert not any(item["placed"] for item in page.guess.items)


def test_french_keeps_the_guesses(page):
    guess(page, 1, 0, "66,7 %")
    page.board.set_state({"edit": {"edits": [{"n": 2, "page": {"lang": "fr"}}]}})
    assert page.guess.items[0]["placed"] and "points de pourcentage de trop" in page.guess.items[0]["verdict"]
    assert "66,7" in page.guess.items[0]["rows"][0]["guessed"]


def test_an_attack_that_is_not_allowed_asks_nothing_and_says_why(page):
    page.board.set_state({"edit": {"edits": [{"n": 1, "mini": "Archer", "facing": "S"}, {"n": 2, "mini": "Archer", "facing": "N"}]}})
    refused = [facing for facing in "NESW" if not tohit.evaluate(tohit.apply(page.explorer.question, [{"mini": "Archer", "facing": facing}])).allowed]
    page.board.set_state({"edit": {"edits": [{"n": 3, "mini": "Archer", "facing": refused[0]}]}})
    assert page.guess.items == [] and "not allowed" in page.guess.note
    assert page.headline.refusals
