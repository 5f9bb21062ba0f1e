"""Was I unlucky, in a real browser: rolls are typed or clicked, refused in place, undone, and kept."""

import pytest
from playwright.sync_api import expect

DRAFT = """([field, words]) => {
    document.querySelector('.tohit-evening-faces button').click();  // its answer comes while the entry is being typed
    const input = document.querySelector(field);
    input.focus();
    input.value = words;
    input.dispatchEvent(new Event("input"));
}"""


@pytest.mark.parametrize(("field", "words", "more"), [
    (".tohit-evening-rolls input", "3 5", " 6"), (".tohit-evening-number input", "1", "7"),
])
def test_what_is_being_typed_is_not_replaced_by_an_answer(served, open_page, field, words, more):
    page = open_page(served.page("was_i_unlucky"))
    verdict = page.locator(".tohit-evening-verdict")
    verdict.wait_for(timeout=60_000)
    before = verdict.inner_text()
    page.evaluate(DRAFT, [field, words])
    expect(verdict).not_to_have_text(before)
    expect(page.locator(field).first).to_have_value(words)
    before = verdict.inner_text()
    page.keyboard.press("End")
    page.keyboard.type(more)
    page.keyboard.press("Enter")
    expect(verdict).not_to_have_text(before)
    expect(page.locator(field).first).to_have_value(words + more)


@pytest.mark.parametrize(("width", "height"), [(390, 844)])
def test_rolls_are_clicked_typed_refused_and_kept(served, open_page, width, height):
    page = open_page(served.page("was_i_unlucky"), viewport={"width": width, "height": height})
    verdict = page.locator(".tohit-evening-verdict")
    expect(verdict).to_have_text("In 100 such evenings, about 60 would be at least as unlucky.", timeout=60_000)
    attacks, hits = (page.locator(".tohit-evening-number input").nth(place) for place in (0, 1))
    rolls = page.locator(".tohit-evening-rolls input")
    faces = page.locator(".tohit-evening-faces button")
    for face in (6, 1, 6, 2, 6):  # faster than Python answers: none is lost
        faces.nth(face - 1).click(no_wait_after=True)
    expect(rolls).to_have_value("6 1 6 2 6")
    expect(attacks).to_have_value("5")
    expect(hits).to_have_value("3")
    expect(verdict).to_have_text("In 100 such evenings, about 4 would be at least as lucky.")
    page.locator(".tohit-evening-tools button").first.click()
    expect(rolls).to_have_value("6 1 6 2")
    rolls.focus()
    rolls.fill("3 9")
    page.keyboard.press("Enter")
    expect(page.locator(".tohit-evening .tohit-failed")).to_have_text("rolls[1]: got 9; allowed: a whole number from 1 to 6.")
    expect(hits).to_have_value("2")
    rolls.fill("6 6 6 6")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("One evening in about 1\u202f300 would be at least as lucky.")
    hits.focus()
    page.keyboard.press("ArrowDown")
    expect(hits).to_have_value("3")
    expect(rolls).to_have_value("")
    page.locator(".tohit-toolbar-history button").first.click()
    expect(rolls).to_have_value("6 6 6 6")
    page.wait_for_timeout(300)
    page.reload()
    expect(rolls).to_have_value("6 6 6 6", timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""[...document.querySelectorAll(".tohit-evening button, .tohit-evening input")]
        .filter((node) => node.getBoundingClientRect().height < 24 || node.getBoundingClientRect().width < 24).length""")
    assert small == 0
