"""From a pointer event to the heat layer: a board of 40 by 40 squares, the layer off and then on.

Prints, for 200 squares that a dragged mini enters, how long headline, heat layer and all charts took, and how many of
ten seconds of events at 60 a second were answered; with ``--lab`` in JupyterLab, which may take twice as long.
Run: ``python tests/benchmarks/latency_heat.py [--lab]``, with the extras ``test`` and ``bench``, on an idle machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import nbformat
from latency import ARGUMENTS, drag, flow, open_explorer, report, served, settled, squares_with_other_chances
from playwright.async_api import async_playwright

import tohit
from tohit.core.geometry import square_name

TARGETS = {"headline": (25, 40), "heat": (25, 40), "last of all charts": (40, 60)}
SIDE = 40
# What a reader sees of that board without scrolling, and not so near the edge that a drag would scroll it.
IN_VIEW = frozenset(square_name(row, col) for row in range(6, 37) for col in range(3, 17))
LAB = ("-m", "jupyterlab", "--no-browser", "--allow-root", "--IdentityProvider.token=",
       "--ServerApp.kernel_websocket_connection_class=tohit.serve.connection.Connection",
       "--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly",
       "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
RUN_ALL = """async () => {
  const { context, sessionContext } = jupyterapp.shell.currentWidget;
  await Promise.all([context.ready, sessionContext.ready]);
  await jupyterapp.commands.execute("notebook:run-all-cells");
}"""


async def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--moves", type=int, default=200)
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--lab", action="store_true")
    options = options.parse_args()
    path = squares_with_other_chances(large_board(), IN_VIEW)
    question = tohit.apply(large_board(), [{"mini": "Archer", "at": path.pop()}])  # where it can shoot
    found: dict[bool, dict[str, list[float]]] = {}
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        write_notebook(Path(folder), question)
        url = opened.enter_context(lab(folder) if options.lab else served("-m", "tohit", "serve", folder, "--no-browser"))
        async with async_playwright() as playwright:
            program = os.environ.get("TOHIT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = await playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
            for is_on in (False, True):
                found[is_on] = await drag(await open_large(browser, url, options.lab, is_on), path, options.moves)
                print(f"{SIDE} by {SIDE}, heat layer {'on' if is_on else 'off'}:")
                for name, target in TARGETS.items():
                    if found[is_on][name]:
                        report(name, found[is_on][name], tuple(limit * (1 + options.lab) for limit in target))
            await flow(await open_large(browser, url, options.lab, True), path, options.seconds)
            await browser.close()
    for name in ("headline", "last of all charts"):
        ratio = statistics.median(found[True][name]) / statistics.median(found[False][name])
        print(f"{name}: with the heat layer {ratio:.2f} times as long as without")


def large_board() -> tohit.Question:
    """Twelve minis and a hundred walls."""
    draw = random.Random(4)
    squares = [square_name(row, col) for row in range(SIDE) for col in range(SIDE) if (row, col) != (20, 24)]
    draw.shuffle(squares)
    minis = [{"name": "Archer", "side": "red", "at": squares.pop()}, {"name": "Orc", "side": "blue", "at": square_name(20, 24)}]
    minis += [{"name": f"Mini {n}", "side": ("red", "blue")[n % 2], "at": squares.pop()} for n in range(10)]
    walls = [squares.pop() for _ in range(100)]
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "minis": minis,
        "board": {"columns": SIDE, "rows": SIDE, "terrain": [{"at": walls, "kind": "wall"}]},
        "attack": {"attacker": "Archer", "target": "Orc", "mode": "ranged", "weapon": {"increment": 8},
                   "overrides": {"facing_ok": True}},
    }))


def write_notebook(folder: Path, question: tohit.Question) -> None:
    (folder / "large.json").write_text(tohit.dumps(question), encoding="utf-8")
    cell = nbformat.v4.new_code_cell(f"import tohit\ntohit.explore(scenario={str(folder / 'large.json')!r})")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "large.ipynb")


def lab(folder: str) -> Any:
    """JupyterLab on that folder, with settings of its own, and without news."""
    config = Path(folder, "settings", "labconfig")
    config.mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (config / "page_config.json").write_text(json.dumps(news), encoding="utf-8")
    os.environ["JUPYTER_CONFIG_DIR"] = str(config.parent)
    return served(*LAB, f"--ServerApp.root_dir={folder}")


async def open_large(browser: Any, url: str, in_lab: bool, is_on: bool) -> Any:
    """The page in its host, with or without the layer."""

    async def prepare(page: Any) -> None:
        if in_lab:
            await page.wait_for_selector(".jp-Notebook .jp-Cell")
            await page.evaluate(RUN_ALL)
        await settled(page)
        if is_on:
            await page.click(".tohit-heat [data-over=target]")
            await asyncio.sleep(1)

    place = "lab/tree/large.ipynb?reset" if in_lab else "voila/render/large.ipynb"
    return await open_explorer(browser, url + place, prepare)


if __name__ == "__main__":
    asyncio.run(main())
