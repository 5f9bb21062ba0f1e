"""The range ruler alone in a cell."""

import pytest
from traitlets import TraitError

from tohit.widgets.ruler import RangeRuler


def slide(ruler, *edits):
    ruler.set_state(
        {"edit": {"edits": [{"n": ruler.applied + 1 + index, **edit} for index, edit in enumerate(edits)]}}
    )


def test_a_distance_is_kept_as_it_is_given():
    assert RangeRuler(value="25.46").value == "25.46"
    assert RangeRuler(value=7.0).value == 7
    assert isinstance(RangeRuler(value=7.0).value, int)
    assert RangeRuler(value=0.125).value == 0.125


@pytest.mark.parametrize("value", ["", "-1", "1e3", "1.2345", "٣", " 7", "7\n", None, [7], float("inf")])
def test_what_is_no_distance_is_refused_and_the_old_one_kept(value):
    ruler = RangeRuler(value=7)
    with pytest.raises(TraitError):
        ruler.value = value
    assert ruler.value == 7


def test_the_present_distance_may_lie_outside_the_ruler():
    assert RangeRuler(value=90, maximum=24).value == 90


@pytest.mark.parametrize(("distance", "then"), [(1, 1), (24, 24), (12, 12), (25, 7), (0, 7)])
def test_only_a_distance_on_the_ruler_can_be_chosen(distance, then):
    ruler = RangeRuler(value=7)
    slide(ruler, {"distance": distance})
    assert ruler.value == then
    assert bool(ruler.refused) == (distance != then)


def test_a_refusal_names_the_ends_in_the_reader_s_language():
    ruler = RangeRuler(lang="fr", maximum=24.5)
    slide(ruler, {"distance": 25})
    assert ruler.refused["text"].endswith("va de 1 à 24,5.")


def test_the_way_back_to_the_board_ends_the_override():
    ruler = RangeRuler(value=9, overridden=True)
    slide(ruler, {"path": "attack.overrides.distance", "value": None})
    assert (ruler.overridden, ruler.value) == (False, 9)


def test_a_cancelled_slide_goes_back():
    ruler = RangeRuler(value="2.83")
    slide(ruler, {"distance": 4, "gesture": 1, "done": False})
    slide(ruler, {"distance": 6, "gesture": 1, "done": False}, {"cancel": True, "gesture": 1})
    assert ruler.value == "2.83"


def test_bands_are_completed():
    ruler = RangeRuler(bands=[{"from": 1, "to": 5, "label": "0"}])
    assert ruler.bands == [{"from": 1, "to": 5, "label": "0", "tone": 0}]
