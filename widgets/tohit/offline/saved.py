"""What a notebook keeps of a page for readers without a kernel: a picture of the board and the answer as a table.

It must survive what strangers' notebooks go through: sites that let only plain markup pass (no style sheet, no SVG
element), so the picture is an ``img`` that holds its own colours, and the table needs none.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape

from tohit.core.answer import Answer
from tohit.core.distribution import digits
from tohit.offline.board import BOARD_CSS, SQUARE, board_svg
from tohit.words import Words

__all__ = ["picture", "saved", "table"]

_WIDEST = 480  # pixels
_MOST = 12  # values of the damage that have a line each
_LONGEST = 40  # characters of a fraction
_NO_XML = re.compile("[\ufffe\uffff]")  # characters that a name may hold and a picture may not
_WAITS = (  # JupyterLab shows the page in a moment; whoever has none is shown this
    "<style>@keyframes tohit-saved{from,to{max-height:0;overflow:hidden}}"
    ":is(.jp-LabShell,.jp-NotebookShell) .tohit-saved{animation:tohit-saved 3s}"
    ":is(.jp-LabShell,.jp-NotebookShell) .jp-OutputArea-child:has(.tohit-saved)+.jp-OutputArea-child>.jupyter-widgets"
    "{display:none}</style>"
)


def saved(parts: Iterable[str], note: str, page: str) -> str:
    """The markup that stands beside a page in its notebook.

    Args:
        parts: Pictures and tables.
        note: What this is, in a sentence.
        page: The id of the board's model: whoever shows that takes this away.
    """
    return f'<div class="tohit-saved" data-page="{escape(page)}">{_WAITS}{"".join(parts)}<p><em>{escape(note)}</em></p></div>'


def picture(answer: Answer, say: Words, label: str) -> str:
    """The board as an image with the sentence of the answer beside it; only the sentence where there is no board."""
    sentence = escape(answer.sentence(say))
    style = f"<style>:root{{background:#fff}}{BOARD_CSS.read_text(encoding='utf-8')}</style>"
    drawn = board_svg(answer, say, label)
    if not drawn:
        return f"<p><b>{sentence}</b></p>"
    drawn = _NO_XML.sub("\ufffd", drawn.replace(">", f">{style}", 1))
    width = min(_WIDEST, answer.question.scene.grid.columns * SQUARE)
    data = base64.b64encode(drawn.encode()).decode()
    return f'<p><b>{sentence}</b></p><img alt="{sentence}" width="{width}" src="data:image/svg+xml;base64,{data}">'


def table(answer: Answer, say: Words, title: str = "") -> str:
    """The answer in lines: the chance, every roll, every line of the ledger, the damage."""
    rules = answer.question.rules.key
    rows = _refused(answer, say) if not answer.allowed else [
        (say("saved.chance"), _exact(answer.chance), say.percent(answer.chance)),
        *((say(f"{rules}.stage.{stage.key}"), say.need(stage.need), _exact(stage.chance)) for stage in answer.stages),
    ]
    rows += [(str(say.show(line.name)), say.signed(line.value), str(say.show(line.because))) for line in answer.ledger]
    rows += _damage(answer, say) if answer.allowed else []
    head = f"<caption>{escape(title)}</caption>" if title else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    return f'<td style="text-align:left">{escape(text)}</td>'


def _refused(answer: Answer, say: Words) -> list[tuple[str, str, str]]:
    return [(say("page.not_allowed"), "", str(say.show(refusal.because))) for refusal in answer.refusals]


def _damage(answer: Answer, say: Words) -> list[tuple[str, str, str]]:
    unit = say(f"{answer.question.rules.key}.unit")
    values = [value for value, _ in answer.damage.items()]
    if len(values) > _MOST:
        mean = answer.damage.mean()
        return [(say("saved.mean", unit=unit), _exact(mean), say.number(f"{float(mean):.2f}"))]
    chances = {value: answer.damage.chance(value) for value in values}
    return [(say("saved.damage", unit=unit, value=value), _exact(chance), say.percent(chance))
            for value, chance in chances.items()]


def _exact(chance: Fraction) -> str:
    """The fraction; nothing where it is so long that nobody would read it."""
    text = digits(chance)
    return text if len(text) <= _LONGEST else ""
