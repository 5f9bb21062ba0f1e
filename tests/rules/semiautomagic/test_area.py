"""Area attacks: where they land, whom they cover, and what one damage die does to them all."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.geometry import parse_square, square_name
from tohit.core.situation import Situation
from tohit.ready import ready
from tohit.rules import _semiautomagic_ground as ground
from tohit.rules._semiautomagic_shape import shape_of, side
from tohit.rules.semiautomagic import coverage, template

WAYS = {"8": [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], "4": [(1, 0), (0, 1), (-1, 0), (0, -1)]}
FIREBALL = {"die": 6, "plus": 6, "increment": 15}
SURE = {"ranged_skill": 3}
CONE = {(0, 0), (1, 0), (2, 0), (3, 0), (2, -1), (2, 1), (3, -1), (3, 1)}
TURNED = {"N": lambda a, r: (a, r), "E": lambda a, r: (r, a), "S": lambda a, r: (-a, r), "W": lambda a, r: (r, -a)}
"""So far ahead and so far to the side, as steps north and east."""


def fates(question: Any) -> dict[str, dict[str, Fraction]]:
    return {name: fate["outcomes"] for name, fate in tohit.evaluate(question).extras["targets"].items()}


# Shapes


def covered(kind: str, scale: int, direction: str = "N", printed: bool = False) -> set[tuple[int, int]]:
    rows, cols = np.mgrid[-40:41, -40:41]
    held = shape_of(kind, scale, direction, printed).covers(rows, cols)
    return {(row - 40, col - 40) for row, col in np.argwhere(held).tolist()}


@pytest.mark.parametrize(("scale", "low", "high"), [(-4, 0, 0), (-1, 0, 0), (0, 0, 0), (1, 0, 1), (2, -1, 2), (3, -3, 4), (4, -7, 8)])
def test_a_sphere_is_as_wide_as_a_square_of_its_scale(scale: int, low: int, high: int) -> None:
    """The chosen square is the south-west one of the middle four."""
    assert covered("sphere", scale) == set(product(range(low, high + 1), repeat=2))


@pytest.mark.parametrize(("scale", "metres"), [(-1, 1), (0, 1), (1, 2), (2, 4), (4, 8)])
def test_the_printed_sizes_of_spheres_fit_twice_the_scale(scale: int, metres: int) -> None:
    assert len(covered("sphere", scale, printed=True)) == metres**2


def test_golden_001_g9_the_side_of_a_square() -> None:
    assert [side(scale) for scale in range(-1, 5)] == [Fraction(1, 2), 1, 2, 4, 8, 16]
    assert [len(covered("sphere", scale)) ** 0.5 for scale in range(5)] == [1, 2, 4, 8, 16]


@pytest.mark.parametrize(("scale", "direction", "rows", "cols"), [
    (-1, "N", range(1), range(1)), (0, "N", range(2), range(1)), (0, "E", range(1), range(2)), (0, "S", range(-1, 1), range(1)),
    (0, "W", range(1), range(-1, 1)), (1, "N", range(4), range(1)), (2, "N", range(8), range(2)), (2, "S", range(-7, 1), range(2)),
    (2, "E", range(2), range(8)), (2, "W", range(2), range(-7, 1)), (3, "E", range(-1, 3), range(16)),
])
def test_a_line_is_half_a_square_wide_and_two_long(scale: int, direction: str, rows: range, cols: range) -> None:
    assert covered("line", scale, direction) == set(product(rows, cols))


@pytest.mark.parametrize("direction", ["N", "E", "S", "W"])
@pytest.mark.parametrize("scale", [-1, 0, 1, 2, 3, 4])
def test_a_cone_meets_every_square_that_its_inside_meets(scale: int, direction: str) -> None:
    """Points of each square against the triangle: from the middle of the near edge, as wide as long at its end."""
    length, parts = max(1, 2**scale), 16
    expected = set()
    for away, aside in product(range(length), range(-length, length + 1)):
        points = product(range(parts), repeat=2)
        if any(abs(2 * (2 * (aside * parts) - parts + 2 * b + 1)) < 2 * (away * parts) + 2 * a + 1 for a, b in points):
            expected.add({"N": (away, aside), "E": (aside, away), "S": (-away, aside), "W": (aside, -away)}[direction])
    assert covered("cone", scale, direction) == expected


@pytest.mark.parametrize(("longer", "wider", "direction", "rows", "cols"), [
    (0, 0, "N", range(5), range(1)), (1, 0, "E", range(1), range(10)), (0, 1, "N", range(5), range(2)),
    (2, 2, "S", range(-14, 1), range(-1, 2)),
])
def test_a_spell_s_line_grows_by_metamagic(fight: Any, longer: int, wider: int, direction: str, rows: range, cols: range) -> None:
    """5 m by 1 m; 5 m longer or 1 m wider for each metamagic."""
    question = fight("area", size=(40, 40), A="red P10", B="blue P20", options={
        "magic": True, "shape": "magic-line", "metamagic_length": longer, "metamagic_width": wider, "direction": direction})
    held = {tuple(place - at for place, at in zip(parse_square(name), parse_square("P20"), strict=True)) for name in template(question)}
    assert held == set(product(rows, cols))


@pytest.mark.parametrize("direction", ["N", "E", "S", "W"])
def test_a_spell_s_cone_is_4_metres_long_and_half_as_wide(fight: Any, direction: str) -> None:
    """Its edge is a quarter out for each metre: it enters the squares beside its axis past the second."""
    question = fight("area", A="red C3", B="blue H7", options={"shape": "magic-cone", "direction": direction})
    row, col = parse_square("H7")
    expected = {square_name(row + north, col + east) for north, east in (TURNED[direction](*square) for square in CONE)}
    assert set(template(question)) == expected


def shape_of_attack(options: Any) -> set[tuple[int, int]]:
    """The squares of a template; those of a spell's own line or cone one by one."""
    if not options.shape.startswith("magic-"):
        return covered(options.shape, options.shape_scale, options.direction)
    if options.shape == "magic-line":
        wide = 1 + options.metamagic_width
        sides = {1: range(1), 2: range(2), 3: range(-1, 2)}[wide]
        found = set(product(range(5 + 5 * options.metamagic_length), sides))
    else:
        found = CONE
    return {TURNED[options.direction](*square) for square in found}


