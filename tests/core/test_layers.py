"""Who may import whom, and what a plain ``import tohit`` leaves unloaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tohit

PACKAGE = Path(tohit.__file__).parent
JUPYTER = ("traitlets", "IPython", "ipywidgets", "bqplot", "anywidget", "voila", "jupyter_server", "ipykernel", "tornado")
SIBLINGS = {"rules", "explorer", "widgets", "charts"}
BELOW = {
    "words": set(),
    "core": {"core", "words"},
    "past": {"core", "words"},
    **{name: {"core", "words", "past", name} for name in SIBLINGS},
    "lessons": {"core", "rules", "words", "lessons"},
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part(path: Path) -> str:
    """The layer that a module belongs to: its folder in the package, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path, *, everywhere: bool = True) -> Iterator[str]:
    """Full names of what a module imports; with ``everywhere`` also inside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if everywhere else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: write the whole name of what is imported"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layers(path: Path, *, everywhere: bool = True) -> set[str]:
    """The layers of ours that a module imports."""
    ours = [found.split(".") for found in imports(path, everywhere=everywhere) if found.split(".")[0] == "tohit"]
    return {names[1] if len(names) > 1 else "tohit" for names in ours}


def is_standard(imported: str) -> bool:
    return imported.split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) in ("core", "rules", "words")], ids=name)
def test_core_and_rules_stand_on_numpy_and_msgspec_alone(path: Path) -> None:
    foreign = {imported.split(".")[0] for imported in imports(path) if not is_standard(imported)} - {"tohit"}
    assert foreign <= ({"numpy", "msgspec"} if part(path) != "words" else set())


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) in BELOW], ids=name)
def test_nobody_looks_upwards_or_sideways(path: Path) -> None:
    assert layers(path) <= BELOW[part(path)]


def test_core_never_looks_a_rule_system_up() -> None:
    for path in (PACKAGE / "core").glob("*.py"):
        assert not any(imported.startswith("tohit.rules") for imported in imports(path)), path


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) != "serve"], ids=name)
def test_nobody_imports_serve_when_loaded(path: Path) -> None:
    """The command line does so only when asked to serve; voila and jupyter_server come with it."""
    assert "serve" not in layers(path, everywhere=False)
    assert "serve" not in layers(path) or part(path) == "__main__"
    assert not {imported.split(".")[0] for imported in imports(path)} & {"voila", "jupyter_server"}


def test_importing_the_package_loads_no_jupyter() -> None:
    code = "import sys, tohit, tohit.rules, tohit.explorer; tohit.rulesets(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": str(PACKAGE.parent), "PATH": ""})
    loaded = {module.split(".")[0] for module in done.stdout.split()}
    assert not loaded & set(JUPYTER)
    assert "numpy" in loaded


def test_the_package_says_what_is_public() -> None:
    for public in tohit.__all__:
        if public not in tohit._LATER:  # these load Jupyter
            assert getattr(tohit, public) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tohit.nonsense  # noqa: B018
