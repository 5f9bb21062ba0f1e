"""Legal documents at the limits: an exact answer or a refusal at once, whatever they combine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

import tohit
from tohit.core import evaluate as evaluated
from tohit.core.geometry import square_name

LIMIT = 5.0  # seconds, on a machine with other work to do; a quiet one needs less than half
BY_HAND = {"distance": 3, "line_of_sight": True, "facing_ok": True, "reach_ok": True, "cover": "none"}
SMALL = [1 if place % 2 else -1 for place in range(200)]
WIDE = [999 - place if place % 2 else place - 999 for place in range(200)]


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Nothing remembered from before; everything within the limit."""
    evaluated._resolved.cache_clear()
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < LIMIT


def document(rules: str, mode: str, attacks: int, weapon: dict[str, Any], target: dict[str, Any], attacker: dict[str, Any],
             more: int = 0, modifiers: list[int] = (), **options: Any) -> str:
    given = [{"name": f"by hand {place}", "attack": value} for place, value in enumerate(modifiers)]
    minis = [{"name": "A", "side": "red", "stats": attacker}, {"name": "B", "side": "blue", "stats": target},
             *({"name": f"Foe {place}", "side": "blue"} for place in range(more))]
    return json.dumps({"format": "tohit/1", "rules": rules, "minis": minis, "attack": {
        "attacker": "A", "target": "B", "mode": mode, "attacks": attacks, "weapon": weapon, "options": options,
        "overrides": {**BY_HAND, "modifiers": given},
    }})


def duel(attacks: int, hp: int, *abilities: str, mode: str = "melee", modifiers: list[int] = ()) -> str:
    """Coup-De-Grace with everything an attacker can be, and the weapon's own abilities."""
    return document("coup-de-grace", mode, attacks, {"abilities": abilities}, {"hp": hp, "max_hp": 500, "defence": 4},
                    {"abilities": ["orc", "human", "kobold", "gnoll", "goblin"]}, modifiers=modifiers)


def volley(attacks: int, hp: int, weapon: dict[str, Any], mode: str = "ranged", **more: Any) -> str:
    return document("dark-age", mode, attacks, weapon, {"hp": hp}, {}, **more)


def profiles(count: int, multiples: int) -> dict[str, Any]:
    return {"profiles": [{"name": f"P{place}", "as": place % 25, "multiples": multiples, "extreme_damage": 1 + place}
                         for place in range(count)]}


def check(answer: tohit.Answer) -> None:
    """Everything is a chance, and all of it is accounted for."""
    assert 0 <= answer.chance <= 1
    assert all(0 <= chance <= 1 for chance in answer.outcomes.values())
    assert sum(answer.damage.counts) == answer.damage.denominator
    assert all(count >= 0 for count in answer.damage.counts)
    for channel, total in answer.totals.items():
        assert sum(line.value for line in answer.ledger if line.channel == channel) == total
    assert all(0 <= line.wasted <= abs(line.value) for line in answer.ledger)


@pytest.mark.parametrize("text", [
    duel(1000, 999), duel(1000, 999, "axe", "glaive", "curved-sword"), duel(1, 999, "claw", "axe", "glaive", "curved-sword"),
    duel(31, 31, "claw"), duel(1000, 0, "claw"), duel(333, 999, "shuriken", "crossbow", mode="ranged"),
    duel(1, 999, "claw", modifiers=SMALL), duel(1, 999, "claw", modifiers=WIDE), duel(1000, 999, "axe", modifiers=WIDE),
    volley(1, 999, {"multiples": 999}), volley(1, 999, {"multiples": 999}, modifiers=WIDE), volley(1000, 999, {}),
    volley(1000, 999, {"extreme_damage": 999, "malfunction": 15}), volley(500, 999, {"multiples": 2, "extreme_damage": 300}),
    volley(1000, 999, profiles(200, 1), profile=[f"P{place % 200}" for place in range(1000)]),
    volley(1, 1, {"pu": 999}, mode="arc", more=198), volley(1, 1, {"pu": 999}, mode="arc", more=198, modifiers=WIDE),
], ids=str.__len__)
def test_an_exact_answer(text: str) -> None:
    question = tohit.loads(text)
    answer = tohit.evaluate(question)
    assert answer.allowed
    check(answer)
    assert tohit.sweep(question, "attack.overrides.distance", range(1, 25)).shape == (24,)


@pytest.mark.parametrize(("text", "path"), [
    (duel(1000, 1, "claw"), "attack.attacks"), (duel(334, 1, "shuriken", mode="ranged"), "attack.attacks"),
    (volley(1, 999, {"multiples": 999, "extreme_damage": 999}), "attack.weapon"),
    (volley(10, 999, {"multiples": 100, "extreme_damage": 18}), "attack.attacks"),
    (volley(2, 999, {"multiples": 500, "extreme_damage": 3}), "attack.attacks"),
    (volley(40, 999, profiles(40, 25), profile=[f"P{place}" for place in range(40)]), "attack.attacks"),
    (volley(5, 1, {"pu": 999}, mode="arc", more=198), "attack.attacks"),
])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_would_take_too_long_is_refused_at_once(text: str, path: str, lang: str) -> None:
    question = tohit.loads(text)
    start = time.perf_counter()
    with pytest.raises(tohit.NotationError) as refused:
        tohit.evaluate(question)
    assert time.perf_counter() - start < 1
    assert refused.value.path == path
    assert {"en": "allowed: ", "fr": "permis : "}[lang] in refused.value.sentence(lang)


@pytest.mark.parametrize("rules", ["coup-de-grace", "dark-age"])
def test_a_full_board_with_200_minis_and_walls_everywhere_else(rules: str) -> None:
    squares = [square_name(row, col) for row in range(60) for col in range(60)]
    minis = [{"name": f"Mini {place}", "side": "red" if place % 2 else "blue", "at": at}
             for place, at in enumerate(squares[1700:1900])]
    walls = [{"at": squares[:1700] + squares[1900:], "kind": "wall"}]
    question = tohit.loads(json.dumps({
        "format": "tohit/1", "rules": rules, "board": {"columns": 60, "rows": 60, "terrain": walls}, "minis": minis,
        "attack": {"attacker": "Mini 1", "target": "Mini 2", "mode": "ranged", "attacks": 1000},
    }))
    check(tohit.evaluate(question))
    assert tohit.sweep(question, "attacker.square", facing="best").shape == (60, 60)


def test_lines_that_pull_alike_can_spare_alike() -> None:
    answer = tohit.evaluate(tohit.loads(duel(1, 3, modifiers=[5, 2, 9, -1])))
    wasted = {line.value: line.wasted for line in answer.ledger if line.key == "override-modifier"}
    assert wasted == {5: 5, 2: 2, 9: 9, -1: 1}


def test_a_path_is_swept_by_the_first_attack_alone() -> None:
    question = tohit.loads(duel(1000, 999, "axe"))
    swept = tohit.sweep(question, "minis[1].stats.defence", range(1, 8))
    for cell, value in enumerate(swept.values):
        changed = tohit.apply(question, [{"path": "minis[1].stats.defence", "value": value},
                                         {"path": "attack.attacks", "value": 1}])
        assert swept.chance(cell) == tohit.evaluate(changed).chance
