"""The notebooks: thin, without stored output, and they run."""

import ast
import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.rglob("*.ipynb"))
# One notebook teaches how to write rules; its one cell is a rule system.
FREE = {"your_own_rules"}
ASKING = {"predict", *"12345678"}


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    return request.param, nbformat.read(request.param, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_is_a_notebook_for_the_index_and_for_each_system():
    import tohit

    assert {path.stem for path in NOTEBOOKS} >= {"index", *(key.replace("-", "_") for key in tohit.SYSTEMS)}


def test_no_output_is_stored(notebook):
    _, content = notebook
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code_cells(content))


def test_the_browser_tab_has_a_title(notebook):
    _, content = notebook
    assert content.metadata["title"]


def test_cells_are_calls_and_nothing_else(notebook):
    path, content = notebook
    for cell in code_cells(content):
        assert "observe(" not in cell.source
        assert "import bqplot" not in cell.source
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert len(lines) <= (25 if path.stem in FREE else 5)
        if path.stem not in FREE:
            made = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
            assert not any(isinstance(node, made) for node in ast.walk(ast.parse(cell.source)))


def test_prose_is_a_title_only(notebook):
    """Texts are printed by the page in the reader's language, so a notebook has nothing to translate."""
    _, content = notebook
    for cell in content.cells:
        if cell.cell_type == "markdown":
            assert cell.source.startswith("# ") and "\n" not in cell.source


def test_it_runs_and_leaves_its_page_in_the_widget_state(notebook):
    path, content = notebook
    done = NotebookClient(content, timeout=120, store_widget_state=True, resources={"metadata": {"path": str(FOLDER)}}).execute()
    states = done.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    kept = "".join(output["data"].get("text/html", "") for cell in code_cells(done) for output in cell.outputs if "data" in output)
    if path.stem == "index":
        assert "coup_de_grace.ipynb" in json.dumps(states)
    elif path.stem == "teacher":
        assert any("told" in state["state"] for state in states.values())
    else:
        assert 1_000 < len(kept) < 20_000 and "<img" in kept, "a picture for readers without a kernel"
        assert ("<table" in kept) == (path.stem not in ASKING), "and a table, but where a guess is asked for"
        assert any("scene" in state["state"] and state["state"]["scene"]["minis"] for state in states.values())
