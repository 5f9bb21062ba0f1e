"""Things that could be done, the best first, each with what it would give and a press that does it."""

from __future__ import annotations

from traitlets import Int, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import TextsTrait
from tohit.widgets.traits import JsonTrait

__all__ = ["Ranking"]


class Ranking(Panel):
    """A heading, sentences, and a list whose rows propose their edits, each as one step of undo.

    >>> Ranking(title="What would help most", rows=[{"name": "Archer steps to C4", "change": "+16.7", "percent": "50%",
    ...     "tone": 1, "note": "", "edits": [{"mini": "Archer", "at": "C4"}]}]).few
    6

    Args:
        title: What it is about; nothing is shown without.
        sentences: One paragraph each, above the list.
        rows: ``name``, ``change`` (with its sign), ``percent``, ``tone`` (1 better, 0 the same, -1 worse), ``note`` (what
            else there is to say: what of it is wasted), ``edits``.
        after: One paragraph each, below the list.
        few: How many rows are seen before somebody asks for all.
    """

    _name = "ranking"

    title = Unicode("", help="What it is about.").tag(sync=True)
    sentences = TextsTrait(help="One paragraph each.").tag(sync=True)
    rows = JsonTrait([], kind=list, help="What could be done, the best first.").tag(sync=True)
    after = TextsTrait(help="One paragraph each, below the list.").tag(sync=True)
    few = Int(6, help="How many rows are seen at first.").tag(sync=True)
