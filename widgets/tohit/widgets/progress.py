"""How far something long is, with a way to stop it."""

from __future__ import annotations

from traitlets import Bool, Int, Unicode

from tohit.widgets.base import Panel

__all__ = ["Progress"]


class Progress(Panel):
    """A bar while something is worked out, a button that stops it, and one that begins it anew.  Nothing is shown at rest.

    The buttons propose the edits ``{"page": {"work": "stop"}}`` and ``{"page": {"work": "go"}}``.

    >>> Progress(done=1200, cells=10_000).stopped
    False

    Args:
        done: How many cells there are.
        cells: How many there will be; 0 at rest.
        told: How far it is, in words; without them, so many of so many cells.
        stopped: Whether somebody has stopped it.
        why: A sentence that stands there at rest: what could not be worked out.
    """

    _name = "progress"

    done = Int(0, help="How many cells there are.").tag(sync=True)
    cells = Int(0, help="How many there will be; 0 at rest.").tag(sync=True)
    told = Unicode("", help="How far it is, in words.").tag(sync=True)
    stopped = Bool(False, help="Whether somebody has stopped it.").tag(sync=True)
    why = Unicode("", help="What could not be worked out.").tag(sync=True)

    def receive(self, edits: list[dict]) -> None:
        """Where no page does, stop and begin anew."""
        for edit in edits:
            work = edit.get("page", {}).get("work")
            if work in ("stop", "go"):
                self.stopped = work == "stop"
