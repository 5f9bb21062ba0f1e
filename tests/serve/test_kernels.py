"""Kernels are given back: when a page closes, when its reader leaves early, when the server stops."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import sys
import urllib.error
import urllib.parse
import urllib.request
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from urllib.parse import urlsplit

import nbformat
import psutil
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from voila.execute import VoilaExecutor
from wire import Page, alone

from tohit.serve.connection import Connection
from tohit.serve.kernels import Specs
from tohit.serve.settings import settings


@pytest.fixture(scope="module")
def folder(write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    write_notebook(
        folder / "quick.ipynb", "import os\nos.environ['HTTP_ACCEPT_LANGUAGE'] + os.environ['QUERY_STRING']"
    )
    write_notebook(folder / "slow.ipynb", "import time\ntime.sleep(2)", "1")
    write_notebook(folder / "failing.ipynb", "raise ValueError('a trace for nobody')")
    return folder


@pytest.fixture(scope="module")
def server(serve, folder):
    return serve(folder)


def test_what_comes_long_after_the_cell_is_done_is_on_the_page():
    """As when a class comes in at once: what is shown waits behind the messages of thirty other kernels."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("'there at last'")])
    executor = VoilaExecutor(notebook, config=settings())

    async def run():
        async with executor.async_setup_kernel():
            hear = executor.kc.iopub_channel.get_msg

            async def late(*arguments, **options):
                message = await hear(*arguments, **options)
                if message["msg_type"] == "execute_input":
                    await asyncio.sleep(5)
                return message

            executor.kc.iopub_channel.get_msg = late
            await executor.async_execute_cell(notebook.cells[0], 0)

    asyncio.run(run())
    assert "there at last" in str(notebook.cells[0].outputs)


def test_another_python_that_calls_itself_python3_is_not_started(tmp_path, monkeypatch):
    other = tmp_path / "kernels/python3"
    other.mkdir(parents=True)
    (other / "kernel.json").write_text('{"argv": ["/bin/false"], "display_name": "Other", "language": "python"}')
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert KernelSpecManager().get_kernel_spec("python3").argv[0] == "/bin/false"  # as Jupyter finds it
    argv = Specs().get_kernel_spec("python3").argv
    assert argv[1:3] == ["-m", "ipykernel_launcher"] and argv[-1] == "--ext=tohit.serve.limits"


