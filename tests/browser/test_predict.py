"""Guess first: in a real page the answer reaches the browser only after the guess, which works by keyboard alone."""

from __future__ import annotations

import pytest

WAIT = 60_000


@pytest.fixture
def asked(served, page):
    """The page with its first question, and every frame that the kernel has sent to it."""
    frames: list[str] = []
    page.set_default_timeout(WAIT)
    page.on("websocket", lambda line: line.on("framereceived", lambda data: frames.append(str(data))))
    page.goto(served.page("predict"))
    page.wait_for_selector(".tohit-predict-form")
    return page, frames


def test_the_answer_comes_with_the_verdict_and_not_before(asked):
    page, frames = asked
    assert page.locator(".tohit-headline-fraction").inner_text() == "?"
    assert frames and not any(telling in frame for frame in frames for telling in ("16.7%", "1 in 6", "91/216", "125/216"))
    first = page.locator(".tohit-predict li").first
    first.get_by_role("textbox").focus()
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    first.get_by_role("alert").wait_for()
    assert not any("16.7%" in frame for frame in frames)
    page.keyboard.press("Control+A")
    page.keyboard.type("1/2")
    page.keyboard.press("Enter")
    first.locator(".tohit-predict-verdict").wait_for()
    assert "33.3 percentage points too high" in first.inner_text()
    tracks = [first.locator(f'[data-kind="{kind}"] .tohit-predict-track').bounding_box()["width"] for kind in ("yours", "exact")]
    assert tracks[0] == tracks[1]  # both on one axis
    assert first.locator('[data-kind="yours"] i').bounding_box()["width"] > first.locator('[data-kind="exact"] i').bounding_box()["width"]
    assert page.locator(".tohit-headline-fraction").inner_text() == "?"


def test_slider_and_bars_go_by_keyboard_and_uncover_everything(asked):
    page, _ = asked
    for place in (0, 1):
        form = page.locator(".tohit-predict li").nth(place)
        form.get_by_role("slider").focus()
        page.keyboard.press("ArrowRight")
        assert form.get_by_role("textbox").input_value() == "51%"
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        form.locator(".tohit-predict-verdict").wait_for()
    bars = page.locator(".tohit-predict li").nth(2)
    bars.get_by_role("slider").first.focus()
    page.keyboard.press("End")
    assert bars.locator("output").first.inner_text() == "100%"
    bars.get_by_role("button").focus()
    page.keyboard.press("Enter")
    bars.locator(".tohit-predict-verdict").wait_for()
    page.locator(".tohit-headline-percent", has_text="16.7%").wait_for()
    assert page.locator(".tohit-predict-score").inner_text().startswith("3 guesses")
