"""What a page throws: from a seed, counted; the same seed and number give the same throws, however pressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tohit.core.answer import Answer
from tohit.core.distribution import Distribution
from tohit.core.kinds import Choice, Reading, Whole, refuse
from tohit.core.limits import SHOWN
from tohit.core.simulate import Throw, draws, simulate
from tohit.dashboards.throws import Offer, binned, of_attacks
from tohit.dashboards.views import PanelView, TogetherView
from tohit.explorer import Explorer
from tohit.widgets import GridBoard
from tohit.widgets.roll import MORE, Roll
from tohit.words import Phrase, Words

__all__ = ["MOST", "Rolling", "attacks_of", "draws_of"]

MOST = 100_000
"""The most attacks that a page throws."""

PREFIX = "roll."
_SEEDS = 1_000_000  # seeds a reader can choose; each has room for as many series of ten attacks
_LANDED = ""


class Rolling:
    """Ties a roll panel to an explorer; while the panel is closed nothing is thrown.

    Every ``SHOWN`` throws are one call with a seed of their own, so that those whose dice are seen are those that are
    counted, and so that it does not matter how they were pressed.

    Args:
        offers: what can be thrown for an answer; the reader chooses.

    Attributes:
        view: shows the counts; other chances begin again at none.
    """

    def __init__(self, board: GridBoard, panel: Roll, explorer: Explorer,
                 offers: Callable[[Any], tuple[Offer, ...]] = of_attacks):
        self._board, self._panel, self._explorer, self._offered = board, panel, explorer, offers
        self._chosen = ""
        self._offers: tuple[Offer, ...] = ()
        self._offer: Offer | None = None
        self._seed, self._n = 1, 0
        self._counts: Counter[str | int] = Counter()
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
        """Throw more, or take another seed or another thing to throw and begin again.

        Raises:
            NotationError: none of these, or what is not offered.
        """
        try:
            for edit in edits:
                self._one(edit["path"], edit.get("value"))
        finally:
            self._show()

    def _one(self, path: str, value: Any) -> None:
        self._ask(self._explorer.answer)
        if path == "roll.seed":
            self._seed = Whole(0, _SEEDS - 1).read(value, "seed", Reading())
            self._restart()
        elif path == "roll.of":
            self._chosen = Choice(tuple(offer.key for offer in self._offers)).read(value, path, Reading())
            self._ask(self._explorer.answer)
        elif path == "roll.more":
            if value not in MORE or type(value) is not int:
                raise refuse(path, value, Phrase("core.allowed.choice", values=MORE))
            self._throw(Whole(1, MOST).read(self._n + value, "n", Reading()))
        else:
            raise refuse("path", path, Phrase("core.allowed.choice", values=("roll.more", "roll.of", "roll.seed")))

    def _throw(self, number: int) -> None:
        offer = self._offer
        if offer is None:
            return
        if offer.chances is None:
            for dice in attacks_of(offer.question, self._seed, self._n, number):
                if len(self._first) < SHOWN:
                    self._first.append(dice)
                self._counts[_LANDED if dice[-1].succeeds else dice[-1].stage] += 1
        else:
            self._counts.update(draws_of(offer.chances, self._seed, self._n, number))
        self._n = number

    def _restart(self) -> None:
        self._n, self._counts, self._first = 0, Counter(), []

    def _ask(self, answer: Any) -> None:
        """What can be thrown now; its chances being others than before, what was thrown is forgotten."""
        self._offers = self._offered(answer)
        offer = next((offer for offer in self._offers if offer.key == self._chosen), next(iter(self._offers), None))
        if offer != self._offer:
            self._restart()
        self._offer = offer

    def _toggled(self, change: Any) -> None:
        self._show()

    def _show(self) -> None:
        TogetherView(self._board, [self.view]).show(self._explorer.answer)

    def _shown(self, answer: Any, say: Words) -> dict[str, Any]:
        if not self._panel.opened:
            return {}
        self._ask(answer)
        offer, n = self._offer, self._n
        told = {"n": n, "seed": self._seed, "most": MOST, "rows": [], "shown": [], "nothing": "", "offers": [], "of": "", "way": "",
                "told": "", "remark": ""}
        if offer is None:
            return {**told, "nothing": say("roll.nothing")}
        told |= {"offers": [{"key": each.key, "name": each.name(say)} for each in self._offers], "of": offer.key}
        if offer.chances is None:
            return {**told, "rows": list(self._ends(answer, say)), "shown": [
                [{"face": throw.face, "die": throw.die, "hit": throw.succeeds} for throw in dice] for dice in self._first
            ]}
        return {**told, "rows": [self._row(_named(*row[:2]), self._between(*row[:2]), row[2], say) for row in binned(offer.chances)],
                "way": offer.name(say), "told": say(f"roll.told.{offer.key}", n=n, seed=self._seed, **dict(offer.fields)),
                "remark": self._remark(say)}

    def _ends(self, answer: Answer, say: Words) -> Iterator[dict[str, Any]]:
        """Where an attack ends: at each roll that it may fail, or on its target."""
        reached = 1
        for stage in self._offer.stages:
            name = say("roll.stops", stage=say(f"{answer.question.rules.key}.stage.{stage.key}"))
            if stage.chance < 1:
                yield self._row(name, self._counts[stage.key], reached * (1 - stage.chance), say)
            reached *= stage.chance
        yield self._row(say("roll.lands"), self._counts[_LANDED], reached, say)

    def _remark(self, say: Words) -> str:
        """How often it came as far as what is remarked, thrown and exact."""
        if self._offer.remark is None or not self._n:
            return ""
        key, first, last = self._offer.remark
        chances, count = self._offer.chances, self._between(first, last)
        exact = chances.at_least(first) - chances.at_least(last + 1)
        return say(key, count=count, n=self._n, thrown=say.percent(Fraction(count, self._n)), exact=say.percent(exact))

    def _between(self, first: int, last: int) -> int:
        return sum(count for outcome, count in self._counts.items() if first <= outcome <= last)

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


def draws_of(chances: Distribution, seed: int, first: int, stop: int) -> Counter[int]:
    """How often each outcome comes in the draws from number ``first`` up to before ``stop``, of a seed.

    >>> die = Distribution.die(6)
    >>> draws_of(die, 7, 0, 3) + draws_of(die, 7, 3, 25) == draws_of(die, 7, 0, 25)
    True
    """
    found: Counter[int] = Counter()
    for series in range(first // SHOWN, -(-stop // SHOWN)):
        found.update(draws(chances, SHOWN, seed * _SEEDS + series)[max(0, first - series * SHOWN) : stop - series * SHOWN])
    return found


def _named(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}\u2013{last}"
