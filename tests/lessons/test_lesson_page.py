"""The page of a lesson: covered until the guess, then open; a class's codes; a cell that runs again."""

from __future__ import annotations

import json

import pytest

import tohit
from tohit.dashboards.sealed import parts
from tohit.lessons import LESSONS

NUMBERS = sorted(LESSONS)


@pytest.fixture(params=NUMBERS)
def page(request):
    made = tohit.lesson(request.param).page
    yield made
    made.close()


def send(page, n, /, **edit):
    page.board.set_state({"edit": {"edits": [{"n": n, **edit}]}})


def guess_all(page, panel, n):
    for place in range(len(panel.items)):
        send(page, n + place, path=f"predict.{panel.name}", value={"item": place, "guess": "1/7"})
    return n + len(panel.items)


def test_everything_is_covered_until_the_first_guesses(page):
    asked = page.taught.put(page.taught.predict)
    states = [{key: value for key, value in part.get_state().items() if key not in ("texts", "_esm", "_css")}
              for part in parts(page.widget) if type(part).__name__ not in ("HTML", "Layout")]
    before = json.dumps(states, ensure_ascii=False, default=str)
    assert page.board.scene["label"] == "?" and page.headline.fraction == "?" and not page.headline.faces
    assert not any(f"{prediction.truth} (" in before or f"{float(prediction.truth):.6f}" in before for prediction in asked)
    assert page.tally.locked
    send(page, 1, path="tally.roll", value=10)
    assert page.tally.throws == 0
    n = guess_all(page, page.first, 2)
    assert page.headline.fraction != "?" and not page.tally.locked
    send(page, n, path="tally.roll", value=10)
    assert page.tally.throws == 10 and len(page.tally.dice) == 10
    assert page.tally.hits == sum(thrown[-1]["hit"] for thrown in page.tally.dice)


def test_other_scenes_stay_covered_until_the_second_guesses(page):
    n = guess_all(page, page.first, 1)
    mini = page.explorer.question.scene.minis[0]
    free = next(f"{column}{row}" for column in "ABCDEFG" for row in range(1, 6)
                if all((row - 1, "ABCDEFG".index(column)) != other.at for other in page.explorer.question.scene.minis))
    send(page, n, mini=mini.name, at=free)
    assert page.headline.fraction == "?"
    n = guess_all(page, page.then, n + 1)
    send(page, n, scenario=f"lesson-{page.taught.number}")
    assert page.headline.fraction != "?"
    guess_all(page, page.check, n + 1)
    assert page.check.score and all(item["placed"] for panel in (page.first, page.then, page.check) for item in panel.items)


def test_the_same_pair_sees_the_same_dice_and_counts_are_exact(page):
    n = guess_all(page, page.first, 1)
    seen = []
    for again in range(2):
        send(page, n + 4 * again, path="tally.pair", value=7)
        send(page, n + 4 * again + 1, path="tally.roll", value=1000)
        seen.append((page.tally.hits, page.tally.throws, page.tally.code))
    assert seen[0] == seen[1] and seen[0][1] == 1000
    exact = page.taught.facts[page.taught.tallied]
    spread = (exact * (1 - exact) / 1000) ** 0.5
    assert abs(seen[0][0] / 1000 - exact) < 5 * spread
    send(page, n + 20, path="tally.hits", value=2000)
    assert "allowed" in page.board.refused["text"] and page.tally.hits == seen[0][0]


def test_french_is_a_switch_and_a_second_page_is_its_own(page):
    send(page, 1, page={"lang": "fr"})
    assert page.notes["scene"].title == tohit.words.words("fr")(page.taught.key("title"))
    assert page.first.items[0]["prompt"] == tohit.words.words("fr")(page.taught.key(f"ask.{page.taught.predict[0].key}"))
    guess_all(page, page.first, 2)
    other = tohit.lesson(page.taught.number).page
    assert not any(item["placed"] for item in other.first.items)
    other.close()


def test_an_unknown_lesson_is_refused_in_a_sentence():
    with pytest.raises(tohit.NotationError, match="allowed"):
        tohit.lesson(99)


def test_the_bonus_stepper_is_one_modifier_by_hand():
    page = tohit.lesson(1).page
    n = guess_all(page, page.first, 1)
    n = guess_all(page, page.then, n)
    send(page, n, path="bonus", value=1)
    assert page.explorer.answer.chance == page.taught.facts["dv5+1"] and page.headline.fraction == "3 in 6"
    send(page, n + 1, path="bonus", value=0)
    assert page.explorer.question == page.taught.question
    page.close()


def test_the_teacher_takes_codes_with_any_separators_each_pair_once():
    page = tohit.teacher().page
    codes = "PAIR 7 · 13/40 · K\npair 7; 13/40 k ... Pair 8 - 20/40 - B"
    page.codes.set_state({"edit": {"edits": [{"n": 1, "document": codes}]}})
    assert [tally.pair for tally in page.codes.tallies] == [7, 8]
    page.codes.set_state({"edit": {"edits": [{"n": 2, "document": "no code"}]}})
    assert "allowed" in page.codes.refused["text"]
    for number in NUMBERS:
        page.codes.set_state({"edit": {"edits": [{"n": 2 + number, "path": "lesson", "value": str(number)}]}})
        assert page.number == number and all(note.sentences for note in page.notes.values())
    page.codes.set_state({"edit": {"edits": [{"n": 20, "page": {"lang": "fr"}}]}})
    assert page.notes["goal"].title == "Objectif"
    page.close()
