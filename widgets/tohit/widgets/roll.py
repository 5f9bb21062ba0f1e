"""Roll it: attacks that are really thrown, beside what is exact."""

from __future__ import annotations

from traitlets import Bool, Int, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait
from tohit.widgets.traits import JsonTrait

__all__ = ["MORE", "Roll"]

MORE = (1, 10, 100, 1000)
"""How many more attacks a button throws."""


class Roll(Panel):
    """Dice that fall, and how often each thing happened, over the outline of how often it must.

    A button proposes ``roll.more``, the seed ``roll.seed``, the choice of what the bars show ``roll.of``: what is thrown and counted is Python's alone, so that no
    press is lost or counted twice.

    >>> Roll(n=3, seed=7, rows=[{"name": "hits", "count": 1, "share": 0.3333, "exact": 0.5, "low": 0.0, "high": 1.0,
    ...      "rolled": "1 of 3", "percent": "50%"}]).rows[0]["count"]
    1

    Args:
        n, seed: How many attacks were thrown, and the number that the dice come from.
        most: The most attacks there may be.
        rows: For each way an attack can end: ``count`` of ``n`` and the same as ``rolled`` in words; ``share`` from 0 to
            1 for the bar, ``exact`` for the outline with its ``percent``, ``low`` and ``high`` of the band.
        shown: The dice of the first attacks: for each a list of mappings with ``face``, ``die``, ``hit``.
        nothing: Why nothing can be thrown; empty when something can.
        offers, of: What the bars can show, each with ``key`` and ``name``, and which of them they show.
        way: What the rows are, if not the ways an attack can end.
        told: What was thrown, in words, if not single attacks.
        remark: A sentence below the bars.
    """

    _name = "roll"

    opened = Bool(False, help="Whether the panel is open; closed, nothing is thrown.").tag(sync=True, incoming=True)
    n = Int(0, help="How many attacks were thrown.").tag(sync=True)
    seed = Int(1, help="Where the dice come from.").tag(sync=True)
    most = Int(100_000, help="The most attacks.").tag(sync=True)
    rows = RecordsTrait({"name": str, "count": int, "rolled": str, "share": float | int, "exact": float | int, "percent": str,
                         "low": float | int, "high": float | int}, help="How it can end.").tag(sync=True)
    shown = JsonTrait([], kind=list, help="The dice of the first attacks.").tag(sync=True)
    offers = RecordsTrait({"key": str, "name": str}, help="What the bars can show.").tag(sync=True)
    of = Unicode("", help="Which of the offers they show.").tag(sync=True)
    way = Unicode("", help="What the rows are.").tag(sync=True)
    told = Unicode("", help="What was thrown, in words.").tag(sync=True)
    remark = Unicode("", help="A sentence below the bars.").tag(sync=True)
    nothing = Unicode("", help="Why nothing can be thrown.").tag(sync=True)
