"""Every sentence of the rules of conflict on a board of its own, with the trap that stands beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.geometry import square_name

AHEAD = {"N": (1, 0), "E": (0, 1), "S": (-1, 0), "W": (0, -1)}
MELEE = ("co-ordinated-attack", "backstab", "distraction", "coup-de-grace")


def ledger(question: Any) -> dict[str, int]:
    """What counts, by key."""
    return {line.key: line.value for line in tohit.evaluate(question).ledger if line.value}


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


# Attacks and Damage


@pytest.mark.parametrize("defence", [-999, -3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 999])
def test_a_die_that_equals_or_exceeds_the_defence_value_takes_one_hit_point(duel: Any, defence: int) -> None:
    answer = tohit.evaluate(duel("melee", A="red C3 N", B=("blue C4 S", {"defence": defence})))
    hits = [face for face in range(1, 7) if face >= defence]
    assert answer.chance == Fraction(len(hits), 6)
    assert answer.stages[0].faces == tuple(hits)
    assert answer.damage.at_least(1) == answer.damage.chance(1) == answer.chance


@pytest.mark.parametrize(("defence", "bonus", "chance"), [(2, 4, 1), (6, -3, 0), (4, 100, 1), (4, -100, 0), (-3, 0, 1), (7, 0, 0)])
def test_no_face_is_special_and_no_chance_leaves_0_to_1(duel: Any, defence: int, bonus: int, chance: int) -> None:
    by_hand = {"modifiers": [{"name": "by hand", "attack": bonus}]}
    answer = tohit.evaluate(duel("melee", A="red C3 N", B=("blue C4 S", {"defence": defence}), overrides=by_hand))
    assert answer.chance == chance
    assert answer.to_dict()["chance"] == str(chance)


@pytest.mark.parametrize("facing", AHEAD)
@pytest.mark.parametrize("row", range(1, 6))
@pytest.mark.parametrize("col", range(1, 6))
def test_melee_needs_the_one_square_straight_ahead(duel: Any, facing: str, row: int, col: int) -> None:
    if (row, col) == (3, 3):
        return
    question = duel("melee", A=f"red {square_name(3, 3)} {facing}", B=f"blue {square_name(row, col)} N")
    up, right = AHEAD[facing]
    is_beside = abs(row - 3) + abs(col - 3) == 1
    reasons = ([] if is_beside else ["reach"]) + ([] if is_ahead(row - 3, col - 3, up, right) else ["facing"])
    assert refused(question) == reasons


def is_ahead(north: int, east: int, up: int, right: int) -> bool:
    """Somewhere on the straight row ahead: how far it reaches is another question."""
    return any((north, east) == (up * step, right * step) for step in range(1, 9))


@pytest.mark.parametrize("facing", AHEAD)
def test_ranged_needs_the_front_arc_of_3_5_7_squares(duel: Any, facing: str) -> None:
    """000-Z2 and Z3: (2,2) is in the arc of one who faces north, (3,2) and (1,0) are not."""
    up, right = AHEAD[facing]
    arc = {(up * step + right * side, right * step - up * side) for step in range(1, 7) for side in range(-step, step + 1)}
    heat = tohit.sweep(duel("ranged", A=f"red G7 {facing}", B="blue A1 N", size=(13, 13)), over="target.square")
    allowed = {(row - 6, col - 6) for row in range(13) for col in range(13) if heat.allowed[row, col]}
    assert allowed == {(north, east) for north, east in arc if max(abs(north), abs(east)) <= 6}


@pytest.mark.parametrize(("east", "north", "inclusive", "exclusive"), [
    (3, 3, True, False), (-3, 3, True, False), (3, 2, False, False), (2, 3, True, True),
])
def test_the_edge_of_the_arc_runs_along_the_diagonal(
    duel: Any, east: int, north: int, inclusive: bool, exclusive: bool
) -> None:
    """D5 51: whole numbers decide, no angle."""
    minis = {"A": "red H8 N", "B": f"blue {square_name(7 + north, 7 + east)} S"}
    for arc_edge, allowed in (("inclusive", inclusive), ("exclusive", exclusive)):
        assert tohit.evaluate(duel("ranged", **minis, rulings={"arc_edge": arc_edge})).allowed is allowed


@pytest.mark.parametrize("between", ["red", "blue", "green", "wall", "downed"])
def test_ranged_needs_a_free_line_of_sight(duel: Any, between: str) -> None:
    minis: dict[str, Any] = {"A": "red C3 N", "B": "blue C6 S"}
    if between == "wall":
        question = duel("ranged", **minis, walls=("C5",))
    else:
        side, hp = ("blue", 0) if between == "downed" else (between, 3)
        question = duel("ranged", **minis, C=(f"{side} C5 N", {"hp": hp}))
    answer = tohit.evaluate(question)
    assert [refusal.key for refusal in answer.refusals] == ["line-of-sight"]
    assert answer.refusals[0].causes == (("C5",) if between == "wall" else ("C",))
    assert (answer.chance, answer.stages, answer.damage.to_dict()) == (0, (), {"0": "1"})
    assert answer.to_dict()["outcomes"] == {"downed": "0", "out-of-action": "0"}


@pytest.mark.parametrize("kind", ["light", "heavy"])
def test_cover_does_not_block_the_line(duel: Any, kind: str) -> None:
    question = duel("ranged", A="red C3 N", B="blue C6 S")
    covered = tohit.apply(question, [{"square": "C5", "terrain": kind}, {"square": "C6", "terrain": kind}])
    assert tohit.evaluate(covered).chance == tohit.evaluate(question).chance == Fraction(1, 2)


@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_nobody_may_attack_their_own_minis(duel: Any, mode: str) -> None:
    assert refused(duel(mode, A="red C3 N", B="red C4 S")) == ["opponent"]
    assert refused(duel(mode, A="red C3 N", B="green C4 S")) == []


# Melee Attack Modifiers


@pytest.mark.parametrize(("ally", "bonus"), [
    ("red B4 E", 1),            # adjacent to the target, facing it
    ("red C5 S", 1),
    ("red B4 N", 0),            # adjacent, facing elsewhere
    ("red B4 W", 0),
    ("red B3 N", 0),            # beside the attacker, not the target
    ("red B5 E", 0),            # diagonal is not adjacent
    ("red A4 E", 0),            # faces it from two squares away
    ("green B4 E", 0),          # no ally
    ("blue B4 E", 0),           # an enemy who faces its friend
    (("red B4 E", {"hp": 0}), 0),   # downed: faces nowhere
])
def test_co_ordinated_attack(duel: Any, ally: Any, bonus: int) -> None:
    assert ledger(duel("melee", A="red C3 N", B="blue C4 S", C=ally)).get("co-ordinated-attack", 0) == bonus


def test_co_ordinated_attack_counts_every_ally_once(duel: Any) -> None:
    """D1 2: the attacker is not its own ally, and nobody counts twice."""
    answer = tohit.evaluate(duel("melee", A="red C3 N", B="blue C4 E", C="red B4 E", D="red C5 S", E="red D4 W"))
    assert [(line.key, line.value, line.causes) for line in answer.ledger] == [("co-ordinated-attack", 3, ("C", "D", "E"))]
    assert answer.totals["attack"] == 3
    assert answer.chance == 1


@pytest.mark.parametrize("place", AHEAD)
@pytest.mark.parametrize("facing", AHEAD)
def test_backstab_only_when_the_target_faces_directly_away(duel: Any, place: str, facing: str) -> None:
    """D5 53: of four facings exactly one."""
    north, east = AHEAD[place]
    question = duel("melee", A=f"red {square_name(3 - north, 3 - east)} {place}", B=f"blue D4 {facing}")
    assert ledger(question) == ({"backstab": 1} if facing == place else {})


@pytest.mark.parametrize(("enemy", "penalty"), [
    ("blue B3 E", -1),          # adjacent to the attacker, facing it
    ("green B3 E", -1),         # any opponent
    ("blue B3 N", 0),           # adjacent, facing elsewhere
    ("blue B4 E", 0),           # beside the target, not the attacker
    ("blue B2 E", 0),           # diagonal
    ("blue A3 E", 0),           # faces the attacker from two squares away
    ("red B3 E", 0),            # an ally
    (("blue B3 E", {"hp": 0}), 0),
])
def test_distraction(duel: Any, enemy: Any, penalty: int) -> None:
    assert ledger(duel("melee", A="red C3 N", B="blue C4 S", C=enemy)).get("distraction", 0) == penalty


def test_the_target_never_distracts_from_itself(duel: Any) -> None:
    answer = tohit.evaluate(duel("melee", A="red C3 N", B="blue C4 S", C="blue B3 E", D="blue D3 W", E="blue C2 N"))
    assert [(line.key, line.value, line.causes) for line in answer.ledger] == [("distraction", -3, ("C", "D", "E"))]


def test_facing_towards_the_target_and_facing_towards_you_are_two_tests(duel: Any) -> None:
    """One ally and one enemy on the same kind of square, each facing the other's business."""
    crossed = duel("melee", A="red C3 N", B="blue C4 S", C="red B3 E", D="blue B4 E")
    assert ledger(crossed) == {}
    proper = duel("melee", A="red C3 N", B="blue C4 S", C="blue B3 E", D="red B4 E")
    assert ledger(proper) == {"co-ordinated-attack": 1, "distraction": -1}


