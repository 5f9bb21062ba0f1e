"""A view that is worked out only while somebody has it open."""

from __future__ import annotations

from tohit.core.answer import Answer
from tohit.dashboards.views import PanelView, Present
from tohit.widgets import Panel

__all__ = ["OpenedView"]


class OpenedView(PanelView):
    """Shows a panel with a trait ``opened``: closed, it keeps the newest answer and does nothing."""

    def __init__(self, panel: Panel, present: Present):
        super().__init__(panel, present)
        self._newest: Answer | None = None
        panel.observe(self._on_open, "opened")

    def show(self, answer: Answer) -> None:
        self._newest = answer
        if self.panel.opened:
            super().show(answer)

    def _on_open(self, change: object) -> None:
        if self._newest is None:
            return
        try:
            self.show(self._newest)
        except Exception as error:  # Voila would show it nowhere
            self.fail(error)
