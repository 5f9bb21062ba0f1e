"""What several tests of the core share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from tohit import Ruleset
from tohit.core import kinds, places
from tohit.core.document import document_record
from tohit.core.geometry import parse_square, square_name
from tohit.core.record import Record

# a busy machine is not a failure
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

NAMES_OF_OTHERS = {"profile", "order", "aim_at"}  # options that name other parts of the document
LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
NAMES = st.text(LETTERS, min_size=1, max_size=12).filter(lambda name: parse_square(name) is None)


@pytest.fixture(scope="session")
def documents() -> Callable[[Ruleset], st.SearchStrategy[dict[str, Any]]]:
    """Legal documents of a system, from its own declarations: ``documents(rules)``."""
    return legal


@st.composite
def legal(draw: Callable[..., Any], rules: Ruleset) -> dict[str, Any]:
    document = {"format": "tohit/1", "rules": rules.key, **draw(values(document_record(rules)))}
    document["minis"] = draw(st.lists(values(document_record(rules).field("minis").kind.kind), min_size=2, max_size=5))
    names = draw(st.lists(NAMES, min_size=len(document["minis"]), max_size=len(document["minis"]), unique=True))
    for mini, name in zip(document["minis"], names, strict=True):
        mini["name"] = name
        mini["at"] = None
    attack = document["attack"]
    attack["attacker"], attack["target"] = draw(st.permutations(names))[:2]
    for key in NAMES_OF_OTHERS & set(attack.get("options", {})):
        del attack["options"][key]
    if document.get("board"):
        _stand(draw, document)
    else:
        given = attack.setdefault("overrides", {})
        given.update({"distance": 7.25, "line_of_sight": True, "facing_ok": True, "reach_ok": True, "cover": "none"} | {
            key: value for key, value in given.items() if value is not None
        })
    return document


def _stand(draw: Callable[..., Any], document: dict[str, Any]) -> None:
    """Everything on squares of its own, walls included."""
    board, minis = document["board"], document["minis"]
    board["columns"], board["rows"] = draw(st.tuples(st.integers(3, 60), st.integers(2, 60)))
    board["terrain"] = board.get("terrain", [])[:1]
    places = st.integers(0, board["columns"] * board["rows"] - 1)
    taken = draw(st.lists(places, min_size=len(minis) + 1, max_size=len(minis) + 1, unique=True))
    *standing, free = [square_name(place // board["columns"], place % board["columns"]) for place in taken]
    for mini, square in zip(minis, standing, strict=True):
        mini["at"] = square
    for piece in board["terrain"]:
        piece["at"] = free


def values(kind: Any) -> st.SearchStrategy[Any]:
    """What a kind allows, as JSON holds it."""
    if isinstance(kind, Record):
        required = {field.key: values(field.kind) for field in kind.fields if field.key in kind.schema().get("required", ())}
        optional = {field.key: values(field.kind) for field in kind.fields if field.key not in required and known(field.kind)}
        return st.fixed_dictionaries(required, optional=optional)
    return _PLAIN[type(kind)](kind)


def known(kind: Any) -> bool:
    """A system's own kinds have tests of their own."""
    return isinstance(kind, Record) or type(kind) in _PLAIN


_PLAIN: dict[type, Callable[[Any], st.SearchStrategy[Any]]] = {
    kinds.Whole: lambda kind: st.integers(kind.low, kind.high),
    kinds.Number: lambda kind: st.integers(0, kind.high * 1000).map(lambda thousandths: thousandths / 1000),
    kinds.Flag: lambda kind: st.booleans(),
    kinds.Choice: lambda kind: st.sampled_from(kind.values),
    kinds.Names: lambda kind: st.lists(st.sampled_from(kind.values), max_size=3) if kind.values else st.just([]),
    kinds.Text: lambda kind: st.text(LETTERS, min_size=kind.least, max_size=min(kind.most, 12)),
    kinds.Dice: lambda kind: st.integers(kind.low, kind.high) | st.sampled_from(["D6", "2D3", "D3+1"]),
    places.SquareAt: lambda kind: st.builds(square_name, st.integers(0, 59), st.integers(0, 59)),
    places.FacingAt: lambda kind: st.sampled_from(kind.names),
    kinds.Optional: lambda kind: st.none() | values(kind.kind),
    kinds.Listed: lambda kind: st.lists(values(kind.kind), max_size=3) | (values(kind.kind) if kind.single else st.nothing()),
}
