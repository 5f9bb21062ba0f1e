"""The server: Voila with our pages, our template and a plain voice."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import tempfile
import threading
import uuid
import webbrowser
from pathlib import Path
from typing import Any

import tornado.ioloop
import zmq
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import RedirectHandler
from voila.app import Voila

from tohit.serve.address import address, network_address
from tohit.serve.connection import Connection
from tohit.serve.front import notebooks
from tohit.serve.headers import Compressed, Headers
from tohit.serve.pages import Anybody, Farewell, Front, Icon, Missing, Page, Pictures, Template
from tohit.serve.settings import settings
from tohit.words import pick_language, words

__all__ = ["App", "notebooks_folder", "run"]

_PACKAGE = Path(__file__).resolve().parent.parent
_ICON = _PACKAGE / "serve/template/nbconvert/templates/tohit/static/favicon.svg"
_PORTS_TRIED = 50


def run(
    folder: Path | None = None,
    host: str = "127.0.0.1",
    port: int = 8866,
    lan: bool = False,
    browser: bool = True,
    lang: str | None = None,
) -> int:
    """Serve the notebooks of ``folder`` (ours, when None) until interrupted; the exit code.

    Args:
        port: where to listen; the next free one when it is taken, any free one for 0.
        lan: listen on all addresses of this computer, and print the one to write on the board.
        browser: open the front page in a browser.
        lang: the language of what is printed; by default that of the terminal.
    """
    text = words(lang or pick_language(os.environ.get("LC_ALL") or os.environ.get("LANG", "")))
    folder = folder or notebooks_folder()
    if not folder.is_dir():
        print(text("serve.nofolder", folder=folder), file=sys.stderr)
        return 2
    if not notebooks(folder):
        print(text("serve.nonotebooks", folder=folder), file=sys.stderr)
        return 2
    try:
        sockets = first_free("" if lan else host, port)
    except OSError as error:
        print(text("serve.noport", host=host, port=str(port), reason=error.strerror), file=sys.stderr)
        return 1
    port = sockets[0].getsockname()[1]
    home = address("" if lan else host, port)
    # The terminal is for the address and for errors of ours, not for every stray request.
    logging.getLogger("tornado").setLevel(logging.ERROR)
    App.clear_instance()
    app = App.instance(folder=folder.resolve(), sockets=sockets, browse=home if browser else "")
    app.initialize([])
    print(text("serve.ready", address=home))
    if lan:
        board = network_address(port)
        print(text("serve.board", address=board) if board else text("serve.nonetwork"))
    print(text("serve.stop"), flush=True)
    app.start()
    return 0


def notebooks_folder() -> Path:
    """Where our notebooks are: beside ``widgets/`` in a checkout, else in the installed package.

    An editable install reads the checkout: the copies in a wheel would be stale.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "notebooks").is_dir():
        return checkout / "notebooks"
    return _PACKAGE / "notebooks"


class App(Voila):
    """Voila with our pages; configured by us alone, whatever lies in the folder it starts in."""

    def __init__(self, folder: Path, sockets: list[socket.socket], browse: str, **options: Any):
        config = settings()
        if sockets_fit():
            config.KernelManager.transport = "ipc"
        super().__init__(config=config, config_file_paths=[], log_level=logging.ERROR, **options)
        self.root_dir = str(folder)
        self.kernel_websocket_connection_class = Connection
        self.identity_provider_class = Anybody
        self._folder = folder
        self._sockets = sockets
        self._browse = browse

    def init_settings(self) -> dict[str, Any]:
        settings = super().init_settings()
        # Errors of Jupyter's own handlers look like ours.
        settings["jinja2_env"] = settings["voila_jinja2_env"]
        settings["xsrf_cookie_kwargs"] = {"samesite": "Lax", "expires_days": None}
        # A line is given up after three silent pings; with less than two, the first one would already be too late.
        settings["ws_ping_interval"], settings["ws_ping_timeout"] = 30_000, 90_000
        settings["transforms"] = [Compressed, Headers]
        return settings

    def init_handlers(self) -> list[tuple]:
        """Voila's handlers, but ours where they differ, and none that lists or tells what is in the folder."""
        voila = {"voila_configuration": self.voila_configuration}
        page = voila | {"folder": self._folder, "template_paths": self.template_paths, "config": self.config}
        allowed = {"allowlist": [r".*\.(png|jpe?g|gif|webp|svg)"], "path": self.root_dir}
        ours = [
            (".*%00.*", Missing, voila),  # no file has such a name; asking for it is an error, not an answer
            ("/", Front, voila | {"folder": self._folder}),
            ("/voila/render/(.+)", Page, page),
            ("/voila/files/(.+)", Pictures, allowed),
            ("/voila/templates/(.*)", Template, {}),
            ("/voila/api/shutdown/(.*)", Farewell, {}),
            ("/(favicon.ico)", Icon, {"path": str(_ICON)}),
        ]
        kept = ("/api/kernels/", "/voila/static/", "/voila/labextensions/", "/voila/api/themes/")
        theirs = [handler for handler in super().init_handlers() if handler[0].startswith(kept)]
        return [*ours, *theirs, ("/voila/?", RedirectHandler, {"url": "/"}), (".*", Missing, voila)]

    def listen(self) -> None:
        """Serve on the sockets that `run` has bound, until interrupted."""
        server = HTTPServer(self.app, max_body_size=64 * 1024)
        server.add_sockets(self._sockets)
        self.port = self._sockets[0].getsockname()[1]
        if self._browse:
            threading.Thread(target=open_browser, args=(self._browse,), daemon=True).start()
        self.ioloop = tornado.ioloop.IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()


def sockets_fit() -> bool:
    """Whether kernels can be reached by sockets in a private folder instead of ports of this computer.

    They are faster and closed to its other users, but their paths may have no more than 103 bytes.
    """
    longest = Path(tempfile.gettempdir(), "voila_12345678", f"kernel-{uuid.uuid4()}-ipc-99")
    return sys.platform != "win32" and zmq.has("ipc") and len(os.fsencode(longest)) <= 103


def first_free(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to ``port`` or to the next port that is free.

    Raises:
        OSError: the host is none of this computer's, or no port near is free.
    """
    for candidate in range(port, min(port + _PORTS_TRIED, 65536) if port else 1):
        try:
            return bind_sockets(candidate, host)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            refused = error
    raise refused


def open_browser(home: str) -> None:
    """Show the front page, unless the only browser at hand would take over this terminal."""
    try:
        controller = webbrowser.get()
    except webbrowser.Error:
        return
    if type(controller) is not webbrowser.GenericBrowser:
        controller.open(home, new=2)
