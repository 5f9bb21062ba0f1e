"""The page of sweeps in a real browser: numbers picked, cells pressed by mouse and by keys, files, cancel, a reload."""

import re
from fractions import Fraction

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import tohit
from tohit.ready import ready

ARCHER = ready(tohit.ruleset("coup-de-grace"))["archer-on-the-wall"]
DISTANCE, DEFENCE = "attack.overrides.distance", "minis[2].stats.defence"


@pytest.fixture
def opened(served, open_page):
    def open_(**options):
        page = open_page(f"{served.page('sweep')}?lang=en", **options)
        expect(cell(page, "Distance 7")).to_have_attribute("aria-current", "true", timeout=60_000)
        return page

    return open_


def cell(page, values):
    return page.locator(f'.tohit-heat-table [role=gridcell][aria-label^="{values}: "]')


def pick(page, place, key):
    page.locator(".tohit-over select").nth(place).select_option(key)


def chance(distance, defence):
    return tohit.evaluate(tohit.apply(ARCHER, [{"path": DISTANCE, "value": distance}, {"path": DEFENCE, "value": defence}])).chance


def percent(value):
    return ARCHER.rules.say("en").percent(Fraction(value))


def test_by_mouse(opened):
    page = opened()
    expect(page.locator(".tohit-spread-chart h3")).to_have_text("Chance by Distance")
    cell(page, "Distance 3").click()
    expect(page.locator(".tohit-headline-percent")).to_have_text(percent(chance(3, 4)))
    expect(cell(page, "Distance 3")).to_have_attribute("aria-current", "true")
    pick(page, 1, "target.stats.defence")
    target = cell(page, "Distance 12, Orc: Defence Value 1")
    expect(target).to_have_attribute("aria-label", re.compile(re.escape(percent(chance(12, 1)))))
    expect(page.locator(".tohit-spread-chart")).to_have_class(re.compile("tohit-chart-absent"))
    target.click()
    expect(target).to_have_attribute("aria-current", "true")
    expect(page.locator(".tohit-headline-percent")).to_have_text(percent(chance(12, 1)))
    page.locator(".tohit-toolbar-history button").first.click()
    expect(cell(page, "Distance 3, Orc: Defence Value 4")).to_have_attribute("aria-current", "true")
    # what helps, by its button, and back
    change = page.locator(".tohit-reading > .tohit-ranking li").first
    expect(change.locator(".tohit-ranking-change")).to_have_text("+16.7")
    told = change.locator(".tohit-ranking-percent").inner_text()
    change.get_by_role("button").click()
    expect(page.locator(".tohit-headline-percent")).to_have_text(told)
    page.locator(".tohit-toolbar-history button").first.click()
    expect(page.locator(".tohit-headline-percent")).to_have_text(percent(chance(3, 4)))


