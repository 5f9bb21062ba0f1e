"""What a tab keeps of the pages to guess on, and what a new page makes of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tohit
from tohit.core.limits import TEXT
from tohit.core.notation import from_link
from tohit.lessons import LESSONS

PAGES = {"predict": lambda **settings: tohit.predict("coup-de-grace", **settings).page,
         "lesson": lambda **settings: tohit.lesson(3, **settings).page}


@pytest.fixture(params=sorted(PAGES))
def page(request):
    made = PAGES[request.param]()
    made.make = PAGES[request.param]
    yield made
    made.close()


def send(page, *edits):
    begin = page.board.applied
    page.board.set_state({"edit": {"edits": [{"n": begin + place, **edit} for place, edit in enumerate(edits, 1)]}})
    assert page.board.refused == {}


def guesses(panel, text="1/7"):
    return [{"path": f"predict.{panel.name}", "value": {"item": place, "guess": [1] * len(item["outcomes"]) or text}}
            for place, item in enumerate(panel.items)]


def as_kept(page):
    """What a browser proposes to a new page, in one message, after it has kept everything in writing."""
    kept = json.loads(json.dumps(page.keeper.get_state()))
    options = dict(part.split("=") for part in kept["fragment"].split("&")[1:])
    past = [{"past": kept["past"]}] if kept["past"] else []
    beside = [{"beside": kept["beside"]}] if kept["beside"] else []
    return [*past, {"document": kept["fragment"]}, {"page": options}, *beside]


def looks(page):
    """What the reader sees of it."""
    left_out = {"round", "serial"}
    items = [[{key: item[key] for key in item if key not in left_out} for item in panel.items] for panel in page.asking]
    return [items, [panel.score for panel in page.asking], page.headline.get_state(["fraction", "sentence", "faces", "percent"]),
            page.board.scene, page.lang, [panel.get_state(["pair", "hits", "throws", "code", "dice", "told", "bars", "locked"])
                                          for panel in page.aside[len(page.asking):]]]


def test_a_new_page_has_the_scene_the_guesses_the_score_and_the_dice(page):
    first, mini = page.asking[0], page.explorer.question.scene.minis[1].name
    send(page, *guesses(first))
    send(page, {"mini": mini, "at": "A1"}, {"page": {"lang": "fr"}})
    send(page, *guesses(page.asking[len(page.asking) > 1])[:1])
    if len(page.asking) > 1:
        send(page, {"path": "tally.pair", "value": 7}, {"path": "tally.roll", "value": 100}, {"path": "tally.roll", "value": 10})
    other = page.make()
    send(other, *as_kept(page))
    assert looks(other) == looks(page) and other.lang == "fr"
    assert other.keeper.beside == page.keeper.beside and other.keeper.fragment == page.keeper.fragment
    for made in (page, other):
        send(made, {"undo": True}, *guesses(made.asking[-1])[:1])
        if len(page.asking) > 1:
            send(made, {"path": "tally.roll", "value": 10})
    assert looks(other) == looks(page)
    other.close()


def test_guesses_made_since_come_after_the_scene_they_are_about(page):
    other, mini = page.make(), page.explorer.question.scene.minis[1].name
    edits = [*guesses(page.asking[0]), {"mini": mini, "at": "A1"}, *guesses(page.asking[len(page.asking) > 1])[:1]]
    if len(page.asking) > 1:
        edits += [{"path": "tally.pair", "value": 7}, {"path": "tally.roll", "value": 100}]
    for edit in edits:
        send(page, edit)
    send(other, *as_kept(other)[:2], *edits)  # what the tab has when nothing but the first scene was kept
    assert looks(other) == looks(page)
    other.close()


def test_a_link_to_guess_on_holds_no_guess_and_a_cell_no_answer():
    page = PAGES["predict"]()
    before = page.keeper.get_state(["fragment", "document", "python"])
    assert page.keeper.beside == {}
    send(page, *guesses(page.guess))
    assert page.keeper.beside["guesses"] and page.keeper.get_state(["fragment", "document", "python"]) == before
    page.close()


def test_a_cell_opens_the_scene_to_be_guessed_anew(page):
    send(page, {"mini": page.explorer.question.scene.minis[1].name, "at": "A1"}, *guesses(page.asking[0]))
    assert "chance" not in page.keeper.python
    made = {}
    exec(page.keeper.python.replace("\ntohit.", "\nbox = tohit."), made)
    assert made["box"].page.explorer.question == page.explorer.question
    assert not any(panel.placed for panel in made["box"].page.asking)
    made["box"].page.close()


def test_the_document_of_a_lesson_holds_scene_guesses_and_the_seed_of_the_dice(tmp_path):
    page = PAGES["lesson"]()
    send(page, *guesses(page.first), {"path": "tally.pair", "value": 7}, {"path": "tally.roll", "value": 40},
         {"mini": page.explorer.question.scene.minis[1].name, "at": "A1"})
    document = json.loads(page.keeper.document)
    assert (document["format"], document["page"], list(document["parts"])) == ("tohit-page/1", "lesson", ["scene"])
    assert document["state"]["lesson"] == 3 and document["state"]["tally"]["pair"] == 7
    assert document["state"]["guesses"] == [["first", place, "1/7"] for place in range(len(page.first.items))]
    path = tmp_path / "lesson.json"
    path.write_text(page.keeper.document, encoding="utf-8")
    for source in (path, page.keeper.document, page.keeper.fragment):
        other = PAGES["lesson"](scenario=source)
        assert looks(other) == looks(page)
        other.close()
    page.close()


@pytest.mark.parametrize("change", [
    {"lesson": 4}, {"lesson": None}, {"more": 1}, {"guesses": 7}, {"guesses": [["first", 0]]}, {"guesses": [["none", 0, "1/2"]]},
    {"guesses": [["first", 0, "1/7"], ["first", 0, "1/7"]]}, {"guesses": [["first", 0, "nonsense"]]}, {"tally": {"pair": 7}},
    {"tally": {"pair": 7, "hits": 9, "throws": 3, "drawn": 0, "shown": 0}}, {"tally": "7"},
])
def test_a_lesson_that_cannot_be_opened_changes_nothing_and_says_why(change):
    page = PAGES["lesson"]()
    send(page, *guesses(page.first), {"path": "tally.pair", "value": 7}, {"path": "tally.roll", "value": 40})
    before, document = looks(page), json.loads(page.keeper.document)
    document["state"] = {**document["state"], **change}
    document["parts"]["scene"]["minis"][0]["at"] = "A1"
    n = page.board.applied + 1
    page.board.set_state({"edit": {"edits": [{"n": n, "document": json.dumps(document)}]}})
    assert page.board.refused["text"].startswith("state")
    assert looks(page) == before
    page.close()


def test_a_lesson_begins_with_a_scenario_that_is_its_own_system(tmp_path):
    question = tohit.apply(LESSONS[1].question, [{"mini": LESSONS[1].question.attack.attacker, "at": "A1"}])
    path = tmp_path / "scene.json"
    path.write_text(tohit.dumps(question), encoding="utf-8")
    for given_ in (question, tohit.link(question), path, str(path), from_link(tohit.link(question))):
        page = tohit.lesson(1, scenario=given_).page
        assert page.explorer.question == question and page.explorer.can_undo and not page.is_open
        page.close()
    with pytest.raises(tohit.NotationError, match="rules"):
        tohit.lesson(1, scenario=tohit.predict("ninth-age").page.explorer.question)


JSON = st.recursive(st.none() | st.booleans() | st.integers(-10, 2**60) | st.text(max_size=8) | st.just("9" * TEXT)
                    | st.sampled_from(["first", "guess", "1/2", "1e999999999", "1/0", "0x10"]),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
                        ["guesses", "score", "tally", "pair", "hits", "throws", "drawn", "shown"]), inner, max_size=5), max_leaves=12)
NUMBERS = st.integers(-1, 12) | st.sampled_from([2**53 - 1, 2**53, 10**30, True, "1", None])
KEPT = st.fixed_dictionaries(
    {"guesses": JSON | st.lists(st.tuples(st.sampled_from(["guess", "first", "check"]), NUMBERS, JSON).map(list), max_size=3)},
    optional={"score": JSON | st.tuples(NUMBERS, JSON, NUMBERS, JSON).map(list),
              "tally": JSON | st.fixed_dictionaries(dict.fromkeys(["pair", "hits", "throws", "drawn", "shown"], NUMBERS))})


@given(kept=JSON | KEPT)
@settings(deadline=None, max_examples=40)
def test_whatever_somebody_writes_into_the_tab_leaves_a_page_that_works(kept):
    for make in PAGES.values():
        page = make()
        page.board.set_state({"edit": {"edits": [{"n": 1, "beside": kept}]}})
        page.board.set_state({"edit": {"edits": [{"n": 2, "mini": page.explorer.question.scene.minis[0].name, "at": "A1"}]}})
        assert page.board.applied == 2 or page.board.refused
        assert not page.headline.failed and not page.keeper.failed
        page.close()
