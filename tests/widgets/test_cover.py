"""The cover toggles alone in a cell."""

import pytest

from tohit.widgets.cover import OVERRIDE, CoverToggles


def press(toggles, value):
    edit = {"n": toggles.applied + 1, "path": OVERRIDE, "value": value}
    toggles.set_state({"edit": {"edits": [edit]}})


@pytest.mark.parametrize("found", ["none", "light", "heavy"])
@pytest.mark.parametrize("pressed", ["none", "light", "heavy"])
def test_pressing_a_cover_overrides_the_board_and_there_is_a_way_back(found, pressed):
    toggles = CoverToggles(value=found, found=found)
    press(toggles, pressed)
    assert (toggles.value, toggles.found, toggles.overridden) == (pressed, found, True)
    press(toggles, None)
    assert (toggles.value, toggles.found, toggles.overridden) == (found, found, False)


@pytest.mark.parametrize("value", ["soft", 1, True, ["light"]])
def test_what_is_no_cover_is_refused(value):
    toggles = CoverToggles(value="light", found="light")
    press(toggles, value)
    assert (toggles.value, toggles.overridden) == ("light", False)
    assert toggles.refused["text"].endswith("choose none, light or heavy.")


def test_edits_of_other_paths_change_nothing():
    toggles = CoverToggles()
    toggles.set_state({"edit": {"edits": [{"n": 1, "path": "attack.attacks", "value": 3}]}})
    assert (toggles.value, toggles.overridden, toggles.refused) == ("none", False, {})
