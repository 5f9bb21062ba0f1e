"""Jupyter's own server with our extension: any code runs, a broken frame costs nothing, a page says what widgets say."""

from __future__ import annotations

import asyncio
import json
import struct
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tornado.websocket import WebSocketClientConnection, websocket_connect
from wire import PROTOCOL, Page, alone, frame, pack, unpack

from tohit.serve.bounded import check_frame
from tohit.serve.frames import Refused

ROOT = Path(__file__).parents[2]
ENABLED = ROOT / "widgets/tohit/serve/jupyter_server_config.d/tohit.json"


@pytest.fixture(scope="module")
def jupyter(start_server: Callable[..., Any], free_port: Callable[[], int], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Jupyter server that finds the extension where the wheel puts it, and our notebooks."""
    config = tmp_path_factory.mktemp("config")
    (config / "jupyter_server_config.d").mkdir()
    (config / "jupyter_server_config.d/tohit.json").write_bytes(ENABLED.read_bytes())
    (config / "jupyter_server_config.py").write_text(
        "from tohit.serve.settings import settings\nc = get_config()\nc.merge(settings())\n", encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
               "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={ROOT / 'notebooks'}"]
    url = f"http://127.0.0.1:{port}/"
    return start_server(command, url, env={"JUPYTER_CONFIG_DIR": str(config)})


def new_kernel(server: Any) -> str:
    ask = urllib.request.Request(f"{server.url}api/kernels", data=b"{}", method="POST")
    with urllib.request.urlopen(ask, timeout=60) as answer:
        return json.load(answer)["id"]


async def line_to(server: Any, kernel: str, protocols: list[str] | None) -> WebSocketClientConnection:
    address = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id=test"
    return await websocket_connect(address, subprotocols=protocols)


async def reply(line: WebSocketClientConnection) -> dict[str, Any]:
    """What the kernel answers to code."""
    async with asyncio.timeout(60):
        while True:
            channel, kind, content = unpack(await line.read_message())
            if kind == "execute_reply":
                return content


CODE = {"code": "1 + 1", "silent": False, "user_expressions": {"two": "1 + 1"}}
BROKEN = [
    "{}", b"", b"\x06", b"\x06" * 40, (7).to_bytes(8, "little") * 3, (1000).to_bytes(8, "little") + b"\x00" * 64,
    pack([b"shell", b"{}"]), b"".join(n.to_bytes(8, "little") for n in (6, 56, 50, 60, 70, 80, 90)) + b"x" * 40,
]


def test_a_kernel_runs_code_and_broken_frames_change_nothing(jupyter: Any) -> None:
    async def steps() -> None:
        line = await line_to(jupyter, new_kernel(jupyter), [PROTOCOL])
        for broken in BROKEN:
            await line.write_message(broken, binary=isinstance(broken, bytes))
        await line.write_message(frame("execute_request", CODE, buffers=[b"x" * 300_000]), binary=True)
        told = await reply(line)
        assert told["user_expressions"]["two"]["data"]["text/plain"] == "2"
        line.close()

    alone(steps)
    log = jupyter.log.read_text(encoding="utf-8")
    assert log.count("a frame was refused: offsets") >= len(BROKEN) - 1
    assert "Traceback" not in log and "Uncaught exception" not in log


def test_a_page_of_voila_moves_minis_and_takes_no_code(jupyter: Any) -> None:
    async def steps() -> None:
        page = await Page.open(jupyter.url)
        before = jupyter.log.read_text(encoding="utf-8").count("refused: kind")
        await page.send("execute_request", CODE)
        await page.send("comm_close", {"comm_id": page.board, "data": {}})
        await page.move(page.minis[0]["name"], "C5")
        assert page.applied == 1
        assert jupyter.log.read_text(encoding="utf-8").count("refused: kind") == before + 1
        await page.close()

    alone(steps)


def test_the_protocol_of_before_works_and_is_looked_at_too(jupyter: Any) -> None:
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "username": "", "version": "5.2", "date": ""}
    message = {"channel": "shell", "header": header, "parent_header": {}, "metadata": {}, "content": CODE}

    async def steps() -> None:
        line = await line_to(jupyter, new_kernel(jupyter), None)
        for broken in (b"", b"\x00" * 3, struct.pack("!II", 5, 3), struct.pack("!III", 2, 12, 8), b"\xff" * 12):
            await line.write_message(broken, binary=True)
        await line.write_message(json.dumps(message))
        async with asyncio.timeout(60):
            while json.loads(told := await line.read_message())["msg_type"] != "execute_reply":
                pass
        assert json.loads(told)["content"]["status"] == "ok"
        line.close()

    alone(steps)


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_what_is_broken_is_refused_before_it_is_read(broken: bytes | str) -> None:
    with pytest.raises(Refused):
        check_frame(broken, PROTOCOL)


def test_what_is_whole_is_let_through_in_both_protocols() -> None:
    check_frame(frame("execute_request", CODE, buffers=[b"x"] * 500), PROTOCOL)
    text = b"{}"
    check_frame(struct.pack("!III", 2, 12, 12 + len(text)) + text + b"buffer", None)
    check_frame("{}", None)
