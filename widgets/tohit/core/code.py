"""A question as the Python that makes it again."""

from __future__ import annotations

import json

from tohit.core.notation import dumps
from tohit.core.question import Question

__all__ = ["as_python", "python_cell"]

_KNOWN = """\
import tohit

question = tohit.loads({document})
"""
# A reader's own system has no key that another notebook knows: its declaration has to stand there.
_OWN = """\
import tohit

rules = ...  # {key}
question = tohit.loads({document}, rules=rules)
"""
_EXPLORED = """\
print(tohit.evaluate(question).chance)
tohit.explore(question.rules, question)
"""


def as_python(question: Question, known: bool = True) -> str:
    """A cell that loads the question, prints its chance and opens its page.

    Args:
        question: What the cell makes again.
        known: Whether its rule system comes with ``tohit``; if not, the cell has a place for it.

    >>> import tohit
    >>> from tohit.ready import ready
    >>> question = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
    >>> as_python(question).splitlines()[0]
    'import tohit'
    """
    return python_cell(dumps(question), question.rules.key, known)


def python_cell(document: str, key: str, known: bool, then: str = _EXPLORED) -> str:
    """The same for a question that is written already, of the rule system ``key``; ``then`` follows in the cell."""
    document = json.dumps(json.loads(document), indent=1, ensure_ascii=False)
    # JSON's own backslashes stay as they are in a raw string, which can hold everything but its own end.
    quoted = repr(document) if "'''" in document else f"r'''\n{document}\n'''"
    return (_KNOWN if known else _OWN).format(document=quoted, key=key) + then
