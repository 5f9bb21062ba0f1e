"""Two scenarios, A and B, side by side: how far their chances are apart, and what differs between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ipywidgets import Box, Widget

from tohit import charts
from tohit.core import commands
from tohit.core.answer import Answer
from tohit.core.edits import apply
from tohit.core.errors import NotationError
from tohit.core.evaluate import evaluate
from tohit.core.notation import canonical, loads, parse, stated
from tohit.core.pages import FORMAT, page_link, read_page, write_page
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.compared import chart, verdict
from tohit.dashboards.differs import Differ
from tohit.dashboards.paced import PacedView
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.views import ChartView, PanelView, PartView, TogetherView
from tohit.explorer import MARKS, Edit, Explorer, View
from tohit.ready import ready
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, GridBoard, Headline, Keeper, Note, Toolbar, groups_of
from tohit.words import Words

__all__ = ["ComparePage", "Pair", "compare"]

PAGE = "compare"
OTHER = "other"
"""The scenario of a side that is a copy of the other side."""

_HERE = Path(__file__)
Source = Question | str | Path


def compare(a: Source | None = None, b: Source | None = None, lang: str | None = None) -> Box:
    """A page that compares two scenarios, of one rule system or of two.

    Args:
        a: A question, a file, a document or a link; one of this page holds both scenarios, and ``b`` must be left out.
        b: The same for the other side; without it, a copy of ``a``.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.compare("archer.json", "archer-behind-cover.json")        # doctest: +SKIP
    """
    spoken = lang or readers_language()
    return ComparePage(CompareExplorer(_pair(a, b, spoken), spoken), spoken).widget


@dataclass(frozen=True, slots=True)
class Pair:
    """Two scenarios, ``a`` and ``b``."""

    a: Any
    b: Any

    def __getitem__(self, part: str) -> Any:
        return getattr(self, part)


class Answers(Pair):
    """The answers to two scenarios; what is about both is said in the words of the first one's rules."""

    __slots__ = ()

    @property
    def question(self) -> Question:
        """The first scenario."""
        return self.a.question