# Step one: a square in range


@pytest.mark.parametrize("scale", [-4, -1, 0, 1, 2, 8])
def test_golden_001_g1_the_area_is_attacked_as_if_it_were_of_your_scale(fight: Any, scale: int) -> None:
    answer = tohit.evaluate(fight("area", A=("red C3", {"ranged_skill": 2, "scale": scale}), B=("blue G3", {"scale": 3})))
    assert answer.chance == Fraction(5, 6)
    assert answer.base[0].value == 4 - scale


def test_the_square_decides_on_range_sight_and_cover(fight: Any) -> None:
    minis = {"A": ("red B2", SURE), "B": "blue B9"}
    options = {"light_cover": "-1/0", "max_penalty": 1}
    question = fight("area", terrain=["wall B5", "light F2"], weapon={"increment": 4}, options=options, **minis)
    assert [refusal.key for refusal in tohit.evaluate(question).refusals] == ["line-of-sight"]
    for square, keys, causes in (("H2", [], ("F2",)), ("K2", ["range"], ("F2",)), ("B8", ["line-of-sight"], None)):
        answer = tohit.evaluate(tohit.apply(question, [{"path": "attack.options.aim_at", "value": square}]))
        assert [refusal.key for refusal in answer.refusals] == keys
        assert [line.causes for line in answer.ledger if line.key == "light-cover"] == ([causes] if causes else [])
        assert square in str(answer.to_dict()["refusals" if keys else "ledger"])


def test_an_aim_needs_a_board_and_lies_on_it(fight: Any) -> None:
    with pytest.raises(tohit.SceneError, match=r"attack\.options\.aim_at: Q3 is off the board"):
        fight("area", options={"aim_at": "Q3"}, A="red C3", B="blue D3")
    with pytest.raises(tohit.NotationError, match=r"attack\.options\.aim_at: there is no board"):
        fight("area", options={"aim_at": "C3"}, A="red", B="blue")


def test_other_attacks_go_at_the_target_wherever_an_area_was_aimed(fight: Any) -> None:
    question = fight("ranged", weapon={"increment": 2}, options={"aim_at": "P12"}, A="red C3", B="blue D3")
    assert tohit.evaluate(question).totals["attack"] == 0


# Step two: on target, or strewn


@pytest.mark.parametrize(("away", "dice", "ruling"), [(5, 1, "at-least-one"), (5, 0, "as-printed"), (10, 1, "at-least-one"),
                                                      (10, 1, "as-printed"), (11, 2, "as-printed"), (21, 3, "at-least-one")])
