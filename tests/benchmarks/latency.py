"""From a pointer event to what a reader sees: our page under `tohit serve`, and `interact` with matplotlib beside it.

Prints, for 200 squares that a dragged mini enters, how long headline, first bars and all charts took; how many of ten
seconds of events at 60 a second arrived, and whether the lag stayed flat; and the same chance drawn by matplotlib.
Run: ``python tests/benchmarks/latency.py``, with the extras ``test`` and ``bench``, on a machine that is idle.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from playwright.async_api import async_playwright

import tohit
from tohit.core.geometry import square_name
from tohit.ready import ready

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync")
PAUSE = 0.15  # seconds between two moves, long enough for everything to have come
A_SECOND = 60
TARGETS = {"headline": (20, 35), "first bars": (22, 38), "last of all charts": (35, 55)}

# Writes down when pointer events and changes of the page happened: [what, milliseconds].
WATCH = """({ places, pointer }) => {
  const log = (window.log = []);
  const type = "onpointerrawupdate" in window ? "pointerrawupdate" : "pointermove";
  document.addEventListener(type, (event) => {
    if (event.target.closest?.(pointer)) log.push(["move", event.timeStamp]);
  }, true);
  const isChange = (record) => record.type !== "attributes"
    || record.oldValue !== record.target.getAttribute(record.attributeName);
  for (const [name, selector] of places) {
    const watcher = new MutationObserver((records) => {
      if (records.some(isChange)) log.push([name, performance.now()]);
    });
    for (const node of document.querySelectorAll(selector)) {
      watcher.observe(node, {
        subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true,
      });
    }
  }
  const board = document.querySelector("[data-applied]");
  if (!board) return;
  const number = (name) => Number(board.getAttribute(name));
  new MutationObserver(() => {
    log.push(["board", performance.now(), number("data-n"), number("data-applied")]);
  }).observe(board, { attributeFilter: ["data-n", "data-applied"] });
}"""

PLACES = [["headline", ".tohit-headline"], ["first bars", ".tohit-face-chart .bqplot"], ["charts", ".tohit-charts .bqplot"],
          ["heat", ".tohit-board canvas.heat"]]

# The same chance in the usual way: a slider for each thing that changes, the picture drawn anew.
INTERACT = """
import matplotlib.pyplot as plt
import tohit
from ipywidgets import IntSlider, Layout, interact
from tohit.core.edits import apply
from tohit.ready import ready

question = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
SQUARES = {squares}

@interact(place=IntSlider(0, 0, len(SQUARES) - 1, layout=Layout(width="1000px")))
def show(place):
    answer = tohit.evaluate(apply(question, [{{"mini": question.attack.attacker, "at": SQUARES[place]}}]))
    stage = answer.stages[0]
    figure, axes = plt.subplots(figsize=(4, 2.2))
    faces = range(1, stage.die + 1)
    axes.bar(faces, [1 / stage.die] * stage.die, color=["C0" if face in stage.faces else "C7" for face in faces])
    axes.set_title(f"{{answer.chance}} = {{float(answer.chance):.1%}}")
    plt.show()
