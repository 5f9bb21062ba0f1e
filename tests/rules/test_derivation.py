"""A chance derived: the explanation's numbers are the engine's, on random questions of all systems."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from contract_scenes import MAKERS
from hypothesis import given, settings
from hypothesis import strategies as st

import tohit
from tohit.core.derivation import Derivation, Node, derive

SYSTEMS = sorted(MAKERS)


@st.composite
def answers(draw: Any, key: str) -> tohit.Answer:
    """Answers to random questions, most of them allowed, that a reader could build."""
    seed = draw(st.integers(0, 10**9))
    source = random.Random(seed)
    for _ in range(20):
        answer = tohit.evaluate(tohit.loads(json.dumps(MAKERS[key](source))))
        if answer.allowed:
            break
    return answer


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_explanation_is_the_engine(key: str, data: Any) -> None:
    answer = data.draw(answers(key))
    derivation = derive(answer)
    assert [formula.chance for formula in derivation.formulas if formula.key == "lands"] == (
        [answer.chance] if derivation.landing else [])
    if derivation.landing:
        assert Fraction(landed(derivation), derivation.tree.count) == answer.chance
    if derivation.following:
        single = tohit.evaluate(tohit.apply(answer.question, [{"path": "attack.attacks", "value": 1}]))
        chances = {formula.key: formula.chance for formula in derivation.formulas}
        assert chances["effect"] == answer.one.at_least(1)
        assert chances.get("further", single.outcomes.get("dying")) == single.outcomes.get("dying")
    for formula in derivation.formulas:
        if formula.key == "often":
            assert formula.chance == answer.damage.at_least(1)
        for side in formula.latex.split(" = "):
            assert value(side) == formula.chance
        assert "\\" not in formula.text and "{" not in formula.text


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_counts_add_up_at_every_node_and_pairs_are_counted(key: str, data: Any) -> None:
    derivation = derive(data.draw(answers(key)))
    for node in nodes(derivation.tree):
        assert isinstance(node.count, int) and node.count >= 0
        if node.children:
            assert sum(child.count for child in node.children) == node.count
    pairs = [cell for row in derivation.pairs for cell in row]
    if pairs:
        first, *rest = derivation.rolls
        chance = first.chance if first.stage.rerolled else first.chance * rest[0].chance
        assert Fraction(pairs.count("on"), 36) == chance
        assert len(pairs) == 36


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_stage_is_what_its_faces_say(key: str, data: Any) -> None:
    """Thrown out: every face of a die, and of the die thrown again."""
    for stage in data.draw(answers(key)).stages:
        faces = range(1, stage.die + 1)
        cases = [one in stage.faces or (one in stage.rerolled and two in stage.second) for one, two in product(faces, faces)]
        assert stage.chance == Fraction(sum(cases), stage.die**2)
        assert bool(stage.rerolled) or not stage.second


def test_every_system_has_whole_trees() -> None:
    """Rolls after the landing are told in most attacks, not only where nothing follows."""
    source = random.Random(8)
    told = dict.fromkeys(SYSTEMS, 0)
    for key in SYSTEMS:
        for _ in range(160):
            told[key] += bool(derive(tohit.evaluate(tohit.loads(json.dumps(MAKERS[key](source))))).following)
    assert told.pop("coup-de-grace") == 0
    assert all(count >= 5 for count in told.values()), told


def test_a_tree_of_three_six_sided_dice_has_216_cases() -> None:
    """A Ninth Age attack, 4+ and 4+ against a save of 4+, is 27 of 216; with 5+ to save it is 36."""
    question = tohit.load("widgets/tohit/scenarios/ninth-age/1-charge-against-shields.json")
    weaker = tohit.apply(question, [{"path": "attack.options.attributes", "value": []}])
    answer = tohit.evaluate(weaker)
    derivation, threes = derive(answer), [stage for stage in answer.stages if stage.key in ("to-hit", "to-wound", "armour")]
    assert derivation.tree.count == 216 == 6 ** len(threes)
    hit, wound, save = (len(stage.faces) for stage in threes)
    branch = [derivation.tree]
    while branch[-1].children:
        branch.append(branch[-1].children[0])
    assert [node.count for node in branch] == [216, hit * 36, hit * wound * 6, hit * wound * (6 - save)]
    assert [formula.key for formula in derivation.formulas][:2] == ["lands", "effect"]


def landed(derivation: Derivation) -> int:
    node = derivation.tree
    for _ in derivation.landing:
        node = node.children[0]
    return node.count


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def value(latex: str) -> Fraction:
    """What a side of the equation comes to, worked out from its LaTeX alone."""
    told = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"Fraction(\1, \2)", latex)
    told = told.replace(r"\left(", "(").replace(r"\right)", ")").replace(r"\times", "*")
    told = re.sub(r"\^\{(\d+)\}", r"**\1", told)
    assert re.fullmatch(r"[\d\s()+*,.-]*", told.replace("Fraction", "")), told
    return Fraction(eval(told, {"Fraction": Fraction}))
