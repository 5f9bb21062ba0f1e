"""The chart of what an answer counts beside the damage: models removed, enemies killed, minis dying."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

import tohit
from tohit.ready import ready

ABSENT = "tohit-chart-absent"
COUNTED = [("ninth-age", "bows-through-the-wood", "casualties", "models removed"),
           ("dark-age", "one-swing-three-enemies", "kills", "enemies killed"),
           ("semiautomagic", "fireball-among-friends", "joint", "minis dying")]


@pytest.fixture
def explore():
    pages = []

    def open_(system, scenario):
        pages.append(tohit.explore(system, scenario=ready(tohit.ruleset(system))[scenario]).page)
        return pages[-1]

    yield open_
    for page in pages:
        page.close()


@pytest.mark.parametrize(("system", "scenario", "extra", "unit"), COUNTED)
def test_it_shows_the_answers_own_distribution(explore, system, scenario, extra, unit):
    page = explore(system, scenario)
    bars = page.counted.figure.marks[0]
    distribution = page.explorer.answer.extras[extra]
    assert ABSENT not in page.counted.widget._dom_classes
    assert bars.y.tolist()[:3] == [float(distribution.chance(int(value))) for value in bars.x.tolist()[:3]]
    assert unit in page.counted.text.value


@pytest.mark.parametrize(("system", "scenario"), [
    ("coup-de-grace", "surrounded"), ("dark-age", "behind-the-barrels"), ("semiautomagic", "the-long-shot"),
])
def test_it_is_absent_where_nothing_else_is_counted(explore, system, scenario):
    assert ABSENT in explore(system, scenario).counted.widget._dom_classes


def test_it_comes_and_goes_with_the_mode(explore):
    page = explore("dark-age", "one-swing-three-enemies")
    for n, (mode, absent) in enumerate((("melee", True), ("arc", False)), 1):
        page.board.set_state({"edit": {"edits": [{"path": "attack.mode", "value": mode, "n": n, "gesture": n, "done": True}]}})
        assert (ABSENT in page.counted.widget._dom_classes) is absent


def test_an_area_says_the_wrong_number_beside_the_right_one(explore):
    page = explore("semiautomagic", "fireball-among-friends")
    say, extras = tohit.ruleset("semiautomagic").say("en"), page.explorer.answer.extras
    chances = [Fraction(fate["outcomes"]["dying"]) for fate in extras["targets"].values()]
    alone = sum(prod(chance if dies else 1 - chance for chance, dies in zip(chances, fates, strict=True))
                for fates in product((False, True), repeat=len(chances)) if sum(fates) >= 2)
    right = say.percent(extras["joint"].at_least(2))
    assert say("page.as_if_alone", percent=right, wrong=say.percent(alone)) in page.counted.text.value
    assert say.percent(alone) != right


def test_there_is_no_such_sentence_for_units_and_arcs(explore):
    page = explore("dark-age", "one-swing-three-enemies")
    assert "Multiplied" not in page.counted.text.value
