"""Templates are compiled once for all pages, and anew when their file has changed."""

import asyncio

import jinja2
import nbformat
import pytest
from voila.paths import collect_template_paths

from tohit.serve.compiled import Exporter
from tohit.serve.settings import offer_template, settings


@pytest.fixture
def compiled(monkeypatch):
    """The names of the templates that were compiled."""
    names = []
    compile_ = jinja2.Environment.compile

    def told(environment, source, name=None, *arguments, **options):
        names.append(name)
        return compile_(environment, source, name, *arguments, **options)

    monkeypatch.setattr(jinja2.Environment, "compile", told)
    return names


def page(paths, template):
    """A page as the server makes one: an exporter of its own, the notebook's cells as they are."""

    async def nothing(*arguments, **options):
        return ""

    async def cells(notebook, *arguments, **options):
        for cell in notebook.cells:
            yield cell

    async def made():
        exporter = Exporter(template_paths=paths, template_name=template, config=settings(), theme="light", base_url="/")
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# One page", id="one")])
        given = {"kernel_start": nothing, "notebook_execute": nothing, "cell_generator": cells, "frontend": "voila"}
        parts = exporter.generate_from_notebook_node(
            notebook, {"metadata": {"name": "page"}, "page_config": {}, "base_url": "/", "theme": "light"}, extra_context=given)
        return "".join([part async for part, _ in parts])

    return asyncio.run(made())


def test_a_second_page_compiles_nothing_and_is_the_same(compiled):
    offer_template()
    offered = collect_template_paths(["voila", "nbconvert"], "tohit")
    first = page(offered, "tohit")
    compiled.clear()
    assert page(offered, "tohit") == first
    assert "One page" in first and compiled == []


def test_a_changed_template_is_compiled_anew(compiled, tmp_path):
    template = tmp_path / "index.html.j2"
    for text in ("one", "two"):
        template.write_text(f"{text} {{{{ nb.cells | length }}}}")
        assert page([str(tmp_path)], "mine") == f"{text} 1"
    assert len(compiled) == 2
