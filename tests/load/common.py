"""What the scripts of this folder share: a server, its numbers, a table."""

from __future__ import annotations

import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

__all__ = ["Server", "machine", "quantile", "serving", "table"]


class Server:
    """A `tohit serve` in a process of its own, and what it costs."""

    def __init__(self, process: subprocess.Popen, port: int):
        self.url = f"http://127.0.0.1:{port}/"
        self.teacher = ""
        self.process = psutil.Process(process.pid)

    def kernels(self) -> list[psutil.Process]:
        return [child for child in self.process.children(recursive=True) if child.name() == "tohit-kernel"]

    def memory(self) -> int:
        """Bytes of the server alone."""
        return self.process.memory_info().rss

    def kernel_memory(self) -> list[int]:
        """Bytes of each kernel that no other process shares."""
        return [kernel.memory_full_info().uss for kernel in self.kernels()]

    def handles(self) -> int:
        return self.process.num_fds()

    def threads(self) -> int:
        return self.process.num_threads()


@contextmanager
def serving(*options: str, seats: int = 200) -> Iterator[Server]:
    """Start `tohit serve` with our notebooks, and end it; no kernel is kept ready unless asked for."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tohit", "serve", "--no-browser", "--port", str(port), "--grace", "0",
               "--seats", str(seats), *([] if "--preheat" in options else ["--preheat", "0"]), *options]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            server = Server(process, port)
            wait_for(server.url, process)
            said.seek(0)
            server.teacher = re.findall(r"http://127\.0\.0\.1:\d+/", said.read())[-1]
            yield server
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(url: str, process: subprocess.Popen) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def quantile(values: list[float], share: float) -> float:
    """The value below which that share lies; not a number when there is none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def machine() -> str:
    """What it was measured on, load included: a number without it says nothing."""
    name = platform.processor() or platform.machine()
    try:
        name = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())[1]
    except (OSError, TypeError):
        pass
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    memory = psutil.virtual_memory().total // 2**30
    return f"{os.cpu_count()} processors ({name}), {memory} GB, {platform.system()}, Python {platform.python_version()}{load}"


def table(title: str, rows: list[tuple[str, object, str]]) -> bool:
    """Print a table of what was measured and what was promised; whether every promise held.

    A row is a name, a value, and a limit such as ``<= 250``, or an empty text for none.
    """
    print(f"\n{title}\n{machine()}\n")
    kept = True
    for name, value, limit in rows:
        good = not limit or {"<=": value <= float(limit[3:]), ">=": value >= float(limit[3:])}[limit[:2]]
        kept &= good
        shown = f"{value:.1f}" if isinstance(value, float) else str(value)
        print(f"| {name:<44} | {shown:>10} | {limit:<10} | {'' if not limit else 'kept' if good else 'MISSED':<6} |")
    return kept
