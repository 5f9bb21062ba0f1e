"""The line between a browser and a kernel on servers that run anybody's code: JupyterLab, Binder, JupyterHub.

There one may say everything to a kernel, and the container is the boundary.  What still holds: a frame is looked at
before Jupyter reads it, so that a broken one costs nothing on the one thread that serves everybody; and a page that
Voila shows says to its kernel what widgets say, and nothing else.  How fast is not held back.
"""

from __future__ import annotations

from functools import partial
from logging import Logger

from tohit.serve.connection import PROTOCOL, Connection
from tohit.serve.frames import Refused, split
from tohit.serve.guard import guard_of

__all__ = ["Bounded", "check_frame"]


class Bounded(Connection):
    """The connection that the server extension brings; by hand::

        c.ServerApp.kernel_websocket_connection_class = "tohit.serve.bounded.Bounded"
    """

    def handle_incoming_message(self, incoming_msg: bytes | str) -> None:
        """Pass a frame on to Jupyter when it is whole, and to a page's kernel when a widget may say it."""
        if self.websocket_handler.ws_connection is None:
            return  # closed: Jupyter has forgotten its protocol, and would read what comes behind by an older one
        if self._lets_in(incoming_msg):
            super().handle_incoming_message(incoming_msg)
        else:
            self.offend()

    def _lets_in(self, frame: bytes | str) -> bool:
        if self._is_page:
            return guard_of(self.kernel_manager, partial(_tell, self.log)).lets_in(frame)
        try:
            check_frame(frame, self.subprotocol)
        except Refused as refused:
            _tell(self.log, str(refused))
            return False
        return True

    @property
    def _is_page(self) -> bool:
        """Whether Voila started the kernel, for a page."""
        started = getattr(self.kernel_manager, "_launch_args", None) or {}
        return (started.get("env") or {}).get("SERVER_SOFTWARE", "").startswith("voila")


def check_frame(frame: bytes | str, protocol: str | None) -> None:
    """Refuse a frame whose table of contents does not fit it.

    Raises:
        Refused: of the present protocol, or of the one before, whose frames are texts or begin with numbers of four bytes.
    """
    if protocol == PROTOCOL:
        if not isinstance(frame, bytes):
            raise Refused("protocol")
        split(frame, most=len(frame) // 8)
    elif isinstance(frame, bytes):
        count = int.from_bytes(frame[:4], "big")
        offsets = [int.from_bytes(frame[4 * i : 4 * i + 4], "big") for i in range(1, min(count, len(frame) // 4) + 1)]
        is_table = 0 < count == len(offsets) and len(frame) >= 4 * (count + 1)
        if not is_table or offsets != sorted(offsets) or offsets[-1] > len(frame):
            raise Refused("offsets")


def _tell(log: Logger, why: str) -> None:
    log.warning("tohit: a frame was refused: %s", why)
