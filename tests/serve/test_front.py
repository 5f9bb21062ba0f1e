"""The front page: cards in the reader's language, and no kernel."""

from __future__ import annotations

import urllib.request

import pytest

from tohit.lessons import LESSONS
from tohit.serve.app import notebooks_folder
from tohit.serve.front import cards, notebooks
from tohit.words import LANGUAGES

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("front")
    write_notebook(folder / "index.ipynb", "1", title="Index")
    write_notebook(folder / "dark_age.ipynb", "1")
    write_notebook(folder / "coup_de_grace.ipynb", "1")
    write_notebook(folder / "a class/my game.ipynb", "1 + 1", title=SCRIPT)
    write_notebook(folder / "untitled_one.ipynb", "1")
    (folder / "broken.ipynb").write_text("{")
    return folder


@pytest.fixture(scope="module")
def server(serve, folder):
    return serve(folder)


def get(url: str, **headers: str):
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20)


def test_cards_are_ours_in_the_order_of_the_words_then_the_readers_own(folder):
    titles = [card.title for card in cards(folder, "en")]
    assert titles == ["Coup-De-Grace", "Dark Age", SCRIPT, "Broken", "Untitled one"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notebook_of_ours_has_a_card_of_its_own(language):
    shown = cards(notebooks_folder(), language)
    assert [card.link for card in shown if not card.text] == []
    lessons = [card.link.rpartition("/")[2] for card in shown if "/lessons/" in card.link]
    assert lessons == [*(f"{number}.ipynb" for number in sorted(LESSONS)), "teacher.ipynb"]


def test_a_card_links_to_its_page(folder):
    assert [card.link for card in cards(folder, "en")][2] == "voila/render/a%20class/my%20game.ipynb"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_our_own_cards_have_a_sentence_and_a_picture_of_their_own(folder, language):
    ours = cards(folder, language)[:2]
    assert all(card.text for card in ours)
    assert len({card.picture for card in ours}) == 2


def test_hidden_notebooks_and_checkpoints_are_none(folder, write_notebook):
    write_notebook(folder / ".ipynb_checkpoints/x-checkpoint.ipynb", "1")
    assert len(notebooks(folder)) == 6


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [
        ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("", "en-GB", "en"),
        ("", "de", "en"),
        ("?lang=fr", "en", "fr"),
        ("?lang=en", "fr", "en"),
        ("?lang=xx", "fr", "fr"),
        ("?lang=", "fr", "fr"),
    ],
)
def test_language_is_asked_for_or_the_browsers_own(server, query, header, language):
    with get(server.url + query, **{"Accept-Language": header}) as answer:
        html = answer.read().decode()
        assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in html
    assert ("Choisissez un jeu" in html) == (language == "fr")
    assert html.count(f"ipynb?lang={language}") == (5 if query in ("?lang=fr", "?lang=en") else 0)


def test_the_front_page_starts_no_kernel(server):
    get(server.url).close()
    assert server.kernels() == []


def test_titles_are_text(server):
    html = get(server.url).read().decode()
    assert SCRIPT not in html
    assert "&lt;script&gt;alert(1)" in html


def test_a_notebook_with_spaces_in_its_name_opens(server):
    with get(f"{server.url}voila/render/a%20class/my%20game.ipynb") as answer:
        html = answer.read().decode()
    assert '<script type="application/vnd.voila.cell-output+json">' in html
    assert SCRIPT not in html


def test_no_cookie_tells_readers_apart(server):
    with get(server.url) as answer:
        cookies = answer.headers.get_all("Set-Cookie") or []
    assert [cookie.partition("=")[0] for cookie in cookies] in ([], ["_xsrf"])
    assert all("expires" not in cookie.lower() for cookie in cookies)
