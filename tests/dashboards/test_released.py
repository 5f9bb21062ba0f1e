"""Links as released versions wrote them: every one opens for ever, and is written again as it was.

A new version adds a file; what stands in an old one is never changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tohit

RELEASED = {(path.stem, name): told for path in sorted(Path(__file__).with_name("released").glob("*.json"))
            for name, told in json.loads(path.read_text(encoding="utf-8")).items()}
OPENERS = {"compare": tohit.compare, "duels": tohit.duels, "four_rules": tohit.four_rules, "sweeps": tohit.sweeps,
           "was_i_unlucky": tohit.was_i_unlucky, "lesson": lambda link: tohit.lesson(3, scenario=link),
           "predict": lambda link: tohit.predict(tohit.loads(link))}


def opened(name: str, link: str):
    page, _, rules = name.partition(" ")
    return (tohit.explore(rules, link) if rules else OPENERS[page](link)).page


@pytest.mark.parametrize(("version", "name"), RELEASED)
def test_a_link_of_every_version_opens_and_is_written_again(version, name):
    told = RELEASED[version, name]
    page = opened(name, told["link"])
    assert json.loads(page.keeper.document) == told["document"]
    assert page.keeper.fragment.split("&")[0] == told["link"].split("&")[0]
    page.close()


def test_every_page_that_keeps_a_scene_has_a_released_link():
    assert {name.split()[0] for version, name in RELEASED if version == tohit.__version__} == {*OPENERS, "explore"}
