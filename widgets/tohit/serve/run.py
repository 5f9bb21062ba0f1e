"""`tohit serve`: checks what was asked for, says where the pages are, and serves them."""

from __future__ import annotations

import json
import logging
import os
import secrets
import sys
from pathlib import Path
from typing import Any

from tohit.serve.address import address, first_free, network_address
from tohit.serve.app import App, notebooks_folder
from tohit.serve.front import notebooks
from tohit.serve.house import default_seats
from tohit.serve.journal import Journal
from tohit.serve.options import Options, is_host, is_origin
from tohit.serve.shards import SHARD, run_shards
from tohit.words import Words, pick_language, words

__all__ = ["run"]

_BOUNDS = {"seats": (1, 1000), "preheat": (0, 100), "shards": (1, 64), "memory": (0, 1_000_000), "grace": (0, 3600)}


def run(folder: Path | None = None, **chosen: Any) -> int:
    """Serve the notebooks of ``folder`` (ours, when None) until interrupted; the exit code.

    Args:
        **chosen: the fields of `Options`.
    """
    chosen["public_url"] = chosen.get("public_url", "").removesuffix("/").lower()
    options = Options(folder=folder or notebooks_folder(), **chosen)
    text = words(options.lang or pick_language(os.environ.get("LC_ALL") or os.environ.get("LANG", "")))
    wrong = refusal(options, text)
    if wrong:
        print(wrong, file=sys.stderr)
        return 2
    try:
        journal = Journal(options.log)
    except OSError as error:
        print(text("serve.nolog", file=options.log, reason=error.strerror), file=sys.stderr)
        return 2
    shard = json.loads(os.environ.pop(SHARD, "{}"))  # the kernels need not know
    try:
        sockets = first_free("" if options.lan else options.host, options.port)
    except OSError as error:
        print(text("serve.noport", host=options.host, port=str(options.port), reason=error.strerror), file=sys.stderr)
        return 1
    if options.shards > 1:
        return run_shards(options, sockets, text)
    # The terminal is for the address and for errors of ours, not for every stray request.
    logging.getLogger("tornado").setLevel(logging.ERROR)
    home = address("" if options.lan else options.host, sockets[0].getsockname()[1])
    others = shard.get("teachers", [])
    teacher = first_free("127.0.0.1", others.pop(shard["number"] - 1) if others else 0)
    App.clear_instance()
    app = App.instance(
        folder=options.folder.resolve(),
        sockets=sockets,
        browse=home + query(options) if options.browser else "",
        options=options,
        journal=journal,
        text=text,
        teacher=teacher,
        others=others,
        shard=shard.get("number", 0),
        secret=bytes.fromhex(shard.get("secret", "")),
    )
    app.initialize([])
    announce(options, home, text)
    print(text("serve.teacher", address=address("127.0.0.1", teacher[0].getsockname()[1])))
    print(text("serve.stop"), flush=True)
    app.start()
    return 0


def refusal(options: Options, text: Words) -> str:
    """The sentence that says what cannot be done; empty when everything can."""
    if not options.folder.is_dir():
        return text("serve.nofolder", folder=options.folder)
    if not notebooks(options.folder):
        return text("serve.nonotebooks", folder=options.folder)
    for name, (low, high) in _BOUNDS.items():
        got = getattr(options, name)
        if got is not None and not low <= got <= high:
            return text("serve.nonumber", option=name, got=got, low=low, high=high)
    if options.public_url and not is_origin(options.public_url):
        return text("serve.nourl", url=options.public_url)
    hosts = [host for host in options.embed_in if not is_host(host)]
    return text("serve.nohost", host=hosts[0]) if hosts else ""


def announce(options: Options, home: str, text: Words) -> None:
    """Print where the pages are, and for whom."""
    seats, known = default_seats()
    print(text("serve.ready", address=home + query(options)))
    if options.lan:
        board = network_address(int(home.rstrip("/").rpartition(":")[2]))
        print(text("serve.board", address=board + query(options)) if board else text("serve.nonetwork"))
    if options.public_url:
        print(text("serve.public", address=f"{options.public_url}/{query(options)}"))
    if not known:
        print(text("serve.nomemory", seats=options.seats or seats))


def query(options: Options) -> str:
    return f"?token={options.token}" if options.token else ""


def made_token() -> str:
    """A token that is short enough to be typed from a board."""
    return secrets.token_hex(6)
