"""Real pages in a real browser: Voila and JupyterLab as subprocesses, Chromium by playwright.

Without a Chromium these tests are skipped, unless TOHIT_REQUIRE_BROWSER=1: then its absence is a failure.
TOHIT_CHROMIUM names the program to use.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
# The command's own promise is not awaited: JupyterLab may ask something first.
RUN_ALL = """async () => {
  await jupyterapp.restored;
  const notebook = jupyterapp.shell.currentWidget;
  await notebook.context.ready;
  await notebook.sessionContext.ready;
  void jupyterapp.commands.execute("notebook:run-all-cells");
}"""
NO_NEWS = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, started once."""
    program = chromium_path()
    if program is None:
        missing("there is no Chromium here: install one, or name its program in TOHIT_CHROMIUM")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install 'tohit[test]'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def trouble() -> Iterator[list[str]]:
    """What went wrong in the pages of this test: console errors, page errors, requests to other hosts.

    The test fails when anything is left in it at the end; a test that provokes trouble takes it out.
    """
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_page(chromium: Any, trouble: list[str]) -> Iterator[Callable[..., Any]]:
    """Open a page in a browser profile of its own: ``open_page(url=None, **context)``.

    The keywords are playwright's: ``viewport={"width": 390, "height": 844}``, ``color_scheme="dark"``,
    ``locale="fr-FR"``, ``has_touch=True``.  ``page.wait_for_function`` needs eval, which our content security
    policy forbids: the policy holds only with ``bypass_csp=False``, and then one waits for locators.
    """
    contexts = []
    usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "bypass_csp": True}

    def open_(url: str | None = None, **options: Any) -> Any:
        context = chromium.new_context(**usual | options)
        contexts.append(context)
        page = context.new_page()
        watch(page, trouble)
        if url:
            page.goto(url)
        return page

    yield open_
    for context in contexts:
        for page in context.pages:
            page.goto("about:blank")  # as a reader leaves: the page gives its kernel back
        context.close()


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    """An empty page, 1280 by 800, English, light."""
    return open_page()


@pytest.fixture(scope="session")
def served(serve: Callable[..., Any]) -> Any:
    """`tohit serve` with our own notebooks."""
    return serve()


@pytest.fixture(scope="session")
def loaded_again() -> Callable[[Any], Any]:
    """Wait until a page has loaded itself anew: ``with loaded_again(page): …``.

    Playwright's ``expect_navigation`` is content when the page only writes its address.
    """
    @contextmanager
    def waiting(page: Any) -> Iterator[None]:
        page.evaluate("() => { window.isOld = true; }")
        yield
        page.wait_for_function("() => !window.isOld && document.readyState === 'complete'", timeout=60_000)

    return waiting


@dataclass
class Lab:
    """A JupyterLab server with the connection class that our extension brings, and the folder it shows."""

    url: str
    folder: Path

    def run(self, page: Any, notebook: str) -> None:
        """Open a notebook of the folder in JupyterLab and run all of its cells."""
        page.goto(f"{self.url}lab/tree/{notebook}.ipynb?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.evaluate(RUN_ALL)


@pytest.fixture(scope="session")
def lab(
    start_server: Callable[..., Any], free_port: Callable[[], int], tmp_path_factory: pytest.TempPathFactory
) -> Lab:
    """JupyterLab on an empty folder: write notebooks into ``lab.folder``, then ``lab.run(page, "name")``."""
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    folder.mkdir()
    config = home / "jupyter_config_dir/labconfig"
    config.mkdir(parents=True)
    (config / "page_config.json").write_text(json.dumps(NO_NEWS), encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += [f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token="]
    command += ["--ServerApp.kernel_websocket_connection_class=tohit.serve.bounded.Bounded"]
    command += ["--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    places = (
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_RUNTIME_DIR",
        "JUPYTERLAB_SETTINGS_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
    )
    env = {place: str(home / place.lower()) for place in places}
    url = f"http://127.0.0.1:{port}/"
    start_server(command, f"{url}api", env)
    return Lab(url, folder)


def chromium_path() -> str | None:
    named = os.environ.get("TOHIT_CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, ("/usr/bin/chromium", *NAMES))), None)


def missing(reason: str) -> None:
    if os.environ.get("TOHIT_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def watch(page: Any, trouble: list[str]) -> None:
    def on_console(message: Any) -> None:
        if message.type == "error":
            trouble.append(f"console: {message.text} ({message.location.get('url', '')})")

    def on_address(request: Any) -> None:
        if is_outside(request.url):
            trouble.append(f"outside: {request.url}")

    page.on("console", on_console)
    page.on("request", on_address)
    page.on("websocket", on_address)
    page.on("pageerror", lambda error: trouble.append(f"page: {error}"))


def is_outside(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in LOOPBACK
