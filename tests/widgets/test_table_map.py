"""The table map alone: a chosen pair becomes the present one, anything else changes nothing."""

import pytest

from tohit.widgets import TableMap


@pytest.fixture
def map_():
    cell = {"need": "4+", "percent": "50%", "share": 0.5}
    return TableMap(
        columns={"name": "Offensive", "mini": "Knight", "stat": "offensive", "values": [4, 5, 6]},
        rows={"name": "Defensive", "mini": "Ogre", "stat": "defensive", "values": [1, 2]},
        cells=[[cell] * 3] * 2, here=[0, 0],
    )


def send(map_, *edits):
    numbered = [{"gesture": 1, "done": True, **edit, "n": map_.applied + place} for place, edit in enumerate(edits, 1)]
    map_.set_state({"edit": {"edits": numbered}})


def test_a_chosen_pair_becomes_the_present_one(map_):
    send(map_, {"mini": "Knight", "stats": {"offensive": 6}}, {"mini": "Ogre", "stats": {"defensive": 2}})
    assert map_.here == [1, 2]


@pytest.mark.parametrize("edit", [
    {"mini": "Knight", "stats": {"offensive": 99}}, {"mini": "Nobody", "stats": {"offensive": 5}},
    {"mini": "Knight", "stats": {"hp": 5}}, {"undo": True},
])
def test_what_is_not_in_the_table_changes_nothing(map_, edit):
    send(map_, edit)
    assert map_.here == [0, 0]


def test_the_browser_cannot_set_what_is_shown(map_):
    map_.set_state({"here": [1, 1], "cells": []})
    assert map_.here == [0, 0] and len(map_.cells) == 2
