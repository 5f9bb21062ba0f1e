"""What the teacher sees: who is in, how much memory that takes, what was refused; on this computer only.

Of several processes behind nginx each tells its own numbers, and the page of any adds them all up.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.web import Application, HTTPError, RequestHandler

from tohit.serve.headers import policy
from tohit.serve.house import held_memory
from tohit.serve.pages import Template
from tohit.serve.spoken import theme
from tohit.words import Words, pick_language, words

if TYPE_CHECKING:
    from tohit.serve.app import App

__all__ = ["line", "status", "status_application", "together"]

_SUMS = ("sessions", "seats", "lines", "warm", "opened", "turned_away", "refused")
_ANSWER = 5.0  # seconds for another process to tell its numbers


def status(app: App) -> dict[str, Any]:
    """The state of a server in numbers: sessions, seats, memory in megabytes, refusals."""
    house, kernels = app.house, app.kernel_manager
    processes = [os.getpid()]
    for kernel_id in kernels.list_kernel_ids():
        provisioner = kernels.get_kernel(kernel_id).provisioner
        if getattr(provisioner, "pid", None):
            processes.append(provisioner.pid)
    held = held_memory(processes)
    return {
        "sessions": house.taken,
        "seats": house.seats,
        "lines": sum(kernels._kernel_connections.values()),
        "warm": kernels.warm,
        "opened": house.opened,
        "turned_away": house.turned_away,
        "memory": None if held is None else held // 2**20,
        "refused": house.refused.total(),
        "reasons": dict(house.refused),
        "draining": house.draining,
        "minutes": int(time.monotonic() - app.started) // 60,
    }


def together(told: Sequence[dict[str, Any]], processes: int = 1) -> dict[str, Any]:
    """The numbers of several processes as those of one server.

    Args:
        told: what those said that have answered.
        processes: how many were asked.
    """
    memories = [facts["memory"] for facts in told]
    return {
        **{key: sum(facts[key] for facts in told) for key in _SUMS},
        "memory": None if None in memories else sum(memories),
        "reasons": dict(sum((Counter(facts["reasons"]) for facts in told), start=Counter())),
        "draining": any(facts["draining"] for facts in told),
        "minutes": max(facts["minutes"] for facts in told),
        "processes": processes,
        "answered": len(told),
    }


def line(facts: dict[str, Any], text: Words) -> str:
    """The state in one line of the terminal."""
    memory = "–" if facts["memory"] is None else text("serve.status.megabytes", memory=facts["memory"])
    shown = text("serve.status.line", sessions=facts["sessions"], seats=facts["seats"], memory=memory,
                 refused=facts["refused"])
    if facts.get("processes", 1) > 1:
        shown += " " + text("serve.status.processes", answered=facts["answered"], processes=facts["processes"])
    return f"{shown} {text('serve.status.draining')}" if facts["draining"] else shown


class StatusPage(RequestHandler):
    """The state as a page that renews itself, and as JSON."""

    def initialize(self, app: App, hosts: set[str], others: Sequence[int]) -> None:
        self._app = app
        self._hosts = hosts
        self._others = others

    def prepare(self) -> None:
        # Another page in the teacher's browser may point a name of its own at this computer.
        if self.request.host not in self._hosts:
            raise HTTPError(403)

    async def get(self, kind: str) -> None:
        facts = status(self._app)
        if self._others and self.get_query_argument("own", None) is None:
            told = await asyncio.gather(*map(_told, self._others))
            facts = together([facts, *filter(None, told)], 1 + len(told))
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Security-Policy", policy(""))
        self.set_header("X-Content-Type-Options", "nosniff")
        if kind:
            self.set_header("Content-Type", "application/json")
            self.finish(json.dumps(facts))
            return
        language = pick_language(self.request.headers.get("Accept-Language", ""))
        text = words(language)
        template = self._app.app.settings["jinja2_env"].get_template("status.html")
        self.finish(template.render(lang=language, words=text, theme=theme(), facts=facts, line=line(facts, text),
                                    **self._app.include_functions("/")))


async def _told(port: int) -> dict[str, Any] | None:
    """The numbers of another process; None when it does not answer."""
    try:
        answer = await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}/status.json?own", request_timeout=_ANSWER)
    except (OSError, HTTPClientError):  # refused or too slow: it has ended, or begins, or is very busy
        return None
    return json.loads(answer.body)


def status_application(app: App, port: int, others: Sequence[int] = ()) -> Application:
    """The pages for the teacher, to be served on the loopback address alone.

    Args:
        app: whose numbers they tell.
        port: where they are served.
        others: where the other processes behind the same front tell theirs.
    """
    hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
    return Application([
        (r"/(status\.json)?", StatusPage, {"app": app, "hosts": hosts, "others": others}),
        (r"/voila/templates/(.*)", Template, {}),
    ])
