"""The browser half of the widgets, run by node: unit tests, and every bundled module is one that loads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tohit import widgets
from tohit.widgets.base import Panel

NODE = shutil.which("node")
HERE = Path(__file__).parent
PANELS = [cls for cls in (getattr(widgets, name) for name in widgets.__all__) if getattr(cls, "_name", "")]

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def run(*arguments: str) -> None:
    done = subprocess.run([NODE, *arguments], check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-8000:]


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name)
def test_unit_tests_of_the_modules(path):
    run("--test", str(path))


@pytest.mark.parametrize("cls", PANELS, ids=lambda cls: cls.__name__)
def test_a_bundled_module_loads_alone_and_exports_what_anywidget_wants(cls, tmp_path):
    assert issubclass(cls, Panel)
    (tmp_path / "module.mjs").write_text(str(cls._esm), encoding="utf-8")
    (tmp_path / "check.mjs").write_text(
        'import module from "./module.mjs";\n'
        'if (typeof module.render !== "function" || typeof module.initialize !== "function") throw new Error("exports");\n',
        encoding="utf-8",
    )
    run(str(tmp_path / "check.mjs"))


@pytest.mark.parametrize(
    "path", sorted(Path(widgets.__file__).parent.glob("*.mjs")), ids=lambda path: path.name
)
def test_modules_are_short_and_never_make_markup_from_data(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 350
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "model.send",
        "fetch(",
    ):
        assert word not in text
