"""The wheel holds everything that runs; an editable install runs from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "widgets" / "tohit"
SHIPPED = (".py", ".mjs", ".css", ".json", ".html", ".j2", ".svg", ".js", ".typed")

LOOK = """
import json, tohit
from importlib.resources import files
from tohit.serve.app import notebooks_folder
from tohit.serve.settings import settings
from tohit.words import words
print(json.dumps({
    "package": tohit.__file__,
    "notebooks": str(notebooks_folder()),
    "template": settings().VoilaConfiguration.template,
    "french": words("fr")("serve.home"),
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    (found,) = folder.glob("tohit-*.whl")
    return found


@pytest.fixture
def python(tmp_path) -> Path:
    """The Python of an empty environment."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    return home / "bin" / "python"


def install(python: Path, *what: str | Path) -> None:
    """Install ourselves alone, then borrow the dependencies: in this order pip does not find a tohit among them."""
    pip(python, "install", "--no-deps", *what)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")


def pip(python: str | Path, *arguments: str | Path) -> None:
    target = [] if python == sys.executable else ["--python", str(python)]
    run(sys.executable, "-m", "pip", *target, "--quiet", "--disable-pip-version-check", *arguments)


def run(program: str | Path, *arguments: str | Path, folder: Path | None = None) -> str:
    command = [str(program), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=clean(), check=False)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def clean() -> dict[str, str]:
    """The environment without what would find the checkout by itself."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "JUPYTER_PATH")}


def test_the_wheel_holds_every_file_that_runs(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        path.relative_to(SOURCE.parent).as_posix() for path in SOURCE.rglob("*") if path.suffix in SHIPPED
    }
    assert ours - inside == set()
    assert {"tohit/words/en/serve.json", "tohit/widgets/theme.css", "tohit/widgets/shared.mjs"} <= inside
    notebooks = {
        f"tohit/notebooks/{path.relative_to(ROOT / 'notebooks').as_posix()}" for path in notebooks_here()
    }
    assert notebooks - inside == set()


def test_the_wheel_holds_nothing_else(wheel):
    inside = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith(".data/data/etc/jupyter/jupyter_server_config.d/tohit.json") for name in inside)
    strangers = ("tests/", "binder/", "__pycache__", ".ipynb_checkpoints")
    assert [name for name in inside if any(stranger in name for stranger in strangers)] == []
    assert {name.partition("/")[0].partition("-")[0] for name in inside} == {"tohit"}


def test_the_wheel_runs_in_an_empty_environment(wheel, python, tmp_path):
    install(python, wheel)
    seen = json.loads(run(python, "-c", LOOK, folder=tmp_path))
    package = Path(seen["package"]).parent
    assert tmp_path in package.parents
    assert Path(seen["notebooks"]) == package / "notebooks"
    assert (seen["template"], seen["french"]) == ("tohit", "Toutes les pages")
    assert "serve" in run(python.parent / "tohit", "--help", folder=tmp_path)


def test_an_editable_install_reads_the_checkout(python, tmp_path):
    install(python, "--editable", ROOT)
    seen = json.loads(run(python, "-c", LOOK, folder=tmp_path))
    assert Path(seen["package"]).parent == SOURCE
    assert Path(seen["notebooks"]) == ROOT / "notebooks"
    assert "serve" in run(python.parent / "tohit", "--help", folder=tmp_path)


def notebooks_here() -> list[Path]:
    return [path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
