"""Where the server listens, what it reads, what it says."""

from __future__ import annotations

import json
import os
import socket
import sys
import webbrowser
from pathlib import Path

import psutil
import pytest

import tohit
from tohit.serve import address, app, run
from tohit.serve.headers import policy
from tohit.serve.settings import offer_template, settings
from tohit.words import LANGUAGES, words

TEMPLATE = Path(app.__file__).parent / "template/nbconvert/templates/tohit"


def test_a_taken_port_gives_the_next_free_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = address.first_free("127.0.0.1", port)
        try:
            assert port < found[0].getsockname()[1] < port + 50
        finally:
            found[0].close()


def test_without_a_host_of_this_computer_it_says_so(capsys, tmp_path, write_notebook):
    write_notebook(tmp_path / "x.ipynb", "1")
    assert run.run(tmp_path, host="192.0.2.7", browser=False) == 1
    assert "192.0.2.7" in capsys.readouterr().err


@pytest.mark.parametrize("make", [False, True])
def test_a_folder_without_notebooks_is_refused(capsys, tmp_path, make):
    folder = tmp_path / "nothing"
    if make:
        folder.mkdir()
    assert run.run(folder, browser=False) == 2
    assert str(folder) in capsys.readouterr().err


def test_a_checkout_serves_the_notebooks_beside_it():
    folder = app.notebooks_folder()
    package = Path(tohit.__file__).parent
    assert folder in (package.parent.parent / "notebooks", package / "notebooks")
    assert folder.is_dir()


def test_by_default_only_this_computer_is_listened_to(serve, tmp_path, write_notebook):
    write_notebook(tmp_path / "x.ipynb", "1")
    server = serve(tmp_path)
    port = int(server.url.rstrip("/").rpartition(":")[2])
    listening = {line.laddr for line in connections(server) if line.status == "LISTEN"}
    assert ("127.0.0.1", port) in listening
    assert all(host == "127.0.0.1" for host, _ in listening)


def test_lan_prints_the_address_for_the_board(serve, tmp_path, write_notebook):
    write_notebook(tmp_path / "x.ipynb", "1")
    server = serve(tmp_path, "--lan", lang="fr_CA.UTF-8")
    said = server.log.read_text()
    port = int(server.url.rstrip("/").rpartition(":")[2])
    board = address.network_address(port)
    assert "tohit est prêt" in said
    assert board is None or board in said
    assert {line.laddr[0] for line in connections(server) if line.laddr[1] == port} >= {"0.0.0.0"}


@pytest.mark.parametrize(
    ("kind", "opened"), [(webbrowser.GenericBrowser, 0), (webbrowser.BackgroundBrowser, 1)]
)
def test_a_browser_that_would_take_over_the_terminal_is_not_opened(monkeypatch, kind, opened):
    seen = []
    monkeypatch.setattr(kind, "open", lambda self, url, new=0: seen.append(url))
    monkeypatch.setattr(webbrowser, "get", lambda: kind("none"))
    app.open_browser("http://127.0.0.1:1/")
    assert len(seen) == opened


def test_kernels_are_reached_by_sockets_unless_their_paths_are_too_long(monkeypatch):
    monkeypatch.setattr(app.tempfile, "gettempdir", lambda: "/tmp")
    assert app.sockets_fit() == (sys.platform != "win32")
    monkeypatch.setattr(
        app.tempfile, "gettempdir", lambda: "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T"
    )
    assert not app.sockets_fit()


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("me", "http://me:80/"),
    ],
)
def test_addresses_are_such_as_a_browser_takes(host, shown):
    assert address.address(host, 80) == shown


def test_the_policy_names_no_other_host_and_takes_no_host_that_is_none():
    assert "ws://10.0.0.7:8866 wss://10.0.0.7:8866" in policy("10.0.0.7:8866")
    assert "ws:" not in policy("evil; script-src *")
    assert "unsafe-eval" not in policy("localhost")


def test_the_template_is_offered_once(monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", "/elsewhere")
    offer_template()
    offer_template()
    assert os.environ["JUPYTER_PATH"].split(os.pathsep) == [str(TEMPLATE.parents[2]), "/elsewhere"]


def test_nothing_is_changed_from_the_address_line():
    voila = settings().VoilaConfiguration
    assert (voila.allow_template_override, voila.allow_theme_override) == ("NO", "NO")


@pytest.mark.parametrize("path", sorted(TEMPLATE.rglob("*.*")), ids=lambda path: path.name)
def test_no_file_of_the_template_names_another_host(path):
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert "http:" not in text
    assert "https:" not in text
    assert "//cdn" not in text


def test_the_template_finds_its_words():
    used = set()
    for path in TEMPLATE.glob("*.html"):
        parts = path.read_text(encoding="utf-8").split('words("')[1:]
        used |= {part.partition('"')[0] for part in parts}
    for language in LANGUAGES:
        assert {key for key in used if not key.endswith(".")} <= set(words(language))


def test_the_template_stands_on_voilas_own():
    assert json.loads((TEMPLATE / "conf.json").read_text())["base_template"] == "lab"


def connections(server):
    return psutil.Process(server.process.pid).net_connections(kind="tcp")
