"""The guard over real websockets: a bad session is held back, and the others do not notice."""

from __future__ import annotations

import asyncio
import time

import psutil
import pytest
from flood import flood
from tornado.httpclient import HTTPClientError
from tornado.websocket import websocket_connect
from wire import CONTROL, Page, alone, frame

from tohit.serve.frames import FRAME
from tohit.serve.guard import LINES, PATIENCE, Bucket, Guard

SQUARES = ("C5", "D4", "B7", "C2")


@pytest.fixture(scope="module")
def server(serve):
    return serve(None, "--seats", "12")


def test_a_page_that_only_does_what_pages_do_is_never_refused(server, facts) -> None:
    async def steps() -> None:
        before = facts(server)["refused"]
        page = await Page.open(server.url)
        names = [mini["name"] for mini in page.minis]
        for turn in range(40):
            await page.move(names[0], SQUARES[turn % 4])
        assert page.applied == 40
        assert facts(server)["refused"] == before
        await page.close()

    alone(steps)


def test_a_board_cannot_be_closed_or_changed_from_outside(server, facts) -> None:
    async def steps() -> None:
        page = await Page.open(server.url)
        before = facts(server)["reasons"]
        await page.send("comm_close", {"comm_id": page.board, "data": {}})
        await page.update({"_model_name": "Other"})
        await page.send("execute_request", {"code": "print(1)", "silent": False})
        await page.move(page.minis[0]["name"], "C5")
        after = facts(server)["reasons"]
        assert {why: after[why] - before.get(why, 0) for why in ("close", "private", "kind")} == \
            {"close": 1, "private": 1, "kind": 1}
        await page.close()

    alone(steps)


def test_only_the_control_comm_may_open_and_only_a_few(server, facts) -> None:
    async def steps() -> None:
        page = await Page.open(server.url)
        before = facts(server)["reasons"].get("comms", 0)
        for number in range(10):
            await page.send("comm_open", {"comm_id": f"c{number}", "target_name": CONTROL, "data": {}})
        await page.move(page.minis[0]["name"], "C5")
        assert facts(server)["reasons"]["comms"] - before == 6
        await page.close()

    alone(steps)


def test_a_kernel_has_a_few_lines_only(server) -> None:
    async def steps() -> None:
        page = await Page.load(server.url)
        lines = [await page.connect() for _ in range(LINES)]
        with pytest.raises(HTTPClientError, match="429"):
            await page.connect()
        for line in lines:
            line.close()
        await page.close()

    alone(steps)


@pytest.mark.parametrize("protocols", [None, ["other"], ["v1.kernel.websocket.jupyter.org.x"]])
def test_without_the_protocol_there_is_no_line(server, protocols) -> None:
    async def steps() -> None:
        page = await Page.load(server.url)
        address = f"{server.url.replace('http', 'ws', 1)}api/kernels/{page.kernel}/channels?session_id=old"
        with pytest.raises(HTTPClientError, match="400"):
            await websocket_connect(address, subprotocols=protocols)
        await page.close()

    alone(steps)


def test_a_frame_beyond_what_is_read_at_all_costs_its_own_line_only(server) -> None:
    async def steps() -> None:
        bad, good = await Page.open(server.url), await Page.open(server.url)
        try:
            await bad.line.write_message(b"\x00" * (8 * FRAME), binary=True)
        except Exception:
            pass  # cut while it was being sent
        await good.move(good.minis[0]["name"], "C5")
        for page in (bad, good):
            await page.close()

    alone(steps)


def test_a_flood_of_malformed_frames_while_an_honest_session_acts(server, teacher) -> None:
    """The whole promise is 20,000 messages and ten others: ``python tests/load/flood.py``."""

    async def steps() -> None:
        before = psutil.Process(server.process.pid).memory_info().rss
        seen = await flood(server.url, teacher(server), messages=2000, honest=1)
        assert (seen.sent, seen.wrong, seen.lost) == (2000, 0, [])
        assert len(seen.took) >= 5
        assert seen.refused >= PATIENCE // 2
        # Good frames that came behind the last bad one were once read by a parser that takes what memory it is told to.
        assert psutil.Process(server.process.pid).memory_info().rss - before < 100 * 2**20

    alone(steps)


def test_who_has_nothing_but_faults_loses_the_line(server) -> None:
    async def steps() -> None:
        page = await Page.load(server.url)
        line = await page.connect()
        for _ in range(PATIENCE + 50):
            if line.protocol.is_closing():
                break
            await line.write_message(b"nothing", binary=True)
        end = time.monotonic() + 30
        while line.close_code is None and time.monotonic() < end:
            await asyncio.sleep(0.1)
        assert line.close_code == 1008
        await page.close()

    alone(steps)


def test_too_fast_is_waited_for_not_refused() -> None:
    bucket = Bucket(rate=100, burst=10)
    assert all(bucket.take(1) <= 0 for _ in range(10))
    assert 0.08 < sum(bucket.take(1) > 0 for _ in range(10)) / 10 and 0.05 < bucket.take(0) < 0.2


def test_a_kernel_that_does_not_keep_up_is_waited_for(monkeypatch) -> None:
    monkeypatch.setattr("tohit.serve.guard._LONGEST_WAIT", 0.3)
    refused: list[str] = []

    async def steps() -> None:
        guard = Guard(refused.append)
        for _ in range(64):
            await guard.turn(10)
            assert guard.lets_in(frame("kernel_info_request", {}))
        waiting = asyncio.ensure_future(guard.turn(10))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        guard.answered()
        await asyncio.wait_for(waiting, 0.2)

    alone(steps)
    assert refused == []
