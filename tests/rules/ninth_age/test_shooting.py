"""Shooting: the Aim, its modifiers, the editions, cover, arcs and sight on the board."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.geometry import parse_square, square_name


def found(question: Any) -> tuple[str, Fraction]:
    answer = tohit.evaluate(question)
    return answer.stages[0].need, answer.chance


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def lines(question: Any) -> dict[str, tuple[int, bool]]:
    return {line.key: (line.value, line.applied) for line in tohit.evaluate(question).ledger
            if not line.key.startswith("override")}


# The roll to hit


@pytest.mark.parametrize(("aim", "need", "sixths"), [
    (-999, "2+", 5), (0, "2+", 5), (1, "2+", 5), (2, "2+", 5), (4, "4+", 3), (6, "6+", 1), (7, "never", 0), (8, "never", 0),
    (999, "never", 0),
])
def test_a_natural_1_misses_and_a_natural_6_is_not_automatic(battle: Any, aim: int, need: str, sixths: int) -> None:
    """D1 8: a needed 7 is 0 without a natural rule."""
    assert found(battle("shooting", A=("red", {"aim": aim}))) == (need, Fraction(sixths, 6))


@pytest.mark.parametrize(("aim", "edition", "keys", "chance"), [
    (6, "second", ["to-hit"], Fraction(1, 6)), (7, "second", ["to-hit", "hopeless-shot"], Fraction(1, 12)),
    (8, "second", ["to-hit"], 0), (7, "newer", ["to-hit"], 0),
])
def test_exactly_7_is_a_hopeless_shot_in_the_second_edition(battle: Any, aim: int, edition: str, keys: list[str],
                                                            chance: Any) -> None:
    answer = tohit.evaluate(battle("shooting", edition=edition, A=("red", {"aim": aim})))
    assert answer.allowed
    assert [stage.key for stage in answer.stages if stage.lands] == keys
    assert answer.chance == chance


def test_in_a_hopeless_shot_poison_wants_the_first_die_to_be_the_6(battle: Any) -> None:
    """It is one whenever it hits: every hit wounds."""
    poisoned = tohit.evaluate(battle("shooting", "poison", edition="second", A=("red", {"aim": 7})))
    assert poisoned.damage.chance(1) == Fraction(1, 12)
    plain = tohit.evaluate(battle("shooting", edition="second", A=("red", {"aim": 7})))
    assert plain.damage.chance(1) == Fraction(1, 24)


def test_a_shot_that_cannot_hit_wounds_nobody(battle: Any) -> None:
    answer = tohit.evaluate(battle("shooting", "poison", "battle-focus", A=("red", {"aim": 7, "shots": 9}), attacks=9))
    assert answer.damage == tohit.Distribution.certain(0)


@pytest.mark.parametrize(("shots", "attacks", "dice"), [(1, 1, 1), (2, 3, 6), ("D6", 2, 7), ("2D3", 1, 4)])
def test_as_many_dice_as_shots_for_each_attack(battle: Any, shots: Any, attacks: int, dice: int) -> None:
    answer = tohit.evaluate(battle("shooting", A=("red", {"shots": shots}), B=("blue", {"models": 50}), attacks=attacks))
    assert answer.damage.mean() == dice * Fraction(1, 4)
    assert refused(battle("shooting", A=("red", {"shots": 0}))) == ["shots"]


# Modifiers


@pytest.mark.parametrize(("attributes", "options", "edition", "told"), [
    ([], {"moved": True}, "newer", {"moving-and-shooting": (-1, True)}),
    (["quick-to-fire"], {"moved": True}, "newer", {"moving-and-shooting": (0, False)}),
    (["unwieldy"], {"moved": True}, "newer", {"moving-and-shooting": (-1, True), "unwieldy": (-1, True)}),
    (["unwieldy-2"], {"moved": True}, "newer", {"moving-and-shooting": (-1, True), "unwieldy": (-2, True)}),
    (["unwieldy-3"], {"moved": True}, "second", {"moving-and-shooting": (-1, True), "unwieldy": (-1, True)}),
    (["unwieldy", "quick-to-fire"], {"moved": True}, "newer", {"moving-and-shooting": (0, False), "unwieldy": (-1, True)}),
    (["unwieldy"], {}, "newer", {}),
    (["stand-and-shoot"], {}, "second", {"stand-and-shoot": (-1, True)}),
    (["stand-and-shoot"], {}, "newer", {"stand-and-shoot": (0, False)}),
    (["hard-target"], {}, "newer", {"hard-target": (-1, True)}),
    (["hard-target", "hard-target-3"], {}, "newer", {"hard-target": (-3, True)}),
    (["hatred", "lightning-reflexes", "shaken", "paired-weapons"], {"parry": True, "distracting": True}, "newer", {}),  # melee only
])
def test_modifiers_to_hit(battle: Any, attributes: list[str], options: dict[str, bool], edition: str, told: dict[str, Any]) -> None:
    question = battle("shooting", *attributes, options=options, edition=edition, A=("red", {"aim": 2}))
    assert lines(question) == told
    total = sum(value for value, _ in told.values())
    assert found(question) == (f"{2 - total}+", Fraction(5 + total, 6))


@pytest.mark.parametrize(("distance", "range_", "attributes", "told"), [
    (12, 24, [], {}), (12.001, 24, [], {"long-range": (-1, True)}), (7, 13, [], {"long-range": (-1, True)}), (6.5, 13, [], {}),
    (24, 24, [], {"long-range": (-1, True)}), (24, 24, ["accurate"], {"long-range": (0, False)}), (500, None, [], {}),
])
def test_long_range_is_more_than_half(battle: Any, distance: float, range_: Any, attributes: list[str],
                                      told: dict[str, Any]) -> None:
    assert lines(battle("shooting", *attributes, weapon={"range": range_}, overrides={"distance": distance})) == told


def test_out_of_range(battle: Any) -> None:
    assert refused(battle("shooting", weapon={"range": 24}, overrides={"distance": 24.001})) == ["range"]
    assert refused(battle("shooting", weapon={"range": 5}, A="red A1 N", B="blue D5 S")) == []  # 3, 4: exactly 5 inches
    assert refused(battle("shooting", weapon={"range": 4}, A="red A1 N", B="blue D5 S")) == ["range"]


@pytest.mark.parametrize("mode", ["shooting", "melee"])
def test_hits_that_are_automatic_need_no_aim(battle: Any, mode: str) -> None:
    question = battle(mode, "hard-target", "stand-and-shoot", edition="second", weapon={"range": 9},
                      options={"automatic_hits": "2D6", "moved": True}, A=("red", {"shots": 0, "aim": 99}),
                      B=("blue", {"models": 20}))
    answer = tohit.evaluate(question)
    assert (answer.chance, answer.damage.mean()) == (1, Fraction(7, 2))
    assert not any(line.applied for line in answer.ledger if not line.key.startswith("override"))


# Cover


HEDGE, WALL = "light F7", "heavy F7"


@pytest.mark.parametrize(("terrain", "told"), [
    ([], {}),
    ([HEDGE], {"light-cover": (-1, True)}),
    ([WALL], {"heavy-cover": (-2, True)}),
    ([HEDGE, "light F9"], {"light-cover": (-1, True)}),
    ([HEDGE, "heavy F9"], {"light-cover": (0, False), "heavy-cover": (-2, True)}),      # never both
    (["light E7 G7"], {}),                                                              # beside the lines
    (["light F12"], {"light-cover": (-1, True)}),                                       # the target stands in it
    (["light F2"], {}),                                                                 # the shooter does
    (["light F13"], {}),                                                                # behind the target
    (["light F11"], {"light-cover": (-1, True)}),
])
def test_soft_and_hard_cover_are_found_and_never_add_up(battle: Any, terrain: list[str], told: dict[str, Any]) -> None:
    assert lines(battle("shooting", terrain=terrain, A="red F2 N", B="blue F12 S")) == told


@pytest.mark.parametrize(("terrain", "told"), [
    (["light D4"], {}),                               # one line, to the right corner
    (["light C6"], {}),                               # one line, to the left corner
    (["light D4", "light C6"], {"light-cover": -1}),  # both
    (["heavy D4", "light C6"], {"light-cover": -1}),  # one by a hard source only
    (["heavy D4", "heavy C6"], {"heavy-cover": -2}),
    (["light D5"], {"light-cover": -1}),              # two lines by one source
    (["heavy C5", "light D4"], {"heavy-cover": -2}),
])
def test_two_of_three_lines_must_be_obstructed(battle: Any, terrain: list[str], told: dict[str, int]) -> None:
    """From C2 to D9: the side that faces the shooter is the south one, its corners and its centre are three lines."""
    question = battle("shooting", terrain=terrain, A="red C2 N", B="blue D9 S")
    assert {key: value for key, (value, applied) in lines(question).items() if applied} == told


@pytest.mark.parametrize("terrain", [
    ["light F7"], ["heavy E7", "light F8"], ["light D5"], ["light C6", "heavy D5"], ["light E6"], ["light C4", "heavy D6"],
])
@pytest.mark.parametrize("target", ["D9", "F12", "G6", "H7", "L3", "C7"])
def test_the_three_lines_are_those_of_a_drawing(battle: Any, terrain: list[str], target: str) -> None:
    """The lines cut into a thousand points, each looked up on the board."""
    question = battle("shooting", terrain=terrain, A="red C2 N", B=f"blue {target} S", overrides={"facing_ok": True})
    met = drawn((1, 2), parse_square(target), {parse_square(piece.split()[1]): piece.split()[0] for piece in terrain})
    hard = sum("heavy" in kinds for kinds in met) >= 2
    soft = sum("light" in kinds for kinds in met) >= 2 or (not hard and sum(bool(kinds) for kinds in met) >= 2)
    told = {"heavy-cover": hard, "light-cover": soft}
    assert set(lines(question)) == {key for key, held in told.items() if held}


def drawn(shooter: tuple[int, int], target: tuple[int, int], terrain: dict[tuple[int, int], str]) -> list[set[str]]:
    """The kinds of cover that each of the three lines passes through, by points well inside of squares."""
    (row, col), (to_row, to_col) = shooter, target
    dr, dc, half = to_row - row, to_col - col, Fraction(1, 2)
    north, east = (dr > 0) - (dr < 0), (dc > 0) - (dc < 0)
    if abs(dr) > abs(dc):
        ends = [(to_row - half * north, to_col + side * half) for side in (-1, 0, 1)]
    elif abs(dr) < abs(dc):
        ends = [(to_row + side * half, to_col - half * east) for side in (-1, 0, 1)]
    else:
        ends = [(to_row + side * half * east, to_col - side * half * north) for side in (-1, 0, 1)]
    met = []
    for end_row, end_col in ends:
        kinds = set()
        for step in range(1, 1000):
            places = (row + (end_row - row) * Fraction(step, 1000), col + (end_col - col) * Fraction(step, 1000))
            if all((2 * place - 1) % 2 for place in places):  # on no edge
                square = tuple(int((place + half) // 1) for place in places)
                if square != shooter and square in terrain:
                    kinds.add(terrain[square])
        met.append(kinds)
    return met


def test_the_ledger_names_what_gives_cover(battle: Any) -> None:
    question = battle("shooting", terrain=["light F5", "light F7", "light A1"], A="red F2 N", B="blue F12 S")
    line, = tohit.evaluate(question).ledger
    assert line.causes == ("F5", "F7")
    mixed = tohit.evaluate(battle("shooting", terrain=["heavy D4", "light C6"], A="red C2 N", B="blue D9 S"))
    assert mixed.ledger[0].causes == ("D4", "C6")


@pytest.mark.parametrize(("given", "told"), [
    ("none", {}), ("light", {"light-cover": (-1, True)}), ("heavy", {"heavy-cover": (-2, True)}),
])
def test_cover_set_by_hand_replaces_what_the_board_shows(battle: Any, given: str, told: dict[str, Any]) -> None:
    assert lines(battle("shooting", terrain=[HEDGE], A="red F2 N", B="blue F12 S", overrides={"cover": given})) == told


def test_cover_never_affects_melee_and_walls_are_no_cover(battle: Any) -> None:
    assert lines(battle(terrain=["heavy F6 F7"], A="red F6 N", B="blue F7 S")) == {}
    assert lines(battle("shooting", terrain=["wall E7 G7 E11 G11"], A="red F2 N", B="blue F12 S")) == {}


# Arcs, sight, combat


@pytest.mark.parametrize(("target", "facing", "seen"), [
    ("F9", "N", True), ("H9", "N", True), ("I9", "N", False), ("C9", "N", False), ("J9", "N", False), ("F3", "N", False),
    ("I9", "NE", True), ("F9", "NE", False), ("J9", "NE", True), ("J6", "NE", False), ("J6", "E", True),
])
def test_a_shot_needs_the_target_in_the_front_arc_whose_edge_is_the_flank(battle: Any, target: str, facing: str,
                                                                          seen: bool) -> None:
    question = battle("shooting", A=f"red F6 {facing}", B=f"blue {target} S")
    assert refused(question) == ([] if seen else ["front-arc"])
    turned = tohit.apply(question, [{"path": "attack.overrides.facing_ok", "value": not seen}])
    assert refused(turned) == (["front-arc"] if seen else [])


def test_walls_block_sight_and_other_units_do_not(battle: Any) -> None:
    wall = battle("shooting", terrain=["wall F7"], A="red F2 N", B="blue F12 S")
    assert refused(wall) == ["line-of-sight"]
    assert tohit.evaluate(wall).refusals[0].causes == ("F7",)
    assert refused(battle("shooting", A="red F2 N", B="blue F12 S", C="blue F7 N", D="red F5 N")) == []


@pytest.mark.parametrize(("others", "held"), [
    ({}, ()), ({"C": "red G3 N"}, ()), ({"C": "blue G3 N"}, ("C",)), ({"C": ("blue G3 N", {"models": 0})}, ()),
    ({"C": "blue G1 N", "D": "green E2 N"}, ("C", "D")),
])
def test_a_unit_in_combat_does_not_shoot(battle: Any, others: dict[str, Any], held: tuple[str, ...]) -> None:
    answer = tohit.evaluate(battle("shooting", A="red F2 N", B="blue F12 S", **others))
    assert [(refusal.key, refusal.causes) for refusal in answer.refusals] == ([("engaged", held)] if held else [])
    assert refused(battle("shooting", A="red F2 N", B="blue F3 S")) == ["engaged"]


@pytest.mark.parametrize("missing", ["distance", "cover", "line_of_sight", "facing_ok"])
def test_without_a_board_every_question_of_geometry_must_be_answered(battle: Any, missing: str) -> None:
    with pytest.raises(tohit.NotationError, match=rf"attack\.overrides\.{missing}"):
        battle("shooting", overrides={missing: None})


def test_the_page_says_that_a_unit_is_one_square(battle: Any) -> None:
    told = tohit.evaluate(battle("shooting", A="red F2 N", B="blue F12 S")).to_dict()["notices"]
    assert len(told) == 1 and "one square" in told[0]
    assert tohit.evaluate(battle("shooting")).to_dict()["notices"] == []


def test_a_scene_turned_by_a_quarter_has_the_same_cover(battle: Any) -> None:
    for terrain, target in ((["light D5", "heavy C6"], "D9"), (["light D4"], "E5"), (["heavy D3", "light C4"], "F6")):
        plain = lines(battle("shooting", terrain=terrain, A="red C2 N", B=f"blue {target} S", overrides={"facing_ok": True}))
        turned = [" ".join([kind, *map(turn, squares)]) for piece in terrain for kind, *squares in [piece.split()]]
        assert lines(battle("shooting", terrain=turned, A=f"red {turn('C2')} N", B=f"blue {turn(target)} S",
                            overrides={"facing_ok": True})) == plain


def turn(square: str) -> str:
    row, col = parse_square(square)
    return square_name(12 - col, row)
