"""A class that comes in all at once: when the first byte, the widgets and the first answer are there.

``python tests/load/arrivals.py`` and ``python tests/load/arrivals.py --preheat 30``; short: ``--pages 4``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
import urllib.request
from collections.abc import Callable

from common import Server, quantile, serving, table
from tornado.httpclient import AsyncHTTPClient
from wire import Page


class Empty(Exception):
    """The page has come, and nothing is on it."""


async def arrive(server: Server, painted: list[float], usable: list[float], lost: list[str]) -> None:
    start = time.monotonic()
    try:
        page = await Page.load(server.url, first=lambda: painted.append(time.monotonic() - start))
        if not page.shows_widgets:
            raise Empty
        await page.connect()
        await page.find_board()
        await page.move(page.minis[0]["name"], "C5")
    except Exception as error:
        lost.append(type(error).__name__)
        return
    usable.append(time.monotonic() - start)
    await page.close()


async def measure(server: Server, pages: int, preheat: int, limit: float) -> list[tuple[str, object, str]]:
    AsyncHTTPClient.configure(None, max_clients=pages + 10)
    heated = await warm(server, preheat)
    painted: list[float] = []
    usable: list[float] = []
    lost: list[str] = []
    await asyncio.gather(*(arrive(server, painted, usable, lost) for _ in range(pages)))
    return [
        ("pages at once", pages, ""), ("kernels kept ready", preheat, ""), ("warming took, seconds", heated, ""),
        ("first paint, median, seconds", quantile(painted, 0.5), ""),
        ("first paint, last one, seconds", max(painted, default=float("nan")), "<= 2" if preheat >= pages else ""),
        ("usable, median, seconds", quantile(usable, 0.5), ""),
        ("usable, last one, seconds", max(usable, default=float("nan")), f"<= {limit:g}"), ("lost", len(lost), "<= 0"),
    ]


async def warm(server: Server, preheat: int) -> float:
    """Wait until all kernels are ready; how long that took."""
    start = time.monotonic()
    while ask(server, lambda facts: facts["warm"]) < preheat and time.monotonic() - start < 600:
        await asyncio.sleep(0.5)
    return time.monotonic() - start


def ask(server: Server, what: Callable[[dict], int]) -> int:
    with urllib.request.urlopen(f"{server.teacher}status.json", timeout=60) as answer:
        return what(json.load(answer))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--preheat", type=int, default=0)
    parser.add_argument("--limit", type=float, default=20, help="seconds until all are usable")
    chosen = parser.parse_args()
    with serving("--preheat", str(chosen.preheat), seats=chosen.pages) as server:
        rows = asyncio.run(measure(server, chosen.pages, chosen.preheat, chosen.limit))
    return 0 if table("Arrivals: a class opens the page at once", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
