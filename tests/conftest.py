"""Servers and notebooks that tests of several folders need."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
import psutil
import pytest

START_LIMIT = 60


@dataclass
class Server:
    """A server of ours in a process of its own."""

    url: str
    process: subprocess.Popen
    log: Path

    def page(self, notebook: str) -> str:
        """The address of a notebook under `tohit serve`: ``server.page("coup_de_grace")``."""
        return f"{self.url}voila/render/{notebook}.ipynb"

    def kernels(self) -> list[psutil.Process]:
        """The kernels that the server has started and that still run."""
        try:
            children = psutil.Process(self.process.pid).children(recursive=True)
            return [child for child in children if child.name() == "tohit-kernel" or "ipykernel_launcher" in child.cmdline()]
        except psutil.NoSuchProcess:
            return []

    def wait_for_kernels(self, count: int, seconds: float) -> int:
        """Wait until ``count`` kernels run, at most ``seconds``; how many run then."""
        end = time.monotonic() + seconds
        while len(self.kernels()) != count and time.monotonic() < end:
            time.sleep(0.1)
        return len(self.kernels())

    def stop(self) -> None:
        for _ in range(2):  # told once, it gives open pages some time; told twice, it ends
            if self.process.poll() is None:
                self.process.terminate()
                try:
                    self.process.wait(10)
                except subprocess.TimeoutExpired:
                    continue
        if self.process.poll() is None:
            self.process.kill()


@pytest.fixture(scope="session")
def free_port() -> Callable[[], int]:
    """A port that nobody listens on: ``free_port()``."""

    def find() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    return find


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start a server process and wait until it answers: ``start_server(command, url, env=None)``."""
    started: list[Server] = []

    def start(command: list[str], url: str, env: dict[str, str] | None = None) -> Server:
        log = tmp_path_factory.mktemp("server") / "log.txt"
        with log.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **(env or {})})
        server = Server(url, process, log)
        started.append(server)
        end = time.monotonic() + START_LIMIT
        while not answers(url):
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"the server did not start: {' '.join(command)}\n{log.read_text()}")
            time.sleep(0.05)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def serve(start_server: Callable[..., Server], free_port: Callable[[], int]) -> Callable[..., Server]:
    """Start `tohit serve`: ``serve(folder, "--lan", lang="fr")``; without a folder, our own notebooks.

    No kernel is kept ready unless asked for: most tests count those of the pages.
    """

    def start(folder: Path | None = None, *options: str, lang: str = "en") -> Server:
        port = free_port()
        command = [sys.executable, "-m", "tohit", "serve", *([str(folder)] if folder else []), "--no-browser"]
        command += ["--port", str(port), *([] if "--preheat" in options else ["--preheat", "0"]), *options]
        return start_server(command, f"http://127.0.0.1:{port}/", env={"LC_ALL": "", "LANG": lang})

    return start


@pytest.fixture(scope="session")
def write_notebook() -> Callable[..., Path]:
    """Write a notebook of a few cells: ``write_notebook(folder / "try.ipynb", "1 + 1", title="Try")``."""

    def write(path: Path, *sources: str, title: str = "") -> Path:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        notebook.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        if title:
            notebook.metadata["title"] = title
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        return path

    return write


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
