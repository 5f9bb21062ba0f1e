"""Procedure cards: what a rule system rolls beside attacks, with its inputs and its exact chances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traitlets import observe

from tohit.core.distribution import Distribution
from tohit.core.explain import short
from tohit.core.kinds import Flag, Reading, Whole, refuse
from tohit.core.ruleset import Procedure, Ruleset
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Phrase, Words, words

__all__ = ["Procedures"]

PREFIX = "procedures."
ROWS = 20
"""Of more outcomes than this, the last ones stand together in one row."""


class Procedures(Panel):
    """A card for each procedure of a rule system: recovery, scatter, movement cost.

    Changing an input shows the new chances; it is no change of the scene, and no step of undo.

    >>> import tohit
    >>> procedures = Procedures(tohit.ruleset("coup-de-grace"))
    >>> procedures.change("recovery", "activations", 2)
    >>> [row["chance"] for row in procedures.cards[0]["rows"]]
    ['4/9', '5/9']

    Args:
        rules: The rule system; without one there are no cards.
        **settings: The widget's traits.
    """

    _name = "procedures"

    cards = JsonTrait([], kind=list, help="What each card shows: name, inputs, rows, mean, source.").tag(sync=True)

    def __init__(self, rules: Ruleset | None = None, **settings: Any):
        self._procedures: Mapping[str, Procedure] = {each.key: each for each in (rules.procedures if rules else ())}
        self._inputs = {key: {field.key: field.default for field in each.inputs} for key, each in self._procedures.items()}
        self._rules = rules
        super().__init__(**settings)
        self._show()

    @staticmethod
    def owns(edit: Mapping[str, Any]) -> bool:
        """Whether an edit is about an input of a card: its path begins with ``procedures.``"""
        return str(edit.get("path", "")).startswith(PREFIX)

    def change(self, procedure: str, key: str, value: Any) -> None:
        """Give one input another value.

        Raises:
            NotationError: there is no such input, or it does not take this value.
        """
        path = f"{PREFIX}{procedure}.{key}"
        inputs = self._procedures[procedure].inputs if procedure in self._procedures else ()
        field = next((field for field in inputs if field.key == key), None)
        if field is None:
            allowed = tuple(f"{name}.{own.key}" for name, each in self._procedures.items() for own in each.inputs)
            raise refuse("path", path, Phrase("core.allowed.choice", values=allowed))
        self._inputs[procedure] = {**self._inputs[procedure], key: field.kind.read(value, path, Reading())}
        self._show()

    def receive(self, edits: list[dict]) -> None:
        """Take over the inputs that the reader changed."""
        for edit in filter(self.owns, edits):
            procedure, _, key = edit["path"].removeprefix(PREFIX).partition(".")
            self.change(procedure, key, edit.get("value"))

    @observe("lang")
    def _show(self, change=None) -> None:
        if self._rules is not None:
            say = self._rules.say(self.lang)
            self.cards = [self._card(key, each, say) for key, each in self._procedures.items()]

    def _card(self, key: str, procedure: Procedure, say: Words) -> dict[str, Any]:
        name, inputs = f"{self._rules.key}.procedure.{key}", self._inputs[key]
        found = procedure.chances(**{field.name: inputs[field.key] for field in procedure.inputs})
        named = f"{name}.1" in say
        mean = "" if named else say("procedures.mean", mean=short(found.mean()))
        return {
            "key": key, "name": say(name), "mean": mean, "source": procedure.source,
            "inputs": [_input(f"{PREFIX}{key}.{field.key}", field, inputs[field.key], say(f"{name}.{field.key}"))
                       for field in procedure.inputs if isinstance(field.kind, Whole | Flag)],
            "rows": _rows(found, name if named else "", say),
        }


def _input(path: str, field: Any, value: Any, name: str) -> dict[str, Any]:
    form = {"kind": "flag"} if isinstance(field.kind, Flag) else {"kind": "whole", "low": field.kind.low, "high": field.kind.high}
    return {"path": path, "name": name, "value": value, **form}


def _rows(found: Distribution, name: str, say: Words) -> list[dict[str, Any]]:
    outcomes = [outcome for outcome, _ in found.items()]
    told = [(say(f"{name}.{outcome}") if name else say.number(outcome), found.chance(outcome)) for outcome in outcomes]
    if len(told) > ROWS:
        rest = sum(chance for _, chance in told[ROWS - 1:])
        told = [*told[:ROWS - 1], (words(say.language)("procedures.more", first=outcomes[ROWS - 1]), rest)]
    return [{"name": outcome, "chance": short(chance), "percent": say.percent(chance), "share": round(float(chance), 4)}
            for outcome, chance in told]
