"""The line between a page and its kernel: sent without delay, with a grace when it is cut, and guarded."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.web import HTTPError
from traitlets import Bool
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from tohit.serve.guard import LINES, PATIENCE, Guard, guard_of

__all__ = ["PROTOCOL", "Connection", "Guarded", "Line"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
_POLICY_VIOLATION = 1008
_NO_MORE = 1.0  # second for what has been answered already


class Connection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, with TCP no-delay and a fair start for culling."""

    limit_rate = Bool(False)  # which reads each message on its way; what comes in is bounded, and so is what goes out

    _offences = 0

    def connect(self) -> asyncio.Future[None] | None:
        """Without no-delay the small frames of a drag wait 40 ms each for a delayed acknowledgement."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    def disconnect(self) -> None:
        """Count the idle time from now: who reads for ten minutes and loses the line for a second keeps the kernel."""
        if self.kernel_id in self.multi_kernel_manager:
            self.multi_kernel_manager.get_kernel(self.kernel_id).last_activity = datetime.now(UTC)
        super().disconnect()

    def offend(self) -> None:
        """Count a frame that was refused; a line with nothing else is closed."""
        self._offences += 1
        if self._offences >= PATIENCE and self.websocket_handler.ws_connection:
            self.websocket_handler.close(_POLICY_VIOLATION)


class Guarded(Connection):
    """The connection of `tohit serve`: passes on what widgets say, and nothing else."""

    @property
    def subprotocol(self) -> str:
        """The one protocol that `prepare` lets in.

        Jupyter asks the line itself, which has forgotten it once it is closed; what still comes then would be read by
        the older protocol, which takes the memory that a frame asks for.
        """
        return PROTOCOL

    async def prepare(self) -> None:
        # Jupyter has an older protocol for who does not ask for this one; its frames are read by nobody's bounds.
        asked = self.websocket_handler.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in asked.split(",")]:
            raise HTTPError(400)
        if self.multi_kernel_manager._kernel_connections.get(self.kernel_id, 0) >= LINES:
            raise HTTPError(429)
        patience = self.kernel_info_timeout
        try:
            await self._hear_kernel()
            await super().prepare()
        finally:
            self.kernel_info_timeout = patience

    async def _hear_kernel(self) -> None:
        """Wait for the kernel's answer before Jupyter's `prepare` does, which is left next to no time then.

        Jupyter sets an alarm for an answer that does not come, and takes it back for none that does: for its minute it
        holds the line, the request and the kernel, 80 kB of each reader who has left.  What Python's memory has grown
        to for them it seldom gives back: small things that stay lie all over it.
        https://github.com/jupyter-server/jupyter_server/blob/v2.21.1/jupyter_server/services/kernels/connection/channels.py
        """
        if await ensure_async(self.kernel_manager.is_alive()):  # else it is soon forgotten, and `prepare` sees that
            self.session.key = self.kernel_manager.session.key
            await asyncio.wait([asyncio.wrap_future(self.request_kernel_info())], timeout=self.kernel_info_timeout)
            self.kernel_info_timeout = _NO_MORE

    async def take(self, frame: bytes | str) -> None:
        """Pass a frame on when its turn has come and it is allowed; the next one is not read before."""
        guard = self._guard()
        await guard.turn(len(frame))
        if self.websocket_handler.ws_connection is None:
            return  # it was closed meanwhile: what is still under way counts no more
        if guard.lets_in(frame):
            self.handle_incoming_message(frame)
        else:
            self.offend()

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        # The last four parts of a message without buffers are header, parent, metadata and content.
        if getattr(stream, "channel", stream) == "iopub" and len(outgoing_msg) > 4:
            state = bytes(outgoing_msg[-1])[:64] if b'"status"' in bytes(outgoing_msg[-4]) else b""
            if b'"busy"' in state:
                return  # no page shows it, and a drag would wait for one more message each move
            if b'"idle"' in state:
                self._guard().answered()
        if self.websocket_handler.ws_connection is None:
            return  # nobody hears it
        super().handle_outgoing_message(stream, outgoing_msg)

    def _guard(self) -> Guard:
        # The guard outlives this line: it must hold neither it nor the kernel, or none of them would ever be forgotten.
        return guard_of(self.kernel_manager, partial(self.websocket_handler.settings["house"].refuse, self.kernel_id))


class Line(VoilaKernelWebsocketHandler):
    """The websocket of a page; frames come one after the other, each when the guard has time for it."""

    def write_error(self, status_code: int, **details: Any) -> None:
        """A program asked for a websocket: it wants no page."""
        self.finish()

    def on_close(self) -> None:
        """Jupyter stops its pings when the next one is due, and they hold the line until then."""
        if self.ping_callback is not None:
            self.ping_callback.stop()
        super().on_close()

    async def on_message(self, ws_message: bytes | str) -> None:
        if self.connection is not None:
            await self.connection.take(ws_message)
