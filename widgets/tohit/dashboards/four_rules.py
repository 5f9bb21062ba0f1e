"""One board under all four rule systems: what each of them makes of it, and why they differ."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ipywidgets import Box

from tohit.common import MODES, CommonScene, ready_scenes
from tohit.core.answer import Answer
from tohit.core.evaluate import evaluate, worth
from tohit.core.geometry import FACINGS
from tohit.core.kinds import refuse
from tohit.core.notation import canonical, fragment, stated
from tohit.core.pages import read_page, write_page
from tohit.core.question import Question
from tohit.dashboards import present
from tohit.dashboards.page import BoardPage, box, links, readers_language, style
from tohit.dashboards.views import PanelView, PartView, Present, TogetherView
from tohit.explorer import Edit, Explorer, View
from tohit.rules import SYSTEMS
from tohit.widgets import Controls, Headline, Keeper, Ledger, Note, Panel, Toolbar, draw
from tohit.words import Phrase, Words

__all__ = ["FourRules", "four_rules"]

PAGE = "four_rules"
_HERE = Path(__file__)
Answers = Mapping[str, Answer]


def four_rules(scenario: str | Path | None = None, lang: str | None = None) -> Box:
    """A page with one board and four panels, one for each rule system.

    Args:
        scenario: A document or link of this page, or a file that holds one; without it, the first ready scene.
        lang: The language to begin in, else the reader's own where the server told it, else English.

    Example:
        >>> import tohit
        >>> tohit.four_rules()        # doctest: +SKIP
    """
    spoken = lang or readers_language()
    explorer = FourExplorer(spoken)
    if scenario is not None:
        explorer.ask([{"document": stated(scenario)}])
    return FourRules(explorer, spoken).widget


class FourRules(BoardPage):
    """Everything on the page, made once; ``headlines``, ``notes`` and ``ledgers`` by the system's key."""

    def __init__(self, explorer: FourExplorer, lang: str = "en"):
        super().__init__(explorer, lang)
        keys = tuple(self.explorer.answer)
        self.toolbar, self.controls, self.about = Toolbar(), Controls(), Note()
        self.keeper = Keeper(name="four-rules")
        self.headlines = {key: Headline() for key in keys}
        self.notes = {key: Note() for key in keys}
        self.ledgers = {key: Ledger() for key in keys}
        self.start()

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All widgets of our own, the board first."""
        parts = (self.headlines, self.notes, self.ledgers)
        beside = (self.handling, self.strip, self.commands)
        return (self.board, self.toolbar, self.keeper, self.controls, self.about, *beside,
                *(panel for part in parts for panel in part.values()))

    def scenarios(self, lang: str) -> dict[str, Any]:
        """The ready scenes of this page."""
        return ready_scenes(lang)

    def answers(self) -> dict[str, Answer]:
        """Each system's, the one first that the board is drawn with."""
        found = self.explorer.answer
        lead = self.explorer.question.lead.rules.key
        return {found[key].question.rules.say(self.lang)(f"{key}.name"): found[key] for key in dict.fromkeys((lead, *found))}

    def views(self) -> list[View]:
        """Every panel changes in one message."""
        lead = self.explorer.question.lead.rules.key
        shown = [
            PartView(lead, self.board, self._scene), PartView(lead, self.toolbar, self._tools),
            PartView(lead, self.controls, self._choices), PartView(lead, self.about, _about),
        ]
        for key in self.headlines:
            shown += [PartView(key, self.headlines[key], _headline), PartView(key, self.ledgers[key], _ledger),
                      PartView(key, self.notes[key], self._why)]
        return [TogetherView(self.board, [*shown, *self.common()]), self.keeping(self.board)]

    def viewed(self, panel: Panel, present: Present) -> PanelView:
        """What is the same in all systems is shown as the one with most facings has it."""
        return PartView(self.explorer.question.lead.rules.key, panel, present)

    def layout(self) -> Box:
        """The board, and beside it the four panels, two by two."""
        judged = [box("judged", self.headlines[key], self.notes[key], self.ledgers[key]) for key in self.headlines]
        doing = box("doing", self.about, self.controls, self.board, self.handling)
        css = style(_HERE.with_name("page.css"), _HERE.with_suffix(".css"))
        four = box("four", doing, box("judges", *judged))
        return box("page", css, box("top", self.toolbar, self.keeper), four, self.strip, self.commands)

    def _scene(self, answer: Answer, say: Words) -> dict[str, Any]:
        return {"scene": draw.scene(answer.question, _between(self.explorer.answer, say))}

    def _tools(self, answer: Answer, say: Words) -> dict[str, Any]:
        return {
            "systems": links(SYSTEMS, say), "system": "four-rules",
            "scenarios": [{"key": key, "name": say(f"four_rules.scene.{key}")} for key in self.explorer.scenarios],
            "can_undo": self.explorer.can_undo, "can_redo": self.explorer.can_redo,
        }

    def _kept(self, answer: Answer, say: Words) -> dict[str, Any]:
        """The scene as it can be copied, saved and brought back: one document with a part for each system."""
        document = canonical(write_page(PAGE, self.explorer.question.parts))
        scene = fragment(document)
        return {"fragment": self._fragment(scene), "document": document, "saved": self.board.applied,
                "past": self._past_told(), "python": f'import tohit\n\ntohit.four_rules("{scene}")\n'}

    def _choices(self, answer: Answer, say: Words) -> dict[str, Any]:
        choices = [{"value": mode, "name": say(f"four_rules.mode.{mode}")} for mode in MODES]
        field = {"path": "attack.mode", "name": say("four_rules.mode"), "help": "", "kind": "choice", "choices": choices,
                 "value": self.explorer.question.mode}
        return {"groups": [{"key": "attack", "name": say("controls.attack"), "open": True, "fields": [field]}]}

    def _why(self, answer: Answer, say: Words) -> dict[str, Any]:
        scene = self.explorer.question
        idea = say(f"four_rules.idea.{answer.question.rules.key}.{scene.mode}")
        most = [_most(answer, say)] if answer.allowed else []  # what forbids it stands in the headline
        return {"sentences": [idea, *most, *_rounded(answer.question, scene.lead, say)]}


