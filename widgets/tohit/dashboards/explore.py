"""The explorer page: the board, the answer, everything that changes it, everything that follows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ipywidgets import HTML, Box, Layout, Widget

from tohit import charts
from tohit.core.answer import Answer
from tohit.core.explain import explain
from tohit.core.kinds import refuse
from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.dashboards import charted, present
from tohit.dashboards.views import ChartView, PanelView, TogetherView
from tohit.explorer import Explorer
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import (
    Controls, CoverToggles, FacingDial, GridBoard, Headline, Ledger, RangeRuler, Steps, Toolbar, draw, groups_of,
)
from tohit.words import LANGUAGES, Phrase, Words, pick_language

__all__ = ["Page", "explore"]

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
    system = SYSTEMS[rules] if isinstance(rules, str) else rules
    return Page(Explorer(_question(system, scenario), ready(system)), lang or _readers_language()).widget


class Page:
    """Everything on an explorer page, made once.

    Attributes:
        widget: The one widget to display; its ``page`` is this object.
        explorer: The question and its answer.
        board: The board, at whose desk all panels hand in their edits.
    """

    def __init__(self, explorer: Explorer, lang: str = "en"):
        self.explorer, self.lang = explorer, lang
        self.board, self.headline, self.ledger = GridBoard(), Headline(), Ledger()
        self.dial, self.ruler, self.cover = FacingDial(), RangeRuler(), CoverToggles()
        self.controls, self.toolbar, self.steps = Controls(), Toolbar(), Steps()
        self.faces, self.damage = charts.FaceChart(), charts.DamageChart()
        self.distance, self.worth = charts.DistanceChart(), charts.WorthChart()
        for panel in self.panels:
            panel.lang = lang
            panel.at_desk(self.board)
        self.board.on_edits(self._take)
        for view in self._views():
            explorer.add(view)
        self.widget = self._layout()
        self.widget.page = self

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, self.headline, self.ledger, self.ruler, self.dial, self.cover, self.controls, self.toolbar,
                self.steps)

    @property
    def charts(self) -> tuple[Any, ...]:
        """All charts, the face strip first."""
        return self.faces, self.damage, self.distance, self.worth

    def close(self) -> None:
        """Let go of every widget and observer of this page."""
        self.explorer.close()
        self.board.on_edits(None)
        for chart in self.charts:
            chart.close()
        for widget in (*self.panels, *_below(self.widget)):
            widget.close()

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """What the board's desk hands in: the language is the page's own, the rest is asked."""
        spoken = [edit["page"].get("lang") for edit in edits if "page" in edit]
        for lang in spoken:
            if lang not in LANGUAGES:
                raise refuse("page.lang", lang, Phrase("core.allowed.choice", values=LANGUAGES))
        scene_edits = [edit for edit in edits if "page" not in edit]
        if scene_edits:
            self.explorer.ask(scene_edits)
        if spoken:
            self._speak(spoken[-1])

    def _speak(self, lang: str) -> None:
        if lang != self.lang:
            self.lang = lang
            with self.board.parcelled(self.panels):
                for panel in self.panels:
                    panel.lang = lang
            self.explorer.show()

    def _views(self) -> list[Any]:
        shown = (
            (self.board, self._scene), (self.headline, present.headline), (self.ledger, present.ledger),
            (self.ruler, present.ruler), (self.dial, present.dial), (self.cover, present.cover),
            (self.controls, lambda answer, say: {"groups": groups_of(answer.question, say)}), (self.toolbar, self._tools),
            (self.steps, lambda answer, say: {"steps": explain(answer, say.language)}),
        )
        charted_views = (
            (self.faces, charted.faces), (self.damage, charted.damage), (self.distance, charted.distances),
            (self.worth, charted.worths),
        )
        together = TogetherView(self.board, [PanelView(panel, show) for panel, show in shown])
        return [together, *(ChartView(chart, show, lambda: self.lang) for chart, show in charted_views)]

    def _scene(self, answer: Answer, say: Words) -> dict[str, Any]:
        label = present.fraction(answer, say) if answer.allowed else say("page.not_allowed")
        return {"scene": draw.scene(answer.question, label)}

    def _tools(self, answer: Answer, say: Words) -> dict[str, Any]:
        rules = answer.question.rules
        systems = {**SYSTEMS, rules.key: rules}
        return {
            "systems": [{"key": key, "name": other.say(self.lang)(f"{key}.name"), "href": f"{key.replace('-', '_')}.ipynb"}
                        for key, other in systems.items()],
            "system": rules.key,
            "scenarios": [{"key": key, "name": say(f"{rules.key}.scenario.{key}")} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _layout(self) -> Box:
        style = HTML(f"<style>{_STYLE.read_text(encoding='utf-8')}\n{charts.CSS}</style>", layout=Layout(display="none"))
        tools = _box("tools", self.dial, self.ruler, self.cover)
        graphs = _box("charts", *(chart.widget for chart in self.charts))
        doing = _box("doing", self.board, tools, self.controls)
        reading = _box("reading", self.headline, self.ledger, graphs, self.steps)
        return _box("page", style, self.toolbar, _box("main", doing, reading))


def _readers_language() -> str:
    """The browser's language, which Voila hands to a page's kernel; English where nobody told it."""
    return pick_language(os.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def _question(rules: Ruleset, scenario: Question | str | Path | None) -> Question:
    systems = {**SYSTEMS, rules.key: rules}
    if isinstance(scenario, Question):
        return scenario
    if isinstance(scenario, str) and (scenario.lstrip().startswith("{") or "#s=" in scenario):
        return loads(scenario, systems)
    if scenario is not None:
        return loads(Path(scenario).read_bytes(), systems)
    offered = ready(rules)
    return next(iter(offered.values())) if offered else loads(_plain(rules), systems)


def _plain(rules: Ruleset) -> str:
    """A first scene for a system that brings none: two minis on a small board."""
    minis = [{"name": name, "side": side, "at": at, "facing": facing}
             for name, side, at, facing in (("A", "red", "C3", "N"), ("B", "blue", "C4", "S"))]
    return json.dumps({"format": "tohit/1", "rules": rules.key, "board": {"columns": 8, "rows": 8}, "minis": minis,
                       "attack": {"attacker": "A", "target": "B", "mode": rules.modes[0].key}})


def _box(name: str, *children: Widget) -> Box:
    box = Box(children, layout=Layout(display=None, overflow="visible"))
    box.add_class(f"tohit-{name}")
    return box


def _below(widget: Widget) -> list[Widget]:
    """A widget and all boxes and parts below it."""
    return [widget, *(part for child in getattr(widget, "children", ()) for part in _below(child))]
