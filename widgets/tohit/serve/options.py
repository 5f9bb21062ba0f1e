"""What whoever starts the server may choose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Options", "is_host", "is_origin"]

_HOST = re.compile(r"(https?://)?(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:\d{1,5})?")


_ORIGIN = re.compile(r"https?://([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(:\d{1,5})?")


@dataclass(frozen=True)
class Options:
    """The options of `tohit serve`.

    Args:
        folder: the notebooks; ours, when None.
        host: the address to listen on.
        port: where to listen; the next free one when it is taken, any free one for 0.
        lan: listen on all addresses of this computer, and print the one to write on the board.
        public_url: the address by which readers come, when a proxy stands between; empty when none does.
        browser: open the front page in a browser.
        lang: the language of what is printed; by default that of the terminal.
        seats: how many pages may be open at a time; by default as many as memory allows, 100 at most.
        embed_in: hosts whose pages may show ours in a frame.
        token: who has it in the address comes in; empty for an open door.
        password: who knows it comes in; empty for an open door.
        preheat: kernels kept ready; with one, a page whose kernel died is soon back.
        shards: server processes behind nginx; 1 for one process and no nginx.
        memory: megabytes of address space for one kernel; 0 for no limit.
        grace: seconds that open pages get when the server is told to end.
        log: the file for the log, ``-`` for standard error, empty for none.
    """

    folder: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8866
    lan: bool = False
    public_url: str = ""
    browser: bool = True
    lang: str | None = None
    seats: int | None = None
    embed_in: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    preheat: int = 1
    shards: int = 1
    memory: int = 2048
    grace: int = 30
    log: str = ""


def is_host(text: str) -> bool:
    """Whether a text names a host as a content security policy takes it: ``moodle.school.example``."""
    return bool(_HOST.fullmatch(text))


def is_origin(text: str) -> bool:
    """Whether a text is the address of a server, without a path: ``https://tohit.school.example``."""
    return bool(_ORIGIN.fullmatch(text))
