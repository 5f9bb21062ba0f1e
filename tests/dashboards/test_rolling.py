"""Roll it: counts are exact whatever is pressed, the dice that are seen are those that count, and closed it does nothing."""

from importlib import import_module
from itertools import pairwise

import pytest

import tohit
from tohit.dashboards.throws import ROWS, binned
from tohit.ready import ready
from tohit.words import words

module = import_module("tohit.dashboards.rolling")


@pytest.fixture
def page():
    made = tohit.explore("semiautomagic", lang="en").page
    yield made
    made.close()


def send(page, *edits):
    n = page.board.applied
    numbered = [{"gesture": n + 1, "done": True, **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})


def more(*numbers):
    return [{"path": "roll.more", "value": number} for number in numbers]


def counts(page):
    return [row["count"] for row in page.roll.rows]


def test_closed_it_throws_nothing_and_says_nothing(page, monkeypatch):
    monkeypatch.setattr(page.rolling, "_offered", lambda answer: pytest.fail("asked while closed"))
    monkeypatch.setattr(module, "simulate", lambda *asked: pytest.fail("thrown while closed"))
    send(page, {"path": "attack.attacks", "value": 3})
    assert (page.roll.n, page.roll.rows, page.roll.shown) == (0, [], [])


def test_every_press_counts_once_and_the_shares_sum_to_one(page):
    page.roll.opened = True
    assert page.roll.n == 0 and [row["share"] for row in page.roll.rows] == [0] * len(page.roll.rows)
    send(page, *more(*[1] * 25, 10, 10, 100))
    assert page.roll.n == sum(counts(page)) == 145
    assert all(0 <= row["share"] <= 1 and row["share"] == row["count"] / 145 for row in page.roll.rows)
    assert page.roll.rows[-1]["rolled"] == f"{counts(page)[-1]} of 145"


def test_the_same_seed_and_number_give_the_same_attacks_however_they_were_pressed(page):
    page.roll.opened = True
    send(page, *more(1, 10, 1, 100))
    once, dice = counts(page), page.roll.shown
    send(page, {"path": "roll.seed", "value": 2}, *more(100, 10, 1, 1))
    assert counts(page) != once or page.roll.shown != dice
    send(page, {"path": "roll.seed", "value": 1}, *more(100, 10, 1, 1))
    assert counts(page) == once and page.roll.shown == dice


def test_the_dice_that_are_seen_are_those_that_are_counted(page):
    page.roll.opened = True
    send(page, *more(*[1] * 9))
    assert len(page.roll.shown) == 9
    assert counts(page)[-1] == sum(dice[-1]["hit"] for dice in page.roll.shown)
    send(page, *more(100))
    assert len(page.roll.shown) == 10


def test_the_outline_is_exact_and_the_band_shrinks_with_the_root_of_n(page):
    page.roll.opened = True
    send(page, *more(*[100] * 4))
    answer = tohit.evaluate(page.explorer.question)
    assert page.roll.rows[-1]["exact"] == float(answer.chance)
    assert page.roll.rows[-1]["percent"] == words("en").percent(answer.chance)
    assert sum(row["exact"] for row in page.roll.rows) == pytest.approx(1)
    narrow = [row["high"] - row["low"] for row in page.roll.rows]
    send(page, *more(*[100] * 12))
    assert [row["high"] - row["low"] for row in page.roll.rows] == pytest.approx([width / 2 for width in narrow])


def test_the_counts_agree_with_the_chances(page):
    page.roll.opened = True
    send(page, *more(*[1000] * 5))
    square = sum((row["count"] - 5000 * row["exact"]) ** 2 / (5000 * row["exact"]) for row in page.roll.rows if row["exact"])
    assert square < 13.8  # chi-square, two degrees of freedom, one in a thousand; the seed is fixed


def test_other_chances_begin_again_and_a_scene_that_is_the_same_does_not(page):
    page.roll.opened = True
    send(page, *more(10))
    send(page, {"path": "attack.attacks", "value": 4})
    assert page.roll.n == 10
    send(page, {"scenario": next(reversed(page.explorer.scenarios))})
    assert page.roll.n == 0 and page.roll.shown == []
    assert not page.toolbar.can_redo


def test_an_attack_that_is_not_allowed_throws_nothing():
    page = tohit.explore("coup-de-grace", lang="en").page
    page.roll.opened = True
    send(page, *more(10))
    send(page, {"mini": page.explorer.question.attack.attacker, "facing": "W"})
    assert page.roll.nothing == words("en")("roll.nothing") and page.roll.n == 0
    send(page, *more(10))
    assert page.roll.n == 0
    page.close()


