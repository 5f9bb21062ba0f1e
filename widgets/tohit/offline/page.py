"""One HTML file without server, kernel or outside host: the board, the answer, and exact answers to move around in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from tohit.core.answer import Answer
from tohit.core.distribution import digits
from tohit.core.evaluate import evaluate
from tohit.core.explain import explain
from tohit.core.geometry import FACINGS, square_name
from tohit.core.notation import dumps
from tohit.core.question import Question
from tohit.offline.bars import bars_svg
from tohit.offline.board import BOARD_CSS, SQUARE, board_svg
from tohit.offline.stored import store
from tohit.report import fraction
from tohit.words import Words, words

__all__ = ["export"]

_HERE = Path(__file__)
_NOTHING_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def export(question: Question, lang: str = "en") -> str:
    """A page that answers within a stored range of inputs and says where that range ends.

    Args:
        question: The scene it begins with.
        lang: The language of every text.

    >>> import tohit
    >>> from tohit.ready import ready
    >>> page = export(next(iter(ready(tohit.ruleset("coup-de-grace")).values())))
    >>> page.startswith("<!doctype html>")
    True
    """
    answer, say = evaluate(question), question.rules.say(lang)
    title = question.title or answer.sentence(say)
    style = BOARD_CSS.read_text(encoding="utf-8") + _HERE.with_suffix(".css").read_text(encoding="utf-8")
    script = _HERE.with_suffix(".mjs").read_text(encoding="utf-8")
    return "\n".join([
        "<!doctype html>", f'<html lang="{lang}"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_OUTSIDE}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>",
        f"<h1>{escape(str(say(f'{question.rules.key}.name')))}</h1>", _answer(answer, say),
        f'<div class="scene">{board_svg(answer, say, _said(answer.allowed, answer.chance, answer, say))}{_inputs(question, say)}</div>',
        _ledger(answer, say), _damage(answer, say), _steps(answer, lang), _document(question, say),
        f'</main><script type="application/json" id="stored">{_data(answer, say)}</script>',
        f'<script type="module">{script}</script></body></html>', "",
    ])


def _answer(answer: Answer, say: Words) -> str:
    shown = _shown(answer.allowed, answer.chance, answer, say)
    return (f'<section class="answer" aria-live="polite"><p class="sentence">{escape(answer.sentence(say))}</p>'
            f'<p class="chance"><b id="said">{escape(shown["said"])}</b> <span id="percent">{escape(shown["percent"])}</span></p>'
            f'<p id="note">{escape(say("offline.stored"))}</p></section>')


def _inputs(question: Question, say: Words) -> str:
    """Empty controls, which the script fills; a reader without script has the tables."""
    listed = [f'<label>{escape(say(f"offline.{key}"))}<select id="{key}"></select></label>'
              for key in ("attacker", "target", "facing", "cover")]
    return (f'<form id="inputs" hidden>{"".join(listed)}<div id="sliders"></div>'
            f'<button type="button" id="again">{escape(say("offline.again"))}</button></form>')


def _ledger(answer: Answer, say: Words) -> str:
    rows = [(str(say.show(start.name)), str(start.value), "") for start in answer.base]
    rows += [(str(say.show(line.name)), say.signed(line.value), str(say.show(line.because))) for line in answer.ledger]
    reasons = "".join(f"<p>{escape(str(say.show(refusal.because)))}</p>" for refusal in answer.refusals)
    return f'<section><h2>{escape(say("offline.why"))}</h2>{reasons}{_table(rows)}</section>'


def _damage(answer: Answer, say: Words) -> str:
    if not answer.allowed:
        return ""
    title = say("offline.damage", attacks=answer.question.attack.attacks, unit=say(f"{answer.question.rules.key}.unit"))
    rows = [(str(outcome), digits(answer.damage.chance(outcome)), say.percent(answer.damage.chance(outcome)))
            for outcome, _ in answer.damage.items()]
    return f"<section><h2>{escape(title)}</h2>{bars_svg(answer.damage, title, say)}{_table(rows)}</section>"


def _steps(answer: Answer, lang: str) -> str:
    told = "".join(f"<li>{escape(step)}</li>" for step in explain(answer, lang))
    return f'<section><details><summary>{escape(words(lang)("offline.steps"))}</summary><ol>{told}</ol></details></section>'


def _document(question: Question, say: Words) -> str:
    text = json.dumps(json.loads(dumps(question)), indent=1, ensure_ascii=False)
    return f'<section><details><summary>{escape(say("offline.document"))}</summary><pre>{escape(text)}</pre></details></section>'


def _table(rows: Iterable[tuple[str, str, str]]) -> str:
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{body}</table>"


def _data(answer: Answer, say: Words) -> str:
    """What the script looks up, with every text it shows; ``<`` is written so that it can't end the element."""
    question = answer.question
    stored, grid = store(question), question.scene.grid
    rules = question.rules.key
    here = None if grid is None else {
        "attacker": square_name(*question.attacker.at), "target": square_name(*question.target.at),
        "facing": FACINGS[question.attacker.facing], "cover": question.attack.overrides.cover,
    }
    data: dict[str, Any] = {
        "here": here, "rows": grid.rows if grid else 0, "square": SQUARE, "facings": question.rules.facings,
        "names": {"attacker": question.attacker.name, "target": question.target.name},
        "shown": [_shown(False, Fraction(0), answer, say), *(_shown(True, chance, answer, say) for chance in stored.chances)],
        "own": _shown(answer.allowed, answer.chance, answer, say),
        "moves": stored.moves,
        "sliders": [{**slider, "name": say("offline.slider", stat=say(f"{rules}.{_group(slider)}.{slider['stat']}"),
                                           whose=_whose(slider, question, say))} for slider in stored.sliders],
        "texts": {key: say(f"offline.{key}") for key in ("stored", "outside", "as_seen")}
        | {f"facing.{facing}": say(f"page.facing.{facing}") for facing in FACINGS}
        | {f"cover.{kind}": say(f"{rules}.cover.{kind}") for kind in ("none", "light", "heavy") if "cover" in question.mode.asks},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _group(slider: dict[str, Any]) -> str:
    return "weapon" if slider["role"] == "weapon" else "stats"


def _whose(slider: dict[str, Any], question: Question, say: Words) -> str:
    return say("controls.weapon") if slider["role"] == "weapon" else getattr(question, slider["role"]).name


def _shown(allowed: bool, chance: Fraction, answer: Answer, say: Words) -> dict[str, str]:
    return {"said": _said(allowed, chance, answer, say), "percent": say.percent(chance) if allowed else "", "exact": str(chance)}


def _said(allowed: bool, chance: Fraction, answer: Answer, say: Words) -> str:
    if not allowed:
        return say("page.not_allowed")
    return fraction(chance, answer.stages[0].die if answer.stages else 1, say)
