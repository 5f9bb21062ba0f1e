"""One page sends all that it can, half of it malformed, while others act: they must stay right and quick.

The whole run: ``python tests/load/flood.py`` (20,000 messages, half a minute: a line with so many faults is cut, and
what was under way on it is never read); messages without a fault, of which every one is read, 200 a second:
``--malformed 0``; a short run: ``--messages 2000 --honest 1``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
import urllib.request
from dataclasses import dataclass, field

from common import Server, quantile, serving, table
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClientConnection
from wire import Page, frame, pack

from tohit.serve.frames import FRAME

__all__ = ["Flood", "flood"]

SQUARES = ("C5", "D4", "B7", "C2")
READ = 2000
LONG_EVERY = 500  # a frame of that size costs the sender half a second of its turn


@dataclass
class Flood:
    """What came of it."""

    sent: int = 0
    cut: int = 0
    seconds: float = 0.0
    refused: int = 0
    wrong: int = 0
    took: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


async def flood(url: str, teacher: str, messages: int, honest: int, malformed: int = 50) -> Flood:
    """Flood a server through one page, and act on others meanwhile."""
    seen = Flood()
    pages = [await Page.open(url) for _ in range(honest)]
    bad = await Page.open(url)
    before = await refusals(teacher)
    attack = asyncio.ensure_future(send(bad, messages, malformed, seen))
    await asyncio.gather(attack, *(act(page, attack, seen) for page in pages))
    seen.refused = await refusals(teacher) - before
    for page in (*pages, bad):
        await page.close()
    return seen


async def act(page: Page, attack: asyncio.Future, seen: Flood) -> None:
    """Move a mini twice a second, and look where it stands."""
    turn = 0
    while not attack.done() or turn < 5:
        square = SQUARES[turn % 4]
        try:
            seen.took.append(await page.move(page.minis[0]["name"], square))
        except Exception as error:
            seen.lost.append(type(error).__name__)
            return
        seen.wrong += page.minis[0]["at"] != square
        turn += 1
        await asyncio.sleep(0.5)


async def send(bad: Page, messages: int, malformed: int, seen: Flood) -> None:
    """Send them as fast as the line takes them; a line that was cut is replaced."""
    kinds, chance = shapes(bad), random.Random(7)
    line, start = bad.line, time.monotonic()
    for number in range(messages):
        good = frame("comm_msg", {"comm_id": bad.board, "data": {"method": "update", "state": {"tool": number}, "buffer_paths": []}})
        shape = chance.choice(kinds) if chance.random() * 100 < malformed else good
        if malformed and number % LONG_EVERY == LONG_EVERY - 1:
            shape = b"\x00" * (FRAME + 1)
        try:
            await line.write_message(shape, binary=isinstance(shape, bytes))
        except Exception:
            seen.cut += 1
            line = await again(bad)
        seen.sent += 1
        if not malformed and number % READ == READ - 1:  # the answer comes when all before it was read
            await bad.move(bad.minis[0]["name"], SQUARES[number // READ % 4])
    seen.seconds = time.monotonic() - start
    if line is not bad.line:
        line.close()


async def again(bad: Page) -> WebSocketClientConnection:
    """A new line; a kernel has a few only, and those that were cut count a little longer."""
    while True:
        try:
            return await bad.connect()
        except HTTPClientError:
            await asyncio.sleep(0.2)


def shapes(page: Page) -> list[bytes | str]:
    """Harmless shapes of every kind of fault."""
    state = {"comm_id": page.board, "data": {"method": "update", "state": {"_esm": "1"}, "buffer_paths": []}}
    edit = {"comm_id": page.board, "data": {"method": "update", "state": {"edit": [float("nan")]}}}
    return [
        "{}", b"", b"\x06" * 40, frame("execute_request", {"code": "1"}), frame("shutdown_request", {}, channel="control"),
        frame("comm_close", {"comm_id": page.board, "data": {}}), frame("comm_msg", state), pack([b"shell", b"{", b"", b"", b""]),
        frame("comm_open", {"comm_id": "x", "target_name": "jupyter.widget", "data": {}}), os.urandom(200), frame("comm_msg", edit),
    ]


async def refusals(teacher: str) -> int:
    """How many messages were refused, once that number stands still."""
    count, last = -1, -2
    while count != last:
        last, count = count, (await asyncio.to_thread(ask, teacher))["refused"]
        await asyncio.sleep(1)
    return count


def ask(teacher: str) -> dict:
    with urllib.request.urlopen(f"{teacher}status.json", timeout=60) as answer:
        return json.load(answer)


def rows(seen: Flood, server: Server) -> list[tuple[str, object, str]]:
    return [
        ("messages sent", seen.sent, ""), ("seconds", seen.seconds, ""), ("refused", seen.refused, ""),
        ("lines cut for it", seen.cut, ""), ("actions of the others meanwhile", len(seen.took), ">= 5"),
        ("p50, ms", quantile(seen.took, 0.5) * 1000, ""), ("p95, ms", quantile(seen.took, 0.95) * 1000, "<= 250"),
        ("wrong", seen.wrong, "<= 0"), ("lost", len(seen.lost), "<= 0"), ("MB of the server", server.memory() / 2**20, ""),
        ("kernels left", len(server.kernels()), "<= 0"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--honest", type=int, default=10, help="pages that act meanwhile")
    parser.add_argument("--malformed", type=int, default=50, help="how many of a hundred are")
    chosen = parser.parse_args()
    with serving(seats=chosen.honest + 2) as server:
        seen = asyncio.run(flood(server.url, server.teacher, chosen.messages, chosen.honest, chosen.malformed))
        measured = rows(seen, server)
    return 0 if table("Flood: one page sends what it can, the others act", measured) else 1


if __name__ == "__main__":
    sys.exit(main())
