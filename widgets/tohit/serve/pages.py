"""What answers: a notebook's page, the front page, pictures, and "there is no such page"."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import JupyterHandler
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from tohit.serve.front import cards, is_hidden, notebooks
from tohit.serve.settings import reader_language
from tohit.words import LANGUAGES, words

__all__ = ["Anybody", "Farewell", "Front", "Icon", "Missing", "Page", "Pictures", "Template"]


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


class Front(Spoken, BaseVoilaHandler):
    """The front page: cards, and no kernel."""

    def initialize(self, folder: Path, **options: Any) -> None:
        super().initialize(**options)
        self._folder = folder

    @authenticated
    def get(self) -> None:
        shown = cards(self._folder, reader_language(self))
        asked = self.get_query_argument("lang", "")
        self.set_header("Cache-Control", "no-cache")
        self.finish(self.render_template("front.html", cards=shown, asked=asked))


class Page(Spoken, TornadoVoilaHandler):
    """A notebook as a page."""

    def initialize(self, folder: Path, **options: Any) -> None:
        super().initialize(**options)
        self._folder = folder
        self._started: list[str] = []
        self._left = False

    @authenticated
    async def get(self, path: str = "") -> None:
        notebook = PurePosixPath(path)
        if notebook == PurePosixPath("index.ipynb"):
            self.redirect(self.base_url)
            return
        if notebook.suffix == ".ipynb" and (path.endswith("/") or notebook not in notebooks(self._folder)):
            raise HTTPError(404)
        # The kernel is told the reader's language by this header: in one word, whichever way it was chosen.
        self.request.headers["Accept-Language"] = reader_language(self)
        async for html in self.get_generator(path=path):
            self.write(html)
            self.flush()
        if self._left:
            for kernel_id in self._started:
                await give_back(super().kernel_manager, kernel_id)

    def on_connection_close(self) -> None:
        """Who leaves before the page has come never says farewell: its kernel is given back when it is ready."""
        self._left = True
        super().on_connection_close()

    @property
    def kernel_manager(self) -> Remembering:
        return Remembering(super().kernel_manager, self._started)


class Remembering:
    """The kernel manager as one page sees it: writes down which kernels it starts."""

    def __init__(self, manager: Any, started: list[str]):
        self._manager = manager
        self._started = started

    def __getattr__(self, name: str) -> Any:
        return getattr(self._manager, name)

    async def start_kernel(self, **options: Any) -> str:
        kernel_id = await ensure_async(self._manager.start_kernel(**options))
        self._started.append(kernel_id)
        return kernel_id


class Farewell(VoilaShutdownKernelHandler):
    """Takes the closing beacon, and takes it twice."""

    @authenticated
    async def post(self, kernel_id: str) -> None:
        await give_back(self.kernel_manager, kernel_id)
        self.set_status(204)
        self.finish()


async def give_back(kernels: Any, kernel_id: str) -> None:
    if kernel_id in kernels:
        await ensure_async(kernels.shutdown_kernel(kernel_id))


class Pictures(AllowListFileHandler):
    """Pictures that a notebook shows; a link that leads out of the folder leads nowhere."""

    def validate_absolute_path(self, root: str, absolute_path: str) -> str | None:
        home = Path(root).resolve()
        inside = Path(absolute_path).resolve()
        if not inside.is_relative_to(home) or is_hidden(inside.relative_to(home)):
            raise HTTPError(404)
        return super().validate_absolute_path(root, absolute_path)


class Template(TemplateStaticFileHandler):
    """Scripts and styles of the templates; Voila's own handler stumbles over paths of another shape."""

    async def get(self, path: str, include_body: bool = True) -> None:
        parts = PurePosixPath(path).parts
        if len(parts) < 3 or parts[1] != "static" or ".." in parts:
            raise HTTPError(404)
        await super().get(path, include_body)


class Anybody(IdentityProvider):
    """Every reader is the same nobody: no name, no cookie that would tell one from another."""

    def get_user(self, handler: JupyterHandler) -> User:
        return User(username="reader")


class Icon(StaticFileHandler):
    """The icon, for browsers that ask for it unasked."""

    @classmethod
    def get_absolute_path(cls, root: str, path: str) -> str:
        return root

    def validate_absolute_path(self, root: str, absolute_path: str) -> str:
        return absolute_path


class Missing(Spoken, BaseVoilaHandler):
    """Every address that is none of ours."""

    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)
