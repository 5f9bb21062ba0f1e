"""The explorer page over a slow line, and over one that breaks: nothing is lost, nothing jumps back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

DELAY = 0.15  # seconds each way
PATIENCE = 15
# Where a mini is drawn, as often as it changes.
FOLLOW = """(name) => {
  const mini = document.querySelector(`.tohit-page [data-mini="${name}"]`);
  const rows = mini.ownerSVGElement.viewBox.baseVal.height / 48;
  const place = () => {
    const [x, y] = mini.getAttribute("transform").match(/[0-9.]+/g).map(Number);
    return String.fromCharCode(65 + Math.floor(x / 48)) + (rows - Math.floor(y / 48));
  };
  window.places = [place()];
  window.follower?.disconnect();
  window.follower = new MutationObserver(() => {
    if (window.places.at(-1) !== place()) window.places.push(place());
  });
  window.follower.observe(mini, { attributeFilter: ["transform"] });
}"""


class SlowLine:
    """A way to a server that takes ``delay`` seconds in each direction."""

    def __init__(self, port: int, target: int):
        self.url, self.delay = f"http://127.0.0.1:{port}/", 0.0
        self._port, self._target = port, target
        self._listening, self._stopped = threading.Event(), asyncio.Event()
        self._ends: list[asyncio.StreamWriter] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._listening.wait(PATIENCE)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    def cut(self) -> None:
        """Break every connection; what is on the way is lost.  New ones can be made."""
        for end in self._ends:
            self._loop.call_soon_threadsafe(end.transport.abort)
        self._ends.clear()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        connections: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(
            lambda *ends: connections.add(asyncio.create_task(self._connect(*ends))), "127.0.0.1", self._port
        )
        self._listening.set()
        await self._stopped.wait()
        server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, onward = await asyncio.open_connection("127.0.0.1", self._target)
        self._ends += [writer, onward]
        await asyncio.gather(self._carry(reader, onward), self._carry(answers, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(self._arrive(on_the_way, writer))
        try:
            while data := await reader.read(1 << 16):
                on_the_way.put_nowait((self._loop.time() + self.delay, data))
        except ConnectionError:
            pass
        on_the_way.put_nowait((self._loop.time() + self.delay, b""))
        await arriving

    async def _arrive(self, on_the_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        while True:
            due, data = await on_the_way.get()
            await asyncio.sleep(due - self._loop.time())
            if not data:
                writer.close()
                return
            writer.write(data)


@pytest.fixture
def slow_line(served: Any, free_port: Callable[[], int]) -> Iterator[SlowLine]:
    """A slow line to the server of our own pages; quick until a test sets its ``delay``."""
    line = SlowLine(free_port(), int(served.url.rstrip("/").rpartition(":")[2]))
    yield line
    line.stop()


def test_over_a_slow_line_nothing_is_lost_and_nothing_jumps_back(explorer, slow_line):
    """D6 58 and 60: Turn, move, ruler, undo in every order, 100 ms apart, with 150 ms of delay each way."""
    made = explorer(url=f"{slow_line.url}voila/render/coup_de_grace.ipynb")
    slow_line.delay = DELAY
    for number, order in enumerate(permutations(("turn", "move", "ruler", "undo"))):
        steps = {
            "turn": lambda number=number: made.turn("ENSW"[number % 4]),
            "move": lambda number=number: made.drag("Archer", f"{'ABCD'[number % 4]}{number // 4 + 1}", steps=1),
            "ruler": lambda number=number: made.slide((3, 5)[number % 2]),
            "undo": made.undo,
        }
        made.page.evaluate(FOLLOW, "Archer")
        due = [made.place("Archer")]
        for what in order:
            steps[what]()
            due.append(made.place("Archer"))
            made.page.wait_for_timeout(100)
        made.settle()
        made.expect()
        shown = made.page.evaluate("window.places")
        assert is_part(shown, due), f"{order}: the mini was drawn on {shown}, but it stood on {due}"


def test_a_line_that_is_cut_loses_no_edit(explorer, slow_line):
    """A move on its way when the connection breaks is sent again once it is back, and the page goes on."""
    made = explorer(url=f"{slow_line.url}voila/render/coup_de_grace.ipynb")
    slow_line.delay = DELAY
    made.drag("Archer", "D4")
    slow_line.cut()
    made.turn("N")
    made.expect()
    slow_line.delay = 0
    made.undo()
    made.expect()


def is_part(some, whole):
    """Whether ``some`` is ``whole`` with places left out."""
    rest = iter(whole)
    return all(place in rest for place in some)
