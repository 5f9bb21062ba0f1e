"""What a pair throws: visible dice from a seed, or real ones typed in; counts, never chances; the pair's class code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from traitlets import Bool, Int, Unicode, observe

from tohit.core.classcode import MOST_PAIRS, MOST_THROWS, Tally, class_code
from tohit.core.kinds import Reading, Whole
from tohit.core.resolution import Stage
from tohit.core.simulate import Source, Throw, thrown
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Words, words

__all__ = ["TallyBox"]

PREFIX = "tally."
VISIBLE = 10
ROLLS = (1, 10, 100, 1000)
_DRAWN = 2**53 - 1  # words of chance; a browser counts exactly up to here


class TallyBox(Panel):
    """Throw on screen or type what real dice showed; compare with the exact chance once it may be seen.

    The dice of a pair come from its number, so a pair that begins again sees the same throws.

    >>> box = TallyBox(pair=7, hits=13, throws=40)
    >>> box.code
    'PAIR 7 · 13/40 · K'

    Args:
        stages: The rolls that one attack is made of.
        exact: The chance that the throws estimate; kept in Python while ``locked``.
        **settings: The widget's traits.
    """

    _name = "tally"

    pair = Int(1, help="The number of the pair, which is also the seed.").tag(sync=True)
    hits = Int(0, help="How many throws succeeded.").tag(sync=True)
    throws = Int(0, help="How many throws were made.").tag(sync=True)
    code = Unicode("", help="The class code.").tag(sync=True)
    dice = JsonTrait([], kind=list, help="The dice of the last throws on screen.").tag(sync=True)
    locked = Bool(False, help="No dice on screen, and no exact chance, before a guess is placed.").tag(sync=True)
    told = JsonTrait([], kind=list, help="The comparison, in sentences.").tag(sync=True)
    bars = JsonTrait([], kind=list, help="The tally's share, the exact chance and the band, from 0 to 1.").tag(sync=True)

    def __init__(self, stages: Sequence[Stage] = (), exact: Fraction | None = None, **settings: Any):
        self._stages, self._exact = tuple(stages), exact
        super().__init__(**settings)
        self._source, self._before = Source(self.pair), 0
        self._show()

    @staticmethod
    def owns(edit: Mapping[str, Any]) -> bool:
        """Whether an edit is about the tally."""
        return str(edit.get("path", "")).startswith(PREFIX)

    def receive(self, edits: list[dict]) -> None:
        """Take over what was typed or thrown."""
        for edit in filter(self.owns, edits):
            self.change(edit["path"].removeprefix(PREFIX), edit.get("value"))

    def change(self, key: str, value: Any) -> None:
        """One act: ``pair``, ``hits`` or ``throws`` typed, ``roll`` so many more, ``clear``.

        Raises:
            NotationError: a number out of range.
        """
        if key == "roll":
            self._roll(_whole(1, ROLLS[-1], value))
        elif key == "pair":
            self.pair = _whole(1, MOST_PAIRS, value)
            self._begin()
        elif key == "throws":
            self.throws = _whole(0, MOST_THROWS, value)
            self.hits = min(self.hits, self.throws)
        elif key == "hits":
            self.hits = _whole(0, self.throws, value)
        else:
            self._begin()
        self._show()

    def kept(self) -> dict[str, int]:
        """What a browser keeps of the tally: numbers typed and thrown, and from where on the dice go on."""
        if not self.throws and self.pair == 1:
            return {}
        return {"pair": self.pair, "hits": self.hits, "throws": self.throws, "drawn": self._before, "shown": len(self.dice)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on from what ``kept`` gave, with the same dice on screen and the same dice to come.

        Raises:
            NotationError: a number out of range.
            KeyError: one is missing.
        """
        pair, throws = _whole(1, MOST_PAIRS, kept["pair"]), _whole(0, MOST_THROWS, kept["throws"])
        hits, drawn, shown = _whole(0, throws, kept["hits"]), _whole(0, _DRAWN, kept["drawn"]), _whole(0, VISIBLE, kept["shown"])
        self.pair, self.throws, self.hits = pair, throws, hits
        self._source, self._before = Source(pair, drawn), drawn
        self.dice = [[_die(die) for die in dice] for dice in self._attacks(shown)]
        self._show()

    def _begin(self) -> None:
        self._source, self._before, self.hits, self.throws, self.dice = Source(self.pair), 0, 0, 0, []

    def _roll(self, more: int) -> None:
        if self.locked:
            return
        number = min(more, MOST_THROWS - self.throws)
        unseen = self._attacks(max(0, number - VISIBLE))
        self._before = self._source.drawn
        seen = self._attacks(min(number, VISIBLE))
        self.throws += number
        self.hits += sum(dice[-1].succeeds for dice in (*unseen, *seen))
        self.dice = [[_die(die) for die in dice] for dice in seen]

    def _attacks(self, number: int) -> list[tuple[Throw, ...]]:
        return [tuple(thrown(self._stages, self._source)) for _ in range(number)]

    @observe("lang", "locked")
    def _show(self, change: object = None) -> None:
        say, tally = words(self.lang), Tally(self.pair, self.hits, self.throws)
        with self.hold_sync():
            self.code = class_code(tally) if self.throws else ""
            self.told = list(self._told(tally, say))
            self.bars = self._bars(tally)

    def _told(self, tally: Tally, say: Words) -> Iterator[str]:
        if not tally.throws:
            return
        share = Fraction(tally.hits, tally.throws)
        yield say("tally.mine", hits=tally.hits, throws=tally.throws, percent=say.percent(share), pair=tally.pair)
        if self._exact is not None and not self.locked:
            yield say("tally.exact", exact=str(self._exact), percent=say.percent(self._exact), points=_points(share - self._exact),
                      usual=_points(Fraction(sqrt(self._exact * (1 - self._exact) / tally.throws)).limit_denominator(10**6)))

    def _bars(self, tally: Tally) -> list[float]:
        if not tally.throws or self._exact is None or self.locked:
            return []
        spread = sqrt(self._exact * (1 - self._exact) / tally.throws)
        return [tally.hits / tally.throws, float(self._exact), spread]


def _whole(low: int, high: int, value: Any) -> int:
    return Whole(low, high).read(value, "", Reading())


def _points(gap: Fraction) -> float:
    return int(2000 * abs(gap) + 1) // 2 / 10


def _die(die: Throw) -> dict[str, Any]:
    return {"face": die.face, "sides": die.die, "hit": die.succeeds}
