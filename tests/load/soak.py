"""Sessions that come and go for a quarter of an hour: what the server keeps of each when it is gone.

The whole run: ``python tests/load/soak.py``; a short one: ``python tests/load/soak.py --sessions 12 --after 4 --settle 2``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import time

from common import Server, quantile, serving, table
from wire import Page


async def visit(server: Server, took: list[float], lost: list[str]) -> None:
    """One reader: opens a page, moves a mini twice, leaves."""
    try:
        page = await Page.open(server.url)
        for square in ("C5", "B4"):
            took.append(await page.move(page.minis[0]["name"], square))
        await page.close()
    except Exception as error:
        lost.append(type(error).__name__)


async def measure(server: Server, sessions: int, after: int, at_once: int, minutes: float,
                  settle: float) -> list[tuple[str, object, str]]:
    took: list[float] = []
    lost: list[str] = []
    start, end = time.monotonic(), time.monotonic() + minutes * 60
    done = 0
    first: tuple[int, int, int] | None = None

    async def go_on() -> None:
        nonlocal done
        while done < sessions and time.monotonic() < end:
            done += 1
            await visit(server, took, lost)

    async def phase(until: int) -> None:
        nonlocal sessions
        whole, sessions = sessions, until
        await asyncio.gather(*(go_on() for _ in range(at_once)))
        sessions = whole
        await quiet(server, settle)

    await phase(min(after, sessions))
    first = server.memory(), server.handles(), server.threads()
    counted = done
    await phase(sessions)
    gc.collect()
    rest = max(1, done - counted)
    return [
        ("sessions opened and closed", done, ""), ("minutes", (time.monotonic() - start) / 60, ""),
        ("p95, ms", quantile(took, 0.95) * 1000, ""), ("lost", len(lost), "<= 0"),
        (f"kB of the server a session after the first {after}", (server.memory() - first[0]) / rest / 1024, "<= 20"),
        ("file handles more than then", server.handles() - first[1], "<= 4"),
        ("threads more than then", server.threads() - first[2], "<= 2"), ("kernels left", len(server.kernels()), "<= 0"),
    ]


async def quiet(server: Server, settle: float) -> None:
    """Wait until every kernel has ended, and until Jupyter has forgotten it: its timers hold a session for a minute."""
    end = time.monotonic() + 60
    while server.kernels() and time.monotonic() < end:
        await asyncio.sleep(0.5)
    await asyncio.sleep(settle)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=800)
    parser.add_argument("--after", type=int, default=100, help="sessions before the counting begins")
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=60, help="when to stop at the latest")
    parser.add_argument("--settle", type=float, default=65, help="seconds of quiet before memory is read")
    chosen = parser.parse_args()
    with serving(seats=chosen.at_once + 4) as server:
        rows = asyncio.run(measure(server, chosen.sessions, chosen.after, chosen.at_once, chosen.minutes,
                                   chosen.settle))
    return 0 if table("Soak: readers come and go", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
