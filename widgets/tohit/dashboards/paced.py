"""What draws slowly doesn't hold up a drag: it is shown a few times a second, and the newest answer in any case."""

from __future__ import annotations

import asyncio

from IPython import get_ipython

from tohit.core.answer import Answer
from tohit.explorer import View

__all__ = ["KEPT", "PACE", "PacedView"]

PACE = 0.1
"""Seconds from one showing to the next; ten times a second still looks like following."""

KEPT = 0.3
"""Seconds from an answer to the scene that the browser keeps; what happens in between it keeps as edits."""


class PacedView:
    """A view that is shown once the kernel has said that an edit is done, and at most every ``PACE`` seconds.

    The browser sends the next edit when it hears that one is done: were the charts drawn before, a drag would lose
    half of its squares.  Outside a kernel nothing comes later, so everything is shown at once.

    Args:
        view: What is shown.
        delay: How long even the first of several showings waits.
        then: What is shown after it, each time.
    """

    def __init__(self, view: View, delay: float = 0.0, then: View | None = None):
        self._view, self._delay, self._then = view, delay, then
        self._newest: Answer | None = None
        self._planned: asyncio.Handle | None = None
        self._due = 0.0

    def show(self, answer: Answer) -> None:
        is_first, self._newest = self._newest is None, answer
        loop = None if is_first else kernel_loop()
        if loop is None:
            self._show_newest()
        elif self._planned is None:
            wait = max(self._due - loop.time(), self._delay)
            self._planned = loop.call_later(wait, self._catch_up, loop) if wait > 0 else loop.call_soon(self._catch_up, loop)

    def hurry(self) -> None:
        """Show now what waits to be shown."""
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None
            self._show_newest()

    def fail(self, error: Exception) -> None:
        self._view.fail(error)

    def _catch_up(self, loop: asyncio.AbstractEventLoop) -> None:
        self._planned = None
        self._show_newest()
        self._due = loop.time() + PACE

    def _show_newest(self) -> None:
        try:
            self._view.show(self._newest)
        except Exception as error:  # nobody else would hear of it
            self._view.fail(error)
        if self._then is not None:
            self._then.show(self._newest)


def kernel_loop() -> asyncio.AbstractEventLoop | None:
    """The loop of the kernel in which this runs; None outside of one."""
    if getattr(get_ipython(), "kernel", None) is None:
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
