"""``tohit.check``: a system that keeps its promises, and for each promise one that breaks it."""

import dataclasses
from fractions import Fraction

import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.geometry import chebyshev
from tohit.core.kinds import Whole
from tohit.core.measure import thousandths
from tohit.core.modifier import Modifier, Requirement, count
from tohit.core.resolution import Resolution, Stage
from tohit.core.ruleset import Mode, Ruleset, Stat

PAGE = "Own rules, page 1"


def numbers(s):
    return {"need": 11 - s.attacker.skill - s.totals["attack"]}


def resolve(*, need):
    faces = tuple(range(min(max(need, 1), 11), 11))
    chance = Fraction(len(faces), 10)
    stage = Stage("to-hit", 10, f"{need}+", faces, chance)
    return Resolution(chance, (stage,), Distribution.of({0: 10 - len(faces), 1: len(faces)}), {})


FAR = Modifier("far", lambda s: (s.distance >= 9_000_000) * 1, PAGE, -1)


def own(*modifiers, requirements=(), words=None, **mode):
    parts = {"numbers": numbers, "resolve": resolve, **mode}
    shoot = Mode(key="shoot", base=(), modifiers=(FAR, *modifiers), requirements=tuple(requirements), **parts)
    return Ruleset(key="own", facings=4, channels=("attack",), stats=(Stat("skill", Whole(0, 9), 5),), weapon=(), options=(), rulings=(),
                   modes=(shoot,), distance=lambda s: thousandths(chebyshev(s.dr, s.dc)), words=words or {})


def found(rules):
    return {(finding.promise, finding.part) for finding in tohit.check(rules).findings}


def test_what_keeps_its_promises_is_true_and_says_so() -> None:
    report = tohit.check(own())
    assert report and report.findings == ()
    assert "keeps all 8 promises, on 16 random scenes" in str(report)
    assert "tient les 8 promesses" in report.sentences("fr")[0]
    named = tohit.check(own(words={"en": {"name": "<b>"}}))
    assert "“&lt;b&gt;” keeps all" in named._repr_html_() and "<b>" not in named._repr_html_()


def test_it_is_the_same_every_time() -> None:
    broken = own(Modifier("north", lambda s: s.dr > 0, PAGE, 2))
    assert str(tohit.check(broken)) == str(tohit.check(broken))


@pytest.mark.parametrize("make", [
    pytest.param(lambda: own(Modifier("north", lambda s: s.dr > 0, PAGE, 2)), id="turning"),
    pytest.param(lambda: own(Modifier("first", lambda s: bool(s.question.scene.minis[0] is s.attacker.mini), PAGE, 2)), id="order"),
    pytest.param(lambda: own(Modifier("near", lambda s: int(np_min(s.distance)) < 5_000_000, PAGE, 2)), id="squares"),
])
def test_a_broken_promise_names_the_modifier_and_a_smallest_scene(make, request) -> None:
    promise = request.node.callspec.id
    rules = make()
    finding = next(one for one in tohit.check(rules).findings if one.promise == promise)
    assert finding.part in ("north", "first", "near")
    smallest = tohit.loads(finding.link, rules)
    assert len(smallest.scene.minis) == 2 and not smallest.scene.grid.terrain


def np_min(values):
    return min([values] if values.ndim == 0 else values.ravel())


def test_what_the_dice_promise() -> None:
    def worse(*, need):
        return resolve(need=-need + 11)

    def wrong(*, need):
        return dataclasses.replace(resolve(need=need), chance=Fraction(1, 3))

    def beyond(*, need):
        return dataclasses.replace(resolve(need=need), outcomes={"hit": Fraction(3, 2)})

    assert found(own(resolve=worse)) == {("bonus", "shoot")}
    assert found(own(resolve=wrong)) == {("explanation", "shoot")}
    assert found(own(resolve=beyond, outcomes=lambda s: ("hit",))) == {("sums", "shoot")}


def test_a_rule_for_one_square_only_is_named() -> None:
    rules = own(Modifier("crowd", lambda s: 1 if count(s.others.on_side("red")) + s.distance > 4_000_000 else 0, PAGE, -1))
    report = tohit.check(rules)
    assert found(rules) == {("mistake", "crowd")}
    assert "write &, |, ~, count(…)" in str(report) and "écrivez &, |, ~" in "\n".join(report.sentences("fr"))


def test_a_mistake_is_told_with_its_line() -> None:
    rules = own(Modifier("typo", lambda s: s.distanc > 1, PAGE))
    report = tohit.check(rules)
    assert found(rules) == {("mistake", "typo")}
    line = test_a_mistake_is_told_with_its_line.__code__.co_firstlineno + 1
    assert f"line {line} of your code (rules = own(Modifier(" in str(report)
    assert "AttributeError: 'Situation' object has no attribute 'distanc'" in str(report)


def test_what_is_never_allowed_is_said() -> None:
    assert found(own(requirements=[Requirement("never", lambda s: False, PAGE)])) == {("allowed", "shoot")}


def test_words_that_nothing_asks_for_are_a_slip_and_missing_ones_are_told() -> None:
    report = tohit.check(own(words={"en": {"faar": "long range"}, "fr": {"far": "longue portée"}}))
    assert [(finding.promise, finding.part) for finding in report.findings] == [("words", "faar")]
    assert "far" in report.unnamed["en"] and "far" not in report.unnamed["fr"]
