"""A page that is closed leaves nothing behind: no widget, no comm, no observer that keeps it alive."""

import gc
import weakref

import pytest
from ipywidgets.widgets.widget import _instances

import tohit

MAKERS = [*(lambda key=rules.key: tohit.explore(key) for rules in tohit.rulesets()), tohit.four_rules, tohit.compare,
          tohit.was_i_unlucky, tohit.duels, tohit.sweeps]
NAMES = [*(rules.key for rules in tohit.rulesets()), "four-rules", "compare", "was-i-unlucky", "duel", "sweep"]


@pytest.mark.parametrize("make", MAKERS, ids=NAMES)
def test_every_comm_and_observer_is_freed(make):
    before = set(_instances)
    box = make()
    page = box.page
    opened = [weakref.ref(_instances[key]) for key in set(_instances) - before]
    assert len(opened) > 40
    box.page.board.set_state({"edit": {"edits": [{"n": 1, "gesture": 1, "done": True, "undo": True}]}})
    page.close()
    assert [type(_instances[key]).__name__ for key in set(_instances) - before] == []
    forgotten = weakref.ref(page)
    del box, page
    gc.collect()
    assert forgotten() is None
    assert [widget for widget in (ref() for ref in opened) if widget is not None] == []
