"""The front page for JupyterLab: a card for each page.  ``tohit serve`` answers its own, without a kernel."""

from __future__ import annotations

from html import escape

from ipywidgets import HTML

from tohit.rules import SYSTEMS
from tohit.words import words

__all__ = ["index"]

_STYLE = """<style>
.tohit-index { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 14px; padding: 4px; }
.tohit-index a { display: block; padding: 16px 18px; border: 1px solid currentColor; border-radius: 8px; color: inherit; text-decoration: none; }
.tohit-index a:hover, .tohit-index a:focus-visible { outline: 3px solid #0b5cad; }
.tohit-index strong { display: block; font-size: 18px; margin-bottom: 4px; }
</style>"""


def index(lang: str = "en") -> HTML:
    """Cards that lead to the pages."""
    say = words(lang)
    told = [(key, say(f"{key}.name"), say(f"{key}.sentence.summary")) for key in SYSTEMS]
    others = ("four_rules", "compare", "sweep", "duel", "was_i_unlucky", "predict", "your_own_rules")
    told += [(key, say(f"serve.card.{key}.title"), say(f"serve.card.{key}.text")) for key in others]
    cards = [
        f'<a href="{key.replace("-", "_")}.ipynb"><strong>{escape(title)}</strong>{escape(text)}</a>' for key, title, text in told
    ]
    lead = f"<p>{escape(say('serve.lead'))}</p>"
    return HTML(f'{_STYLE}<div lang="{lang}">{lead}<nav class="tohit-index">{"".join(cards)}</nav></div>')
