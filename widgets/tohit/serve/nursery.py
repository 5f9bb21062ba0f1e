"""Imported by the fork server of `tohit serve` alone: all that a page needs, and a page made once.

It starts no thread and opens no socket, which a fork would not survive.
"""

import gc
import os

os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # or it would tell the teacher about breakpoints

import ipykernel.debugger  # noqa: F401 - a kernel resolves it when it starts
import ipykernel.ipkernel  # noqa: F401
import ipykernel.kernelapp  # noqa: F401
from ipywidgets import Widget

import tohit
from tohit.serve import forked, limits, streams  # noqa: F401 - what a kernel is started by, what bounds it, what it prints to

__all__: list[str] = []

tohit.explore(next(iter(tohit.SYSTEMS)))
Widget.close_all()  # a page's widgets must not be there when another asks for all that there are
gc.collect()
gc.freeze()  # a collection would write to each object, and so copy the memory that all kernels share
