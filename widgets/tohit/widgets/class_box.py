"""The class's codes in one box: any separators, each pair once."""

from __future__ import annotations

from traitlets import observe

from tohit.core.classcode import Tally, read_codes, total
from tohit.core.errors import NotationError
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import words

__all__ = ["ClassBox"]


class ClassBox(Panel):
    """A box that takes the codes of many pairs; Python stores nothing, and the browser's tab what stands in the box.

    >>> box = ClassBox()
    >>> box.read("PAIR 7 · 13/40 · K")
    >>> box.told[0]
    '1 pair: 13 of 40.'
    """

    _name = "class_box"

    told = JsonTrait([], kind=list, help="The class total, and which codes do not fit.").tag(sync=True)

    tallies: tuple[Tally, ...] = ()
    _wrong: tuple[str, ...] = ()

    def receive(self, edits: list[dict]) -> None:
        """Take over what stands in the box."""
        for edit in edits:
            if "document" in edit:
                self.read(edit["document"])

    def read(self, text: str) -> None:
        """Add up the codes of a text.

        Raises:
            NotationError: it holds no code at all.
        """
        tallies, wrong = read_codes(text)
        if text.strip() and not tallies and not wrong:
            raise NotationError("class_box.none")
        self.tallies, self._wrong = tallies, wrong
        self._show()

    @observe("lang")
    def _show(self, change: object = None) -> None:
        say, (hits, throws) = words(self.lang), total(self.tallies)
        told = [say("class_box.total", pairs=len(self.tallies), hits=hits, throws=throws)] if self.tallies else []
        if self._wrong:
            told.append(say("class_box.wrong", codes=self._wrong[:9]))
        self.told = told
