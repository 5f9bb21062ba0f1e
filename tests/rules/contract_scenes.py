"""Random scenes of our four systems for the contract: one maker each."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tohit.core.geometry import FACINGS, square_name
from tohit.rules import SYSTEMS

__all__ = ["MAKERS", "squares"]

Document = dict[str, Any]


def coup_de_grace(draw: random.Random) -> Document:
    rules = SYSTEMS["coup-de-grace"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "facing": draw.choice("NESW"), "stats": {
            "defence": draw.randint(2, 6), "hp": draw.choice([0, 1, 2, 3, 3, 4]), "max_hp": draw.choice([3, 4]),
            "abilities": draw.sample(rules.abilities, draw.choice([0, 0, 1, 2])),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 7)))
    ]
    taken = {mini["at"] for mini in minis}
    walls = [square for square in squares(draw, 5, 6, draw.randint(0, 4)) if square not in taken]
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": [{"at": [square], "kind": "wall"} for square in walls]},
        "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": draw.choice(["melee", "ranged"]), "attacks": draw.randint(1, 3),
            "weapon": {"increment": draw.randint(1, 4), "reach": draw.choice([1, 1, 2]),
                       "abilities": draw.sample(rules.abilities, draw.choice([0, 0, 1, 2]))},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-4, 4)}]},
                                      {"facing_ok": True}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def dark_age(draw: random.Random) -> Document:
    rules = SYSTEMS["dark-age"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "stats": {
            "as": draw.randint(0, 22), "df": draw.randint(-2, 6), "ar": draw.randint(4, 20), "hp": draw.choice([0, 1, 1, 2, 3]),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind, "controlled_by": draw.choice(["", "", "r", "Mini 0"])}
        for square in squares(draw, 5, 6, draw.randint(0, 6))
        for kind in [draw.choice(["wall", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode = draw.choice(["ranged", "ranged", "melee", "arc"])
    weapon = {"pu": draw.choice([None, 0, 3, 5, 9]), "multiples": draw.randint(0, 2), "range": draw.choice([None, 3, 12]),
              "malfunction": draw.choice([None, None, 15, 18]), "reach": draw.random() < 0.5}
    enemies = [mini["name"] for mini in minis if mini["side"] != minis[0]["side"]]
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": 1 if mode == "arc" else draw.randint(1, 3),
            "weapon": weapon,
            "options": {"order": draw.sample(enemies, len(enemies)) if mode == "arc" else [], "gang_up": draw.choice([0, 0, 2]),
                        "charge": draw.choice([{}, {"attack": 2, "power": 1}]), "ability_cover": draw.choice(["none", "none", "light"])},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-6, 6)}]}, {"cover": "heavy"},
                                      {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def semiautomagic(draw: random.Random) -> Document:
    rules = SYSTEMS["semiautomagic"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "stats": {
            "scale": draw.choice([-1, 0, 0, 1]), "weapon_skill": draw.randint(0, 3), "ranged_skill": draw.randint(0, 3),
            "magic_skill": draw.randint(0, 3), "block": draw.choice([None, 1]), "dodge": draw.choice([None, 0, 2]),
            "parry": draw.choice([None, 1]), "toughness": draw.randint(4, 14), "evasion": draw.random() < 0.3,
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind} for square in squares(draw, 5, 6, draw.randint(0, 6))
        for kind in [draw.choice(["wall", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode, (shape, largest) = draw.choice(["melee", "ranged", "area"]), draw.choice([("sphere", 0), ("line", 1), ("cone", 2)])
    by_hand = {"modifiers": [{"name": "by hand", "attack": draw.randint(-3, 3), "defence": draw.randint(-3, 3)}]}
    return {
        "format": "tohit/1", "rules": rules.key,
        "rulings": {ruling.key: draw.choice((ruling.choices[0], draw.choice(ruling.choices))) for ruling in rules.rulings},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": draw.randint(1, 3),
            "weapon": {"die": draw.choice([4, 6, 8]), "plus": draw.randint(0, 6), "increment": draw.randint(1, 4),
                       "reach": draw.choice(["standard", "standard", "long", "long-2", "close"]), "scale": draw.choice([0, 0, 1])},
            "options": {
                "magic": draw.random() < 0.3, "defence": draw.choice(["none", "block", "dodge", "parry"]), "aimed": draw.random() < 0.3,
                "aim_points": draw.choice([1, 2]), "on_the_exhale": draw.random() < 0.3, "far_shot": draw.random() < 0.3,
                "shoot_from_the_hip": draw.choice([0, 0, 1, 2]), "max_penalty": draw.choice([1, 4]), "scale_damage": draw.random() < 0.7,
                "light_cover": draw.choice(["0/0", "-1/0", "-1/-1"]), "heavy_cover": "-2/-1", "effect_only": draw.random() < 0.1,
                # a shape of even width has no middle square that it could be turned around
                "shape": shape, "shape_scale": draw.randint(-1, largest), "direction": draw.choice("NESW"),
                "aim_at": draw.choice([None, *squares(draw, 5, 6, 1)]),
            },
            "overrides": draw.choice([{}, {}, by_hand, {"cover": "heavy"}, {"distance": 0}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def ninth_age(draw: random.Random) -> Document:
    rules = SYSTEMS["ninth-age"]
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrbbg"), "at": square, "facing": draw.choice(FACINGS), "stats": {
            "offensive": draw.randint(1, 9), "defensive": draw.randint(1, 9), "attack_value": draw.choice([0, 1, 2, 3, "D3", "D6"]),
            "strength": draw.randint(2, 6), "ap": draw.randint(0, 3), "resilience": draw.randint(2, 6), "armour": draw.randint(0, 6),
            "aegis": draw.choice([None, None, 4, 6]), "fortitude": draw.choice([None, None, 5]), "hp": draw.choice([0, 1, 1, 3, 4]),
            "models": draw.choice([1, 2, 5]), "aim": draw.randint(1, 7), "shots": draw.choice([0, 1, 1, 2, "D3"]),
        }}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    terrain = [
        {"at": [square], "kind": kind}
        for square in squares(draw, 5, 6, draw.randint(0, 8))
        for kind in [draw.choice(["wall", "light", "light", "heavy"])] if kind != "wall" or square not in taken
    ]
    mode = draw.choice(["melee", "shooting"])
    return {
        "format": "tohit/1", "rules": rules.key, "rulings": {"edition": draw.choice(["newer", "second"])},
        "board": {"columns": 5, "rows": 6, "terrain": terrain}, "minis": minis,
        "attack": {
            "attacker": "Mini 0", "target": "Mini 1", "mode": mode, "attacks": draw.randint(1, 3),
            "weapon": {"range": draw.choice([None, 4, 12]), "strength": draw.choice([0, 0, 1]), "ap": draw.choice([0, 0, 2]),
                       "attributes": draw.sample(rules.abilities, draw.choice([0, 1, 2]))},
            "options": {"attributes": draw.sample(rules.abilities, draw.choice([0, 1, 3, 6])),
                        "automatic_hits": draw.choice([None, None, None, 2, "D3"]), "multiple_wounds": draw.choice([1, 1, 2, "D3"]),
                        **{flag: draw.random() < 0.4 for flag in ("parry", "distracting", "moved", "charging")}},
            "overrides": draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-4, 4)}]}, {"cover": "heavy"},
                                      {"facing_ok": True}, {"reach_ok": True, "line_of_sight": True}]),
        },
    }


def squares(draw: random.Random, columns: int, rows: int, count: int) -> list[str]:
    return [square_name(place // columns, place % columns) for place in draw.sample(range(columns * rows), count)]


MAKERS: dict[str, Callable[[random.Random], Document]] = {
    "coup-de-grace": coup_de_grace, "dark-age": dark_age, "ninth-age": ninth_age, "semiautomagic": semiautomagic,
}