"""


async def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--moves", type=int, default=200)
    options.add_argument("--seconds", type=int, default=10)
    options = options.parse_args()
    path = squares_with_other_chances()
    async with async_playwright() as playwright:
        program = os.environ.get("TOHIT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        browser = await playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        with served("-m", "tohit", "serve", "--no-browser") as url:
            address = f"{url}voila/render/coup_de_grace.ipynb"
            ours = await drag(await open_explorer(browser, address), path, options.moves)
            for name, target in TARGETS.items():
                report(name, ours[name], target)
            await flow(await open_explorer(browser, address), path, options.seconds)
        with tempfile.TemporaryDirectory() as folder, interact_notebook(Path(folder), path) as url:
            theirs = await slide(browser, f"{url}voila/render/interact.ipynb", len(path), options.moves)
            report("interact + matplotlib", theirs)
        await browser.close()
    for name in TARGETS:
        ratio = statistics.median(theirs) / statistics.median(ours[name])
        print(f"{name}: {ratio:.1f} times as quick as interact + matplotlib")


def squares_with_other_chances(question: tohit.Question | None = None, within: frozenset[str] | None = None) -> list[str]:
    """Squares for the attacker, each with another chance than the one before, so that every move shows something."""
    question = question or next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
    heat = tohit.sweep(question, over="attacker.square")
    by_count: dict[int, list[str]] = {}
    for row, col in zip(*heat.allowed.nonzero(), strict=True):
        if within is None or square_name(row, col) in within:
            by_count.setdefault(int(heat.counts[row, col]), []).append(square_name(row, col))
    path: list[str] = []
    last = None
    while len(left := [count for count, squares in by_count.items() if squares]) > 1:
        last = max((count for count in left if count != last), key=lambda count: len(by_count[count]))
        path.append(by_count[last].pop())
    return path


async def open_explorer(browser: Any, url: str, prepare: Callable[[Any], Awaitable[None]] | None = None) -> Any:
    """A page with the explorer, watched once ``prepare`` has it ready."""
    page = await browser.new_page(viewport={"width": 1280, "height": 1500}, bypass_csp=True)
    await page.goto(url)
    await (prepare or settled)(page)
    await page.evaluate(WATCH, {"places": PLACES, "pointer": ".tohit-board"})
    return page


async def settled(page: Any) -> None:
    """The last chart is drawn, and what came with it."""
    await page.wait_for_selector(".tohit-worth-chart .bqplot rect", state="attached", timeout=60_000)
    await asyncio.sleep(1)


async def drag(page: Any, path: list[str], moves: int) -> dict[str, list[float]]:
    """Milliseconds from each pointer event to what it changed."""
    await take_up(page)
    for step in range(moves):
        await page.mouse.move(*await middle(page, path[step % len(path)]))
        await asyncio.sleep(PAUSE)
    log = await page.evaluate("window.log")
    await leave(page)
    moments = sorted(moment for what, moment, *_ in log if what == "move")
    found: dict[str, list[float]] = {name: [] for name in ("headline", "first bars", "heat", "last of all charts")}
    for start, end in zip(moments, [*moments[1:], float("inf")], strict=True):
        after = [(what, moment - start) for what, moment, *_ in log if start < moment < end]
        for name, place, pick in (("headline", "headline", min), ("first bars", "first bars", min), ("heat", "heat", min),
                                  ("last of all charts", "charts", max)):
            waits = [wait for what, wait in after if what == place]
            if waits:
                found[name].append(pick(waits))
    return found


async def flow(page: Any, path: list[str], seconds: int) -> None:
    """Print how many of 60 events a second are answered, and how the lag is in the beginning and in the end."""
    places = [await middle(page, square) for square in path]
    await take_up(page)
    devtools = await page.context.new_cdp_session(page)
    held = {"type": "mouseMoved", "button": "left", "buttons": 1}
    sent, moved = seconds * A_SECOND - 1, []
    start = time.monotonic()
    for step in range(sent):
        await asyncio.sleep(max(0.0, start + (step + 1) / A_SECOND - time.monotonic()))
        x, y = places[step % len(places)]
        # Not awaited: a hand does not wait for the page either.
        moved.append(asyncio.ensure_future(devtools.send("Input.dispatchMouseEvent", held | {"x": x, "y": y})))
    took = time.monotonic() - start
    await asyncio.gather(*moved)
    await asyncio.sleep(1)
    log = [entry for entry in await page.evaluate("window.log") if entry[0] == "board"]
    await leave(page)
    proposed: dict[int, float] = {}
    lags, last = [], log[0][3]
    for _, moment, n, applied in log:
        proposed.setdefault(n, moment)
        if applied > last:
            lags.append(moment - proposed.get(applied, moment))
            last = applied
    third = len(lags) // 3
    early, late = statistics.median(lags[:third]), statistics.median(lags[-third:])
    print(f"{sent} events in {took:.1f} s: {len(lags)} answers arrived (target {sent * 480 // 599}); "
          f"lag {early:.0f} ms in the first third, {late:.0f} ms in the last")


async def slide(browser: Any, url: str, places: int, moves: int) -> list[float]:
    """Milliseconds from each pointer event on the slider of `interact` to the new picture."""
    page = await browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    await page.goto(url)
    await page.wait_for_selector(".widget-interact img", timeout=90_000)
    await asyncio.sleep(1)
    await page.evaluate(WATCH, {"places": [["picture", ".widget-interact .jp-OutputArea"]], "pointer": ".noUi-base, body"})
    track = await page.locator(".noUi-base").bounding_box()
    handle = await page.locator(".noUi-handle").bounding_box()
    y = handle["y"] + handle["height"] / 2
    await page.mouse.move(handle["x"] + handle["width"] / 2, y)
    await page.mouse.down()
    await page.evaluate("window.log.length = 0")
    for step in range(moves):
        place = (step * 7 + 3) % places
        await page.mouse.move(track["x"] + track["width"] * place / (places - 1), y)
        await asyncio.sleep(2 * PAUSE)
    log = await page.evaluate("window.log")
    await leave(page)
    moments = [moment for what, moment in log if what == "move"]
    pictures = [moment for what, moment in log if what == "picture"]
    waits = []
    for start, end in zip(moments, [*moments[1:], float("inf")], strict=True):
        waits += [max(moment for moment in inside) - start
                  for inside in [[moment for moment in pictures if start < moment < end]] if inside]
    return waits


async def take_up(page: Any) -> None:
    """Press the attacker, ready to be dragged."""
    box = await page.locator(".tohit-board .mini:not(.ghost)").first.locator(".hit").bounding_box()
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await page.mouse.down()
    await asyncio.sleep(0.3)
    await page.evaluate("window.log.length = 0")


async def middle(page: Any, square: str) -> tuple[float, float]:
    box = await page.locator(f"[data-square={square}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def leave(page: Any) -> None:
    await page.mouse.up()
    await page.goto("about:blank")
    await page.close()


def report(name: str, waits: list[float], target: tuple[int, int] | None = None) -> None:
    ordered = sorted(waits)
    middle, late = statistics.median(ordered), ordered[int(0.95 * len(ordered))]
    wanted = f"   (target {target[0]} / {target[1]})" if target else ""
    print(f"{name:22} {middle:6.1f} / {late:6.1f} ms, median / p95 of {len(ordered)}{wanted}", flush=True)


@contextmanager
def interact_notebook(folder: Path, squares: list[str]) -> Iterator[str]:
    """Plain Voila with a notebook of one `interact`."""
    cell = nbformat.v4.new_code_cell(INTERACT.format(squares=squares))
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "interact.ipynb")
    with served("-m", "voila", str(folder), "--no-browser") as url:
        yield url


@contextmanager
def served(*command: str) -> Iterator[str]:
    """A server in a process of its own, once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    process = subprocess.Popen([sys.executable, *command, f"--port={port}"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: urllib.request.urlopen(url, timeout=5).close())
        yield url
    finally:
        process.terminate()
        process.wait(20)


def wait_until(attempt: Callable[[], None], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            attempt()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main())
