"""A duel: who wins if both keep attacking, how long it takes, what it costs, and what follows from one hit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.core.answer import Answer
from tohit.core.duel import ORDERS
from tohit.core.notation import fragment, stated
from tohit.core.question import Question
from tohit.dashboards import dueled, present
from tohit.dashboards.fight import BACK, BEGINS, ORDER, SIDES, Bout, Fight, FightExplorer, fight_of
from tohit.dashboards.paced import PacedView
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.sliced import SlicedView
from tohit.dashboards.views import ChartView, PanelView, TogetherView
from tohit.dashboards.was_i_unlucky import scenario_name, scenarios_of_all
from tohit.explorer import View
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, Ending, Headline, Keeper, Progress, Toolbar, groups_of
from tohit.words import Words

__all__ = ["Duels", "duels"]

FIRST = "dark-age.behind-the-barrels"
"""The scene to begin with: both sides can hit and fall in it."""

_HERE = Path(__file__)
_SETTLED = 0.1  # seconds: while a mini is dragged, what follows from a hit comes a little later than the numbers


def duels(scenario: Question | str | Path | None = None, order: str | None = None, lang: str | None = None) -> Box:
    """A page that says who wins if both sides keep attacking until one falls.

    Args:
        scenario: A question, a file, a document or a link, of a scene or of this page; without one, a ready scene.
        order: ``alternating`` (the fallen do not answer) or ``at once``.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.duels()        # doctest: +SKIP

    Raises:
        NotationError, SceneError: one sentence with the place, what came and what is allowed.
    """
    spoken = lang or readers_language()
    scenarios = scenarios_of_all(spoken)
    systems = {**SYSTEMS, scenario.rules.key: scenario.rules} if isinstance(scenario, Question) else SYSTEMS
    if scenario is None or isinstance(scenario, Question):
        fight = Fight.of(scenario or scenarios[FIRST])
    else:
        fight = fight_of(stated(scenario), systems)
    if order is not None:
        fight = fight.told({"order": order}, "")
    return Duels(FightExplorer(fight, scenarios, systems), spoken).widget


class Duels(BoardPage):
    """Everything on the page, made once; ``headlines`` by side."""

    def __init__(self, explorer: FightExplorer, lang: str = "en"):
        super().__init__(explorer, lang)
        self.toolbar, self.controls, self.keeper = Toolbar(), Controls(), Keeper(name="duel")
        self.headlines = {side: Headline() for side in SIDES}
        self.ending, self.given = Ending(), Ending()
        self.lengths, self.lasts = charts.LengthChart(), charts.LengthChart()
        self.progress = Progress()
        results = [
            PanelView(self.ending, dueled.ending), PanelView(self.progress, dueled.progress),
            ChartView(self.lengths, dueled.lengths, lambda: self.lang), ChartView(self.lasts, dueled.lasts, lambda: self.lang),
        ]
        self.working = SlicedView(TogetherView(self.board, results), dueled.begin)
        self._groups: tuple[Any, dict[str, Any]] = None, {}
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, self.toolbar, self.keeper, self.ending, self.progress, self.given, *self.headlines.values(), self.controls,
                self.handling, self.strip, self.commands)

    @property
    def charts(self) -> tuple[Any, ...]:
        return self.lengths, self.lasts

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenes of every system."""
        return scenarios_of_all(lang)

    def answers(self) -> dict[str, Answer]:
        """Both sides'."""
        both, say = (self.explorer.answer.there, self.explorer.answer.back), self.explorer.answer.question.rules.say(self.lang)
        return {answer.sentence(say): answer for answer in both}

    def views(self) -> list[View]:
        shown = [
            PanelView(self.board, _scene), PanelView(self.toolbar, self._tools), PanelView(self.controls, self._choices),
            PanelView(self.headlines["there"], lambda bout, say: present.headline(bout.there, say)),
            PanelView(self.headlines["back"], lambda bout, say: present.headline(bout.back, say)),
        ]
        return [
            TogetherView(self.board, [*shown, *self.common()]),
            self.working,
            PacedView(TogetherView(self.board, [PanelView(self.given, dueled.given)]), delay=_SETTLED),
            self.keeping(self.board),
        ]

    def layout(self) -> Box:
        """The scene and both sides' controls; beside it who wins, each side's chance, and how long it takes."""
        doing = box("doing", self.board, self.handling, self.controls)
        sides = box("sides", *self.headlines.values())
        graphs = box("charts", *(chart.widget for chart in self.charts))
        reading = box("reading", self.ending, self.progress, sides, graphs, self.given)
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"), charts.CSS)
        main = box("main", doing, reading)
        main.add_class("tohit-fight")
        return box("page", css, box("top", self.toolbar, self.keeper), main, self.strip, self.commands)

    def close(self) -> None:
        self.working.close()
        super().close()

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """Stopping and going on are no part of the scene."""
        for work in (edit["page"].get("work") for edit in edits if "page" in edit):
            if work == "stop":
                self.working.stop()
            elif work == "go":
                self.working.go_on()
        super()._take(edits)

    def _choices(self, bout: Bout, say: Words) -> dict[str, Any]:
        """How the duel goes, then the controls of the first side and of the second."""
        fight = bout.fight
        minis = [(mini.name, mini.stats) for mini in fight.there.scene.minis]
        asked = (say, fight.there.attack, fight.back.attack, fight.order, fight.begins, fight.there.rulings, minis)
        if asked != self._groups[0]:
            groups = [_of_duel(fight, say), *groups_of(fight.there, say), *_of_back(fight, say)]
            self._groups = asked, {"groups": groups}
        return self._groups[1]

    def _tools(self, bout: Bout, say: Words) -> dict[str, Any]:
        return {
            "systems": links(SYSTEMS, say), "system": "duel",
            "scenarios": [{"key": key, "name": scenario_name(key, say)} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _kept(self, bout: Bout, say: Words) -> dict[str, Any]:
        """Both sides as they can be copied, saved and brought back."""
        document = bout.fight.document()
        scene = fragment(document)
        return {"fragment": self._fragment(scene), "document": document, "saved": self.board.applied,
                "past": self._past_told(), "python": f'import tohit\n\ntohit.duels("{scene}")\n'}


def _scene(bout: Bout, say: Words) -> dict[str, Any]:
    return {"scene": present.scene(bout.there, say)}


def _of_duel(fight: Fight, say: Words) -> dict[str, Any]:
    names = zip(SIDES, (fight.there.attack.attacker, fight.there.attack.target), strict=True)
    fields = [_choice(ORDER, say("duel.order"), [(order, say(f"duel.order.{place}")) for place, order in enumerate(ORDERS)], fight.order)]
    if fight.order == ORDERS[0]:
        fields.append(_choice(BEGINS, say("duel.begins"), list(names), fight.begins))
    return {"key": "duel", "name": say("duel.group"), "open": True, "fields": fields}


def _of_back(fight: Fight, say: Words) -> list[dict[str, Any]]:
    """The second side's attack, weapon and options; stats and rulings are shared with the first."""
    name, groups = fight.back.attack.attacker, []
    for group in groups_of(fight.back, say):
        fields = [_behind(field) for field in group["fields"] if field["path"].startswith("attack.") and "edit" not in field]
        if fields:
            title = say("duel.back", mini=name, group=group["name"])
            groups.append({**group, "key": f"back-{group['key']}", "name": title, "open": False, "fields": fields})
    return groups


def _behind(field: dict[str, Any]) -> dict[str, Any]:
    """A field of the second side's attack: its path, and that of what names its records."""
    follows = field.get("follows")
    moved = {"follows": {**follows, "path": BACK + follows["path"]}} if follows else {}
    return {**field, **moved, "path": BACK + field["path"]}


def _choice(path: str, name: str, choices: list[tuple[str, str]], value: str) -> dict[str, Any]:
    listed = [{"value": key, "name": told} for key, told in choices]
    return {"path": path, "name": name, "help": "", "kind": "choice", "choices": listed, "value": value}
