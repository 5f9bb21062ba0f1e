"""What a server holds of those who have left: nothing for long, or its memory grows for them and stays grown."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

import pytest
from wire import Page, alone

# A server that says how many lines and kernels there are in its memory when it is sent a signal.
_TELLING = """
import gc, runpy, signal
from collections import Counter

def tell(*_):
    gc.collect()
    found = Counter(type(thing).__name__ for thing in gc.get_objects())
    print("held:", found["Guarded"] + found["Line"] + found["ServerKernelManager"], flush=True)

signal.signal(signal.SIGUSR1, tell)
runpy.run_module("tohit", run_name="__main__", alter_sys=True)
"""

# Many things that stay, and then some cycles that nobody holds; how often all of them were looked through.
_SETTLING = """
import gc
from tohit.serve.memory import settle

staying = [[] for _ in range(400_000)]
settle()
before = gc.get_stats()[2]["collections"]
for _ in range(40_000):
    cycle = []
    cycle.append(cycle)
print(gc.get_stats()[2]["collections"] - before)
"""

_LAST = 1  # of any number: Jupyter's context (`JUPYTER_HANDLER`) of something begun meanwhile still names its line


@pytest.fixture(scope="module")
def server(start_server, free_port, write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("memory")
    write_notebook(folder / "quick.ipynb", "1 + 1")
    port = free_port()
    options = ["serve", str(folder), "--no-browser", "--port", str(port), "--preheat", "0"]
    return start_server([sys.executable, "-c", _TELLING, *options], f"http://127.0.0.1:{port}/")


@pytest.mark.skipif(sys.platform == "win32", reason="no signal of this kind")
def test_a_reader_who_has_left_is_forgotten_at_once(server):
    """Jupyter's alarms held each line for a minute, with its kernel and its request."""

    async def steps() -> None:
        for _ in range(4):
            page = await Page.load(server.url, "quick")
            await page.connect()
            await page.close()
        assert await held(server) <= _LAST

    alone(steps)


async def held(server, seconds: float = 12) -> int:
    """The lines and kernels that the server holds, when they are none but the last, or time is up."""
    for told in range(int(seconds)):
        await asyncio.sleep(1)
        server.process.send_signal(signal.SIGUSR1)
        while server.log.read_text().count("held:") <= told:
            await asyncio.sleep(0.1)
        found = int(server.log.read_text().rpartition("held:")[2])
        if found <= _LAST:
            break
    return found


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="may collect in steps, and counts otherwise")
def test_what_pages_leave_is_collected_every_few_pages():
    done = subprocess.run([sys.executable, "-c", _SETTLING], capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 1
