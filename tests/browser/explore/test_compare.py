"""The page of two scenarios in a real browser: a change on one side, the difference follows, a reload keeps both."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_change_of_b_is_told_beside_a_and_kept(served, open_page, width, height):
    page = open_page(served.page("compare"), viewport={"width": width, "height": height})
    percents, verdict = page.locator(".tohit-headline-percent"), page.locator(".tohit-between .tohit-note").first
    expect(percents).to_have_text(["16.7%", "33.3%"], timeout=60_000)
    expect(verdict.locator("h2")).to_have_text("B against A: +16.7 percentage points")
    chosen = page.locator(".tohit-side-b .tohit-controls select").first
    chosen.select_option("other")
    expect(verdict.locator("h2")).to_have_text("A and B are equally likely")
    page.locator(".tohit-side-a .tohit-controls select").first.select_option("coup-de-grace/surrounded")
    expect(page.locator(".tohit-side-a .tohit-headline-percent")).not_to_have_text("33.3%")
    page.locator("button[lang=fr]").click()
    expect(page.locator(".tohit-between .tohit-note").last.locator("h2")).to_have_text("Ce qui diffère, de A à B")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    before = percents.all_text_contents()
    page.wait_for_timeout(700)
    page.reload()
    expect(percents).to_have_text(before, timeout=60_000)


def test_a_link_is_pasted_and_two_marked_steps_lead_here(served, open_page):
    page = open_page(served.page("coup_de_grace"))
    page.locator(".tohit-steps-strip summary").click(timeout=60_000)
    page.get_by_role("button", name="Number of attacks: one more").click()
    page.locator(".tohit-steps-strip [data-mark=a]").first.click()
    page.locator(".tohit-steps-strip [data-mark=b]").nth(1).click()
    page.wait_for_timeout(300)
    page.reload()
    page.locator(".tohit-steps-strip summary").click(timeout=60_000)
    page.locator(".tohit-steps-strip-compare").click()
    differs = page.locator(".tohit-between .tohit-note").last.locator("p")
    expect(differs).to_have_text(["Number of attacks: 3 → 4"], timeout=60_000)
    link = page.url
    page.locator(".tohit-side-b .tohit-controls select").first.select_option("other")
    expect(differs).to_have_text(["Nothing: A and B are the same."])
    paste = page.locator(".tohit-side-b .tohit-controls input[type=text]").first
    paste.fill(link)
    paste.press("Enter")
    expect(differs).to_have_text(["Number of attacks: 3 → 4"])
