"""A scene without a board on a page: what a board would find stands there as given, and nothing looks for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tohit


@pytest.fixture
def page() -> Any:
    made = tohit.explore("dark-age", json.dumps({
        "format": "tohit/1", "rules": "dark-age",
        "minis": [{"name": "Gunner", "side": "red", "stats": {"as": 14}}, {"name": "Brute", "side": "blue"}],
        "attack": {"attacker": "Gunner", "target": "Brute", "mode": "ranged",
                   "overrides": {"distance": 6, "cover": "light", "line_of_sight": True}},
    })).page
    yield made
    made.close()


def test_cover_is_what_was_given(page: Any) -> None:
    cover = page.cover
    assert [panel.failed for panel in page.panels] == [""] * len(page.panels)
    assert (cover.enabled, cover.value, cover.found, cover.overridden) == (True, "light", "", True)
    page.board.set_state({"edit": {"edits": [{"n": 1, "path": "attack.overrides.cover", "value": "heavy"}]}})
    assert (cover.value, page.board.refused) == ("heavy", {})
    page.board.set_state({"edit": {"edits": [{"n": 2, "path": "attack.overrides.cover", "value": None}]}})
    assert cover.value == "heavy" and "cover" in page.board.refused["text"]


def test_a_melee_asks_for_no_cover() -> None:
    page = tohit.explore("ninth-age", json.dumps({
        "format": "tohit/1", "rules": "ninth-age",
        "minis": [{"name": "Spears", "side": "red", "stats": {"attack_value": 1}}, {"name": "Wolves", "side": "blue"}],
        "attack": {"attacker": "Spears", "target": "Wolves", "mode": "melee", "overrides": {"reach_ok": True}},
    })).page
    assert [panel.failed for panel in page.panels] == [""] * len(page.panels)
    assert (page.cover.enabled, page.cover.value, page.cover.overridden) == (False, "none", False)
    page.close()
