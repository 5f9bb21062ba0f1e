"""The facing dial alone in a cell."""

import pytest
from traitlets import TraitError

from tohit.core.geometry import FACINGS
from tohit.widgets.dial import FacingDial, stops_of


def turn(dial, *edits):
    numbered = [{"n": dial.applied + 1 + index, **edit} for index, edit in enumerate(edits)]
    dial.set_state({"edit": {"edits": numbered}})


@pytest.mark.parametrize("stops", [4, 8])
@pytest.mark.parametrize("facing", FACINGS)
def test_every_stop_can_be_chosen_and_nothing_else(stops, facing):
    dial = FacingDial(stops=stops)
    turn(dial, {"mini": "?", "facing": facing})
    allowed = facing in FACINGS[:: 8 // stops]
    assert dial.value == (facing if allowed else "N")
    assert bool(dial.refused) is not allowed
    assert dial.applied == 1


def test_a_refusal_says_what_is_allowed():
    dial = FacingDial(stops=4)
    turn(dial, {"mini": "?", "facing": "NE"})
    assert dial.refused["text"] == "NE is not a facing here; the dial has N, E, S, W."


def test_all_edits_of_a_message_are_refused_together():
    dial = FacingDial(stops=4)
    turn(dial, {"mini": "?", "facing": "E"}, {"mini": "?", "facing": "SW"})
    assert dial.value == "N"


def test_a_disabled_dial_turns_nowhere():
    dial = FacingDial(stops=0, value="SE")
    turn(dial, {"mini": "?", "facing": "N"})
    assert dial.value == "SE"
    assert stops_of(0) == ()


def test_a_cancelled_gesture_gives_back_what_was_there_before_it():
    dial = FacingDial(value="W")
    turn(dial, {"mini": "?", "facing": "E", "gesture": 1, "done": True})
    turn(dial, {"mini": "?", "facing": "SE", "gesture": 2, "done": False})
    turn(dial, {"mini": "?", "facing": "S", "gesture": 2, "done": False})
    turn(dial, {"cancel": True, "gesture": 2})
    assert dial.value == "E"


def test_an_edit_that_was_dealt_with_is_not_dealt_with_again():
    dial = FacingDial()
    dial.set_state({"edit": {"edits": [{"n": 3, "mini": "?", "facing": "E"}]}})
    dial.value = "S"
    dial.set_state(
        {"edit": {"edits": [{"n": 3, "mini": "?", "facing": "E"}, {"n": 4, "mini": "?", "facing": "S"}]}}
    )
    assert (dial.value, dial.applied) == ("S", 4)


def test_stops_and_value_change_together():
    dial = FacingDial(value="NE")
    with pytest.raises(TraitError, match="4 stops has no 'NE'"):
        dial.stops = 4
    with dial.hold_trait_notifications():
        dial.value, dial.stops = "E", 4
    assert (dial.value, dial.stops) == ("E", 4)


def test_at_a_desk_the_page_decides_and_the_dial_waits():
    desk, dial = FacingDial(), FacingDial(mini="Archer")
    dial.at_desk(desk)
    asked = []
    desk.on_edits(lambda edits: asked.extend(edits))
    desk.set_state({"edit": {"edits": [{"n": 1, "mini": "Archer", "facing": "S"}]}})
    assert asked == [{"n": 1, "mini": "Archer", "facing": "S"}]
    assert (desk.value, dial.value) == ("N", "N")
    assert dial.desk == f"IPY_MODEL_{desk.model_id}"
