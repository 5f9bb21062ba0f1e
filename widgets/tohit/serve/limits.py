"""Inside a kernel of `tohit serve`: how much memory and how much computing one message may take.

Loaded as an extension of IPython (see kernels.py).  Limits are those of the operating system, so no code in the kernel
has to be asked; where it has none (Windows), there are none.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from tohit.core.patience import give_up

__all__ = ["HARD", "MEMORY", "SOFT", "load_ipython_extension"]

MEMORY = "TOHIT_KERNEL_MEMORY"
"""The environment variable with the megabytes of address space that a kernel may have."""

SOFT, HARD = 5.0, 20.0
"""Seconds of computing (not of waiting) for one message: then the evaluation is given up; then the kernel ends."""

_AGAIN = 0.1
_TURN = 0.0005  # seconds; Python's 5 ms are how long an answer could wait for the thread that sends it


def load_ipython_extension(shell: Any) -> None:
    """Set the limits of this process, and start the clocks anew for each message."""
    limit_memory()
    sys.setswitchinterval(_TURN)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, too_long)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # which ends the process, whatever it is doing
        watch(shell.kernel)


def limit_memory() -> None:
    try:
        import resource  # not on Windows
    except ImportError:
        return
    megabytes = int(os.environ.get(MEMORY, "0"))
    if megabytes > 0:
        most = megabytes * 2**20
        _, hardest = resource.getrlimit(resource.RLIMIT_AS)
        if hardest != resource.RLIM_INFINITY:
            most = min(most, hardest)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def watch(kernel: Any) -> None:
    """Start both clocks when a message is dealt with, stop them when that is done."""
    before, after = kernel.pre_handler_hook, kernel.post_handler_hook

    def start() -> None:
        before()
        signal.setitimer(signal.ITIMER_VIRTUAL, SOFT, _AGAIN)
        signal.setitimer(signal.ITIMER_PROF, HARD)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        after()

    kernel.pre_handler_hook, kernel.post_handler_hook = start, stop


def too_long(signum: int, frame: Any) -> None:
    """End the evaluation that runs, if one does; the clock strikes again until one can be ended."""
    give_up(seconds=int(SOFT))
