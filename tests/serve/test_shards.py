"""Several processes behind nginx: each reader stays at the one that has their kernel."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from pathlib import Path

import psutil
import pytest
from wire import Page, alone

from tohit.serve.shards import configuration
from tohit.serve.status import line, together
from tohit.words import words


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_readers_stay_at_the_process_that_has_their_kernel(serve, facts, write_notebook, tmp_path) -> None:
    write_notebook(tmp_path / "quick.ipynb", "import tohit; tohit.explore('coup-de-grace')")
    server = serve(tmp_path, "--shards", "2", "--seats", "8", "--grace", "0")
    wait_for(server)

    async def steps() -> None:
        pages = [await Page.open(server.url, "quick") for _ in range(5)]
        for page in pages:
            await page.move(page.minis[0]["name"], "C5")
        told = await asyncio.to_thread(facts, server)
        assert (told["sessions"], told["seats"], told["processes"], told["answered"]) == (5, 8, 2, 2)
        assert {re.search(r"tohit_shard=(\d)", page.cookie)[1] for page in pages} <= {"1", "2"}
        for page in pages:
            await page.close()

    alone(steps)
    children = psutil.Process(server.process.pid).children(recursive=True)
    server.stop()
    psutil.wait_procs(children, timeout=30)
    assert not any(child.is_running() for child in children)


def wait_for(server) -> None:
    """nginx answers for its processes before they are there."""
    import urllib.error
    import urllib.request

    end = time.monotonic() + 120
    good = 0
    while good < 12 and time.monotonic() < end:
        try:
            urllib.request.urlopen(server.url, timeout=10).close()
            good += 1
        except urllib.error.HTTPError:
            good = 0
            time.sleep(0.5)
    assert good == 12


def test_the_configuration_gives_everybody_a_process_and_keeps_them_there() -> None:
    text = configuration(Path("/tmp/x"), ["127.0.0.1:80"], [5001, 5002, 5003])
    assert "s1 { server 127.0.0.1:5001; }" in text and "s3 { server 127.0.0.1:5003; }" in text
    assert "33.33% s1; 33.33% s2; * s3;" in text
    assert "default $anyone; 1 s1; 2 s2; 3 s3;" in text
    assert "access_log off" in text


def test_the_numbers_of_all_processes_are_added_up() -> None:
    one = {"sessions": 2, "seats": 4, "lines": 2, "warm": 1, "opened": 5, "turned_away": 0, "memory": 100, "refused": 3,
           "reasons": {"malformed": 2, "large": 1}, "draining": False, "minutes": 7}
    other = one | {"sessions": 4, "memory": 50, "reasons": {"malformed": 1}, "draining": True, "minutes": 6}
    told = together([one, other], 3)
    assert (told["sessions"], told["seats"], told["memory"], told["refused"], told["minutes"]) == (6, 8, 150, 6, 7)
    assert told["reasons"] == {"malformed": 3, "large": 1} and told["draining"]
    assert line(told, words("en")) == "6 of 8 places taken · 150 MB · 6 messages refused · 2 of 3 processes answer · closing"
    assert together([one, other | {"memory": None}])["memory"] is None
    assert "processes" not in line(one, words("en"))
