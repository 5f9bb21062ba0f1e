"""Lessons in a real page: by keyboard alone from the guess to the class code, and the answer never before the guess."""

from __future__ import annotations

import pytest

from tohit.core.classcode import read_codes
from tohit.lessons import LESSONS

WAIT = 90_000
NUMBERS = sorted(LESSONS)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("look", [{}, {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "locale": "fr-FR"}],
                         ids=["desk", "phone"])
def test_a_lesson_goes_by_keyboard_alone(served, open_page, number, look):
    page = open_page(**look)
    page.set_default_timeout(WAIT)
    frames: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda data: frames.append(str(data))))
    page.goto(served.page(f"lessons/{number}"))
    first = page.locator(".tohit-predict").first
    first.locator("form").first.wait_for()
    asked = LESSONS[number].put(LESSONS[number].predict)
    assert not any(f"{prediction.truth} (" in frame for prediction in asked for frame in frames)
    assert page.locator(".tohit-headline-fraction").inner_text() == "?"
    roll = page.locator(".tohit-tally-row").nth(1).locator("button")
    assert roll.first.is_disabled()
    for place in range(len(asked)):
        item = first.locator("li").nth(place)
        item.get_by_role("textbox").focus()
        page.keyboard.type("1/7")
        page.keyboard.press("Enter")
        item.locator(".tohit-predict-verdict").wait_for()
    page.wait_for_function("document.querySelector('.tohit-headline-fraction').textContent !== '?'")
    roll.nth(1).focus()
    page.keyboard.press("Enter")
    page.locator(".tohit-tally-throw").nth(9).wait_for()
    (tally,), _ = read_codes(page.locator(".tohit-tally-code").inner_text())
    assert (tally.pair, tally.throws) == (1, 10)
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 1


@pytest.mark.parametrize("number", [1, 3])
def test_a_lesson_goes_by_clicks_alone(served, open_page, number):
    """No key and no drag: the slider is clicked, the guess placed, dice thrown, and one number changed."""
    page = open_page()
    page.set_default_timeout(WAIT)
    page.goto(served.page(f"lessons/{number}"))
    first = page.locator(".tohit-predict").first
    first.locator("form").first.wait_for()
    for place in range(len(LESSONS[number].put(LESSONS[number].predict))):
        item = first.locator("li").nth(place)
        slider = item.locator("input[type=range]")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
        item.get_by_role("button").first.click()
        item.locator(".tohit-predict-verdict").wait_for()
    page.wait_for_function("document.querySelector('.tohit-headline-fraction').textContent !== '?'")
    page.locator(".tohit-tally-row").nth(1).locator("button").nth(1).click()
    page.locator(".tohit-tally-throw").nth(9).wait_for()
    before = page.locator(".tohit-headline").inner_text()
    page.locator(".tohit-controls button", has_text="+").nth(1).click()
    page.wait_for_function("(before) => document.querySelector('.tohit-headline').innerText !== before", arg=before)


def test_the_teacher_pastes_codes_into_the_dot_plot(served, open_page):
    page = open_page()
    page.set_default_timeout(WAIT)
    page.goto(served.page("lessons/teacher"))
    box = page.locator(".tohit-class_box textarea")
    box.wait_for()
    box.focus()
    page.keyboard.type("PAIR 7 · 13/40 · K, pair 8 20/40 b")
    page.locator(".tohit-dots-chart .tohit-chart-said", has_text="33 of 80").wait_for()
    assert page.locator(".tohit-dots-chart .dot_grp, .tohit-dots-chart .object_grp").count() >= 2
