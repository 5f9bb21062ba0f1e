"""Nothing outside the folder is served, and no notebook's source: a table of paths."""

from __future__ import annotations

import http.client
from pathlib import Path
from urllib.parse import urlsplit

import pytest

SECRET = "SECRET-SOURCE"


@pytest.fixture(scope="module")
def server(serve, write_notebook, tmp_path_factory):
    home = tmp_path_factory.mktemp("paths")
    folder = home / "notebooks"
    for name in ("good", "lessons/1", ".hidden/in", ".ipynb_checkpoints/good-checkpoint"):
        write_notebook(folder / f"{name}.ipynb", f"print('{SECRET}'.lower())")
    write_notebook(home / "outside.ipynb", f"'{SECRET}'")
    for name in ("notes.txt", "code.py", ".env", ".hidden/picture.svg", "data.json", "page.html"):
        (folder / name).write_text(SECRET)
    (home / "outside.svg").write_text(SECRET)
    (folder / "picture.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "lessons/picture.png").write_bytes(b"\x89PNG")
    (folder / "link.svg").symlink_to(home / "outside.svg")
    (folder / "link.ipynb").symlink_to(home / "outside.ipynb")
    (folder / "away").symlink_to(home)
    return serve(folder)


def get(server, path: str) -> tuple[int, bytes, dict[str, str]]:
    """GET exactly ``path``: an ordinary client would tidy the dots away."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    result = answer.status, answer.read(), dict(answer.getheaders())
    connection.close()
    return result


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?lang=fr",
        "/favicon.ico",
        "/voila/files/picture.svg",
        "/voila/files/lessons/picture.png",
        "/voila/templates/tohit/static/page.css",
        "/voila/templates/tohit/static/voila-style.js",
        "/voila/static/voila.js",
    ],
)
def test_served(server, path):
    status, body, headers = get(server, path)
    assert status == 200
    assert SECRET.encode() not in body
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/good.ipynb",
        "/notes.txt",
        "/..",
        "/../outside.ipynb",
        "/voila/files/good.ipynb",
        "/voila/files/GOOD.IPYNB",
        "/voila/files/notes.txt",
        "/voila/files/code.py",
        "/voila/files/data.json",
        "/voila/files/page.html",
        "/voila/files/.env",
        "/voila/files/.hidden/picture.svg",
        "/voila/files/link.svg",
        "/voila/files/away/outside.svg",
        "/voila/files/../outside.svg",
        "/voila/files/%2e%2e/outside.svg",
        "/voila/files/..%2foutside.svg",
        "/voila/files//etc/passwd",
        "/voila/files/%2fetc%2fpasswd",
        "/voila/files/good.ipynb%00.svg",
        "/voila/files/",
        "/voila/render/",
        "/voila/render/none.ipynb",
        "/voila/render/link.ipynb",
        "/voila/render/away/outside.ipynb",
        "/voila/render/../outside.ipynb",
        "/voila/render/%2e%2e/outside.ipynb",
        "/voila/render/..%2foutside.ipynb",
        "/voila/render/.hidden/in.ipynb",
        "/voila/render/.ipynb_checkpoints/good-checkpoint.ipynb",
        "/voila/render/notes.txt",
        "/voila/render/code.py",
        "/voila/render/lessons",
        "/voila/render/good.ipynb/",
        "/voila/tree",
        "/voila/tree/",
        "/voila/tree/lessons",
        "/voila/api/contents",
        "/voila/api/contents/good.ipynb",
        "/api/contents",
        "/api/contents/good.ipynb",
        "/api/kernels",
        "/api/kernelspecs",
        "/api/sessions",
        "/api/terminals",
        "/files/good.ipynb",
        "/login",
        "/metrics",
        "/voila/templates/",
        "/voila/templates/tohit/conf.json",
        "/voila/templates/tohit/static",
        "/voila/templates/tohit/static/",
        "/voila/templates/tohit/static/../conf.json",
        "/voila/templates/tohit/static/../../lab/index.html.j2",
        "/voila/templates/../../voila/templates/lab/index.html.j2",
        "/voila/templates/nosuch/static/x.js",
        "/voila/templates/tohit/static/..%2fconf.json",
        "/voila/static/../app.py",
        "/voila/static/%2e%2e/app.py",
        "/voila/static/",
        "/voila/static/x%00.js",
        "/voila/labextensions/../../kernels/python3/kernel.json",
        "/voila/labextensions/%2e%2e/kernels/python3/kernel.json",
        "/voila/labextensions/",
    ],
)
def test_not_served(server, path):
    before = len(server.kernels())
    status, body, headers = get(server, path)
    while status in (301, 302):
        status, body, headers = get(server, urlsplit(headers["Location"]).path)
    assert status in (403, 404)
    assert SECRET.encode() not in body
    assert b"Traceback" not in body
    assert len(server.kernels()) == before


def test_a_page_shows_results_and_no_source(server):
    status, body, _ = get(server, "/voila/render/good.ipynb")
    assert status == 200
    assert SECRET.lower().encode() in body
    assert SECRET.encode() not in body
    assert "https://" not in body.decode().replace("https://github.com", "")
    assert server.wait_for_kernels(1, 5) == 1


def test_errors_speak_the_readers_language(server):
    assert "There is no such page" in get(server, "/nosuch")[1].decode()
    status, body, _ = get(server, "/nosuch?lang=fr")
    assert (status, "Cette page n’existe pas" in body.decode()) == (404, True)


def test_the_index_notebook_leads_to_the_front_page(server):
    status, _, headers = get(server, "/voila/render/index.ipynb")
    assert (status, headers["Location"]) == (302, "/")


def test_only_reading_is_allowed(server):
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        connection.request(method, "/voila/render/good.ipynb", body=b"")
        answer = connection.getresponse()
        assert answer.status in (403, 404, 405), method
        answer.read()


def test_the_folder_is_untouched(server):
    folder = Path(server.process.args[4])
    assert sorted(path.name for path in folder.iterdir() if path.suffix == ".ipynb") == [
        "good.ipynb",
        "link.ipynb",
    ]
