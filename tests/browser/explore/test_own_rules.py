"""The notebook that holds a rule system in its cell, as Voila serves it; and a mistake in such a system."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[3] / "notebooks/your_own_rules.ipynb"


def cell() -> str:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return next("".join(one["source"]) for one in cells if one["id"] == "page")


def test_the_page_and_the_check_below_it_in_the_readers_language(served, open_page) -> None:
    page = open_page(served.page("your_own_rules"), locale="fr-FR")
    page.locator(".tohit-headline").get_by_text("7 sur 10").wait_for(timeout=90_000)
    page.get_by_text("« Règles maison » tient les 8 promesses").wait_for()


def test_a_mistake_names_rule_and_line_and_the_last_good_answer_stays(serve, write_notebook, tmp_path, open_page) -> None:
    sound = "lambda s: measure.steps(s.distance, 3)"
    broken = cell().replace(sound, "lambda s: measure.steps(s.distance, 3 // (s.attacker.skill - 4))")
    assert broken != cell()
    line = next(number for number, text in enumerate(broken.splitlines(), 1) if "skill - 4" in text)
    write_notebook(tmp_path / "own.ipynb", broken)
    page = open_page(serve(tmp_path).page("own"), viewport={"width": 1280, "height": 2400})
    headline = page.locator(".tohit-headline")
    headline.get_by_text("in 10").wait_for(timeout=90_000)
    before = headline.inner_text()
    page.locator(".tohit-controls-attacker summary").click()
    skill = page.locator(".tohit-controls-attacker input").first
    skill.fill("4")
    skill.press("Tab")
    page.get_by_text(f"“far”, line {line} of your code").first.wait_for()
    assert headline.inner_text() == before
    skill.fill("5")
    skill.press("Tab")
    page.get_by_text(f"“far”, line {line} of your code").first.wait_for(state="hidden")
