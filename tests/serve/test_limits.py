"""One page's computing and memory end with a sentence, or with its own kernel, never with the server."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest
from wire import Page, alone

import tohit
from tohit.core.patience import Unfinished, give_up, patience
from tohit.explorer import Explorer
from tohit.ready import ready

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no clocks or limits of this kind")

SPOILED = """
import tohit
from tohit.explorer import Explorer
from tohit.core.evaluate import evaluate

def judge(self, question):
    where = question.scene.minis[0].at
    if where == (0, 0):      # A1: never ends
        while True:
            pass
    if where == (0, 1):      # B1: more memory than there is
        return bytearray(64 * 2**30)
    return evaluate(question)

Explorer.judge = judge
"""


@pytest.fixture(scope="module")
def server(serve, write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("limits")
    write_notebook(folder / "spoiled.ipynb", SPOILED, "tohit.explore('coup-de-grace')")
    write_notebook(folder / "limits.ipynb", "import resource; resource.getrlimit(resource.RLIMIT_AS)")
    write_notebook(folder / "endless.ipynb", "while True: pass", "1")
    return serve(folder, "--memory", "3000", "--log", "-")



def test_an_endless_evaluation_and_one_without_memory_are_refused_and_nothing_is_half_done(server) -> None:
    async def steps() -> None:
        page = await Page.open(server.url, "spoiled")
        name, before = page.minis[0]["name"], page.minis[0]["at"]
        for square, sentence in (("A1", "more than 5 seconds"), ("B1", "more memory than there is")):
            await page.move(name, square)
            assert sentence in page.refused["text"]
            assert page.minis[0]["at"] == before
        await page.move(name, "C2")
        await page.until(lambda: page.refused == {})
        assert page.minis[0]["at"] == "C2"
        await page.close()

    alone(steps)


def test_a_kernel_has_the_memory_that_was_asked_for(server) -> None:
    import urllib.request

    with urllib.request.urlopen(server.page("limits"), timeout=100) as answer:
        assert str(3000 * 2**20) in answer.read().decode()


def test_a_notebook_that_never_ends_loses_its_kernel_and_the_server_stays(server) -> None:
    async def steps() -> None:
        endless = asyncio.ensure_future(Page.load(server.url, "endless"))
        page = await Page.open(server.url, "spoiled")
        start = time.monotonic()
        await page.move(page.minis[0]["name"], "C2")
        while '"why": "died"' not in server.log.read_text() and time.monotonic() - start < 120:
            await asyncio.sleep(0.5)
        assert '"why": "died"' in server.log.read_text()
        await page.move(page.minis[0]["name"], "C3")
        endless.cancel()
        await page.close()

    alone(steps)


def test_patience_ends_what_computes_and_nothing_else() -> None:
    give_up(seconds=5)  # nothing computes
    with pytest.raises(Unfinished, match="more than 5 seconds"), patience():
        give_up(seconds=5)
    give_up(seconds=5)
    with pytest.raises(Unfinished, match="memory"), patience():
        raise MemoryError


def test_an_explorer_keeps_its_question_when_the_next_one_cannot_be_computed(monkeypatch) -> None:
    explorer = Explorer(next(iter(ready(tohit.ruleset("coup-de-grace")).values())))
    before = explorer.question, explorer.answer
    monkeypatch.setattr(Explorer, "judge", lambda self, question: give_up(seconds=5))
    with pytest.raises(Unfinished) as refused:
        explorer.ask([{"mini": explorer.question.attacker.name, "at": "A1"}])
    assert (explorer.question, explorer.answer) == before
    assert not explorer.can_undo
    assert "5 secondes" in refused.value.sentence("fr")
