"""The heat layer of a page without a browser: what is computed when, what is told, how a best square is gone to."""

import numpy as np
import pytest
from traitlets import TraitError

import tohit
from tohit.core.geometry import square_name
from tohit.core.sweep import Sweep
from tohit.dashboards import heat as module
from tohit.dashboards.heat import FAR, FIRST, NOBODY, REFUSED, packed
from tohit.rules.semiautomagic import coverage, template
from tohit.widgets.heat import CHOICE, Heat


@pytest.fixture
def archer():
    made = tohit.explore("coup-de-grace").page
    yield made
    made.close()


@pytest.fixture
def counted(monkeypatch):
    """How many sweeps the layer has asked for."""
    asked = []

    def sweep(question, over, facing):
        asked.append((over, facing))
        return tohit.sweep(question, over, facing=facing)

    monkeypatch.setattr(module, "sweep", sweep)
    return asked


def choose(page, **choice):
    page.heat.set_state({"choice": choice})


def move(page, mini, square, n):
    page.board.set_state({"edit": {"edits": [{"n": n, "gesture": n, "done": True, "mini": mini, "at": square}]}})


def test_nothing_is_computed_while_it_is_off(archer, counted):
    move(archer, "Archer", "C4", 1)
    assert (archer.board.heat, archer.board.heat_cells, archer.heat.legend, archer.heat.best) == ({}, b"", [], {})
    choose(archer, over="attacker")
    choose(archer, over="off")
    move(archer, "Archer", "D4", 2)
    assert (archer.board.heat, archer.board.heat_cells, len(counted)) == ({}, b"", 1)


def test_the_chances_from_everywhere_do_not_depend_on_where_the_attacker_is(archer, counted):
    choose(archer, over="attacker", facing="best")
    cells = archer.board.heat_cells
    for n, square in enumerate(("C4", "D5", "F1"), start=1):
        move(archer, "Archer", square, n)
    assert counted == [("attacker.square", "best")] and archer.board.heat_cells == cells
    move(archer, "Orc", "I3", 4)
    assert len(counted) == 2 and archer.board.heat_cells != cells
    choose(archer, over="attacker", facing="as-is")
    archer.explorer.ask([{"mini": "Archer", "facing": "S"}])
    assert len(counted) == 4


def test_a_move_and_its_colours_travel_in_one_message(archer, monkeypatch):
    choose(archer, over="target")
    sent = []

    def publish(kind, data=None, buffers=None, **keys):
        sent.append((data, buffers))

    monkeypatch.setattr(archer.board.comm, "publish_msg", publish)
    move(archer, "Archer", "D5", 1)
    data, buffers = sent[0]
    assert data["state"]["applied"] == 1 and "scene" in data["state"]
    assert len(buffers[data["buffer_paths"].index(["heat_cells"])]) == 2 * 12 * 10  # cells and facings
    assert archer.headline.model_id in [model for model, _ in data["state"]["parcel"]["states"]]


def test_refused_squares_are_not_squares_with_no_chance(archer):
    choose(archer, over="attacker", facing="best", numbers=True)
    cells = np.frombuffer(archer.board.heat_cells, np.uint8, 120).reshape(10, 12)
    assert cells[4, 4] == NOBODY  # a wall at E5
    assert cells[9, 0] == REFUSED  # behind it
    assert archer.board.heat["levels"][cells[9, 2] - FIRST]["chance"] == "0"


def test_more_chances_than_a_byte_holds():
    counts = np.arange(400).reshape(20, 20)
    allowed = counts > 0
    swept = Sweep(counts, 400, allowed, np.zeros((20, 20), dtype=np.int64))
    data, chances = packed(swept, np.ones((20, 20), dtype=bool), np.True_)
    cells = np.frombuffer(data, "<u2", 400)
    assert len(chances) == 399 and cells[0] == REFUSED
    assert [chances[cell - FIRST] * 400 for cell in cells[1:]] == list(range(1, 400))


