"""Coup-De-Grace's dice against a second program: every case of every die, played face by face.

The oracle below knows nothing of the package: it reads the parameters of a fight, throws all dice in every
possible way, and keeps the target's hit points as a person at the table would.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import tohit

MOST_DICE = 6
RACES = ["beastman", "drow", "goblin", "gnoll", "human", "orc", "kobold"]
BLADES = ["assassins-knife", "axe", "claw", "curved-sword", "fist", "glaive"]
SHOTS = ["crossbow", "shuriken", "crystal", "orc"]
THEIRS = ["gnome", "living-construct", "lizardman", "banner", "shield", "buckler"]


@dataclass(frozen=True)
class Fight:
    """Two minis alone: the target shows its ``front``, ``side`` or ``back``."""

    mode: str
    shows: str
    distance: int
    increment: int
    defence: int
    hp: int
    max_hp: int
    my_hp: int
    mine: frozenset[str]
    theirs: frozenset[str]
    bonus: int
    attacks: int

    def need(self, hp: int) -> int:
        """The Defence Value less the attacker's modifiers, with the target at ``hp``."""
        back, front = (self.shows == side and hp > 0 for side in ("back", "front"))
        base, wanted = self.defence, self.defence
        wanted += "gnome" in self.theirs
        wanted += "living-construct" in self.theirs and hp >= self.max_hp
        wanted += "lizardman" in self.theirs and hp == 0
        wanted -= "banner" in self.theirs
        wanted += "shield" in self.theirs and front
        bonus = self.bonus - 2 * (self.my_hp == 0)
        bonus += "beastman" in self.mine and self.my_hp == 1
        bonus += "drow" in self.mine and self.my_hp >= 3
        bonus += "goblin" in self.mine and hp == 0
        bonus += "gnoll" in self.mine and hp == 1
        if self.mode == "melee":
            wanted += 2 * ("buckler" in self.theirs and front)
            wanted += ("fist" in self.mine) * (-1 if base <= 3 else 1)
            bonus += back + (hp == 0)
        else:
            if "crystal" in self.mine:
                wanted += 5 - base if base <= 3 else 3 - base if base >= 5 else 0
            penalty = self.distance // (1 if "shuriken" in self.mine else self.increment)
            bonus -= penalty * (2 if hp == 0 else 1)
        return wanted - bonus

    def damage(self, face: int, hp: int) -> int:
        """Of a hit that shows ``face``."""
        back = self.shows == "back" and hp > 0
        melee = self.mode == "melee"
        return (1 + ("orc" in self.mine and face == 6) + (melee and "axe" in self.mine and face == 6)
                + (melee and "glaive" in self.mine and face in (3, 4)) + (melee and "assassins-knife" in self.mine and back)
                + (melee and "kobold" in self.mine and back and face % 2 == 0))

    def throw(self, hp: int, dice: Iterator[int]) -> tuple[bool, int]:
        """One throw, with its second chance: whether it hits, and the face that counts."""
        need, face = self.need(hp), next(dice)
        curved = self.mode == "melee" and "curved-sword" in self.mine and face <= 3
        if face + curved >= need:
            return True, face
        again = (face == 1 and "human" in self.mine) or (face == 2 and "crossbow" in self.mine and self.mode == "ranged")
        if again:
            face = next(dice)
            return face >= need, face
        return False, face

    def play(self, faces: tuple[int, ...]) -> int:
        """The damage dealt in all attacks, with the dice falling so."""
        dice, hp, dealt = iter(faces), self.hp, 0
        throws = 3 if self.mode == "ranged" and "shuriken" in self.mine else 1
        for _ in range(self.attacks * throws):
            goes_on = True
            while goes_on and hp >= 0:
                hit, face = self.throw(hp, dice)
                damage = self.damage(face, hp) if hit else 0
                hp, dealt = hp - damage, dealt + damage
                goes_on = self.mode == "melee" and "claw" in self.mine and hit and face % 2 == 1
        return dealt

    @property
    def dice(self) -> int:
        """How many dice are enough whatever falls."""
        throws = self.attacks * (3 if self.mode == "ranged" and "shuriken" in self.mine else 1)
        if self.mode == "melee" and "claw" in self.mine:
            throws = min(throws + self.hp + 1, throws * (self.hp + 2))
        return throws * (2 if self.mine & {"human", "crossbow"} else 1)

    def question(self) -> Any:
        up = {"melee": 1, "ranged": self.distance}[self.mode]
        facing = {"front": "S", "side": "E", "back": "N"}[self.shows]
        return tohit.loads(tohit.dumps(tohit.apply(tohit.loads(PLAIN), [
            {"mini": "A", "stats": {"hp": self.my_hp, "abilities": sorted(self.mine)[::2]}},
            {"mini": "B", "at": f"C{3 + up}", "facing": facing},
            {"mini": "B", "stats": {"defence": self.defence, "hp": self.hp, "max_hp": self.max_hp,
                                    "abilities": sorted(self.theirs)}},
            {"path": "attack.mode", "value": self.mode},
            {"path": "attack.attacks", "value": self.attacks},
            {"path": "attack.weapon.increment", "value": self.increment},
            {"path": "attack.weapon.abilities", "value": sorted(self.mine)[1::2]},
            {"path": "attack.overrides.modifiers", "value": [{"name": "by hand", "attack": self.bonus}]},
        ])))