def test_melee_coup_de_grace_and_no_backstab_on_the_downed(duel: Any) -> None:
    """A downed mini has no facing: it cannot be backstabbed, unless the ruling keeps its facing."""
    minis = {"A": "red C3 N", "B": ("blue C4 N", {"hp": 0})}
    assert ledger(duel("melee", **minis)) == {"coup-de-grace": 1}
    assert ledger(duel("melee", **minis, rulings={"downed_facing": "kept"})) == {"backstab": 1, "coup-de-grace": 1}


def test_longer_reach_is_melee_straight_ahead(duel: Any) -> None:
    spear = {"reach": 2}
    assert refused(duel("melee", A="red C3 N", B="blue C5 S")) == ["reach"]
    assert ledger(duel("melee", A="red C3 N", B="blue C5 N", C="red B5 E", weapon=spear)) == {
        "co-ordinated-attack": 1, "backstab": 1,
    }
    assert refused(duel("melee", A="red C3 N", B="blue D4 S", weapon=spear)) == ["reach", "facing"]
    assert refused(duel("melee", A="red C3 N", B="blue C6 S", weapon=spear)) == ["reach"]
    assert refused(duel("melee", A="red C3 E", B="blue C5 S", weapon=spear)) == ["facing"]


# Ranged Attack Modifiers


