"""What takes long to work out never holds up an edit: it is done in slices, after the answer, and an edit in between wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from tohit.dashboards.paced import PACE, kernel_loop
from tohit.explorer import View

__all__ = ["Begin", "Done", "Found", "SlicedView"]

SLICE = 0.008
"""Seconds of work between two looks at whether somebody wants something else."""

GAP = 0.002
"""Seconds between two slices: an edit takes several turns of the kernel's loop, and none of them waits for a slice."""

PATIENCE = 0.4
"""Seconds after which a reader is told how far it is."""

LIVE = 0.1
"""What took longer than so many seconds does not follow a drag: it waits for ``SETTLED`` seconds without a change."""

SETTLED = 0.25

AT_ONCE = 0.3
"""Seconds that the first showing may take of the page's opening."""

Done = tuple[int, int]
"""How much is done, of how much."""

Work = Generator[Done, None, Any]
Begin = Callable[[Any], tuple[object, Callable[[], Work]]]
"""For an answer: what the result depends on, and how to begin working it out."""


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, and what was worked out for it: all of it or nothing.

    Args:
        answer: what the page answers.
        result: complete, else None.
        done: how far it is while it takes long, (0, 0) while it waits for the board to rest; None else.
        stopped: somebody has stopped it.
    """

    answer: Any
    result: Any = None
    done: Done | None = None
    stopped: bool = False

    @property
    def question(self) -> Any:
        return self.answer.question


class SlicedView:
    """Shows in ``view`` what ``begin`` finds for the newest answer, ``delay`` seconds after it at the soonest.

    What equals the last result's key is not worked out again.  Outside a kernel nothing comes later, so all is done
    at once.
    """

    def __init__(self, view: View, begin: Begin, delay: float = 0.0):
        self._view, self._begin, self._delay = view, begin, delay
        self._answer: Any = None
        self._is_fresh = False  # whether the newest answer has not been looked at
        self._work: Work | None = None
        self._key: object = None  # of the work at hand, and of its result
        self._result: Any = None
        self._stopped: object = None  # the key of what was stopped
        self._planned: asyncio.Handle | None = None
        self._due = self._told = self._began = self._took = 0.0

    def show(self, answer: Any) -> None:
        is_first, self._answer, self._is_fresh = self._answer is None, answer, True
        loop = kernel_loop()
        if loop is None:
            self._all_at_once()
        elif is_first and not self._delay:
            self._turn(loop, AT_ONCE)
        else:
            rest = self._delay or (SETTLED if self._took > LIVE else 0.0)
            if rest and self._is_known():
                rest = 0.0
            elif rest:
                self._rest()
            self._plan(loop, max(self._due - loop.time(), rest))

    def fail(self, error: Exception) -> None:
        self._view.fail(error)

    def stop(self) -> None:
        """Give up what is being worked out; nothing of it is shown."""
        if self._work is None:
            return
        self._stopped, self._work, self._key = self._key, None, None
        self._cancel()
        self._show(Found(self._answer, stopped=True))

    def go_on(self) -> None:
        """Begin anew what was stopped."""
        self._stopped = None
        if self._answer is not None:
            self.show(self._answer)

    def close(self) -> None:
        """Work no more."""
        self._cancel()
        self._work = self._answer = None

    def _is_known(self) -> bool:
        """Whether the newest answer asks for what is there, or under way."""
        return self._begin(self._answer)[0] == self._key

    def _rest(self) -> None:
        """Drop what is under way and let go of what is shown, which belongs to another answer."""
        self._cancel()
        if self._key is not None:
            self._work = self._key = None
            self._show(Found(self._answer, done=(0, 0)))

    def _plan(self, loop: asyncio.AbstractEventLoop, wait: float = 0.0) -> None:
        if self._planned is None:
            self._planned = loop.call_later(wait, self._turn, loop) if wait > 0 else loop.call_soon(self._turn, loop)

    def _cancel(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None

    def _turn(self, loop: asyncio.AbstractEventLoop, most: float = SLICE) -> None:
        """One slice for the newest answer."""
        self._planned = None
        now = loop.time()
        try:
            if not (self._is_fresh and self._ready(now)):
                self._go(loop, now + most)
        except Exception as error:  # nobody else would hear of it
            self._work = self._key = None
            self.fail(error)
        if self._work is None:
            self._due = loop.time() + PACE
        else:
            self._plan(loop, GAP)

    def _ready(self, now: float) -> bool:
        """Whether there is nothing to work out for the newest answer: it is shown then; if not, work has begun."""
        key, begin = self._begin(self._answer)
        self._is_fresh = False
        if key == self._stopped:
            self._show(Found(self._answer, stopped=True))
            return True
        if key == self._key and self._work is None:
            self._show(Found(self._answer, self._result))
            return True
        if key != self._key or self._work is None:
            self._key, self._work, self._result, self._stopped = key, begin(), None, None
            self._began = self._told = now
        return False

    def _go(self, loop: asyncio.AbstractEventLoop, until: float) -> None:
        if self._work is None:
            return
        done: Done | None = None
        while done is None or loop.time() < until:
            try:
                done = next(self._work)
            except StopIteration as end:
                self._work, self._result, self._took = None, end.value, loop.time() - self._began
                self._show(Found(self._answer, self._result))
                return
        now = loop.time()
        if now - self._began > PATIENCE and now - self._told > PACE:
            self._told, self._took = now, now - self._began
            self._show(Found(self._answer, done=done))

    def _all_at_once(self) -> None:
        try:
            if not self._ready(0.0):
                while self._work is not None:
                    try:
                        next(self._work)
                    except StopIteration as end:
                        self._work, self._result = None, end.value
                self._show(Found(self._answer, self._result))
        except Exception as error:  # the page goes on without this view
            self._work = self._key = None
            self.fail(error)

    def _show(self, found: Found) -> None:
        self._view.show(found)
