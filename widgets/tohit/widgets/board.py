"""The grid board: minis, facings, terrain, the line of sight, on squares that can be touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from traitlets import Bytes, Enum, TraitError, observe, validate

from tohit.core.edits import apply
from tohit.core.evaluate import evaluate
from tohit.core.limits import BOARD
from tohit.core.question import Question
from tohit.widgets import draw, table
from tohit.widgets.base import Panel
from tohit.widgets.peek import PeekTrait
from tohit.widgets.traits import JsonTrait

__all__ = ["TOOLS", "GridBoard"]

TOOLS = ("move", "turn", "wall", "light", "heavy", "erase")

# Everything a scene may say; what is left out of an assigned scene is taken from here.
# terrain: squares, kind, name, controlled_by.  minis: name, side, at, facing, downed.
# sight: clear, from, to, blockers (squares).  arc: squares in the attacker's front arc.
# template: squares that a hit covers.  bands: square -> number of its range band; rival: the same by another way of counting.
# lit: names of minis and squares.
_EMPTY = {
    "columns": 12,
    "rows": 10,
    "facings": 8,
    "terrain": [],
    "minis": [],
    "attacker": None,
    "target": None,
    "label": "",
    "sight": None,
    "arc": [],
    "template": [],
    "bands": {},
    "rival": {},
    "lit": [],
    "tools": list(TOOLS),
}


class GridBoard(Panel):
    """A board of squares with minis to drag, turn and choose, and terrain to paint.

    Alone in a cell it changes its own scene, by the rule system's measure when it was given a question.
    On a page, whoever calls ``on_edits`` decides and assigns ``scene``; the browser never does.

    Args:
        question: What to show; its rule system says which squares and facings are legal.
        columns: Width of a board without a question.
        rows: Height of a board without a question.
        minis: Mappings with ``name``, ``side``, ``at``, and if wanted ``facing`` and ``downed``.
        terrain: Mappings with ``squares``, ``kind``, and if wanted ``name`` and ``controlled_by``.
        **settings: The widget's traits: ``scene``, ``tool``, ``lit``, ``lang``, …

    Example:
        >>> board = GridBoard(columns=8, rows=6, minis=[{"name": "Archer", "side": "red", "at": "B2"}])
        >>> board.scene["minis"][0]["facing"]
        'N'
    """

    _name = "board"

    scene = JsonTrait(dict(_EMPTY), kind=dict, help="What is drawn, by the keys of a whole scene.").tag(
        sync=True
    )
    tool = Enum(TOOLS, "move", help="What a press on a square does.").tag(sync=True, incoming=True)
    heat = JsonTrait({}, kind=dict, help="How the squares are coloured; see dashboards.heat.").tag(sync=True)
    heat_cells = Bytes(b"", help="The chance of every square, as a small number that heat tells.").tag(sync=True)
    peek = PeekTrait(help="The square a reader looks at.").tag(sync=True, incoming=True)
    peeked = JsonTrait({}, kind=dict, help="What the answer would be there; {} where nobody answers.").tag(sync=True)
    lit = JsonTrait([], kind=list, help="Names of minis and squares that are lit up.").tag(sync=True)

    def __init__(
        self,
        question: Question | None = None,
        *,
        columns: int = _EMPTY["columns"],
        rows: int = _EMPTY["rows"],
        minis: Iterable[Mapping[str, Any]] = (),
        terrain: Iterable[Mapping[str, Any]] = (),
        attacker: str | None = None,
        target: str | None = None,
        **settings: Any,
    ):
        given = "scene" in settings
        if question is None:
            self._steps = table.Steps({}, table.change)
            if not given:
                settings["scene"] = {
                    "columns": columns,
                    "rows": rows,
                    "minis": [{"facing": "N", "downed": False, **mini} for mini in minis],
                    "terrain": list(terrain),
                    "attacker": attacker,
                    "target": target,
                }
        else:
            self._steps = table.Steps(question, lambda now, edit: apply(now, [edit]))
        super().__init__(**settings)
        if question is not None:
            self._show_question()
        else:
            if not given:
                table.check(self.scene)
            self._steps.value = self.scene

    @property
    def question(self) -> Question | None:
        """The question that a board alone in a cell has come to; None when it was made without one."""
        value = self._steps.value
        return value if isinstance(value, Question) else None

    def receive(self, edits: list[dict]) -> None:
        """Deal with edits where no page does."""
        if self.question is None and self.scene != self._steps.value:
            self._steps = table.Steps(self.scene, table.change)
        with self._steps.kept():
            self._steps.take([edit for edit in edits if "page" not in edit])
            if self.question is None:
                self.scene = self._steps.value
            else:
                self._show_question()

    @observe("lang")
    def _show_question(self, change=None) -> None:
        if self.question is not None and self._handler is None:
            self.scene = draw.scene(self.question, draw.label(evaluate(self.question), self.lang))

    @validate("scene")
    def _fill(self, proposal) -> dict:
        scene = {**_EMPTY, **proposal["value"]}
        for key in ("columns", "rows"):
            if type(scene[key]) is not int or not 1 <= scene[key] <= BOARD:
                raise TraitError(
                    f"scene: {key} must be a whole number from 1 to {BOARD} (got {scene[key]!r})"
                )
        unknown = set(scene) - set(_EMPTY)
        if unknown:
            raise TraitError(f"scene: no key {sorted(unknown)}; allowed: {sorted(_EMPTY)}")
        return scene
