"""The range ruler: how far away the target is, and what that costs."""

from __future__ import annotations

import math
import re

from traitlets import Bool, TraitError, TraitType, Unicode, validate

from tohit.widgets.base import Panel
from tohit.widgets.lone import LoneValue
from tohit.widgets.records import RecordsTrait
from tohit.words import words

__all__ = ["RangeRuler"]

OVERRIDE = "attack.overrides.distance"
_DECIMAL = re.compile(r"\d{1,5}(\.\d{1,3})?", re.ASCII)


class DistanceTrait(TraitType):
    """A distance: a number, or a decimal text that the view shows as given."""

    info_text = "a number from 0, or a text such as '25.46'"

    def validate(self, obj, value):
        if isinstance(value, str) and _DECIMAL.fullmatch(value):
            return value
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
            self.error(obj, value)
        return int(value) if value == int(value) else value


class UnitTrait(TraitType):
    """The name of what is counted: one text, or one for a single piece and one for others."""

    info_text = "a text, or {'one': text, 'other': text}"

    def validate(self, obj, value):
        forms = value if isinstance(value, dict) and set(value) == {"one", "other"} else {"": value}
        if not all(isinstance(name, str) for name in forms.values()):
            self.error(obj, value)
        return value


class RangeRuler(Panel):
    """A slider whose track shows in words and tones what each distance costs.

    Alone in a cell its ``value`` changes; on a page it proposes a distance, and the page slides the attacker
    along the line or sets the distance by hand.

    >>> ruler = RangeRuler(value=7, maximum=24, bands=[{"from": 1, "to": 5, "label": "0"},
    ...                                                {"from": 6, "to": 24, "label": "-1", "tone": 1}])
    >>> ruler.value
    7

    Args:
        value: The present distance; a text such as ``"25.46"`` when it lies between two steps.
        minimum, maximum: The ends of the ruler.
        step: The distance between two places of the thumb.
        bands: Records ``{"from", "to", "label", "tone"}`` in rising order: a ``tone`` of 0 is neutral, each
            step up is drawn darker, below 0 is a bonus.
        unit: What is counted, or ``{"one": "square", "other": "squares"}``.
        overridden: Whether the distance was set by hand; the ruler then offers the way back to the board.
        enabled, reason: Whether distance matters here, and if not, why.
    """

    _name = "ruler"

    value = DistanceTrait(1, help="The present distance.").tag(sync=True)
    minimum = DistanceTrait(1, help="The left end.").tag(sync=True)
    maximum = DistanceTrait(24, help="The right end.").tag(sync=True)
    step = DistanceTrait(1, help="The distance between two places of the thumb.").tag(sync=True)
    bands = RecordsTrait(
        {"from": int | float, "to": int | float, "label": str, "tone": (int, 0)},
        help="What each stretch of the ruler costs.",
    ).tag(sync=True)
    unit = UnitTrait("", help="What is counted.").tag(sync=True)
    overridden = Bool(False, help="Whether the distance was set by hand.").tag(sync=True)
    enabled = Bool(True, help="Whether distance matters.").tag(sync=True)
    reason = Unicode("", help="Why distance does not matter.").tag(sync=True)

    def __init__(self, **settings):
        self._lone = LoneValue()
        super().__init__(**settings)

    def receive(self, edits: list[dict]) -> str | None:
        """Take over the last distance, or go back to the board's."""
        value = self._lone.after(self.value, edits, "distance")
        if value != self.value and not float(self.minimum) <= float(value) <= float(self.maximum):
            say = words(self.lang)
            return say("ruler.refused", distance=value, minimum=self.minimum, maximum=self.maximum)
        self.value = value
        if any(edit.get("path") == OVERRIDE and edit.get("value") is None for edit in edits):
            self.overridden = False
        return None

    @validate("minimum", "maximum", "step")
    def _ends_in_order(self, proposal):
        new = {"minimum": self.minimum, "maximum": self.maximum, "step": self.step}
        new[proposal["trait"].name] = proposal["value"]
        if any(isinstance(end, str) for end in new.values()):
            raise TraitError("minimum, maximum, step: numbers are wanted")
        if new["minimum"] >= new["maximum"]:
            raise TraitError(f"minimum: must be below maximum ({new['minimum']} and {new['maximum']})")
        if new["step"] <= 0:
            raise TraitError(f"step: must be above 0 (got {new['step']})")
        return proposal["value"]
