"""The server's own memory: what a page took is given back to the system, not kept in pieces.

A page passes through the server in pieces of some megabytes, among which small things lie that stay a little longer.
The C library keeps what it was once given as long as anything lies above it, so that a server grew by 70 kB with each
reader although Python held nothing of them any more.
"""

from __future__ import annotations

import ctypes
import gc
import sys

__all__ = ["settle", "tidy"]

_MMAP_THRESHOLD, _TRIM_THRESHOLD, _ARENA_MAX = -3, -1, -8  # as <malloc.h> of glibc has them
# A page leaves 50,000 small things that only a collection of the whole clears away.  By Python's own numbers, 700,
# 10 and 10, six pages lay there at a time, and what its memory has grown to for them it seldom gives back: see `gc`.
_THRESHOLDS = 700, 10, 2
_LARGE = 128 * 1024  # bytes; from there on a piece is the system's own, and goes back at once


def settle() -> None:
    """Call once the server stands: large pieces come from the system, and what is there now is there to stay."""
    c = glibc()
    if c is not None:
        c.mallopt(_MMAP_THRESHOLD, _LARGE)  # naming it also keeps glibc from raising it by itself
        c.mallopt(_TRIM_THRESHOLD, 2 * _LARGE)
        c.mallopt(_ARENA_MAX, 1)
    gc.collect()
    gc.freeze()  # so that `tidy` need not look at it again
    gc.collect()  # of nothing: Python puts a whole collection off until there is a quarter more than the last one left
    gc.set_threshold(*_THRESHOLDS)


def tidy() -> None:
    """Give back what those who left have held; takes some milliseconds."""
    gc.collect()
    c = glibc()
    if c is not None:
        c.malloc_trim(0)


def glibc() -> ctypes.CDLL | None:
    """The C library when it is the one that has these functions."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        c = ctypes.CDLL(None)
        return c if hasattr(c, "malloc_trim") and hasattr(c, "mallopt") else None
    except OSError:
        return None
