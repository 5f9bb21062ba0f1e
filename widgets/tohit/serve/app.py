"""The server: Voila with our pages, our template and a plain voice."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import tempfile
import threading
import time
import uuid
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tornado.ioloop
import zmq
from jupyter_events import EventLogger
from jupyter_server.auth import passwd
from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.web import RedirectHandler
from voila.app import Voila
from voila.utils import create_include_assets_functions

from tohit.serve.compiled import compile_once
from tohit.serve.connection import Guarded, Line
from tohit.serve.entry import Anybody, Doorkeeper, Login
from tohit.serve.forked import make_ready
from tohit.serve.frames import FRAME
from tohit.serve.headers import Compressed, Headers
from tohit.serve.house import House, default_seats
from tohit.serve.journal import Journal
from tohit.serve.kernels import Kernels, Specs
from tohit.serve.limits import MEMORY
from tohit.serve.memory import settle, tidy
from tohit.serve.options import Options
from tohit.serve.pages import Farewell, Front, Icon, Missing, Page, Pictures, Template
from tohit.serve.settings import settings
from tohit.serve.status import line, status, status_application
from tohit.words import Words, words

__all__ = ["App", "notebooks_folder"]

_PACKAGE = Path(__file__).resolve().parent.parent
_ICON = _PACKAGE / "serve/template/nbconvert/templates/tohit/static/favicon.svg"
_STATUS_EVERY, _TIDY_EVERY = 2_000, 30_000  # milliseconds
_LOOK = 0.5  # seconds from one look at a kernel to the next
_KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


def notebooks_folder() -> Path:
    """Where our notebooks are: beside ``widgets/`` in a checkout, else in the installed package.

    An editable install reads the checkout: the copies in a wheel would be stale.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "notebooks").is_dir():
        return checkout / "notebooks"
    return _PACKAGE / "notebooks"


