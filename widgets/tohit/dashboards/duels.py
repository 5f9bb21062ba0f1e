"""A duel: who wins if both keep attacking, how long it takes, what it costs, and what follows from one hit."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

from ipywidgets import Box

from tohit import charts
from tohit.charts.amounts import fraction, mean
from tohit.core.answer import Answer
from tohit.core.duel import ORDERS
from tohit.core.errors import TohitError
from tohit.core.evaluate import evaluate, once
from tohit.core.notation import fragment, stated
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.fight import BACK, BEGINS, ORDER, SIDES, Bout, Fight, FightExplorer, fight_of
from tohit.dashboards.paced import PacedView
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.views import ChartView, PanelView, TogetherView
from tohit.dashboards.was_i_unlucky import scenario_name, scenarios_of_all
from tohit.explorer import View
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, Ending, Headline, Keeper, Toolbar, groups_of
from tohit.words import Words

__all__ = ["Duels", "duels"]

FIRST = "dark-age.behind-the-barrels"
"""The scene to begin with: both sides can hit and fall in it."""

ROUNDS = 20
SLOW = 0.03  # seconds that a drag can spare now and then
MOST_ROWS = 12
"""Of the damage of one hit; the average covers the rest."""

_HERE = Path(__file__)
_SETTLED = 0.1  # seconds: while a mini is dragged, the duel follows a little later than the numbers at its side


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
        self._groups: tuple[Any, dict[str, Any]] = None, {}
        self._moving, self._took = False, 0.0
        self.start()

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        return (self.board, self.toolbar, self.keeper, self.ending, self.given, *self.headlines.values(), self.controls,
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
        later = [
            PanelView(self.ending, self._ending), PanelView(self.given, given),
            _AtRest(self, self.lengths, _lengths), _AtRest(self, self.lasts, _lasts),
        ]
        return [
            TogetherView(self.board, [*shown, *self.common()]),
            PacedView(TogetherView(self.board, later), delay=_SETTLED),
            self.keeping(self.board),
        ]

    def layout(self) -> Box:
        """The scene and both sides' controls; beside it who wins, each side's chance, and how long it takes."""
        doing = box("doing", self.board, self.handling, self.controls)
        sides = box("sides", *self.headlines.values())
        graphs = box("charts", *(chart.widget for chart in self.charts))
        reading = box("reading", self.ending, sides, graphs, self.given)
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"), charts.CSS)
        main = box("main", doing, reading)
        main.add_class("tohit-fight")
        return box("page", css, box("top", self.toolbar, self.keeper), main, self.strip, self.commands)

    @property
    def waits(self) -> bool:
        """Whether a mini is on its way and the duel takes long to work out: then it is told when the mini stands."""
        return self._moving and self._took > SLOW

    def _take(self, edits: list[dict[str, Any]]) -> None:
        self._moving = not edits[-1].get("done", True)
        super()._take(edits)

    def _ending(self, bout: Bout, say: Words) -> dict[str, Any]:
        if self.waits:
            return {"title": say("duel.ending"), "verdict": say("duel.waiting"), "rows": [], "sentences": []}
        began = perf_counter()
        shown = ending(bout, say)
        _ = bout.lasts  # the chart has it from here
        self._took = perf_counter() - began
        return shown

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


class _AtRest(ChartView):
    """A chart that stays as it is while the duel waits."""

    def __init__(self, page: Duels, chart: Any, show: Any):
        super().__init__(chart, show, lambda: page.lang)
        self._page = page

    def show(self, answer: Bout) -> None:
        if not self._page.waits:
            super().show(answer)


def ending(bout: Bout, say: Words) -> dict[str, Any]:
    """Who wins, exactly; or why nobody can say."""
    sides = [mini.side for mini in bout.question.scene.minis if mini.at is not None]
    shown = {"title": say("duel.ending"), "verdict": "", "rows": [], "sentences": [], "sides": sides}
    found = bout.duel
    if isinstance(found, TohitError):
        return {**shown, "sentences": [found.sentence(say.language)]}
    names = bout.fight.there.attack.attacker, bout.fight.there.attack.target
    first, second = bout.wins()
    rows = [_row(say("duel.wins", mini=mini.name), chance, say, mini.side)
            for mini, chance in ((bout.question.attacker, first), (bout.question.target, second))]
    for key, chance in (("both", found.both_fall), ("neither", found.undecided)):
        if chance:
            rows.append(_row(say(f"duel.{key}"), chance, say))
    losses = [say("duel.loses", mini=name, mean=mean(loss, say.language))
              for name, loss in zip(names, bout.losses(), strict=True)]
    return {**shown, "verdict": _verdict(names, (first, second), say), "rows": rows,
            "sentences": [_long(found.mean, found.variance, "rounds", say), " ".join(losses)]}


def given(bout: Bout, say: Words) -> dict[str, Any]:
    """What the one attack of the first side does once it is known to have hit."""
    answer = evaluate(once(bout.fight.there))
    mini = answer.question.attack.attacker
    shown = {"title": say("duel.given", mini=mini), "verdict": "", "rows": [], "sentences": []}
    if not answer.allowed or not answer.chance:
        return {**shown, "sentences": [say("duel.cannot_happen")]}
    try:
        found = answer.given("landed")
    except TohitError as error:
        return {**shown, "sentences": [error.sentence(say.language)]}
    unit = say(f"{answer.question.rules.key}.unit")
    rows = [_row(say("duel.damage", number=outcome, unit=unit), found.chance(outcome), say) for outcome in found.outcomes()]
    return {**shown, "rows": rows[:MOST_ROWS], "sentences": [say("duel.given.mean", mean=mean(found.mean(), say.language), unit=unit)]}


def _row(name: str, chance: Fraction, say: Words, side: str = "") -> dict[str, Any]:
    return {"name": name, "share": round(float(chance), 4), "percent": say.percent(chance), "side": side,
            "fraction": fraction(chance.numerator, chance.denominator, say.language)}


def _verdict(names: tuple[str, str], wins: tuple[Fraction, Fraction], say: Words) -> str:
    if not any(wins):
        return say("duel.nobody")
    if wins[0] == wins[1]:
        return say("duel.even", percent=say.percent(wins[0]))
    best = 0 if wins[0] > wins[1] else 1
    return say("duel.verdict", mini=names[best], percent=say.percent(wins[best]))


def _long(average: Fraction | None, variance: Fraction | None, unit: str, say: Words) -> str:
    """Mean and spread; without a mean it may never end."""
    if average is None or variance is None:
        return say(f"duel.{unit}.endless")
    spread = Fraction(round(float(variance) ** 0.5 * 100), 100)
    return say(f"duel.{unit}.mean", mean=mean(average, say.language), spread=mean(spread, say.language))


def _lengths(bout: Bout, say: Words) -> dict[str, Any] | None:
    """How many rounds it takes; nothing where it cannot be told."""
    found = bout.duel
    if isinstance(found, TohitError):
        return None
    try:
        rounds = found.lengths(ROUNDS)
    except TohitError:
        return None
    later = say("duel.later", last=ROUNDS) if rounds.at_least(ROUNDS + 1) else ""
    note = f"{_long(found.mean, found.variance, 'rounds', say)} {later}".strip()
    return {"damage": rounds, "unit": say("duel.rounds"), "attacks": 1, "title": say("duel.lengths"), "note": note}


def _lasts(bout: Bout, say: Words) -> dict[str, Any] | None:
    """How many attacks of the first side its target lasts."""
    found = bout.lasts
    if isinstance(found, TohitError):
        return None
    later = say("duel.lasts.later", percent=say.percent(found.later), last=found.attacks) if found.later * 1000 > 1 else ""
    attack = bout.fight.there.attack
    note = f"{_long(found.mean, found.variance, 'attacks', say)} {later}".strip()
    return {"damage": found.distribution(), "unit": say("duel.attacks"), "attacks": 1, "note": note,
            "title": say("duel.lasts", attacker=attack.attacker, target=attack.target)}


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
