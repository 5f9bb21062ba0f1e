"""What a page may say to its kernel: frames of the websocket, read strictly.

Jupyter reads them leniently, on the one thread that serves everybody, and passes on what it could read.  Here a frame
is read with every bound checked first; what is not exactly a message of a widget is refused with one word that says why.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tohit.core.limits import DOCUMENT

__all__ = ["FRAME", "CONTROL_TARGET", "Message", "Refused", "read", "split"]

FRAME = DOCUMENT + 4096
"""The longest frame, in bytes: a document and what surrounds it."""

CONTROL_TARGET = "jupyter.widget.control"
"""The one comm target that a page may open: by it a page asks for the widgets that its kernel made."""

_HEAD = 4096  # bytes of a header
_BUFFERS = 64
_DEPTH = 64
_DIGITS = 20
_TEXT = 128  # characters of an id or a name
_KINDS = {
    "shell": {"comm_msg", "comm_open", "comm_close", "comm_info_request", "kernel_info_request"},
    "control": {"kernel_info_request"},
}
_METHODS = {"update", "request_state", "request_states", "custom"}
_SPACED = re.compile(rb"\\u[dD][89a-fA-F]")


class Refused(Exception):
    """A frame that is not passed on; the text is one of a few fixed words, never what came."""


@dataclass(frozen=True, slots=True)
class Message:
    """A frame that is well formed: what the guard decides on."""

    channel: str
    kind: str
    content: dict[str, Any]

    @property
    def comm(self) -> str:
        return self.content.get("comm_id", "")


def read(frame: bytes | str) -> Message:
    """The message in a frame of the protocol ``v1.kernel.websocket.jupyter.org``.

    Raises:
        Refused: it is too long, malformed, or nothing that a page of widgets says.
    """
    if len(frame) > FRAME:
        raise Refused("size")
    if not isinstance(frame, bytes):
        raise Refused("protocol")
    channel, head, parent, metadata, content, *buffers = split(frame)
    name = channel.decode("ascii", "replace")
    if name not in _KINDS:
        raise Refused("channel")
    if len(head) > _HEAD or len(parent) > _HEAD or len(metadata) > _HEAD:
        raise Refused("header")
    header = mapping(head)
    if not is_header(header) or (parent.strip() != b"{}" and not is_header(mapping(parent))):
        raise Refused("header")
    mapping(metadata)
    kind = header["msg_type"]
    if kind not in _KINDS[name]:
        raise Refused("kind")
    message = Message(name, kind, mapping(content))
    if kind.startswith("comm_") and kind != "comm_info_request":
        check_comm(message, len(buffers))
    elif buffers:
        raise Refused("buffers")
    return message


def split(frame: bytes, most: int = 6 + _BUFFERS) -> list[bytes]:
    """The parts of a frame: channel, header, parent, metadata, content, buffers.

    A frame begins with the count of its offsets and the offsets, each in eight bytes, the lowest first.

    Args:
        frame: What came.
        most: How many offsets it may have.
    """
    count = int.from_bytes(frame[:8], "little")
    if not 6 <= count <= most or len(frame) < 8 * (count + 1):
        raise Refused("offsets")
    offsets = [int.from_bytes(frame[8 * i : 8 * (i + 1)], "little") for i in range(1, count + 1)]
    if offsets[0] != 8 * (count + 1) or offsets[-1] != len(frame) or offsets != sorted(offsets):
        raise Refused("offsets")
    return [frame[start:end] for start, end in zip(offsets, offsets[1:], strict=False)]


def mapping(text: bytes) -> dict[str, Any]:
    """The JSON mapping that a text is: no key twice, no NaN, no long numbers, no half characters, not nested too deep."""
    try:
        value = json.loads(
            text.decode("utf-8"), object_pairs_hook=unique, parse_int=whole, parse_constant=no_number, parse_float=finite
        )
        if _SPACED.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # half of a pair stands alone
    except (ValueError, RecursionError) as error:
        raise Refused("json") from error
    if type(value) is not dict or (text.count(b"[") + text.count(b"{") > _DEPTH and is_deep(value)):
        raise Refused("json")
    return value


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise ValueError("a key twice")
    return held


def whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def finite(digits: str) -> float:
    value = float(digits)
    if len(digits) > 40 or value in (float("inf"), float("-inf")):
        raise ValueError("no finite number")
    return value


def no_number(name: str) -> None:
    raise ValueError(name)


def is_deep(value: Any) -> bool:
    """Whether brackets nest deeper than the limit, looked at level by level."""
    level = [value]
    for _ in range(_DEPTH):
        level = [item for part in level for item in (part.values() if isinstance(part, dict) else part)
                 if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def is_header(header: dict[str, Any]) -> bool:
    """Whether the kernel can take a header without stumbling, its date included."""
    texts = [header.get(key) for key in ("msg_id", "msg_type", "session", "username", "version")]
    if not all(type(text) is str and len(text) <= _TEXT for text in texts):
        return False
    if any(text[:4].isdecimal() and text[4:5] == "-" and "T" in text and not is_date(text) for text in texts):
        return False
    date = header.get("date", "")
    known = {"msg_id", "msg_type", "session", "username", "version", "date", "subshell_id"}
    return set(header) <= known and header.get("subshell_id") is None and (date == "" or is_date(date))


def is_date(text: Any) -> bool:
    try:
        return type(text) is str and len(text) < 40 and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def check_comm(message: Message, buffers: int) -> None:
    """Refuse what no widget's view says: other targets, other methods, private names."""
    content = message.content
    data = content.get("data", {})
    if type(content.get("comm_id")) is not str or not 0 < len(content["comm_id"]) <= _TEXT or type(data) is not dict:
        raise Refused("comm")
    if message.kind == "comm_open" and content.get("target_name") != CONTROL_TARGET:
        raise Refused("target")
    if message.kind != "comm_msg":
        if buffers:
            raise Refused("buffers")
        return
    if type(data.get("method")) is not str or data["method"] not in _METHODS:
        raise Refused("method")
    state, paths = data.get("state", {}), data.get("buffer_paths", [])
    if type(state) is not dict or any(name.startswith("_") for name in state):
        raise Refused("private")
    if type(paths) is not list or len(paths) != buffers or not all(is_path(path) for path in paths):
        raise Refused("buffers")


def is_path(path: Any) -> bool:
    """Whether a buffer's place in the state is one, and no private one."""
    if type(path) is not list or not 0 < len(path) <= _DEPTH or type(path[0]) is not str or path[0].startswith("_"):
        return False
    return all(type(step) in (str, int) for step in path)