@pytest.mark.parametrize("rules", tohit.rulesets(), ids=lambda rules: rules.key)
def test_every_ready_scene_can_be_thrown(rules):
    for question in ready(rules).values():
        page = tohit.explore(rules, question, lang="en").page
        page.roll.opened = True
        send(page, *more(100))
        assert page.roll.failed == "" and (page.roll.nothing or page.roll.n == sum(counts(page)) == 100)
        assert sum(row["exact"] for row in page.roll.rows) == pytest.approx(1 if page.roll.rows else 0)
        page.close()


def of(key):
    return {"path": "roll.of", "value": key}


@pytest.mark.parametrize("key", ["hits", "damage"])
def test_the_bars_show_what_many_attacks_come_to(page, key):
    page.roll.opened = True
    assert [offer["key"] for offer in page.roll.offers] == ["end", "damage"] and page.roll.of == "end"
    send(page, {"path": "attack.attacks", "value": 6})
    assert [offer["key"] for offer in page.roll.offers] == ["end", "hits", "damage"]
    send(page, of(key), *more(100, 100))
    assert page.roll.of == key and page.roll.n == sum(counts(page)) == 200 and page.roll.shown == []
    answer = tohit.evaluate(page.explorer.question)
    exact = answer.damage if key == "damage" else tohit.Distribution.from_chances({0: 1 - answer.chance, 1: answer.chance}).times(6)
    rows = {row["name"]: row for row in page.roll.rows}
    assert rows["0"]["exact"] == float(exact.chance(0)) and sum(row["exact"] for row in page.roll.rows) == pytest.approx(1)
    assert "200 times 6 attacks" in page.roll.told and "seed 1" in page.roll.told
    narrow = [row["high"] - row["low"] for row in page.roll.rows if row["low"]]
    wide = [row["name"] for row in page.roll.rows if row["low"]]
    send(page, *more(*[100] * 6))
    assert [rows["high"] - rows["low"] for rows in page.roll.rows if rows["name"] in wide] == pytest.approx([width / 2 for width in narrow])


def test_another_choice_begins_again_and_the_same_seed_gives_the_same_turns(page):
    page.roll.opened = True
    send(page, {"path": "attack.attacks", "value": 5})
    send(page, of("hits"))
    send(page, *more(1, 10, 100))
    once = counts(page)
    send(page, of("damage"))
    assert page.roll.n == 0
    send(page, of("hits"), *more(100, 1, 10))
    assert counts(page) == once
    send(page, {"path": "attack.attacks", "value": 4})
    assert page.roll.n == 0 and page.roll.of == "hits"
    send(page, {"path": "attack.attacks", "value": 1})
    assert page.roll.of == "end"


def test_rows_of_many_outcomes_are_few_and_hold_all_of_them():
    for chances in (tohit.Distribution.die(6).times(40), tohit.Distribution.die(100), tohit.Distribution.certain(3),
                    tohit.Distribution.of({0: 1, 7: 10**6}), tohit.Distribution.of({0: 1, 1: 10**6, 2: 1})):
        rows = binned(chances)
        assert len(rows) <= ROWS and sum(chance for *_, chance in rows) == 1
        assert (rows[0][0], rows[-1][1]) == (chances.low, max(chances.outcomes()))
        assert all(one[1] + 1 == two[0] for one, two in pairwise(rows))
        assert all(chance == sum(chances.chance(outcome) for outcome in range(first, last + 1)) for first, last, chance in rows)


@pytest.mark.parametrize(("edit", "said"), [
    ({"path": "roll.more", "value": 7}, "roll.more: got 7; allowed: 1, 10, 100, 1000."),
    ({"path": "roll.more", "value": True}, "roll.more: got true; allowed: 1, 10, 100, 1000."),
    ({"path": "roll.seed", "value": -1}, "seed: got -1; allowed: a whole number from 0 to 999999."),
    ({"path": "roll.of", "value": "luck"}, 'roll.of: got "luck"; allowed: end, damage.'),
    ({"path": "roll.sum", "value": 1}, 'path: got "roll.sum"; allowed: roll.more, roll.of, roll.seed.'),
])
def test_what_is_not_offered_is_refused_in_one_sentence(page, edit, said):
    page.roll.opened = True
    send(page, *more(10))
    send(page, edit)
    assert page.board.refused["text"] == said and page.roll.n == 10
