"""A kernel that is killed: how soon its page hears of it, and how soon a new page with the same board is there.

The page's own part (say so, reload once, restore) is measured in a browser by the tests; this is the server's share of it.
``python tests/load/kill.py``; short: ``--times 2``; without a kernel kept ready: ``--preheat 0``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

import psutil
from common import Server, quantile, serving, table
from wire import Page


async def once(server: Server, preheat: int, heard: list[float], restored: list[float]) -> None:
    page = await Page.open(server.url)
    name = page.minis[0]["name"]
    await page.move(name, "C5")
    kernel = next(kernel for kernel in server.kernels() if is_of(kernel, page))
    await ready(server, preheat)
    start = time.monotonic()
    kernel.kill()
    await page.until(lambda: page.restarted)
    heard.append(time.monotonic() - start)
    again = await Page.open(server.url)
    await again.move(name, "C5")
    restored.append(time.monotonic() - start)
    await page.close()
    await again.close()


def is_of(kernel: psutil.Process, page: Page) -> bool:
    """Whether a kernel is a page's: its sockets and its command line have its id."""
    return any(page.kernel in told for told in (*kernel.cmdline(), *(str(line.laddr) for line in kernel.net_connections("unix"))))


async def ready(server: Server, preheat: int) -> None:
    """Wait for the kernels that are kept ready: the next page takes one of them."""
    while len(server.kernels()) < preheat + 1:
        await asyncio.sleep(0.2)
    await asyncio.sleep(5 * bool(preheat))


async def measure(server: Server, times: int, preheat: int) -> list[tuple[str, object, str]]:
    heard: list[float] = []
    restored: list[float] = []
    for _ in range(times):
        await once(server, preheat, heard, restored)
    return [
        ("kernels killed", times, ""), ("page hears of it, median, seconds", quantile(heard, 0.5), ""),
        ("page hears of it, last one, seconds", max(heard), "<= 5"), ("board back, median, seconds", quantile(restored, 0.5), ""),
        ("board back, last one, seconds", max(restored), "<= 5"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--preheat", type=int, default=1, help="kernels kept ready, as the server does by itself")
    chosen = parser.parse_args()
    with serving("--preheat", str(chosen.preheat), seats=4) as server:
        rows = asyncio.run(measure(server, chosen.times, chosen.preheat))
    return 0 if table("Kill: a kernel dies under its page", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
