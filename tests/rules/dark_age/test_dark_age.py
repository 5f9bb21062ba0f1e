"""Every sentence of the attack section: cover, Select Fire, reach, and what the wider rules add."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit

NO_BOARD = {"distance": 8, "cover": "none", "line_of_sight": True}
BARRELS = {"kind": "light", "at": ["F4", "F5"], "name": "Barrels"}
BUNKER = {"kind": "heavy", "at": "H4", "name": "Bunker"}


def chance(question: Any) -> Fraction:
    return tohit.evaluate(question).chance


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def lines(question: Any) -> dict[str, tuple[int, bool, tuple[str, ...]]]:
    return {line.key: (line.value, line.applied, line.causes) for line in tohit.evaluate(question).ledger}


# To hit


@pytest.mark.parametrize("number", [-999, -100, -4, 0, 1, 2, 12, 18, 19, 20, 21, 25, 100, 1998])
@pytest.mark.parametrize("naturals", ["1-hits-20-misses", "none"])
def test_a_d20_hits_at_or_under_as_and_df(fight: Any, number: int, naturals: str) -> None:
    """D1 6 and 7: a 1 hits and a 20 misses whatever the number, or nothing is special; never outside 0 to 1."""
    answer = tohit.evaluate(fight("ranged", overrides=NO_BOARD, rulings={"naturals": naturals},
                                  A=("red", {"as": min(number, 999)}), B=("blue", {"df": number - min(number, 999)})))
    faces = [face for face in range(1, 21) if face <= number]
    if naturals != "none":
        faces = sorted({1, *faces} - {20})
    assert answer.stages[0].faces == tuple(faces)
    assert answer.chance == Fraction(len(faces), 20)


@pytest.mark.parametrize(("bonus", "wasted"), [(-100, 88), (100, 94), (6, 0), (7, 1), (-12, 0), (-13, 1)])
def test_bonuses_and_penalties_past_the_naturals_are_wasted(fight: Any, bonus: int, wasted: int) -> None:
    by_hand = {**NO_BOARD, "modifiers": [{"name": "by hand", "attack": bonus}]}
    answer = tohit.evaluate(fight("ranged", overrides=by_hand, A="red", B="blue"))
    line = answer.ledger[-1]
    assert (line.key, line.value, line.wasted) == ("override-modifier", bonus, wasted)


@pytest.mark.parametrize(("need", "told"), [(13, "13-"), (0, "1-"), (25, "19-")])
def test_the_needed_roll_is_told_as_it_works(fight: Any, need: int, told: str) -> None:
    answer = tohit.evaluate(fight("ranged", overrides=NO_BOARD, A=("red", {"as": need}), B=("blue", {"df": 0})))
    assert answer.stages[0].need == told


@pytest.mark.parametrize(("need", "told"), [(0, "never"), (20, "always"), (5, "5-")])
def test_without_naturals_there_is_never_and_always(fight: Any, need: int, told: str) -> None:
    answer = tohit.evaluate(fight("ranged", overrides=NO_BOARD, rulings={"naturals": "none"},
                                  A=("red", {"as": need}), B=("blue", {"df": 0})))
    assert answer.stages[0].need == told


def test_the_attack_s_own_as_replaces_that_of_the_mini(fight: Any) -> None:
    question = fight("ranged", overrides=NO_BOARD, weapon={"as": 5}, A=("red", {"as": 12}), B="blue")
    assert chance(question) == Fraction(9, 20)
    assert [start.value for start in tohit.evaluate(question).base] == [5, 4]


# Couvert


@pytest.mark.parametrize(("terrain", "of_20"), [
    ([], 13),
    ([BARRELS], 11),
    ([BUNKER], 9),
    ([BARRELS, BUNKER], 9),                                             # D1 10: the worst only, never -6
    ([BARRELS, "light G4"], 11),                                        # D1 11: degrees do not add
    (["heavy E4", BUNKER], 9),
    ([{**BARRELS, "controlled_by": "A"}], 13),
    ([{**BARRELS, "controlled_by": "red"}], 13),
    ([{**BARRELS, "controlled_by": "blue"}], 11),
    ([{**BARRELS, "controlled_by": "C"}], 11),
    ([{**BUNKER, "controlled_by": "A"}], 9),                            # only light cover may be ignored
    ([{**BARRELS, "controlled_by": "A"}, BUNKER], 9),
    ([{**BARRELS, "controlled_by": "A"}, "light G4"], 11),              # that piece's cover, not the other's
    ([{**BARRELS, "controlled_by": "A"}, {**BUNKER, "controlled_by": "A"}], 9),
    (["light F5", "heavy G3"], 13),                                     # beside the line
])
def test_only_the_worst_cover_counts(fight: Any, terrain: list[Any], of_20: int) -> None:
    assert chance(fight("ranged", terrain=terrain, A="red B4", B="blue J4", C="red B8")) == Fraction(of_20, 20)


def test_a_cover_toggle_flipped_moves_the_chance_with_the_ledger(fight: Any) -> None:
    """D1 10: cover was displayed but never added."""
    question = fight("ranged", A="red B4", B="blue J4")
    seen = []
    for edit in ({"square": "F4", "terrain": "light"}, {"square": "H4", "terrain": "heavy"}, {"square": "H4", "terrain": None},
                 {"square": "F4", "controlled_by": "red"}):
        question = tohit.apply(question, [edit])
        answer = tohit.evaluate(question)
        assert sum(line.value for line in answer.ledger) == answer.totals["attack"] == 20 * answer.chance - 13
        seen.append(20 * answer.chance)
    assert seen == [11, 9, 11, 13]


def test_what_does_not_count_stays_in_the_ledger_and_says_why(fight: Any) -> None:
    both = fight("ranged", terrain=[BARRELS, BUNKER], A="red B4", B="blue J4")
    assert lines(both) == {"light-cover": (0, False, ("F4",)), "heavy-cover": (-4, True, ("H4",))}
    told = [line["because"] for line in tohit.evaluate(both).to_dict()["ledger"]]
    assert told == ["Does not add up: only the worst of its kind counts.", "Between A and B: Bunker."]
    mine = fight("ranged", terrain=[{**BARRELS, "controlled_by": "A"}], A="red B4", B="blue J4")
    assert lines(mine) == {"light-cover": (0, False, ("F4",))}
    assert tohit.evaluate(mine).to_dict("fr")["ledger"][0]["because"] == "A le contrôle et peut l’ignorer : Barrels."


@pytest.mark.parametrize(("ruling", "of_20"), [("literal", 9), ("ignores-heavy", 13)])
def test_control_of_heavy_cover_is_a_ruling(fight: Any, ruling: str, of_20: int) -> None:
    terrain = [{**BUNKER, "controlled_by": "red"}]
    question = fight("ranged", terrain=terrain, rulings={"heavy_control": ruling}, A="red B4", B="blue J4")
    assert chance(question) == Fraction(of_20, 20)


@pytest.mark.parametrize(("ruling", "square", "of_20"), [
    ("between-or-under-target", "J4", 11), ("strictly-between", "J4", 13),
    ("between-or-under-target", "B4", 13), ("strictly-between", "B4", 13),
    ("between-or-under-target", "I4", 11), ("strictly-between", "I4", 11),
])
def test_a_target_in_cover_has_it_and_the_shooter_s_own_square_gives_none(fight: Any, ruling: str, square: str,
                                                                          of_20: int) -> None:
    question = fight("ranged", terrain=[f"light {square}"], rulings={"cover_where": ruling}, A="red B4", B="blue J4")
    assert chance(question) == Fraction(of_20, 20)


@pytest.mark.parametrize(("ability", "terrain", "of_20"), [
    ("light", [], 11), ("heavy", [], 9), ("light", [BUNKER], 9), ("heavy", [BARRELS], 9),
    ("light", [{**BARRELS, "controlled_by": "A"}], 11),  # control never removes an ability's cover
])
def test_abilities_give_cover_too(fight: Any, ability: str, terrain: list[Any], of_20: int) -> None:
    question = fight("ranged", terrain=terrain, options={"ability_cover": ability}, A="red B4", B="blue J4")
    assert chance(question) == Fraction(of_20, 20)
    assert any("B" in causes for _, _, causes in lines(question).values())


@pytest.mark.parametrize(("given", "of_20"), [("none", 13), ("light", 11), ("heavy", 9)])
def test_cover_set_by_hand_replaces_what_the_board_shows(fight: Any, given: str, of_20: int) -> None:
    question = fight("ranged", terrain=[{**BARRELS, "controlled_by": "A"}], overrides={"cover": given}, A="red B4", B="blue J4")
    assert chance(question) == Fraction(of_20, 20)
    assert "override-cover" in lines(question)


def test_cover_never_affects_melee(fight: Any) -> None:
    assert chance(fight("melee", terrain=["heavy C4 D4"], A="red C4", B="blue D4")) == Fraction(13, 20)


@pytest.mark.parametrize(("terrain", "covered"), [
    (["light D5"], True), (["light E6"], True), (["light E5"], False), (["light D6"], False), (["light D6", "light E5"], False),
])
def test_cover_counts_where_the_line_enters_its_square_from_either_end(fight: Any, terrain: list[str], covered: bool) -> None:
    """D4 40 and 42: the line from C5 to F6 enters D5 and E6, and only touches a corner of D6 and of E5."""
    there = fight("ranged", terrain=terrain, A="red C5", B="blue F6")
    back = fight("ranged", terrain=terrain, A="red F6", B="blue C5")
    assert chance(there) == chance(back) == Fraction(11 if covered else 13, 20)


@pytest.mark.parametrize(("terrain", "covered"), [(["light C4", "light D3"], False), (["light D4"], True)])
def test_a_diagonal_line_that_touches_corners_enters_no_cover(fight: Any, terrain: list[str], covered: bool) -> None:
    assert chance(fight("ranged", terrain=terrain, A="red C3", B="blue E5")) == Fraction(11 if covered else 13, 20)


# Sight and range


def test_walls_block_sight_and_minis_do_not(fight: Any) -> None:
    assert refused(fight("ranged", A="red B4", B="blue J4", C="blue F4", D="red G4")) == []
    wall = fight("ranged", terrain=["wall F4"], A="red B4", B="blue J4")
    assert refused(wall) == ["line-of-sight"]
    assert tohit.evaluate(wall).refusals[0].causes == ("F4",)
    assert refused(fight("ranged", terrain=["wall C4", "wall D3"], A="red C3", B="blue D4")) == ["line-of-sight"]  # D4 41


@pytest.mark.parametrize(("measure", "limit", "allowed"), [("edge", 6, False), ("edge", 7, True), ("centre", 7, False), ("centre", 8, True)])
def test_range_is_measured_by_the_ruling(fight: Any, measure: str, limit: int, allowed: bool) -> None:
    question = fight("ranged", weapon={"range": limit}, rulings={"reach_measure": measure}, A="red B4", B="blue J4")
    assert refused(question) == ([] if allowed else ["range"])


@pytest.mark.parametrize(("distance", "allowed"), [(12, True), (12.001, False), (0, True)])
def test_a_distance_given_by_hand_is_read_exactly(fight: Any, distance: float, allowed: bool) -> None:
    question = fight("ranged", weapon={"range": 12}, overrides={**NO_BOARD, "distance": distance}, A="red", B="blue")
    assert refused(question) == ([] if allowed else ["range"])


@pytest.mark.parametrize("mode", ["ranged", "melee", "arc"])
def test_nobody_attacks_friends_and_the_dead_are_out(fight: Any, mode: str) -> None:
    assert "opponent" in refused(fight(mode, A="red B4", B="red C4"))
    assert "alive" in refused(fight(mode, A=("red B4", {"hp": 0}), B="blue C4"))
    assert refused(fight(mode, A="red B4", B=("blue C4", {"hp": 0}))) == ["enemies" if mode == "arc" else "alive"]


@pytest.mark.parametrize(("mode", "missing"), [
    ("ranged", "distance"), ("ranged", "cover"), ("ranged", "line_of_sight"), ("melee", "reach_ok"), ("arc", "reach_ok"),
    ("arc", "line_of_sight"),
])
def test_without_a_board_every_question_of_geometry_must_be_answered(fight: Any, mode: str, missing: str) -> None:
    given = {**NO_BOARD, "reach_ok": True}
    del given[missing]
    with pytest.raises(tohit.NotationError, match=rf"attack\.overrides\.{missing}"):
        fight(mode, overrides=given, A="red", B="blue")


# Malfunction and the worked example


def test_the_worked_example_of_2011(fight: Any) -> None:
    """D1 12: hit 13/20, one save 9/20, both saves 81/400, at least one wound 4147/8000."""
    answer = tohit.evaluate(fight("ranged", weapon={"pu": 5, "multiples": 2}, overrides=NO_BOARD,
                                  A=("red", {"as": 9}), B=("blue", {"df": 4, "ar": 14, "hp": 9})))
    assert [stage.chance for stage in answer.stages] == [Fraction(13, 20), Fraction(9, 20)]
    assert answer.damage.chance(0) == Fraction(7, 20) + Fraction(13, 20) * Fraction(81, 400)
    assert answer.damage.at_least(1) == Fraction(4147, 8000)


@pytest.mark.parametrize(("first", "of_20", "jams"), [("yes", 17, 3), ("no", 19, 1)])
def test_a_roll_that_hits_and_malfunctions_is_a_ruling(fight: Any, first: str, of_20: int, jams: int) -> None:
    """D1 12, target number 19 with MAL 18."""
    answer = tohit.evaluate(fight("ranged", weapon={"malfunction": 18}, rulings={"malfunction_first": first},
                                  overrides=NO_BOARD, A=("red", {"as": 15}), B="blue"))
    assert answer.chance == Fraction(of_20, 20)
    assert answer.outcomes["malfunction"] == Fraction(jams, 20)


def test_golden_003_e1_hit_miss_malfunction(fight: Any) -> None:
    answer = tohit.evaluate(fight("ranged", weapon={"malfunction": 18}, overrides=NO_BOARD, A=("red", {"as": 8}), B="blue"))
    jams = answer.outcomes["malfunction"]
    assert (answer.chance, 1 - answer.chance - jams, jams) == (Fraction(3, 5), Fraction(1, 4), Fraction(3, 20))


def test_malfunction_over_many_attacks_is_at_least_one_while_the_target_stands(fight: Any) -> None:
    never_dies = fight("ranged", attacks=3, weapon={"malfunction": 18, "pu": None}, overrides=NO_BOARD, A="red", B="blue")
    assert tohit.evaluate(never_dies).outcomes["malfunction"] == 1 - Fraction(17, 20) ** 3
    assert "malfunction" not in tohit.evaluate(fight("ranged", overrides=NO_BOARD, A="red", B="blue")).outcomes


# L5 of the lessons


@pytest.mark.parametrize(("number", "chances"), [
    (16, ("4/5", "7/10", "3/5")), (13, ("13/20", "11/20", "9/20")), (9, ("9/20", "7/20", "1/4")), (5, ("1/4", "3/20", "1/20")),
])
def test_lesson_5_the_same_cover_costs_differently(fight: Any, number: int, chances: tuple[str, ...]) -> None:
    found = [
        chance(fight("ranged", overrides={**NO_BOARD, "cover": cover}, A=("red", {"as": number - 4}), B="blue"))
        for cover in ("none", "light", "heavy")
    ]
    assert found == [Fraction(text) for text in chances]
    kept = {16: "3/4", 13: "9/13", 9: "5/9", 5: "1/5"}
    assert found[2] / found[0] == Fraction(kept[number])
