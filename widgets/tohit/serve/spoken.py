"""Answers in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import JupyterHandler

from tohit.serve.settings import reader_language
from tohit.words import LANGUAGES, words

__all__ = ["Spoken", "theme"]


class Spoken(JupyterHandler):
    """Answers in the reader's language, its errors too."""

    def render_template(self, name: str, **fields: Any) -> str:
        language = reader_language(self)
        self.set_header("Content-Language", language)
        self.set_header("Vary", "Accept-Language")
        fields |= {"lang": language, "languages": LANGUAGES, "words": words(language), "theme": theme()}
        return super().render_template(name, **fields)


@cache
def theme() -> str:
    """The colours of the widgets: the front page wears them too."""
    return (Path(__file__).parent.parent / "widgets/theme.css").read_text(encoding="utf-8")
