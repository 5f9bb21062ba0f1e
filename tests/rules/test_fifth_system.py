"""A fifth rule system in one place: two dice against a table of differences; everything else comes by itself."""

import ast
import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from contract import *
from contract import System
from contract_scenes import squares

import tohit
from tohit.core import measure
from tohit.core.distribution import Distribution
from tohit.core.geometry import adjacent, chebyshev, in_arc
from tohit.core.kinds import Flag, Whole
from tohit.core.modifier import Modifier, Requirement, count
from tohit.core.resolution import Resolution, Stage
from tohit.core.ruleset import Base, Mode, Ruleset, Ruling, Stat
from tohit.widgets import groups_of

PAGE = "Two Dice, page 1"
THROWS = sorted(map(sum, product(range(1, 7), repeat=2)))  # the 36 throws of two dice, the lowest first


def friends_beside(s):
    beside = adjacent(s.target.row - s.others.row, s.target.col - s.others.col, diagonal=True)
    return s.others.on_side(s.attacker.side) & beside


def numbers(s):
    better = s.attacker.skill + s.totals["attack"] - s.target.skill  # the table: from 5 and more to 11 and more
    return {"need": 11 - sum((better >= least) * 1 for least in (-6, -3, -1, 1, 3, 6)), "attacks": s.attack.attacks}


def resolve(*, need, attacks):
    faces = tuple(place for place, total in enumerate(THROWS, 1) if total >= need)
    chance = Fraction(len(faces), len(THROWS))
    hits = Distribution.of({0: len(THROWS) - len(faces), 1: len(faces)}).times(attacks)
    return Resolution(chance, (Stage("to-hit", len(THROWS), f"{need}+", faces, chance, dice=(6, 6)),), hits, {"hit": hits.at_least(1)})


SHOOT = Mode(
    key="shoot", base=(Base("skill", lambda s: s.attacker.skill), Base("target-skill", lambda s: s.target.skill)),
    modifiers=(Modifier("far", lambda s: measure.steps(s.distance, s.weapon.step), PAGE, -1, causes=lambda s: (s.target.name,)),
               Modifier("crowd", lambda s: count(friends_beside(s)), PAGE, -2, causes=lambda s: s.others.names(friends_beside(s))),
               Modifier("aimed", lambda s: bool(s.options.aimed), PAGE, 2)),
    requirements=(Requirement("sight", lambda s: s.in_sight, PAGE, causes=lambda s: s.blockers or (s.target.name,)),
                  Requirement("front", lambda s: s.decided("facing_ok", lambda: in_arc(
                      s.attacker.facing, s.dr, s.dc, s.rulings.edge == "in")), PAGE, causes=lambda s: (s.target.name,))),
    numbers=numbers, resolve=resolve, asks=("distance", "line_of_sight", "facing_ok"), outcomes=lambda s: ("hit",),
)
RULES = Ruleset(key="two-dice", facings=4, channels=("attack",), stats=(Stat("skill", Whole(0, 20), 5),), modes=(SHOOT,),
                weapon=(Stat("step", Whole(1, 60), 3),), options=(Stat("aimed", Flag(), False),), rulings=(Ruling("edge", ("in", "out")),),
                distance=lambda s: measure.thousandths(chebyshev(s.dr, s.dc)), words={"fr": {"crowd": "mêlée"}})


def make(draw: random.Random) -> dict:
    minis = [
        {"name": f"Mini {index}", "side": draw.choice("rrb"), "at": square, "facing": draw.choice("NESW"),
         "stats": {"skill": draw.randint(0, 12)}}
        for index, square in enumerate(squares(draw, 5, 6, draw.randint(2, 6)))
    ]
    taken = {mini["at"] for mini in minis}
    walls = [square for square in squares(draw, 5, 6, draw.randint(0, 4)) if square not in taken]
    overrides = draw.choice([{}, {}, {"modifiers": [{"name": "by hand", "attack": draw.randint(-4, 4)}]}, {"facing_ok": True}])
    return {
        "format": "tohit/1", "rules": RULES.key, "rulings": {"edge": draw.choice(["in", "out"])}, "minis": minis,
        "board": {"columns": 5, "rows": 6, "terrain": [{"at": [square], "kind": "wall"} for square in walls]},
        "attack": {"attacker": "Mini 0", "target": "Mini 1", "mode": "shoot", "attacks": draw.randint(1, 3),
                   "weapon": {"step": draw.randint(1, 4)}, "options": {"aimed": draw.random() < 0.3}, "overrides": overrides},
    }


