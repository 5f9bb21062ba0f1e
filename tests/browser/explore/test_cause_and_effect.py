"""Cause and effect light each other up: a line of the ledger its minis and squares, a mini or square its lines."""

from __future__ import annotations

import tohit

LINE = ".tohit-ledger-line"
POINTED = ".tohit-ledger-pointed .tohit-ledger-name"


def lines_of(made, *names):
    """The names of the lines that come from any of these."""
    say, answer = made.truth.question.rules.say(made.lang), tohit.evaluate(made.truth.question)
    return [str(say.show(line.name)) for line in answer.ledger if set(line.causes) & set(names)]


def expect_pointed(made, names):
    made.page.wait_for_function(
        "([selector, names]) => JSON.stringify([...document.querySelectorAll(selector)].map((n) => n.textContent)) === names",
        arg=[f"{made.view} {POINTED}", str(names).replace("'", '"').replace('", "', '","')], polling=20, timeout=5_000,
    )


def mini(made, name):
    return made.find(f'.tohit-board [data-mini="{name}"] .hit')


def test_a_mini_under_the_mouse_lights_its_lines_and_only_those(explorer):
    made = explorer()
    assert lines_of(made, "Guard") == ["firing into melee penalty"]
    mini(made, "Guard").hover()
    expect_pointed(made, lines_of(made, "Guard"))
    made.find(".tohit-board .status").hover()
    expect_pointed(made, [])


def test_a_mini_taken_up_by_keyboard_or_click_lights_its_lines(explorer):
    made = explorer()
    square = made.find(f'.tohit-board [data-square="{made.place("Guard")}"]')
    square.focus()
    expect_pointed(made, lines_of(made, "Guard"))
    made.find(".tohit-toolbar button").first.focus()
    expect_pointed(made, [])
    mini(made, "Guard").click()
    made.find(".tohit-board .status").hover()
    expect_pointed(made, lines_of(made, "Guard"))
    made.page.keyboard.press("Escape")
    made.find(".tohit-toolbar button").first.focus()
    expect_pointed(made, [])


def test_a_finger_does_the_same(explorer):
    made = explorer(has_touch=True, viewport={"width": 390, "height": 844})
    made.find('.tohit-board [data-mini="Guard"]').scroll_into_view_if_needed()
    mini(made, "Guard").tap()
    expect_pointed(made, lines_of(made, "Guard"))


def test_a_square_of_cover_lights_its_line_and_the_line_its_square(explorer):
    made = explorer("dark-age")
    cause = next(line.causes[0] for line in tohit.evaluate(made.truth.question).ledger if line.key == "light-cover")
    made.page.mouse.move(*made.spot(cause))
    expect_pointed(made, lines_of(made, cause))
    made.find(f"{LINE} .tohit-ledger-main").first.hover()
    expect_pointed(made, [])
    lit, square = made.find(".tohit-board .layer-lit rect"), made.find(f'.tohit-board [data-square="{cause}"]')
    assert lit.count() == 1
    inner, outer = lit.bounding_box(), square.bounding_box()
    assert outer["x"] < inner["x"] < inner["x"] + inner["width"] < outer["x"] + outer["width"]
    assert outer["y"] < inner["y"] < inner["y"] + inner["height"] < outer["y"] + outer["height"]
