"""The explanation: the answer step by step."""

from __future__ import annotations

from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait

__all__ = ["Steps"]


class Steps(Panel):
    """A list of sentences that lead to the answer, behind a line that opens it.

    >>> Steps(steps=["Start: Defence Value 4.", "The attack lands: 1/2 (50%)."]).steps[0]
    'Start: Defence Value 4.'

    Args:
        steps: The sentences, in order; shown as text, never as markup.
    """

    _name = "steps"

    steps = JsonTrait([], kind=list, help="The sentences, in order.").tag(sync=True)