PLAIN = """{"format": "tohit/1", "rules": "coup-de-grace", "board": {"columns": 5, "rows": 30},
 "minis": [{"name": "A", "side": "red", "at": "C3"}, {"name": "B", "side": "blue", "at": "C4"}],
 "attack": {"attacker": "A", "target": "B", "mode": "melee"}}"""


def fight(seed: int) -> Fight:
    """A random fight that few enough dice decide."""
    draw = random.Random(seed)
    while True:
        mode = draw.choice(["melee", "ranged"])
        able = RACES + (BLADES if mode == "melee" else SHOTS)
        found = Fight(
            mode=mode, shows=draw.choice(["front", "side", "back"]), distance=draw.randint(1, 13),
            increment=draw.choice([2, 3, 5, 6]), defence=draw.randint(1, 7), hp=draw.randint(0, 4),
            max_hp=draw.choice([2, 3, 3, 4]), my_hp=draw.randint(0, 4), mine=frozenset(draw.sample(able, draw.randint(0, 3))),
            theirs=frozenset(draw.sample(THEIRS, draw.randint(0, 2))), bonus=draw.randint(-2, 3), attacks=draw.randint(1, 5),
        )
        if found.dice <= MOST_DICE and (draw.random() < 0.2 or found.attacks > 1 or found.mine & {"claw", "shuriken"}):
            return found


def played(found: Fight) -> dict[int, Fraction]:
    cases = Counter(map(found.play, product(range(1, 7), repeat=found.dice)))
    return {dealt: Fraction(count, 6**found.dice) for dealt, count in sorted(cases.items())}


@pytest.mark.parametrize("seed", range(80))
def test_damage_agrees_with_every_case_played(seed: int) -> None:
    found = fight(seed)
    answer, by_hand = tohit.evaluate(found.question()), played(found)
    assert answer.allowed
    assert {dealt: answer.damage.chance(dealt) for dealt in answer.damage.outcomes()} == by_hand
    assert answer.outcomes == {
        "downed": by_hand.get(found.hp, Fraction(0)),
        "out-of-action": sum((chance for dealt, chance in by_hand.items() if dealt > found.hp), Fraction(0)),
    }


@pytest.mark.parametrize("seed", range(400))
def test_chance_and_faces_agree_with_the_first_throw(seed: int) -> None:
    found = fight(seed)
    answer = tohit.evaluate(found.question())
    throws = [found.throw(found.hp, iter(pair))[0] for pair in product(range(1, 7), repeat=2)]
    assert answer.chance == Fraction(sum(throws), 36)
    (stage,) = answer.stages
    first = [face for face in range(1, 7) if found.throw(found.hp, iter((face, -99)))[0]]
    assert stage.faces == tuple(first)
    assert stage.chance == answer.chance
    assert (stage.need == "always") == (answer.chance == 1)
    assert (stage.need == "never") == (answer.chance == 0)


def test_the_oracle_knows_the_rules_own_numbers() -> None:
    """000-F6 and 000-D4: what the oracle says of the printed cases, before it judges anything."""
    plain = Fight("melee", "side", 1, 6, 4, 3, 3, 3, frozenset(), frozenset(), 0, 4)
    assert played(plain)[4] == Fraction(1, 12)
    shuriken = Fight("ranged", "side", 2, 6, 3, 3, 3, 3, frozenset({"shuriken"}), frozenset(), 0, 1)
    assert 1 - played(shuriken)[0] == Fraction(19, 27)


@pytest.mark.parametrize("attacks", [1, 10, 1000])
def test_many_attacks_sum_to_exactly_1(attacks: int) -> None:
    """D2 28: a thousand dice are answered exactly."""
    found = Fight("melee", "front", 1, 6, 4, 900, 900, 3, frozenset({"orc", "axe"}), frozenset(), 0, attacks)
    answer = tohit.evaluate(found.question())
    assert sum(answer.damage.counts) == answer.damage.denominator
    assert answer.damage.chance(0) == Fraction(1, 2) ** attacks
    assert sum(Fraction(chance) for chance in answer.to_dict()["damage"].values()) == 1


@pytest.mark.parametrize(("weapon", "mode", "attacks", "most"), [
    (["shuriken"], "ranged", 333, 334), (["claw"], "melee", 250, 251), ([], "melee", 1000, 1001),
])
def test_more_dice_than_the_limit_are_refused_at_once(weapon: list[str], mode: str, attacks: int, most: int) -> None:
    asked = [{"path": "attack.mode", "value": mode}, {"path": "attack.weapon.abilities", "value": weapon}]
    question = tohit.apply(tohit.loads(PLAIN), asked)
    assert tohit.evaluate(tohit.apply(question, [{"path": "attack.attacks", "value": attacks}])).allowed
    with pytest.raises(tohit.NotationError, match=r"^attack\.attacks: .*; allowed: .*1000"):
        tohit.evaluate(tohit.apply(question, [{"path": "attack.attacks", "value": most}]))
