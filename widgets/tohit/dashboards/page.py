"""What every page has: one board at whose desk all panels hand in their edits, one explorer, one language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from ipywidgets import HTML, Box, Layout, Widget

from tohit.core.answer import Answer
from tohit.core.kinds import refuse
from tohit.core.ruleset import Ruleset
from tohit.dashboards import told
from tohit.dashboards.paced import KEPT, PacedView
from tohit.dashboards.sealed import seal
from tohit.dashboards.shown import show
from tohit.dashboards.views import PanelView, Present, TogetherView
from tohit.explorer import Explorer, View
from tohit.past import Past
from tohit.widgets import CommandBox, GridBoard, Handling, Panel, StepsStrip
from tohit.words import LANGUAGES, Phrase, Words, pick_language

__all__ = ["BoardPage", "box", "links", "readers_language", "style"]

_OTHERS = (
    ("four-rules", "four_rules.name"), ("compare", "compare.name"), ("sweep", "sweep.name"),
    ("duel", "duel.name"), ("was-i-unlucky", "was_i_unlucky.name"),
)
"""Pages for all systems: key, and the key of the name."""

_LEAPS = {"undo", "redo", "step", "cancel", "mark", "say", "scenario"}
"""Edits that mean something only where they were made: a tab can't propose them again on a new page."""


class BoardPage:
    """A page around a board; a subclass makes its widgets and then calls ``start``.

    Attributes:
        widget: The one widget to display; its ``page`` is this object.
        explorer: What the page is about, and its answer.
        board: The board, at whose desk all panels hand in their edits.
        handling, strip, commands: What every page with a board has beside it.
        kept_view: What keeps the scene in the browser; None on a page that keeps none.
    """

    def __init__(self, explorer: Explorer, lang: str):
        self.explorer, self.lang, self.board = explorer, lang, GridBoard()
        self.handling, self.strip, self.commands = Handling(), StepsStrip(), CommandBox()
        self._log, self._marked = told.Log(explorer), told.Marked(explorer)
        self.kept_view: PacedView | None = None
        self._past = Past(explorer.packed)
        self._strip_view = self.viewed(self.strip, self._steps)

    @property
    def panels(self) -> tuple[Any, ...]:
        """All widgets of our own, the board first."""
        raise NotImplementedError

    @property
    def charts(self) -> tuple[Any, ...]:
        """All charts."""
        return ()

    @property
    def is_open(self) -> bool:
        """Whether the answer may be told; a page that asks for a guess keeps it until then."""
        return True

    def answers(self) -> dict[str, Answer]:
        """What a notebook keeps of this page: answers by the title of their table, the board's own first."""
        return {"": self.explorer.answer}

    def start(self) -> None:
        """Bring panels, views and layout together."""
        for panel in self.panels:
            panel.lang = self.lang
            panel.at_desk(self.board)
        self.board.on_edits(self._take)
        for view in self.views():
            self.explorer.add(view)
        self.widget = self.layout()
        self.widget.page = self
        self.widget._ipython_display_ = partial(show, self)
        seal(self.widget)

    def views(self) -> list[View]:
        """Who shows the answer."""
        raise NotImplementedError

    def common(self) -> list[PanelView]:
        """The views of what every page with a board has beside it."""
        return [self._strip_view, self.viewed(self.commands, self._said)]

    def viewed(self, panel: Panel, present: Present) -> PanelView:
        """A panel and what it shows of this page's answer."""
        return PanelView(panel, present)

    def keeping(self, carrier: Any) -> PacedView:
        """The view of the keeper: a moment late, so that a drag is not held up."""
        self.kept_view = PacedView(TogetherView(carrier, [self.viewed(self.keeper, self._kept)]), delay=KEPT)
        return self.kept_view

    def layout(self) -> Box:
        """The one widget that holds all others."""
        raise NotImplementedError

    def scenarios(self, lang: str) -> dict[str, Any]:
        """What can be chosen from; the scene at hand keeps its names when the language changes."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of every widget and observer of this page."""
        self.explorer.close()
        self.board.on_edits(None)
        for chart in self.charts:
            chart.close()
        for widget in (*self.panels, *_below(self.widget)):
            for part in (widget.layout, getattr(widget, "style", None), widget):
                if part is not None:
                    part.close()

    def _fragment(self, scene: str) -> str:
        """The end of the page's address: the scene, and what the reader chose on this page."""
        return f"{scene}&{urlencode(self.options())}"

    def _past_told(self) -> dict[str, Any]:
        """The steps of this page, for a browser to keep."""
        return self._past.told(self.explorer.history, self.explorer.marks)

    def options(self) -> dict[str, str]:
        """What the reader chose on this page beside the scene, as it stands in a link."""
        return {"lang": self.lang}

    def _take(self, edits: list[dict[str, Any]]) -> None:
        """What the board's desk hands in: how the page is looked at is the page's own, the rest is asked."""
        looks = {key: value for edit in edits if "page" in edit for key, value in edit["page"].items()}
        if looks.get("lang", self.lang) not in LANGUAGES:
            raise refuse("page.lang", looks["lang"], Phrase("core.allowed.choice", values=LANGUAGES))
        scene_edits = [edit for edit in edits if "page" not in edit]
        if scene_edits:
            self.explorer.ask(scene_edits)
        if self.kept_view and any(_LEAPS & set(edit) for edit in scene_edits):
            self.kept_view.hurry()
        if "steps" in looks:
            self._open_steps(looks["steps"] is True)
        if "lang" in looks:
            self._speak(looks["lang"])

    def _open_steps(self, opened: bool) -> None:
        with self.board.parcelled([self.strip]):
            self.strip.opened = opened
            self._strip_view.show(self.explorer.answer)

    def _steps(self, answer: Any, say: Words) -> dict[str, Any]:
        if not self.strip.opened:
            return {}
        return {**told.steps(self.explorer, say), "compare": self._marked.address(say.language)}

    def _said(self, answer: Any, say: Words) -> dict[str, Any]:
        minis = self.explorer.spoken(self.explorer.question).scene.minis
        return {"log": self._log.shown(say), "names": [mini.name for mini in minis]}

    def _speak(self, lang: str) -> None:
        if lang != self.lang:
            self.lang = lang
            self.explorer.scenarios = self.scenarios(lang)
            with self.board.parcelled(self.panels):
                for panel in self.panels:
                    panel.lang = lang
            self.explorer.show()


