"""How much memory the kernel of an open page takes for itself, and how much of it each import brings.

Opens every page under `tohit serve` in a browser, drags its first mini over the board, and reads the kernel's unique
set size: what the machine would get back were it stopped.  Then the same for each import in a process of its own.
Run: ``python tests/benchmarks/memory.py``, with the extra ``test``.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
from playwright.sync_api import Page, sync_playwright

PAGES = ("coup_de_grace", "dark_age", "semiautomagic", "ninth_age", "four_rules", "compare")
TARGET = 85  # MB
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync")
IMPORTS = ("ipykernel.kernelapp", "numpy", "ipywidgets", "anywidget", "bqplot", "tohit.dashboards")
GROWTH = """
import importlib, psutil
own = lambda: psutil.Process().memory_full_info().uss / 1e6
before = own()
for name in {names}:
    importlib.import_module(name)
    print(f"  {{name:22}} +{{own() - before:5.1f}} MB", flush=True)
    before = own()
"""


def main() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    command = [sys.executable, "-m", "tohit", "serve", "--no-browser", "--preheat=0", f"--port={port}"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(url)
        with sync_playwright() as playwright:
            program = os.environ.get("TOHIT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
            for name in PAGES:
                report(browser.new_page(viewport={"width": 1280, "height": 1200}), f"{url}voila/render/{name}.ipynb", server.pid)
            browser.close()
    finally:
        server.terminate()
        server.wait(20)
    print("of these, by import:", flush=True)
    subprocess.run([sys.executable, "-c", GROWTH.format(names=IMPORTS)], check=True, cwd=Path(__file__).parents[2])


def report(page: Page, address: str, server: int) -> None:
    """Open a page, use it, and print what its kernel holds."""
    page.goto(address)
    page.wait_for_selector("#opening", state="detached", timeout=60_000)
    drag(page)
    page.wait_for_timeout(1500)
    [kernel] = [child for child in psutil.Process(server).children(recursive=True) if child.name() == "tohit-kernel"]
    held = kernel.memory_full_info()
    verdict = "" if held.uss / 1e6 <= TARGET else "   too much"
    name = address.rsplit("/", 1)[1]
    print(f"{name:22} {held.uss / 1e6:6.1f} MB own, {held.rss / 1e6:6.1f} MB resident   (target {TARGET}){verdict}", flush=True)
    page.goto("about:blank")  # gives the kernel back
    page.close()
    while kernel.is_running() and kernel.status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.1)


def drag(page: Page) -> None:
    """Across the board and back, so that caches are as full as they get."""
    page.locator(".tohit-board .mini .hit").first.hover()
    page.mouse.down()
    board = page.locator("svg.board").first.bounding_box()
    for step in range(1, 61):
        row, part = divmod(step, 10)
        page.mouse.move(board["x"] + board["width"] * (part + 0.5) / 10.5, board["y"] + board["height"] * (row + 0.5) / 7, steps=2)
        page.wait_for_timeout(20)
    page.mouse.up()


def wait_for(url: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main()
