"""The pages to guess on after a reload, and after their kernel was killed: scene, guesses, score, dice and words are back."""

from __future__ import annotations

import signal

import pytest

WAIT = 60_000
KEPT = """() => {
  const text = (css) => [...document.querySelectorAll(css)].filter((node) => node.checkVisibility()).map((node) => node.innerText);
  const minis = [...document.querySelectorAll(".tohit-board [data-mini]")].map((node) => node.getAttribute("aria-label"));
  const words = [...document.querySelectorAll(".tohit-sentence textarea")].map((node) => node.value);
  return {
    minis, words, headline: text(".tohit-headline-fraction, .tohit-headline-percent, .tohit-headline-sentence"),
    asked: text(".tohit-predict li"), score: text(".tohit-predict-score"), dice: text(".tohit-tally-throw, .tohit-tally-code"),
    tally: [...document.querySelectorAll(".tohit-tally input")].map((node) => node.value),
    lang: document.querySelector(".tohit-board").lang,
  };
}"""
SETTLED = "(({ n, applied }) => n === applied && Number(n) >= 0)(document.querySelector('.tohit-board').dataset)"


@pytest.fixture(params=["predict", "lessons/3"])
def asked(request, served, open_page):
    """A page on which something was guessed, moved, thrown and written."""
    page = open_page(viewport={"width": 1280, "height": 1500})
    page.set_default_timeout(WAIT)
    page.goto(served.page(request.param))
    items = page.locator(".tohit-predict").first.locator("li")
    items.first.locator("form").wait_for()
    guess(page, items, "1/7")
    board = page.locator(".tohit-board")
    if request.param == "predict":
        move(page, board)
        guess(page, page.locator(".tohit-predict").first.locator("li"), "1/3", most=1)
    else:
        page.locator(".tohit-tally-row").nth(1).locator("button").nth(1).click()
        page.locator(".tohit-tally-throw").nth(9).wait_for()
        page.locator(".tohit-sentence textarea").fill("Plus one is worth one face.")
        move(page, board)
        guess(page, page.locator(".tohit-predict").nth(1).locator("li"), "1/3", most=1)
    page.locator(".tohit-toolbar-language [lang=fr]").click()
    page.locator(".tohit-board[lang=fr]").wait_for()
    page.wait_for_function(SETTLED)
    return page


def still(page):
    """What the page looks like once nothing changes any more: what follows an answer comes a moment after it."""
    seen, now = None, page.evaluate(KEPT)
    while seen != now:
        page.wait_for_timeout(400)
        seen, now = now, page.evaluate(KEPT)
    return now


def guess(page, items, text, most=9):
    for place in range(min(items.count(), most)):
        item = items.nth(place)
        if item.get_by_role("textbox").count():
            item.get_by_role("textbox").fill(text)
        item.get_by_role("button").click()
        item.locator(".tohit-predict-verdict").wait_for()


def move(page, board):
    """Move a mini with two clicks, which asks anew on some pages."""
    board.locator("[data-mini] .hit").first.click()
    board.locator('svg [data-square="A1"]').click()
    page.wait_for_function("Number(document.querySelector('.tohit-board').dataset.n) > 0")
    page.wait_for_function(SETTLED)


def test_a_reload_brings_back_what_was_guessed_moved_thrown_and_written(asked):
    before = still(asked)
    assert before["score"] or before["dice"]
    for _ in range(2):
        asked.reload()
        back(asked, before)


def test_a_killed_kernel_is_replaced_and_everything_comes_back(asked, served, loaded_again, trouble):
    before = still(asked)
    with loaded_again(asked):
        for process in served.kernels():
            process.send_signal(signal.SIGKILL)
    back(asked, before)
    asked.locator(".tohit-toolbar-language [lang=en]").click()
    asked.locator(".tohit-board[lang=en]").wait_for()
    trouble.clear()  # the browser tells of the line that broke


def back(page, before):
    page.locator(".tohit-opened .tohit-predict-verdict").first.wait_for()
    page.wait_for_function(SETTLED)
    page.locator(".tohit-board[lang=fr]").wait_for()
    assert still(page) == before


def test_the_teachers_page_keeps_lesson_language_and_codes(served, open_page, loaded_again, trouble):
    page = open_page()
    page.set_default_timeout(WAIT)
    page.goto(served.page("lessons/teacher"))
    box = page.locator(".tohit-class_box textarea")
    box.fill("PAIR 7 · 13/40 · K, pair 8 20/40 b")
    page.locator(".tohit-dots-chart .tohit-chart-said", has_text="33 of 80").wait_for()
    page.locator(".tohit-controls select").select_option("4")
    page.locator(".tohit-toolbar-language [lang=fr]").click()
    goal = page.locator(".tohit-note", has_text="Objectif").first
    goal.wait_for()
    before = goal.inner_text()
    page.wait_for_timeout(300)
    with loaded_again(page):
        for process in served.kernels():
            process.send_signal(signal.SIGKILL)
    page.locator(".tohit-note", has_text="Objectif").first.wait_for()
    page.wait_for_function("document.querySelector('.tohit-controls select').value === '4'")
    assert page.locator(".tohit-note", has_text="Objectif").first.inner_text() == before
    assert page.locator(".tohit-class_box textarea").input_value().startswith("PAIR 7")
    page.locator(".tohit-dots-chart .tohit-chart-said", has_text="80").wait_for()
    assert not page.locator(".tohit-keeper button.link").is_visible()
    trouble.clear()  # the browser tells of the line that broke
