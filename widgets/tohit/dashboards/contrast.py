"""Two readings of a ruling as lines on the board: where the cost of distance changes under each."""

from __future__ import annotations

from typing import Any

import numpy as np

from tohit.core.edits import apply
from tohit.core.geometry import square_name
from tohit.core.question import Question
from tohit.core.situation import Cells, Situation
from tohit.dashboards.present import costs_at

__all__ = ["contours", "contrasted", "measures"]

OUT = 999  # more than any cost: where the distance forbids the attack


def contrasted(question: Question, contrast: str) -> dict[str, dict[str, int]]:
    """The ``bands`` and ``rival`` of a scene, for a contrast such as ``distance=chebyshev``; nothing for any other."""
    ruling, _, choice = contrast.partition("=")
    known = {own.key: own.choices for own in question.rules.rulings}
    if choice not in known.get(ruling, ()) or question.scene.grid is None:
        return {}
    other = apply(question, [{"path": f"rulings.{ruling}", "value": choice}])
    return {} if other == question else {"bands": contours(question), "rival": contours(other)}


def contours(question: Question) -> dict[str, int]:
    """What the way from the attacker to each square costs: the dearer, the greater the number."""
    distances = _distances(question)
    apart, where = np.unique(distances, return_inverse=True)
    costs, allowed = costs_at(question, apart)
    tones = np.where(allowed, -costs, OUT)[where.reshape(distances.shape)]
    return {square_name(row, col): tone for row, line in enumerate(tones.tolist()) for col, tone in enumerate(line)}


def measures(question: Question, ruling: str, choice: str) -> bool:
    """Whether a reading counts some distance on the board otherwise than the present one does."""
    other = apply(question, [{"path": f"rulings.{ruling}", "value": choice}])
    return bool((_distances(question) != _distances(other)).any())


def _distances(question: Question) -> Any:
    grid = question.scene.grid
    squares = np.mgrid[: grid.rows, : grid.columns]
    found = Situation(question, Cells(target=(squares[0], squares[1]))).distance
    return np.broadcast_to(found, (grid.rows, grid.columns))