class FourExplorer(Explorer):
    """The view model of this page: its question is a common scene, its answer one answer for each system."""

    answer: Answers = MappingProxyType({})

    def __init__(self, lang: str) -> None:
        scenes = ready_scenes(lang)
        super().__init__(next(iter(scenes.values())), scenes)

    def judge(self, question: CommonScene) -> Answers:
        """The answers by system; a system for which nothing has changed is not asked again."""
        known = self.answer
        return {
            own.rules.key: known[own.rules.key] if known and known[own.rules.key].question == own else evaluate(own)
            for own in question.questions
        }

    def change(self, question: CommonScene, edit: Edit) -> CommonScene:
        """One edit, in every system or in none."""
        if "distance" in edit:
            raise refuse("edit", sorted(edit), Phrase("core.allowed.edits"))
        if "document" in edit:
            parts, _ = read_page(edit["document"], PAGE, tuple(question.parts), SYSTEMS)
            return CommonScene.of(parts.values())
        return self.scenario(edit["scenario"]) if "scenario" in edit else question.changed(edit)

    def spoken(self, question: CommonScene) -> Question:
        """Commands speak of the minis, which are the same in every system."""
        return question.lead

    def packed(self, question: CommonScene) -> str:
        """The scene of all systems as one link."""
        return fragment(canonical(write_page(PAGE, question.parts)))


def _headline(answer: Answer, say: Words) -> dict[str, Any]:
    """The system's name takes the place of who attacks whom, which is the same in all four."""
    return {**present.headline(answer, say), "sentence": say(f"{answer.question.rules.key}.name")}


def _ledger(answer: Answer, say: Words) -> dict[str, Any]:
    """The few lines that matter: no zeros, and of the base what the roll starts from."""
    told = present.ledger(answer, say)
    lines = [line for line in told["lines"] if line["value"] or not line["applied"]]
    return {**told, "lines": lines, "base": told["base"][:2]}


def _about(answer: Answer, say: Words) -> dict[str, Any]:
    drawn = say("four_rules.drawn", system=say(f"{answer.question.rules.key}.name"))
    return {"title": say("four_rules.about.title"), "sentences": [f"{say('four_rules.about')} {drawn}"]}


def _between(answers: Answers, say: Words) -> str:
    """What stands at the target: the least and the most that the systems give."""
    chances = [answer.chance for answer in answers.values() if answer.allowed]
    if not chances:
        return say("page.not_allowed")
    least, most = say.percent(min(chances)), say.percent(max(chances))
    return least if least == most else say("four_rules.between", least=least, most=most)


def _most(answer: Answer, say: Words) -> str:
    """The line of the ledger without which the chance would differ most."""
    lines = [line for line in answer.ledger if line.value]
    if not lines:
        return say("four_rules.plain")
    without, _, line = max(((worth(answer, line), -place, line) for place, line in enumerate(lines)),
                           key=lambda told: (abs(told[0] - answer.chance), told[1]))
    if without == answer.chance:
        return say("four_rules.unmoved")
    return say("four_rules.most", name=line.name, value=say.signed(line.value), percent=say.percent(without))


def _rounded(question: Question, lead: Question, say: Words) -> list[str]:
    """Which of attacker and target faces another way than on the board."""
    if not 0 < question.rules.facings < lead.rules.facings:
        return []
    pairs = ((mini, lead.scene.mini(mini.name)) for mini in (question.attacker, question.target))
    return [say("four_rules.rounded", mini=mini.name, facing=say(f"page.facing.{FACINGS[mini.facing]}"))
            for mini, whole in pairs if mini.facing != whole.facing]
