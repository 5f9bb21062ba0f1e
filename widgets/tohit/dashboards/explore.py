"""The explorer page: the board, the answer, everything that changes it, everything that follows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.core.answer import Answer
from tohit.core.code import python_cell
from tohit.core.notation import dumps, fragment, loads, stated
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.dashboards import charted, present, walked
from tohit.dashboards.contrast import contrasted
from tohit.dashboards.heat import HeatLayer
from tohit.dashboards.opened import OpenedView
from tohit.dashboards.paced import PACE, PacedView
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.peek import Peek
from tohit.dashboards.rolling import Rolling
from tohit.dashboards.views import ChartView, NumbersView, PanelView, TogetherView
from tohit.dashboards.weighed import WeighedView
from tohit.explorer import Explorer
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import (
    Controls, CoverToggles, FacingDial, Headline, Heat, Keeper, Ledger, Procedures, RangeRuler, Roll, Steps, TableMap,
    Toolbar, groups_of,
)
from tohit.widgets.heat import read_choice, told_choice
from tohit.words import Words

__all__ = ["Page", "explore", "started"]

NEW = "new"
"""The scenario that is an empty board with two minis."""

_STYLE = Path(__file__).with_name("page.css")


def explore(rules: str | Ruleset = "coup-de-grace", scenario: Question | str | Path | None = None,
            lang: str | None = None) -> Box:
    """A page to explore one rule system: drag a mini, turn the dial, and everything follows.

    Args:
        rules: A rule system, or the key of one.
        scenario: A question, a file, a document or a link; without one, the first ready scenario.
        lang: The language to begin in, else the reader's own where the server told it, else English; the page
            has a switch.

    Example:
        >>> import tohit
        >>> tohit.explore("coup-de-grace")        # doctest: +SKIP
    """
    spoken = lang or readers_language()
    return Page(started(rules, scenario, spoken), spoken).widget


def started(rules: str | Ruleset, scenario: Question | str | Path | None = None, lang: str = "en") -> Explorer:
    """The view model of a page about a scenario, or about the first ready one, as for ``explore``."""
    system = SYSTEMS[rules] if isinstance(rules, str) else rules
    return Explorer(_question(system, scenario, lang), _scenarios(system, lang))


class Page(BoardPage):
    """Everything on an explorer page, made once."""

    def __init__(self, explorer: Explorer, lang: str = "en"):
        super().__init__(explorer, lang)
        self.headline, self.ledger = Headline(), Ledger()
        self.dial, self.ruler, self.cover = FacingDial(), RangeRuler(), CoverToggles()
        self.controls, self.toolbar, self.steps = Controls(), Toolbar(), Steps()
        self.keeper = Keeper(name=explorer.question.rules.key)
        self.procedures, self.heat = Procedures(explorer.question.rules), Heat()
        self.heat_layer = HeatLayer(self.board, self.heat, explorer)
        self.roll = Roll()
        self.rolling = Rolling(self.board, self.roll, explorer)
        self.peek = Peek(self.board, self.heat_layer, explorer)
        self.table = TableMap() if explorer.question.rules.table else None
        self.faces, self.damage = charts.FaceChart(), charts.DamageChart()
        self.distance, self.worth = charts.DistanceChart(), charts.WorthChart()
        self.counted = charts.DamageChart()
        self._controlled: tuple[Any, dict[str, Any]] = None, {}
        self._selected = ""
        self.controls.observe(lambda change: self.explorer.show(), names=["contrast"])
        self.heat.observe(lambda change: self.kept_view.show(self.explorer.answer), names=["choice"])
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        always = (self.board, self.headline, self.ledger, self.ruler, self.dial, self.cover, self.controls, self.toolbar,
                  self.keeper, self.steps, self.procedures, self.heat, self.roll, self.handling, self.strip, self.commands)
        return (*always, self.table) if self.table else always

    @property
    def charts(self) -> tuple[Any, ...]:
        """All charts, the face strip first."""
        return self.faces, self.damage, self.distance, self.worth, self.counted

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """Inputs of procedures, what is rolled, the mini whose stats are wanted, the heat layer: no part of the scene."""
        for edit in edits:
            if "mini" in edit.get("page", ()):
                self._selected = edit["page"]["mini"]
                self.explorer.show()
            if "heat" in edit.get("page", ()):
                self.heat.choice = read_choice(edit["page"]["heat"])
        own = [edit for edit in edits if self.procedures.owns(edit)]
        if own:
            with self.board.parcelled([self.procedures]):
                self.procedures.receive(own)
        thrown = [edit for edit in edits if self.rolling.owns(edit)]
        if thrown:
            self.rolling.take(thrown)
        super()._take([edit for edit in edits if edit not in own and edit not in thrown])

    def options(self) -> dict[str, str]:
        """The language, and what colours the board where something does."""
        heat = told_choice(self.heat.choice)
        return {**super().options(), "heat": heat} if heat else super().options()

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenarios of the page's system."""
        return _scenarios(self.explorer.question.rules, lang)

    def views(self) -> list[Any]:
        shown = [
            (self.board, self._scene), (self.headline, present.headline), (self.ledger, present.ledger),
            (self.ruler, present.ruler), (self.dial, present.dial), (self.cover, present.cover),
            (self.controls, self._groups), (self.toolbar, self._tools), (self.handling, self._handling),
        ]
        if self.table:
            shown.append((self.table, present.table_map))
        later = (
            (self.damage, charted.damage), (self.counted, charted.counted), (self.distance, charted.distances),
            (self.worth, charted.worths),
        )
        panels = [PanelView(panel, show) for panel, show in shown]
        faces = self._chart_view(self.faces, charted.faces)
        numbers = [NumbersView(chart, lambda: self.lang) for chart in self.charts]
        explained = OpenedView(self.steps, walked.steps)
        return [
            TogetherView(self.board, [*panels, *self.common(), self.heat_layer.layer, faces]),
            PacedView(TogetherView(self.board, [explained, *(self._chart_view(*one) for one in later), self.rolling.view]),
                      then=PacedView(TogetherView(self.board, [*numbers, self.heat_layer.beside]), delay=PACE)),
            self.keeping(self.board),
            WeighedView(self.controls),
        ]

    def _chart_view(self, chart: Any, show: Any) -> ChartView:
        return ChartView(chart, show, lambda: self.lang)

    def _scene(self, answer: Answer, say: Words) -> dict[str, Any]:
        return {"scene": {**present.scene(answer, say), **contrasted(answer.question, self.controls.contrast)}}

    def _groups(self, answer: Answer, say: Words) -> dict[str, Any]:
        """The controls; a mini that moved or turned leaves them as they are."""
        question = answer.question
        asked = (say, self._selected, question.attack, question.rulings, [(mini.name, mini.stats) for mini in question.scene.minis])
        if asked != self._controlled[0]:
            self._controlled = asked, {"groups": groups_of(question, say, self._selected)}
        return self._controlled[1]

    def _kept(self, answer: Answer, say: Words) -> dict[str, Any]:
        """The scene as it can be copied, saved and brought back."""
        rules, document = answer.question.rules, dumps(answer.question)
        return {
            "fragment": self._fragment(fragment(document)), "document": document,
            "python": python_cell(document, rules.key, known=SYSTEMS.get(rules.key) is rules), "saved": self.board.applied,
            "past": self._past_told(),
        }

    def _handling(self, answer: Answer, say: Words) -> dict[str, Any]:
        has_points = any(stat.key == "hp" for stat in answer.question.rules.stats)
        return {"falls": has_points, "stats": True, "fresh": NEW in self.explorer.scenarios}

    def _tools(self, answer: Answer, say: Words) -> dict[str, Any]:
        rules = answer.question.rules
        systems = {**SYSTEMS, rules.key: rules}
        return {
            "systems": links(systems, say),
            "system": rules.key,
            "scenarios": [
                {"key": key, "name": say("page.new") if key == NEW else say(f"{rules.key}.scenario.{key}")}
                for key in self.explorer.scenarios
            ],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def close(self) -> None:
        self.heat_layer.close()
        self.rolling.close()
        self.peek.close()
        super().close()

    def layout(self) -> Box:
        tools = box("tools", self.dial, self.ruler, self.cover)
        graphs = box("charts", *(chart.widget for chart in self.charts))
        doing = box("doing", self.board, self.heat, self.handling, tools, self.controls)
        table = (self.table,) if self.table else ()
        reading = box("reading", self.headline, self.ledger, graphs, *table, self.steps, self.roll, self.procedures)
        main = box("main", doing, reading)
        top = box("top", self.toolbar, self.keeper)
        return box("page", style(_STYLE, charts.CSS), top, main, self.strip, self.commands)


def _question(rules: Ruleset, scenario: Question | str | Path | None, lang: str) -> Question:
    if isinstance(scenario, Question):
        return scenario
    systems = {**SYSTEMS, rules.key: rules}
    if scenario is not None:
        return loads(stated(scenario), systems)
    offered = ready(rules, lang)
    return next(iter(offered.values())) if offered else loads(_plain(rules), systems)


def _scenarios(rules: Ruleset, lang: str) -> dict[str, Question]:
    """The ready scenarios and, last, an empty board to begin with."""
    return {**ready(rules, lang), NEW: loads(_plain(rules), {rules.key: rules})}


def _plain(rules: Ruleset) -> str:
    """A first scene for a system that brings none: two minis on a small board."""
    minis = [{"name": name, "side": side, "at": at, "facing": facing if rules.facings else "N"}
             for name, side, at, facing in (("A", "red", "C3", "N"), ("B", "blue", "C4", "S"))]
    return json.dumps({"format": "tohit/1", "rules": rules.key, "board": {"columns": 8, "rows": 8}, "minis": minis,
                       "attack": {"attacker": "A", "target": "B", "mode": rules.modes[0].key}})