@pytest.mark.parametrize("aimed", [False, True])
def test_a_miss_strays_by_the_increments_before_aiming(fight: Any, away: int, dice: int, ruling: str, aimed: bool) -> None:
    """Everybody on a row through the square aimed at; each is hit by the chance of just that many squares."""
    centre = 1 + away
    minis = {"A": ("red A1", {"ranged_skill": -9}), "B": f"blue {square_name(0, centre - 1)}"}
    minis |= {f"Foe {n}": f"blue {square_name(0, centre - 1 + n)}" for n in range(1, 19)}
    question = fight("area", size=(60, 3), weapon={**FIREBALL, "increment": 5}, options={"aimed": aimed},
                     rulings={"scatter_dice": ruling}, **minis)
    found = fates(question)
    strewn = Counter(sum(row) for row in product(range(1, 7), repeat=dice))
    assert found["B"]["wound"] == (0 if dice else 1)
    for n in range(1, 19):
        assert found[f"Foe {n}"]["wound"] == Fraction(strewn[n], 8 * 6**dice)


def test_golden_001_g7_and_g8_a_named_square_on_an_axis(fight: Any) -> None:
    minis = {"A": ("red C3", {"ranged_skill": -9}), "B": "blue H8", **{f"Foe {square}": f"blue {square}" for square in ("H9", "L12", "B8", "I10")}}
    found = fates(fight("area", weapon=FIREBALL, **minis))
    assert [found[f"Foe {square}"]["wound"] for square in ("H9", "L12", "B8", "I10")] == [Fraction(1, 48)] * 3 + [0]
    found = fates(fight("area", weapon=FIREBALL, rulings={"scatter_directions": "4"}, **minis))
    assert [found[f"Foe {square}"]["wound"] for square in ("H9", "L12", "B8", "I10")] == [Fraction(1, 24), 0, Fraction(1, 24), 0]
    scatter = next(procedure for procedure in tohit.ruleset("semiautomagic").procedures if procedure.key == "scatter")
    assert scatter.chances(dice=2).chance(7) == Fraction(1, 6)
    assert scatter.chances(dice=1).chance(3) / 8 == Fraction(1, 48)


@pytest.mark.parametrize(("own", "weapon", "step"), [(0, 0, 1), (-2, -1, 1), (1, 0, 2), (0, 1, 2), (1, 2, 4), (-1, 1, 2)])
def test_a_miss_strays_in_squares_of_the_larger_scale(fight: Any, own: int, weapon: int, step: int) -> None:
    minis = {"A": ("red A1", {"ranged_skill": -9, "scale": own}), "B": "blue Z30"}
    minis |= {f"Foe {n}": f"blue {square_name(29, 25 + n)}" for n in range(1, 25)}
    found = fates(fight("area", size=(60, 60), weapon={"die": 6, "plus": 6, "increment": 99, "scale": weapon}, **minis))
    hit = {n for n in range(1, 25) if found[f"Foe {n}"]["wound"]}
    assert hit == {n * step for n in range(1, 7)}


# Steps three and four: everyone in the area


@pytest.mark.parametrize(("evasion", "wound", "dying"), [(False, Fraction(5, 6), Fraction(5, 18)), (True, Fraction(5, 9), Fraction(5, 18))])
@pytest.mark.parametrize("board", [True, False])
def test_golden_001_g3_and_g4_a_dodge_takes_3_off_and_with_evasion_everything(fight: Any, evasion: bool, wound: Fraction,
                                                                              dying: Fraction, board: bool) -> None:
    places = ("red C3", "blue H3") if board else ("red", "blue")
    question = fight("area", weapon=FIREBALL, options={"defence": "dodge"}, A=(places[0], {"ranged_skill": 2}),
                     B=(places[1], {"dodge": 1, "evasion": evasion}))
    answer = tohit.evaluate(question)
    assert answer.outcomes == {"wound": wound, "dying": dying}
    assert answer.damage == Distribution.from_chances({0: 1 - wound, 1: wound})
    assert [(stage.key, stage.lands) for stage in answer.stages] == [("to-hit", True), ("defence", False), ("wound", False), ("dying", False)]


