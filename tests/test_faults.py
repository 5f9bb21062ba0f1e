"""A mistake in a reader's rule: the page says which rule and which line, and the last good answer stays."""

from fractions import Fraction

import pytest

import tohit
from tohit.core.distribution import Distribution
from tohit.core.errors import RulesError
from tohit.core.geometry import chebyshev
from tohit.core.kinds import Flag
from tohit.core.measure import thousandths
from tohit.core.modifier import Modifier
from tohit.core.resolution import Resolution
from tohit.core.ruleset import Mode, Ruleset, Stat
from tohit.explorer import Explorer
from tohit.rules import SYSTEMS


def lucky(s):
    if s.options.lucky:
        return s.weapon.nothing
    return 0


def resolve(*, need):
    return Resolution(Fraction(1, need) * 0, (), Distribution.certain(0), {})


MODE = Mode(key="shoot", base=(), modifiers=(Modifier("luck", lucky, "Page 1"),), requirements=(),
            numbers=lambda s: {"need": 4 - s.totals["attack"] - 4 * s.options.zero}, resolve=resolve)
RULES = Ruleset(key="faulty", facings=0, channels=("attack",), stats=(), weapon=(),
                options=(Stat("lucky", Flag(), False), Stat("zero", Flag(), False)), rulings=(), modes=(MODE,),
                distance=lambda s: thousandths(chebyshev(s.dr, s.dc)), words={})


@pytest.fixture
def page():
    made = tohit.explore(RULES).page
    yield made
    made.close()


@pytest.mark.parametrize(("option", "part", "line", "code", "reason"), [
    ("lucky", "luck", lucky.__code__.co_firstlineno + 2, "return s.weapon.nothing", "AttributeError"),
    ("zero", "shoot", resolve.__code__.co_firstlineno + 1, "return Resolution(", "ZeroDivisionError: Fraction(1, 0)"),
])
def test_a_mistake_names_rule_and_line_and_the_last_good_answer_stays(page, option, part, line, code, reason) -> None:
    before = page.explorer.answer
    page.board.set_state({"edit": {"edits": [{"n": 1, "path": f"attack.options.{option}", "value": True}]}})
    told = page.board.refused["text"]
    assert told.startswith(f"Rules “faulty”, “{part}”, line {line} of your code ({code}") and reason in told
    assert page.explorer.answer is before and not page.explorer.question.attack.options.lucky
    page.board.set_state({"edit": {"edits": [{"n": 2, "page": {"lang": "fr"}}]}})
    page.board.set_state({"edit": {"edits": [{"n": 3, "path": f"attack.options.{option}", "value": True}]}})
    assert f"ligne {line} de votre code" in page.board.refused["text"]


def test_a_view_that_asks_a_broken_rule_says_the_same(page) -> None:
    view = page._chart_view(page.damage, lambda answer, say: {}[answer])
    try:
        view.show(page.explorer.answer)
    except RulesError as error:
        view.fail(error)
    assert "Rules “faulty”, “shoot”" in page.damage.text.value


def test_a_mistake_in_one_of_our_own_systems_is_ours(monkeypatch) -> None:
    rules = SYSTEMS["dark-age"]
    explorer = Explorer(tohit.explore(rules).page.explorer.question)
    monkeypatch.setattr("tohit.explorer.evaluate", lambda question: {}[question.title])
    with pytest.raises(KeyError):
        explorer.judge(explorer.question)