class ComparePage(BoardPage):
    """Everything on the page, made once; ``boards``, ``headlines`` and ``forms`` by side."""

    def __init__(self, explorer: CompareExplorer, lang: str = "en"):
        super().__init__(explorer, lang)
        self.boards = {"a": self.board, "b": GridBoard()}
        self.headlines = {part: Headline() for part in MARKS}
        self.forms = {part: Controls() for part in MARKS}
        self.verdict, self.differs, self.toolbar = Note(), Note(), Toolbar()
        self.keeper, self.damage = Keeper(name=PAGE), charts.OverlayChart()
        self._carrier = _Carrier(self.boards)
        self._formed: dict[str, tuple[Any, dict[str, Any]]] = {part: (None, {}) for part in MARKS}
        self._differ = Differ()
        self.start()
        for panel in (self.boards["b"], self.forms["b"], self.headlines["b"]):
            panel.at_desk(self.boards["b"])
        self.boards["b"].on_edits(partial(self._take, part="b"))

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        sides = (panel for part in (self.boards, self.headlines, self.forms) for panel in part.values())
        return *sides, self.verdict, self.differs, self.toolbar, self.keeper, self.handling, self.strip, self.commands

    @property
    def charts(self) -> tuple[Any, ...]:
        """The one chart."""
        return (self.damage,)

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenarios of every system."""
        return _ready(lang)

    def close(self) -> None:
        """Let go of every widget and observer of this page."""
        self.boards["b"].on_edits(None)
        super().close()

    def answers(self) -> dict[str, Answer]:
        """Both sides'."""
        return {part.upper(): self.explorer.answer[part] for part in MARKS}

    def views(self) -> list[View]:
        """Both sides and what is said of them change in one message; the chart and the address follow."""
        shown: list[PanelView] = []
        for part in MARKS:
            shown += [PartView(part, self.boards[part], _scene), PartView(part, self.headlines[part], partial(_headline, part)),
                      PanelView(self.forms[part], partial(self._form, part))]
        shown += [PanelView(self.verdict, verdict), PanelView(self.differs, self._differs), PanelView(self.toolbar, self._tools)]
        drawn = TogetherView(self._carrier, [ChartView(self.damage, chart, lambda: self.lang)])
        return [TogetherView(self._carrier, shown), PacedView(drawn), self.keeping(self._carrier)]

    def layout(self) -> Box:
        """A on the left, B on the right, between them what is said of both."""
        sides = {part: box(f"side-{part}", self.headlines[part], self.boards[part], self.forms[part]) for part in MARKS}
        between = box("between", self.verdict, self.damage.widget, self.differs)
        css = style(_HERE.with_name("page.css"), _HERE.with_name("four_rules.css"), _HERE.with_suffix(".css"), charts.CSS)
        for side in sides.values():
            side.add_class("tohit-judged")
        return box("page", css, box("top", self.toolbar, self.keeper), box("compare", sides["a"], between, sides["b"]))

    def _take(self, edits: list[dict[str, Any]], part: str = "a") -> None:
        """Edits of a board's own desk are about its side; two desks may count the same gesture."""
        self._carrier.part = part
        told = [{**edit, "part": part} for edit in edits] if part == "a" else [
            {**edit, "part": part, **({"gesture": -edit["gesture"]} if "gesture" in edit else {})} for edit in edits]
        super()._take(told)

    def _form(self, part: str, answers: Answers, say: Words) -> dict[str, Any]:
        """What a side is chosen and changed with; a mini that moved leaves it as it is."""
        question, scenarios = self.explorer.question[part], self.explorer.scenarios
        named = next((key for key, own in scenarios.items() if own == question), "")
        asked = (say.language, named, question.rules, question.attack, question.rulings,
                 [(mini.name, mini.stats) for mini in question.scene.minis])
        if asked != self._formed[part][0]:
            offered = {"": say("compare.own"), OTHER: say("compare.copy", other=("B" if part == "a" else "A")),
                       **{key: _named(key, say) for key in scenarios}}
            choices = [{"value": key, "name": name} for key, name in offered.items()]
            plain = {"help": "", "kind": "choice"}
            fields = [
                {**plain, "path": "scenario", "name": say("compare.scenario"), "choices": choices, "value": named},
                {**plain, "path": "document", "name": say("compare.paste"), "kind": "text", "value": "", "edit": "document"},
            ]
            groups = [{**group, "open": False} for group in groups_of(question, question.rules.say(say.language))]
            first = {"key": "side", "name": say("compare.side", side=part.upper()), "open": True, "fields": fields}
            self._formed[part] = asked, {"groups": [first, *groups]}
        return self._formed[part][1]

    def _differs(self, answers: Answers, say: Words) -> dict[str, Any]:
        pair = self.explorer.question
        told = self._differ.told(pair.a, pair.b, say.language)
        return {"title": say("compare.differs"), "sentences": told or [say("compare.same")]}

    def _tools(self, answers: Answers, say: Words) -> dict[str, Any]:
        return {"systems": links(SYSTEMS, say), "system": PAGE, "can_undo": self.explorer.can_undo,
                "can_redo": self.explorer.can_redo}

    def _kept(self, answers: Answers, say: Words) -> dict[str, Any]:
        """Both scenarios as they can be copied, saved and brought back."""
        parts = _parts(self.explorer.question)
        scene = page_link(PAGE, parts)
        return {"fragment": self._fragment(scene), "document": canonical(write_page(PAGE, parts)),
                "saved": self.board.applied, "past": self._past_told(), "python": f'import tohit\n\ntohit.compare("{scene}")\n'}


