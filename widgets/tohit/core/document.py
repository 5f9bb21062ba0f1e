"""The shape of a scenario document for one rule system, from its declarations."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tohit.core import limits
from tohit.core.kinds import Choice, Flag, Listed, Number, Optional, Text, Whole
from tohit.core.places import FacingAt, SquareAt
from tohit.core.question import Attack, Given, Overrides
from tohit.core.record import Field, Record
from tohit.core.ruleset import Ruleset
from tohit.core.scene import Grid, Mini, Terrain

__all__ = ["COVERS", "FORMAT", "document_record", "schema"]

FORMAT = "tohit/1"
COVERS = ("none", "light", "heavy")
TERRAIN = ("wall", "light", "heavy")
_NAME, _TEXT = Text(limits.NAME, least=1), Text(limits.TEXT)


@lru_cache(maxsize=16)  # a reader's own rules are declared anew with every change
def document_record(rules: Ruleset) -> Record:
    """Everything a document of this system may hold, but ``format`` and ``rules``, which are read before."""
    return Record("Document", [
        Field("title", _TEXT, ""),
        Field("rulings", rules.rulings_record, rules.rulings_record.empty()),
        Field("board", Optional(_board()), None),
        Field("minis", Listed(_mini(rules), limits.MINIS)),
        Field("attack", _attack(rules)),
    ], make=dict)


def schema(rules: Ruleset) -> dict[str, Any]:
    """The JSON Schema of this system's documents."""
    body = document_record(rules).schema()
    named = {"format": {"type": "string", "pattern": r"^tohit/1(\.[0-9]+)?$"}, "rules": {"const": rules.key}}
    return {**body, "properties": {**named, **body["properties"]}, "required": ["format", "rules", *body["required"]]}


def _board() -> Record:
    squares = Listed(SquareAt(), limits.BOARD**2, single=True)
    terrain = Record("Terrain", [
        Field("at", squares, attribute="squares"),
        Field("kind", Choice(TERRAIN)),
        Field("name", Text(limits.NAME), ""),
        Field("controlled_by", _TEXT, ""),
    ], make=Terrain)
    return Record("Board", [
        Field("columns", Whole(1, limits.BOARD)),
        Field("rows", Whole(1, limits.BOARD)),
        Field("terrain", Listed(terrain, limits.BOARD**2), ()),
    ], make=Grid)


def _mini(rules: Ruleset) -> Record:
    return Record("Mini", [
        Field("name", _NAME),
        Field("side", _TEXT),
        Field("at", Optional(SquareAt()), None),
        Field("facing", FacingAt(rules.facings), 0),
        Field("stats", rules.stats_record, rules.stats_record.empty()),
    ], make=Mini)


def _attack(rules: Ruleset) -> Record:
    level = Whole(-limits.LEVEL, limits.LEVEL)
    given = Record("Given", [Field("name", _NAME), *(Field(key, level, 0) for key in rules.given)], make=Given)
    overrides = Record("Overrides", [
        Field("distance", Optional(Number(limits.DISTANCE)), None),
        Field("cover", Optional(Choice(COVERS)), None),
        Field("line_of_sight", Optional(Flag()), None),
        Field("facing_ok", Optional(Flag()), None),
        Field("reach_ok", Optional(Flag()), None),
        Field("modifiers", Listed(given, limits.MINIS), ()),
    ], make=Overrides)
    return Record("Attack", [
        Field("attacker", _NAME),
        Field("target", _NAME),
        Field("mode", Choice(tuple(mode.key for mode in rules.modes))),
        Field("weapon", rules.weapon_record, rules.weapon_record.empty()),
        Field("attacks", Whole(1, limits.ATTACKS), 1),
        Field("options", rules.options_record, rules.options_record.empty()),
        Field("overrides", overrides, Overrides()),
    ], make=Attack)
