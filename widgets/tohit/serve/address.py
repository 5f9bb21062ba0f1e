"""The addresses of this computer, as a person types them."""

from __future__ import annotations

import socket

__all__ = ["address", "network_address"]


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
