"""What every answer of the server has in common: what it allows the browser to do, and compression."""

from __future__ import annotations

import re

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import GZipContentEncoding, OutputTransform

__all__ = ["Compressed", "Headers", "policy"]

# Widgets' modules run from blob addresses; Voila, bqplot and ipywidgets write inline scripts and styles.
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob:{sockets}; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'{frames}"
)
_PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:]+\](:\d+)?")


class Headers(OutputTransform):
    """Adds the headers to every answer, whichever handler wrote it."""

    frames: tuple[str, ...] = ()
    """Hosts whose pages may show ours in a frame; the server that starts sets it."""

    public = ""
    """The host by which readers come, when a proxy names another one to us."""

    shard = 0
    """The number of the server process, when nginx has several to choose from."""

    def __init__(self, request: HTTPServerRequest):
        self._host = self.public or request.host

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        headers["Content-Security-Policy"] = policy(self._host, self.frames)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        if self.shard and status_code != 503:  # who is turned away may find room elsewhere
            headers.add("Set-Cookie", f"tohit_shard={self.shard}; Path=/; SameSite=Lax; HttpOnly")
        elif self.shard:
            headers.add("Set-Cookie", "tohit_shard=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly")
        return status_code, headers, chunk


class Compressed(GZipContentEncoding):
    """Compresses for readers on other computers: 6 MB of scripts a page are slow in a classroom's network.

    Lightly, because a class opens the page all at once and one thread serves it.
    """

    GZIP_LEVEL = 1

    def __init__(self, request: HTTPServerRequest):
        super().__init__(request)
        self._gzipping = self._gzipping and request.remote_ip not in ("127.0.0.1", "::1")


def policy(host: str, frames: tuple[str, ...] = ()) -> str:
    """The content security policy of a page at ``host``, which the hosts ``frames`` may show in theirs.

    Safari before 15.4 does not count websockets as 'self': they are named.
    """
    sockets = f" ws://{host} wss://{host}" if _PLAIN_HOST.fullmatch(host) else ""
    return _POLICY.format(sockets=sockets, frames="".join(f" {frame}" for frame in frames))