@pytest.mark.parametrize(("defence", "effect_only", "evasion", "saved"), [
    ("none", False, False, 0), ("parry", False, False, 0), ("parry", False, True, 0), ("block", False, False, Fraction(1, 2)),
    ("dodge", False, True, Fraction(1, 2)), ("block", True, False, Fraction(1, 2)), ("dodge", True, True, Fraction(1, 2)),
    ("dodge", True, False, 0),
])
def test_shields_block_dodges_help_and_nobody_parries(fight: Any, defence: str, effect_only: bool, evasion: bool, saved: Fraction) -> None:
    stats = {"block": 3, "dodge": 3, "parry": 3, "evasion": evasion}
    question = fight("area", weapon=FIREBALL, options={"defence": defence, "effect_only": effect_only}, A=("red C3", SURE), B=("blue H3", stats))
    answer = tohit.evaluate(question)
    assert answer.outcomes["affected" if effect_only else "wound"] == 1 - saved
    assert not effect_only or (answer.outcomes["wound"], answer.extras["joint"]) == (0, Distribution.certain(0))
    idle = [(line.key, line.applied) for line in answer.ledger if line.key == "no-area-defence"]
    assert idle == ([("no-area-defence", False)] if defence == "parry" or (defence == "dodge" and not saved) else [])


def test_golden_001_g6_one_die_for_all_is_not_a_die_for_each(fight: Any) -> None:
    minis = {"A": ("red A1", SURE), "B": "blue F6", "C": ("blue G6", {"toughness": 11})}
    answer = tohit.evaluate(fight("area", weapon=FIREBALL, options={"shape_scale": 1}, **minis))
    assert answer.extras["joint"].at_least(1) == Fraction(1, 2)
    assert answer.extras["joint"].to_dict() == {"0": "1/2", "1": "1/3", "2": "1/6"}
    apart = 1 - (1 - Fraction(1, 2)) * (1 - Fraction(1, 6))
    assert apart == Fraction(7, 12)  # what independent dice would give


def test_friends_and_the_shooter_count_and_are_named(fight: Any) -> None:
    minis = {"A": ("red F6", SURE), "B": "blue G6", "Friend": "red G7", "Far": "red A1", "Cart": ("grey F7", {"toughness": 12})}
    answer = tohit.evaluate(fight("area", weapon=FIREBALL, options={"shape_scale": 1, "aim_at": "F6"}, **minis))
    line = next(line for line in answer.ledger if line.key == "friends-in-area")
    assert (line.value, line.applied, line.causes) == (0, True, ("A", "Friend"))
    assert "A, Friend" in answer.to_dict()["ledger"][-1]["because"]
    found = {name: fate["outcomes"]["wound"] for name, fate in answer.extras["targets"].items()}
    assert found == {"A": 1, "B": 1, "Friend": 1, "Far": 0, "Cart": 1}
    assert "friends-in-area" not in [line.key for line in tohit.evaluate(fight("area", A=("red F6", SURE), B="blue G6")).ledger]


def test_what_is_not_allowed_tells_of_nobody(fight: Any) -> None:
    told = tohit.evaluate(fight("area", terrain=["wall E3"], A="red C3", B="blue G3")).to_dict()
    nobody = {"outcomes": {"wound": "0", "dying": "0"}}
    assert (told["targets"], told["joint"], told["damage"]) == ({"A": nobody, "B": nobody}, {"0": "1"}, {"0": "1"})


# Against brute force


def scene(fight: Any, seed: int, attacks: int = 1) -> Any:
    draw = random.Random(seed)
    squares = [square_name(row, col) for row in range(9) for col in range(9)]
    draw.shuffle(squares)
    minis = {
        name: (f"{draw.choice(['red', 'blue'])} {squares.pop()}", {
            "ranged_skill": draw.randint(-1, 4), "magic_skill": draw.randint(-1, 4), "scale": draw.choice([-1, 0, 0, 0, 1]),
            "block": draw.choice([None, 0, 2, 4]), "dodge": draw.choice([None, 0, 1, 3]), "toughness": draw.randint(4, 16),
            "evasion": draw.random() < 0.3, "uncanny_resilience": draw.random() < 0.3, "mobility_penalty": draw.choice([0, 0, 1, 3]),
        }) for name in ("A", "B", "C", "D", "E", "F")[:draw.randint(2, 6)]
    }
    return fight(
        "area", size=(9, 9), attacks=attacks,
        weapon={"die": draw.choice([4, 6, 8]), "plus": draw.randint(0, 7), "increment": draw.choice([3, 5, 20]), "scale": draw.choice([0, 0, 1])},
        options={"defence": draw.choice(["none", "block", "dodge", "parry"]), "shape": draw.choice(["sphere", "line", "cone", "magic-line", "magic-cone"]),
                 "shape_scale": draw.randint(-1, 2), "metamagic_length": draw.randint(0, 1), "metamagic_width": draw.randint(0, 2), "direction": draw.choice("NESW"), "aim_at": draw.choice([None, squares.pop()]),
                 "magic": draw.random() < 0.5, "on_the_exhale": draw.random() < 0.5, "shoot_from_the_hip": draw.choice([0, 0, 1])},
        rulings={"damage_test": draw.choice(["exceeds", "meets"]), "critical": draw.choice(["off", "off", "reroll-plus-2"]),
                 "scatter_dice": draw.choice(["at-least-one", "as-printed"]), "scatter_directions": draw.choice("84")},
        overrides={"modifiers": [{"name": "given", "attack": draw.randint(-2, 1), "defence": draw.randint(-2, 2)}]},
        **minis,
    )


