"""Work in slices: after the answer, complete or nothing; an edit in between wins, and so does who stops it."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tohit.dashboards import sliced
from tohit.dashboards.sliced import Found, SlicedView


class Recorder:
    def __init__(self):
        self.shown, self.failed = [], []

    def show(self, found):
        self.shown.append(found)

    def fail(self, error):
        self.failed.append(str(error))

    @property
    def results(self):
        return [(found.answer, found.result) for found in self.shown if found.result is not None]


def begin(answer):
    """The answer says how many steps of a millisecond it takes; what it comes to is known by its first letter."""
    name, steps = answer

    def work():
        for done in range(1, steps + 1):
            time.sleep(0.001)
            if name == "broken":
                raise RuntimeError("no such work")
            yield done, steps
        return f"{name} of {steps}"

    return answer, work


@pytest.fixture
def in_kernel(monkeypatch):
    """Run an act in a loop, as a kernel does; in a thread, because a browser test before may have left its own."""
    monkeypatch.setattr(sliced, "kernel_loop", asyncio.get_running_loop)
    monkeypatch.setattr(sliced, "PATIENCE", 0.05)
    monkeypatch.setattr(sliced, "AT_ONCE", 0.02)
    monkeypatch.setattr(sliced, "PACE", 0.02)
    monkeypatch.setattr(sliced, "SETTLED", 0.1)

    def run(act):
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(asyncio.run, act()).result(timeout=30)

    return run


async def until(holds):
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come")


def test_outside_a_kernel_all_is_done_at_once():
    recorder = Recorder()
    view = SlicedView(recorder, begin, delay=5)
    view.show(("a", 3))
    view.show(("b", 2))
    assert recorder.shown == [Found(("a", 3), "a of 3"), Found(("b", 2), "b of 2")]


def test_what_is_short_is_there_when_the_page_opens_and_follows(in_kernel, monkeypatch):
    monkeypatch.setattr(sliced, "AT_ONCE", 20)  # short, however busy the machine is
    monkeypatch.setattr(sliced, "LIVE", 20)
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("a", 3))
        assert recorder.results == [(("a", 3), "a of 3")]
        view.show(("b", 3))
        assert len(recorder.shown) == 1  # the edit is answered first
        await until(lambda: len(recorder.results) == 2)

    in_kernel(act)
    assert recorder.results[1] == (("b", 3), "b of 3")


def test_what_is_long_lets_others_work_tells_how_far_it_is_and_is_complete(in_kernel):
    recorder, ticks = Recorder(), []

    async def act():
        async def tick():
            while True:
                ticks.append(time.perf_counter())
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(tick())
        SlicedView(recorder, begin).show(("long", 250))
        await until(lambda: recorder.results)
        ticking.cancel()

    in_kernel(act)
    told = [found.done for found in recorder.shown[:-1]]
    assert len(told) > 2 and told == sorted(told) and all(total == 250 for _, total in told)
    assert all(found.result is None for found in recorder.shown[:-1])
    assert recorder.shown[-1] == Found(("long", 250), "long of 250")
    assert len(ticks) > 15


def test_an_edit_in_between_wins(in_kernel):
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("first", 400))
        await asyncio.sleep(0.03)
        view.show(("second", 5))
        await until(lambda: recorder.results)

    in_kernel(act)
    assert recorder.results == [(("second", 5), "second of 5")]


def test_who_stops_it_sees_nothing_of_it_until_it_goes_on(in_kernel):
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("long", 150))
        await asyncio.sleep(0.02)
        view.stop()
        assert recorder.shown[-1] == Found(("long", 150), stopped=True)
        await asyncio.sleep(0.3)
        view.show(("long", 150))  # said in another language
        await asyncio.sleep(0.05)
        assert recorder.results == [] and recorder.shown[-1].stopped
        view.go_on()
        await until(lambda: recorder.results)

    in_kernel(act)
    assert recorder.shown[-1].result == "long of 150"


def test_another_question_is_not_stopped(in_kernel):
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("long", 150))
        view.stop()
        view.show(("other", 3))
        await until(lambda: recorder.results)
        view.stop()  # nothing is under way

    in_kernel(act)
    assert recorder.shown[-1] == Found(("other", 3), "other of 3")


def test_what_was_long_waits_for_rest_and_shows_nothing_old_meanwhile(in_kernel):
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("a", 130))
        await until(lambda: recorder.results)
        shown = len(recorder.shown)
        for step in range(1, 6):
            view.show(("a", 130 + step))
            await asyncio.sleep(0.02)
        assert recorder.shown[shown:] == [Found(("a", 131), done=(0, 0))]
        await until(lambda: len(recorder.results) == 2)
        shown = len(recorder.shown)
        view.show(("a", 135))  # is known
        await until(lambda: len(recorder.shown) > shown)
        assert recorder.shown[-1] == Found(("a", 135), "a of 135")

    in_kernel(act)


def test_what_is_under_way_goes_on_when_nothing_that_it_depends_on_has_changed(in_kernel):
    recorder, begun = Recorder(), []

    def counted(answer):
        key, work = begin(answer)
        return key, lambda: begun.append(answer) or work()

    async def act():
        view = SlicedView(recorder, counted)
        view.show(("a", 130))
        await until(lambda: recorder.results)
        view.show(("b", 200))
        await until(lambda: len(begun) == 2)
        for _ in range(5):
            view.show(("b", 200))
            await asyncio.sleep(0.02)
        await until(lambda: len(recorder.results) == 2)

    in_kernel(act)
    assert begun == [("a", 130), ("b", 200)]


def test_a_mistake_is_said_and_the_next_one_is_shown(in_kernel, monkeypatch):
    monkeypatch.setattr(sliced, "AT_ONCE", 20)
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("broken", 3))
        assert recorder.failed == ["no such work"]
        view.show(("a", 3))
        await until(lambda: recorder.results)

    in_kernel(act)


def test_closed_it_works_no_more(in_kernel):
    recorder = Recorder()

    async def act():
        view = SlicedView(recorder, begin)
        view.show(("long", 60))
        view.close()
        await asyncio.sleep(0.2)

    in_kernel(act)
    assert recorder.results == []
