"""The addresses of this computer: those that a person types, and those that are free."""

from __future__ import annotations

import errno
import socket

from tornado.netutil import bind_sockets

__all__ = ["address", "first_free", "network_address"]

_PORTS_TRIED = 50


def address(host: str, port: int) -> str:
    """The address of a server that listens on ``host``: ``http://127.0.0.1:8866/``."""
    if host in ("", "0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def network_address(port: int) -> str | None:
    """The address under which others in the local network reach this computer; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Choosing the way to an address sends nothing; 192.0.2.1 is reserved for examples.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host = probe.getsockname()[0]
    return None if host.startswith("127.") else address(host, port)


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
