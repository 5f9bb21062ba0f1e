"""No text for readers stands in the code: it would be there in one language only.

What counts as such a text is judged by its looks: two words in a row, or one that begins like a sentence.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tohit

PACKAGE = Path(tohit.__file__).parent
SHOWN = ("widgets", "dashboards", "charts", "serve")
SCRIPTS = sorted([*PACKAGE.rglob("*.mjs"), *PACKAGE.rglob("*.js")])
MODULES = sorted(path for folder in SHOWN for path in (PACKAGE / folder).rglob("*.py"))

TWO_WORDS = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}")
A_SENTENCE = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]{2,}(?: …|\.{3}|[.!?:])?")
KEYS = {"ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "Delete", "End", "Enter", "Escape", "Home", "PageDown",
        "PageUp", "Tab", "Esc"}
NAMES = {"use strict", "JupyterLab Dark", "JupyterLab Light", "sight clear", "sight blocked", "name two", "flag side-", "Chart",
         "Lax", "Vary", "Value", "Files", "tohit reloaded", "xMidYMid meet", "Headers",
         "Pss"}  # of modes, themes, classes, headers, types, fields
FOR_PROGRAMMERS = {"info_text", "help", "prog"}
LOGGING = {"debug", "info", "warning", "error", "exception"}
KINDS = {"a list of records", "a list of texts", "a whole number", "true or false", "a number or a text"}  # in TypeErrors


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_holds_a_text(path: Path) -> None:
    assert of_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_module_that_shows_something_holds_a_text(path: Path) -> None:
    assert of_module(path.read_text(encoding="utf-8")) == []


def test_a_text_would_be_found() -> None:
    script = 'html("button", { class: "tohit-a tohit-b", title: "Take back" }, "Undo"); // Not a text\nsay(`no ${x} free square`);'
    assert of_script(script) == ["Take back", "Undo", "no  free square"]
    assert of_script('on(root, "keydown", ({ key }) => key === "Escape" && go("tohit-a b", `left:${x}%`));') == []
    module = '"""Not a text."""\nraise ValueError("not a text")\nshow(f"<b>{x}</b> out of range", name="Attack roll", why="Cover")'
    assert of_module(module) == ["</b> out of range", "Attack roll", "Cover"]


def of_script(text: str) -> list[str]:
    """The texts in a script, what is filled in left out."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    code = "\n".join(re.sub(r"(^|[\s;,{(])//.*", r"\1", line) for line in code.splitlines())
    literals = ["".join(found) for found in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', code)]
    return [literal for literal in (re.sub(r"\$\{[^}]*\}", "", literal) for literal in literals) if is_text(literal)]


def of_module(text: str) -> list[str]:
    """The texts in a module, but for docstrings, markup, what goes to a log and what an error tells a programmer."""
    tree = ast.parse(text)
    spared = {id(part) for node in ast.walk(tree) for given in spares(node) for part in ast.walk(given)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and id(node) not in spared and node.value not in KINDS and is_text(re.sub(r"<[^>]*>?|[^<]*>", "", node.value))]


def spares(node: ast.AST) -> list[ast.AST]:
    """The parts of a node whose strings nobody reads on a page."""
    if isinstance(node, ast.Raise):
        return [node]
    if isinstance(node, ast.Assign):
        return [node.value] if getattr(node.targets[0], "id", "") in FOR_PROGRAMMERS | {"__all__", "PAYLOADS"} else []
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return [node] if name in LOGGING else [word.value for word in node.keywords if word.arg in FOR_PROGRAMMERS]
    body = getattr(node, "body", None)
    return [part for part in body if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)] if isinstance(body, list) else []


def is_text(literal: str) -> bool:
    if literal.strip() in NAMES | KEYS or re.search(r"[{};=\[\]]|\btohit-|\bimport tohit\b", literal):
        return False
    return bool(TWO_WORDS.search(literal) or A_SENTENCE.fullmatch(literal.strip()))
