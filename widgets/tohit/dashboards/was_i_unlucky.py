"""Was I unlucky?  What happened at the table, how likely that was, and everything else that could have happened."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.charts.amounts import fraction, mean
from tohit.core.answer import Answer
from tohit.core.distribution import Distribution
from tohit.core.limits import ATTACKS
from tohit.core.notation import fragment, stated
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.evening import Evening, EveningExplorer, Judged, die_of, evening_of, faces
from tohit.dashboards.paced import PacedView
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.rolling import Rolling
from tohit.dashboards.throws import of_evening
from tohit.dashboards.views import ChartView, PanelView, TogetherView
from tohit.explorer import View
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, EveningBox, Headline, Keeper, Roll, Toolbar, groups_of
from tohit.words import Words

__all__ = ["WasIUnlucky", "rounded", "scenario_name", "scenarios_of_all", "told", "was_i_unlucky"]

_HERE = Path(__file__)
EVENINGS = 100
_RAREST = Fraction(1, 10**12)


def was_i_unlucky(scenario: Question | str | Path | None = None, hits: int | None = None, attacks: int | None = None,
                  rolls: str | list[int] | None = None, lang: str | None = None) -> Box:
    """A page that says how likely it was that some attacks went as they did.

    Args:
        scenario: A question, a file, a document or a link, of a scene or of this page; without one, a ready scene.
        hits: How many attacks landed.
        attacks: How many were made.
        rolls: The faces that were thrown instead, one for each attack: ``"3 5 1 6"`` or a list.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.was_i_unlucky(hits=1, attacks=8)        # doctest: +SKIP

    Raises:
        NotationError, SceneError: one sentence with the place, what came and what is allowed.
    """
    spoken = lang or readers_language()
    scenarios = scenarios_of_all(spoken)
    systems = {**SYSTEMS, scenario.rules.key: scenario.rules} if isinstance(scenario, Question) else SYSTEMS
    if scenario is None or isinstance(scenario, Question):
        evening = Evening(scenario or next(iter(scenarios.values())), 1, 8)
    else:
        evening = evening_of(stated(scenario), systems)
    numbers = {key: value for key, value in (("attacks", attacks), ("hits", hits)) if value is not None}
    if numbers:
        evening = evening.told(numbers, "")
    if rolls is not None:
        evening = evening.told({"rolls": faces(rolls)}, "")
    return WasIUnlucky(EveningExplorer(evening, scenarios, systems), spoken).widget


class WasIUnlucky(BoardPage):
    """Everything on the page, made once."""

    def __init__(self, explorer: EveningExplorer, lang: str = "en"):
        super().__init__(explorer, lang)
        self.toolbar, self.controls, self.headline = Toolbar(), Controls(), Headline()
        self.keeper, self.box, self.chart = Keeper(name="was-i-unlucky"), EveningBox(), charts.LuckChart()
        self.roll = Roll()
        self.rolling = Rolling(self.board, self.roll, explorer, of_evening)
        self._groups: tuple[Any, dict[str, Any]] = None, {}
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, self.toolbar, self.keeper, self.box, self.headline, self.controls, self.roll, self.handling,
                self.strip, self.commands)

    @property
    def charts(self) -> tuple[Any, ...]:
        return (self.chart,)

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenes of every system."""
        return scenarios_of_all(lang)

    def answers(self) -> dict[str, Answer]:
        """The attack's; the luck is the page's own."""
        return {"": self.explorer.answer.answer}

    def views(self) -> list[View]:
        shown = [
            PanelView(self.box, told), PanelView(self.board, _scene), PanelView(self.toolbar, self._tools),
            PanelView(self.headline, lambda judged, say: present.headline(judged.answer, say)),
            PanelView(self.controls, self._choices),
        ]
        return [
            TogetherView(self.board, [*shown, *self.common()]),
            PacedView(TogetherView(self.board, [_Luck(self.chart, _hits, lambda: self.lang), self.rolling.view])),
            self.keeping(self.board),
        ]

    def layout(self) -> Box:
        """What happened and the verdict beside the scene it happened in."""
        doing = box("doing", self.board, self.handling, self.controls)
        reading = box("reading", self.box, box("charts", self.chart.widget), self.roll, self.headline)
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"), charts.CSS)
        main = box("main", doing, reading)
        main.add_class("tohit-unlucky")
        return box("page", css, box("top", self.toolbar, self.keeper), main, self.strip, self.commands)

    def close(self) -> None:
        self.rolling.close()
        super().close()

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """What is rolled again is no part of what happened."""
        thrown = [edit for edit in edits if self.rolling.owns(edit)]
        if thrown:
            self.rolling.take(thrown)
        super()._take([edit for edit in edits if edit not in thrown])

    def _choices(self, judged: Judged, say: Words) -> dict[str, Any]:
        """The controls of the scene, without the number of attacks, which the box beside asks for."""
        question = judged.question
        asked = (say, question.attack, question.rulings, [(mini.name, mini.stats) for mini in question.scene.minis])
        if asked != self._groups[0]:
            groups = [{**group, "fields": [field for field in group["fields"] if field["path"] != "attack.attacks"]}
                      for group in groups_of(question, say)]
            self._groups = asked, {"groups": groups}
        return self._groups[1]

    def _tools(self, judged: Judged, say: Words) -> dict[str, Any]:
        return {
            "systems": links(SYSTEMS, say), "system": "was-i-unlucky",
            "scenarios": [{"key": key, "name": scenario_name(key, say)} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _kept(self, judged: Judged, say: Words) -> dict[str, Any]:
        """Scene and rolls as they can be copied, saved and brought back."""
        document = judged.evening.document()
        scene = fragment(document)
        return {"fragment": self._fragment(scene), "document": document, "saved": self.board.applied,
                "past": self._past_told(), "python": f'import tohit\n\ntohit.was_i_unlucky("{scene}")\n'}


class _Luck(ChartView):
    """The chart is told hits, not damage."""

    def show(self, answer: Judged) -> None:
        shown = self._present(answer, answer.question.rules.say(self._lang()))
        self._chart.appear(shown is not None)
        if shown is not None:
            self._chart.tell(**shown, lang=self._lang())


def told(judged: Judged, say: Words) -> dict[str, Any]:
    """What the box of the evening shows."""
    evening, stage = judged.evening, die_of(judged.question)
    shown = {
        "attacks": evening.attacks, "hits": evening.hits, "most": ATTACKS, "rolls": list(evening.rolls), "rows": [],
        "faces": [{"face": face, "hit": face in stage.faces} for face in range(1, stage.die + 1)] if stage else [],
    }
    found = judged.luck
    if found is None:
        why = judged.why_not.sentence(say.language) if judged.why_not else say("was_i_unlucky.not_allowed")
        return {**shown, "verdict": why, "sentences": []}
    sentence = say("was_i_unlucky.told", hits=found.hits, attacks=found.attacks, mean=mean(found.expected, say.language),
                   percent=say.percent(found.chance))
    rows = [(f"was_i_unlucky.{key}", getattr(found, key)) for key in ("at_most", "exactly", "at_least")]
    return {**shown, "hits": found.hits, "verdict": _verdict(found, say), "sentences": [sentence], "rows": [
        {"name": say(key, hits=found.hits), "percent": say.percent(chance),
         "fraction": fraction(chance.numerator, chance.denominator, say.language)} for key, chance in rows
    ]}


def _verdict(found: Any, say: Words) -> str:
    """How many evenings go at least as badly, or as well, where it went better than on average."""
    if not found.exactly:
        return say("was_i_unlucky.impossible")
    if found.hits == found.expected:
        return say("was_i_unlucky.even")
    side, tail = ("unlucky", found.at_most) if found.hits < found.expected else ("lucky", found.at_least)
    if tail < _RAREST:
        return say(f"was_i_unlucky.never.{side}")
    if tail * EVENINGS < 1:
        return say(f"was_i_unlucky.rare.{side}", count=_grouped(rounded(1 / tail)))
    count = rounded(tail * EVENINGS)
    form = "exact" if count == tail * EVENINGS else "about"
    return say(f"was_i_unlucky.{form}.{side}", evenings=EVENINGS, count=count)


def rounded(value: Fraction) -> int:
    """To the nearest whole number, half up; of a long one the first three digits."""
    whole = (2 * value.numerator + value.denominator) // (2 * value.denominator)
    unit = 10 ** max(0, len(str(whole)) - 3)
    return (whole + unit // 2) // unit * unit


def _grouped(number: int) -> str:
    """With narrow spaces between thousands, as both languages read it."""
    return f"{number:,}".replace(",", "\u202f")


def _hits(judged: Judged, say: Words) -> dict[str, Any] | None:
    found = judged.luck
    if found is None:
        return None
    one = Distribution.from_chances({0: 1 - found.chance, 1: found.chance})
    return {"hits": one.times(found.attacks), "happened": found.hits, "attacks": found.attacks}


def _scene(judged: Judged, say: Words) -> dict[str, Any]:
    return {"scene": present.scene(judged.answer, say)}


def scenarios_of_all(lang: str) -> dict[str, Question]:
    """The ready scenes of all systems, as SYSTEM.SCENE."""
    return {f"{key}.{name}": question for key, rules in SYSTEMS.items() for name, question in ready(rules, lang).items()}


def scenario_name(key: str, say: Words) -> str:
    """The name of a scene of ``scenarios_of_all``, behind its system's."""
    system, scenario = key.split(".", 1)
    return say("was_i_unlucky.scenario", system=say(f"{system}.name"), scenario=say(f"{system}.scenario.{scenario}"))
