"""Beside each ruling what it decides, and two ways to count distance as lines on the board, while one plays."""

from __future__ import annotations

import tohit

ARC, DISTANCE = 3, 1  # which field of the rulings


def sentences(made, field):
    return made.find(".tohit-controls-rulings .tohit-controls-field").nth(field).locator(".tohit-controls-told li > span")


def expect_impact(made):
    [found] = tohit.impact(made.truth.question, "arc_edge")
    made.page.wait_for_function(
        "([selector, words]) => words.every((word) => document.querySelectorAll(selector)[3].textContent.includes(word))",
        arg=[f"{made.view} .tohit-controls-rulings .tohit-controls-told", [f"{found.changed} of {found.squares} squares"]],
        polling=50, timeout=15_000,
    )


def test_a_ruling_says_what_it_decides_once_the_board_has_come_to_rest(explorer):
    made = explorer()
    assert sentences(made, ARC).count() == 0
    made.find(".tohit-controls-rulings summary").click()
    expect_impact(made)
    assert sentences(made, DISTANCE).count() == 3
    made.drag("Archer", "C5", "E3")
    made.expect()
    expect_impact(made)
    made.undo()
    made.expect()
    expect_impact(made)


def test_two_ways_to_count_distance_are_drawn_on_request(explorer):
    made = explorer()
    rival = made.find(".tohit-board .layer-bands .rival")
    made.find(".tohit-controls-rulings summary").click()
    button = made.find(".tohit-controls-draws:visible").first
    assert not (rival.count() and rival.get_attribute("d"))
    button.click()
    made.find(".tohit-board .layer-bands .rival[d^=M]").wait_for(state="attached")
    before = rival.get_attribute("d")
    made.drag("Archer", "C5", "E3")
    made.expect()
    made.page.wait_for_function(
        "([selector, before]) => document.querySelector(selector).getAttribute('d') !== before",
        arg=[f"{made.view} .tohit-board .layer-bands .rival", before], polling=20,
    )
    made.find(".tohit-controls-draws[aria-pressed=true]").click()
    made.page.wait_for_function(
        "(selector) => !document.querySelector(selector).getAttribute('d')",
        arg=f"{made.view} .tohit-board .layer-bands .rival", polling=20,
    )
