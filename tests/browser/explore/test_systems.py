"""The pages of SemiAutomagic, The Ninth Age and the four together: what every page must do, on each of them.

No console error and no outside request is the fixture's own promise for every test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

import tohit
from tohit.dashboards.four_rules import FourExplorer

WAYS = {
    "semiautomagic": ("Knight", ("E6", "E7", "F7"), ("B2",), "Squire", "E4"),
    "ninth-age": ("Knights", ("H5", "H6"), ("B2",), "Halberdiers", "F5"),
}
"""Who attacks, where it still reaches its target, where not; and another mini with a square beside it."""


@pytest.mark.parametrize("rules", WAYS)
def test_a_drag_changes_headline_ledger_and_charts_to_the_exact_values(explorer: Any, rules: str) -> None:
    """Also out of reach, where the requirement that fails is said, and back by undo."""
    attacker, near, away, other, square = WAYS[rules]
    made = explorer(rules)
    made.expect()
    made.drag(attacker, *near)
    made.expect()
    assert made.shown()["fraction"]
    made.drag(attacker, *away)
    made.expect()
    assert tohit.evaluate(made.truth.question).refusals[0].key in ("reach", "base-contact")
    assert made.shown()["refusals"] and not made.shown()["fraction"]
    made.undo()
    made.expect()
    made.drag(other, square)
    made.expect()


@pytest.mark.parametrize("rules", WAYS)
def test_both_languages_and_a_drag_in_french(explorer: Any, rules: str) -> None:
    attacker, near, *_ = WAYS[rules]
    made = explorer(rules)
    made.speak("fr")
    made.expect()
    made.drag(attacker, *near)
    made.expect()
    made.speak("en")
    made.expect()


@pytest.mark.parametrize(("rules", "width", "height"), [(rules, *size) for rules in WAYS for size in ((1280, 800), (390, 844))])
def test_nothing_leaves_the_page_sideways(explorer: Any, rules: str, width: int, height: int) -> None:
    made = explorer(rules, viewport={"width": width, "height": height})
    for lang in ("en", "fr"):
        made.speak(lang)
        made.expect()
        made.page.evaluate("document.querySelectorAll('.tohit-controls details').forEach((group) => { group.open = true; })")
        assert made.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        wide = made.page.evaluate("""() => [...document.querySelectorAll('.tohit-controls details')].flatMap((group) => {
          const { right } = group.getBoundingClientRect();
          return [...group.querySelectorAll('select, input, button')].filter((each) => each.getBoundingClientRect().right > right + 1)
            .map((each) => each.outerHTML.slice(0, 80));
        })""")
        assert wide == []


def test_a_spell_cannot_be_aimed_and_the_page_says_so(explorer: Any) -> None:
    """The long shot as an aimed spell: the requirement's own sentence, and the answer again without aiming."""
    made = explorer("semiautomagic")
    made.find(".tohit-toolbar").get_by_role("button", name="Scenarios").click()
    made.page.get_by_role("button", name="The long shot").click()
    made.tell(scenario="the-long-shot")
    made.expect()
    for name, path, value in (("Magic", "magic", True), ("Aimed", "aimed", not made.truth.question.attack.options.aimed)):
        if getattr(made.truth.question.attack.options, path) != value:
            made.page.evaluate("document.querySelector('details.tohit-controls-options').open = true")
            made.find(".tohit-controls-options").get_by_label(name, exact=True).click()
            made.tell(path=f"attack.options.{path}", value=value)
        made.expect()


