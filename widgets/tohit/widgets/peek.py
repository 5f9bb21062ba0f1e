"""The trait by which a browser asks about one square without changing anything."""

from __future__ import annotations

from typing import Any

from traitlets import TraitType

from tohit.core.geometry import parse_square
from tohit.widgets.traits import is_count

__all__ = ["PeekTrait"]


class PeekTrait(TraitType):
    """The square a reader looks at: ``{"square": "C5", "serial": 12}``; ``{}`` for none.

    A new serial asks again; only the newest question is answered, so that looking around never queues.
    """

    info_text = "a mapping with a square and a serial, or an empty one"

    def make_dynamic_default(self) -> dict[str, Any]:
        return {}

    def validate(self, obj: Any, value: Any) -> dict[str, Any]:
        """The value itself."""
        if value == {}:
            return value
        if not isinstance(value, dict) or set(value) != {"square", "serial"} or not is_count(value["serial"]):
            self.error(obj, value)
        if parse_square(value["square"]) is None:
            self.error(obj, value)
        return value
