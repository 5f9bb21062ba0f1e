"""The table of chances alone: a chosen cell becomes the present one; what the browser says of the rest is dropped."""

import pytest
from traitlets import TraitError

from tohit.widgets import HeatTable, Progress, Ranking


@pytest.fixture
def table():
    return HeatTable(
        columns={"name": "Distance", "path": "attack.overrides.distance", "values": [1, 2, 3], "heads": ["1", "2", "3"]},
        rows={"name": "facing", "mini": "Archer", "path": "minis[0].facing", "values": ["N", "E"], "heads": ["north", "east"]},
        levels=[{"number": "50", "percent": "50%", "fraction": "1/2", "share": 0.5}], cells=[[0, 0, 0], [0, -1, 0]], here=[0, 0],
    )


def send(panel, *edits):
    numbered = [{"gesture": 1, "done": True, **edit, "n": panel.applied + place} for place, edit in enumerate(edits, 1)]
    panel.set_state({"edit": {"edits": numbered}})


def test_a_chosen_cell_becomes_the_present_one(table):
    send(table, {"path": "attack.overrides.distance", "value": 3}, {"mini": "Archer", "facing": "E"})
    assert table.here == [1, 2]


@pytest.mark.parametrize("edit", [
    {"path": "attack.overrides.distance", "value": 9}, {"path": "attack.attacks", "value": 2}, {"mini": "Orc", "facing": "E"},
    {"mini": "Archer", "facing": "S"}, {"undo": True},
])
def test_what_is_not_in_the_table_changes_nothing(table, edit):
    send(table, edit)
    assert table.here == [0, 0]


def test_the_browser_cannot_set_what_is_shown(table):
    table.set_state({"here": [1, 1], "cells": [], "levels": []})
    assert table.here == [0, 0] and len(table.cells) == 2 and table.levels[0]["reaches"] is False


def test_a_level_must_be_whole(table):
    with pytest.raises(TraitError, match="fraction"):
        table.levels = [{"number": "50", "percent": "50%", "share": 0.5}]


def test_alone_the_progress_stops_and_goes_on():
    progress = Progress(done=3, cells=9)
    send(progress, {"page": {"work": "stop"}})
    assert progress.stopped
    send(progress, {"page": {"work": "go"}})
    assert not progress.stopped


def test_a_ranking_shows_what_it_is_given():
    rows = [{"name": "a", "change": "+1", "percent": "50%", "tone": 1, "note": "", "edits": [{"undo": True}]}]
    ranking = Ranking(rows=rows, after=["z"])
    ranking.set_state({"rows": []})
    assert ranking.rows == rows and ranking.few == 6
    with pytest.raises(TraitError):
        ranking.after = "z"
