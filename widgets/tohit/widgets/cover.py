"""The cover toggles: what the board sees, and what the reader says instead."""

from __future__ import annotations

from traitlets import Bool, Dict, Enum, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait
from tohit.words import words

__all__ = ["CoverToggles"]

COVERS = ("none", "light", "heavy")
OVERRIDE = "attack.overrides.cover"


class CoverToggles(Panel):
    """None, light, heavy: shows what the board sees; pressing one overrides it, with a way back.

    >>> toggles = CoverToggles(value="light", found="light")
    >>> toggles.overridden
    False

    Args:
        value: The cover that counts now.
        found: The cover that the board sees; "" where there is no board.
        overridden: Whether ``value`` was set by hand.
        enabled, reason: Whether there is cover in this rule system, and if not, why.
        labels: The rule system's own names, ``{"light": "soft", "heavy": "hard"}``.
        square: A square of the piece that gives cover; "" when there is none.
        controllers: Who may control the piece: records ``{"key", "name"}`` of sides or minis.
        controlled_by: The key of who does; "" for nobody.
    """

    _name = "cover"

    value = Enum(COVERS, "none", help="The cover that counts.").tag(sync=True)
    found = Enum(("", *COVERS), "none", help="The cover that the board sees.").tag(sync=True)
    overridden = Bool(False, help="Whether the cover was set by hand.").tag(sync=True)
    enabled = Bool(True, help="Whether there is cover here.").tag(sync=True)
    reason = Unicode("", help="Why there is no cover here.").tag(sync=True)
    labels = Dict(Unicode(), key_trait=Enum(COVERS), help="Names of the covers.").tag(sync=True)
    square = Unicode("", help="A square of the piece that gives cover.").tag(sync=True)
    controllers = RecordsTrait({"key": str, "name": str}, help="Who may control the piece.").tag(sync=True)
    controlled_by = Unicode("", help="Who controls the piece.").tag(sync=True)

    def receive(self, edits: list[dict]) -> str | None:
        """Override the cover, go back to the board's, or hand over the piece."""
        value, overridden, owner = self.value, self.overridden, self.controlled_by
        for edit in edits:
            if edit.get("path") == OVERRIDE:
                overridden = edit.get("value") is not None
                value = edit["value"] if overridden else self.found
            owner = edit.get("controlled_by", owner) or ""
        if value not in COVERS:
            return words(self.lang)("cover.refused", value=value)
        self.value, self.overridden, self.controlled_by = value, overridden, owner
        return None
