"""The toolbar: which page, which scenario, one step back, which language."""

from __future__ import annotations

from traitlets import Bool, TraitError, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.records import RecordsTrait
from tohit.words import LANGUAGES, words

__all__ = ["Toolbar"]


class SystemsTrait(RecordsTrait):
    """Pages of rule systems; an address must be relative or http(s), because the browser follows it."""

    def validate(self, obj, value):
        systems = super().validate(obj, value)
        for system in systems:
            scheme = system["href"].partition(":")[0].lower() if ":" in system["href"].split("#")[0] else "http"
            if scheme not in ("http", "https"):
                raise TraitError(f"systems: the address of {system['name']!r} must be relative or http(s)")
        return systems


class Toolbar(Panel):
    """Links to the other rule systems, ready scenarios, undo and redo, the language, help.

    Undo and redo also follow Ctrl-Z, Ctrl-Y and Shift-Ctrl-Z anywhere on the page (``.tohit-page``).

    >>> toolbar = Toolbar(systems=[{"key": "dark-age", "name": "Dark Age", "href": "dark_age.ipynb"}],
    ...                   system="dark-age", scenarios=[{"key": "duel", "name": "A duel"}])
    >>> toolbar.lang
    'en'

    Args:
        systems: Records ``{"key", "name", "href"}``; they are links, because each system has its own page.
        system: The key of this page's system.
        scenarios: Records ``{"key", "name"}``.
        scenario: The key of the scenario that was last chosen.
        can_undo, can_redo: Whether there is a step to go back or forward to.
    """

    _name = "toolbar"

    systems = SystemsTrait({"key": str, "name": str, "href": (str, "")}, help="Pages of rule systems.").tag(
        sync=True
    )
    system = Unicode("", help="The key of this page's system.").tag(sync=True)
    scenarios = RecordsTrait({"key": str, "name": str}, help="Ready scenarios.").tag(sync=True)
    scenario = Unicode("", help="The key of the chosen scenario.").tag(sync=True)
    can_undo = Bool(False, help="Whether there is a step back.").tag(sync=True)
    can_redo = Bool(False, help="Whether there is a step forward.").tag(sync=True)

    def receive(self, edits: list[dict]) -> str | None:
        """Take over the scenario and the language; without a page there is nothing to undo."""
        scenario, lang = self.scenario, self.lang
        for edit in edits:
            scenario = edit.get("scenario", scenario)
            lang = edit.get("page", {}).get("lang", lang)
        if scenario and scenario not in [known["key"] for known in self.scenarios]:
            return words(self.lang)("toolbar.refused", scenario=scenario)
        if lang not in LANGUAGES:
            raise ValueError(f"lang: {lang!r} is not known; allowed: {', '.join(LANGUAGES)}")
        self.scenario, self.lang = scenario, lang
        return None
