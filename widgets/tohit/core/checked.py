"""Whether a rule system keeps what every rule system promises, told in words, each fault with a smallest scene."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from tohit.core import notation
from tohit.core.errors import RulesError, TohitError
from tohit.core.evaluate import lands
from tohit.core.faults import telling
from tohit.core.promises import PROMISES, SLOW
from tohit.core.question import Question
from tohit.core.random_scene import random_scene
from tohit.core.ruleset import Ruleset
from tohit.core.smallest import smallest
from tohit.words import LANGUAGES, Phrase, pick_language

__all__ = ["SCENES", "Checked", "Finding", "check"]

SCENES, FEW = 16, 3
"""How many random scenes are tried, and how many of them by promises that ask for every square."""

_TRIES = 60  # draws for one scene that the rules allow
_TOLD = 8  # findings: who has so many mends these first
_SPARE = (".help", ".because", "unit")  # texts that have a general one in their place, as all sentences have
Maker = Callable[[random.Random], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One promise that is broken.

    Args:
        promise: its key: ``sums``, ``ledger``, ``explanation``, ``bonus``, ``turning``, ``order``, ``distances``,
            ``squares``; ``mistake`` for an exception in a rule, ``words`` for a text that nothing asks for, ``allowed``
            when no scene was.
        part: the modifier, requirement, channel, stage or mode that breaks it.
        phrase: what was found.
        link: a smallest scene that shows it, for ``tohit.explore(RULES, link)``; empty where none is needed.
    """

    promise: str
    part: str
    phrase: Phrase
    link: str = ""


@dataclass(frozen=True, repr=False)
class Checked:
    """What ``check`` found; true when nothing is broken, and printed in words.

    Args:
        rules: the system.
        lang: the language it is printed in.
        scenes: how many random scenes were tried; ``allowed`` of them are of attacks that may be made.
        findings: what is broken.
        unnamed: by language, the texts that the declaration does not give, so that keys stand in their place.
    """

    rules: Ruleset
    lang: str
    scenes: int
    allowed: int
    findings: tuple[Finding, ...]
    unnamed: dict[str, tuple[str, ...]]

    def __bool__(self) -> bool:
        return not self.findings

    def sentences(self, lang: str | None = None) -> list[str]:
        """The report, one sentence a line."""
        say = self.rules.say(lang or self.lang)
        name = say(f"{self.rules.key}.name")
        kept = say("check.kept" if self else "check.broken", rules=name, scenes=self.scenes, allowed=self.allowed,
                   promises=len(PROMISES), findings=len(self.findings))
        told = [kept]
        for finding in self.findings:
            told.append(f"– {say(f'check.promise.{finding.promise}', part=finding.part)} {say.show(finding.phrase)}")
            if finding.link:
                told.append(f"  {say('check.scene', link=finding.link)}")
        for language, keys in self.unnamed.items():
            told.append(say("check.unnamed", language=say(f"check.language.{language}"), count=len(keys), keys=keys[:3]))
        return told

    def __repr__(self) -> str:
        return "\n".join(self.sentences())

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """The same in a notebook, where plain text would run out of a narrow page."""
        lines = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        return f'<div lang="{self.lang}" style="overflow-wrap: anywhere">{lines}</div>'


def check(rules: Ruleset, lang: str | None = None, make: Maker | None = None) -> Checked:
    """Try a rule system on random scenes, the same ones every time, for a few seconds.

    Args:
        lang: the language of the report, else the reader's own where the server told it, else English.
        make: draws the document of a random scene, for a system whose fields must fit together.

    Example:
        >>> report = tohit.check(tohit.ruleset("dark-age"))        # doctest: +SKIP
        >>> bool(report)                                           # doctest: +SKIP
        True
    """
    spoken = lang or pick_language(os.environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    questions, findings = _questions(rules, make or (lambda draw: random_scene(rules, draw)))
    allowed = [question for question in questions if _is_allowed(question)]
    for promise in PROMISES:
        for question in (allowed or questions)[:FEW] if promise in SLOW else questions:
            for finding in _broken(promise, question):
                if all((finding.promise, finding.part) != (known.promise, known.part) for known in findings):
                    findings.append(_shown_small(promise, question, finding))
            if len(findings) >= _TOLD:
                break
    if questions and not allowed and not findings:
        findings.append(Finding("allowed", questions[0].attack.mode, Phrase("check.found.never", scenes=len(questions))))
    findings += _spelled(rules)
    return Checked(rules, spoken, len(questions), len(allowed), tuple(findings), _unnamed(rules))


def _questions(rules: Ruleset, make: Maker) -> tuple[list[Question], list[Finding]]:
    """Random scenes, three of four of them of attacks that are allowed, where there are such."""
    found: list[Question] = []
    for seed in range(SCENES):
        draw, readable = random.Random(f"{rules.key} {seed}"), None
        for _ in range(_TRIES):
            try:
                question = notation.read(make(draw), {rules.key: rules})
            except TohitError:  # parts that do not fit together
                continue
            readable = question
            if _is_allowed(question) == bool(seed % 4):
                break
        if readable is not None:
            found.append(readable)
    return found, [] if found else [Finding("allowed", rules.modes[0].key, Phrase("check.found.unreadable", scenes=SCENES * _TRIES))]


def _is_allowed(question: Question) -> bool:
    """A rule that fails allows nothing; what fails is found by the promises."""
    try:
        return lands(question)[0]
    except Exception:  # whatever a reader's rule raises
        return False


def _broken(promise: Any, question: Question) -> Iterator[Finding]:
    """What a promise finds; a mistake in a rule is a finding of its own, whoever meets it."""
    try:
        with telling(question):
            for broken in promise(question):
                yield Finding(broken.promise, broken.part, broken.found, notation.link(question))
    except RulesError as error:
        fields = error.phrase.fields
        yield Finding("mistake", str(fields.get("part") or fields.get("modifier")), error.phrase, notation.link(question))
    except TohitError:  # too many dice for a limit: no fault of the rules
        return


def _shown_small(promise: Any, question: Question, finding: Finding) -> Finding:
    """The same finding in the smallest scene that still has it."""
    def same(smaller: Question) -> Finding | None:
        found = (one for one in _broken(promise, smaller) if (one.promise, one.part) == (finding.promise, finding.part))
        return next(found, None)

    return same(smallest(question, lambda smaller: same(smaller) is not None)) or finding


def _spelled(rules: Ruleset) -> list[Finding]:
    """Texts that a declaration gives under a key that nothing asks for: a slip of the pen."""
    if rules.words is None:
        return []
    free = tuple(f"{rules.key}.{group}." for group in ("stage", "outcome", "scenario", "notice"))
    asked = set(rules.word_keys())
    given = {f"{rules.key}.{key}": key for texts in rules.words.values() for key in texts}
    return [
        Finding("words", key, Phrase("check.found.unasked"))
        for whole, key in given.items() if whole.removesuffix(".idle") not in asked and not whole.startswith(free)
    ]


def _unnamed(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    if rules.words is None:
        return {}
    keys = [key.removeprefix(f"{rules.key}.") for key in rules.word_keys() if not key.endswith(_SPARE)]
    keys = [key for key in keys if not key.startswith(("sentence.", "requires."))]
    missing = {lang: tuple(key for key in keys if key not in rules.words.get(lang, {})) for lang in LANGUAGES}
    return {lang: held for lang, held in missing.items() if held}
