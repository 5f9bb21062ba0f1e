"""The duel's page in a real browser: order and both sides by their controls, the answer follows, a reload brings it back."""

import json
import re

import pytest
from playwright.sync_api import expect

import tohit
from tohit.core.duel import back
from tohit.words import words


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


def test_a_long_duel_says_how_far_it_is_can_be_stopped_and_an_edit_wins(served, open_page):
    stats = {"offensive": 5, "strength": 4, "attack_value": 1, "armour": 2, "models": 30}
    units = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "ninth-age", "board": {"columns": 8, "rows": 6},
        "minis": [{"name": "Guards", "side": "red", "at": "C3", "facing": "E", "stats": stats},
                  {"name": "Raiders", "side": "blue", "at": "D3", "facing": "W", "stats": {**stats, "armour": 3}}],
        "attack": {"attacker": "Guards", "target": "Raiders", "mode": "melee", "attacks": 30},
    }))
    page = open_page(f"{served.page('duel')}{tohit.link(units)}")
    verdict, rows = page.locator(".tohit-ending-verdict").first, page.locator(".tohit-ending").first.locator("tr")
    line = page.locator(".tohit-progress-line")
    button, told = line.locator("button"), line.locator("[role=status]")
    expect(told).to_have_text(re.compile(r"^The duel is being worked out: \d+%\.$"), timeout=60_000)
    expect(rows).to_have_count(0)
    button.click()
    expect(told).to_have_text("Cancelled: nothing of it is shown.")
    expect(rows).to_have_count(0)
    expect(verdict).to_be_hidden()
    button.click()
    expect(told).to_have_text(re.compile(r"worked out: \d+%"))
    attacks = page.locator(".tohit-controls-attack input").first
    attacks.fill("3")
    fewer = tohit.duel(tohit.apply(units, [{"path": "attack.attacks", "value": 3}]),
                       tohit.apply(back(units), [{"path": "attack.attacks", "value": 30}]))
    best = max((fewer.first_wins, "Guards"), (fewer.second_wins, "Raiders"))
    expect(verdict).to_have_text(f"{best[1]} wins with {words('en').percent(best[0])}.", timeout=60_000)
    expect(line).to_be_hidden()
