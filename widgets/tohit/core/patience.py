"""How an evaluation that takes too long or too much is ended: with one sentence, and nothing half done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tohit.core.errors import TohitError

__all__ = ["Unfinished", "give_up", "patience"]


class Unfinished(TohitError):
    """An evaluation that was ended: it took too long, or more memory than there is."""


@contextmanager
def patience() -> Iterator[None]:
    """What runs inside only computes: it may be ended at any point.

    Raises:
        Unfinished: `give_up` was called meanwhile, or memory ran out.
    """
    global _open
    outside = _open
    try:
        _open = True
        yield
    except MemoryError as error:
        raise Unfinished("core.too_much_memory") from error
    finally:
        _open = outside


def give_up(seconds: int) -> None:
    """End the evaluation that is running on this thread, if one is; called by a signal.

    Raises:
        Unfinished: there is one.
    """
    if _open:
        raise Unfinished("core.too_long_computed", seconds=seconds)


_open = False
