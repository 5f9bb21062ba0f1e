"""The README keeps its word: its commands, its first scenario and its Python run as they stand."""

import ast
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

import tohit
from tohit import widgets
from tohit.__main__ import main

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
CONSOLE = [line.split("#")[0].strip() for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
CELLS = dict(re.findall(r"#### (\w+)\n.*?```python\n(.*?)```", README, re.DOTALL))
SCENARIO = re.search(r"```json\n(.*?)```", README, re.DOTALL)[1]


@pytest.fixture
def beside_archer(tmp_path, monkeypatch):
    (tmp_path / "archer.json").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_there_is_one_command_to_run_and_one_to_test():
    assert "pip install . && tohit serve" in CONSOLE
    assert 'pip install ".[test]" && pytest' in CONSOLE


@pytest.mark.parametrize("line", [line for line in CONSOLE if line.startswith("tohit ")])
def test_each_command_works_on_the_first_scenario(line, beside_archer, capsys):
    assert main(shlex.split(line)[1:]) == 0
    printed = capsys.readouterr()
    assert printed.out
    assert printed.err == ""


def test_the_first_python_example_says_what_its_comment_says(beside_archer):
    names = {}
    exec(PYTHON[0], names)
    assert names["answer"].chance == Fraction(1, 2)
    assert names["heat"].counts.shape == (6, 8)
    assert (names["moved"].attacker.at, names["moved"].attacker.facing) == ((4, 2), 0)


def test_the_widgets_of_the_example_work_alone(beside_archer):
    names = {}
    exec(f"import tohit\n{PYTHON[1]}", names)
    board = names["board"]
    board.set_state({"edit": {"edits": [{"n": 1, "gesture": 1, "done": True, "mini": "Archer", "at": "C3"}]}})
    assert board.question.attacker.at == (2, 2)


def test_each_widget_has_a_cell():
    own = [name for name in widgets.__all__ if isinstance(getattr(widgets, name), type) and name != "Panel"]
    assert sorted(CELLS) == sorted(own)


@pytest.mark.parametrize("name", CELLS)
def test_the_cell_of_each_widget_shows_it(name, beside_archer):
    """The last line of a cell is what a notebook displays."""
    *before, last = ast.parse(CELLS[name]).body
    names = {"tohit": tohit}
    exec(compile(ast.Module(before, []), name, "exec"), names)
    widget = eval(compile(ast.Expression(last.value), name, "eval"), names)
    assert type(widget).__name__ == name
    shown, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown
    widget.lang = "fr"
    widget.close()


def test_the_picture_exists():
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (Path(__file__).parents[1] / path).stat().st_size > 10_000
