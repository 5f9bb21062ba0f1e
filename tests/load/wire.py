"""A page without a browser: what one says to its kernel and hears from it, over a real websocket.

The scripts of this folder and the tests of the server use it.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

__all__ = ["PROTOCOL", "Full", "Page", "alone", "frame", "pack"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
CONTROL = "jupyter.widget.control"
PATIENCE = 60


class Full(Exception):
    """The server had no seat."""


def alone(steps: Callable[[], Coroutine[Any, Any, None]], seconds: float = 240) -> None:
    """Run steps to their end in a thread of their own: a browser's tests leave a loop running in this one."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await steps()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, bounded()).result()


def pack(parts: Iterable[bytes]) -> bytes:
    """A frame of its parts: the channel's name, header, parent, metadata, content, buffers."""
    parts = list(parts)
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(parts)


def frame(kind: str, content: Any, channel: str = "shell", session: str = "s", buffers: Iterable[bytes] = (),
          **header: Any) -> bytes:
    """One message as a page sends it."""
    head = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": session, "username": "", "version": "5.2",
            "date": datetime.now(UTC).isoformat()} | header
    version = {"version": "1.0.0"} if kind == "comm_open" else {}
    texts = [json.dumps(part).encode() for part in (head, {}, version, content)]
    return pack([channel.encode(), *texts, *buffers])


def unpack(data: bytes) -> tuple[str, str, dict[str, Any]]:
    """Channel, kind and content of a frame from the server."""
    count = int.from_bytes(data[:8], "little")
    offsets = [int.from_bytes(data[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    channel, header, _, _, content, *_ = (data[a:b] for a, b in zip(offsets, offsets[1:], strict=False))
    return channel.decode(), json.loads(header)["msg_type"], json.loads(content)


class Page:
    """An open page: its kernel, its line, its board."""

    def __init__(self, url: str, kernel: str, cookie: str):
        self.url, self.kernel, self.cookie = url, kernel, cookie
        self.line: WebSocketClientConnection | None = None
        self.board = ""
        self.applied = 0
        self.minis: list[dict[str, Any]] = []
        self.refused: dict[str, Any] = {}
        self.restarted = False
        self.shows_widgets = False
        self._session = uuid.uuid4().hex
        self._answered = asyncio.Event()
        self._reader: asyncio.Task | None = None

    @classmethod
    async def load(cls, url: str, notebook: str = "coup_de_grace", lang: str = "en",
                   first: Callable[[], None] = lambda: None) -> Page:
        """Fetch the page, as a browser does; its kernel has run the notebook then.

        ``first`` is called when the page's cover ("opening...") is there: the first that a reader sees.

        Raises:
            Full: there is no seat.
        """
        got = bytearray()

        def take(chunk: bytes) -> None:
            if b'id="opening"' in chunk and b'id="opening"' not in got:
                first()
            got.extend(chunk)

        ask = HTTPRequest(f"{url}voila/render/{notebook}.ipynb?lang={lang}", request_timeout=300, connect_timeout=60,
                          streaming_callback=take)
        try:
            answer = await AsyncHTTPClient().fetch(ask)
        except HTTPClientError as error:
            if error.code == 503:
                raise Full from error
            raise
        cookies = [cookie.partition(";")[0] for cookie in answer.headers.get_list("Set-Cookie")]
        page = cls(url, re.search(r'"kernelId": "([^"]+)"', got.decode())[1], "; ".join(cookies))
        page.shows_widgets = b"application/vnd.jupyter.widget-view+json" in got
        return page

    @classmethod
    async def open(cls, url: str, notebook: str = "coup_de_grace", lang: str = "en") -> Page:
        """Fetch the page, connect, and find its board."""
        page = await cls.load(url, notebook, lang)
        await page.connect()
        await page.find_board()
        return page

    async def connect(self) -> WebSocketClientConnection:
        """A line to the kernel; a second one beside the first is returned and left to the caller."""
        address = f"{self.url.replace('http', 'ws', 1)}api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}"
        ask = HTTPRequest(address, headers={"Cookie": self.cookie}, connect_timeout=60, request_timeout=60)
        line = await websocket_connect(ask, subprotocols=[PROTOCOL], max_message_size=2**26)
        if self.line is None:
            self.line = line
            self._reader = asyncio.ensure_future(self._read())
        return line

    async def find_board(self) -> None:
        """Ask for all widgets, as a page does, and remember the one that takes edits."""
        self._states: dict[str, Any] | None = None
        control = uuid.uuid4().hex
        await self.send("comm_open", {"comm_id": control, "target_name": CONTROL, "data": {}})
        await self.send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        await self.until(lambda: self._states is not None)
        await self.send("comm_close", {"comm_id": control, "data": {}})
        desks = [state["state"].get("desk", "") for state in self._states.values()]
        self.board = next(desk for desk in desks if desk).removeprefix("IPY_MODEL_")
        self._see(self._states[self.board]["state"])

    async def move(self, mini: str, at: str) -> float:
        """Move a mini; seconds until the answer is here."""
        n = self.applied + 1
        start = time.perf_counter()
        edit = {"n": n, "gesture": n, "done": True, "mini": mini, "at": at}
        await self.update({"edit": {"edits": [edit]}})
        await self.until(lambda: self.applied >= n)
        return time.perf_counter() - start

    async def update(self, state: dict[str, Any]) -> None:
        await self.send("comm_msg", {"comm_id": self.board,
                                     "data": {"method": "update", "state": state, "buffer_paths": []}})

    async def send(self, kind: str, content: Any) -> None:
        await self.line.write_message(frame(kind, content, session=self._session), binary=True)

    async def close(self) -> None:
        """Cut the line and send the closing beacon."""
        if self.line is not None:
            self.line.close()
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        token = re.search(r"_xsrf=([^;]*)", self.cookie)[1]
        ask = HTTPRequest(f"{self.url}voila/api/shutdown/{self.kernel}", method="POST", headers={"Cookie": self.cookie},
                          body=urlencode({"_xsrf": token}), request_timeout=60)
        await AsyncHTTPClient().fetch(ask)

    async def _read(self) -> None:
        while (data := await self.line.read_message()) is not None:
            if isinstance(data, bytes):
                channel, kind, content = unpack(data)
                if channel == "iopub" and kind == "comm_msg":
                    self._hear(content)
                elif kind == "status" and content["execution_state"] in ("restarting", "autorestarting", "dead"):
                    self.restarted = True
                    self._answered.set()

    def _hear(self, content: dict[str, Any]) -> None:
        data = content["data"]
        if data.get("method") == "update_states":
            self._states = data["states"]
        elif content["comm_id"] == self.board and data.get("method") == "update":
            self._see(data["state"])
        self._answered.set()

    def _see(self, state: dict[str, Any]) -> None:
        self.applied = max(self.applied, state.get("applied", 0))
        self.minis = state.get("scene", {}).get("minis", self.minis)
        self.refused = state.get("refused", self.refused)

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until what the page hears makes ``done`` true."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                self._answered.clear()
                await self._answered.wait()
