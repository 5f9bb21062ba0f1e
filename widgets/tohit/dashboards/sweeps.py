"""The page of sweeps: one number as a curve, two as a table, what reaches a chance, and what would help most."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.core.answer import Answer
from tohit.core.faults import telling
from tohit.core.kinds import refuse
from tohit.core.notation import fragment, stated
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.core.sensitivity import Change, each_change, ranked
from tohit.dashboards import gone_over, present, swept
from tohit.dashboards.explore import started
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.plan import FIELDS, PAGE, Look, Plan, PlanExplorer, plan_of
from tohit.dashboards.sliced import Done, SlicedView
from tohit.dashboards.views import ChartView, PanelView, TogetherView
from tohit.dashboards.was_i_unlucky import scenario_name, scenarios_of_all
from tohit.explorer import View
from tohit.rules import SYSTEMS
from tohit.widgets import (
    Controls,
    CoverToggles,
    FacingDial,
    Headline,
    HeatTable,
    Keeper,
    Progress,
    RangeRuler,
    Ranking,
    Toolbar,
    groups_of,
)
from tohit.words import Phrase, Words

__all__ = ["Sweeps", "sweeps"]

REST = 0.4
"""Seconds without a change after which the single changes are tried."""

_HERE = Path(__file__)


def sweeps(scenario: Question | str | Path | None = None, rules: str | Ruleset = "coup-de-grace", over: str | tuple[str, ...] = (),
           lang: str | None = None) -> Box:
    """A page that goes over one or two numbers of a scene: a curve or a table, a break-even, the best single changes.

    Args:
        scenario: A question, a file, a document or a link, of a scene or of this page; without one, the first ready scene.
        rules: A rule system of your own, or the key of one.
        over: What to go over, one or two names by role: ``target.stats.defence``, ``attacker.facing``, ``weapon.increment``,
            ``options.magic``, ``overrides.distance``, ``rulings.distance``.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.sweeps(over=("overrides.distance", "target.stats.defence"))        # doctest: +SKIP

    Raises:
        NotationError, SceneError: one sentence with the place, what came and what is allowed.
    """
    spoken = lang or readers_language()
    own = rules if isinstance(rules, Ruleset) else scenario.rules if isinstance(scenario, Question) else SYSTEMS[rules]
    systems = {**SYSTEMS, own.key: own}
    if scenario is None or isinstance(scenario, Question):
        plan = Plan.of(scenario or started(own, lang=spoken).question)
    else:
        plan = plan_of(stated(scenario), systems)
    named = (over,) if isinstance(over, str) else tuple(over)
    if len(named) > len(FIELDS):
        raise refuse("over", named, Phrase("core.allowed.listed", most=len(FIELDS), kind=Phrase("core.allowed.path")))
    for field, key in zip(FIELDS, named, strict=False):
        plan = plan.told(field, key)
    return Sweeps(PlanExplorer(plan, scenarios_of_all(spoken), systems), spoken).widget


class Sweeps(BoardPage):
    """Everything on the page, made once."""

    def __init__(self, explorer: PlanExplorer, lang: str = "en"):
        super().__init__(explorer, lang)
        self.toolbar, self.keeper, self.headline = Toolbar(), Keeper(name=PAGE), Headline()
        self.dial, self.ruler, self.cover = FacingDial(), RangeRuler(), CoverToggles()
        self.picker, self.controls = Controls(), Controls()
        self.progress, self.table = Progress(), HeatTable()
        self.even, self.helps = Ranking(), Ranking()
        self.curve = charts.SpreadChart()
        self._formed: dict[str, tuple[Any, dict[str, Any]]] = {}
        results = [
            PanelView(self.progress, swept.progress), PanelView(self.table, swept.table), PanelView(self.even, swept.break_even),
            ChartView(self.curve, swept.curve, lambda: self.lang),
        ]
        self.sweeping = SlicedView(TogetherView(self.board, results), gone_over.begin)
        self.helping = SlicedView(TogetherView(self.board, [PanelView(self.helps, swept.helps)]), _changes, delay=REST)
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, self.toolbar, self.keeper, self.headline, self.dial, self.ruler, self.cover, self.picker, self.controls,
                self.progress, self.table, self.even, self.helps, self.handling, self.strip, self.commands)

    @property
    def charts(self) -> tuple[Any, ...]:
        return (self.curve,)

    def answers(self) -> dict[str, Answer]:
        """The scene's own; what is gone over is the page's."""
        return {"": self.explorer.answer.answer}

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenes of every system."""
        return scenarios_of_all(lang)

    def views(self) -> list[View]:
        """Headline and board first, then what takes a little, then what takes long."""
        shown = [PanelView(panel, _of_answer(show)) for panel, show in (
            (self.board, lambda answer, say: {"scene": present.scene(answer, say)}), (self.headline, present.headline),
            (self.dial, present.dial), (self.ruler, present.ruler), (self.cover, present.cover),
        )]
        forms = [PanelView(self.toolbar, self._tools), PanelView(self.picker, self._picked), PanelView(self.controls, self._groups)]
        return [
            TogetherView(self.board, [*shown, *forms, *self.common()]),
            self.keeping(self.board),
            self.sweeping,
            self.helping,
        ]

    def layout(self) -> Box:
        """The scene on the left; beside it the answer, what is gone over, and what comes of it."""
        tools = box("tools", self.dial, self.ruler, self.cover)
        doing = box("doing", self.board, self.handling, tools, self.controls)
        over = box("over", self.picker, self.progress, box("charts", self.curve.widget), self.table, self.even)
        reading = box("reading", self.headline, over, self.helps)
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"), charts.CSS)
        main = box("main", doing, reading)
        main.add_class("tohit-sweeps")
        return box("page", css, box("top", self.toolbar, self.keeper), main, self.strip, self.commands)

    def close(self) -> None:
        self.sweeping.close()
        self.helping.close()
        super().close()

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """Stopping and going on are no part of the scene."""
        for work in (edit["page"].get("work") for edit in edits if "page" in edit):
            if work == "stop":
                self.sweeping.stop()
            elif work == "go":
                self.sweeping.go_on()
        super()._take(edits)

    def _picked(self, look: Look, say: Words) -> dict[str, Any]:
        """What is gone over; a mini that moved leaves it as it is."""
        plan = look.plan
        attack = plan.scene.attack
        asked = (say, plan.spans, plan.wanted, attack.mode, attack.attacker, attack.target, plan.scene.scene.grid is None)
        return self._once("picker", asked, lambda: {"groups": swept.groups(plan, say)})

    def _groups(self, look: Look, say: Words) -> dict[str, Any]:
        question = look.question
        asked = (say, question.attack, question.rulings, [(mini.name, mini.stats) for mini in question.scene.minis])
        return self._once("controls", asked, lambda: {"groups": groups_of(question, say)})

    def _once(self, form: str, asked: Any, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A form, made anew only when what it asks for has changed."""
        if self._formed.get(form, (None,))[0] != asked:
            self._formed[form] = asked, make()
        return self._formed[form][1]

    def _tools(self, look: Look, say: Words) -> dict[str, Any]:
        systems = {**SYSTEMS, look.question.rules.key: look.question.rules}
        return {
            "systems": links(systems, say), "system": PAGE,
            "scenarios": [{"key": key, "name": scenario_name(key, say)} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _kept(self, look: Look, say: Words) -> dict[str, Any]:
        """Scene and ranges as they can be copied, saved and brought back."""
        document = look.plan.document()
        scene = fragment(document)
        return {"fragment": self._fragment(scene), "document": document, "saved": self.board.applied,
                "past": self._past_told(), "python": f'import tohit\n\ntohit.sweeps("{scene}")\n'}


def _of_answer(show: Callable[[Any, Words], dict[str, Any]]) -> Callable[[Look, Words], dict[str, Any]]:
    return lambda look, say: show(look.answer, say)


def _changes(look: Look) -> tuple[object, Callable[[], Generator[Done, None, tuple[Change, ...]]]]:
    """For ``SlicedView``: the single changes of a scene."""
    return look.question, lambda: _tried(look.question)


def _tried(question: Question) -> Generator[Done, None, tuple[Change, ...]]:
    changes = []
    with telling(question):
        for change in each_change(question):
            changes.append(change)
            yield len(changes), 0
    return ranked(changes)
