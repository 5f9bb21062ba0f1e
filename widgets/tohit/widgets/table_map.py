"""A rule system's table of two stats as a map in colours, to be walked through and chosen from."""

from __future__ import annotations

from traitlets import Unicode

from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait

__all__ = ["TableMap"]


class TableMap(Panel):
    """A table with the needed roll in each cell, the better the chance the deeper its colour; the present pair is outlined.

    Choosing a cell proposes both stats at once, as one step of undo.  Nothing is shown without ``cells``.

    >>> map_ = TableMap(columns={"name": "Offensive Skill", "mini": "Knight", "stat": "offensive", "values": [4, 5]},
    ...                 rows={"name": "Defensive Skill", "mini": "Ogre", "stat": "defensive", "values": [4]},
    ...                 cells=[[{"need": "4+", "percent": "50%", "share": 0.5}, {"need": "3+", "percent": "66.7%", "share": 0.67}]],
    ...                 here=[0, 1])
    >>> map_.cells[0][1]["need"]
    '3+'

    Args:
        columns: ``name`` of the stat, ``mini`` who has it, ``stat`` its key, ``values`` from left to right.
        rows: The same, from top to bottom.
        cells: Row by row, mappings with ``need`` (the short form), ``percent`` and ``share`` (0 to 1, for the colour).
        here: Row and column of the present pair; empty when it is outside.
        note: A sentence below the table.
    """

    _name = "table_map"

    columns = JsonTrait({}, kind=dict, help="The attacker's stat, from left to right.").tag(sync=True)
    rows = JsonTrait({}, kind=dict, help="The target's stat, from top to bottom.").tag(sync=True)
    cells = JsonTrait([], kind=list, help="Row by row: need, percent, share.").tag(sync=True)
    here = JsonTrait([], kind=list, help="Row and column of the present pair.").tag(sync=True)
    note = Unicode("", help="A sentence below the table.").tag(sync=True)

    def receive(self, edits: list[dict]) -> None:
        """Where no page does, the chosen pair becomes the present one."""
        place = list(self.here) or [0, 0]
        for edit in edits:
            for axis, told in enumerate((self.rows, self.columns)):
                value = edit.get("stats", {}).get(told.get("stat"))
                if edit.get("mini") == told.get("mini") and value in told.get("values", ()):
                    place[axis] = told["values"].index(value)
        self.here = place