def ask(**attack: object) -> tohit.Question:
    """Ann beside her friend's target: skill 7 against 6, 3 squares away."""
    minis = [{"name": "Ann", "side": "red", "at": "C1", "facing": "N", "stats": {"skill": 7}},
             {"name": "Bob", "side": "blue", "at": "C4", "stats": {"skill": 6}}, {"name": "Cid", "side": "red", "at": "D5"}]
    return tohit.loads(json.dumps({
        "format": "tohit/1", "rules": RULES.key, "board": {"columns": 8, "rows": 6}, "minis": minis,
        "attack": {"attacker": "Ann", "target": "Bob", "mode": "shoot", **attack},
    }), rules=RULES)


@pytest.fixture
def system() -> System:
    return System(RULES, make)


def test_the_declaration_is_short() -> None:
    """Fewer than 60 lines, imports and blank lines included."""
    tree = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    declared = next(node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "RULES")
    assert declared.end_lineno < 60


def test_controls() -> None:
    paths = [field["path"] for group in groups_of(ask(), RULES.say()) for field in group["fields"]]
    for path in ("minis[0].stats.skill", "minis[1].stats.skill", "attack.weapon.step", "attack.options.aimed", "rulings.edge"):
        assert path in paths


def test_ledger_and_explanation() -> None:
    """7 - 1 - 2 against 6 is -2: 9 or more on two dice, 10 of 36."""
    answer = tohit.evaluate(ask())
    assert [(line.key, line.value, line.causes) for line in answer.ledger] == [("far", -1, ("Bob",)), ("crowd", -2, ("Cid",))]
    assert answer.chance == Fraction(10, 36)
    assert tohit.evaluate(ask(options={"aimed": True})).chance == Fraction(15, 36)
    english, french = (" ".join(tohit.explain(answer, lang)) for lang in ("en", "fr"))
    assert "crowd" in english and "mêlée" in french and "5/18" in english and "5/18" in french
    assert "2d6" in english and "2d6" in french and "sums 9, 10, 11, 12" in english and "d36" not in english + french


def test_two_dice_are_told_by_their_sums() -> None:
    """10 of the 36 throws reach 9: the sums 9 to 12, in the headline and in the chart."""
    page = tohit.explore(RULES, ask()).page
    try:
        assert [(face["face"], face["hit"]) for face in page.headline.faces] == [(total, total >= 9) for total in range(2, 13)]
        assert page.headline.fraction == "10 in 36"
        bars = page.faces.figure.marks[0]
        assert bars.x[:11].tolist() == list(range(2, 13))
        assert bars.y.sum(axis=0)[:11] == pytest.approx([ways / 36 for ways in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)])
        assert "10 throws of 36 with 2d6 succeed" in page.faces.widget.children[2].value
    finally:
        page.close()


def test_sweep() -> None:
    heat = tohit.sweep(ask(), over="attacker.square", facing="best")
    assert (heat.chance(0, 2), heat.chance(2, 2)) == (Fraction(10, 36), Fraction(15, 36))
    curve = tohit.sweep(ask(), over="attack.overrides.distance", values=[2, 3, 6, 9, 12])
    assert [curve.chance(cell) * 36 for cell in range(5)] == [15, 10, 10, 6, 6]


def test_what_it_does_not_declare_is_refused_in_words() -> None:
    """Nothing says what a mini has to lose, so nobody can be followed until gone."""
    for follow in (tohit.until_gone, tohit.duel):
        with pytest.raises(tohit.NotationError, match="attack.mode: the mode “shoot” does not wear one target down"):
            follow(ask())
    assert [change.difference for change in tohit.sensitivity(ask())][0] > 0
    assert tohit.break_even(ask(), "minis[0].stats.skill", Fraction(15, 36)).nearest == 8


@pytest.mark.parametrize("scenario", [None, ask()], ids=["plain", "scene"])
def test_explore_page(scenario: tohit.Question | None) -> None:
    page = tohit.explore(RULES, scenario).page
    try:
        for edit in ({"mini": page.explorer.question.attack.attacker, "at": "E1"}, {"path": "attack.options.aimed", "value": True},
                     {"distance": 2}, {"page": {"lang": "fr"}}, {"undo": True}):
            page._take([edit])
            answer = tohit.evaluate(page.explorer.question)
            assert page.board.scene["label"] == (page.headline.fraction or RULES.say(page.lang)("page.not_allowed"))
            assert [line["key"] for line in page.ledger.lines] == [line.key for line in answer.ledger]
            assert [panel.failed for panel in page.panels] == [""] * len(page.panels)
            assert not any("tohit-chart-failed" in chart.widget._dom_classes for chart in page.charts)
    finally:
        page.close()
