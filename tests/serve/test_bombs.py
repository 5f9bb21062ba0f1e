"""Documents, links and packed payloads that are made to hurt: refused in 50 ms, and the old board stands."""

from __future__ import annotations

import base64
import time
import zlib

import pytest

import tohit
from tohit.core.limits import DOCUMENT

QUICK = 0.05


def linked(text: bytes, level: int = 9) -> str:
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    packed = packer.compress(text) + packer.flush()
    return "https://x.example/#s=1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


HEAD = '{"format": "tohit/1", "rules": "coup-de-grace", '
BOMBS = {
    "too long": " " * (2 * DOCUMENT + 1),
    "too long, in bytes": "é" * DOCUMENT,
    "deep lists": "[" * 200_000,
    "deep objects": '{"a":' * 40_000,
    "deep, in a title": HEAD + '"title": ' + "[" * 100_000,
    "closed deep lists": "[" * 100_000 + "]" * 100_000,
    "pairs of brackets": "[]" * 130_000,
    "pairs of quotes between brackets": "[" * 16 + '""' * 120_000,
    "a string that never ends": '"' + "\\\\" * 100_000,
    "many quotes": '"' * 200_000,
    "long number": HEAD + '"title": ' + "9" * 200_000 + "}",
    "long fraction": HEAD + '"title": 0.' + "1" * 200_000 + "}",
    "large exponent": HEAD + '"title": 1e999999999}',
    "many keys": "{" + ",".join(f'"k{i}": 1' for i in range(15_000)) + "}",
    "the same key": "{" + ",".join('"k": 1' for _ in range(25_000)) + "}",
    "many minis": HEAD + '"minis": [' + ",".join('{"name": "x"}' for _ in range(12_000)) + "]}",
    "a large board": HEAD + '"board": {"columns": 100000000, "rows": 100000000}}',
    "many attacks": HEAD + '"attack": {"attacks": 1000000000}}',
    "a title with a null": HEAD + '"title": "\\u0000"}',
    "half a character": HEAD + '"title": "\\ud800"}',
    "not a number": HEAD + '"title": NaN}',
    "a link to nothing": "#s=1" + "A" * 400_000,
    "a link of another version": "#s=9" + "A" * 1000,
    "a link that is no base64": "#s=1" + "%" * 1000,
    "a link that unpacks to a thousand times its size": linked(b" " * 100_000_000),
    "a packed link in a packed link": linked(linked(b"[" * 200_000).encode()),
    "a link that unpacks to deep lists": linked(b"[" * 200_000),
    "a link cut short": linked(HEAD.encode() * 100)[:-20],
    "a link with more behind it": linked(b"{}") + base64.urlsafe_b64encode(b"x" * 1000).decode(),
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_at_once(bomb: str) -> None:
    def refuse() -> float:
        start = time.process_time()  # other processes are not measured
        with pytest.raises(tohit.NotationError):
            tohit.loads(bomb)
        return time.process_time() - start

    assert min(refuse() for _ in range(3)) < QUICK


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_for_a_page_leaves_its_board(bomb: str) -> None:
    page = PAGE.page
    before, applied = page.explorer.question, page.board.applied
    page.board.set_state({"edit": {"edits": [{"n": applied + 1, "document": bomb}]}})
    assert page.explorer.question == before
    assert page.board.refused["text"]


PAGE = tohit.explore("coup-de-grace")
