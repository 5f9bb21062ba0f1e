"""The steps so far, as small pictures: click one to go there, mark two to compare them later."""

from __future__ import annotations

from traitlets import Bool, Int, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait

__all__ = ["StepsStrip"]


class StepsStrip(Panel):
    """A row of steps, each with its number and a thumbnail that the browser draws.

    >>> strip = StepsStrip(boards=[{"columns": 4, "rows": 3, "wall": "", "light": "", "heavy": ""}],
    ...                    steps=[{"number": 0, "board": 0, "minis": [[0, 1, "red"]], "said": ""}])
    >>> strip.here
    0

    Args:
        boards: Mappings with ``columns``, ``rows`` and an SVG path for ``wall``, ``light`` and ``heavy``, from the top
            left, a unit a square; steps share them.
        steps: Mappings with ``number``, ``board`` (its place in ``boards``), ``minis`` (lists of column, row from the
            top, and side) and ``said`` (the commands that led to it).
        here: The number of the present step.
        marks: The numbers of the steps marked ``a`` and ``b``.
        compare: Where the two marked steps are compared; empty until both are marked.
        opened: Whether the steps are shown; a page sends none while they are not.
    """

    _name = "steps_strip"

    boards = JsonTrait([], kind=list, help="The boards that the steps share.").tag(sync=True)
    steps = JsonTrait([], kind=list, help="The steps, oldest first.").tag(sync=True)
    here = Int(0, help="The number of the present step.").tag(sync=True)
    marks = JsonTrait({}, kind=dict, help="The numbers of the steps marked a and b.").tag(sync=True)
    compare = Unicode("", help="Where the two marked steps are compared.").tag(sync=True)
    opened = Bool(False, help="Whether the steps are shown.").tag(sync=True)