class CompareExplorer(Explorer):
    """The view model of this page: its question is a pair, and an edit's ``part`` says which side it is about."""

    def __init__(self, pair: Pair, lang: str) -> None:
        self.answer: Any = None
        super().__init__(pair, _ready(lang))

    def judge(self, question: Pair) -> Answers:
        """The answers to both; a side that has not changed is not asked again."""
        known = [self.answer.a, self.answer.b] if self.answer else []
        for own in (question.a, question.b):
            if all(answer.question != own for answer in known):
                known.append(evaluate(own))
        return Answers(*(next(answer for answer in known if answer.question == own) for own in (question.a, question.b)))

    def change(self, question: Pair, edit: Edit) -> Pair:
        """One edit of one side; a document of this page replaces both, one of a single scenario only its own side."""
        part, own = edit.get("part", "a"), {key: value for key, value in edit.items() if key != "part"}
        if own.get("path") == "scenario":
            return replace(question, **{part: self._chosen(question, part, own.get("value"))})
        if "document" in own:
            return _opened(own["document"], question, part)
        return replace(question, **{part: commands.change(question[part], own)})

    def spoken(self, question: Pair) -> Question:
        """Where one scenario is wanted, the first."""
        return question.a

    def packed(self, question: Pair) -> str:
        """Both scenarios as one link."""
        return page_link(PAGE, _parts(question))

    def _chosen(self, question: Pair, part: str, key: Any) -> Question:
        if key == OTHER:
            return question["b" if part == "a" else "a"]
        return question[part] if key == "" else self.scenario(key)


class _Carrier:
    """The board whose edit is being answered carries the others' changes, so that they arrive together."""

    def __init__(self, boards: Mapping[str, GridBoard]):
        self._boards, self.part = boards, "a"

    def parcelled(self, widgets: Iterable[Widget], stepwise: Iterable[Widget] = ()) -> AbstractContextManager[Iterator[None]]:
        """As ``Panel.parcelled``."""
        return self._boards[self.part].parcelled(widgets, stepwise)


def _parts(pair: Pair) -> dict[str, Question]:
    return {part: pair[part] for part in MARKS}


def _opened(text: str | bytes, pair: Pair, part: str) -> Pair:
    """The pair after a document was opened; both sides keep their rules' own systems among those known."""
    systems = {**SYSTEMS, pair.a.rules.key: pair.a.rules, pair.b.rules.key: pair.b.rules}
    document = parse(text)
    if isinstance(document, dict) and document.get("format") == FORMAT:
        parts, _ = read_page(text, PAGE, MARKS, systems)
        return Pair(**parts)
    return replace(pair, **{part: loads(text, systems)})


def _pair(a: Source | None, b: Source | None, lang: str) -> Pair:
    if a is None:
        first = next(iter(_ready(lang).values()))
        begun = Pair(first, apply(first, [{"path": "attack.weapon.increment", "value": 2 * first.attack.weapon.increment}]))
    elif isinstance(a, Question):
        begun = Pair(a, a)
    else:
        text = stated(a)
        document = parse(text)
        if isinstance(document, dict) and document.get("format") == FORMAT:
            if b is not None:
                raise NotationError("compare.twice", "b")
            parts, _ = read_page(text, PAGE, MARKS, SYSTEMS)
            return Pair(**parts)
        question = loads(text, SYSTEMS)
        begun = Pair(question, question)
    if b is None:
        return begun
    return replace(begun, b=b if isinstance(b, Question) else loads(stated(b), SYSTEMS))


def _ready(lang: str) -> dict[str, Question]:
    return {f"{system}/{key}": question for system, rules in SYSTEMS.items() for key, question in ready(rules, lang).items()}


def _named(key: str, say: Words) -> str:
    system, _, scenario = key.partition("/")
    own = SYSTEMS[system].say(say.language)
    return say("compare.ready", system=own(f"{system}.name"), scenario=own(f"{system}.scenario.{scenario}"))


def _scene(answer: Answer, say: Words) -> dict[str, Any]:
    return {"scene": present.scene(answer, say)}


def _headline(part: str, answer: Answer, say: Words) -> dict[str, Any]:
    told = present.headline(answer, say)
    return {**told, "sentence": say("compare.headline", side=part.upper(), sentence=told["sentence"])}
