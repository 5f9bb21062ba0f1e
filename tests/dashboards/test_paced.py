"""Charts in a drag: shown after the kernel's answer, not too often, and the newest answer in any case."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

import tohit
from tohit.dashboards import paced
from tohit.dashboards.paced import PacedView


class Recorder:
    def __init__(self, broken=False):
        self.broken, self.shown, self.failed = broken, [], []

    def show(self, answer):
        self.shown.append(answer)
        if self.broken and len(self.shown) > 1:
            raise RuntimeError("this view is broken")

    def fail(self, error):
        self.failed.append(str(error))


@pytest.fixture
def in_kernel(monkeypatch):
    """Run an act in a loop, as a kernel does; in a thread, because a browser test before may have left its own."""
    monkeypatch.setattr(paced, "kernel_loop", asyncio.get_running_loop)
    monkeypatch.setattr(paced, "PACE", 0.05)

    def run(act):
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(asyncio.run, act).result(timeout=20)

    return run


def test_outside_a_kernel_every_answer_is_shown_at_once():
    recorder = Recorder()
    view = PacedView(recorder)
    for answer in "abc":
        view.show(answer)
    assert recorder.shown == ["a", "b", "c"]


def test_in_a_kernel_the_first_is_shown_at_once_and_the_next_after_the_edit(in_kernel):
    recorder = Recorder()
    view = PacedView(recorder)

    async def act():
        view.show("a")
        view.show("b")
        assert recorder.shown == ["a"]
        await asyncio.sleep(0)
        assert recorder.shown == ["a", "b"]

    in_kernel(act())


def test_what_follows_comes_after_the_newest_of_what_it_follows(in_kernel):
    """However the two paces fall: a table that came before its chart would stay an answer behind."""
    charts, tables = Recorder(), Recorder()
    view = PacedView(charts, then=PacedView(tables, delay=0.03))

    async def act():
        for pause in (0.0, 0.01, 0.02, 0.045, 0.0, 0.03, 0.0, 0.005):
            view.show((pause, len(charts.shown)))
            await asyncio.sleep(pause)
        await asyncio.sleep(0.3)

    in_kernel(act())
    assert charts.shown[-1] == tables.shown[-1] and charts.shown[0] == tables.shown[0]
    assert len(tables.shown) <= len(charts.shown)


def test_in_a_drag_few_are_shown_and_the_newest_at_last(in_kernel):
    recorder = Recorder()
    view = PacedView(recorder)

    async def act():
        for number in range(40):
            view.show(number)
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)

    in_kernel(act())
    assert recorder.shown[-1] == 39
    assert 3 <= len(recorder.shown) <= 12
    assert recorder.shown == sorted(recorder.shown)


def test_what_waits_is_shown_at_once_where_it_must_not_be_lost(in_kernel):
    recorder = Recorder()
    view = PacedView(recorder, delay=5)

    async def act():
        view.show("a")
        view.show("b")
        view.hurry()
        assert recorder.shown == ["a", "b"]
        view.hurry()
        view.show("c")
        await asyncio.sleep(0)
        assert recorder.shown == ["a", "b"]

    in_kernel(act())


@pytest.mark.parametrize("leap", [{"undo": True}, {"redo": True}, {"step": 0}, {"say": "undo"}, {"cancel": True}, {"scenario": "new"}])
@pytest.mark.parametrize("make", [tohit.explore, tohit.compare, tohit.duels, tohit.four_rules, tohit.was_i_unlucky])
def test_a_step_back_is_kept_with_its_answer(in_kernel, make, leap):
    """A tab can't keep it to be done again, so nothing may be lost when the kernel ends before the scene comes."""
    if make is not tohit.explore and "scenario" in leap:
        return
    page = make().page

    def send(**edit):
        page.board.set_state({"edit": {"edits": [{"n": page.board.applied + 1, "gesture": 5, "done": False, **edit}]}})

    async def act():
        mini = page.explorer.spoken(page.explorer.question).scene.minis[0].name
        send(mini=mini, name="Somebody", gesture=1, done=True)
        send(**({"undo": True} if "redo" in leap else {"mini": "Somebody", "side": "green"}))
        assert "redo" in leap or page.keeper.saved < page.board.applied
        send(**leap)
        told = page.keeper.fragment, page.keeper.saved
        await asyncio.sleep(0.4)
        assert (page.keeper.fragment, page.keeper.saved) == told
        assert page.keeper.saved == page.board.applied and page.board.refused == {}

    in_kernel(act())
    page.close()


def test_a_view_that_fails_later_says_so_too(in_kernel):
    recorder = Recorder(broken=True)
    view = PacedView(recorder)

    async def act():
        view.show("a")
        view.show("b")
        await asyncio.sleep(0)

    in_kernel(act())
    assert recorder.failed == ["this view is broken"]
