"""The panel of the heat layer: whose squares are coloured, how, and what the colours mean."""

from __future__ import annotations

import json
from typing import Any

from traitlets import TraitError, TraitType

from tohit.core.kinds import refuse
from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait
from tohit.words import Phrase

__all__ = ["CHOICE", "OVERS", "POINTS", "ChoiceTrait", "Heat", "read_choice", "told_choice"]

OVERS = ("off", "attacker", "target", "area")
FACINGS = ("best", "as-is")
POINTS = 60
"""The most movement points of a turn."""

CHOICE: dict[str, Any] = {
    "over": "off", "facing": "best", "numbers": False, "hatch": False, "contour": True, "best": True, "points": 0,
}


class ChoiceTrait(TraitType):
    """What of the heat layer is shown; a part that is left out has its value of ``CHOICE``."""

    info_text = f"a mapping with some of {', '.join(CHOICE)}"

    def make_dynamic_default(self) -> dict[str, Any]:
        return dict(CHOICE)

    def validate(self, obj: Any, value: Any) -> dict[str, Any]:
        """The whole choice.

        Raises:
            TraitError: a part that is unknown or has a value that it cannot have.
        """
        if not isinstance(value, dict) or not set(value) <= set(CHOICE):
            self.error(obj, value)
        choice = {**CHOICE, **value}
        for key, allowed in (("over", OVERS), ("facing", FACINGS)):
            if choice[key] not in allowed:
                raise TraitError(f"{key} must be one of {', '.join(allowed)}")
        for key in ("numbers", "hatch", "contour", "best"):
            if not isinstance(choice[key], bool):
                raise TraitError(f"{key} must be true or false")
        if type(choice["points"]) is not int or not 0 <= choice["points"] <= POINTS:
            raise TraitError(f"points must be a whole number from 0 (no limit) to {POINTS}")
        return choice


class Heat(Panel):
    """Which chances colour the board's squares: where the attacker could stand, or the target.

    The choice is the one thing that a browser may change; ``tohit.dashboards.heat`` answers it with colours on the
    board, and with the legend and the best squares here.

    Example:
        >>> Heat(choice={"over": "attacker"}).choice["facing"]
        'best'
    """

    _name = "heat"

    choice = ChoiceTrait(help="What is shown; see CHOICE.").tag(sync=True, incoming=True)
    offer = JsonTrait({}, kind=dict, help="What can be chosen: overs (key, name), facings, points.").tag(sync=True)
    legend = JsonTrait([], kind=list, help="What the colours mean: kind, share, name.").tag(sync=True)
    best = JsonTrait({}, kind=dict, help="The best squares: title, rows (name, edits), more.").tag(sync=True)


def told_choice(choice: dict[str, Any]) -> str:
    """A choice as it stands in a link: JSON of what differs from ``CHOICE``; nothing while nothing is coloured.

    >>> told_choice({**CHOICE, "over": "attacker"})
    '{"over":"attacker"}'
    """
    if choice["over"] == CHOICE["over"]:
        return ""
    return json.dumps({key: value for key, value in choice.items() if value != CHOICE[key]}, separators=(",", ":"))


def read_choice(told: str) -> dict[str, Any]:
    """The choice that a link holds.

    Raises:
        NotationError: it is none.
    """
    try:
        return ChoiceTrait().validate(None, json.loads(told))
    except (TypeError, ValueError, TraitError) as error:
        raise refuse("page.heat", told, Phrase("core.allowed.choice", values=OVERS)) from error
