"""The duel's page: the core's exact chances, whoever begins; both sides' controls; one link for both."""

import json
from fractions import Fraction

import pytest

import tohit
from tohit.charts.amounts import fraction
from tohit.core.notation import fragment
from tohit.dashboards.dueled import ROUNDS, WAITS, begin
from tohit.dashboards.sliced import Found
from tohit.ready import ready
from tohit.words import words

BARRELS = ready(tohit.ruleset("dark-age"))["behind-the-barrels"]


@pytest.fixture
def page():
    made = tohit.duels(lang="en").page
    yield made
    made.close()


def send(page, *edits, done=True):
    n = page.board.applied
    numbered = [{"gesture": n + 1, "done": done, **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})


def fractions(panel):
    return [Fraction(row["fraction"]) for row in panel.rows]


def told(*chances):
    """Chances as rows tell them: percent and fraction, those too long to print with six decimals."""
    return [(words("en").percent(chance), fraction(chance.numerator, chance.denominator, "en")) for chance in chances]


def shown(panel):
    return [(row["percent"], row["fraction"]) for row in panel.rows]


def sides(page):
    return page.explorer.question.there, page.explorer.question.back


def test_the_rows_are_the_core_s_chances(page):
    exact = tohit.duel(*sides(page))
    assert shown(page.ending) == told(exact.first_wins, exact.second_wins)
    assert [row["side"] for row in page.ending.rows] == [BARRELS.attacker.side, BARRELS.target.side]
    assert page.ending.verdict == f"Raider wins with {words('en').percent(exact.second_wins)}."
    send(page, {"path": "duel.order", "value": "at once"})
    exact = tohit.duel(*sides(page), order="at once")
    assert shown(page.ending) == told(exact.first_wins, exact.second_wins, exact.both_fall)


def test_the_rows_stay_with_their_mini_when_the_other_one_begins(page):
    send(page, {"path": "duel.begins", "value": "back"})
    exact = tohit.duel(*sides(page)[::-1])
    assert shown(page.ending) == told(exact.second_wins, exact.first_wins)
    assert [row["name"] for row in page.ending.rows] == ["Sniper wins", "Raider wins"]
    assert page.ending.sentences[1].startswith(f"Sniper loses {float(exact.second_loss.mean()):.2f} ")


def test_the_bars_are_the_exact_lengths_and_attacks(page):
    exact = tohit.duel(*sides(page)).lengths(ROUNDS)
    bars = page.lengths.figure.marks[0]
    assert bars.y.tolist() == [float(exact.chance(rounds)) for rounds in range(exact.low, exact.low + len(bars.y))]
    lasts, bars = tohit.until_gone(sides(page)[0]), page.lasts.figure.marks[0]
    assert bars.y[5] == float(lasts.chance(int(bars.x[5])))
    assert f"{float(lasts.mean):.2f} attacks on average" in page.lasts.text.value


def test_given_that_it_hit_is_the_core_s_and_says_what_cannot_happen(page):
    there = sides(page)[0]
    one = tohit.apply(there, [{"path": "attack.attacks", "value": 1}])
    landed = tohit.evaluate(one).given("landed")
    assert fractions(page.given) == [landed.chance(outcome) for outcome in landed.outcomes()]
    send(page, {"path": "attack.weapon.toward_the_moon", "value": 1})
    assert page.board.refused["text"]
    box = tohit.duels(ready(tohit.ruleset("coup-de-grace"))["archer-on-the-wall"], lang="en")
    send(box.page, {"mini": "Archer", "facing": "W"})
    assert box.page.given.sentences == [words("en")("duel.cannot_happen")] and box.page.given.rows == []
    box.page.close()


def test_the_second_side_has_controls_of_its_own(page):
    fields = {field["path"]: field for group in page.controls.groups for field in group["fields"]}
    assert {"duel.order", "duel.begins", "attack.attacks", "back.attack.attacks", "back.attack.mode"} <= set(fields)
    before = page.ending.rows
    send(page, {"path": "back.attack.attacks", "value": 4})
    assert [side.attack.attacks for side in sides(page)][1] == 4 and sides(page)[0] == BARRELS
    exact = tohit.duel(*sides(page))
    assert shown(page.ending) == told(exact.first_wins, exact.second_wins) and page.ending.rows != before
    send(page, {"undo": True})
    assert page.ending.rows == before


def test_a_scene_is_both_sides_scene(page):
    name = BARRELS.attack.attacker
    square = next(f"{column}1" for column in "ABCDEFGH" if f"{column}1" not in tohit.dumps(BARRELS))
    send(page, {"mini": name, "at": square}, {"path": "minis[0].stats.hp", "value": 3})
    there, back = sides(page)
    assert there.scene == back.scene and there.scene != BARRELS.scene
    send(page, {"mini": name, "name": "Anna"})
    assert [(side.attack.attacker, side.attack.target) for side in sides(page)] == [("Anna", "Raider"), ("Raider", "Anna")]