@pytest.fixture
def visit(server):
    """Open a page as a browser does: ``visit("quick", "?lang=fr", Accept_Language="fr")`` -> page, kernel's id, cookie."""
    visited = []

    def visit_(notebook: str, query: str = "", **headers: str) -> tuple[str, str, str]:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(server.page(notebook) + query, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            html = answer.read().decode()
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        visited.append((re.search(r'"kernelId": "([^"]+)"', html)[1], cookie))
        return html, *visited[-1]

    yield visit_
    if server.process.poll() is None:
        for kernel_id, cookie in visited:
            farewell(server, kernel_id, cookie)


def farewell(server, kernel_id: str, cookie: str) -> int:
    body = urllib.parse.urlencode({"_xsrf": cookie.partition("=")[2]}).encode() if cookie else b""
    request = urllib.request.Request(
        f"{server.url}voila/api/shutdown/{kernel_id}", data=body, headers={"Cookie": cookie} if cookie else {}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_the_closing_beacon_gives_the_kernel_back_and_may_come_twice(server, visit):
    _, kernel_id, cookie = visit("quick")
    assert cookie.startswith("_xsrf=")
    assert farewell(server, kernel_id, "") == 403
    assert len(server.kernels()) == 1
    assert farewell(server, kernel_id, cookie) == 204
    assert farewell(server, kernel_id, cookie) == 204
    assert server.wait_for_kernels(0, 5) == 0


def test_who_leaves_before_the_page_has_come_leaves_no_kernel(server):
    for _ in range(3):
        with socket.create_connection((urlsplit(server.url).hostname, urlsplit(server.url).port)) as line:
            line.sendall(b"GET /voila/render/slow.ipynb HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            line.recv(100)
    assert server.wait_for_kernels(3, 10) == 3
    assert server.wait_for_kernels(0, 20) == 0


@pytest.mark.parametrize(
    ("query", "header", "told"), [("", "fr-CH", "fr"), ("?lang=en", "fr", "enlang=en"), ("", "", "en")]
)
def test_a_page_and_its_kernel_know_the_readers_language(visit, query, header, told):
    html, _, _ = visit("quick", query, **({"Accept_Language": header} if header else {}))
    assert f"'{told}'" in html.replace("\\u0027", "'")
    assert f'<html lang="{told[:2]}">' in html


def test_a_kernel_runs_with_the_servers_python(server, visit):
    visit("quick")
    assert server.kernels()[0].cmdline()[0] == server.process.args[0]


def test_nothing_is_said_on_the_terminal_but_the_addresses(server, visit):
    visit("quick")
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc)
    connection.request("GET", "/nosuch")
    connection.getresponse().read()
    said = re.sub(r"127\.0\.0\.1:\d+", "HERE", server.log.read_text().partition("[App] ERROR")[0])
    assert said == (
        "tohit is ready. Open this address in a browser:\n\n    http://HERE/\n\n"
        "For you alone, who is in:\n\n    http://HERE/\n\nStop with Ctrl+C.\n"
    )


def test_a_failing_cell_says_so_plainly_without_a_trace(visit):
    html, _, _ = visit("failing")
    assert "This page could not be opened." in html
    assert "Cette page n" in html
    assert "a trace for nobody" not in html


def test_the_line_sends_without_delay(monkeypatch):
    asked = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    monkeypatch.setattr(
        Connection, "websocket_handler", SimpleNamespace(set_nodelay=asked.append), raising=False
    )
    assert Connection.connect(Connection.__new__(Connection)) == "connected"
    assert asked == [True]


def test_a_cut_line_gets_the_whole_grace(monkeypatch):
    """The idle time counts from the cut, not from the reader's last gesture."""
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "disconnect", lambda self: None)
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    kernel = SimpleNamespace(last_activity=long_ago)

    class Kernels(dict):
        get_kernel = dict.__getitem__

    monkeypatch.setattr(Connection, "kernel_id", "k", raising=False)
    monkeypatch.setattr(Connection, "multi_kernel_manager", Kernels(k=kernel), raising=False)
    Connection.disconnect(Connection.__new__(Connection))
    assert datetime.now(UTC) - kernel.last_activity < timedelta(seconds=5)


def test_an_open_page_keeps_its_kernel_and_a_forgotten_one_loses_it():
    kernels = settings().MappingKernelManager
    assert (kernels.cull_idle_timeout, kernels.cull_interval) == (300, 30)
    assert (kernels.cull_connected, kernels.cull_busy) == (False, True)


@pytest.mark.skipif(sys.platform == "win32", reason="no file handles of this kind")
def test_what_is_held_for_a_page_is_given_back_though_its_line_is_cut_after_its_farewell(server):
    """Four sockets for each reader stayed open, of which ZeroMQ has about a thousand."""

    async def steps() -> None:
        process = psutil.Process(server.process.pid)
        await visit_and_leave(server)
        before = await settled(server, process)
        for _ in range(4):
            await visit_and_leave(server)
        assert await settled(server, process) <= before + 4

    alone(steps)


def test_a_stopped_server_leaves_no_kernel(server, visit):
    visit("quick")
    kernels = server.kernels()
    assert len(kernels) == 1
    server.stop()
    assert server.process.returncode == 0
    assert not any(kernel.is_running() for kernel in kernels)


async def visit_and_leave(server) -> None:
    page = await Page.load(server.url, "quick")
    await page.connect()
    await page.close()


async def settled(server, process: psutil.Process) -> int:
    """The handles of a server whose kernels have ended."""
    while server.kernels():
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)
    return process.num_fds()
