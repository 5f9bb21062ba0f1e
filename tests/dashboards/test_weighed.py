"""Beside each ruling what it decides on this board: only while somebody looks, and always of the present board."""

import tohit
from tohit.ready import ready

RULINGS = ["adjacency", "distance", "sight_corners", "arc_edge", "downed_facing", "shield"]


def opened(lang="en", rules="coup-de-grace", scenario="archer-on-the-wall"):
    page = tohit.explore(rules, scenario=ready(tohit.ruleset(rules))[scenario], lang=lang).page
    page.controls.set_state({"weighing": True})
    return page


def texts(readings):
    return [reading["text"] for reading in readings]


def send(page, /, **edit):
    n = page.board.applied + 1
    page.board.set_state({"edit": {"edits": [{**edit, "n": n, "gesture": n, "done": True}]}})


def test_nothing_is_worked_out_while_the_rulings_are_folded():
    page = opened()
    page.controls.set_state({"weighing": False})
    assert page.controls.told == {}
    send(page, mini="Archer", at="C4")
    assert page.controls.told == {}
    page.close()


def test_every_other_reading_has_its_sentence():
    page = opened()
    told = page.controls.told
    assert list(told) == [f"rulings.{key}" for key in RULINGS]
    assert texts(told["rulings.arc_edge"]) == ["“does not belong to it”: changes 9 of 111 squares, by at most 33.3 percentage points"]
    assert [len(told[f"rulings.{key}"]) for key in RULINGS] == [1, 3, 2, 1, 1, 1]
    assert told["rulings.shield"][0]["text"].endswith("changes the chance on none of 111 squares")
    page.close()


def test_the_sentences_follow_the_board_and_the_language():
    page = opened()
    before = page.controls.told
    send(page, mini="Orc", at="G9")
    after = page.controls.told
    assert after != before
    send(page, undo=True)
    assert page.controls.told == before
    send(page, page={"lang": "fr"})
    assert "points de pourcentage" in page.controls.told["rulings.arc_edge"][0]["text"]
    assert "33,3" in page.controls.told["rulings.arc_edge"][0]["text"]
    page.close()


def test_a_ruling_about_what_a_hit_does_says_what_becomes_of_the_average():
    page = opened(rules="semiautomagic", scenario="sword-and-shield")
    now = page.explorer.answer
    then = tohit.evaluate(tohit.apply(now.question, [{"path": "rulings.damage_test", "value": "meets"}]))
    assert now.chance == then.chance and now.damage.mean() != then.damage.mean()
    [sentence] = texts(page.controls.told["rulings.damage_test"])
    assert "but here the average from" in sentence
    page.close()
