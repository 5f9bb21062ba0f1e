"""A sweep in pieces: told how far it is, stopped when asked, and worked on by any executor.

A worker is sent a document and values, never a Python object of ours, so that it may live on another machine.  A
piece that is lost with its worker is handed out again, and made here when nobody else can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from math import lcm, prod
from typing import Any

import numpy as np

from tohit.core import notation
from tohit.core import sweep as whole
from tohit.core.errors import NotationError, TohitError
from tohit.core.question import Question
from tohit.core.sweep import FACING, SQUARES, Sweep, check_cells, listed_values
from tohit.rules import SYSTEMS

__all__ = ["sweep"]

PIECE = 400
"""Cells of one piece, about: a tenth of a second where a document must be read for every cell."""
AGAIN = 2
"""How often a lost piece is handed out again."""
LOOK = 0.1
"""Seconds between two looks at whether to stop."""

Path = str | tuple[str, str]
Piece = tuple[tuple[Any, ...], ...]
"""The values of every field."""
Counts = tuple[list[Any], int, list[Any]]


def sweep(question: Question, over: Path, values: Iterable[Any] | None = None, facing: str = "as-is", *,
          executor: Executor | None = None, progress: Callable[[int, int], object] | None = None,
          cancel: Callable[[], bool] | None = None) -> Sweep:
    """The chance to land of the same attack from, at or with many things.

    Example:
        >>> question = tohit.loads('''{"format": "tohit/1", "rules": "coup-de-grace",
        ...     "minis": [{"name": "Ann", "side": "red"}, {"name": "Bob", "side": "blue"}],
        ...     "attack": {"attacker": "Ann", "target": "Bob", "mode": "melee",
        ...                "overrides": {"reach_ok": true, "facing_ok": true}}}''')
        >>> table = tohit.sweep(question, over=("minis[1].stats.defence", "minis[1].stats.hp"), values=([3, 4, 5], [0, 1]))
        >>> table.shape, table.chance(0, 0), table.chance(2, 1)  # the downed are hit more easily by one
        ((3, 2), Fraction(5, 6), Fraction(1, 3))

    Args:
        over: ``attacker.square``, ``target.square``, ``attacker.facing``, the path of a field as refusals write it,
            or two such paths for a table.
        values: what to put there, for two paths a pair of lists; squares and facings need none.
        facing: ``as-is``, or ``best`` for the attacker's best facing on each square.
        executor: who works on it: any executor of ``concurrent.futures``, or with ``tohit[dask]`` the
            ``client.get_executor()`` of a dask cluster.  Squares and facings are one piece and made here.
        progress: called with the cells done and all cells, after every piece.
        cancel: asked now and then; when it says so, the sweep stops.

    Raises:
        NotationError: an unknown ``over`` or ``facing``, more cells than the limit, a value the field refuses,
            rules of your own for workers that cannot know them.
        concurrent.futures.CancelledError: ``cancel`` said so.
    """
    if over in SQUARES or over == FACING or (executor, progress, cancel) == (None, None, None):
        return whole.sweep(question, over, values, facing)
    paths = (over,) if isinstance(over, str) else tuple(over)
    listed = listed_values(paths, values)
    cells = prod(map(len, listed))
    check_cells(cells)
    pieces = list(_pieces(listed))
    made = _by_workers(executor, question, over, pieces) if executor else _here(question, over, pieces)
    found: dict[int, Counts] = {}
    done = 0
    try:
        for place in made:
            if cancel and cancel():
                raise CancelledError
            if place is not None:
                found[place[0]] = place[1]
                done += prod(map(len, pieces[place[0]]))
                if progress:
                    progress(done, cells)
    finally:
        made.close()
    return _joined([found[place] for place in range(len(pieces))], listed)


def piece(document: str, over: Path, values: Piece) -> Counts | None:
    """What a worker does; None when a value is refused, which whoever asked will find again and say."""
    try:
        return _counts(notation.loads(document, SYSTEMS), over, values)
    except TohitError:
        return None


def _pieces(listed: Piece) -> Iterator[Piece]:
    first, *rest = listed
    step = max(1, PIECE // prod(map(len, rest)))
    for start in range(0, len(first), step):
        yield first[start : start + step], *rest


def _counts(question: Question, over: Path, values: Piece) -> Counts:
    made = whole.sweep(question, over, values[0] if isinstance(over, str) else values)
    return made.counts.ravel().tolist(), made.denominator, made.allowed.ravel().tolist()


def _here(question: Question, over: Path, pieces: list[Piece]) -> Iterator[tuple[int, Counts] | None]:
    yield None
    for place, values in enumerate(pieces):
        yield place, _counts(question, over, values)


def _by_workers(executor: Executor, question: Question, over: Path, pieces: list[Piece]) -> Iterator[tuple[int, Counts] | None]:
    """Every piece once, in whatever order; None now and then, so that somebody may stop."""
    work = _work(executor, question, over)
    tries = [0] * len(pieces)
    waiting: dict[Future[Counts | None], int] = {}

    def hand_out(place: int) -> bool:
        """Whether somebody took it."""
        tries[place] += 1
        try:
            waiting[executor.submit(work, pieces[place])] = place
        except RuntimeError:  # broken, or shut down
            return False
        return True

    try:
        lost = [place for place in range(len(pieces)) if not hand_out(place)]
        while waiting or lost:
            for place in lost:
                yield place, _counts(question, over, pieces[place])
            lost = []
            done, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            yield None
            for future in done:
                place, made = waiting.pop(future), _result(future)
                if made is not None:
                    yield place, made
                elif tries[place] > AGAIN or not hand_out(place):
                    lost.append(place)
    finally:
        for future in waiting:
            future.cancel()


def _work(executor: Executor, question: Question, over: Path) -> Callable[[Piece], Counts | None]:
    """What to do with a piece: for threads the question as it is, for others its document."""
    if isinstance(executor, ThreadPoolExecutor):
        return partial(_counts, question, over)
    if SYSTEMS.get(question.rules.key) is not question.rules:
        raise NotationError("core.rules_stay_here", "executor", rules=question.rules.key, allowed=tuple(SYSTEMS))
    return partial(piece, notation.dumps(question), over)


def _result(future: Future[Counts | None]) -> Counts | None:
    """What came back; None when it was lost, whatever the reason: what is wrong with a piece shows when it is made here."""
    try:
        return future.result()
    except (Exception, CancelledError):
        return None


def _joined(made: list[Counts], listed: Piece) -> Sweep:
    """All pieces in order, over one denominator."""
    denominator = lcm(*(whole_of for _, whole_of, _ in made))
    counts = [count * (denominator // whole_of) for counts, whole_of, _ in made for count in counts]
    kind = np.int64 if denominator < 2**63 else object
    shape = tuple(map(len, listed))
    allowed = np.array([held for _, _, part in made for held in part]).reshape(shape)
    return Sweep(np.array(counts, dtype=kind).reshape(shape), denominator, allowed, None, listed[0] if len(listed) == 1 else listed)
