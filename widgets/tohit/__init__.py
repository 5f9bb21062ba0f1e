"""Exact odds for tabletop combat rules, on a board you can touch.

``import tohit`` loads no Jupyter: ``explore`` and the widgets arrive when they are first asked for.

Example:
    >>> question = tohit.load("archer.json")          # doctest: +SKIP
    >>> tohit.evaluate(question).chance                # doctest: +SKIP
    Fraction(1, 2)
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from tohit.core import notation
from tohit.core.answer import Answer
from tohit.core.break_even import BreakEven, break_even
from tohit.core.checked import Checked, check
from tohit.core.commands import command
from tohit.core.derivation import Derivation, derive
from tohit.core.distribution import Distribution
from tohit.core.duel import Duel, duel
from tohit.core.edits import apply
from tohit.core.errors import NotationError, RulesError, SceneError
from tohit.core.evaluate import evaluate
from tohit.core.explain import explain
from tohit.core.impact import Impact, impact
from tohit.core.luck import Luck, luck, luck_of_rolls
from tohit.core.notation import dumps, link
from tohit.core.question import Question
from tohit.core.ruleset import Ruleset
from tohit.core.sensitivity import Change, sensitivity
from tohit.core.simulate import Simulation, Throw, simulate
from tohit.core.sweep import Sweep
from tohit.core.until import UntilGone, until_gone
from tohit.rules import SYSTEMS
from tohit.spread import sweep

__version__ = "0.1.0"

__all__ = [
    "Answer", "BreakEven", "Change", "Checked", "Derivation", "Distribution", "Duel", "Impact", "Luck", "NotationError",
    "Question", "RulesError", "Ruleset", "SceneError", "Simulation", "Sweep", "Throw", "UntilGone", "apply", "break_even",
    "check", "command", "compare", "derive", "duel", "duels", "dumps", "evaluate", "explain", "explore", "four_rules",
    "impact", "index", "lesson", "link", "load", "loads", "luck", "luck_of_rolls", "predict", "ruleset", "rulesets",
    "sensitivity", "simulate", "sweep", "sweeps", "teacher", "until_gone", "was_i_unlucky",
]

_LATER = dict.fromkeys(
    ("compare", "duels", "explore", "four_rules", "index", "lesson", "predict", "sweeps", "teacher", "was_i_unlucky"),
    "tohit.dashboards",
)


def load(source: str | Path, rules: Ruleset | None = None) -> Question:
    """The question in a file, a link or a document.

    Raises:
        NotationError, SceneError: one sentence with the place, what came and what is allowed.
        OSError: the file cannot be read.
    """
    return loads(notation.stated(source), rules)


def loads(text: str | bytes, rules: Ruleset | None = None) -> Question:
    """The question in a text or link; ``rules`` adds a rule system of your own to those known."""
    return notation.loads(text, SYSTEMS if rules is None else {**SYSTEMS, rules.key: rules})


def rulesets() -> tuple[Ruleset, ...]:
    """All rule systems."""
    return tuple(SYSTEMS.values())


def ruleset(key: str) -> Ruleset:
    """The rule system of that key.

    Raises:
        KeyError: no such system.
    """
    return SYSTEMS[key]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'tohit' has no attribute {name!r}")
