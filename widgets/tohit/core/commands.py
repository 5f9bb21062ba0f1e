"""Edits as a person writes them, and back: ``Archer to C5``, ``wall D4 D5``, ``undo``.

The grammar is the word lists' own: ``commands.form.at`` is ``{mini} to {square}`` in English and
``{mini} vers {square}`` in French, and what stands in brackets may be left out.  A line is read in every language,
and said in the reader's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tohit.core.edits import apply
from tohit.core.errors import NotationError, TohitError
from tohit.core.forms import FORMS, lines_of, patterns
from tohit.core.notation import loads
from tohit.core.question import Question
from tohit.core.slide import slide
from tohit.core.slots import read_slots
from tohit.words import LANGUAGES

__all__ = ["LINES", "LONGEST", "change", "command", "in_line", "lines", "parse", "plain", "say"]

Edit = dict[str, Any]

LINES = 200
"""How many commands one text may hold."""

LONGEST = 1_000
"""How many characters one command may have, if it opens no document."""

_NAMED = 12  # minis that a refusal names
_SHOWN = 40  # characters of a line that a refusal shows


def command(question: Question, text: str) -> Question:
    """The question after the commands of a text, one on each line: all of them or none.

    Raises:
        NotationError, SceneError: the first line that is no command, or whose edit cannot be.

    Example:
        >>> import tohit
        >>> question = tohit.command(tohit.load("archer.json"), "Archer to C5")      # doctest: +SKIP
    """
    for place, line in lines(text):
        try:
            for edit in parse(question, line):
                question = change(question, edit)
        except TohitError as error:
            raise in_line(error, place) from error
    return question


def change(question: Question, edit: Mapping[str, Any]) -> Question:
    """The question after one edit that needs no page.

    Raises:
        NotationError, SceneError: why it is refused.
    """
    if "distance" in edit:
        return slide(question, edit["distance"])
    if "document" in edit:
        return loads(edit["document"], {question.rules.key: question.rules})
    if {"undo", "redo", "step", "scenario"} & set(edit):
        raise NotationError("commands.needs_page", command=say([dict(edit)], question)[0])
    return apply(question, [edit])


def parse(question: Question, line: str) -> list[Edit]:
    """The edits that one line stands for.

    Raises:
        NotationError: it is no command, or names a mini that is not there.
    """
    plain_line = line.strip()
    names = [mini.name for mini in question.scene.minis]
    stranger = None
    for language in LANGUAGES:
        for key, pattern in patterns(question.rules, language):
            is_long = len(plain_line) > LONGEST and key != "open"
            match = None if is_long else pattern.fullmatch(plain_line)
            if match is None:
                continue
            try:
                return FORMS[key].edits(read_slots(match, names, question.rules))
            except LookupError as unknown:  # another form may know what to do with the line
                stranger = stranger or unknown.args[0]
    if stranger is not None:
        more = ("…",) if len(names) > _NAMED else ()
        raise NotationError("commands.nobody", name=short(stranger), names=(*names[:_NAMED], *more))
    if len(plain_line) > LONGEST:
        raise NotationError("commands.too_long", count=len(plain_line), most=LONGEST)
    raise NotationError("commands.unknown", line=short(plain_line), mini=names[0], other=names[-1])


def say(edits: Iterable[Mapping[str, Any]], question: Question, language: str = "en") -> list[str]:
    """The commands that stand for edits, one line each; squares painted in one go are one line."""
    return [line for edit in lines_of(edits) if (line := _said(edit, question, language))]


def plain(question: Question, edit: Mapping[str, Any]) -> Mapping[str, Any]:
    """An edit without bookkeeping, and with the name of a mini where a path has its number."""
    kept = {key: value for key, value in edit.items() if key not in ("n", "gesture", "done")}
    match = _STAT.fullmatch(kept.get("path", ""))
    if match and kept.get("value") is not None and int(match[1]) < len(question.scene.minis):
        return {"mini": question.scene.minis[int(match[1])].name, "stats": {match[2]: kept["value"]}}
    return kept


def lines(text: str) -> list[tuple[int, str]]:
    """The commands of a text with the number of their line, empty lines left out; a single one has the number 0.

    Raises:
        NotationError: there are too many.
    """
    told = [(place, line.strip()) for place, line in enumerate(re.split(r"\r?\n|\r", text), 1) if line.strip()]
    if len(told) > LINES:
        raise NotationError("commands.too_many", count=len(told), most=LINES)
    return told if len(told) > 1 else [(0, line) for _, line in told]


def in_line(error: TohitError, line: int) -> TohitError:
    """An error that says in which line it is; with the number 0, the error itself."""
    if not line:
        return error
    return type(error)("commands.in_line", error.path, line=line, problem=error.phrase)


def short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _said(edit: Mapping[str, Any], question: Question, language: str) -> str:
    for key, form in FORMS.items():
        fields = form.fields(edit)
        if fields is not None:
            return form.written(key, fields, question.rules, language)
    return ""


_STAT = re.compile(r"minis\[([0-9]{1,3})\]\.stats\.([a-z_]+)")
