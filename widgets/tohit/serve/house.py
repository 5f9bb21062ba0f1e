"""Who is in: the seats, what was refused, and what the log is told."""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from tohit.serve.forked import FORKS
from tohit.serve.journal import Journal

__all__ = ["House", "Visit", "default_seats", "held_memory"]

MOST = 100
"""Sessions for one process: above 160 ZeroMQ has no more sockets, and one thread serves them all."""

A_SESSION = 60 if FORKS else 120
"""Megabytes that a kernel with a page takes for itself, and some air."""


class Visit:
    """One page that is being opened: takes a seat until its kernel has one."""

    __slots__ = ("kernel",)

    def __init__(self) -> None:
        self.kernel = ""


class House:
    """The sessions of one server: a session is a kernel with a page, from the page's opening to the kernel's end.

    Args:
        seats: how many there may be.
        journal: what is told of every coming and going.
    """

    def __init__(self, seats: int, journal: Journal):
        self.seats = seats
        self.journal = journal
        self.draining = False
        self.refused: Counter[str] = Counter()
        self.turned_away = 0
        self.opened = self.left = 0
        self._visits: set[Visit] = set()
        self._sessions: dict[str, int] = {}
        self._numbers = itertools.count(1)
        self._told: dict[str, float] = {}

    @property
    def taken(self) -> int:
        """The seats that are taken, those of pages still opening included."""
        return len(self._sessions) + len(self._visits)

    @property
    def sessions(self) -> list[str]:
        """The kernels that have a page."""
        return list(self._sessions)

    @contextmanager
    def visit(self, page: str) -> Iterator[Visit]:
        """Hold a seat while a page opens; its kernel keeps it.  Ask `has_room` first."""
        visit = Visit()
        self._visits.add(visit)
        start = time.monotonic()
        try:
            yield visit
        finally:
            self._visits.discard(visit)
            if visit.kernel:
                took = round(time.monotonic() - start, 3)
                self.journal.write("opened", session=self._sessions.get(visit.kernel), page=page, seconds=took)

    def seat(self, visit: Visit, kernel: str) -> None:
        """The visit has got its kernel."""
        visit.kernel = kernel
        self._visits.discard(visit)
        self._sessions[kernel] = next(self._numbers)
        self.opened += 1
        self.journal.write("session", session=self._sessions[kernel], taken=self.taken, seats=self.seats)

    def leave(self, kernel: str, why: str) -> None:
        """A kernel ends: its seat is free from now on, even while it takes its time."""
        number = self._sessions.pop(kernel, None)
        self._told.pop(kernel, None)
        if number is not None:
            self.left += 1
            self.journal.write("left", session=number, why=why, taken=self.taken, seats=self.seats)

    def has_room(self) -> bool:
        """Whether one more may come in; who may not is counted."""
        if not self.draining and self.taken < self.seats:
            return True
        self.turned_away += 1
        self.journal.write("draining" if self.draining else "full", taken=self.taken, seats=self.seats)
        return False

    def refuse(self, kernel: str, reason: str) -> None:
        """Count a message that was not passed on; the log hears of a session's refusals once a second at most."""
        self.refused[reason] += 1
        now = time.monotonic()
        if now - self._told.get(kernel, -1.0) >= 1:
            self._told[kernel] = now
            self.journal.write("refused", session=self._sessions.get(kernel), reason=reason, all=self.refused.total())


def default_seats(processes: int = 1) -> tuple[int, bool]:
    """How many seats this computer has room for, and whether its memory could be read at all."""
    free, most = free_memory(), MOST * processes
    return (most, False) if free is None else (max(1, min(most, free // (A_SESSION * 2**20))), True)


def free_memory() -> int | None:
    """Bytes that new processes could take: of the computer, or of the container that this runs in."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
    try:
        most, used = (int(Path(f"/sys/fs/cgroup/memory.{name}").read_text()) for name in ("max", "current"))
    except (OSError, ValueError):
        return free
    return min(free, max(0, most - used))


def held_memory(processes: list[int]) -> int | None:
    """Bytes of memory that the processes hold together, shared pages counted once; None where nothing tells."""
    half_minute = int(time.monotonic() // 30)
    held = [_share(process, half_minute) for process in processes]
    return None if _share(os.getpid(), half_minute) is None else sum(filter(None, held))


@lru_cache(maxsize=512)
def _share(process: int, half_minute: int) -> int | None:
    """Bytes of one process, a page that n of them share as one nth; read seldom, since the system has to count pages."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        found = dict(line.split(":", 1) for line in lines[1:])
        return int(found["Pss"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None
