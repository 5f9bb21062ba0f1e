"""The log: one JSON line for each thing that happened, and nothing that tells who did it."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

__all__ = ["Journal"]


class Journal:
    """Writes ``{"time": …, "event": …, …}`` lines; without a place to write, nothing.

    Sessions have running numbers: no address, no name, no id of a kernel (who knows it could use it).

    Args:
        place: a file, to which lines are added, or ``-`` for standard error.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, place: str = ""):
        self._out: TextIO | None = None
        if place == "-":
            self._out = sys.stderr
        elif place:
            self._out = Path(place).open("a", encoding="utf-8", buffering=1)

    def write(self, event: str, **facts: Any) -> None:
        """One line: ``journal.write("open", session=3, page="dark_age.ipynb")``."""
        if self._out is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._out.write(json.dumps({"time": now, "event": event, **facts}, ensure_ascii=True) + "\n")
        self._out.flush()
