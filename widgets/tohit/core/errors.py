"""What can be wrong, as three kinds of ``ValueError`` whose sentence exists in every language.

A sentence says where, what came, and what is allowed.
"""

from __future__ import annotations

from tohit.words import Phrase, words

__all__ = ["NotationError", "RulesError", "SceneError", "TohitError"]


class TohitError(ValueError):
    """Something the reader can mend: ``key`` names the sentence, ``path`` the place in the document."""

    def __init__(self, key: str, /, path: str = "", **fields: object):
        self.key = key
        self.path = path
        self.phrase = Phrase(key, **fields)
        super().__init__(self.sentence())

    def sentence(self, language: str = "en") -> str:
        """The whole sentence, the place first: ``minis[1].at: "Z9" is off the board; allowed: A1 to H8.``"""
        text = str(words(language).show(self.phrase))
        return f"{self.path}: {text}" if self.path else text

    def under(self, place: str) -> TohitError:
        """The same fault of a part that stands at ``place``."""
        return type(self)(self.key, f"{place}.{self.path}" if self.path else place, **dict(self.phrase.fields))


class NotationError(TohitError):
    """A document that cannot be read: wrong type, unknown key, out of range, broken link."""


class SceneError(TohitError):
    """A scene that cannot be: two minis on a square, a mini in a wall, an attacker that is its own target."""


class RulesError(TohitError):
    """A rule system that is declared wrongly; the sentence names the part."""
