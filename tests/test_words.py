"""The word lists: the same keys and fields in every language, none missing, none that nothing uses."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import tohit
from tohit.words import LANGUAGES, held_together, words

PACKAGE = Path(tohit.__file__).parent
FOLDER = PACKAGE / "words"
NOTEBOOKS = PACKAGE.parents[1] / "notebooks"
TOPICS = sorted({path.stem for path in FOLDER.glob("*/*.json")})
ENDINGS = (".py", ".mjs", ".js", ".html", ".j2", ".ipynb")
SPOKEN = {"__call__", "say", "words", "text", "Phrase", "NotationError", "SceneError", "RulesError"}


def texts(language: str, topic: str) -> dict[str, Any]:
    return json.loads((FOLDER / language / f"{topic}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("topic", TOPICS)
def test_every_language_has_the_same_keys_with_the_same_fields(topic: str) -> None:
    english, *others = (texts(language, topic) for language in LANGUAGES)
    for other in others:
        assert list(other) == list(english)
        assert {key: fields(text) for key, text in other.items()} == {key: fields(text) for key, text in english.items()}
        assert {key: type(text) for key, text in other.items()} == {key: type(text) for key, text in english.items()}


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_well_formed(language: str, topic: str) -> None:
    for key, text in texts(language, topic).items():
        assert re.fullmatch(r"[a-z][A-Za-z0-9_.-]*", key), key
        assert isinstance(text, str) or list(text) == ["count", "one", "other"], key
        for form in [text] if isinstance(text, str) else [text["one"], text["other"]]:
            assert form.strip() and not re.search(r"</?[a-z]+|&[a-z]+;", form), key
            assert all(name.isidentifier() for name in fields(form)), key
            assert language != "fr" or not re.search(r"[^\W\d][;:!?»](?!\S)|«\S", form), f"{key}: a French sign wants a space"


def test_every_key_begins_with_its_topic() -> None:
    """The file of a rule system is named with underscores, its keys with hyphens, as the system."""
    for topic in TOPICS:
        assert {key.split(".")[0] for key in texts("en", topic)} <= {topic, topic.replace("_", "-")}, topic


@pytest.mark.parametrize("rules", tohit.rulesets(), ids=lambda rules: rules.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_rule_system_is_missing(rules: Any, language: str) -> None:
    say = words(language)
    assert [key for key in rules.word_keys() if key not in say] == []


def test_no_text_is_missing() -> None:
    """Whatever the sources ask for by its whole key is there."""
    catalogue = words("en")
    asked = {key for path in sources(".py") for key in spoken(path)}
    asked |= {key for path in sources(".mjs") for key in re.findall(r'\btext\([^"(),]+, "([^"]+)"', path.read_text(encoding="utf-8"))}
    assert len(asked) > 100
    assert sorted(key for key in asked if key not in catalogue) == []


def test_no_text_is_unused() -> None:
    """A key is used when a source holds it whole, or builds it behind its topic's name (``f"core.given.{key}"``).

    The words that are filled in must occur somewhere, too.
    """
    whole, built = held()
    vocabulary = set(re.findall("[A-Za-z]+", "".join(path.read_text(encoding="utf-8") for path in sources(*ENDINGS))))
    systems = {rules.key: set(rules.word_keys()) for rules in tohit.rulesets()}
    unused = []
    for key in words("en"):
        topic, rest = key.split(".", 1)
        if key in whole or topic == "names":  # test_ready.py holds these against the scenarios
            continue
        if any(pattern.fullmatch(key) for pattern in built[topic]) and set(re.findall("[A-Za-z]+", rest)) <= vocabulary:
            continue
        of_system = topic in systems and (
            key in systems[topic] or key.removesuffix(".idle") in systems[topic] or any(p.fullmatch(rest) for p in built[""])
        )
        if not of_system:
            unused.append(key)
    assert unused == []


def fields(text: Any) -> set[str]:
    if isinstance(text, str):
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return {text["count"], *fields(text["one"]), *fields(text["other"])}


@cache
def held() -> tuple[set[str], dict[str, list[re.Pattern[str]]]]:
    """All strings of the sources: the whole ones, and patterns of the built ones by topic.

    Under ``""`` stand those that begin with a rule system's key (``f"{rules.key}.outcome.{key}"``), without it.
    """
    topics = {key.split(".")[0] for key in words("en")}
    whole: set[str] = set()
    built: dict[str, list[re.Pattern[str]]] = {topic: [] for topic in (*topics, "")}
    for parts in (parts for path in sources(*ENDINGS) for parts in strings(path)):
        if len(parts) == 1:
            whole.add(parts[0])
            continue
        first = parts[0].split(".")[0]
        if "." in parts[0] and first in topics:
            built[first].append(pattern(parts))
        elif not parts[0] and re.match(r"\.[a-z]+\.", parts[1]):
            built[""].append(pattern([parts[1][1:], *parts[2:]]))
    return whole, built


def pattern(parts: list[str]) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, parts)))


def sources(*endings: str) -> Iterator[Path]:
    for root in (PACKAGE, NOTEBOOKS):
        yield from (path for path in sorted(root.rglob("*")) if path.suffix in endings and ".ipynb_checkpoints" not in path.parts)


def strings(path: Path) -> Iterator[list[str]]:
    """Every string of a source, cut where something is filled in."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        trees = [ast.parse("".join(cell["source"])) for cell in cells]
    elif path.suffix == ".py":
        trees = [ast.parse(text)]
    else:
        for found in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', text):
            yield re.split(r"\$?\{[^}]*\}", "".join(found))
        return
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.JoinedStr):
            parts = [""]
            for value in node.values:
                if isinstance(value, ast.Constant):
                    parts[-1] += str(value.value)
                else:
                    parts.append("")
            yield parts
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield [node.value]


def spoken(path: Path) -> Iterator[str]:
    """The keys that calls for a text name whole: ``say("core.explain.base", …)``, ``Phrase("…")``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None) or getattr(
                getattr(node.func, "func", None), "id", None
            )
            key = node.args[0].value
            if name in SPOKEN and isinstance(key, str) and re.fullmatch(r"[a-z_-]+\.[a-z0-9_.-]+", key):
                yield key


def test_french_marks_never_begin_a_line():
    assert held_together("« Ça va ? » : 5 % ; oui !") == "«\u202fÇa va\u202f?\u202f» : 5\u202f% ; oui\u202f!".replace("% ;", "%\u202f;")
    assert held_together({"one": "Un ?", "other": "Deux"}) == {"one": "Un\u202f?", "other": "Deux"}
    assert words("en")("serve.card.was_i_unlucky.title") == "Was I unlucky?"
    assert words("fr")("serve.card.was_i_unlucky.title") == "Ai-je manqué de chance\u202f?"
