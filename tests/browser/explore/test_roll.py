"""Roll it in a real browser: however fast it is pressed, every press counts once."""

import re

from playwright.sync_api import expect


def test_fast_presses_are_all_counted_and_bars_never_leave_their_axis(served, open_page):
    page = open_page(served.page("coup_de_grace"), viewport={"width": 390, "height": 844})
    panel = page.locator(".tohit-roll")
    panel.locator("summary").click(timeout=60_000)
    told = panel.locator(".tohit-roll-told")
    expect(told).to_have_text("n = 0 attacks thrown, seed 1")
    page.evaluate("""() => { for (let press = 0; press < 40; press += 1)
        document.querySelector(`.tohit-roll button[data-more="${press % 2 ? 10 : 1}"]`).click(); }""")
    expect(told).to_have_text("n = 220 attacks thrown, seed 1")
    button = panel.locator("button[data-more='1000']")
    button.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(told).to_have_text("n = 3220 attacks thrown, seed 1")
    cells = panel.locator("tbody tr td:nth-child(3)").all_inner_texts()
    assert sum(int(re.match(r"\d+", cell)[0]) for cell in cells) == 3220
    wide = panel.locator(".tohit-roll-fill").evaluate_all("""nodes => nodes.map((node) =>
        node.getBoundingClientRect().width / node.parentNode.getBoundingClientRect().width)""")
    assert all(0 <= share <= 1 for share in wide) and abs(sum(wide) - 1) < 0.01
    expect(panel.locator(".tohit-roll-dice li")).to_have_count(10)
    panel.locator("input").fill("seven")
    page.keyboard.press("Enter")
    expect(panel.locator(".tohit-failed")).to_contain_text('seed: got "seven"')
    panel.locator("input").fill("7")
    page.keyboard.press("Enter")
    expect(told).to_have_text("n = 0 attacks thrown, seed 7")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_bars_show_what_is_chosen_and_an_evening_is_rolled_again(served, open_page):
    page = open_page(served.page("coup_de_grace"), viewport={"width": 390, "height": 844})
    panel = page.locator(".tohit-roll")
    panel.locator("summary").click(timeout=60_000)
    told, choice = panel.locator(".tohit-roll-told"), panel.locator("select")
    page.locator(".tohit-controls-attack input").first.fill("4")
    expect(choice.locator("option")).to_have_count(3)
    choice.select_option("hits")
    expect(told).to_have_text("n = 0 times 4 attacks thrown, seed 1")
    panel.locator("button[data-more='100']").click()
    expect(told).to_have_text("n = 100 times 4 attacks thrown, seed 1")
    assert panel.locator("tbody th").all_inner_texts()[0] == "0"
    expect(panel.locator("thead th").first).to_have_text("hits among 4 attacks")
    expect(panel.locator(".tohit-roll-dice")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(served.page("was_i_unlucky"))
    panel.locator("summary").click(timeout=60_000)
    expect(choice).to_be_hidden()
    panel.locator("button[data-more='1000']").click()
    expect(panel.locator(".tohit-roll-remark")).to_have_text(
        re.compile(r"At least as badly as yours went \d+ of 1000 evenings: [\d.]+%; exact: 60\.5%\."))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
