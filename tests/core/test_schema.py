"""The published schema and the reader agree: checked with the few words of JSON Schema that it uses."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tohit
from tohit.core.document import schema
from tohit.rules import SYSTEMS

ODD = (None, True, -1, 0, 1, 61, 1000, 100_000, 0.5, "", "N", "NE", "C5", "BI1", "x" * 81, "a\tb", [], ["C5"], {}, {"name": "x"})
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SEMANTIC = {"core.name_twice", "core.name_is_square", "core.off_board", "core.in_wall", "core.square_taken", "core.not_on_board",
            "core.own_target", "core.asked"}  # what ties two places of a document together, no schema can say


def fits(value: Any, rule: dict[str, Any]) -> bool:
    """Whether a value is valid."""
    unknown = set(rule) - {"default", "title", "description"} - set(CHECKS)
    assert not unknown, f"the checker of this test does not know {unknown}"
    return all(CHECKS[word](value, rule[word], rule) for word in rule if word in CHECKS)


def has_type(value: Any, name: str, rule: dict[str, Any]) -> bool:
    if name in ("integer", "number"):
        return type(value) is int or (name == "number" and type(value) is float)
    return type(value) is TYPES[name]


def is_number(value: Any) -> bool:
    return type(value) in (int, float)


CHECKS: dict[str, Callable[[Any, Any, dict[str, Any]], bool]] = {
    "type": has_type,
    "enum": lambda value, allowed, rule: any(value == item and type(value) is type(item) for item in allowed),
    "const": lambda value, held, rule: value == held,
    "minimum": lambda value, low, rule: not is_number(value) or value >= low,
    "maximum": lambda value, high, rule: not is_number(value) or value <= high,
    "minLength": lambda value, least, rule: type(value) is not str or len(value) >= least,
    "maxLength": lambda value, most, rule: type(value) is not str or len(value) <= most,
    "pattern": lambda value, pattern, rule: type(value) is not str or bool(re.search(pattern, value)),
    "items": lambda value, item, rule: type(value) is not list or all(fits(part, item) for part in value),
    "minItems": lambda value, least, rule: type(value) is not list or len(value) >= least,
    "maxItems": lambda value, most, rule: type(value) is not list or len(value) <= most,
    "anyOf": lambda value, options, rule: any(fits(value, option) for option in options),
    "required": lambda value, keys, rule: type(value) is not dict or set(keys) <= set(value),
    "properties": lambda value, rules, rule: type(value) is not dict or all(
        fits(part, rules[key]) for key, part in value.items() if key in rules
    ),
    "additionalProperties": lambda value, rest, rule: type(value) is not dict or all(
        rest is not False and fits(part, rest) for key, part in value.items() if key not in rule.get("properties", {})
    ),
}


@pytest.mark.parametrize("key", SYSTEMS)
@given(data=st.data())
@settings(max_examples=80, derandomize=True)
def test_the_schema_allows_what_the_reader_reads_and_no_wrong_value(
    key: str, data: st.DataObject, documents: Callable[..., Any]
) -> None:
    document = data.draw(documents(SYSTEMS[key]))
    rule = schema(SYSTEMS[key])
    assert fits(document, rule)
    assert fits(json.loads(tohit.dumps(tohit.loads(json.dumps(document)))), rule)
    places = list(spots(document))
    way, value = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(ODD))
    spoilt = put(document, way, value)
    try:
        tohit.loads(json.dumps(spoilt))
    except (tohit.NotationError, tohit.SceneError) as refused:
        semantic = refused.key in SEMANTIC or "decimals" in str(refused) or refused.path.startswith(("attack.attacker", "attack.target"))
        assert semantic or refused.key.startswith(f"{key}.") or not fits(spoilt, rule), f"{refused}: the schema lets it pass"
    else:
        assert fits(spoilt, rule), f"{way}: the reader takes {value!r}, the schema does not"


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_schema_is_plain_json_and_states_the_defaults(key: str) -> None:
    rule = json.loads(json.dumps(schema(SYSTEMS[key])))
    assert rule["required"] == ["format", "rules", "minis", "attack"]
    assert rule["properties"]["rules"] == {"const": key}
    stats = rule["properties"]["minis"]["items"]["properties"]["stats"]["properties"]
    for stat in SYSTEMS[key].stats:
        assert "default" in stats[stat.key] or stat.default is None
        assert "default" not in stats[stat.key] or fits(stats[stat.key]["default"], stats[stat.key])


def test_the_checker_is_no_pushover() -> None:
    rule = schema(SYSTEMS["coup-de-grace"])
    good = {"format": "tohit/1", "rules": "coup-de-grace", "minis": [{"name": "A", "side": "r"}, {"name": "B", "side": "b"}],
            "attack": {"attacker": "A", "target": "B", "mode": "melee"}}
    assert fits(good, rule)
    for bad in ({**good, "weather": 1}, {**good, "minis": {}}, {**good, "rules": "chess"}, {**good, "format": "tohit/2"},
                {key: value for key, value in good.items() if key != "minis"}, {**good, "title": 5}):
        assert not fits(bad, rule)


def spots(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a document."""
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, step)
        yield from spots(value[step], (*way, step))


def put(document: dict[str, Any], way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    *inner, last = way
    holder: Any = changed
    for step in inner:
        holder = holder[step]
    holder[last] = value
    return changed
