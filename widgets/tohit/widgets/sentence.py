"""A line for one's own words: stays in the browser, is never sent, and prints."""

from __future__ import annotations

from traitlets import Unicode

from tohit.widgets.base import Panel

__all__ = ["Sentence"]


class Sentence(Panel):
    """A box to write into; nobody but the reader sees what stands in it.

    >>> Sentence(prompt="In one sentence: what is +1 worth?").prompt
    'In one sentence: what is +1 worth?'

    Args:
        prompt: What to write about.
    """

    _name = "sentence"

    prompt = Unicode("", help="What to write about.").tag(sync=True)
