"""An exported page: what it stores is what `evaluate` says, and what a name holds stays a name."""

from __future__ import annotations

import base64
import json
import random
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest

import tohit
from tohit.__main__ import main
from tohit.core.notation import canonical, write
from tohit.core.question import Question
from tohit.offline import export
from tohit.offline.stored import REFUSED, Stored, store
from tohit.ready import ready

FIRST = {rules.key: next(iter(ready(rules).values())) for rules in tohit.rulesets()}
PICKED = 60


def told(stored: Stored, code: int) -> tuple[bool, Fraction]:
    return (False, Fraction(0)) if code == REFUSED else (True, stored.chances[code - 1])


def small(question: Question) -> Question:
    """The same attack on few squares, so that all of them can be looked at."""
    document = write(question)
    document["board"] = {"columns": 5, "rows": 4, "terrain": [{"at": ["C3"], "kind": "wall"}]}
    document["minis"] = document["minis"][:2]
    for mini, at in zip(document["minis"], ("B2", "D2"), strict=True):
        mini["at"] = at
    names = [mini["name"] for mini in document["minis"]]
    document["attack"] |= {"attacker": names[0], "target": names[1]}
    return tohit.loads(canonical(document))


@pytest.mark.parametrize("key", FIRST)
def test_every_stored_move_is_what_evaluate_says(key: str) -> None:
    question = FIRST[key]
    stored = store(question)
    for table in stored.moves:
        axes = [table[name] for name in ("attackers", "targets", "facings", "covers")]
        codes = np.frombuffer(base64.b64decode(table["codes"]), dtype="<u2").reshape([len(axis) for axis in axes])
        chosen = random.Random(7)
        for _ in range(PICKED):
            place = tuple(chosen.randrange(len(axis)) for axis in axes)
            attacker, target, facing, cover = (axis[index] for axis, index in zip(axes, place, strict=True))
            found = told(stored, int(codes[place]))
            if attacker == target:
                assert not found[0]
                continue
            edits = [{"path": "attack.overrides.cover", "value": cover}] if len(axes[3]) > 1 else []
            edits += [{"mini": question.attack.attacker, "at": attacker}, {"mini": question.attack.target, "at": target}]
            edits += [{"mini": question.attack.attacker, "facing": facing}] if question.rules.facings else []
            answer = tohit.evaluate(tohit.apply(question, edits))
            assert found == (answer.allowed, answer.chance)


@pytest.mark.parametrize("key", FIRST)
def test_every_stored_number_is_what_evaluate_says(key: str) -> None:
    question = FIRST[key]
    stored = store(question)
    assert stored.sliders
    for slider in stored.sliders:
        for value, code in zip(slider["values"], slider["codes"], strict=True):
            answer = tohit.evaluate(tohit.apply(question, [{"path": slider["path"], "value": value}]))
            assert told(stored, code) == (answer.allowed, answer.chance)


def test_a_board_too_large_keeps_one_mini_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tohit.offline.stored.MOST", 10)
    tables = store(FIRST["coup-de-grace"]).moves
    assert [(len(table["attackers"]) > 1, len(table["targets"]) > 1) for table in tables] == [(True, False), (False, True)]


class Elements(HTMLParser):
    """The elements of a page, and the attributes that would run something."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.acts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.acts += [name for name, _ in attrs if name.startswith("on")]


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "</script><script>x()</script>", "\"'><b onclick=x>", "{name} %s"])
def test_a_name_like_markup_stays_a_name(name: str) -> None:
    question = FIRST["coup-de-grace"]
    plain, marked = Elements(), Elements()
    plain.feed(export(question))
    text = tohit.dumps(question).replace('"Archer"', json.dumps(name))
    marked.feed(export(tohit.loads(text)))
    assert marked.names == plain.names and marked.acts == []


def test_the_command_writes_the_page_in_both_languages(tmp_path, capsys) -> None:
    source, page = tmp_path / "scene.json", tmp_path / "scene.html"
    question = small(FIRST["coup-de-grace"])
    source.write_text(tohit.dumps(question), encoding="utf-8")
    assert main(["export", str(source), "--html", str(page), "--lang", "fr"]) == 0
    assert str(page) in capsys.readouterr().out
    assert page.read_text(encoding="utf-8") == export(question, "fr")
    assert 'lang="fr"' in page.read_text(encoding="utf-8")
    assert main(["export", str(source), "--html", str(tmp_path / "no" / "where.html")]) == 2
    assert "where.html" in capsys.readouterr().err
