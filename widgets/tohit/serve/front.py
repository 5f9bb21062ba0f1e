"""The cards of the front page: one for each notebook of the folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath
from urllib.parse import quote

from tohit.serve.settings import card_key, card_words
from tohit.words import words

__all__ = ["Card", "cards", "is_hidden", "notebooks"]

_INDEX = PurePosixPath("index.ipynb")
_PICTURES = Path(__file__).with_name("template") / "nbconvert/templates/tohit/pictures"


@dataclass(frozen=True, slots=True)
class Card:
    """What the front page shows of one notebook."""

    link: str
    title: str
    text: str
    picture: str


def cards(folder: Path, language: str) -> list[Card]:
    """The cards for ``folder``: ours in the order of the word list, then the reader's own by name."""
    ours = list(words(language))
    paths = sorted(notebooks(folder), key=lambda path: (order(path, ours), str(path)))
    return [card(folder, path, language) for path in paths if path != _INDEX]


def notebooks(folder: Path) -> list[PurePosixPath]:
    """The notebooks in ``folder`` and below, as paths from there; nothing hidden, no links that lead out."""
    home = folder.resolve()
    inside = (path for path in folder.rglob("*.ipynb") if path.resolve().is_relative_to(home))
    found = (PurePosixPath(path.relative_to(folder).as_posix()) for path in inside)
    return [path for path in found if not is_hidden(path)]


def is_hidden(path: PurePath) -> bool:
    """Whether a file or a folder on the way to it begins with a dot."""
    return any(part.startswith(".") for part in path.parts)


def card(folder: Path, path: PurePosixPath, language: str) -> Card:
    title, text = card_words(path, language)
    picture = _PICTURES / f"{path.with_suffix('').as_posix()}.svg"
    if not picture.is_file():
        picture = _PICTURES / "other.svg"
    return Card(
        link=f"voila/render/{quote(str(path))}",
        title=title or own_title(folder / path),
        text=text,
        picture=picture.read_text(encoding="utf-8"),
    )


def own_title(notebook: Path) -> str:
    """The title that a notebook gives itself, else its file name."""
    try:
        title = json.loads(notebook.read_text(encoding="utf-8"))["metadata"]["title"]
    except (OSError, ValueError, KeyError, TypeError):
        title = ""
    return title if isinstance(title, str) and title else notebook.stem.replace("_", " ").capitalize()


def order(path: PurePosixPath, ours: list[str]) -> int:
    key = card_key(path) + ".title"
    return ours.index(key) if key in ours else len(ours)
