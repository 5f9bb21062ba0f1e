"""Documents of pages with more than one scenario: round trips, and one sentence for what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tohit
from tohit.core.errors import TohitError
from tohit.core.notation import canonical, fragment
from tohit.core.pages import read_page, write_page
from tohit.ready import ready
from tohit.rules import SYSTEMS

ARCHER, ORC = list(ready(tohit.ruleset("coup-de-grace")).values())[:2]
PARTS = {"a": ARCHER, "b": ORC}


def test_a_page_comes_back_from_its_document_and_its_link() -> None:
    document = canonical(write_page("compare", PARTS, {"seed": 7}))
    for text in (document, document.encode(), fragment(document), f"http://x/y{fragment(document)}&lang=fr"):
        assert read_page(text, "compare", ("a", "b"), SYSTEMS) == (PARTS, {"seed": 7})
    assert "state" not in write_page("compare", PARTS)
    assert read_page(canonical(write_page("compare", PARTS)), "compare", ("a", "b"), SYSTEMS)[1] == {}


@pytest.mark.parametrize(("change", "path"), [
    ({"format": "tohit/1"}, "format"), ({"format": "tohit-page/2"}, "format"), ({"page": "duel"}, "page"), ({"parts": []}, "parts"),
    ({"parts": {"a": {}}}, "parts"), ({"state": 7}, "state"), ({"more": 1}, "more"), ({"parts": {"a": {}, "b": {}}}, "parts.a.format"),
    ({"parts": {"a": 1, "b": 2}}, "parts.a.document"),
])
def test_what_is_wrong_is_said_with_its_place(change: dict[str, Any], path: str) -> None:
    document = {**write_page("compare", PARTS), **change}
    with pytest.raises(TohitError) as refusal:
        read_page(json.dumps(document), "compare", ("a", "b"), SYSTEMS)
    assert refusal.value.path == path
    assert str(refusal.value).startswith(f"{path}: ")
