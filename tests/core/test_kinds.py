"""Kinds of values: what each reads, writes and refuses."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

import tohit
from tohit.core import kinds, places
from tohit.core.kinds import Reading, shown
from tohit.core.record import Field, Record

NUMBER = kinds.Number(10_000)
DICE = kinds.Dice(0, 999)
NAMED = Record("Named", [Field("name", kinds.Text(5, least=1)), Field("long-key", kinds.Whole(0, 9), 3), Field("as", kinds.Flag(), False, attribute="as_")])
SPARSE = Record("Sparse", [Field("pu", kinds.Optional(kinds.Whole(0, 9)), 5)], sparse=True)

# a kind, what JSON holds, what is read
READ: list[tuple[kinds.Kind, Any, Any]] = [
    (kinds.Whole(-2, 3), -2, -2), (kinds.Whole(-2, 3), 3, 3),
    (NUMBER, 0, Decimal(0)), (NUMBER, 7, Decimal(7)), (NUMBER, 0.1, Decimal("0.1")), (NUMBER, Decimal("2.500"), Decimal("2.5")),
    (NUMBER, 9999.999, Decimal("9999.999")), (NUMBER, Decimal("1E+3"), Decimal(1000)), (NUMBER, -0.0, Decimal(0)),
    (kinds.Flag(), True, True), (kinds.Choice(("a", "b")), "b", "b"),
    (kinds.Names(("b", "a")), ["b", "a", "b"], ("a", "b")), (kinds.Names(("b", "a")), [], ()),
    (kinds.Text(3), "", ""), (kinds.Text(3), "💥éß", "💥éß"), (kinds.Text(3, least=1), "a", "a"),
    (DICE, 0, 0), (DICE, "D6", "D6"), (DICE, "2D3", "2D3"), (DICE, "D3+1", "D3+1"), (kinds.Dice(1, 13), "2D6+1", "2D6+1"),
    (places.SquareAt(), "C5", (4, 2)), (places.SquareAt(), "BH60", (59, 59)),
    (places.FacingAt(8), "NE", 1), (places.FacingAt(4), "W", 6), (places.FacingAt(0), "SW", 5),
    (kinds.Optional(kinds.Flag()), None, None), (kinds.Optional(kinds.Flag()), False, False),
    (kinds.Listed(kinds.Flag(), 2), [True, False], (True, False)), (kinds.Listed(kinds.Flag(), 2, single=True), True, (True,)),
]
REFUSED: list[tuple[kinds.Kind, list[Any]]] = [
    (kinds.Whole(-2, 3), [-3, 4, True, False, 1.0, "1", None, [1], Decimal(1), float("nan"), 10**400]),
    (NUMBER, [-0.001, 10000.001, 0.0001, 1e-300, float("nan"), float("inf"), True, "1", None, Decimal("NaN"), Decimal("1E-9999"), 10**400]),
    (kinds.Flag(), [0, 1, "true", None, []]),
    (kinds.Choice(("a", "b")), ["c", "", "A", None, 1, ["a"], True]),
    (kinds.Names(("b", "a")), ["a", ["c"], [["a"]], [None], {"a": 1}, None]),
    (kinds.Text(3, least=1), ["", "abcd", "a\nb", "a\x85", "\ud800", "\u2029", 1, None, ["a"], b"a"]),
    (kinds.Dice(1, 13), ["D1", "D101", "0D6", "2D7", "D6-1", "d6", "D6+0", "3D6", " D6", "D6\n", "１D6", 0, 14, True, 1.5, None, "1000D6", ""]),
    (places.SquareAt(), ["", "C", "5", "c5", "C0", "C05", "C61", "BI1", "AAA1", " C5", "C5 ", "Ｃ5", "C٥", 5, None, ["C5"], [4, 2]]),
    (places.FacingAt(8), ["n", "NNE", 0, None, ["N"]]), (places.FacingAt(4), ["NE", "NW"]),
    (kinds.Listed(kinds.Flag(), 2), [True, [True] * 3, [1], {}, "tf", None]),
    (kinds.Optional(kinds.Flag()), [0, "null"]),
    (NAMED, [{}, {"name": "a", "extra": 1}, {"name": ""}, {"name": "a", "long-key": 10}, [], None, "name"]),
]


@pytest.mark.parametrize(("kind", "value", "held"), READ, ids=lambda part: type(part).__name__ if isinstance(part, kinds.Kind) else None)
def test_what_is_read_is_written_back(kind: kinds.Kind, value: Any, held: Any) -> None:
    read = kind.read(value, "here", Reading())
    assert read == held and type(read) is type(held)
    assert kind.read(kind.write(read), "here", Reading()) == held
    hash(read)


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, values in REFUSED for value in values],
                         ids=lambda part: type(part).__name__ if isinstance(part, kinds.Kind) else None)
def test_what_is_refused(kind: kinds.Kind, value: Any) -> None:
    with pytest.raises(tohit.NotationError) as refused:
        kind.read(value, "here", Reading())
    assert refused.value.path.startswith("here")
    assert refused.value.sentence("fr") != refused.value.sentence("en")


def test_numbers_are_written_as_short_as_they_can_be() -> None:
    assert [NUMBER.write(Decimal(text)) for text in ("7", "7.000", "0.001", "1234.567")] == [7, 7, 0.001, 1234.567]
    assert type(NUMBER.write(Decimal("7.0"))) is int


def test_a_single_item_stands_without_brackets() -> None:
    listed = kinds.Listed(places.SquareAt(), 9, single=True)
    assert (listed.write(((4, 2),)), listed.write(((4, 2), (0, 0))), listed.write(())) == ("C5", ["C5", "A1"], [])


def test_records_are_frozen_leave_defaults_out_and_rename() -> None:
    held = NAMED.read({"name": "a"}, "", Reading())
    assert (held.name, held.long_key, held.as_) == ("a", 3, False)
    assert NAMED.write(held) == {"name": "a"}
    assert NAMED.write(NAMED.read({"name": "a", "long-key": 4, "as": True}, "", Reading())) == {"name": "a", "long-key": 4, "as": True}
    assert NAMED.read({"as": False, "name": "a"}, "", Reading()) == held
    assert hash(held) == hash(NAMED.read({"name": "a"}, "", Reading()))
    with pytest.raises(AttributeError):
        held.name = "b"


def test_sparse_records_keep_what_is_absent_absent() -> None:
    assert SPARSE.read({}, "", Reading()).pu is msgspec.UNSET
    assert SPARSE.write(SPARSE.read({}, "", Reading())) == {}
    assert SPARSE.write(SPARSE.read({"pu": None}, "", Reading())) == {"pu": None}
    assert SPARSE.write(SPARSE.read({"pu": 5}, "", Reading())) == {"pu": 5}


def test_a_newer_reading_collects_what_it_leaves_out() -> None:
    reading = Reading(newer=True)
    assert NAMED.read({"name": "a", "x": 1, "y": {}}, "minis[0]", reading).name == "a"
    assert reading.left_out == ["minis[0].x", "minis[0].y"]


def test_what_came_is_shown_short_and_printable() -> None:
    assert [shown(value) for value in (None, True, 1, "é", "\u2028", [1], {"a": "\ud800"}, Decimal("1.50"))] == [
        "null", "true", "1", '"é"', '"\\u2028"', "[1]", '{"a": "\\ud800"}', "1.50",
    ]
    assert len(shown("x" * 10_000)) < 80 and shown("x" * 10_000).endswith("(10002)")
    assert shown(10**5000) == "int"
    loop: list[Any] = []
    loop.append(loop)
    assert shown(loop) == "list"
