"""How Voila is set up: the same for `tohit serve` and for Binder, which reads this from its configuration file."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from traitlets.config import Config

from tohit.words import LANGUAGES, pick_language, words

if TYPE_CHECKING:
    from jupyter_server.base.handlers import JupyterHandler
    from nbformat import NotebookNode

__all__ = ["card_key", "card_words", "offer_template", "prepared", "reader_language", "settings"]

_TEMPLATES = Path(__file__).with_name("template")


def settings() -> Config:
    """Voila's configuration: our template, nothing changed from the address line, forgotten kernels given back."""
    offer_template()
    config = Config()
    voila = config.VoilaConfiguration
    voila.template = "tohit"
    voila.theme = "light"  # the page follows the reader's own preference; see template/
    voila.allow_template_override = "NO"
    voila.allow_theme_override = "NO"
    voila.prelaunch_hook = prepared
    voila.http_header_envs = ["Accept-Language"]
    sorry = [words(language)("serve.failed") for language in LANGUAGES]
    config.VoilaExecutor.cell_error_instruction = " / ".join(sorry)
    # What a page shows comes by another way than the word that it is done, and a class that arrives at once is on that
    # way for longer than the usual four seconds: after these a page would be left empty without a word.
    config.VoilaExecutor.iopub_timeout = 120
    config.VoilaExecutor.raise_on_iopub_timeout = True
    kernels = config.MappingKernelManager
    kernels.cull_idle_timeout = 300  # over five slow openings of a page; a phone sends no farewell
    kernels.cull_interval = 30
    kernels.cull_connected = False  # an open page keeps its kernel, however long its reader thinks
    kernels.cull_busy = True  # a cell that never ends, in a page that was left
    return config


def offer_template() -> None:
    """Let Voila find the template where the package lies: it looks in the folders of ``JUPYTER_PATH``."""
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(_TEMPLATES) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(_TEMPLATES), *known]))


def prepared(handler: JupyterHandler, notebook: NotebookNode, cwd: str) -> None:
    """Prepare one page before its kernel starts: its words, its title in tab and heading, and the cookie of its closing beacon."""
    language = reader_language(handler)
    text = words(language)
    notebook.metadata["tohit"] = {"lang": language} | {
        key: text(f"serve.{key}") for key in ("opening", "slow", "script")
    }
    title, _ = card_words(PurePosixPath(handler.request.path.partition("/voila/render/")[2]), language)
    if title:
        notebook.metadata["title"] = title
        if notebook.cells[0].cell_type == "markdown":
            notebook.cells[0].source = f"# {title}"
    # Reading the token sets the cookie without which the server refuses the page's closing beacon.
    _ = handler.xsrf_token


def reader_language(handler: JupyterHandler) -> str:
    """The language a page is asked for: by ``?lang=``, else by the browser's own setting."""
    asked = handler.get_query_argument("lang", "")
    return asked if asked in LANGUAGES else pick_language(handler.request.headers.get("Accept-Language", ""))


def card_words(notebook: PurePosixPath, language: str) -> tuple[str, str]:
    """The title and the sentence of one of our own notebooks; empty texts for any other."""
    text = words(language)
    key = card_key(notebook)
    return tuple(text(f"{key}.{part}") if f"{key}.{part}" in text else "" for part in ("title", "text"))


def card_key(notebook: PurePosixPath) -> str:
    """Where the words of a notebook's card begin: ``serve.card.lessons.1`` for ``lessons/1.ipynb``."""
    return ".".join(("serve.card", *notebook.parent.parts, notebook.stem))
