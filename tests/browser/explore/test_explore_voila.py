"""The explorer page under `tohit serve`: every gesture, and everything that follows from it."""

from __future__ import annotations

import pytest

from tohit.words import words

PHONE = {"width": 390, "height": 844}
BROKEN = """
import tohit
from tohit.dashboards import present

page = tohit.explore("coup-de-grace")

def broken(*answer, **values):
    raise RuntimeError("this view is broken")

present._line = tohit.charts.FaceChart.show = broken
page
"""
HIDDEN = """
import ipywidgets, tohit

parts = [ipywidgets.Label("a first part"), tohit.explore("coup-de-grace")]
ipywidgets.{kind}(parts, titles=["first", "second"], selected_index=0)
"""


def test_every_gesture_changes_headline_ledger_and_charts_to_the_exact_values(explorer):
    """Drag, dial, ruler, wall, undo by button and by key: after each the page shows what `evaluate` gives."""
    made = explorer()
    made.expect()
    made.drag("Archer", "C4", "D4", "D3", "E3", "F4")
    made.expect()
    made.turn("N")
    made.expect()
    made.undo("Control+z")
    made.expect()
    made.slide(4)
    made.expect()
    made.slide(10)
    made.expect()
    made.paint("wall", "G6", "G5", "G4")
    made.expect()
    made.undo()
    made.expect()
    made.drag("Guard", "I6", "J7")
    made.expect()


def test_a_cover_toggle_overrides_the_board_and_gives_way_to_it_again(explorer):
    """Dark Age: pressed cover counts instead of what the board sees, and "as on the board" takes it back."""
    made = explorer("dark-age")
    made.expect()
    for kind in ("heavy", "none"):
        made.cover(kind)
        made.expect()
    made.find(".tohit-cover-line button").click()
    made.tell(path="attack.overrides.cover", value=None)
    made.expect()
    made.drag(made.truth.question.attack.attacker, "B2", "C2")
    made.expect()
    made.undo()
    made.expect()


@pytest.mark.parametrize("rules", ["coup-de-grace", "dark-age"])
def test_the_language_switch_changes_every_text_and_no_number(explorer, rules):
    """English to French and back, on the same answer, and gestures go on in French."""
    made = explorer(rules)
    made.speak("fr")
    made.expect()
    made.slide(4)
    made.expect()
    assert made.page.evaluate("document.querySelector('.tohit-page .tohit-board').lang") == "fr"
    made.speak("en")
    made.expect()


def test_a_view_that_fails_says_so_and_the_rest_goes_on(open_notebook, told):
    """A broken ledger and a broken chart are greyed, each in its place; every other part shows the new answer."""
    made = open_notebook(BROKEN)
    made.wait()
    before = made.shown()
    made.drag("Archer", "G4")
    sentence = words("en")("panel.failed")
    for broken in (".tohit-ledger.tohit-stale .tohit-failed", ".tohit-face-chart.tohit-chart-failed [role=status]"):
        made.find(broken).get_by_text(sentence).wait_for()
    wanted = told(made.truth.question, "en")
    assert wanted["percent"] != before["percent"]
    made.page.wait_for_timeout(500)  # tables come last
    shown = made.shown()
    assert shown["ledger"] == before["ledger"]
    assert [name for name in wanted if name != "bars" and shown[name] != wanted[name]] == ["ledger"]


@pytest.mark.parametrize("kind", ["Tab", "Accordion"])
def test_a_page_that_was_hidden_is_whole_when_it_is_shown(open_notebook, trouble, kind):
    """D6 64: In the second tab, or in a closed fold: charts have their size, the ruler its words, and gestures work."""
    made = open_notebook(HIDDEN.format(kind=kind))
    made.find(".tohit-board").wait_for(state="attached", timeout=90_000)
    made.page.get_by_text("second", exact=True).click()
    made.wait()
    made.expect()
    boxes = [chart.bounding_box() for chart in made.find(".tohit-chart .bqplot").all()]
    assert all(box["width"] > 180 and box["height"] > 180 for box in boxes), boxes
    made.find(".tohit-ruler-band:text('−1')").wait_for()
    made.drag("Archer", "D4")
    made.expect()
    # bqplot draws a figure without a size as soon as it is made, and again when it is shown.
    trouble[:] = [line for line in trouble if "A negative value is not valid" not in line]


def test_on_a_phone_the_answer_stays_on_top_and_the_board_fits(explorer):
    """390 by 844: nothing is wider than the page, and the headline stays while one scrolls to the charts."""
    made = explorer(viewport=PHONE, has_touch=True, is_mobile=True)
    made.expect()
    page = made.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    frame = made.find(".tohit-board .frame").bounding_box()
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= 390
    assert made.find('[data-square="A1"]').bounding_box()["width"] >= 24
    scroller = "document.getElementById('rendered_cells')"
    for top in (300, 900, 1800):
        page.evaluate(f"{scroller}.scrollTo(0, {top})")
        page.wait_for_function(f"{scroller}.scrollTop >= {top} - 1", polling=20)
        headline = made.find(".tohit-headline").bounding_box()
        assert abs(headline["y"]) < 2, f"scrolled to {top}, the answer is at {headline['y']}"
        assert headline["height"] < 844 / 3


def test_on_a_phone_a_finger_drags_a_mini_and_scrolls_the_page(explorer):
    """D8 77: A touch on a mini is a drag, with the exact answer after it; a touch elsewhere on the board scrolls."""
    made = explorer(viewport=PHONE, has_touch=True, is_mobile=True)
    made.find(".tohit-board .frame").evaluate("node => node.scrollIntoView({ block: 'center' })")
    swipe(made.page, made.spot("B4"), made.spot("D3"))
    made.tell(mini="Archer", at="D3")
    made.expect()
    x, y = made.spot("C1")
    swipe(made.page, (x, y), (x, y - 200))
    made.page.wait_for_function(
        f"document.querySelector('[data-square=C1]').getBoundingClientRect().y < {y} - 100", polling=20
    )
    made.expect()


def swipe(page, start, end):
    devtools = page.context.new_cdp_session(page)
    way = [{axis: a + (b - a) * step / 8 for axis, a, b in zip("xy", start, end, strict=True)} for step in range(9)]
    for kind, points in [("touchStart", way[:1]), *(("touchMove", [spot]) for spot in way[1:]), ("touchEnd", [])]:
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)
