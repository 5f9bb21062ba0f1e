"""The facing dial: which way a mini looks."""

from __future__ import annotations

from traitlets import Enum, TraitError, Unicode, validate

from tohit.core.geometry import FACINGS
from tohit.widgets.base import Panel
from tohit.widgets.lone import LoneValue
from tohit.words import words

__all__ = ["FacingDial"]


class FacingDial(Panel):
    """A dial that snaps to the facings of a rule system: drag it round, click a direction, use the arrow keys.

    Alone in a cell its ``value`` changes; on a page it proposes edits of its mini's facing.

    >>> dial = FacingDial(value="NE", mini="Archer")
    >>> dial.value
    'NE'

    Args:
        value: The present facing, ``"N"`` to ``"NW"``.
        stops: 8 or 4 facings, or 0 where the system has none: the dial is then disabled.
        mini: Whose facing this is.
        reason: Why the dial is disabled, when it is.
    """

    _name = "dial"

    value = Enum(FACINGS, "N", help="The present facing.").tag(sync=True)
    stops = Enum((0, 4, 8), 8, help="How many facings there are.").tag(sync=True)
    mini = Unicode("", help="The name of the mini that is turned.").tag(sync=True)
    reason = Unicode("", help="Why there is nothing to turn.").tag(sync=True)

    def __init__(self, **settings):
        self._lone = LoneValue()
        super().__init__(**settings)

    def receive(self, edits: list[dict]) -> str | None:
        """Take over the last facing, unless it is none of the stops."""
        value = self._lone.after(self.value, edits, "facing")
        if value not in stops_of(self.stops):
            say = words(self.lang)
            return say("dial.refused", facing=value, stops=", ".join(stops_of(self.stops)) or "0")
        self.value = value
        return None

    @validate("value", "stops")
    def _value_is_a_stop(self, proposal):
        new = {"value": self.value, "stops": self.stops, proposal["trait"].name: proposal["value"]}
        if new["stops"] and new["value"] not in stops_of(new["stops"]):
            raise TraitError(f"value: a dial with {new['stops']} stops has no {new['value']!r}")
        return proposal["value"]


def stops_of(count: int) -> tuple[str, ...]:
    """The facings of a dial, clockwise from north."""
    return FACINGS[:: 8 // count] if count else ()
