"""The cells of the README show what they promise when they stand in a notebook of their own."""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CELLS = dict(re.findall(r"#### (\w+)\n.*?```python\n(.*?)```", README, re.DOTALL))
SCENARIO = re.search(r"```json\n(.*?)```", README, re.DOTALL)[1]
# What a reader looks at in each, and how many of it.
SEEN = {
    "GridBoard": ("[data-mini]", 1), "FacingDial": (".tohit-dial-stop", 8), "RangeRuler": ("[role=slider]", 1),
    "CoverToggles": ("[role=radio]", 3), "Headline": (".tohit-die-face", 6), "Ledger": (".tohit-ledger-line", 1),
    "Steps": ("summary", 1), "Controls": ("details", 6), "TableMap": ("td button", 2), "Procedures": ("details", 1),
    "Note": ("h2", 1), "Toolbar": (".tohit-toolbar-language button", 2),
    "Keeper": ("[role=alert]", 1), "Heat": (".overs", 1), "Handling": ("summary", 1), "StepsStrip": ("svg", 1),
    "CommandBox": ("summary", 2), "Predict": ("form", 2), "TallyBox": ("input", 3), "Sentence": ("textarea", 1),
    "ClassBox": ("textarea", 1), "Ending": (":is(table, ul, dl, ol)", 1), "Roll": ("button", 4), "EveningBox": ("button", 12),
    "HeatTable": ("[role=gridcell]", 6), "Ranking": ("li button", 1), "Progress": ("progress", 1),
}


def test_each_cell_draws_its_widget(serve, write_notebook, tmp_path, open_page):
    (tmp_path / "archer.json").write_text(SCENARIO, encoding="utf-8")
    write_notebook(tmp_path / "cells.ipynb", "import tohit", *CELLS.values())
    page = open_page(serve(tmp_path).page("cells"))
    page.wait_for_selector("#opening", state="detached", timeout=60_000)
    names = {"GridBoard": "board", "FacingDial": "dial", "RangeRuler": "ruler", "CoverToggles": "cover", "TableMap": "table-map",
             "StepsStrip": "steps-strip", "CommandBox": "commands", "TallyBox": "tally", "ClassBox": "class_box",
             "EveningBox": "evening", "HeatTable": "heat-table"}
    assert set(SEEN) == set(CELLS)
    seen = {}
    for name, (selector, _) in SEEN.items():
        found = page.locator(f".tohit-{names.get(name, name.lower())} {selector}")
        found.first.wait_for(state="attached")
        seen[name] = found.count()
    assert seen == {name: count for name, (_, count) in SEEN.items()}