def test_a_shot_at_point_blank_range_is_not_melee(duel: Any) -> None:
    minis = {"A": "red C3 N", "B": ("blue C4 N", {"hp": 3}), "C": "red B4 E", "D": "blue B3 E"}
    assert ledger(duel("ranged", **minis)) == {"firing-into-melee": -1}
    assert ledger(duel("melee", **minis)) == {"co-ordinated-attack": 1, "backstab": 1, "distraction": -1}


@pytest.mark.parametrize(("ally", "penalty"), [
    ("red B6 E", -1),
    ("red B6 W", -1),           # facing does not matter
    (("red B6 E", {"hp": 0}), -1),  # nor does standing
    ("red B5 E", 0),            # diagonal
    ("red A6 E", 0),
    ("blue B6 E", 0),           # the target's friend
    ("green B6 E", 0),
])
def test_firing_into_melee(duel: Any, ally: Any, penalty: int) -> None:
    assert ledger(duel("ranged", A="red C3 N", B="blue C6 S", C=ally)).get("firing-into-melee", 0) == penalty


def test_the_shooter_is_not_its_own_ally(duel: Any) -> None:
    assert ledger(duel("ranged", A="red C3 N", B="blue C4 S")) == {}


@pytest.mark.parametrize(("distance", "penalty"), [(1, 0), (5, 0), (6, -1), (11, -1), (12, -2), (17, -2), (18, -3)])
def test_range_penalty_by_increment_doubled_on_the_downed(duel: Any, distance: int, penalty: int) -> None:
    """D4 47."""
    far = square_name(2, distance)
    standing = duel("ranged", A="red A3 E", B=f"blue {far} W", weapon={"increment": 6})
    downed = duel("ranged", A="red A3 E", B=(f"blue {far} W", {"hp": 0}), weapon={"increment": 6})
    assert tohit.evaluate(standing).totals["attack"] == penalty
    assert tohit.evaluate(downed).totals["attack"] == 2 * penalty
    assert set(ledger(downed)) <= {"range-penalty", "range-penalty-doubled"}


def test_only_the_range_penalty_is_doubled(duel: Any) -> None:
    question = duel("ranged", A="red A3 E", B=("blue G3 W", {"hp": 0}), C="red G4 N", weapon={"increment": 3})
    assert ledger(question) == {"range-penalty": -2, "range-penalty-doubled": -2, "firing-into-melee": -1}


def test_increment_1_hurts_at_once(duel: Any) -> None:
    assert ledger(duel("ranged", A="red C3 N", B="blue C4 S", weapon={"increment": 1})) == {"range-penalty": -1}


def test_magic_is_only_a_label(duel: Any) -> None:
    """Magic Attack Modifiers: a magic attack is a melee or a ranged attack like any other."""
    for mode in ("melee", "ranged"):
        plain = duel(mode, A="red C3 N", B="blue C4 N", C="red B4 E")
        magic = tohit.apply(plain, [{"path": "attack.options.magic", "value": True}])
        assert tohit.evaluate(magic).to_dict() == tohit.evaluate(plain).to_dict()


# Downed attackers (section 10)


@pytest.mark.parametrize("facing", AHEAD)
@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_a_downed_attacker_strikes_any_way_round_at_minus_2(duel: Any, mode: str, facing: str) -> None:
    minis = {"A": (f"red C3 {facing}", {"hp": 0}), "B": "blue C4 S"}
    assert ledger(duel(mode, **minis)) == {"downed-attacker": -2}
    kept = refused(duel(mode, **minis, rulings={"downed_facing": "kept"}))
    assert bool(kept) == (facing != "N")
    assert refused(duel("melee", A=("red C3 N", {"hp": 0}), B="blue C5 S")) == ["reach"]


@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_every_modifier_of_a_mode_stands_alone(duel: Any, mode: str) -> None:
    """Melee lines never appear in a shot, nor the other way round."""
    question = duel(mode, A=("red C3 N", {"hp": 0}), B=("blue C4 S", {"hp": 0}), C="red B4 E", D="blue B3 E",
                    weapon={"increment": 1})
    others = {"range-penalty", "range-penalty-doubled", "firing-into-melee"} if mode == "melee" else set(MELEE)
    assert ledger(question) and not others & set(ledger(question))
