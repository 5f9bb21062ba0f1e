"""How a page is displayed in a notebook: beside the widget stands what a reader without a kernel sees.

A widget alone leaves "model not found" in a notebook that is opened without its kernel.  The picture and the table
are made once, when the cell runs, and the board takes them away while it is there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from IPython.display import display

from tohit import offline
from tohit.dashboards import present

if TYPE_CHECKING:
    from tohit.dashboards.page import BoardPage

__all__ = ["beside", "show"]

_VIEW = "application/vnd.jupyter.widget-view+json"


def show(page: BoardPage) -> None:
    """Display a page, and before it what its notebook keeps; Voila keeps no notebook."""
    view = {_VIEW: page.widget._repr_mimebundle_()[_VIEW]}
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        display(view, raw=True)
        return
    markup, plain = beside(page)
    display({"text/html": markup, "text/plain": plain}, raw=True)
    # Whoever can't show the view shows nothing in its place.
    display({**view, "text/html": "", "text/plain": ""}, raw=True)


def beside(page: BoardPage) -> tuple[str, str]:
    """The markup of what a page shows now, and its sentence; of a page that asks, the picture without an answer."""
    answers = page.answers()
    pictures, tables, drawn = [], [], []
    for title, answer in answers.items():
        say = answer.question.rules.say(page.lang)
        scene = answer.question.scene
        places = scene.grid, [(mini.name, mini.side, mini.at) for mini in scene.minis]
        if places not in drawn:
            label = present.label(answer, say) if drawn else page.board.scene.get("label", "")
            pictures.append(offline.picture(answer, say, label))
            drawn.append(places)
        if page.is_open:
            tables.append(offline.table(answer, say, title))
    first = next(iter(answers.values()))
    say = first.question.rules.say(page.lang)
    return offline.saved([*pictures, *tables], say("saved.note"), page.board.model_id), first.sentence(say)
