"""Every race, weapon and carried thing of Coup-De-Grace: where it works and where it does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


def ask(duel: Any, mode: str = "melee", *, hp: int = 3, my: tuple[str, ...] = (), weapon: tuple[str, ...] = (),
        face: str = "S", their: dict[str, Any] | None = None, **more: Any) -> Any:
    """The answer where A on C3 attacks B on C4 (a shot goes to C6)."""
    target = "C4" if mode == "melee" else "C6"
    stats = {"abilities": list((their or {}).pop("abilities", ())), **(their or {})}
    return tohit.evaluate(duel(mode, A=("red C3 N", {"hp": hp, "abilities": list(my)}), B=(f"blue {target} {face}", stats),
                               weapon={"abilities": list(weapon)}, **more))


def gained(answer: Any) -> dict[tuple[str, str], int]:
    return {(line.key, line.channel): line.value for line in answer.ledger if line.value}


@pytest.mark.parametrize("mode", ["melee", "ranged"])
@pytest.mark.parametrize(("ability", "mine", "theirs", "bonus"), [
    ("beastman", 1, 3, 1), ("beastman", 2, 3, 0), ("beastman", 3, 3, 0),
    ("drow", 3, 3, 1), ("drow", 2, 3, 0),
    ("goblin", 3, 1, 0), ("gnoll", 3, 1, 1), ("gnoll", 3, 2, 0),
])
def test_races_that_attack_better(duel: Any, mode: str, ability: str, mine: int, theirs: int, bonus: int) -> None:
    answer = ask(duel, mode, hp=mine, my=(ability,), their={"hp": theirs})
    assert answer.totals["attack"] == bonus
    assert answer.chance == HALF + bonus * SIXTH


def test_goblin_and_gnoll_on_the_downed(duel: Any) -> None:
    assert gained(ask(duel, my=("goblin",), their={"hp": 0})) == {("coup-de-grace", "attack"): 1, ("goblin", "attack"): 1}
    assert gained(ask(duel, "ranged", my=("goblin", "gnoll"), their={"hp": 0})) == {("goblin", "attack"): 1}


@pytest.mark.parametrize(("hp", "full"), [(4, True), (5, True), (3, False)])
def test_full_hit_points_are_the_minis_own(duel: Any, hp: int, full: bool) -> None:
    """A dwarf's four, say; whoever has more than at the start is not hurt either."""
    answer = ask(duel, their={"hp": hp, "max_hp": 4, "abilities": ["living-construct", "dwarf"]})
    assert answer.totals["defence-value"] == int(full)


@pytest.mark.parametrize(("ability", "hp", "bonus"), [
    ("gnome", 3, 1), ("living-construct", 3, 1), ("living-construct", 2, 0), ("lizardman", 3, 0), ("lizardman", 0, 1),
    ("banner", 3, -1),
])
def test_what_changes_the_targets_defence_value(duel: Any, ability: str, hp: int, bonus: int) -> None:
    answer = ask(duel, "ranged", their={"hp": hp, "abilities": [ability]})
    assert gained(answer) == ({(ability, "defence-value"): bonus} if bonus else {})
    assert answer.chance == HALF - bonus * SIXTH


@pytest.mark.parametrize(("carried", "melee", "ranged"), [("shield", 1, 1), ("buckler", 2, 0)])
@pytest.mark.parametrize(("face", "front"), [("S", True), ("N", False), ("E", False), ("W", False)])
def test_shield_and_buckler_guard_the_front_arc(
    duel: Any, carried: str, melee: int, ranged: int, face: str, front: bool
) -> None:
    for mode, worth in (("melee", melee), ("ranged", ranged)):
        answer = ask(duel, mode, face=face, their={"abilities": [carried]})
        assert answer.totals["defence-value"] == (worth if front else 0)
    downed = ask(duel, face=face, their={"hp": 0, "abilities": [carried]})
    assert downed.totals["defence-value"] == 0


@pytest.mark.parametrize(("bearers", "bonus"), [
    (["blue C6 N"], 1), (["blue D5 N"], 1), (["blue C7 N"], 0), (["blue D6 N"], 0), (["red C6 N"], 0),
    (["blue C6 N", "blue B5 S"], 1),   # no stacking
])
def test_a_friends_banner_within_2(duel: Any, bearers: list[str], bonus: int) -> None:
    others = {f"Bearer {index}": (place, {"abilities": ["banner"]}) for index, place in enumerate(bearers)}
    answer = ask(duel, **others)
    assert answer.totals["defence-value"] == bonus


@pytest.mark.parametrize("item", ["banner", "buckler", "entangling-weapon"])
def test_what_makes_no_attack(duel: Any, item: str) -> None:
    assert [refusal.key for refusal in ask(duel, weapon=(item,)).refusals] == ["weapon"]
    assert ask(duel, my=(item,)).allowed  # carried only: another weapon is in use


