"""The explanation: the answer step by step."""

from __future__ import annotations

from traitlets import Bool

from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait

__all__ = ["Steps"]


class Steps(Panel):
    """An explanation behind a line that opens it: sentence, dice, pairs, tree, calculation, every step.

    >>> Steps(steps=["Start: Defence Value 4.", "The attack lands: 1/2 (50%)."]).steps[0]
    'Start: Defence Value 4.'

    Args:
        steps: The sentences, in order; shown as text, never as markup.
        walk: The derivation as ``tohit.dashboards.walked.walk`` tells it, or ``{}``.
        opened: Whether the explanation is open; a page works it out only then.
    """

    _name = "steps"

    steps = JsonTrait([], kind=list, help="The sentences, in order.").tag(sync=True)
    walk = JsonTrait({}, kind=dict, help="Sentence, strips, pairs, tree, formulas, LaTeX.").tag(sync=True)
    opened = Bool(False, help="Whether the reader has opened it.").tag(sync=True, incoming=True)
