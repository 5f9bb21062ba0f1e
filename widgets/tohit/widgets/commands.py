"""The command box: a line does what a gesture does, and every gesture appears as the line that would do it."""

from __future__ import annotations

from tohit.widgets.base import Panel
from tohit.widgets.records import TextsTrait

__all__ = ["CommandBox"]


class CommandBox(Panel):
    """A box for commands such as ``Archer to C5``, with the log of all that was done, to be copied and pasted back.

    >>> CommandBox(log=["Archer to C5", "wall D4 D5"]).log[-1]
    'wall D4 D5'

    Args:
        log: What was done, one command a line, the newest last.
        names: The minis, to be completed while one types.
    """

    _name = "commands"

    log = TextsTrait(help="What was done, one command a line.").tag(sync=True)
    names = TextsTrait(help="The names of the minis.").tag(sync=True)
