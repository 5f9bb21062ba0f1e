"""Binder installs what pyproject asks for, and its server shows our pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_binder_installs_what_pyproject_asks_for(project):
    assert (BINDER / "requirements.txt").read_text().split("\n")[:-1] == project["dependencies"]


def test_binder_has_the_oldest_python_that_we_support(project):
    assert (BINDER / "runtime.txt").read_text().strip().replace("python-", ">=") == project["requires-python"]


def test_what_binder_runs_can_be_run():
    assert os.access(BINDER / "postBuild", os.X_OK)


def test_binders_server_shows_our_pages(start_server, free_port, write_notebook, tmp_path, monkeypatch):
    """The configuration file in a real Jupyter server, as postBuild puts it there."""
    write_notebook(tmp_path / "notebooks/index.ipynb", "import os; os.environ['HTTP_ACCEPT_LANGUAGE']")
    config = tmp_path / "config"
    config.mkdir()
    shutil.copy(BINDER / "jupyter_server_config.py", config)
    monkeypatch.chdir(tmp_path)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    command = [sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
    command += [f"--port={port}", "--IdentityProvider.token="]
    start_server(command, f"{url}api", env={"JUPYTER_CONFIG_DIR": str(config)})
    request = urllib.request.Request(f"{url}voila/render/index.ipynb", headers={"Accept-Language": "fr"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        html = answer.read().decode()
        cookies = answer.headers.get_all("Set-Cookie")
    assert '<html lang="fr">' in html
    assert "ouverture…" in html
    assert "/voila/templates/tohit/static/page.js" in html
    assert any(cookie.startswith("_xsrf=") for cookie in cookies)


def test_what_is_for_larger_groups_names_options_and_files_that_exist():
    """The unit's command is one that `tohit serve` understands, and the hub takes the configuration that Binder takes."""
    unit = (BINDER / "systemd/tohit.service").read_text(encoding="utf-8")
    command = next(line for line in unit.splitlines() if line.startswith("ExecStart=")).split()[2:]
    known = subprocess.run([sys.executable, "-m", "tohit", "serve", "--help"], capture_output=True, text=True, check=True)
    assert all(word in known.stdout for word in command if word.startswith("--"))
    hub = (BINDER / "hub/jupyterhub_config.py").read_text(encoding="utf-8")
    compile(hub, "jupyterhub_config.py", "exec")
    assert "jupyter_server_config.py" in hub
    values = (BINDER / "kubernetes/values.yaml").read_text(encoding="utf-8")
    assert "networkPolicy" in values and "limit: 768M" in values
