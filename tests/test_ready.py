"""The ready scenarios: every name in them is known in every language, and nothing but names differs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tohit
from tohit.common import ready_scenes
from tohit.ready import named, ready
from tohit.words import LANGUAGES, words

FILES = sorted((Path(tohit.__file__).parent / "scenarios").rglob("*.json"))


def names_in(document: Any) -> set[str]:
    """Every name of a mini, a piece or a profile: they begin with a capital, and are no square and no facing."""
    if isinstance(document, dict):
        return names_in([part for key, value in document.items() if key != "title" for part in (key, value)])
    if isinstance(document, list):
        return set().union(*map(names_in, document))
    is_name = isinstance(document, str) and re.match("[A-ZÀ-Ý]", document) and not re.fullmatch(r"[A-Z]\d+|[NESW]{1,2}", document)
    return {document} if is_name else set()


def test_the_names_of_the_words_are_those_of_the_scenarios() -> None:
    found = set().union(*(names_in(json.loads(path.read_bytes())) for path in FILES))
    assert sorted(words("en").starting("names.").values()) == sorted(found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_stay_apart_in_every_language(path: Path, lang: str) -> None:
    document = json.loads(path.read_bytes())
    told = [words(lang)(f"names.{name.lower().replace(' ', '_')}") for name in names_in(document)]
    assert len(set(told)) == len(told)
    assert names_in(named(document, lang)) >= set(told)


@pytest.mark.parametrize("rules", tohit.rulesets(), ids=lambda rules: rules.key)
def test_the_answers_are_the_same_in_every_language(rules: Any) -> None:
    english, french = ready(rules), ready(rules, "fr")
    assert list(english) == list(french)
    for key, question in english.items():
        one, other = tohit.evaluate(question), tohit.evaluate(french[key])
        assert (one.allowed, one.chance, one.damage) == (other.allowed, other.chance, other.damage)
        assert [line.value for line in one.ledger] == [line.value for line in other.ledger]


def test_the_common_scenes_have_the_names_too() -> None:
    for key, scene in ready_scenes("fr").items():
        assert [tohit.evaluate(question).chance for question in scene.questions] \
            == [tohit.evaluate(question).chance for question in ready_scenes()[key].questions]
        assert {mini.name for mini in scene.lead.scene.minis} & set(words("fr").starting("names.").values())


def test_a_page_opens_with_names_in_its_language_and_keeps_those_at_hand_when_it_changes() -> None:
    page = tohit.explore("coup-de-grace", lang="fr").page
    assert page.explorer.question.attack.target == "Orque"

    def send(n: int, **edit: Any) -> None:
        page.board.set_state({"edit": {"edits": [{**edit, "n": n, "gesture": n, "done": True}]}})

    send(1, page={"lang": "en"})
    assert page.explorer.question.attack.target == "Orque"
    send(2, scenario="archer-on-the-wall")
    assert page.explorer.question.attack.target == "Orc"
    page.close()
