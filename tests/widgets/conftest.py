"""What the tests of the widgets need: the messages that a widget sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def record() -> Callable[..., list[dict[str, Any]]]:
    """Record what widgets send from now on: ``sent = record(board, dial)``; each entry is one message."""

    def start(*widgets: Any) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []
        for widget in widgets:

            def publish(msg_type, data=None, metadata=None, buffers=None, model=widget.model_id, **keys):
                sent.append({"model": model, **data})

            widget.comm.publish_msg = publish
        return sent

    return start
