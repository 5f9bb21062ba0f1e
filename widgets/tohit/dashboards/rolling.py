"""What a page throws: attacks from a seed, counted; the same seed and number give the same attacks, however pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tohit.core.answer import Answer
from tohit.core.evaluate import evaluate, once
from tohit.core.kinds import Reading, Whole, refuse
from tohit.core.limits import SHOWN
from tohit.core.resolution import Stage
from tohit.core.simulate import Throw, simulate
from tohit.dashboards.views import PanelView, TogetherView
from tohit.explorer import Explorer
from tohit.widgets import GridBoard
from tohit.widgets.roll import MORE, Roll
from tohit.words import Phrase, Words

__all__ = ["MOST", "Rolling", "attacks_of"]

MOST = 100_000
"""The most attacks that a page throws."""

PREFIX = "roll."
_SEEDS = 1_000_000  # seeds a reader can choose; each has room for as many series of ten attacks
_LANDED = ""


class Rolling:
    """Ties a roll panel to an explorer; while the panel is closed nothing is thrown.

    Every ``SHOWN`` attacks are one call of ``simulate``, so that those whose dice are seen are those that are counted.

    Attributes:
        view: shows the counts; other chances begin again at none.
    """

    def __init__(self, board: GridBoard, panel: Roll, explorer: Explorer):
        self._board, self._panel, self._explorer = board, panel, explorer
        self._stages: tuple[Stage, ...] = ()
        self._seed, self._n = 1, 0
        self._counts: dict[str, int] = {}
        self._first: list[tuple[Throw, ...]] = []
        self.view = PanelView(panel, self._shown)
        panel.observe(self._toggled, "opened")

    @staticmethod
    def owns(edit: Mapping[str, Any]) -> bool:
        """Whether an edit is about what is thrown: its path begins with ``roll.``"""
        return str(edit.get("path", "")).startswith(PREFIX)

    def close(self) -> None:
        """Listen no more."""
        self._panel.unobserve(self._toggled, "opened")

    def take(self, edits: list[dict[str, Any]]) -> None:
        """Throw more attacks, or take another seed and begin again.

        Raises:
            NotationError: neither, or a number that is not offered.
        """
        try:
            for edit in edits:
                self._one(edit["path"], edit.get("value"))
        finally:
            self._show()

    def _one(self, path: str, value: Any) -> None:
        if path == "roll.seed":
            self._seed = Whole(0, _SEEDS - 1).read(value, "seed", Reading())
            self._restart()
        elif path == "roll.more":
            if value not in MORE or type(value) is not int:
                raise refuse(path, value, Phrase("core.allowed.choice", values=MORE))
            self._throw(Whole(1, MOST).read(self._n + value, "n", Reading()))
        else:
            raise refuse("path", path, Phrase("core.allowed.choice", values=("roll.more", "roll.seed")))

    def _throw(self, number: int) -> None:
        answer = self._single(self._explorer.answer)
        for dice in attacks_of(answer.question, self._seed, self._n, number) if self._stages else ():
            if len(self._first) < SHOWN:
                self._first.append(dice)
            ended = _LANDED if dice[-1].succeeds else dice[-1].stage
            self._counts[ended] = self._counts.get(ended, 0) + 1
            self._n += 1

    def _restart(self) -> None:
        self._n, self._counts, self._first = 0, {}, []

    def _single(self, answer: Answer) -> Answer:
        """The answer to one attack; its rolls being others than before, what was thrown is forgotten."""
        single = answer if answer.question.attack.attacks == 1 else evaluate(once(answer.question))
        stages = tuple(stage for stage in single.stages if stage.lands) if single.allowed else ()
        if stages != self._stages:
            self._stages = stages
            self._restart()
        return single

    def _toggled(self, change: Any) -> None:
        self._show()

    def _show(self) -> None:
        TogetherView(self._board, [self.view]).show(self._explorer.answer)

    def _shown(self, answer: Answer, say: Words) -> dict[str, Any]:
        if not self._panel.opened:
            return {}
        self._single(answer)
        told = {"n": self._n, "seed": self._seed, "most": MOST, "rows": [], "shown": [], "nothing": ""}
        if not self._stages:
            return {**told, "nothing": say("roll.nothing")}
        return {**told, "rows": list(self._rows(answer, say)), "shown": [
            [{"face": throw.face, "die": throw.die, "hit": throw.succeeds} for throw in dice] for dice in self._first
        ]}

    def _rows(self, answer: Answer, say: Words) -> Iterator[dict[str, Any]]:
        """Where an attack ends: at each roll that it may fail, or on its target."""
        reached = 1
        for stage in self._stages:
            name = say("roll.stops", stage=say(f"{answer.question.rules.key}.stage.{stage.key}"))
            if stage.chance < 1:
                yield self._row(name, self._counts.get(stage.key, 0), reached * (1 - stage.chance), say)
            reached *= stage.chance
        yield self._row(say("roll.lands"), self._counts.get(_LANDED, 0), reached, say)

    def _row(self, name: str, count: int, exact: Any, say: Words) -> dict[str, Any]:
        chance, n = float(exact), self._n
        band = 2 * (chance * (1 - chance) / n) ** 0.5 if n else 0.0
        return {"name": name, "count": count, "rolled": say("roll.count", count=count, n=n), "share": count / n if n else 0.0,
                "exact": chance, "percent": say.percent(exact), "low": max(0.0, chance - band), "high": min(1.0, chance + band)}


def attacks_of(question: Any, seed: int, first: int, stop: int) -> Iterator[tuple[Throw, ...]]:
    """The dice of the attacks from number ``first`` (the first is 0) up to before ``stop``, of a seed.

    >>> import tohit
    >>> from tohit.ready import ready
    >>> question = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
    >>> [*attacks_of(question, 7, 0, 3), *attacks_of(question, 7, 3, 25)] == list(attacks_of(question, 7, 0, 25))
    True
    """
    for series in range(first // SHOWN, -(-stop // SHOWN)):
        thrown = simulate(question, SHOWN, seed * _SEEDS + series).shown
        yield from thrown[max(0, first - series * SHOWN) : stop - series * SHOWN]
