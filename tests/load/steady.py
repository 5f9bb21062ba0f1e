"""Many sessions on one process, each acting now and then: how long an answer takes, and whether any is lost.

The whole run: ``python tests/load/steady.py``; a short one: ``python tests/load/steady.py --sessions 5 --seconds 10``.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time

from common import Server, quantile, serving, table
from wire import Page

SQUARES = [f"{column}{row}" for column in "ABC" for row in range(2, 8)]


async def act(page: Page, seconds: float, every: float, took: list[float], lost: list[str]) -> None:
    """Move one mini to and fro, once in each interval, beginning at a time of its own."""
    chance = random.Random(page.kernel)
    name = page.minis[0]["name"]
    await asyncio.sleep(chance.random() * every)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        try:
            took.append(await page.move(name, chance.choice(SQUARES)))
        except Exception as error:  # the line is gone, or no answer came: that is what is counted
            lost.append(type(error).__name__)
            return
        await asyncio.sleep(max(0.0, every - (time.monotonic() - start)))


async def measure(server: Server, sessions: int, seconds: float, every: float, at_once: int) -> list[tuple[str, object, str]]:
    gate = asyncio.Semaphore(at_once)

    async def arrive(number: int) -> Page:
        async with gate:
            return await Page.open(server.url)

    start = time.monotonic()
    pages = await asyncio.gather(*(arrive(number) for number in range(sessions)))
    opening = time.monotonic() - start
    took: list[float] = []
    lost: list[str] = []
    await asyncio.gather(*(act(page, seconds, every, took, lost) for page in pages))
    each = server.kernel_memory()
    rows: list[tuple[str, object, str]] = [
        ("sessions", len(pages), ""), ("actions answered", len(took), ""), ("all open after, seconds", opening, ""),
        ("p50, ms", quantile(took, 0.5) * 1000, ""), ("p95, ms", quantile(took, 0.95) * 1000, "<= 250"),
        ("p99, ms", quantile(took, 0.99) * 1000, "<= 1000"), ("lost", len(lost), "<= 0"),
        ("MB a session, not shared", sum(each) / len(each) / 2**20, "<= 85"), ("MB of the server", server.memory() / 2**20, ""),
    ]
    await asyncio.gather(*(page.close() for page in pages), return_exceptions=True)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two actions of a session")
    parser.add_argument("--at-once", type=int, default=4, help="pages that open at a time")
    chosen = parser.parse_args()
    with serving(seats=chosen.sessions) as server:
        rows = asyncio.run(measure(server, chosen.sessions, chosen.seconds, chosen.every, chosen.at_once))
    return 0 if table(f"Steady: one action each {chosen.every:g} s for {chosen.seconds:g} s", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
