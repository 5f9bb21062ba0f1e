"""The page of the four systems in a real browser: one drag, four answers; and the table that is clicked."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_one_choice_changes_all_four_panels_and_undo_brings_them_back(served, open_page, width, height):
    page = open_page(served.page("four_rules"), viewport={"width": width, "height": height})
    percents = page.locator(".tohit-judged .tohit-headline-percent")
    expect(percents).to_have_text(["16.7%", "25%", "50%", "55%"], timeout=60_000)
    page.locator(".tohit-controls select").select_option("melee")
    expect(page.locator(".tohit-judged .tohit-headline-refusals li:visible")).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(percents.first).to_be_visible()
    page.locator("button[lang=fr]").click()
    expect(page.locator(".tohit-judged .tohit-note p").first).to_have_text(re.compile("^Un d6 contre"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_cell_of_the_table_is_gone_to_by_click_and_by_keys(served, open_page):
    page = open_page(served.page("ninth_age"))
    cells = page.locator(".tohit-table-map button")
    expect(cells).to_have_count(100, timeout=60_000)
    here = page.locator(".tohit-table-map button[aria-current]")
    page.locator(".tohit-table-map tbody tr").nth(1).locator("button").nth(8).click()
    expect(here).to_have_attribute("aria-label", re.compile("^Offensive Skill 9 against Defensive Skill 2:"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(here).to_have_attribute("aria-label", re.compile("^Offensive Skill 9 against Defensive Skill 3:"))
    page.keyboard.press("Control+z")
    expect(here).to_have_attribute("aria-label", re.compile("^Offensive Skill 9 against Defensive Skill 2:"))


def test_the_inputs_of_a_procedure_answer_at_once(served, open_page):
    page = open_page(served.page("coup_de_grace"))
    card = page.locator(".tohit-procedures section").first
    page.locator(".tohit-procedures summary").click(timeout=60_000)
    card.locator("input[type=number]").fill("2")
    expect(card.locator("tr").last).to_contain_text("5/9")


def test_a_reload_brings_back_all_four(served, open_page):
    page = open_page(served.page("four_rules"))
    percents = page.locator(".tohit-judged .tohit-headline-percent")
    expect(percents).to_have_text(["16.7%", "25%", "50%", "55%"], timeout=60_000)
    page.locator(".tohit-controls select").select_option("melee")
    refused = page.locator(".tohit-judged .tohit-headline-refusals li:visible")
    expect(refused).to_have_count(4)
    page.wait_for_timeout(250)
    page.reload()
    expect(refused).to_have_count(4, timeout=60_000)
