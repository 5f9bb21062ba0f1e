"""What came of some attacks: their number and the hits, or the rolls; and how likely that was."""

from __future__ import annotations

from traitlets import Int, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait
from tohit.widgets.traits import JsonTrait

__all__ = ["EveningBox"]


class EveningBox(Panel):
    """Two numbers, or rolls to type or click; above them the verdict.

    Each change proposes an edit of ``luck.attacks``, ``luck.hits`` or ``luck.rolls``.

    >>> EveningBox(verdict="In 100 such evenings, 4 would be at least as unlucky.").hits
    0

    Args:
        verdict: The sentence that matters.
        sentences: What else is to be said, one paragraph each.
        rows: The chances behind it: ``name``, ``percent``, ``fraction``.
        attacks, hits, most: The numbers, and the most attacks there may be.
        rolls: The faces that were thrown, in order; none where only the numbers are known.
        faces: The faces of the die and which of them hit; none where no single die decides.
    """

    _name = "evening"

    verdict = Unicode("", help="The sentence that matters.").tag(sync=True)
    sentences = JsonTrait([], kind=list, help="More sentences.").tag(sync=True)
    rows = RecordsTrait({"name": str, "percent": str, "fraction": str}, help="The chances behind it.").tag(sync=True)
    attacks = Int(1, help="How many attacks were made.").tag(sync=True)
    hits = Int(0, help="How many of them landed.").tag(sync=True)
    most = Int(1000, help="The most attacks.").tag(sync=True)
    rolls = JsonTrait([], kind=list, help="The faces that were thrown.").tag(sync=True)
    faces = RecordsTrait({"face": int, "hit": bool}, help="The faces of the die.").tag(sync=True)
