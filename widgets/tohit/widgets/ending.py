"""How something can end: a sentence, and the chances as bars with their fractions."""

from __future__ import annotations

from traitlets import Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait, TextsTrait

__all__ = ["Ending"]


class Ending(Panel):
    """A heading, a bar for each way it can end, and sentences below.

    >>> Ending(rows=[{"name": "Knight wins", "share": 0.5, "percent": "50%", "fraction": "1/2"}]).rows[0]["side"]
    ''

    Args:
        title: What it is about.
        verdict: The sentence that matters.
        rows: ``name``, ``share`` from 0 to 1 (for the bar's length only), ``percent``, ``fraction``, ``side`` (whose
            colour the bar has; none if empty).
        sides: All sides of the board, in the order of its minis: they decide the colours there.
        sentences: One paragraph each.
    """

    _name = "ending"

    title = Unicode("", help="What it is about.").tag(sync=True)
    verdict = Unicode("", help="The sentence that matters.").tag(sync=True)
    rows = RecordsTrait({"name": str, "share": float | int, "percent": str, "fraction": str, "side": (str, "")},
                        help="The ways it can end.").tag(sync=True)
    sides = TextsTrait(help="All sides of the board.").tag(sync=True)
    sentences = TextsTrait(help="One paragraph each.").tag(sync=True)
