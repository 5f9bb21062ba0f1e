"""The guard at one kernel's door: how many messages, how fast, and whose comms."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from tohit.serve.frames import CONTROL_TARGET, Refused, read

__all__ = ["LINES", "Guard", "guard_of"]

LINES = 8
"""How many lines one kernel may have: a page has one, and a few that were cut are still believed to stand."""

PATIENCE = 500
"""After so many refusals a line is closed: an honest page has none."""

_RATE, _BURST = 200, 600  # messages: a drag sends 60 a second at most
_BYTES, _BYTES_BURST = 512 * 1024, 2 * 1024 * 1024
_UNANSWERED = 64  # messages that the kernel has not dealt with
_LONGEST_WAIT = 10.0
_CONTROLS = 4  # control comms open at a time


class Guard:
    """Decides on every frame that comes for one kernel, over whichever line.

    Too fast is no offence: a line that is over its rate is read more slowly, so nothing is lost, the sender's own
    queue grows, and a page sends its newest state only.  What is malformed or not allowed is refused and counted.

    Args:
        refused: called with the reason of each refusal.
    """

    def __init__(self, refused: Callable[[str], None]):
        self._refused = refused
        self._messages = Bucket(_RATE, _BURST)
        self._bytes = Bucket(_BYTES, _BYTES_BURST)
        self._controls: set[str] = set()
        self._unanswered = 0
        self._answered = asyncio.Event()

    async def turn(self, size: int) -> None:
        """Wait until a frame of that size may be looked at."""
        wait = max(self._messages.take(1), self._bytes.take(size))
        if wait > 0:
            await asyncio.sleep(min(wait, _LONGEST_WAIT))
        if self._unanswered >= _UNANSWERED:
            self._answered.clear()
            try:
                await asyncio.wait_for(self._answered.wait(), _LONGEST_WAIT)
            except TimeoutError:
                self._unanswered = 0  # answers were lost with a line, or the kernel is stuck: go on, slowly

    def lets_in(self, frame: bytes | str) -> bool:
        """Whether a frame is passed on; if not, why is counted."""
        try:
            message = read(frame)
            if message.kind == "comm_open":
                self._open(message.comm, message.content["target_name"])
            elif message.kind == "comm_close":
                self._close(message.comm)
        except Refused as refused:
            self._refused(str(refused))
            return False
        self._unanswered += 1
        return True

    def answered(self) -> None:
        """The kernel is done with one message."""
        self._unanswered = max(0, self._unanswered - 1)
        self._answered.set()

    def _open(self, comm: str, target: str) -> None:
        if target != CONTROL_TARGET or comm in self._controls:
            raise Refused("target")
        if len(self._controls) >= _CONTROLS:
            raise Refused("comms")
        self._controls.add(comm)

    def _close(self, comm: str) -> None:
        """Only what was opened here may be closed: the board's own comm stays."""
        if comm not in self._controls:
            raise Refused("close")
        self._controls.remove(comm)


class Bucket:
    """So many tokens a second, and at most ``burst`` saved up."""

    def __init__(self, rate: float, burst: float):
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self, tokens: float) -> float:
        """Take them, on credit when there are not enough; how many seconds the debt lasts."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - tokens
        self._at = now
        return -self._left / self._rate


def guard_of(kernel: object, refused: Callable[[str], None]) -> Guard:
    """The guard of a kernel: one for all its lines, so that a new line is no new start."""
    if kernel not in _GUARDS:
        _GUARDS[kernel] = Guard(refused)
    return _GUARDS[kernel]


_GUARDS: WeakKeyDictionary[object, Guard] = WeakKeyDictionary()