@pytest.mark.parametrize(("defence", "fist", "crystal"), [(2, -1, 3), (3, -1, 2), (4, 1, 0), (5, 1, -2), (6, 1, -3)])
def test_fist_and_crystal_ask_for_armour(duel: Any, defence: int, fist: int, crystal: int) -> None:
    """The unarmoured have Defence Value 3 at most, the heavily armoured 5 at least."""
    assert ask(duel, weapon=("fist",), their={"defence": defence}).totals["defence-value"] == fist
    assert ask(duel, "ranged", weapon=("crystal",), their={"defence": defence}).totals["defence-value"] == crystal


def test_assassins_knife_and_kobold_in_the_back(duel: Any) -> None:
    """Backstab +1: faces 3 to 6 hit; the kobold's extra damage is for even faces."""
    assert ask(duel, face="N", weapon=("assassins-knife",)).damage.to_dict() == {"0": "1/3", "2": "2/3"}
    assert ask(duel, face="N", my=("kobold",)).damage.to_dict() == {"0": "1/3", "1": "1/3", "2": "1/3"}
    for face in "SEW":
        assert ask(duel, face=face, my=("kobold",), weapon=("assassins-knife",)).damage.to_dict() == {"0": "1/2", "1": "1/2"}


@pytest.mark.parametrize(("behind", "blocked"), [
    ({}, False), ({"walls": ("C5",)}, True), ({"C": "green C5 N"}, True), ({"size": (5, 4)}, True), ({"walls": ("D4",)}, False),
])
def test_hammer_hurts_more_where_it_cannot_push(duel: Any, behind: dict[str, Any], blocked: bool) -> None:
    damage = ask(duel, weapon=("hammer",), **behind).damage
    assert damage.to_dict() == {"0": "1/2", "2" if blocked else "1": "1/2"}


@pytest.mark.parametrize(("ability", "extra"), [
    ("orc", {6: 1}), ("axe", {6: 1}), ("glaive", {4: 1}), ("fencing-sword", {}), ("open-hand", {}),
])
def test_faces_that_hurt_more(duel: Any, ability: str, extra: dict[int, int]) -> None:
    damage = ask(duel, weapon=(ability,)).damage
    dealt = [1 + extra.get(face, 0) for face in (4, 5, 6)]
    assert damage.to_dict() == {"0": "1/2", **{str(d): str(Fraction(dealt.count(d), 6)) for d in sorted(set(dealt))}}


def test_orc_and_axe_add_up_but_melee_weapons_do_not_shoot(duel: Any) -> None:
    assert ask(duel, my=("orc",), weapon=("axe",)).damage.chance(3) == SIXTH
    assert ask(duel, "ranged", my=("orc",), weapon=("axe", "glaive")).damage.to_dict() == {"0": "1/2", "1": "1/3", "2": "1/6"}


@pytest.mark.parametrize(("defence", "chance", "faces"), [(3, Fraction(5, 6), (2, 3, 4, 5, 6)), (4, Fraction(2, 3), (3, 4, 5, 6)),
                                                          (5, THIRD, (5, 6)), (2, Fraction(1), (1, 2, 3, 4, 5, 6))])
def test_curved_sword_helps_low_rolls(duel: Any, defence: int, chance: Fraction, faces: tuple[int, ...]) -> None:
    answer = ask(duel, weapon=("curved-sword",), their={"defence": defence})
    assert (answer.chance, answer.stages[0].faces) == (chance, faces)


def test_curved_sword_does_not_help_a_second_throw(duel: Any) -> None:
    """A human re-rolls the 1 (which counts 2, and misses); the second die needs a full 4."""
    answer = ask(duel, my=("human",), weapon=("curved-sword",))
    assert answer.chance == Fraction(4, 6) + SIXTH * HALF


def test_rerolls_only_where_they_help(duel: Any) -> None:
    assert ask(duel, my=("human",), their={"defence": 1}).stages[0].rerolled == ()
    assert ask(duel, "ranged", weapon=("crossbow",), their={"defence": 2}).chance == Fraction(5, 6)
    assert ask(duel, "ranged", my=("human",), weapon=("crossbow",)).chance == HALF + 2 * SIXTH * HALF
    assert ask(duel, my=("human",), their={"defence": 7}).chance == 0


def test_grappling_hook_pulls_and_does_not_hurt(duel: Any) -> None:
    answer = ask(duel, "ranged", weapon=("grappling-hook",))
    assert (answer.chance, answer.damage.to_dict()) == (HALF, {"0": "1"})
    far = duel("ranged", A="red C3 N", B="blue C9 S", weapon={"abilities": ["grappling-hook"]})
    assert tohit.evaluate(far).allowed
    too_far = tohit.apply(far, [{"mini": "B", "at": "C10"}])
    assert [refusal.key for refusal in tohit.evaluate(too_far).refusals] == ["range"]


@pytest.mark.parametrize("ability", ["elf", "halfling", "skeleton", "vampire", "zombie", "dwarf", "pistol", "throwing-knife"])
def test_what_leaves_the_dice_alone(duel: Any, ability: str) -> None:
    """Movement, recovery, healing, pushing: said on the rules page, no part of an attack."""
    assert ask(duel, my=(ability,), their={"abilities": [ability]}).ledger == ()
