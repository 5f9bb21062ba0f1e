"""A scene turned or mirrored: every square and facing in its document, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tohit.core.document import document_record
from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.core.kinds import Choice, Kind, Listed, Optional
from tohit.core.places import FacingAt, SquareAt
from tohit.core.record import Record
from tohit.core.ruleset import Ruleset

__all__ = ["turns"]

Document = dict[str, Any]


def turns(rules: Ruleset, document: Document) -> Iterator[tuple[str, Document, Callable[[str], str]]]:
    """By a quarter, twice, thrice, and mirrored: which it is, the document, and what becomes of a square's name."""
    columns, rows = document["board"]["columns"], document["board"]["rows"]
    ways: tuple[tuple[str, Callable[[int, int], tuple[int, int]], Callable[[int], int], tuple[int, int]], ...] = (
        ("quarter", lambda row, col: (columns - 1 - col, row), lambda facing: facing + 2, (rows, columns)),
        ("half", lambda row, col: (rows - 1 - row, columns - 1 - col), lambda facing: facing + 4, (columns, rows)),
        ("three", lambda row, col: (col, rows - 1 - row), lambda facing: facing + 6, (rows, columns)),
        ("mirror", lambda row, col: (row, columns - 1 - col), lambda facing: -facing, (columns, rows)),
    )
    for way, place, turn, (wide, high) in ways:
        def rename(name: str, place: Callable[[int, int], tuple[int, int]] = place) -> str:
            square = parse_square(name)
            return square_name(*place(*square)) if square else name

        changed = _moved(document_record(rules), document, rename, turn)
        if not rules.facings:  # what means nothing is said as before
            for mini, before in zip(changed["minis"], document["minis"], strict=True):
                mini["facing"] = before.get("facing", "N")
        yield way, {**changed, "board": {**changed["board"], "columns": wide, "rows": high}}, rename


def _moved(kind: Kind, value: Any, rename: Callable[[str], str], turn: Callable[[int], int]) -> Any:
    if value is None:
        return None
    if _is_facing(kind):
        return FACINGS[turn(FACINGS.index(value)) % 8]
    match kind:
        case SquareAt():
            return rename(value)
        case Optional():
            return _moved(kind.kind, value, rename, turn)
        case Listed():
            if kind.single and not isinstance(value, list):
                return _moved(kind.kind, value, rename, turn)
            return [_moved(kind.kind, item, rename, turn) for item in value]
        case Record() if isinstance(value, Mapping):
            kinds = {field.key: field.kind for field in kind.fields}
            # A default facing is written out, so that it turns like the others.
            facings = {field.key: field.kind.write(field.default) for field in kind.fields if _is_facing(field.kind)}
            held = {**facings, **value}
            return {key: _moved(kinds[key], one, rename, turn) if key in kinds else one for key, one in held.items()}
    return value


def _is_facing(kind: Kind) -> bool:
    """A facing, or a choice among facings: the way a cone points."""
    return isinstance(kind, FacingAt) or isinstance(kind, Choice) and set(kind.values) <= set(FACINGS)