def test_every_ready_scene_gives_a_duel_or_says_why_not(page):
    for key in page.explorer.scenarios:
        send(page, {"scenario": key})
        assert [panel.failed for panel in page.panels if panel.failed] == []
        assert bool(page.ending.rows) or len(page.ending.sentences) == 1
        if page.ending.rows:
            exact = tohit.duel(*sides(page))
            assert exact.first_wins + exact.second_wins + exact.both_fall + exact.undecided == 1
            ends = (exact.first_wins, exact.second_wins, *(chance for chance in (exact.both_fall, exact.undecided) if chance))
            assert shown(page.ending) == told(*ends)


def test_a_duel_that_is_not_finished_shows_nothing_of_itself(page):
    bout = page.explorer.answer
    for found in (Found(bout, done=(37, 100)), Found(bout, stopped=True)):
        page.working._show(found)
        assert (page.ending.verdict, page.ending.rows, page.ending.sentences) == ("", [], [])
        assert all("tohit-chart-absent" in chart.widget._dom_classes for chart in page.charts)
        assert page.progress.stopped is found.stopped
    page.working._show(Found(bout, done=(37, 100)))
    assert page.progress.told == "The duel is being worked out: 37%."
    page.working._show(Found(bout, done=WAITS))
    assert (page.ending.verdict, page.progress.cells) == (words("en")("duel.waiting"), 0)


def test_the_parts_of_a_duel_add_up_to_the_whole(page):
    key, work = begin(page.explorer.answer)
    shares, work = [], work()
    with pytest.raises(StopIteration) as end:
        while True:
            shares.append(next(work))
    assert shares == sorted(shares) and shares[0][0] == 0 and shares[-1] == (100, 100)
    assert key == page.explorer.question and end.value.value.wins()[0] == tohit.duel(*sides(page)).first_wins


def test_what_is_too_large_is_refused_at_once_with_the_limit(page):
    send(page, *({"mini": name, "stats": {"hp": 99}} for name in ("Sniper", "Raider")))
    assert page.ending.rows == [] and "allowed: at most 4000" in page.ending.sentences[0]


@pytest.mark.parametrize(("edit", "path"), [
    ({"path": "duel.order", "value": "never"}, "order"), ({"path": "duel.begins", "value": "Sniper"}, "begins"),
    ({"path": "back.attack.mode", "value": "song"}, "attack.mode"), ({"document": "{}"}, "format"),
])
def test_a_refused_edit_changes_nothing_and_says_why(page, edit, path):
    before = page.explorer.question
    send(page, edit)
    assert page.board.refused["text"].startswith(path) and page.explorer.question is before


def test_both_sides_are_kept_in_one_link(page):
    send(page, {"path": "back.attack.attacks", "value": 3}, {"path": "duel.begins", "value": "back"})
    document, before, kept = json.loads(page.keeper.document), page.explorer.question, page.keeper.fragment
    assert document["page"] == "duel" and set(document["parts"]) == {"there", "back"} and document["state"] == {"begins": "back"}
    send(page, {"scenario": "coup-de-grace.surrounded"})
    send(page, {"document": kept})
    assert page.explorer.question == before == tohit.duels(kept).page.explorer.question
    held = {}
    exec(page.keeper.python.replace("tohit.duels", "made = tohit.duels"), held)
    assert held["made"].page.explorer.question == before


@pytest.mark.parametrize(("change", "path"), [
    (lambda document: document["parts"]["back"]["minis"][0].update(at="A1"), "parts.back"),
    (lambda document: document["parts"].pop("back"), "parts"),
    (lambda document: document.update(state={"order": "later"}), "state.order"),
    (lambda document: document.update(state={"rolls": [1]}), "state.rolls"),
])
def test_a_link_that_is_no_duel_is_refused_by_place(page, change, path):
    document = json.loads(page.keeper.document)
    change(document)
    with pytest.raises(tohit.NotationError) as refusal:
        tohit.duels(fragment(json.dumps(document)))
    assert refusal.value.path == path


def test_the_language_changes_every_text(page):
    send(page, {"page": {"lang": "fr"}})
    assert {panel.lang for panel in page.panels} == {"fr"}
    assert page.ending.verdict.startswith("Victoire") and "tours" in page.lengths.text.value


def test_the_call_takes_an_order():
    box = tohit.duels(BARRELS, order="at once", lang="en")
    assert len(box.page.ending.rows) == 3
    with pytest.raises(tohit.NotationError, match="order"):
        tohit.duels(order="whenever")
