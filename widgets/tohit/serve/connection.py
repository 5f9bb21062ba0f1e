"""The line between a page and its kernel: sent without delay, and with a grace when it is cut."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["Connection"]


class Connection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, with TCP no-delay and a fair start for culling.

    A JupyterLab server takes it too::

        c.ServerApp.kernel_websocket_connection_class = "tohit.serve.connection.Connection"
    """

    def connect(self) -> asyncio.Future[None] | None:
        """Without no-delay the small frames of a drag wait 40 ms each for a delayed acknowledgement."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    def disconnect(self) -> None:
        """Count the idle time from now: who reads for ten minutes and loses the line for a second keeps the kernel."""
        if self.kernel_id in self.multi_kernel_manager:
            self.multi_kernel_manager.get_kernel(self.kernel_id).last_activity = datetime.now(UTC)
        super().disconnect()
