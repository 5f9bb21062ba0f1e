"""Boxes, texts and charts show what Python says; whatever a browser sends them is dropped and the truth sent again.

Our own panels have their gate in ``widgets.base``.  These have none: ``ipywidgets`` and ``bqplot`` let a browser set
any trait, and their arrays raise more than ``TraitError`` on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ipywidgets import Widget

from tohit.widgets import Panel

__all__ = ["parts", "seal"]


def seal(widget: Widget) -> None:
    """Let no browser change a widget or anything that it is made of."""
    for part in parts(widget):
        if not isinstance(part, Panel):
            part.set_state = partial(_send_again, part)


def parts(widget: Widget) -> tuple[Widget, ...]:
    """A widget and all that its traits hold: children, layouts, styles, marks, scales; each once."""
    found: dict[str, Widget] = {}
    waiting = [widget]
    while waiting:
        part = waiting.pop()
        if part.model_id not in found:
            found[part.model_id] = part
            waiting += (held for name in part.keys for held in _held(getattr(part, name)))
    return tuple(found.values())


def _held(value: Any) -> Iterator[Widget]:
    if isinstance(value, Widget):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _held(item)
    elif isinstance(value, dict):
        yield from _held(list(value.values()))


def _send_again(widget: Widget, sync_data: dict[str, Any]) -> None:
    widget.send_state([name for name in sync_data if name in widget.keys])
