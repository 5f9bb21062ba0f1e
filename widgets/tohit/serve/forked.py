"""Kernels forked off one process that has imported everything: there at once, and sharing its memory.

A kernel of its own takes a second to import what every page imports, and some 60 MB to hold it.  Linux only: elsewhere
a fork does not survive what the system's own libraries do beside it, and kernels are started as Jupyter starts them.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import multiprocessing
import os
import sys
import threading
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import LocalProvisioner

__all__ = ["FORKS", "NAME", "ForkedProvisioner", "become_kernel", "make_ready"]

FORKS = sys.platform.startswith("linux")
"""Whether kernels are forked here."""

NAME = "tohit-kernel"
"""What a list of processes calls a forked kernel."""

SWITCH = 0.0002
"""Seconds after which a thread that waits gets its turn: the one that sends answers, while the next charts are made."""

_STREAM = "tohit.serve.streams.SparingStream"
_NURSERY = "tohit.serve.nursery"
_LAUNCHER = "ipykernel_launcher"


def make_ready() -> bool:
    """Start the process that kernels are forked off, if there can be one; it imports while the caller goes on."""
    if not FORKS:
        return False
    _CONTEXT.set_forkserver_preload([_NURSERY])
    forkserver.ensure_running()
    return True


class ForkedProvisioner(LocalProvisioner):
    """Forks a kernel instead of starting a Python for it; known to Jupyter by its entry point ``tohit-forked``."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        arguments = cmd[cmd.index(_LAUNCHER) + 1:]
        # The first one waits until everything has been imported.
        self.process = await asyncio.to_thread(Forked, arguments, kwargs["env"], kwargs.get("cwd") or os.getcwd())
        self.pid, self.pgid = self.process.pid, None  # a signal to its group might still be one to the fork server's
        self.cwd = kwargs.get("cwd")
        return self.connection_info


class Forked:
    """A forked kernel, with what Jupyter asks of a ``subprocess.Popen``."""

    stdin = stdout = stderr = None

    def __init__(self, arguments: list[str], env: dict[str, str], cwd: str):
        plain = json.loads(json.dumps(env))  # Voila's names are an enumeration, for which all of it would be imported
        self._process = _CONTEXT.Process(target=become_kernel, args=(arguments, plain, str(cwd)))
        self._process.start()
        self.pid = self._process.pid
        _LIVING.add(self)

    def poll(self) -> int | None:
        """The exit code; None while it lives."""
        code = self._process.exitcode
        if code is not None:
            _LIVING.discard(self)
        return code

    def wait(self) -> int | None:
        self._process.join()
        return self.poll()

    def send_signal(self, signum: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signum)

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()


def become_kernel(arguments: list[str], env: dict[str, str], cwd: str) -> None:
    """In a forked process: be the kernel of these arguments until it ends."""
    import numpy  # both imported before the fork
    from ipykernel.kernelapp import IPKernelApp

    numpy.random.seed()  # or all kernels would draw the same; Python's own generator sees to that itself
    os.setsid()  # Ctrl-C in the teacher's terminal is the server's to answer
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    _be_quiet()
    Path("/proc/self/comm").write_text(NAME, encoding="ascii")
    sys.setswitchinterval(SWITCH)
    arguments = [*arguments, f"--IPKernelApp.outstream_class={_STREAM}"]
    arguments = [*arguments, "--ext=ipywidgets"]  # imported before there was a kernel, it is at no kernel's ear
    sys.argv = [_LAUNCHER, *arguments]
    threading.Thread(target=_end_with_server, daemon=True).start()
    IPKernelApp.launch_instance(argv=arguments, parent_handle=0)


def _end_with_server() -> None:
    # ipykernel would watch its parent, the fork server; but that one stays for as long as any of its children does.
    multiprocessing.parent_process().join()
    os._exit(1)


def _be_quiet() -> None:
    """What a kernel prints beside its answers would fill the teacher's terminal."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _end_all() -> None:
    # multiprocessing would wait for them when this process ends, however it came to that.
    for process in tuple(_LIVING):
        process.kill()


_CONTEXT = multiprocessing.get_context("forkserver" if FORKS else None)
_LIVING: set[Forked] = set()
atexit.register(_end_all)
