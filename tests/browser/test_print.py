"""A page on paper: light, as long as it is, what one reads and nothing to press."""

from __future__ import annotations

import re

import pytest

WHITE, A4 = "rgb(255, 255, 255)", {"width": 794, "height": 1123}
SCREEN_ONLY = (".tohit-toolbar", ".tohit-tools", ".tohit-controls", ".tohit-board .tools", ".tohit-ledger-why", ".tohit-steps details")
READ = (".tohit-headline", "svg.board", ".tohit-ledger-main", ".tohit-face-chart .bqplot", ".tohit-worth-chart .tohit-chart-said")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_is_printed_whole_and_light(served, open_page, theme):
    page = open_page(served.page("coup_de_grace"), color_scheme=theme)
    page.locator(".tohit-worth-chart .bqplot rect").first.wait_for(state="attached", timeout=60_000)
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    assert [part for part in SCREEN_ONLY if page.locator(part).first.is_visible()] == []
    assert [part for part in READ if not page.locator(part).first.is_visible()] == []
    assert page.locator(".tohit-ledger-rows").evaluate("(node) => getComputedStyle(node).getPropertyValue('--th-bg').trim()") == "#ffffff"
    assert page.locator(".tohit-board .stage").evaluate("(node) => getComputedStyle(node).backgroundColor") == WHITE
    assert page.locator(".tohit-headline").evaluate("(node) => getComputedStyle(node).position") != "sticky"
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2
