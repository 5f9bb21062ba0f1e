"""Who is let in: seats, a lock, frames of other hosts; and how the server ends."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode, urlsplit

import pytest
from wire import PROTOCOL, Full, Page, alone

from tohit.serve import run
from tohit.serve.house import A_SESSION, House, default_seats
from tohit.serve.journal import Journal
from tohit.serve.options import is_host

EVENTS = {"start", "session", "opened", "left", "full", "draining", "refused", "drain", "stop"}


@pytest.fixture(scope="module")
def folder(write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    write_notebook(folder / "quick.ipynb", "import os; os.getcwd() + os.environ['HTTP_ACCEPT_LANGUAGE']")
    (folder / "picture.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    return folder


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return tmp_path_factory.mktemp("log") / "events.jsonl"


@pytest.fixture(scope="module")
def small(serve, folder, log):
    """Two seats, one warm kernel, a log, and a Moodle that may show the pages."""
    return serve(folder, "--seats", "2", "--preheat", "1", "--grace", "5", "--log", str(log),
                 "--embed-in", "moodle.school.example")


@pytest.fixture(scope="module")
def locked(serve, folder):
    return serve(folder, "--token", "chalk")



def get(server, path: str, cookie: str = "", **headers: str):
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=100)
    connection.request("GET", path, headers=headers | ({"Cookie": cookie} if cookie else {}))
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace"), answer.headers


def test_a_warm_kernel_opens_a_page_in_its_folder_and_the_readers_language(small, facts, folder) -> None:
    wait_for(lambda: facts(small)["warm"] == 1)
    warm = {kernel.pid for kernel in small.kernels()}

    async def steps() -> None:
        status, html, _ = await asyncio.to_thread(get, small, "/voila/render/quick.ipynb", **{"Accept-Language": "fr-CH"})
        assert status == 200
        assert f"{folder}fr" in html.replace("\\u002f", "/")
        page = Page(small.url, re.search(r'"kernelId": "([^"]+)"', html)[1], "_xsrf=2|1|1|1")
        assert facts(small)["sessions"] == 1
        assert warm & {kernel.pid for kernel in small.kernels()}
        assert page.kernel

    alone(steps)


def test_kernels_that_die_free_their_seats_and_a_warm_one_is_replaced(small, facts) -> None:
    wait_for(lambda: facts(small)["warm"] == 1)
    dead = small.kernels()
    for kernel in dead:
        kernel.kill()
    gone = {kernel.pid for kernel in dead}
    wait_for(lambda: not gone & {kernel.pid for kernel in small.kernels()})
    # the server counts the dead ones as warm until it has looked, so both have to hold at once
    wait_for(lambda: (facts(small)["sessions"], facts(small)["warm"]) == (0, 1) and small.kernels())


def wait_for(done) -> None:
    end = time.monotonic() + 100
    while not done():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_the_class_is_full_and_a_page_says_so_in_both_languages(small, facts) -> None:
    async def steps() -> None:
        kept = []
        with pytest.raises(Full):
            for _ in range(3):
                kept.append(await Page.load(small.url, "quick"))
        assert facts(small)["sessions"] == 2
        for language, sentence in (("en", "All 2 places are taken"), ("fr", "Les 2 places sont prises")):
            status, html, headers = get(small, f"/voila/render/quick.ipynb?lang={language}")
            assert (status, headers["Retry-After"], headers["Cache-Control"]) == (503, "30", "no-store")
            assert sentence in html
            assert f'href="/voila/render/quick.ipynb?lang={language}"' in html
        assert get(small, "/")[0] == 200
        assert facts(small)["turned_away"] == 3
        await kept[0].close()
        again = await Page.load(small.url, "quick")  # a free seat is free at once
        await again.close()

    alone(steps)


def test_hosts_that_were_named_may_show_the_pages(small, locked) -> None:
    assert "frame-ancestors 'self' moodle.school.example" in get(small, "/")[2]["Content-Security-Policy"]
    assert get(locked, "/login")[2]["Content-Security-Policy"].endswith("frame-ancestors 'self'")


@pytest.mark.parametrize("host", ["", "*", "a b", "evil;script-src *", "'self'", "javascript:x", "ftp://x", "x/y", "-x", "x\n"])
def test_what_is_no_host_is_refused(host, folder, capsys) -> None:
    assert not is_host(host)
    assert run.run(folder, embed_in=(host,), browser=False) == 2
    assert "moodle.school.example" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["moodle.school.example", "https://x.org", "*.school.example", "localhost:8080", "x"])
def test_what_is_a_host_is_taken(host) -> None:
    assert is_host(host)


@pytest.mark.parametrize(("option", "value"), [("seats", 0), ("seats", 2000), ("preheat", -1), ("shards", 0), ("memory", -5),
                                               ("grace", 9999)])
def test_numbers_out_of_bounds_are_refused_with_what_is_allowed(option, value, folder, capsys) -> None:
    assert run.run(folder, browser=False, **{option: value}) == 2
    said = capsys.readouterr().err
    assert f"--{option}" in said and str(abs(value)) in said and "allowed" in said


def test_without_nginx_shards_are_refused_with_one_sentence(folder, capsys, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    assert run.run(folder, browser=False, port=0, shards=2) == 2
    assert "nginx" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_refused(folder, capsys) -> None:
    assert run.run(folder, browser=False, log=str(folder / "none" / "x.log")) == 2
    assert "Cannot write the log" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["/", "/voila/render/quick.ipynb", "/voila/render/none.ipynb"])
def test_a_locked_door_asks_first(locked, path) -> None:
    status, _, headers = get(locked, path)
    assert status in (302, 403, 404)
    if status == 302:
        assert headers["Location"].startswith("/login?next=")
    assert locked.kernels() == []


def test_behind_a_lock_are_pictures_lines_and_kernels_too(locked) -> None:
    assert get(locked, "/voila/files/picture.svg")[0] == 403
    some = "00000000-0000-0000-0000-000000000000"
    assert get(locked, f"/api/kernels/{some}")[0] == 403
    assert get(locked, f"/api/kernels/{some}/channels", Upgrade="websocket", Connection="Upgrade")[0] == 403
    request = urllib.request.Request(f"{locked.url}voila/api/shutdown/{some}", data=b"")
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=30)


def test_the_token_opens_and_a_cookie_keeps_it_open(locked) -> None:
    assert "?token=chalk" in locked.log.read_text()
    status, _, headers = get(locked, "/?token=chalk")
    assert status == 200
    cookie = "; ".join(held.partition(";")[0] for held in headers.get_all("Set-Cookie"))
    assert get(locked, "/voila/files/picture.svg", cookie)[0] == 200
    assert get(locked, "/?token=cheese")[0] == 302


def test_the_login_page_takes_the_token_and_speaks_the_readers_language(locked) -> None:
    status, html, headers = get(locked, "/login?lang=fr&next=%2Fvoila%2Frender%2Fquick.ipynb")
    assert (status, "Cette page est fermée à clé" in html) == (200, True)
    cookie = next(held for held in headers.get_all("Set-Cookie") if held.startswith("_xsrf")).partition(";")[0]
    for word, status in (("cheese", 401), ("chalk", 302)):
        body = urlencode({"_xsrf": cookie.partition("=")[2], "password": word, "next": "/voila/render/quick.ipynb"})
        connection = http.client.HTTPConnection(urlsplit(locked.url).netloc, timeout=30)
        connection.request("POST", "/login", body, {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        assert answer.status == status
    assert answer.headers["Location"] == "/voila/render/quick.ipynb"


def test_the_teachers_page_is_for_this_computer_only(small, teacher) -> None:
    place = urlsplit(teacher(small))
    connection = http.client.HTTPConnection(place.netloc, timeout=30)
    for host, status in ((place.netloc, 200), (f"localhost:{place.port}", 200), (f"evil.example:{place.port}", 403)):
        connection.request("GET", "/", headers={"Host": host, "Accept-Language": "fr"})
        answer = connection.getresponse()
        body = answer.read().decode()
        assert answer.status == status
        assert ("Qui est là" in body) == (status == 200)
    connection.request("GET", "/voila/templates/tohit/static/front.css")
    assert connection.getresponse().read().startswith(b"body.tohit")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        mine = probe.getsockname()[0]
    if not mine.startswith("127."):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((mine, place.port), timeout=5)


def test_told_to_end_it_lets_nobody_in_and_gives_who_is_in_some_time(small, log) -> None:
    """The last test of this server."""

    async def steps() -> None:
        page = await Page.load(small.url, "quick")
        await page.connect()
        start = time.monotonic()
        small.process.terminate()
        while '"drain"' not in log.read_text():
            await asyncio.sleep(0.1)
        status, html, _ = get(small, "/voila/render/quick.ipynb")
        assert (status, "This server is closing" in html) == (503, True)
        await page.send("kernel_info_request", {})
        assert small.process.poll() is None
        await asyncio.to_thread(small.process.wait, 60)
        assert time.monotonic() - start > 4.5
        page.line.close()

    alone(steps)
    assert small.process.returncode == 0
    assert small.kernels() == []


def test_the_log_has_one_json_line_for_each_event_and_nobodys_address(log) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {line["event"] for line in lines} <= EVENTS
    assert {"start", "session", "left", "full", "drain", "stop"} <= {line["event"] for line in lines}
    assert not re.search(r"127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}-", log.read_text())
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["time"]) for line in lines)


def test_seats_are_counted_from_the_opening_to_the_end() -> None:
    house = House(2, Journal())
    with house.visit("a") as first:
        assert (house.taken, house.has_room()) == (1, True)
        house.seat(first, "k1")
        with house.visit("b"):
            assert (house.taken, house.has_room()) == (2, False)
    assert (house.taken, house.sessions) == (1, ["k1"])
    house.leave("k1", "ended")
    house.leave("k1", "ended")
    assert (house.taken, house.has_room(), house.opened, house.turned_away) == (0, True, 1, 1)


def test_there_are_as_many_seats_as_memory_allows_and_a_hundred_at_most(monkeypatch) -> None:
    for free, seats in ((None, (100, False)), (2**40, (100, True)), (10 * A_SESSION * 2**20, (10, True)), (1, (1, True))):
        monkeypatch.setattr("tohit.serve.house.free_memory", lambda free=free: free)
        assert default_seats() == seats


@pytest.mark.parametrize("url", ["tohit.example", "https://", "https://a/b", "ftp://a", "https://a b", "https://a?x", "javascript:x"])
def test_what_is_no_address_of_a_server_is_refused(url, folder, capsys) -> None:
    assert run.run(folder, browser=False, public_url=url) == 2
    assert "--public-url" in capsys.readouterr().err


def test_behind_a_proxy_the_class_gets_its_address_and_its_pages_connect(serve, folder) -> None:
    server = serve(folder, "--public-url", "https://tohit.school.example/", "--token", "chalk")
    assert "https://tohit.school.example/?token=chalk" in server.log.read_text()
    status, _, headers = get(server, "/login")
    assert status == 200 and "wss://tohit.school.example" in headers["Content-Security-Policy"]
    status, html, headers = get(server, "/voila/render/quick.ipynb?token=chalk")
    cookie = "; ".join(held.partition(";")[0] for held in headers.get_all("Set-Cookie"))
    kernel = re.search(r'"kernelId": "([^"]+)"', html)[1]
    wanted = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
              "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": PROTOCOL}
    for origin, status in (("https://tohit.school.example", 101), ("https://evil.example", 403)):
        path = f"/api/kernels/{kernel}/channels?session_id={origin[-9]}"
        assert get(server, path, cookie, Origin=origin, **wanted)[0] == status
