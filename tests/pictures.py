"""Take the README's pictures from a real page: ``python tests/pictures.py``, then look at them.

The first scene of Coup-De-Grace, with the chance of every square, a card beside the pointer, and light and dark.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parents[1] / "notebooks" / "pictures"
SIZE = {"width": 1280, "height": 860}
LOOKED_AT = "C2"


def main() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    server = subprocess.Popen([sys.executable, "-m", "tohit", "serve", "--no-browser", f"--port={port}"], stdout=subprocess.DEVNULL)
    try:
        wait_for(url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport=SIZE, color_scheme=scheme, locale="en-GB")
                page.goto(f"{url}voila/render/coup_de_grace.ipynb")
                page.locator(".tohit-worth-chart .bqplot rect").first.wait_for(state="attached", timeout=60_000)
                page.locator(".tohit-heat [data-over=attacker]").click()
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(1500)
                page.locator(f'.tohit-board [data-square="{LOOKED_AT}"]').hover()
                page.wait_for_timeout(1500)
                page.screenshot(path=HERE / f"explorer-{scheme}.png")
            browser.close()
    finally:
        server.terminate()
        server.wait(20)


def wait_for(url: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(url)


if __name__ == "__main__":
    main()