def brute(question: Any) -> tuple[dict[str, list[Fraction]], dict[frozenset[str], Fraction]]:
    """Everybody's chances, and the chance of exactly each set of dying minis, over every landing, face and defence roll."""
    options, rulings, weapon = question.attack.options, question.rulings, question.attack.weapon
    shooter, totals = question.attacker, tohit.evaluate(question).totals
    skill = shooter.stats.magic_skill if options.magic else shooter.stats.ranged_skill
    critical = rulings.critical == "reroll-plus-2"

    def check(bonus: int, dc: int) -> Fraction:
        throws = list(product(range(1, 7), repeat=2))
        return Fraction(sum(a + bonus >= dc or (critical and a == 6 and b + bonus + 2 >= dc) for a, b in throws), 36)

    row, col = options.aim_at or question.target.at
    squared = (row - shooter.at[0]) ** 2 + (col - shooter.at[1]) ** 2
    bands = next(n for n in range(5) if squared <= (weapon.increment * 2**n) ** 2)
    dice = bands if rulings.scatter_dice == "as-printed" else max(1, bands)
    step = max(1, 2 ** max(shooter.stats.scale, weapon.scale))
    hit = check(skill + totals["attack"], 4 - shooter.stats.scale)
    shape = shape_of_attack(options)
    places: Counter[tuple[int, int]] = Counter({(row, col): hit})
    for (north, east), throw in product(WAYS[rulings.scatter_directions], product(range(1, 7), repeat=dice)):
        away = sum(throw) * step
        places[row + north * away, col + east * away] += (1 - hit) / (len(WAYS[rulings.scatter_directions]) * 6**dice)
    chances = {mini.name: [Fraction(0), Fraction(0)] for mini in question.scene.minis}
    dying: dict[frozenset[str], Fraction] = Counter()
    for (north, east), share in places.items():
        inside = [mini for mini in question.scene.minis if (mini.at[0] - north, mini.at[1] - east) in shape]
        for face in range(1, weapon.die + 1):
            sets = {frozenset(): share / weapon.die}
            for mini in inside:
                bonus = getattr(mini.stats, options.defence, None) if options.defence in ("block", "dodge") else None
                if options.defence == "dodge" and bonus is not None:
                    bonus -= mini.stats.mobility_penalty
                saved = Fraction(0) if bonus is None else check(bonus, 4 + skill + totals["defence"])
                negates = options.defence == "block" or mini.stats.evasion
                ends = [(1 - saved, face + weapon.plus), (saved, None if negates else face + weapon.plus - 3)]
                over = [[amount is not None and (amount >= limit if rulings.damage_test == "meets" else amount > limit)
                         for limit in (mini.stats.toughness - 6, mini.stats.toughness + mini.stats.uncanny_resilience)] for _, amount in ends]
                for place in (0, 1):
                    chances[mini.name][place] += share / weapon.die * sum(part for (part, _), end in zip(ends, over, strict=True) if end[place])
                falls = sum((part for (part, _), end in zip(ends, over, strict=True) if end[1]), Fraction(0))
                sets = {who | extra: held * part for who, held in sets.items()
                        for extra, part in ((frozenset(), 1 - falls), (frozenset([mini.name]), falls)) if part}
            for who, held in sets.items():
                dying[who] += held
    return chances, dying


