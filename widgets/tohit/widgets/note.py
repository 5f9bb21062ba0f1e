"""A note: a heading and a few sentences."""

from __future__ import annotations

from traitlets import Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import TextsTrait

__all__ = ["Note"]


class Note(Panel):
    """Sentences under a heading; shown as text, never as markup.

    >>> Note(title="Why they differ", sentences=["One d6 against the Defence Value."]).sentences
    ['One d6 against the Defence Value.']

    Args:
        title: The heading; none when it is empty.
        sentences: One paragraph each.
    """

    _name = "note"

    title = Unicode("", help="The heading.").tag(sync=True)
    sentences = TextsTrait(help="One paragraph each.").tag(sync=True)