def test_a_best_square_is_one_press_and_one_step_of_undo(archer):
    choose(archer, over="attacker")
    before = archer.explorer.question
    best = archer.heat.best["rows"][0]
    count = len(best["edits"])
    edits = [{**edit, "n": n, "gesture": 9, "done": n == count} for n, edit in enumerate(best["edits"], start=1)]
    archer.board.set_state({"edit": {"edits": edits}})
    assert str(archer.explorer.answer.chance) == best["chance"] and archer.headline.percent == best["percent"]
    archer.explorer.ask([{"undo": True}])
    assert archer.explorer.question == before


def test_the_best_squares_are_the_nearest_of_the_best(archer):
    choose(archer, over="attacker")
    rows = archer.heat.best["rows"]
    most = max(level["share"] for level in archer.board.heat["levels"])
    assert [row["edits"][0]["at"] for row in rows][0] == "D4" and len(rows) == 5
    assert {row["chance"] for row in rows} == {"1/3"} and most == 1 / 3
    assert archer.board.heat["best"] == [row["edits"][0]["at"] for row in rows]


def test_looking_at_a_square_changes_nothing(archer):
    before = archer.explorer.question
    archer.board.set_state({"peek": {"square": "C4", "serial": 1}})
    assert archer.board.peeked["title"] == "Archer on C4" and archer.board.peeked["lines"]
    assert archer.explorer.question is before and not archer.explorer.can_undo
    archer.board.set_state({"peek": {"square": "Z9", "serial": 2}})
    assert archer.board.peeked == {"serial": 0}


@pytest.mark.parametrize("bad", [
    1, {"over": "me"}, {"facing": "N"}, {"numbers": 1}, {"points": 61}, {"points": True}, {"more": 1},
])
def test_what_a_choice_may_not_be(bad):
    with pytest.raises(TraitError):
        Heat(choice=bad)
    panel = Heat()
    panel.set_state({"choice": bad})
    assert panel.choice == CHOICE


@pytest.mark.parametrize("bad", [
    1, {"square": "C5"}, {"square": "c5", "serial": 1}, {"square": "C5", "serial": -1}, {"square": ["C5"], "serial": 1},
])
def test_what_a_look_may_not_be(archer, bad):
    archer.board.set_state({"peek": bad})
    assert (archer.board.peek, archer.board.peeked) == ({}, {"serial": 0})


def test_what_is_out_of_reach_this_turn_is_neither_named_nor_coloured(archer):
    choose(archer, over="attacker", points=6)
    assert archer.heat.offer["points"] == 8
    cells = np.frombuffer(archer.board.heat_cells, np.uint8, 120).reshape(10, 12)
    assert cells[3, 3] >= FIRST and cells[3, 4] == FAR  # two steps and a shot take six points, three steps seven
    assert [row["edits"][0]["at"] for row in archer.heat.best["rows"]][0] == "D4"
    assert "far" in [entry["kind"] for entry in archer.heat.legend]
    choose(archer, over="attacker", points=0)
    assert "far" not in [entry["kind"] for entry in archer.heat.legend]


def test_the_chance_of_every_square_to_be_covered_by_an_area_attack():
    page = tohit.explore("semiautomagic").page
    choose(page, over="area")
    assert page.board.heat == {} and [over["key"] for over in page.heat.offer["overs"]] == ["off", "attacker", "target"]
    page.explorer.ask([{"scenario": "fireball-among-friends"}])
    question = page.explorer.question
    covered = coverage(question)
    rows, columns = covered.shape
    cells = np.frombuffer(page.board.heat_cells, np.uint8, rows * columns).reshape(rows, columns)
    for serial, cell in enumerate(np.ndindex(rows, columns), start=1):
        level = page.board.heat["levels"][cells[cell] - FIRST]
        page.board.set_state({"peek": {"square": square_name(*cell), "serial": serial}})
        assert level["chance"] == page.board.peeked["chance"] == str(covered.chance(*cell))
        assert level["fraction"] == page.board.peeked["fraction"]
    assert page.board.scene["template"] == template(question) and len(template(question)) == 16
    assert page.heat.best == {} and not page.heat.offer["facings"]
    page.close()
