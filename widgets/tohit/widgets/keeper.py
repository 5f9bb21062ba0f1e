"""The keeper: what a page shows, kept in its address and in the browser, copied, saved and opened."""

from __future__ import annotations

from traitlets import Bool, Int, Unicode

from tohit.widgets.base import Panel
from tohit.widgets.traits import JsonTrait

__all__ = ["Keeper"]


class Keeper(Panel):
    """Buttons to copy, open and save a scene; and the memory of a page that is loaded again.

    On a page of its own (Voila) the browser's tab keeps the scene: a reload, or a kernel that died, brings back what
    was there, unless the address names another scene.  In JupyterLab nothing comes back by itself: the cell decides.

    >>> Keeper(fragment="#s=1q1YqSi0qVrJSqlWyUkrOz0kFAA", name="archer").name
    'archer'

    Args:
        fragment: The part of the address that holds the scene, from ``#``; empty for a page that has none.
        document: The same scene as a file.
        python: The same scene as a cell.
        saved: The ``n`` of the last edit that ``fragment`` holds; later ones are kept beside it.
        past: The steps that led to the scene, to be undone after the page was loaded again; empty for none.
        beside: What else a tab keeps and brings back, in the page's own form; it is never part of a link.
        shares: Whether there are buttons to copy, open and save.
        name: What a saved file is called.
        address: The address that a copied link begins with; by default the page's own.
    """

    _name = "keeper"

    fragment = Unicode("", help="The scene, as the end of an address.").tag(sync=True)
    document = Unicode("", help="The scene as a document.").tag(sync=True)
    python = Unicode("", help="The scene as a cell.").tag(sync=True)
    saved = Int(0, help="The n of the last edit in the fragment.").tag(sync=True)
    past = JsonTrait({}, kind=dict, help="The steps that led to the scene.").tag(sync=True)
    beside = JsonTrait({}, kind=dict, help="What else the tab keeps.").tag(sync=True)
    shares = Bool(True, help="Whether there are buttons to copy, open and save.").tag(sync=True)
    name = Unicode("tohit", help="The name of a saved file, without its ending.").tag(sync=True)
    address = Unicode("", help="What a copied link begins with.").tag(sync=True)
