"""The ready scenarios of each rule system, in the order of their file names (``1-archer-on-the-wall.json``)."""

from __future__ import annotations

from pathlib import Path

from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset

__all__ = ["ready"]

_FOLDER = Path(__file__).with_name("scenarios")


def ready(rules: Ruleset) -> dict[str, Question]:
    """Ready questions by key, the first one first; none for a system that a reader wrote."""
    found = sorted((_FOLDER / rules.key).glob("*.json"))
    return {path.stem.lstrip("0123456789-"): loads(path.read_bytes(), {rules.key: rules}) for path in found}
