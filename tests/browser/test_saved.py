"""A notebook without its kernel: the picture and the table, on a page of nbconvert and in JupyterLab."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

import tohit
from tohit.ready import ready
from tohit.words import words

FOLDER = Path(__file__).parents[2] / "notebooks"
ANSWER = tohit.evaluate(next(iter(ready(tohit.ruleset("coup-de-grace")).values())))
PERCENT = words("en").percent(ANSWER.chance)
MISSING = "Error displaying widget"
SEEN = """(image) => image.complete && image.naturalWidth > 0 && image.getBoundingClientRect().width > 200"""


@pytest.mark.parametrize("name", ["coup_de_grace", "compare", "predict"])
def test_a_notebook_as_nbviewer_shows_it(tmp_path: Path, open_page: Callable[..., Any], trouble: list[str], name: str) -> None:
    """A real notebook, executed and converted, without the state of its widgets; no script and no other host is needed."""
    content = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    NotebookClient(content, timeout=120, store_widget_state=False, resources={"metadata": {"path": str(FOLDER)}}).execute()
    html, _ = HTMLExporter().from_notebook_node(content)
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page = open_page((tmp_path / "page.html").as_uri(), java_script_enabled=False)
    image = page.locator(".tohit-saved img").first
    image.wait_for()
    assert image.bounding_box()["width"] > 200
    assert page.locator(".tohit-saved table").count() == {"coup_de_grace": 1, "compare": 2, "predict": 0}[name]
    told = page.locator("body").inner_text()
    assert (PERCENT in told) == (name != "predict") and MISSING not in told and "Box(" not in told
    trouble.clear()  # the template of nbconvert asks other hosts for its scripts


def test_jupyterlab_shows_the_page_while_it_is_there_and_the_picture_afterwards(
    lab: Any, write_notebook: Callable[..., Path], page: Any, open_page: Callable[..., Any], trouble: list[str]
) -> None:
    path = write_notebook(lab.folder / "kept.ipynb", "import tohit\ntohit.explore('coup-de-grace', lang='en')")
    lab.run(page, "kept")
    page.locator(".tohit-board svg").first.wait_for(timeout=90_000)
    page.wait_for_timeout(3_500)  # longer than the picture waits for a page
    assert page.locator(".tohit-saved").count() == 1 and not page.locator(".tohit-saved").is_visible()
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    shut_down(lab, page)

    again = open_page(f"{lab.url}lab/tree/kept.ipynb?reset")
    shows_the_picture(again)

    stranger = nbformat.read(path, as_version=4)
    stranger.cells[0].source += "  # changed elsewhere: nobody here vouches for it"
    nbformat.write(stranger, lab.folder / "stranger.ipynb")
    untrusted = open_page(f"{lab.url}lab/tree/stranger.ipynb?reset")
    shows_the_picture(untrusted)
    assert all("widget model not found" in told for told in trouble), trouble
    trouble.clear()  # JupyterLab tells the console which widget it misses


def shows_the_picture(page: Any) -> None:
    page.locator(".tohit-saved img").wait_for(timeout=60_000)
    page.wait_for_timeout(3_500)
    assert page.locator(".tohit-saved img").evaluate(SEEN)
    assert PERCENT in page.locator(".tohit-saved").inner_text()
    hidden = page.get_by_text(MISSING)
    assert not any(one.is_visible() for one in hidden.all())


def shut_down(lab: Any, page: Any) -> None:
    """End the notebook's kernel as the menu does, by the page's own connection."""
    kernel = page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.shutdown(); }")
    with urllib.request.urlopen(f"{lab.url}api/kernels") as told:  # other tests' kernels may live on
        assert kernel not in {other["id"] for other in json.load(told)}


def test_a_served_page_brings_no_picture(served: Any, open_page: Callable[..., Any]) -> None:
    page = open_page(served.page("coup_de_grace"))
    page.locator(".tohit-board svg").first.wait_for(timeout=60_000)
    assert page.locator(".tohit-saved").count() == 0
