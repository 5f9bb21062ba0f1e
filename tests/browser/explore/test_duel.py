"""The duel's page in a real browser: order and both sides by their controls, the answer follows, a reload brings it back."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(("width", "height"), [(390, 844)])
def test_order_and_the_second_side_are_chosen_and_kept(served, open_page, width, height):
    page = open_page(served.page("duel"), viewport={"width": width, "height": height})
    ending = page.locator(".tohit-ending").first
    verdict, rows = ending.locator(".tohit-ending-verdict"), ending.locator("tr")
    expect(verdict).to_have_text("Raider wins with 52.4%.", timeout=60_000)
    expect(rows).to_have_count(2)
    order, begins = (page.locator(".tohit-controls-duel select").nth(place) for place in (0, 1))
    begins.focus()
    page.keyboard.press("ArrowDown")
    expect(verdict).to_have_text("Raider wins with 74.1%.")
    order.select_option("at once")
    expect(rows).to_have_count(3)
    expect(begins).to_have_count(0)
    page.locator(".tohit-controls-back-attack summary").click()
    attacks = page.locator(".tohit-controls-back-attack input")
    attacks.fill("5")
    expect(rows.nth(1).locator("td").nth(1)).not_to_have_text("52.4%")
    told = verdict.inner_text()
    page.wait_for_timeout(400)
    told = verdict.inner_text()
    page.locator("button[lang=fr]").click()
    expect(verdict).to_contain_text("Victoire")
    page.wait_for_timeout(400)
    page.reload()
    expect(rows).to_have_count(3, timeout=60_000)
    expect(verdict).to_contain_text(told.split()[-1].rstrip("%.").replace(".", ","))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = page.evaluate("[...document.querySelectorAll('.tohit-ending tr')].map((row) => row.getBoundingClientRect().height)")
    assert max(heights) < 60  # names are not broken into letters
