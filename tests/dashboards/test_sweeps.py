"""The page of sweeps: every cell is the scene's own answer with those values; a press goes there; ranges are kept, and capped."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import tohit
from tohit.core.axes import axes
from tohit.core.evaluate import once
from tohit.core.limits import TABLE
from tohit.dashboards.gone_over import begin
from tohit.dashboards.plan import PAGE, Look, Plan, plan_of
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.words import words

SCENES = {f"{rules.key}.{name}": question for rules in tohit.rulesets() for name, question in ready(rules).items()}
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
ARCHER = SCENES["coup-de-grace.archer-on-the-wall"]


@pytest.fixture
def page():
    made = tohit.sweeps(lang="en").page
    yield made
    made.close()


def send(page, *edits, done=True):
    n = page.board.applied
    numbered = [{"gesture": n + 1, "done": done and place == len(edits), **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    page.board.set_state({"edit": {"edits": numbered}})
    return page.board.refused.get("text", "")


def pick(page, **chosen):
    for field, value in chosen.items():
        assert send(page, {"path": f"sweep.{field}", "value": value}) == ""


def edits_of(axis, place):
    value = axis["values"][place]
    return {"mini": axis["mini"], "facing": value} if "mini" in axis else {"path": axis["path"], "value": value}


def answer_at(page, row, column):
    """What the scene answers with the values of a cell."""
    rows, columns = page.table.rows, page.table.columns
    edits = [edits_of(columns, column), *([edits_of(rows, row)] if rows else [])]
    return tohit.evaluate(once(tohit.apply(page.explorer.question.scene, edits)))


def hold_every_cell(page):
    table = page.table
    for row, line in enumerate(table.cells):
        for column, place in enumerate(line):
            answer = answer_at(page, row, column)
            assert (place >= 0) == answer.allowed
            if place >= 0:
                level = table.levels[place]
                assert (Fraction(level["fraction"]), level["percent"]) == (answer.chance, words("en").percent(answer.chance))
                assert level["reaches"] == (answer.chance >= page.explorer.question.wanted)


def failed(page):
    return [panel.failed for panel in page.panels if panel.failed]


@pytest.mark.parametrize("key", SCENES)
def test_every_scene_of_every_system_can_be_gone_over(page, key):
    send(page, {"scenario": key})
    assert failed(page) == []
    assert page.table.cells and page.curve.figure.marks[1].y.size == len(page.table.cells[0]) + 1
    hold_every_cell(page)


@pytest.mark.parametrize(("key", "first", "second"), [
    ("coup-de-grace.archer-on-the-wall", "overrides.distance", "target.stats.defence"),
    ("coup-de-grace.archer-on-the-wall", "attacker.facing", "overrides.line_of_sight"),
    ("dark-age.behind-the-barrels", "target.stats.df", "overrides.cover"),
    ("ninth-age.charge-against-shields", "attacker.stats.offensive", "target.stats.defensive"),
    ("ninth-age.bows-through-the-wood", "target.facing", "rulings.units_between"),
    ("semiautomagic.sword-and-shield", "attacker.stats.weapon_skill", "options.defence"),
])
def test_every_cell_of_a_table_is_the_scene_s_answer_with_both_values(page, key, first, second):
    send(page, {"scenario": key})
    pick(page, first=first, second=second)
    assert failed(page) == []
    assert [len(page.table.cells), len(page.table.cells[0])] == [len(page.table.rows["values"]), len(page.table.columns["values"])]
    assert "tohit-chart-absent" in page.curve.widget._dom_classes
    hold_every_cell(page)


def test_every_axis_can_be_picked_in_both_places(page):
    for key in axes(ARCHER):
        pick(page, first=key)
        assert page.table.columns["path"] and failed(page) == []
    pick(page, first="overrides.distance")
    for key in axes(ARCHER):
        if key != "overrides.distance":
            pick(page, second=key)
            assert page.table.rows["path"] and failed(page) == []
    pick(page, first=page.explorer.question.spans[1].key)  # the two change places
    assert [span.key for span in page.explorer.question.spans] == [list(axes(ARCHER))[-1], "overrides.distance"]


def test_a_refused_cell_is_not_one_with_no_chance(page):
    pick(page, first="attacker.facing")
    assert page.table.columns["values"] == ["N", "E", "S", "W"]
    assert [place >= 0 for place in page.table.cells[0]] == [False, True, False, False]
    pick(page, first="overrides.distance")
    chances = [page.table.levels[place]["percent"] for place in page.table.cells[0]]
    assert "0%" in chances and min(page.table.cells[0]) >= 0


def test_a_press_goes_there_in_one_step_and_only_the_outline_moves(page):
    pick(page, second="target.stats.defence")
    cells, history = page.table.cells, page.explorer.history.here
    assert page.table.here == [4, 6]
    edits = [edits_of(page.table.columns, 2), edits_of(page.table.rows, 1)]
    assert send(page, *edits) == ""
    assert (page.table.here, page.table.cells) == ([1, 2], cells)
    assert page.explorer.history.here == history + 1
    assert page.headline.percent == page.table.levels[cells[1][2]]["percent"]
    send(page, {"undo": True})
    assert page.explorer.question.scene == ARCHER and page.table.here == [4, 6]


def test_the_present_value_is_no_reason_to_work_again(page):
    pick(page, second="target.stats.defence")
    asked = begin(page.explorer.answer)[0]
    send(page, {"path": "minis[2].stats.defence", "value": 9})
    assert begin(page.explorer.answer)[0] == asked
    send(page, {"mini": "Archer", "at": "B5"})
    assert begin(page.explorer.answer)[0] != asked


def test_the_table_follows_a_move_and_the_language(page):
    pick(page, second="target.stats.defence")
    before = page.table.cells
    send(page, {"mini": "Orc", "at": "E4"})
    assert page.table.cells != before
    hold_every_cell(page)
    send(page, {"page": {"lang": "fr"}})
    assert page.table.levels[0]["percent"].endswith("\u202f%") and failed(page) == []


def test_too_many_cells_are_refused_at_once_with_limit_and_number(page):
    pick(page, first_to=9, second="target.stats.defence", second_from=-500, second_to=500)
    document = page.keeper.document
    said = send(page, {"path": "sweep.first_to", "value": 24})
    assert said == f"sweep: {24 * 1001} cells are too many; allowed: at most {TABLE}."
    assert page.keeper.document == document and len(page.table.cells) == 1001


@pytest.mark.parametrize(("field", "value", "said"), [
    ("first", "target.stats.luck", "got \"target.stats.luck\"; allowed: attacker.stats.defence"),
    ("second", "overrides.distance", "got \"overrides.distance\""),
    ("first_to", -1, "got -1; allowed: a whole number from 0 to 10000"),
    ("first_step", 0, "got 0; allowed: a whole number from 1"),
    ("first_from", 1.5, "got 1.5"),
    ("second_to", 3, "got \"sweep.second_to\""),
    ("first_colour", 3, "got \"sweep.first_colour\""),
    ("wanted", 101, "got 101; allowed: a number from 0 to 100"),
    ("wanted", None, "got null"),
])
def test_bad_input_gets_one_sentence_and_nothing_changes(page, field, value, said):
    before = page.explorer.question
    assert said in send(page, {"path": f"sweep.{field}", "value": value})
    assert page.explorer.question == before


def test_a_call_goes_over_one_number_or_two():
    with pytest.raises(tohit.NotationError, match="over: .*allowed: a list of at most 2"):
        tohit.sweeps(over=("overrides.distance", "target.stats.defence", "target.stats.hp"))
    with pytest.raises(tohit.NotationError, match="sweep.second: got \"target.stats.luck\""):
        tohit.sweeps(over=("overrides.distance", "target.stats.luck"))


def test_a_range_may_be_written_from_either_end_and_has_a_step(page):
    pick(page, first="target.stats.defence", first_from=9, first_to=3, first_step=3)
    assert page.table.columns["values"] == [3, 6, 9]
    assert [field["value"] for field in page.picker.groups[0]["fields"]][:4] == ["target.stats.defence", 9, 3, 3]


def test_what_was_picked_is_in_the_link_and_comes_back(page):
    pick(page, second="target.stats.defence", second_to=8, second_step=2, wanted=33.5)
    document = json.loads(page.keeper.document)
    assert (document["format"], document["page"], list(document["parts"])) == ("tohit-page/1", PAGE, ["scene"])
    assert document["state"] == {"chance": "67/200", "over": [
        {"field": "overrides.distance", "from": 1, "to": 24, "step": 1},
        {"field": "target.stats.defence", "from": 0, "to": 8, "step": 2},
    ]}
    again = tohit.sweeps(page.keeper.fragment, lang="fr").page
    assert again.explorer.question == page.explorer.question and again.table.cells == page.table.cells
    again.close()
    pick(page, second="none")
    assert send(page, {"document": json.dumps(document)}) == ""
    assert len(page.explorer.question.spans) == 2
    assert plan_of(tohit.dumps(ARCHER), SYSTEMS) == Plan.of(ARCHER)


@pytest.mark.parametrize(("state", "said"), [
    ({"over": []}, "state.over: got []"),
    ({"over": [{"field": "luck"}]}, "state.over[0].field: got \"luck\""),
    ({"over": [{"field": "overrides.distance", "to": "far"}]}, "state.over[0].to: got \"far\""),
    ({"over": [{"field": "overrides.distance"}] * 2}, "state.over[1].field"),
    ({"over": [{"field": "overrides.distance", "by": 1}]}, "state.over[0]: got"),
    ({"over": [{"field": "overrides.distance", "to": 10_000}, {"field": "target.stats.defence"}]}, "cells are too many; allowed: at most 10000"),
    ({"chance": "3/2"}, "state.chance: got \"3/2\""),
    ({"luck": 1}, "state.luck: got 1"),
])
def test_a_document_that_cannot_be_says_where(state, said):
    document = {"format": "tohit-page/1", "page": PAGE, "parts": {"scene": json.loads(tohit.dumps(ARCHER))}, "state": state}
    with pytest.raises(tohit.NotationError) as told:
        plan_of(json.dumps(document), SYSTEMS)
    assert said in str(told.value)


def test_the_break_even_is_the_core_s(page):
    pick(page, first="target.stats.defence", wanted=50)
    found = tohit.break_even(ARCHER, "minis[2].stats.defence", "1/2", range(13))
    assert (found.reached, found.nearest) == (((0, 2),), 2)
    assert page.even.title == "What makes it at least 50%?"
    assert page.even.sentences == ["Orc: Defence Value: 0 to 2. Now it is 4, with 16.7%."]
    row, = page.even.rows
    assert (row["name"], row["change"], row["percent"]) == ("Orc: Defence Value: 4 → 2", "+33.3", "50%")
    send(page, *row["edits"])
    assert page.headline.percent == "50%" and page.even.rows == []
    pick(page, wanted=99)
    assert page.even.sentences[0].startswith("Orc: Defence Value: no value here does; the most is 83.3%.")
    pick(page, wanted=0)
    assert page.even.sentences[0].startswith("Orc: Defence Value: every value here does.")


def test_with_two_numbers_the_break_even_is_that_of_the_first_where_the_second_is(page):
    pick(page, first="target.stats.defence", second="overrides.distance")
    alone = page.even.sentences
    for first in (1, 20):  # the present distance of 7 has a row, then none
        pick(page, second_from=first, second_to=24)
        assert page.even.sentences == alone == ["Orc: Defence Value: 0 to 2. Now it is 4, with 16.7%."]


def test_a_choice_has_its_values_by_name(page):
    pick(page, first="attacker.facing", wanted=10)
    assert page.even.sentences == ["Archer: facing: east. Now it is east, with 16.7%."]
    pick(page, first="overrides.facing_ok")
    assert page.table.columns["heads"] == ["as on the board", "wrong", "right"] and page.table.here == [0, 0]
    assert "as on the board, right" in page.even.sentences[0]


def test_the_changes_are_the_core_s_with_what_is_wasted(page):
    changes = [change for change in tohit.sensitivity(ARCHER) if change.difference > 0]
    shown = [row for row in page.helps.rows if row["tone"] > 0]
    assert [row["percent"] for row in shown] == ["33.3%", "33.3%"] and page.helps.few == 2
    steps = [change.edit["at"] for change in changes if change.edit.get("mini") == "Orc"]
    assert shown[1]["edits"] == [{"mini": "Orc", "at": steps[0]}] and shown[1]["note"] == f"the same: {', '.join(steps[1:])}"
    assert page.helps.after[0].startswith("Wasted here, one up or one down: Archer: Defence Value · ")
    send(page, *shown[1]["edits"])
    assert page.headline.percent == "33.3%" and page.explorer.question.scene.scene.mini("Orc").at is not None
    send(page, {"undo": True})
    assert page.explorer.question.scene == ARCHER


@pytest.mark.parametrize("key", SCENES)
def test_every_change_does_what_it_says(page, key):
    send(page, {"scenario": key})
    for row in page.helps.rows:
        assert send(page, *row["edits"]) == ""
        assert words("en").percent(page.explorer.answer.answer.chance) == row["percent"]
        send(page, {"undo": True})


def test_numbers_stay_when_the_scene_changes_and_go_where_it_has_none(page):
    pick(page, first="target.stats.defence", second="attacker.facing", first_to=7)
    send(page, {"scenario": "coup-de-grace.surrounded"})
    assert [span.key for span in page.explorer.question.spans] == ["target.stats.defence", "attacker.facing"]
    assert page.table.columns["values"] == list(range(8))
    send(page, {"scenario": "ninth-age.charge-against-shields"})
    assert [span.key for span in page.explorer.question.spans] == ["attacker.facing"]
    send(page, {"scenario": "dark-age.behind-the-barrels"})
    assert [span.key for span in page.explorer.question.spans] == ["overrides.distance"]
    assert failed(page) == []


def test_a_value_that_the_rules_refuse_is_a_refused_cell_and_says_why():
    barrels = tohit.apply(SCENES["dark-age.behind-the-barrels"], [{"path": "attack.weapon.extreme_damage", "value": 999}])
    page = tohit.sweeps(barrels, over="weapon.multiples", lang="en").page
    pick(page, first_from=1, first_to=999, first_step=998)
    assert page.table.cells[0][0] >= 0 and page.table.cells[0][-1] == -1
    question = page.explorer.question.scene
    with pytest.raises(tohit.NotationError) as told:
        tohit.evaluate(once(tohit.apply(question, [{"path": "attack.weapon.multiples", "value": 999}])))
    assert page.progress.why == f"Some cells are refused: {words('en').show(told.value.phrase)}"
    page.close()


def test_a_reader_s_own_rules_are_gone_over():
    page = tohit.sweeps(rules=own_rules(), over=("target.stats.dodge", "attacker.stats.skill"), lang="en").page
    assert [len(page.table.cells), len(page.table.cells[0])] == [10, 10] and failed(page) == []
    hold_every_cell(page)
    page.close()


def test_a_mistake_in_a_reader_s_rules_is_said_and_goes_with_its_cause():
    broken = own_rules(("faces = tuple(", "1 // max(need - 3, 0)\n    faces = tuple("))  # a need of 3 cannot be
    page = tohit.sweeps(rules=broken, over="target.stats.dodge", lang="en").page
    assert "ZeroDivisionError" in page.table.failed and "ZeroDivisionError" in page.even.failed
    assert page.headline.failed == "" and page.headline.percent
    pick(page, first_from=2)
    assert [panel for panel in page.panels if panel.failed] == [page.helps]  # one dodge less is among the changes tried
    assert len(page.table.cells[0]) == 8
    page.close()


def own_rules(*changes):
    """The system of the notebook that shows how to write one, with some of its text replaced."""
    notebook = json.loads((NOTEBOOKS / "your_own_rules.ipynb").read_text(encoding="utf-8"))
    cell = "".join(next(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"))
    for old, new in changes:
        assert old in cell
        cell = cell.replace(old, new)
    names: dict = {}
    exec(compile(cell.rsplit("\n", 1)[0], "own rules", "exec"), names)
    return names["RULES"]


def test_the_pieces_of_work_are_short_and_tell_how_far_they_are():
    plan = Plan.of(ARCHER).told("second", "target.stats.defence").told("second_to", 99)
    work = begin(Look(plan, tohit.evaluate(ARCHER)))[1]()
    done = list(work)
    assert [cells for _, cells in done] == [2400] * len(done)
    assert done[-1][0] == 2400 and [made for made, _ in done] == sorted({made for made, _ in done})
    assert done[0][0] == 8
