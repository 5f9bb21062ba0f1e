"""Coup-De-Grace's disputed readings: each ruling both ways, and the traps that others fell into on grids."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.geometry import square_name


def total(question: Any) -> int:
    return tohit.evaluate(question).totals["attack"]


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def test_every_ruling_has_a_test_here_and_its_first_choice_is_the_default() -> None:
    rulings = {ruling.key: ruling.choices for ruling in tohit.ruleset("coup-de-grace").rulings}
    assert rulings == {
        "adjacency": ("edge", "king"),
        "distance": ("manhattan", "chebyshev", "euclidean", "5-10-5"),
        "sight_corners": ("pinched", "open", "closed"),
        "arc_edge": ("inclusive", "exclusive"),
        "downed_facing": ("none", "kept"),
        "shield": ("1", "2"),
    }


# distance


@pytest.mark.parametrize(("metric", "penalty"), [("manhattan", -6), ("chebyshev", -3), ("euclidean", -4), ("5-10-5", -4)])
def test_a_diagonal_of_18_by_18_squares(duel: Any, metric: str, penalty: int) -> None:
    """D4 44: 36 squares on foot, 18 for a king, 25.46 in a straight line, 27 with diagonals 1, 2, 1, 2."""
    question = duel("ranged", A="red A1 E", B="blue S19 W", rulings={"distance": metric}, weapon={"increment": 6})
    assert total(question) == penalty


@pytest.mark.parametrize(("metric", "told"), [
    ("manhattan", "36 squares"), ("chebyshev", "18 squares"), ("euclidean", "25.46 squares"), ("5-10-5", "27 squares"),
])
def test_the_distance_is_told(duel: Any, metric: str, told: str) -> None:
    question = duel("ranged", A="red A1 E", B="blue S19 W", rulings={"distance": metric})
    assert told in tohit.evaluate(question).to_dict()["ledger"][0]["because"]


@pytest.mark.parametrize("towards", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_diagonal_steps_cost_1_2_1_2_in_every_direction(duel: Any, towards: tuple[int, int]) -> None:
    """D4 45."""
    up, right = towards
    costs = []
    for step in range(1, 7):
        target = square_name(12 + up * step, 12 + right * step)
        question = duel("ranged", A=f"red M13 {'N' if up > 0 else 'S'}", B=f"blue {target} N", weapon={"increment": 1},
                        rulings={"distance": "5-10-5"})
        costs.append(-total(question))
    assert costs == [1, 3, 4, 6, 7, 9]


def test_straight_lines_are_never_rounded(duel: Any) -> None:
    """3-4-5 is 5 squares exactly, so increment 5 costs 1; one square less costs nothing."""
    metric = {"distance": "euclidean"}
    assert total(duel("ranged", A="red A1 N", B="blue D5 S", weapon={"increment": 5}, rulings=metric)) == -1
    assert total(duel("ranged", A="red A1 N", B="blue C5 S", weapon={"increment": 5}, rulings=metric)) == 0


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "euclidean", "5-10-5"])
def test_a_distance_set_by_hand_replaces_every_metric(duel: Any, metric: str) -> None:
    question = duel("ranged", A="red A1 E", B="blue S19 W", rulings={"distance": metric}, overrides={"distance": 11.999})
    assert total(question) == -1


# adjacency


@pytest.mark.parametrize(("square", "edge", "king"), [
    ("C4", [], []), ("B4", ["reach", "facing"], []), ("D4", ["reach", "facing"], []), ("D3", ["facing"], ["facing"]),
    ("B2", ["reach", "facing"], ["facing"]), ("C5", ["reach"], ["reach"]), ("D5", ["reach", "facing"], ["reach", "facing"]),
])
def test_adjacency(duel: Any, square: str, edge: list[str], king: list[str]) -> None:
    """With ``king``, facing means the three squares of the arc's first row."""
    for ruling, reasons in (("edge", edge), ("king", king)):
        assert refused(duel("melee", A="red C3 N", B=f"blue {square} S", rulings={"adjacency": ruling})) == reasons


@pytest.mark.parametrize(("attacker", "behind"), [("B3 E", True), ("C3 N", True), ("D3 N", True), ("B4 E", False), ("B5 S", False)])
def test_king_backstab_from_the_three_squares_behind(duel: Any, attacker: str, behind: bool) -> None:
    question = duel("melee", A=f"red {attacker}", B="blue C4 N", rulings={"adjacency": "king"})
    assert total(question) == int(behind)


