"""What answers: a notebook's page, the front page, pictures, and "there is no such page"."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import AuthenticatedHandler
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from tohit.serve.front import cards, is_hidden, notebooks
from tohit.serve.house import House, Visit
from tohit.serve.settings import reader_language
from tohit.serve.spoken import Spoken

__all__ = ["Farewell", "Front", "Icon", "Missing", "Page", "Pictures", "Template"]


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

    def initialize(self, folder: Path, house: House, **options: Any) -> None:
        super().initialize(**options)
        self._folder = folder
        self._house = house
        self._visit: Visit | None = None
        self._left = False

    @authenticated
    async def get(self, path: str = "") -> None:
        notebook = PurePosixPath(path)
        if notebook == PurePosixPath("index.ipynb"):
            self.redirect(self.base_url)
            return
        if notebook.suffix == ".ipynb" and (path.endswith("/") or notebook not in notebooks(self._folder)):
            raise HTTPError(404)
        if not self._house.has_room():
            self._sorry()
            return
        # The kernel is told the reader's language by this header: in one word, whichever way it was chosen.
        self.request.headers["Accept-Language"] = reader_language(self)
        with self._house.visit(path) as self._visit:
            async for html in self.get_generator(path=path):
                self.write(html)
                self.flush()
        if self._left and self._visit.kernel:
            await give_back(super().kernel_manager, self._visit.kernel)

    def on_connection_close(self) -> None:
        """Who leaves before the page has come never says farewell: its kernel is given back when it is ready."""
        self._left = True
        super().on_connection_close()

    @property
    def kernel_manager(self) -> Any:
        kernels = super().kernel_manager
        return Seating(kernels, self._house, self._visit) if self._visit else kernels

    def _sorry(self) -> None:
        """No seat: say so, with the number, and when to come again."""
        kind = "closing" if self._house.draining else "full"
        self.set_status(503)
        self.set_header("Retry-After", "30")
        self.set_header("Cache-Control", "no-store")
        address = self.request.uri
        self.finish(self.render_template("full.html", kind=kind, seats=self._house.seats, address=address))


class Seating:
    """The kernel manager as one page sees it: the kernel that it starts takes the seat of the page."""

    def __init__(self, kernels: Any, house: House, visit: Visit):
        self._kernels = kernels
        self._house = house
        self._visit = visit

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernels, name)

    async def start_kernel(self, **options: Any) -> str:
        kernel_id = await ensure_async(self._kernels.start_kernel(**options))
        self._house.seat(self._visit, kernel_id)
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


class Pictures(AuthenticatedHandler, AllowListFileHandler):
    """Pictures that a notebook shows; a link that leads out of the folder leads nowhere."""

    async def prepare(self) -> None:
        """Behind a lock, pictures are too; Voila serves them to anybody."""
        if await ensure_async(self.settings["identity_provider"].get_user(self)) is None:
            raise HTTPError(403)

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
