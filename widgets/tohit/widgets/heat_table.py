"""A table of chances by one or two numbers, in colours and numbers, to be walked through and chosen from."""

from __future__ import annotations

from typing import Any

from traitlets import Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait
from tohit.widgets.traits import JsonTrait

__all__ = ["HeatTable"]


class HeatTable(Panel):
    """Each cell a chance: the better, the deeper its colour; hatched where the attack is not allowed; the present one outlined.

    Choosing a cell proposes its values, as one step of undo.  Thousands of cells are fine: only those in sight are drawn.
    Nothing is shown without ``cells``.

    >>> table = HeatTable(columns={"name": "Distance", "path": "attack.overrides.distance", "values": [1, 2], "heads": ["1", "2"]},
    ...                   rows={"name": "Defence", "path": "minis[1].stats.defence", "values": [4], "heads": ["4"]},
    ...                   levels=[{"number": "33.3", "percent": "33.3%", "fraction": "1/3", "share": 0.333}], cells=[[0, -1]],
    ...                   here=[0, 1])
    >>> table.levels[0]["reaches"]
    False

    Args:
        columns: ``name``, ``path`` of the field, its ``values`` from left to right and their texts as ``heads``; with
            ``mini`` the values are that mini's facings.
        rows: The same, from top to bottom; with one number a single row without a ``name``.
        levels: The chances that occur: ``number`` (in the cell), ``percent``, ``fraction``, ``share`` (0 to 1, for the colour),
            ``reaches`` (whether it is at least what is wanted: a line is drawn around those).
        cells: Row by row, for each cell the place of its chance in ``levels``; -1 where the attack is not allowed.
        here: Row and column of the present values; empty when they are not in the table.
        wanted: What the line stands for, as a text; no line without it.
    """

    _name = "heat_table"

    columns = JsonTrait({}, kind=dict, help="What goes across.").tag(sync=True)
    rows = JsonTrait({}, kind=dict, help="What goes down.").tag(sync=True)
    levels = RecordsTrait({"number": str, "percent": str, "fraction": str, "share": float | int, "reaches": (bool, False)},
                          help="The chances that occur.").tag(sync=True)
    cells = JsonTrait([], kind=list, help="Row by row: the place of each chance in levels.").tag(sync=True)
    here = JsonTrait([], kind=list, help="Row and column of the present values.").tag(sync=True)
    wanted = Unicode("", help="What the line stands for.").tag(sync=True)

    def receive(self, edits: list[dict[str, Any]]) -> None:
        """Where no page does, the chosen cell becomes the present one."""
        place = list(self.here) or [0, 0]
        for edit in edits:
            for axis, told in enumerate((self.rows, self.columns)):
                values = told.get("values", ())
                chosen = edit.get("facing") if "mini" in told else edit.get("value")
                name = "mini" if "mini" in told else "path"
                named = name in told and edit.get(name) == told[name]
                if named and chosen in values:
                    place[axis] = values.index(chosen)
        self.here = place
