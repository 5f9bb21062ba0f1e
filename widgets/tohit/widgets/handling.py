"""What can be done to the chosen mini and to the board as a whole."""

from __future__ import annotations

from traitlets import Bool

from tohit.widgets.base import Panel

__all__ = ["Handling"]


class Handling(Panel):
    """A strip beneath the board: rename, change side, lay down, copy, remove, add; the board's size, and clearing.

    It speaks of the square and the mini that were last touched on the board at whose desk it is; the scene is that
    board's own.

    >>> Handling(falls=True).falls
    True

    Args:
        falls: Whether a mini of this rule system can lie on the ground (it has hit points).
        stats: Whether a page has a form for the stats of the chosen mini.
        fresh: Whether there is a scenario ``new`` to begin with.
    """

    _name = "handling"

    falls = Bool(False, help="Whether a mini can lie on the ground.").tag(sync=True)
    stats = Bool(False, help="Whether there is a form for the chosen mini's stats.").tag(sync=True)
    fresh = Bool(False, help="Whether there is a scenario to begin with.").tag(sync=True)
