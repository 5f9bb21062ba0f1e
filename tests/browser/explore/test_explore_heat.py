"""The heat layer, looking at squares and going to the best one, as a reader does it under `tohit serve`."""

from __future__ import annotations

import pytest

import tohit
from tohit.core.geometry import FACINGS, parse_square, square_name

LIMIT = 15_000
PIXEL = """(square) => {
  const canvas = document.querySelector(".tohit-board canvas.heat");
  const cell = document.querySelector(`.tohit-board [data-square="${square}"]`).getBoundingClientRect();
  const all = canvas.getBoundingClientRect();
  const scale = canvas.width / all.width;
  const at = [cell.left + 0.3 * cell.width - all.left, cell.top + 0.8 * cell.height - all.top]
    .map((part) => Math.round(part * scale));
  return [...canvas.getContext("2d").getImageData(at[0], at[1], 1, 1).data];
}"""


def choose(made, key: str) -> None:
    made.find(f".tohit-heat [data-over={key}]").click()
    made.page.wait_for_function("() => !document.querySelector('.tohit-board canvas.heat').hidden", polling=20, timeout=LIMIT)


def card(made, square: str) -> dict[str, str]:
    """What the card of that square says once Python has answered."""
    made.page.wait_for_function(
        "(square) => { const { dataset, hidden } = document.querySelector('.tohit-board .card');"
        " return !hidden && dataset.square === square && dataset.whole === 'true'; }", arg=square, polling=20, timeout=LIMIT)
    return {"chance": made.find(".card").get_attribute("data-chance"), "text": made.find(".card").inner_text()}


def test_a_look_at_a_square_tells_the_chance_there_and_changes_nothing(explorer):
    made = explorer()
    question = made.truth.question
    for over in ("off", "attacker", "target"):
        if over != "off":
            choose(made, over)
        facing = "as-is" if over == "off" else "best"
        swept = tohit.sweep(question, f"{'attacker' if over == 'off' else over}.square", facing=facing)
        for square in ("C3", "F6", "A9", "G1"):
            made.page.mouse.move(*made.spot(square))
            told = card(made, square)
            place = parse_square(square)
            if swept.allowed[place]:
                assert told["chance"] == str(swept.chance(*place)) and "What if" in told["text"]
            else:
                assert told["chance"] == "0" and "%" not in told["text"]
    assert made.proposed() == 0
    made.page.mouse.move(5, 5)
    made.find(".card").wait_for(state="hidden")
    made.expect()


def test_by_key_a_look_follows_the_focus_and_is_said(explorer):
    made = explorer()
    choose(made, "attacker")
    made.find('.tohit-board [tabindex="0"][role="gridcell"]').focus()
    made.page.keyboard.press("ArrowRight")
    told = card(made, "C4")
    assert told["chance"] == "1/6" and "range penalty" in told["text"]
    made.page.get_by_role("status").filter(has_text="Archer on C4: 1 in 6 (16.7%)").wait_for(timeout=LIMIT)
    made.page.keyboard.press("Escape")
    made.find(".card").wait_for(state="hidden")


def test_a_finger_that_stays_looks_and_the_next_touch_ends_it(explorer):
    made = explorer(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    made.find(".tohit-board .frame").evaluate("node => node.scrollIntoView({ block: 'center' })")
    devtools = made.page.context.new_cdp_session(made.page)
    x, y = made.spot("C3")
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    assert card(made, "C3")["chance"] == "1/6"
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    made.page.wait_for_timeout(200)
    box = made.find(".card").bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= 390
    made.page.touchscreen.tap(*made.spot("C1"))
    made.find(".card").wait_for(state="hidden")
    assert made.proposed() == 0


def test_refused_is_another_colour_than_no_chance_and_colours_follow_the_target(explorer):
    made = explorer()
    choose(made, "attacker")
    colours = {square: made.page.evaluate(PIXEL, square) for square in ("A9", "C10", "B3", "F3", "E6")}
    assert colours["E6"][3] == 0  # a wall
    assert len({tuple(colours[square]) for square in ("A9", "C10", "B3", "F3")}) == 4
    serial = made.find("canvas.heat").get_attribute("data-serial")
    made.drag("Orc", "J5")
    made.page.wait_for_function("(old) => document.querySelector('canvas.heat').dataset.serial !== old", arg=serial, polling=20,
                                timeout=LIMIT)
    made.expect()


@pytest.mark.parametrize("rules", ["coup-de-grace", "dark-age"])
def test_one_press_goes_to_the_best_square_and_one_undo_comes_back(explorer, rules):
    made = explorer(rules)
    choose(made, "attacker")
    question = made.truth.question
    row = made.find(".tohit-heat .best button").first
    square = row.inner_text().split()[0].rstrip(",")
    row.click()
    best, attacker = tohit.sweep(question, "attacker.square", facing="best"), question.attack.attacker
    edits = [{"mini": attacker, "at": square}]
    if question.rules.facings:
        edits.append({"mini": attacker, "facing": FACINGS[best.facing[parse_square(square)]]})
    made.truth.ask([{**edit, "gesture": 99, "done": edit is edits[-1]} for edit in edits])
    assert best.chance(*parse_square(square)) == tohit.evaluate(made.truth.question).chance
    assert square_name(*made.truth.question.attacker.at) == square
    made.expect()
    made.undo()
    made.expect()