def test_king_neighbours_help_and_hinder(duel: Any) -> None:
    minis = {"A": "red C3 N", "B": "blue C4 S", "C": "red B5 E", "D": "blue B2 N"}
    assert total(duel("melee", **minis)) == 0
    assert tohit.evaluate(duel("melee", **minis, rulings={"adjacency": "king"})).totals["attack"] == 0  # +1 - 1
    keys = [line.key for line in tohit.evaluate(duel("melee", **minis, rulings={"adjacency": "king"})).ledger]
    assert keys == ["co-ordinated-attack", "distraction"]
    shot = {"A": "red C3 N", "B": "blue C6 S", "C": "red B7 E"}
    assert total(duel("ranged", **shot)) == 0
    assert total(duel("ranged", **shot, rulings={"adjacency": "king"})) == -1


# facing of the downed, shields


def test_downed_facing(duel: Any) -> None:
    minis = {"A": "red C3 N", "B": "blue C4 S", "C": ("red B4 E", {"hp": 0}), "D": ("blue B3 E", {"hp": 0})}
    assert [line.key for line in tohit.evaluate(duel("melee", **minis)).ledger] == []
    kept = tohit.evaluate(duel("melee", **minis, rulings={"downed_facing": "kept"}))
    assert [line.key for line in kept.ledger] == ["co-ordinated-attack", "distraction"]


@pytest.mark.parametrize("worth", ["1", "2"])
def test_shield(duel: Any, worth: str) -> None:
    target = ("blue C4 S", {"defence": 3, "abilities": ["shield"]})
    answer = tohit.evaluate(duel("melee", A="red C3 N", B=target, rulings={"shield": worth}))
    assert answer.totals["defence-value"] == int(worth)
    assert answer.chance == Fraction(4 - int(worth), 6)


# line of sight


@pytest.mark.parametrize("blocker", ["C2", "C3"])
@pytest.mark.parametrize("back", [False, True])
def test_sight_is_the_same_both_ways(duel: Any, blocker: str, back: bool) -> None:
    """D4 40: from (0,0) to (2,1) the line enters (1,0) and (1,1); offsets (east, north) from B2."""
    ends = [("red", "B2 E"), ("blue", "D3 W")]
    (_, first), (_, second) = reversed(ends) if back else ends
    question = duel("ranged", A=f"red {first}", B=f"blue {second}", C=f"blue {blocker} N")
    assert refused(question) == ["line-of-sight"]


@pytest.mark.parametrize(("blockers", "pinched", "open_", "closed"), [
    ((), True, True, True),
    (("C2",), True, True, False),         # one corner only
    (("C2", "B3"), False, True, False),   # the gap between two that touch
])
def test_corners(duel: Any, blockers: tuple[str, ...], pinched: bool, open_: bool, closed: bool) -> None:
    """D4 41: from B2 to C3 and on to E5, the line only touches corners of C2 and B3."""
    for target in ("C3", "E5"):
        for ruling, clear in (("pinched", pinched), ("open", open_), ("closed", closed)):
            question = duel("ranged", A="red B2 N", B=f"blue {target} S", walls=blockers, rulings={"sight_corners": ruling})
            assert tohit.evaluate(question).allowed is clear


def test_a_wall_and_a_mini_pinch_together(duel: Any) -> None:
    question = duel("ranged", A="red B2 N", B="blue C3 S", C="red C2 N", walls=("B3",))
    assert tohit.evaluate(question).refusals[0].causes == ("B3", "C")


def test_a_line_along_an_edge_is_not_blocked(duel: Any) -> None:
    """D4 42: an ally one row up, and an ally beside the target of a diagonal shot."""
    assert refused(duel("ranged", A="red B2 E", B="blue F2 W", C="red D3 N")) == []
    assert refused(duel("ranged", A="red B2 E", B="blue E5 W", C="red E4 N")) == []


def test_the_ends_of_the_line_never_block(duel: Any) -> None:
    assert refused(duel("ranged", A="red B2 E", B="blue C2 W", C="red A2 N", D="blue D2 N")) == []


def test_sight_set_by_hand(duel: Any) -> None:
    blocked = duel("ranged", A="red C3 N", B="blue C6 S", walls=("C5",), overrides={"line_of_sight": True})
    clear = duel("ranged", A="red C3 N", B="blue C6 S", overrides={"line_of_sight": False})
    assert refused(blocked) == []
    assert refused(clear) == ["line-of-sight"]
    assert [line.key for line in tohit.evaluate(blocked).ledger] == ["range-penalty", "override-line-of-sight"]
