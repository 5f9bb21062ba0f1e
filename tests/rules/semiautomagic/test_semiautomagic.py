"""Every sentence of the attacking page but areas: scale, reach, range, aiming, magic, modifiers in two channels."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.evaluate import worth

CROSSBOW = {"die": 6, "plus": 6, "increment": 15}


def refused(question: Any) -> list[str]:
    return [refusal.key for refusal in tohit.evaluate(question).refusals]


def ledger(question: Any) -> list[Any]:
    """What the rules add; without a board the findings by hand are told too."""
    return [line for line in tohit.evaluate(question).ledger if line.source]


def lines(question: Any) -> list[tuple[str, str, int]]:
    return [(line.key, line.channel, line.value) for line in ledger(question)]


def shot(fight: Any, distance: float, skill: int = 2, rulings: Any = None, attacks: int = 1, weapon: Any = None,
         target: Any = None, **options: Any) -> Any:
    return fight("ranged", weapon={**CROSSBOW, **(weapon or {})}, options=options, overrides={"distance": distance},
                 rulings=rulings, attacks=attacks, A=("red", {"ranged_skill": skill, "magic_skill": skill}), B=("blue", target or {}))


# The attack roll: "Target score of 4 - their scale", "minus your scale"


@pytest.mark.parametrize("own", [-4, -1, 0, 1, 8])
@pytest.mark.parametrize("other", [-4, -1, 0, 1, 2, 8])
@pytest.mark.parametrize("skill", [-2, 0, 1, 2, 3])
def test_scale_counts_on_both_sides(fight: Any, own: int, other: int, skill: int) -> None:
    question = fight("melee", A=("red", {"scale": own, "weapon_skill": skill}), B=("blue", {"scale": other}))
    answer = tohit.evaluate(question)
    assert answer.chance == Fraction(sum(face + skill - own >= 4 - other for face in range(1, 7)), 6)
    assert [(start.key, start.value) for start in answer.base] == [("target-score", 4 - other), ("weapon-skill", skill)]
    assert lines(question) == ([("scale", "attack", -own), ("scale-damage", "damage", 3 * own)] if own else [])


def test_each_way_to_attack_has_its_skill(fight: Any) -> None:
    stats = {"weapon_skill": 0, "ranged_skill": 1, "magic_skill": 2}
    found = {}
    for mode in ("melee", "ranged", "area"):
        for magic in (False, True):
            answer = tohit.evaluate(fight(mode, options={"magic": magic}, A=("red", stats), B="blue"))
            found[mode, magic] = (answer.base[1].key, answer.chance)
    half, more, most = Fraction(1, 2), Fraction(2, 3), Fraction(5, 6)
    assert found == {
        ("melee", False): ("weapon-skill", half), ("ranged", False): ("ranged-skill", more), ("area", False): ("ranged-skill", more),
        ("melee", True): ("magic-skill", most), ("ranged", True): ("magic-skill", most), ("area", True): ("magic-skill", most),
    }


def test_creatures_add_three_times_their_scale_to_melee_damage_only(fight: Any) -> None:
    minis = {"A": ("red", {"scale": 1, "weapon_skill": 9, "ranged_skill": 9}), "B": "blue"}
    weapon = {"die": 8}
    chances = [
        tohit.evaluate(fight(mode, weapon=weapon, options=options, **minis)).outcomes["dying"]
        for mode, options in (("melee", {}), ("melee", {"scale_damage": False}), ("ranged", {}))
    ]
    assert chances == [Fraction(2, 8), 0, 0]  # 1d8 + 3 against 9


# The defence roll


@pytest.mark.parametrize("defence", ["block", "dodge", "parry"])
def test_he_picks_one_of_his_defences(fight: Any, defence: str) -> None:
    bonuses = {"block": 1, "dodge": 2, "parry": 3}
    question = fight("melee", options={"defence": defence}, A=("red", {"weapon_skill": 2}), B=("blue", bonuses))
    fails = Fraction(5 - bonuses[defence], 6)  # d6 + bonus >= 4 + 2
    answer = tohit.evaluate(question)
    assert answer.chance == Fraction(5, 6) * fails
    assert [(stage.key, stage.chance) for stage in answer.stages][:2] == [("to-hit", Fraction(5, 6)), ("defence", fails)]


def test_attackers_do_not_subtract_their_scale_from_the_dc_to_defend(fight: Any) -> None:
    options = {"defence": "dodge"}
    needs = [
        tohit.evaluate(fight("melee", options=options, A=("red", {"scale": scale, "weapon_skill": 2}), B=("blue", {"dodge": 1}))).stages[1]
        for scale in (0, 1, 2)
    ]
    assert {stage.need for stage in needs} == {"4-"}  # the roll fails on 4 or less


def test_an_object_is_hit_like_anyone_and_makes_no_defence_roll(fight: Any) -> None:
    question = fight("melee", options={"defence": "parry"}, A=("red", {"weapon_skill": 1}), Door=("blue", {"toughness": 15}))
    answer = tohit.evaluate(question)
    assert answer.chance == Fraction(2, 3)
    assert [(line.key, line.value, line.applied) for line in ledger(question)] == [("no-defence", 0, False)]
    assert "Door" in answer.to_dict()["ledger"][0]["because"] and "Door" in answer.to_dict("fr")["ledger"][0]["because"]


def test_a_target_need_not_be_an_enemy(fight: Any) -> None:
    assert refused(fight("melee", A="red C3", B="red C4")) == []


def test_d3_35_lands_fails_to_defend_and_wounds_are_three_numbers(fight: Any) -> None:
    answer = tohit.evaluate(fight("melee", weapon={"die": 8}, options={"defence": "dodge"}, A=("red", {"weapon_skill": 2}), B=("blue", {"dodge": 1})))
    assert [(stage.key, stage.chance) for stage in answer.stages] == [
        ("to-hit", Fraction(5, 6)), ("defence", Fraction(2, 3)), ("wound", Fraction(5, 8)), ("dying", 0),
    ]
    assert (answer.chance, answer.outcomes["wound"]) == (Fraction(5, 9), Fraction(25, 72))


# Bonuses and penalties: +X/+Y


def test_d1_17_two_modifiers_are_told_apart_in_both_halves(fight: Any) -> None:
    """+1/0 and -1/-1 together are 0/-1."""
    question = shot(fight, 8, on_the_exhale=True, shoot_from_the_hip=1, defence="dodge", target={"dodge": 1})
    answer = tohit.evaluate(question)
    assert answer.totals == {"attack": 0, "defence": -1, "damage": 0}
    assert lines(question)[1:] == [("on-the-exhale", "attack", 1), ("shoot-from-the-hip", "attack", -1),
                                   ("shoot-from-the-hip", "defence", -1)]
    assert answer.chance == Fraction(5, 6) * Fraction(1, 2)


@pytest.mark.parametrize("given", [(1, 0), (0, 1), (1, 1), (-2, 3), (100, 0), (-100, 0), (0, 100), (0, -100), (999, -999)])
@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_a_modifier_by_hand_has_both_numbers(fight: Any, mode: str, given: tuple[int, int]) -> None:
    by_hand = {"modifiers": [{"name": "darkness", "attack": given[0], "defence": given[1]}]}
    question = fight(mode, options={"defence": "dodge"}, overrides=by_hand, A=("red", {"weapon_skill": 1, "ranged_skill": 1}),
                     B=("blue", {"dodge": 2}))
    hits = sum(face + 1 + given[0] >= 4 for face in range(1, 7))
    fails = sum(face + 2 < 5 + given[1] for face in range(1, 7))
    answer = tohit.evaluate(question)
    assert answer.chance == Fraction(hits * fails, 36)
    assert 0 <= answer.chance <= 1
    assert (answer.totals["attack"], answer.totals["defence"]) == given


@pytest.mark.parametrize(("given", "of_36"), [((0, 0), 9), ((1, 0), 12), ((0, 1), 12), ((1, 1), 16)])
def test_lesson_3_two_gates(fight: Any, given: tuple[int, int], of_36: int) -> None:
    """Hits of 36 for attack 0 and defence 0: the halves of +1/+1 help each other."""
    by_hand = {"modifiers": [{"name": "situation", "attack": given[0], "defence": given[1]}]} if any(given) else {}
    question = fight("melee", options={"defence": "dodge"}, overrides=by_hand, A="red", B=("blue", {"dodge": 0}))
    assert tohit.evaluate(question).chance == Fraction(of_36, 36)


@pytest.mark.parametrize(("skill", "dodge", "of_36"), [(2, 0, 25), (1, 1, 12), (0, 2, 3)])
def test_lesson_3_with_other_skills(fight: Any, skill: int, dodge: int, of_36: int) -> None:
    question = fight("melee", options={"defence": "dodge"}, A=("red", {"weapon_skill": skill}), B=("blue", {"dodge": dodge}))
    expected = sum(a + skill >= 4 and d + dodge < 4 + skill for a in range(1, 7) for d in range(1, 7))
    assert tohit.evaluate(question).chance == Fraction(expected, 36)
    assert expected == of_36


def test_shoot_from_the_hip_counts_each_time(fight: Any) -> None:
    question = shot(fight, 8, skill=5, shoot_from_the_hip=3, defence="dodge", target={"dodge": 0})
    assert [line for line in lines(question) if line[0] == "shoot-from-the-hip"] == [
        ("shoot-from-the-hip", "attack", -3), ("shoot-from-the-hip", "defence", -3),
    ]


def test_worth_and_waste_are_told_for_both_halves(fight: Any) -> None:
    by_hand = {"modifiers": [{"name": "gust", "attack": 9, "defence": 9}]}
    answer = tohit.evaluate(fight("melee", options={"defence": "dodge"}, overrides=by_hand, A="red", B=("blue", {"dodge": 0})))
    assert [(line.channel, line.wasted, worth(answer, line)) for line in answer.ledger if line.value] == [
        ("attack", 6, Fraction(1, 2)), ("defence", 6, Fraction(1, 2)),
    ]


# Melee: reach


@pytest.mark.parametrize(("reach", "ruling", "away"), [
    ("close", "from-adjacent", None), ("standard", "from-adjacent", 1), ("long", "from-adjacent", 2), ("long-1", "from-adjacent", 2),
    ("long-2", "from-adjacent", 3), ("long-7", "from-adjacent", 8), ("standard", "from-self", 1), ("long", "from-self", 2),
    ("long-1", "from-self", 1), ("long-2", "from-self", 2), ("long-7", "from-self", 7),
])
def test_a_weapon_strikes_one_ring_of_squares(fight: Any, reach: str, ruling: str, away: int | None) -> None:
    question = fight("melee", size=(21, 19), weapon={"reach": reach}, rulings={"long_reach": ruling}, A="red K10", B="blue A1")
    rows, cols = np.indices((19, 21))
    ring = np.maximum(abs(rows - 9), abs(cols - 10))
    assert (tohit.sweep(question, over="target.square").allowed == (ring == away)).all()


@pytest.mark.parametrize(("reach", "distance", "allowed"), [
    ("close", 0, True), ("close", 0.5, False), ("close", 1, False), ("standard", 0, False), ("standard", 1, True),
    ("standard", 1.4, True), ("standard", 2, False), ("long", 1, False), ("long", 2, True), ("long-3", 4.25, True),
])
@pytest.mark.parametrize("board", [True, False])
def test_with_a_distance_by_hand_reach_follows_from_it(fight: Any, reach: str, distance: float, allowed: bool, board: bool) -> None:
    minis = {"A": "red C3", "B": "blue J9"} if board else {"A": "red", "B": "blue"}
    given = {"distance": distance} if board else {"distance": distance, "reach_ok": None}
    assert refused(fight("melee", weapon={"reach": reach}, overrides=given, **minis)) == ([] if allowed else ["reach"])


def test_a_technique_that_strikes_nearer_is_an_override(fight: Any) -> None:
    question = fight("melee", weapon={"reach": "long"}, overrides={"reach_ok": True}, A="red C3", B="blue C4")
    assert refused(question) == []
    assert [line.key for line in tohit.evaluate(question).ledger] == ["override-reach-ok"]


def test_without_a_board_reach_or_distance_is_asked_for(fight: Any) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.overrides\.reach_ok: this must be given"):
        fight("melee", overrides={"reach_ok": None}, A="red", B="blue")


@pytest.mark.parametrize("missing", ["distance", "cover", "line_of_sight"])
@pytest.mark.parametrize("mode", ["ranged", "area"])
def test_without_a_board_a_shot_asks_for_what_it_would_tell(fight: Any, mode: str, missing: str) -> None:
    with pytest.raises(tohit.NotationError, match=rf"attack\.overrides\.{missing}: this must be given"):
        fight(mode, overrides={missing: None}, A="red", B="blue")


@pytest.mark.parametrize("reach", ["long-0", "long-60", "long-x", "Long", "far", "long-", 2, None])
def test_other_reaches_are_refused(fight: Any, reach: Any) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.weapon\.reach: got .*allowed: standard, close, long, or long-N"):
        fight("melee", weapon={"reach": reach}, A="red C3", B="blue C4")


# Ranged: range, aiming, ammunition


@pytest.mark.parametrize(("distance", "penalty"), [
    (0, 0), (15, 0), (15.001, 1), (15.5, 1), (16, 1), (30, 1), (30.001, 2), (31, 2), (60, 2), (61, 3), (120, 3), (121, 4), (240, 4),
    (240.001, None), (241, None), (10_000, None),
])
def test_each_doubling_of_the_increment_costs_one(fight: Any, distance: float, penalty: int | None) -> None:
    """D4 47: 15.5 m lies between the printed bands and costs 1."""
    question = shot(fight, distance, skill=5)
    if penalty is None:
        assert refused(question) == ["range"]
    else:
        assert lines(question)[0] == ("range-penalty", "attack", -penalty)


@pytest.mark.parametrize(("most", "distance", "penalty"), [
    (0, 15, 0), (0, 16, None), (2, 60, 2), (2, 61, None), (6, 960, 6), (6, 961, None), (999, 10_000, 10),
])
def test_four_is_only_usually_the_last_band(fight: Any, most: int, distance: int, penalty: int | None) -> None:
    question = shot(fight, distance, max_penalty=most)
    assert refused(question) == ([] if penalty is not None else ["range"])
    assert penalty is None or tohit.evaluate(question).totals["attack"] == -penalty


@pytest.mark.parametrize(("distance", "penalty"), [(30, 0), (31, 1), (60, 1), (61, 2), (480, 4), (481, None)])
def test_far_shot_doubles_the_increments(fight: Any, distance: int, penalty: int | None) -> None:
    question = shot(fight, distance, far_shot=True)
    assert refused(question) == ([] if penalty is not None else ["range"])
    assert penalty is None or tohit.evaluate(question).totals["attack"] == -penalty


@pytest.mark.parametrize(("distance", "points", "total"), [
    (15, 1, 0), (16, 1, 0), (31, 1, -1), (240, 1, -3), (31, 2, 0), (31, 5, 0), (240, 3, -1), (240, 0, -4),
])
def test_aiming_lowers_the_range_penalty_and_never_below_0(fight: Any, distance: int, points: int, total: int) -> None:
    answer = tohit.evaluate(shot(fight, distance, aimed=True, aim_points=points))
    assert answer.totals["attack"] == total
    aiming = next(line for line in answer.ledger if line.key == "aiming")
    assert aiming.applied == (aiming.value > 0)


@pytest.mark.parametrize("mode", ["ranged", "area"])
def test_a_ranged_spell_cannot_be_aimed(fight: Any, mode: str) -> None:
    for magic, aimed, keys in ((True, True, ["aiming"]), (True, False, []), (False, True, [])):
        assert refused(fight(mode, options={"magic": magic, "aimed": aimed}, A="red", B="blue")) == keys
    assert refused(fight("melee", options={"magic": True, "aimed": True}, A="red", B="blue")) == []


def test_distances_are_straight_lines_between_centres(fight: Any) -> None:
    """Increment 5: a square at (9, 12) is exactly 15 m away, the one behind it is farther."""
    question = fight("ranged", size=(40, 30), weapon={"increment": 5}, options={"max_penalty": 2}, A=("red A1", {"ranged_skill": 2}),
                     B="blue AN30")
    heat = tohit.sweep(question, over="target.square")
    for row, col in np.ndindex(30, 40):
        bands = [n for n in range(3) if row**2 + col**2 <= (5 * 2**n) ** 2]
        assert heat.allowed[row, col] == (bool(bands) and (row, col) != (0, 0))
        assert not heat.allowed[row, col] or heat.chance(row, col) == Fraction(5 - bands[0], 6)


def test_walls_block_and_minis_do_not(fight: Any) -> None:
    assert refused(fight("ranged", terrain=["wall E3"], A="red C3", B="blue G3")) == ["line-of-sight"]
    assert refused(fight("ranged", A="red C3", B="blue G3", C="red E3")) == []
    answer = tohit.evaluate(fight("ranged", terrain=["wall E3"], A="red C3", B="blue G3"))
    assert answer.refusals[0].causes == ("E3",)
    assert "E3" in answer.to_dict()["refusals"][0]["sentence"]


# Cover: the reader's own numbers


@pytest.mark.parametrize(("terrain", "totals", "shown"), [
    ([], (0, 0), {}),
    (["light E3"], (-1, -2), {"light-cover": ("E3",)}),
    (["light E3 F3"], (-1, -2), {"light-cover": ("E3", "F3")}),
    (["light G3"], (-1, -2), {"light-cover": ("G3",)}),
    (["light C3"], (0, 0), {}),
    (["light D4"], (0, 0), {}),
    (["heavy E3"], (-3, 1), {"heavy-cover": ("E3",)}),
    (["light E3", "heavy F3"], (-3, 1), {"light-cover": ("E3",), "heavy-cover": ("F3",)}),
])
@pytest.mark.parametrize("mode", ["ranged", "area"])
def test_cover_lies_between_or_under_the_target(fight: Any, mode: str, terrain: list[str], totals: tuple[int, int],
                                                shown: dict[str, Any]) -> None:
    question = fight(mode, terrain=terrain, options={"light_cover": "-1/-2", "heavy_cover": "-3/+1"}, A="red C3", B="blue G3")
    answer = tohit.evaluate(question)
    assert (answer.totals["attack"], answer.totals["defence"]) == totals
    assert {line.key: line.causes for line in answer.ledger if "cover" in line.key} == shown
    idle = [line.key for line in answer.ledger if not line.applied]
    assert idle == (["light-cover"] if len(shown) == 2 else [])  # said once, though it has two numbers


@pytest.mark.parametrize(("cover", "totals"), [("none", (0, 0)), ("light", (-1, 0)), ("heavy", (-2, -2))])
def test_cover_by_hand_replaces_the_board_s(fight: Any, cover: str, totals: tuple[int, int]) -> None:
    question = fight("ranged", terrain=["light E3", "heavy F3"], options={"light_cover": "-1/0", "heavy_cover": "-2/-2"},
                     overrides={"cover": cover}, A="red C3", B="blue G3")
    answer = tohit.evaluate(question)
    assert (answer.totals["attack"], answer.totals["defence"]) == totals
    assert "override-cover" in [line.key for line in answer.ledger]


def test_cover_without_a_number_says_that_the_text_gives_none(fight: Any) -> None:
    answer = tohit.evaluate(fight("ranged", terrain=["light E3"], A="red C3", B="blue G3"))
    told = [line["because"] for line in answer.to_dict()["ledger"] if line["key"] == "light-cover"]
    assert told and "not found in the texts" in told[0]
    assert any("absente des textes" in line["because"] for line in answer.to_dict("fr")["ledger"] if line["key"] == "light-cover")


def test_melee_takes_no_cover(fight: Any) -> None:
    question = fight("melee", terrain=["light D3"], options={"light_cover": "-1/-1"}, A="red C3", B="blue D3")
    assert lines(question) == []


# Lessons


@pytest.mark.parametrize(("squares", "chance"), [(6, 3), (12, 2), (18, 1), (24, 1), (36, 0)])
def test_lesson_7_doubling_hurts_less_than_steps(fight: Any, squares: int, chance: int) -> None:
    """Need 4+, increment 6: 1/2, 1/3, 1/6, 1/6, 0."""
    assert tohit.evaluate(shot(fight, squares, skill=0, weapon={"increment": 6})).chance == Fraction(chance, 6)


@pytest.mark.parametrize("distance", [31, 45, 60])
def test_lesson_8_aim_or_shoot(fight: Any, distance: int) -> None:
    """The mean wounds of two quick shots and one aimed one are the same; the chance of at least one is not."""
    target = {"toughness": 15}
    quick = tohit.evaluate(shot(fight, distance, skill=0, attacks=2, target=target))
    aimed = tohit.evaluate(shot(fight, distance, skill=0, aimed=True, target=target))
    assert quick.damage.mean() == aimed.damage.mean() == Fraction(1, 6)
    assert (quick.outcomes["wound"], aimed.outcomes["wound"]) == (Fraction(23, 144), Fraction(24, 144))


# Documents


@pytest.mark.parametrize(("path", "value"), [
    ("minis[0].stats.scale", 9), ("minis[0].stats.scale", -5), ("minis[0].stats.toughness", 1000), ("minis[0].stats.block", 1000),
    ("minis[0].stats.evasion", 1), ("attack.weapon.die", 1), ("attack.weapon.die", 101), ("attack.weapon.plus", 1000),
    ("attack.weapon.increment", 0), ("attack.weapon.scale", 9), ("attack.options.defence", "duck"), ("attack.options.aimed", "yes"),
    ("attack.options.light_cover", "-1"), ("attack.options.light_cover", "-1/-1000"), ("attack.options.shape", "cube"),
    ("attack.options.shape_scale", 9), ("attack.options.direction", "NE"), ("attack.options.aim_at", "C0"),
    ("attack.options.shoot_from_the_hip", -1), ("attack.options.max_penalty", 1000), ("rulings.critical", "on"), ("attack.attacks", 1001),
])
def test_what_passes_a_limit_is_refused_with_its_path(fight: Any, path: str, value: Any) -> None:
    question = fight("ranged", A="red", B="blue")
    with pytest.raises(tohit.NotationError) as refusal:
        tohit.apply(question, [{"path": path, "value": value}])
    assert str(refusal.value).startswith(f"{path}: got ")


def test_a_document_goes_round_with_everything_in_it(fight: Any) -> None:
    options = {"magic": True, "defence": "block", "aim_points": 2, "on_the_exhale": True, "far_shot": True, "shoot_from_the_hip": 2,
               "max_penalty": 5, "scale_damage": False, "light_cover": "-1/0", "heavy_cover": "-2/-2", "effect_only": True,
               "shape": "cone", "shape_scale": 2, "aim_at": "D4", "direction": "W"}
    weapon = {"die": 10, "plus": -1, "increment": 8, "reach": "long-12", "scale": 1}
    stats = {"scale": 2, "weapon_skill": 1, "ranged_skill": 2, "magic_skill": 3, "block": 0, "dodge": 1, "parry": 2,
             "toughness": 12, "evasion": True}
    question = fight("area", weapon=weapon, options=options, A=("red C3", stats), B="blue J9")
    held = json.loads(tohit.dumps(question))
    assert held["attack"]["options"] == options and held["attack"]["weapon"] == weapon and held["minis"][0]["stats"] == stats
    assert tohit.loads(tohit.link(question)) == question
