"""Nothing beside the answer tells it either: the strip of steps keeps closed where a guess is asked for."""

import pytest

import tohit


@pytest.mark.parametrize("make", [tohit.predict, lambda: tohit.lesson(1)])
def test_the_strip_of_steps_tells_nothing_before_the_guess(make):
    page = make().page
    before = page.strip.get_state()
    page.board.set_state({"edit": {"edits": [{"n": 1, "page": {"steps": True}}]}})
    after = page.strip.get_state()
    assert {key: after[key] for key in after if key != "texts"} == {key: before[key] for key in before if key != "texts"}
    page.close()
