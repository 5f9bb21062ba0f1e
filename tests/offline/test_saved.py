"""What a notebook keeps of a page: a picture that is sound, a table that is exact, and nothing that a page still hides."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tohit
from tohit.core.distribution import digits
from tohit.dashboards.shown import beside
from tohit.offline import picture, table
from tohit.offline.sides import side_numbers
from tohit.ready import ready
from tohit.words import words

MODEL = (Path(tohit.__file__).parent / "widgets/board_model.mjs").as_uri()
FIRST = {rules.key: next(iter(ready(rules).values())) for rules in tohit.rulesets()}
SVG = "{http://www.w3.org/2000/svg}"
PAGES = {
    **{key: lambda lang, key=key: tohit.explore(key, lang=lang) for key in tohit.SYSTEMS},
    "compare": lambda lang: tohit.compare(lang=lang), "duels": lambda lang: tohit.duels(lang=lang),
    "four_rules": lambda lang: tohit.four_rules(lang=lang), "was_i_unlucky": lambda lang: tohit.was_i_unlucky(lang=lang),
}
ASKING = {"predict": lambda lang: tohit.predict(lang=lang), "lesson": lambda lang: tohit.lesson(1, lang=lang)}


class Read(HTMLParser):
    """The cells of all tables, the images, and every element's name."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.names: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.acts: list[str] = []
        self._in_cell = False
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.acts += [name for name, _ in attrs if name.startswith("on")]
        if tag == "tr":
            self.rows.append([])
        if tag == "img":
            self.images.append(dict(attrs))
        self._in_cell = tag == "td"
        if self._in_cell:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data


def drawn(markup: str) -> ElementTree.Element:
    source = Read(markup).images[0]["src"]
    return ElementTree.fromstring(base64.b64decode(source.removeprefix("data:image/svg+xml;base64,")))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("key", FIRST)
def test_the_table_is_the_answer(key: str, lang: str) -> None:
    answer, say = tohit.evaluate(FIRST[key]), FIRST[key].rules.say(lang)
    rows = Read(table(answer, say)).rows
    assert rows[0] == [say("saved.chance"), digits(answer.chance), words(lang).percent(answer.chance)]
    assert [row[1] for row in rows[1 : 1 + len(answer.stages)]] == [say.need(stage.need) for stage in answer.stages]
    lines = rows[1 + len(answer.stages) :][: len(answer.ledger)]
    assert [line[1] for line in lines] == [say.signed(line.value) for line in answer.ledger]
    rest = rows[1 + len(answer.stages) + len(answer.ledger) :]
    values = [value for value, _ in answer.damage.items()]
    assert [row[1] for row in rest] == [digits(answer.damage.chance(value)) for value in values] or len(values) > 12


def test_an_attack_that_is_not_allowed_says_why() -> None:
    question = tohit.apply(FIRST["coup-de-grace"], [{"mini": "Archer", "facing": "W"}])
    answer, say = tohit.evaluate(question), question.rules.say("en")
    assert not answer.allowed
    rows = Read(table(answer, say)).rows
    told = [str(say.show(refusal.because)) for refusal in answer.refusals]
    assert [row[2] for row in rows[: len(told)]] == told and rows[0][0] == say("page.not_allowed")


def test_many_values_are_told_by_their_average_and_long_fractions_by_their_percent() -> None:
    question = tohit.apply(FIRST["coup-de-grace"], [{"path": "attack.attacks", "value": 300}, {"mini": "Orc", "stats": {"hp": 300}}])
    answer, say = tohit.evaluate(question), question.rules.say("en")
    rows = Read(table(answer, say)).rows
    assert rows[-1][0] == say("saved.mean", unit="HP") and rows[-1][2] == f"{float(answer.damage.mean()):.2f}"
    assert all(len(cell) < 200 for row in rows for cell in row)


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "]]></style><script>x()</script>", "\"'&amp;", "a\ufffeb",
                                  "{name} %s"])
def test_a_name_like_markup_stays_a_name(name: str) -> None:
    plain = FIRST["coup-de-grace"]
    marked = tohit.loads(tohit.dumps(plain).replace('"Archer"', json.dumps(name)))
    told = []
    for question in (plain, marked):
        answer, say = tohit.evaluate(question), question.rules.say("en")
        markup = picture(answer, say, "1 in 6") + table(answer, say)
        told.append((Read(markup).names, Read(markup).acts, [part.tag for part in drawn(markup).iter()]))
    assert told[0] == told[1] and told[0][1] == []
    [mini] = [part for part in drawn(markup).iter(f"{SVG}g") if part.get("class", "").endswith("attacker")]
    assert mini.get("data-mini") == name.replace("\ufffe", "\ufffd")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_leaves_a_picture_and_a_table(name: str, lang: str) -> None:
    page = PAGES[name](lang).page
    markup, sentence = beside(page)
    read = Read(markup)
    answers = page.answers()
    assert sentence in (image["alt"] for image in read.images)
    assert len([row for row in read.rows if row[0] == words(lang)("saved.chance")]) == sum(a.allowed for a in answers.values())
    assert drawn(markup).tag == f"{SVG}svg" and len(markup) < 20_000
    assert page.board.model_id in markup and words(lang)("saved.note") in markup
    assert [panel.failed for panel in page.panels] == [""] * len(page.panels)
    page.close()


@pytest.mark.parametrize("name", ASKING)
def test_a_page_that_asks_keeps_its_answer(name: str) -> None:
    page = ASKING[name]("en").page
    markup, _ = beside(page)
    said = "".join(drawn(markup).itertext())
    assert "<table" not in markup and "?" in said
    assert not re.search(r"\d in \d|%", said.split("}")[-1])  # behind the style sheet
    assert [panel.failed for panel in page.panels] == [""] * len(page.panels)
    page.close()


def test_a_scene_without_a_board_has_a_sentence_and_a_table() -> None:
    page = tohit.explore("coup-de-grace", json.dumps({
        "format": "tohit/1", "rules": "coup-de-grace", "minis": [{"name": "A", "side": "red"}, {"name": "B", "side": "blue"}],
        "attack": {"attacker": "A", "target": "B", "mode": "melee", "overrides": {"reach_ok": True, "facing_ok": True}},
    })).page
    markup, sentence = beside(page)
    assert "<img" not in markup and "<table" in markup and f"<b>{sentence}</b>" in markup
    page.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_sides_have_the_colours_that_they_have_on_the_board() -> None:
    tables = [["red", "blue"], ["blue", "red"], ["north", "south"], ["Rouge", "x", "vert", "y"], ["a", "b", "c", "d", "e", "f"],
              ["red", "orange", "z"], ["pink", "purple", "green", "blue", "red", "q", "r"], []]
    script = f"""import {{ sideNumbers }} from "{MODEL}";
      const scenes = {json.dumps(tables)}.map((sides) => ({{ minis: sides.map((side) => ({{ side }})) }}));
      console.log(JSON.stringify(scenes.map((scene) => Object.fromEntries(sideNumbers(scene)))));"""
    told = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True, timeout=30)
    assert [side_numbers(sides) for sides in tables] == json.loads(told.stdout)
