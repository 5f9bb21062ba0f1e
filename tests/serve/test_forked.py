"""Kernels forked off one process: what they share, what they must not, and that none is left behind."""

from __future__ import annotations

import signal
import urllib.request

import psutil
import pytest
from tohit.serve.forked import FORKS

pytestmark = pytest.mark.skipif(not FORKS, reason="kernels are forked on Linux only")

CELL = """
import os, random, sys, uuid, numpy, tohit
print("drawn", random.random(), numpy.random.random(), uuid.uuid4())
print("folder", os.getcwd(), os.environ["QUERY_STRING"])
print("stream", type(sys.stdout).__name__, type(sys.stderr).__name__)
print("group", os.getpgid(0) == os.getpid())
tohit.explore("coup-de-grace")
"""


@pytest.fixture(scope="module")
def server(serve, write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("forked")
    write_notebook(folder / "deep" / "told.ipynb", CELL)
    return serve(folder)


def test_kernels_share_what_they_have_imported_and_nothing_else(server) -> None:
    told = [said(server, f"?lang={lang}") for lang in ("en", "fr")]
    drawn = [value for one in told for value in one["drawn"].split()]
    assert len(set(drawn)) == 6  # chance and names differ from kernel to kernel
    assert [one["folder"].split()[1:] for one in told] == [["lang=en"], ["lang=fr"]]
    assert all(one["folder"].split()[0].endswith("/deep") and one["group"] == "True" for one in told)
    assert [one["stream"] for one in told] == ["SparingStream SparingStream"] * 2  # and what it printed came in time
    kernels = server.kernels()
    assert len(kernels) >= 2
    assert all(kernel.memory_full_info().uss < 60 * 2**20 for kernel in kernels)


def test_no_kernel_outlives_a_killed_server(server) -> None:
    said(server, "?lang=en")
    left = psutil.Process(server.process.pid).children(recursive=True)
    assert any(child.name() == "tohit-kernel" for child in left)
    server.process.send_signal(signal.SIGKILL)
    _, alive = psutil.wait_procs(left, timeout=20)
    assert not alive


def said(server, query: str) -> dict[str, str]:
    """What the cell of a page printed, by the first word of each line."""
    with urllib.request.urlopen(f"{server.url}voila/render/deep/told.ipynb{query}", timeout=120) as answer:
        page = answer.read().decode()
    lines = [line.strip().partition(" ") for line in page.splitlines()]
    return {word.rpartition(">")[2]: rest for word, _, rest in lines if word.rpartition(">")[2] in ("drawn", "folder", "stream", "group")}
