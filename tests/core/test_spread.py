"""Sweeps in pieces: the same answer as in one, whoever works on it and whoever dies meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

import tohit
from tohit.core import limits
from tohit.core import sweep as whole

OVER = ("minis[1].stats.defence", "attack.overrides.modifiers")
DEFENCES, GIVEN = range(-3, 57), [[{"name": "luck", "attack": n}] for n in range(-10, 10)]


@pytest.fixture(scope="module")
def question() -> tohit.Question:
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace",
        "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee", "overrides": {"reach_ok": True, "facing_ok": True}},
    }))


@pytest.fixture(scope="module")
def expected(question: tohit.Question) -> Any:
    return told(whole.sweep(question, OVER, (DEFENCES, GIVEN)))


def told(made: tohit.Sweep) -> Any:
    return made.shape, made.denominator, made.counts.tolist(), made.allowed.tolist(), made.values


class Careless(Executor):
    """Works at once, loses every third piece, and is gone after some."""

    def __init__(self, breaks_after: int):
        self.taken, self.breaks_after = 0, breaks_after

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        self.taken += 1
        if self.taken > self.breaks_after:
            msg = "nobody is left"
            raise RuntimeError(msg)
        future: Future[Any] = Future()
        if self.taken % 3 == 0:
            future.set_exception(OSError("a worker died"))
        else:
            future.set_result(work(*given, **named))
        return future


@pytest.mark.parametrize("executor", [None, Careless(1_000), Careless(2), ThreadPoolExecutor(2)], ids=["here", "losing", "broken", "threads"])
def test_pieces_are_joined_complete_and_in_order(executor: Executor | None, question: tohit.Question, expected: Any) -> None:
    steps: list[tuple[int, int]] = []
    made = tohit.sweep(question, OVER, (DEFENCES, GIVEN), executor=executor, progress=lambda done, cells: steps.append((done, cells)))
    assert told(made) == expected
    assert [cells for _, cells in steps] == [1200] * len(steps) and len(steps) == 3
    assert [done for done, _ in steps] == [400, 800, 1200]


def test_a_process_is_killed(question: tohit.Question, expected: Any) -> None:
    """The pool is broken then, and the rest is made here."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        killed: list[int] = []

        def kill(done: int, cells: int) -> None:
            if not killed:
                living = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
                workers = [child for child in living if "spawn_main" in " ".join(child.cmdline())]
                killed.extend(worker.pid for worker in workers)
                for worker in workers:
                    worker.kill()

        assert told(tohit.sweep(question, OVER, (DEFENCES, GIVEN), executor=pool, progress=kill)) == expected
        assert killed


def test_a_worker_of_a_dask_cluster_is_killed(question: tohit.Question, expected: Any, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install tohit[dask]")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path) as cluster,
        distributed.Client(cluster) as client,
    ):
        killed: list[int] = []

        def kill(done: int, cells: int) -> None:
            if not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        assert told(tohit.sweep(question, OVER, (DEFENCES, GIVEN), executor=client.get_executor(), progress=kill)) == expected
        assert killed


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(1)], ids=["here", "threads"])
def test_it_stops_when_asked(executor: Executor | None, question: tohit.Question) -> None:
    steps: list[int] = []
    with pytest.raises(CancelledError):
        tohit.sweep(question, OVER, (DEFENCES, GIVEN), executor=executor, progress=lambda done, cells: steps.append(done),
                    cancel=lambda: bool(steps))
    assert steps == [400]


def test_what_is_refused_is_refused_as_without_workers(question: tohit.Question) -> None:
    pool = ThreadPoolExecutor(1)
    for over, values in ((OVER, ([1, 1_000], GIVEN)), ("attack.attacks", []), ("attack.attacks", [1] * (limits.CELLS + 1))):
        with pytest.raises(tohit.NotationError) as alone:
            tohit.sweep(question, over, values)
        with pytest.raises(tohit.NotationError) as together:
            tohit.sweep(question, over, values, executor=pool)
        assert (alone.value.path, str(alone.value)) == (together.value.path, str(together.value))


def test_rules_of_your_own_work_on_threads_only(question: tohit.Question) -> None:
    own = msgspec.structs.replace(question, rules=replace(question.rules))
    assert tohit.sweep(own, "minis[1].stats.hp", [0, 1], executor=ThreadPoolExecutor(1)).shape == (2,)
    with pytest.raises(tohit.NotationError, match="executor: workers of their own do not know the rules"):
        tohit.sweep(own, "minis[1].stats.hp", [0, 1], executor=Careless(9))


def test_dask_is_loaded_by_nobody_but_who_uses_it() -> None:
    code = "import sys, tohit; print(sorted({'dask', 'distributed'} & {name.partition('.')[0] for name in sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