def test_by_keyboard_alone(opened):
    page = opened()
    page.locator(".tohit-toolbar button").first.focus()

    def tab_to(selector):
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(selector)

    tab_to(".tohit-over [data-path='sweep.second'] select")
    for _ in range(5):  # none, then the archer's four, then the orc's Defence Value
        page.keyboard.press("ArrowDown")
    here = cell(page, "Distance 7, Orc: Defence Value 4")
    expect(here).to_have_attribute("aria-current", "true")
    tab_to(".tohit-over [data-path='sweep.wanted'] input")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".tohit-over .tohit-ranking h3")).to_have_text("What makes it at least 51%?")
    tab_to(".tohit-heat-table [role=gridcell]")
    expect(here).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(cell(page, "Distance 5, Orc: Defence Value 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, "Distance 5, Orc: Defence Value 2")).to_have_attribute("aria-current", "true")
    expect(page.locator(".tohit-headline-percent")).to_have_text(percent(chance(5, 2)))
    expect(cell(page, "Distance 5, Orc: Defence Value 2")).to_be_focused()
    page.keyboard.press("Control+End")
    expect(cell(page, "Distance 24, Orc: Defence Value 12")).to_be_focused()
    assert page.evaluate("""() => {
      const [cell, frame] = [document.activeElement, document.querySelector(".tohit-heat-table-frame")].map((node) => node.getBoundingClientRect());
      return cell.right <= frame.right && cell.bottom <= frame.bottom && cell.top >= frame.top;
    }""")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Home")
    expect(here).to_have_attribute("aria-current", "true")
    expect(page.locator(".tohit-reading > .tohit-ranking li button").first).to_be_enabled()  # told once the board rests
    tab_to(".tohit-reading > .tohit-ranking li button")
    page.keyboard.press("Enter")
    expect(page.locator(".tohit-headline-percent")).to_have_text("33.3%")


def test_a_drag_on_the_board_carries_the_table_along(opened):
    page = opened()
    pick(page, 0, "target.stats.defence")
    expect(cell(page, "Orc: Defence Value 4")).to_have_text("16.7")
    orc, square = page.locator('.tohit-board [data-mini="Orc"] .hit'), page.locator('.tohit-board svg [data-square="F4"]')
    start, end = orc.bounding_box(), square.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    moved = tohit.apply(ARCHER, [{"mini": "Orc", "at": "F4"}])
    wanted = percent(tohit.evaluate(moved).chance)
    expect(cell(page, "Orc: Defence Value 4")).to_have_text(wanted.rstrip("%"))  # the button is still held
    page.mouse.up()
    expect(page.locator(".tohit-headline-percent")).to_have_text(wanted)


def test_a_table_keeps_no_reader_out(opened):
    page = opened()
    pick(page, 1, "attacker.facing")
    expect(cell(page, "Distance 7, Archer: facing north")).to_have_attribute("data-refused", "")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        faults = [fault["id"] for fault in Axe().run(page).response["violations"] if fault["impact"] in ("serious", "critical")]
        assert faults == []


def test_ten_thousand_cells_scroll_and_more_are_refused(opened):
    page = opened()
    for place, value in ((1, "99"), (0, "0")):
        page.locator(".tohit-over input").nth(place).fill(value)
    pick(page, 1, "target.stats.defence")
    page.locator("[data-path='sweep.second_to'] input").fill("99")
    page.locator("[data-path='sweep.second_to'] input").blur()
    grid = page.locator(".tohit-heat-table [role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", "101")
    expect(grid).to_have_attribute("aria-colcount", "101")
    assert page.locator(".tohit-heat-table [role=gridcell]").count() < 700
    page.evaluate("document.querySelector('.tohit-heat-table-frame').scrollTo(9999, 9999)")
    expect(cell(page, "Distance 99, Orc: Defence Value 99")).to_be_visible()
    with page.expect_download() as saved:
        page.locator(".tohit-heat-table-files button").nth(2).click()
    lines = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 10_001 and lines[0] == "Distance,Orc: Defence Value,Chance,%"
    assert lines[1 + 100 * 4 + 7] == f"7,4,{chance(7, 4)},{percent(chance(7, 4))}"
    page.locator("[data-path='sweep.second_to'] input").fill("100")
    page.locator("[data-path='sweep.second_to'] input").blur()
    expect(page.locator("[data-path='sweep.second_to'] .tohit-failed")).to_have_text("sweep: 10100 cells are too many; allowed: at most 10000.")
    expect(grid).to_have_attribute("aria-rowcount", "101")


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_picture_of_a_table_is_a_file(opened, kind):
    page = opened()
    pick(page, 1, "attacker.facing")
    expect(cell(page, "Distance 7, Archer: facing north")).to_have_attribute("data-refused", "")
    with page.expect_download() as saved:
        page.locator(".tohit-heat-table-files button").nth(["png", "svg"].index(kind)).click()
    assert saved.value.suggested_filename == f"chance-by-distance-and-archer-facing.{kind}"
    data = saved.value.path().read_bytes()
    assert data.startswith(b"\x89PNG") if kind == "png" else b"<svg" in data and b">16.7<" in data


def test_what_takes_long_tells_how_far_it_is_lets_an_edit_through_and_can_be_cancelled(opened):
    page = opened()
    page.get_by_role("button", name="Scenarios ▾").click()
    page.get_by_role("button", name="Charge against shields").click()
    expect(page.locator(".tohit-headline-sentence")).to_contain_text("Knights")
    pick(page, 0, "options.multiple_wounds")
    page.locator("[data-path='sweep.first_to'] input").fill("100")
    pick(page, 1, "attacker.stats.attack_value")
    page.locator("[data-path='sweep.second_to'] input").fill("98")
    page.locator("[data-path='sweep.second_to'] input").blur()
    progress, cancel = page.locator(".tohit-progress progress"), page.locator(".tohit-progress button")
    expect(progress).to_be_visible(timeout=15_000)
    expect(page.locator(".tohit-heat-table")).to_be_hidden()
    expect(page.locator(".tohit-progress [role=status]")).to_contain_text("of 9900 cells")  # those of the last edit
    first = int(progress.get_attribute("value"))
    grows = "(first) => document.querySelector('.tohit-progress progress').value > first"
    page.wait_for_function(grows, arg=first, polling=20, timeout=15_000)
    cancel.click()
    expect(page.locator(".tohit-progress [role=status]")).to_have_text("Cancelled: nothing of it is shown.")
    expect(page.locator(".tohit-heat-table")).to_be_hidden()
    cancel.click()  # "Work it out"
    expect(progress).to_be_visible()
    page.locator("[data-path='sweep.second_to'] input").fill("4")  # an edit in between wins
    page.locator("[data-path='sweep.second_to'] input").blur()
    expect(page.locator(".tohit-heat-table [role=grid]")).to_have_attribute("aria-rowcount", "6", timeout=15_000)
    expect(progress).to_be_hidden()


def test_a_reload_brings_the_numbers_back_and_a_phone_shows_them_all(opened):
    page = opened(viewport={"width": 390, "height": 844})
    pick(page, 1, "target.stats.defence")
    page.locator("[data-path='sweep.second_to'] input").fill("6")
    page.locator("[data-path='sweep.second_to'] input").blur()
    grid = page.locator(".tohit-heat-table [role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", "8")
    page.locator("button[lang=fr]").click()
    expect(page.locator(".tohit-heat-table h2")).to_contain_text("Probabilité")
    page.wait_for_function("location.hash.includes('lang=fr')")
    page.reload()
    expect(grid).to_have_attribute("aria-rowcount", "8", timeout=60_000)
    expect(page.locator(".tohit-heat-table h2")).to_contain_text("Probabilité")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.evaluate("""[...document.querySelectorAll('.tohit-over :is(button, select, input)')].filter((node) => node.offsetParent)
      .map((node) => node.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24).length""")
    assert sizes == 0


def test_in_jupyterlab_over_what_the_call_says(lab, write_notebook, page):
    cell_ = "import tohit\ntohit.sweeps(over=('target.stats.defence', 'attacker.facing'), lang='en')"
    write_notebook(lab.folder / "sweep.ipynb", cell_)
    page.set_viewport_size({"width": 1500, "height": 1700})
    lab.run(page, "sweep")
    target = cell(page, "Orc: Defence Value 2, Archer: facing east")
    expect(target).to_have_text("50", timeout=90_000)
    target.click()
    expect(target).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(cell(page, "Orc: Defence Value 3, Archer: facing east")).to_have_attribute("aria-current", "true")
    expect(page.locator(".tohit-headline-percent")).to_have_text("33.3%")