class App(Voila):
    """Voila with our pages; configured by us alone, whatever lies in the folder it starts in.

    Args:
        folder: the notebooks.
        sockets: bound already; the server listens on them.
        browse: the address to show in a browser; empty for none.
        options: see `Options`.
        journal: where events are written down.
        text: the words of the terminal.
        teacher: sockets of this computer's own address, for the page that tells who is in.
        others: the ports of the same page of the other processes behind nginx.
        shard: the number of this process behind nginx; 0 when it stands alone.
        secret: signs the cookies of who came in; all processes behind one front share it.
    """

    def __init__(
        self,
        folder: Path,
        sockets: list[socket.socket],
        browse: str,
        options: Options | None = None,
        journal: Journal | None = None,
        text: Words | None = None,
        teacher: Sequence[socket.socket] = (),
        others: Sequence[int] = (),
        shard: int = 0,
        secret: bytes = b"",
    ):
        self._options = options = options or Options()
        config = settings()
        config.VoilaConfiguration.multi_kernel_manager_class = Kernels
        config.VoilaConfiguration.kernel_spec_manager_class = Specs
        if make_ready():
            config.KernelProvisionerFactory.default_provisioner_name = "tohit-forked"
        config.KernelRestarter.time_to_dead = _LOOK  # looking is cheap: the process is asked for, nothing is sent
        config.KernelRestarter.restart_limit = 0  # its page reloads, and nobody would be there for a second kernel
        if sockets_fit():
            config.KernelManager.transport = "ipc"
        if options.password:
            config.Doorkeeper.hashed_password = passwd(options.password)
        compile_once()
        super().__init__(config=config, config_file_paths=[], log_level=logging.ERROR)
        os.environ[MEMORY] = str(options.memory)  # the kernels inherit it
        self.root_dir = str(folder)
        self.kernel_websocket_connection_class = Guarded
        self.identity_provider_class = Doorkeeper if options.token or options.password else Anybody
        self.token = options.token
        if secret:
            self.cookie_secret = secret
        # Else each kernel makes one of its own, and Python's list of loggers keeps them all for ever.
        self.event_logger = EventLogger()
        self.started = time.monotonic()
        self.house = House(options.seats or default_seats()[0], journal or Journal())
        self._folder = folder
        self._sockets = sockets
        self._browse = browse
        self._text = text or words("en")
        self._teacher, self._others = teacher, others
        self._shard = shard
        self._tidied = 0

    def init_settings(self) -> dict[str, Any]:
        settings = super().init_settings()
        # Errors of Jupyter's own handlers look like ours.
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        settings["xsrf_cookie_kwargs"] = {"samesite": "Lax", "expires_days": None}
        # A line is given up after three silent pings; with less than two, the first one would already be too late.
        settings["ws_ping_interval"], settings["ws_ping_timeout"] = 30_000, 90_000
        # Above the limit of a frame, so that what is a little too long is refused and counted, and the line stays.
        settings["websocket_max_message_size"] = 4 * FRAME
        settings["websocket_compression_options"] = None  # nothing to inflate, so nothing that grows
        settings["house"] = self.house
        # A proxy may name another host than the reader's browser does.
        settings["allow_origin"] = public = self._options.public_url
        told = {"frames": self._options.embed_in, "shard": self._shard, "public": public.partition("://")[2]}
        settings["transforms"] = [Compressed, type("Headers", (Headers,), told)]
        self.identity_provider.login_handler_class = Login
        self.kernel_manager.on_end = self.house.leave
        self.kernel_manager.warm_wanted = self._options.preheat
        return settings

    def init_handlers(self) -> list[tuple]:
        """Voila's handlers, but ours where they differ, and none that lists or tells what is in the folder."""
        voila = {"voila_configuration": self.voila_configuration}
        page = voila | {"template_paths": self.template_paths, "config": self.config}
        allowed = {"allowlist": [r".*\.(png|jpe?g|gif|webp|svg)"], "path": self.root_dir}
        ours = [
            (".*%00.*", Missing, voila),  # no file has such a name; asking for it is an error, not an answer
            ("/", Front, voila | {"folder": self._folder}),
            ("/voila/render/(.+)", Page, page | {"folder": self._folder, "house": self.house}),
            ("/voila/files/(.+)", Pictures, allowed),
            ("/voila/templates/(.*)", Template, {}),
            ("/voila/api/shutdown/(.*)", Farewell, {}),
            (f"/api/kernels/{_KERNEL}/channels", Line, {}),
            ("/(favicon.ico)", Icon, {"path": str(_ICON)}),
        ]
        if isinstance(self.identity_provider, Doorkeeper):
            ours.append(("/login", Login, voila))
        kept = ("/api/kernels/", "/voila/static/", "/voila/labextensions/", "/voila/api/themes/")
        theirs = [handler for handler in super().init_handlers() if handler[0].startswith(kept)]
        return [*ours, *theirs, ("/voila/?", RedirectHandler, {"url": "/"}), (".*", Missing, voila)]

    def include_functions(self, base_url: str) -> dict[str, Any]:
        """What the template needs to find its styles."""
        return create_include_assets_functions(self.voila_configuration.template, base_url)

    def listen(self) -> None:
        """Serve on the sockets that `run` has bound, until interrupted."""
        # A connection that says nothing for long is none of a page, which is kept by pings.
        server = HTTPServer(self.app, max_body_size=64 * 1024, idle_connection_timeout=120, body_timeout=30,
                            xheaders=bool(self._shard or self._options.public_url))
        server.add_sockets(self._sockets)
        self.port = self._sockets[0].getsockname()[1]
        if self._browse:
            threading.Thread(target=open_browser, args=(self._browse,), daemon=True).start()
        self.ioloop = tornado.ioloop.IOLoop.current()
        self._show_status()
        self.kernel_manager.warm_up()
        settle()
        PeriodicCallback(self._tidy, _TIDY_EVERY).start()
        self.house.journal.write("start", seats=self.house.seats, preheat=self._options.preheat, shard=self._shard)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()
            self.house.journal.write("stop", opened=self.house.opened, refused=self.house.refused.total())

    def _show_status(self) -> None:
        """For the teacher: a page on this computer's own address, and a line in the terminal."""
        if self._teacher:
            pages = status_application(self, self._teacher[0].getsockname()[1], self._others)
            HTTPServer(pages).add_sockets(self._teacher)
        if sys.stdout.isatty() and not self._shard:
            PeriodicCallback(self._print_status, _STATUS_EVERY).start()

    def _print_status(self) -> None:
        print(f"\r\033[K{line(status(self), self._text)}", end="", flush=True)

    def _tidy(self) -> None:
        if self.house.left != self._tidied:
            self._tidied = self.house.left
            tidy()

    def _handle_signal_stop(self, sig: int, frame: Any) -> None:
        self.ioloop.add_callback_from_signal(self._drain)

    async def _drain(self) -> None:
        """Let nobody in, give who is in some time, then end; told twice, end at once."""
        house = self.house
        if house.draining:
            self.ioloop.stop()
            return
        house.draining = True
        self.kernel_manager.warm_wanted = 0
        house.journal.write("drain", taken=house.taken, grace=self._options.grace)
        connections = self.kernel_manager._kernel_connections
        if any(connections.values()):
            print(self._text("serve.draining", seconds=self._options.grace), file=sys.stderr, flush=True)
        end = time.monotonic() + self._options.grace
        while any(connections.values()) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        self.ioloop.stop()


def sockets_fit() -> bool:
    """Whether kernels can be reached by sockets in a private folder instead of ports of this computer.

    They are faster and closed to its other users, but their paths may have no more than 103 bytes.
    """
    longest = Path(tempfile.gettempdir(), "voila_12345678", f"kernel-{uuid.uuid4()}-ipc-99")
    return sys.platform != "win32" and zmq.has("ipc") and len(os.fsencode(longest)) <= 103


def open_browser(home: str) -> None:
    """Show the front page, unless the only browser at hand would take over this terminal."""
    try:
        controller = webbrowser.get()
    except webbrowser.Error:
        return
    if type(controller) is not webbrowser.GenericBrowser:
        controller.open(home, new=2)
