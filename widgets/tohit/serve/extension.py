"""The extension of Jupyter's servers: their lines to kernels send small messages at once and look at what comes.

The wheel enables it; ``jupyter server extension disable tohit.serve.extension`` takes it out again.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from tohit.serve.bounded import Bounded

__all__: list[str] = []


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tohit.serve.extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Take the place of Jupyter's own connection; one that somebody has chosen stays."""
    settings = server.web_app.settings
    if settings.get("kernel_websocket_connection_class") is ZMQChannelsWebsocketConnection:
        settings["kernel_websocket_connection_class"] = Bounded