def readers_language() -> str:
    """The browser's language, which Voila hands to a page's kernel; English where nobody told it."""
    return pick_language(os.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def links(systems: Mapping[str, Ruleset], say: Words) -> list[dict[str, str]]:
    """The pages that a toolbar leads to: each rule system's own, then those of all systems."""
    lang = say.language
    own = [{"key": key, "name": rules.say(lang)(f"{key}.name"), "href": _address(key, lang)} for key, rules in systems.items()]
    return [*own, *({"key": key, "name": say(name), "href": _address(key, lang)} for key, name in _OTHERS)]


def style(*parts: Path | str) -> HTML:
    """A page's CSS, from files and texts."""
    texts = [part if isinstance(part, str) else part.read_text(encoding="utf-8") for part in parts]
    joined = "\n".join(texts)
    return HTML(f"<style>{joined}</style>", layout=Layout(display="none"))


def box(name: str, *children: Widget) -> Box:
    """A box that the page's CSS lays out: ``.tohit-NAME``."""
    made = Box(children, layout=Layout(display=None, overflow="visible"))
    made.add_class(f"tohit-{name}")
    return made


def _address(key: str, lang: str) -> str:
    return f"{key.replace('-', '_')}.ipynb?lang={lang}"


def _below(widget: Widget) -> list[Widget]:
    """A widget and all boxes and parts below it."""
    return [widget, *(part for child in getattr(widget, "children", ()) for part in _below(child))]
