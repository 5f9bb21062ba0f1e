"""What tests of the server need: the page without a browser, the teacher's page, the log."""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "load"))  # importlib mode puts no test folder there


@pytest.fixture(scope="session")
def teacher() -> Callable[..., str]:
    """The address of a server's page for the teacher: ``teacher(server)``."""
    return lambda server: re.findall(r"http://127\.0\.0\.1:\d+/", server.log.read_text())[-1]


@pytest.fixture(scope="session")
def facts(teacher: Callable[..., str]) -> Callable[..., dict[str, Any]]:
    """What a server says of itself: ``facts(server)["sessions"]``."""

    def ask(server: Any) -> dict[str, Any]:
        with urllib.request.urlopen(f"{teacher(server)}status.json", timeout=30) as answer:
            return json.load(answer)

    return ask
