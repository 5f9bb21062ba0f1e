"""No page has a fault that keeps a reader out: axe-core finds nothing serious or critical, in any language or theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
PAGES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb") if path.stem != "index")
GRAVE = ("serious", "critical")
OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"


def test_the_front_page(open_page, served):
    for lang in ("en", "fr"):
        page = open_page(f"{served.url}?lang={lang}")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert faults(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_both_languages_and_themes(open_page, served, name):
    """With everything unfolded, a mini taken up, and at the width of a phone as well."""
    page = open_page(f"{served.page(name)}?lang=en")
    page.wait_for_selector("#opening", state="detached", timeout=60_000)
    page.locator(".tohit-board .mini .hit").first.click()
    page.locator(".tohit-board .actions button").first.wait_for()
    for lang in ("en", "fr"):
        page.locator(f".tohit-toolbar-language [lang={lang}]").click()
        page.locator(f".tohit-board[lang={lang}]").first.wait_for()
        page.evaluate(OPEN_ALL)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []


@pytest.mark.parametrize("menu", [0, 1, 2])
def test_an_open_menu(open_page, served, menu):
    page = open_page(served.page("coup_de_grace"))
    page.wait_for_selector("#opening", state="detached", timeout=60_000)
    page.locator(".tohit-toolbar-menu > button, .tohit-toolbar-help > button").nth(menu).click()
    page.locator(".tohit-toolbar-panel:visible").wait_for()
    assert faults(page) == []


def faults(page: Any) -> list[str]:
    """The grave faults, each with where it is and what it is."""
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['html'][:200]}" for fault in found if fault["impact"] in GRAVE
            for node in fault["nodes"]]
