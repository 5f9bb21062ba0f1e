"""An exported page opened as a file: no server, no kernel, exact answers, and an honest end of what is stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import tohit
from tohit.offline import export
from tohit.ready import ready
from tohit.words import words

QUESTION = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
ARCHER, ORC = QUESTION.attack.attacker, QUESTION.attack.target


@pytest.fixture
def exported(tmp_path, open_page):
    """Write a page, open it: ``exported("fr")``."""
    def open_(lang="en", **options):
        path = tmp_path / "scene.html"
        path.write_text(export(QUESTION, lang), encoding="utf-8")
        return open_page(path.as_uri(), bypass_csp=False, **options)

    return open_


def percent(lang="en", *edits):
    return words(lang).percent(tohit.evaluate(tohit.apply(QUESTION, edits)).chance)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_lists_sliders_and_the_way_back(exported, lang):
    page, say = exported(lang), words(lang)
    shown = page.locator("#percent")
    expect(shown).to_have_text(percent(lang))
    page.select_option("#attacker", "D4")
    expect(shown).to_have_text(percent(lang, {"mini": ARCHER, "at": "D4"}))
    page.select_option("#target", "F4")
    expect(shown).to_have_text(percent(lang, {"mini": ARCHER, "at": "D4"}, {"mini": ORC, "at": "F4"}))
    page.select_option("#facing", "W")
    expect(page.locator("#said")).to_have_text(say("page.not_allowed"))
    page.locator("#sliders input").nth(1).fill("6")
    expect(page.locator("#note")).to_have_text(say("offline.outside"))
    page.locator("#again").click()
    expect(shown).to_have_text(percent(lang))
    expect(page.locator("#note")).to_have_text(say("offline.stored"))
    page.locator("#sliders input").nth(1).fill("6")
    expect(shown).to_have_text(percent(lang, {"mini": ORC, "stats": {"defence": 6}}))


def test_a_mini_is_dragged_and_clicked(exported):
    page = exported()
    board = page.locator("svg.board")
    box = board.bounding_box()
    columns, edge = QUESTION.scene.grid.columns, 22
    size = box["width"] / (columns * 40 + edge) * 40

    def spot(square):
        col, row = ord(square[0]) - 65, int(square[1:])
        return box["x"] + (edge / 40 + col + 0.5) * size, box["y"] + (QUESTION.scene.grid.rows - row + 0.5) * size

    page.mouse.move(*spot("B4"))
    page.mouse.down()
    page.mouse.move(*spot("C4"), steps=4)
    page.mouse.move(*spot("D4"), steps=4)
    page.mouse.up()
    expect(page.locator("#attacker")).to_have_value("D4")
    expect(page.locator("#percent")).to_have_text(percent("en", {"mini": ARCHER, "at": "D4"}))
    page.mouse.click(*spot("D4"))
    page.mouse.click(*spot("C3"))
    expect(page.locator("#attacker")).to_have_value("C3")
    expect(page.locator("#percent")).to_have_text(percent("en", {"mini": ARCHER, "at": "C3"}))


def test_on_a_phone_nothing_is_wider_than_the_page(exported):
    page = exported(viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
