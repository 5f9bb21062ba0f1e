"""What a kernel prints, handed on without waiting where there is nothing."""

from __future__ import annotations

from ipykernel.iostream import OutStream

__all__ = ["SparingStream"]


class SparingStream(OutStream):
    """A kernel's stdout or stderr that has nothing to flush while nothing was written.

    After each message ipykernel flushes both, and waits for another thread to say that it is done: a millisecond or
    more between a number and the charts that follow it.  What was written is sent by that same thread, so that it
    comes before everything that is sent after it, whether anybody waits or not.
    """

    def flush(self) -> None:
        if self._buffers:
            super().flush()