def test_a_click_in_the_table_goes_there(explorer: Any) -> None:
    """The present pair is outlined; a click gives both minis their values, and everything follows."""
    made = explorer("ninth-age")
    here = made.find(".tohit-table-map button[aria-current]")
    expect(here).to_have_attribute("aria-label", re.compile("^Offensive Skill 5 against Defensive Skill 4:"))
    for offensive, defensive in ((9, 2), (1, 10), (5, 5)):
        made.find(".tohit-table-map tbody tr").nth(defensive - 1).locator("button").nth(offensive - 1).click()
        attack = made.truth.question.attack
        made.tell(mini=attack.attacker, stats={"offensive": offensive})
        made.tell(mini=attack.target, stats={"defensive": defensive})
        made.expect()
        expect(here).to_have_attribute("aria-label", re.compile(f"^Offensive Skill {offensive} against Defensive Skill {defensive}:"))
        need = tohit.evaluate(made.truth.question).stages[0].need
        expect(here).to_have_text(need)
        assert here.evaluate("(cell) => getComputedStyle(cell).outlineStyle") != "none" or here.evaluate(
            "(cell) => getComputedStyle(cell).boxShadow") != "none"
    made.undo()
    made.expect()


def test_one_drag_gives_four_exact_answers_in_both_languages(served: Any, open_page: Any) -> None:
    """Each panel shows what its system's `evaluate` says of the same scene: percent, ledger, refusals."""
    page = open_page(served.page("four_rules"), viewport={"width": 1280, "height": 1500})
    panels = page.locator(".tohit-judged")
    expect(panels).to_have_count(4, timeout=60_000)
    board = page.locator(".tohit-board")
    truth = FourExplorer("en")
    for lang in ("en", "fr"):
        page.locator(f"button[lang={lang}]").click()
        shows(panels, truth.answer, lang)
    for square in ("D4", "I2", "B7"):
        board.locator('[data-mini="Archer"] .hit').hover()
        page.mouse.down()
        box = board.locator(f'[data-square="{square}"]').bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        page.mouse.up()
        truth.ask([{"mini": "Archer", "at": square}])
        shows(panels, truth.answer, "fr")


def shows(panels: Any, answers: Mapping[str, Any], lang: str) -> None:
    """Percent or refusals, and the lines that the page lists, of all four."""
    for place, answer in enumerate(answers.values()):
        panel, say = panels.nth(place), answer.question.rules.say(lang)
        if answer.allowed:
            expect(panel.locator(".tohit-headline-percent")).to_have_text(say.percent(answer.chance))
        else:
            told = [str(say.show(refusal.because)) for refusal in answer.refusals]
            expect(panel.locator(".tohit-headline-refusals li")).to_have_text(told)
        names = [str(say.show(line.name)) for line in answer.ledger if line.value or not line.applied]
        expect(panel.locator(".tohit-ledger-line .tohit-ledger-name")).to_have_text(names)


def test_profiles_are_added_renamed_and_taken_away_on_the_page(explorer: Any) -> None:
    """Select Fire: the attack that names a profile follows its name, and each gesture is one step of undo."""
    made = explorer("dark-age")
    made.find(".tohit-toolbar").get_by_role("button", name="Scenarios").click()
    made.page.get_by_role("button", name="Slug or burst").click()
    made.tell(scenario="slug-or-burst")
    chips, chosen = made.find(".tohit-controls-weapon .tohit-controls-chip"), made.find(".tohit-controls-slots select")
    expect(chips).to_have_text(["Slug \u00d7", "Burst \u00d7", "Aimed \u00d7"])
    made.page.evaluate("document.querySelectorAll('.tohit-controls details').forEach((group) => { group.open = true; })")
    made.find(".tohit-controls-weapon .tohit-controls-add").click()
    expect(chips).to_have_text(["Slug \u00d7", "Burst \u00d7", "Aimed \u00d7", "Profile 1 \u00d7"])
    name = made.find(".tohit-controls-weapon-profiles-0 input").first
    name.fill("Ball")
    name.press("Tab")
    expect(chips.first).to_have_text("Ball \u00d7")
    expect(chosen.first).to_have_value("Ball")
    chips.first.click()
    expect(chips).to_have_text(["Burst \u00d7", "Aimed \u00d7", "Profile 1 \u00d7"])
    expect(chosen.first).to_have_value("Burst")
    for _ in range(3):
        made.find(".tohit-toolbar-history button").first.click()
        made.settle()
    expect(chips).to_have_text(["Slug \u00d7", "Burst \u00d7", "Aimed \u00d7"])
    made.expect()
