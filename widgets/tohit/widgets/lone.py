"""What a control that stands alone makes of its edits, where no page keeps a history."""

from __future__ import annotations

__all__ = ["LoneValue"]


class LoneValue:
    """Follows one value through edits and gives back the earlier one when a gesture is cancelled."""

    def __init__(self):
        self._gesture: object = self  # no gesture of anybody's
        self._before: object = None

    def after(self, value: object, edits: list[dict], key: str) -> object:
        """The value once ``edits`` are done; ``key`` is where an edit holds it."""
        for edit in edits:
            if edit.get("gesture") != self._gesture:
                self._gesture, self._before = edit.get("gesture"), value
            value = self._before if "cancel" in edit else edit.get(key, value)
        return value
