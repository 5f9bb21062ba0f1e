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
import yaml

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


SWITCH, COUNT, TEXT, TEXTS = bool, int, str, list
POLICY = {"enabled": SWITCH}
PARTS = {"requests": dict, "limits": dict}  # Kubernetes' own
KNOWN = {
    "hub": {
        "activeServerLimit": COUNT, "concurrentSpawnLimit": COUNT, "resources": PARTS, "networkPolicy": POLICY,
        "config": {"JupyterHub": {"authenticator_class": TEXT}, "KubeSpawner": {"http_timeout": COUNT, "start_timeout": COUNT}},
    },
    "proxy": {
        "https": {"enabled": SWITCH, "hosts": TEXTS, "letsencrypt": {"contactEmail": TEXT}},
        "chp": {"resources": PARTS, "networkPolicy": POLICY}, "traefik": {"networkPolicy": POLICY},
    },
    "singleuser": {
        "image": {"name": TEXT, "tag": TEXT}, "defaultUrl": TEXT, "startTimeout": COUNT, "storage": {"type": ("none",)},
        "memory": {"guarantee": TEXT, "limit": TEXT}, "cpu": {"guarantee": float, "limit": COUNT},
        "cloudMetadata": {"blockWithIptables": SWITCH}, "extraPodConfig": dict, "allowPrivilegeEscalation": SWITCH,
        "networkPolicy": {"enabled": SWITCH, "egress": TEXTS, "egressAllowRules": {
            "cloudMetadataServer": SWITCH, "dnsPortsCloudMetadataServer": SWITCH, "dnsPortsKubeSystemNamespace": SWITCH,
            "dnsPortsPrivateIPs": SWITCH, "nonPrivateIPs": SWITCH, "privateIPs": SWITCH}},
    },
    "scheduling": {"userScheduler": POLICY, "podPriority": POLICY, "userPlaceholder": {"enabled": SWITCH, "replicas": COUNT}},
    "prePuller": {"continuous": POLICY, "hook": POLICY},
    "cull": {"enabled": SWITCH, "timeout": COUNT, "every": COUNT, "maxAge": COUNT},
}
"""What the chart's schema has of what we set, with the kinds of the values: it refuses every other key."""


def strangers(values: object, known: object, path: str = "") -> list[str]:
    """The paths of values that the chart would refuse."""
    if isinstance(known, dict):
        if not isinstance(values, dict):
            return [path]
        return [wrong for key, value in values.items() for wrong in strangers(value, known.get(key), f"{path}.{key}")]
    if isinstance(known, tuple):
        return [] if values in known else [path]
    return [] if type(values) is known else [path]


def test_the_values_for_a_cluster_are_keys_and_kinds_of_the_chart():
    """Structure only: there is no cluster and no chart here, so it has never been run."""
    values = yaml.safe_load((BINDER / "kubernetes/values.yaml").read_text(encoding="utf-8"))
    assert strangers(values, KNOWN) == []
    wrong = {"hub": {"activeserverlimit": 3}, "cull": {"every": "5m"}, "singleuser": {"storage": {"type": "x"}}, "new": {}}
    assert strangers(wrong, KNOWN) == [".hub.activeserverlimit", ".cull.every", ".singleuser.storage.type", ".new"]


def test_a_cluster_keeps_people_apart_and_in_bounds():
    values = yaml.safe_load((BINDER / "kubernetes/values.yaml").read_text(encoding="utf-8"))
    alone = values["singleuser"]
    assert alone["networkPolicy"]["enabled"] and alone["networkPolicy"]["egress"] == []
    allowed = {rule for rule, is_on in alone["networkPolicy"]["egressAllowRules"].items() if is_on}
    assert allowed == {"dnsPortsKubeSystemNamespace"}
    assert alone["extraPodConfig"]["automountServiceAccountToken"] is False and alone["allowPrivilegeEscalation"] is False
    assert alone["extraPodConfig"]["securityContext"]["runAsNonRoot"] is True
    assert (alone["memory"]["limit"], alone["cpu"]["limit"]) == ("768M", 1)
    assert values["cull"]["enabled"] and values["cull"]["timeout"] <= 3600
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert alone["image"]["tag"] == version