@pytest.mark.parametrize("seed", range(60))
def test_everybody_s_fate_is_that_of_every_landing_and_every_die(fight: Any, seed: int) -> None:
    question = scene(fight, seed)
    answer = tohit.evaluate(question)
    if not answer.allowed:
        assert {refusal.key for refusal in answer.refusals} <= {"range", "from-the-hip"}
        return
    chances, dying = brute(question)
    assert fates(question) == {name: dict(zip(("wound", "dying"), pair, strict=True)) for name, pair in chances.items()}
    counted: Counter[int] = Counter()
    for who, share in dying.items():
        counted[len(who)] += share
    assert answer.extras["joint"] == Distribution.from_chances(dict(counted))
    assert answer.outcomes == fates(question)["B"]
    assert answer.damage.mean() == answer.outcomes["wound"]


@pytest.mark.parametrize("seed", range(30))
def test_several_attacks_leave_dying_whoever_any_of_them_does(fight: Any, seed: int) -> None:
    question = scene(fight, seed, attacks=3)
    answer = tohit.evaluate(question)
    if not answer.allowed:
        return
    chances, dying = brute(question)
    assert fates(question) == {name: dict(zip(("wound", "dying"), (1 - (1 - chance) ** 3 for chance in pair), strict=True))
                               for name, pair in chances.items()}
    after = {frozenset(): Fraction(1)}
    for _ in range(3):
        united: Counter[frozenset[str]] = Counter()
        for (before, held), (more, share) in product(after.items(), dying.items()):
            united[before | more] += held * share
        after = united
    counted: Counter[int] = Counter()
    for who, share in after.items():
        counted[len(who)] += share
    assert answer.extras["joint"] == Distribution.from_chances(dict(counted))


def test_many_area_attacks_on_many_frail_minis_are_refused_before_any_work(fight: Any) -> None:
    squares = [square_name(row, col) for row in range(4, 8) for col in range(4, 8)]
    minis = {"A": ("red A1", {**SURE, "toughness": 99}), **{f"Foe {n}": f"blue {square}" for n, square in enumerate(squares)}}
    question = fight("area", attacks=2, weapon=FIREBALL, options={"shape_scale": 2, "aim_at": "F6"}, **minis)
    with pytest.raises(tohit.NotationError, match=r"attack\.attacks: 2 area attacks that could leave 16 minis dying"):
        tohit.evaluate(question)
    once = tohit.apply(question, [{"path": "attack.attacks", "value": 1}])
    assert tohit.evaluate(once).extras["joint"].chance(16) == Fraction(1, 2)
    tough = tohit.apply(question, [{"mini": f"Foe {n}", "stats": {"toughness": 12}} for n in range(16)])
    assert tohit.evaluate(tough).extras["joint"] == Distribution.certain(0)


# What a board draws


@pytest.mark.parametrize("seed", range(20))
def test_coverage_is_everybody_s_chance_to_be_there(fight: Any, seed: int) -> None:
    """A mini that anything wounds is wounded by the chance that its square is covered."""
    question = scene(fight, seed)
    allowed = tohit.evaluate(question).allowed
    heat = coverage(question)
    assert heat.allowed.all() == allowed
    frail = [{"mini": mini.name, "stats": {"toughness": -99, "block": None, "dodge": None}} for mini in question.scene.minis]
    found = fates(tohit.apply(question, frail))
    for mini in question.scene.minis:
        assert heat.chance(*mini.at) == found[mini.name]["wound"]
    aim = ground.aimed(Situation(question)).target
    shape = shape_of_attack(question.attack.options)
    assert {parse_square(name) for name in template(question)} == {
        (int(aim.row) + north, int(aim.col) + east) for north, east in shape
        if 0 <= int(aim.row) + north < 9 and 0 <= int(aim.col) + east < 9
    }


def test_only_area_attacks_have_a_template(fight: Any) -> None:
    for question in (fight("ranged", A="red C3", B="blue D3"), fight("area", A="red", B="blue")):
        assert (template(question), coverage(question)) == ([], None)


def test_the_explanation_tells_everybody_s_fate_in_both_languages() -> None:
    answer = tohit.evaluate(ready(tohit.ruleset("semiautomagic"))["fireball-among-friends"])
    told = answer.to_dict()
    for lang in ("en", "fr"):
        text = "\n".join(tohit.explain(answer, lang))
        for name, fate in told["targets"].items():
            for chance in fate["outcomes"].values():
                assert chance == "0" or f"{name}, " in text and chance in text
        assert all(chance in text for chance in told["joint"].values())
