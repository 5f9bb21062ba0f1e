"""Names that look like scripts, in every place where a page shows one: shown as they stand, and nothing runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tohit
from tohit.ready import ready

SYSTEMS = sorted(tohit.SYSTEMS)
WATCH = "window.hacked = []; window.alert = (text) => hacked.push(text);"
SHOWN = """() => {
  const seen = [document.body.innerText];
  for (const node of document.querySelectorAll("*")) {
    if (node instanceof SVGElement || node.localName === "option") seen.push(node.textContent);
    for (const { value } of node.attributes) if (value.includes("<img")) seen.push(value);
  }
  const bad = [...document.querySelectorAll("img[src=x], svg image[href=x], [onerror], [onload]")].map((n) => n.outerHTML);
  return { text: seen.join("\\n"), hacked: window.hacked, bad };
}"""


class Names:
    """Numbered names, each of which would tell that it ran: ``<img src=x onerror=hacked.push(7)>``."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}
        self.places: dict[str, str] = {}

    def of(self, place: str, name: str) -> str:
        key = name if place in ("mini", "side", "profile") else f"{place} {len(self.made)}"
        if key not in self.made:
            self.made[key] = f"<img src=x onerror=hacked.push({len(self.made)})>"
            self.places[self.made[key]] = place
        return self.made[key]

    def everywhere(self, value: Any) -> Any:
        """A part of a document with the names replaced that have been given already."""
        if isinstance(value, dict):
            return {self.made.get(key, key): self.everywhere(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.everywhere(item) for item in value]
        return self.made.get(value, value) if isinstance(value, str) else value


def hostile(key: str) -> tuple[dict[str, Any], Names]:
    """The first ready scenario of a system, every text of a reader's own in it replaced."""
    question = next(iter(ready(tohit.ruleset(key)).values()))
    document, names = json.loads(tohit.dumps(question)), Names()
    document["title"] = names.of("title", "")
    for mini in document["minis"]:
        mini["name"], mini["side"] = names.of("mini", mini["name"]), names.of("side", mini["side"])
    for ground in document.get("board", {}).get("terrain", []):
        ground["name"] = names.of("terrain", "")
        if "controlled_by" in ground:
            ground["controlled_by"] = names.of("side", ground["controlled_by"])
    attack = document["attack"]
    if key == "dark-age":
        attack.setdefault("weapon", {})["profiles"] = {names.of("profile", "rifle"): {"pu": 5}, names.of("profile", "knife"): {}}
        attack.setdefault("options", {})["profile"] = "rifle"
    document["attack"] = attack = names.everywhere(attack)
    attack.setdefault("overrides", {})["modifiers"] = [{"name": names.of("modifier", ""), "attack": 1} for _ in range(2)]
    return document, names


def test_there_are_at_least_thirty_sinks() -> None:
    assert sum(len(hostile(key)[1].places) for key in SYSTEMS) >= 30


@pytest.fixture(scope="module")
def server(serve: Any, write_notebook: Any, tmp_path_factory: Any) -> Any:
    folder = tmp_path_factory.mktemp("sinks")
    for key in SYSTEMS:
        write_notebook(folder / f"{key}.ipynb", f"import tohit; tohit.explore({key!r}, {json.dumps(hostile(key)[0])!r})",
                       title=hostile(key)[0]["title"])
    return serve(folder)


@pytest.mark.parametrize("key", SYSTEMS)
def test_names_like_scripts_are_shown_and_never_run(key: str, server: Any, open_page: Any) -> None:
    document, names = hostile(key)
    page = open_page()
    page.add_init_script(WATCH)
    page.goto(server.url)
    check(page, {document["title"]})
    page.goto(server.page(key))
    page.wait_for_selector("#opening", state="detached", timeout=120_000)
    page.locator(".tohit-board svg").first.wait_for(timeout=120_000)
    page.locator(".bqplot").first.wait_for(timeout=120_000)
    text = ""
    for step in (open_everything, touch_minis, refuse_a_move, speak_french):
        step(page, document)
        page.wait_for_timeout(800)
        text += check(page, set())
    shown = {name for name in names.places if name in text}
    assert {name for name, place in names.places.items() if place in ("mini", "terrain", "modifier")} <= shown


def check(page: Any, wanted: set[str]) -> str:
    """Nothing has run, nothing has become an element; the text of the page."""
    seen = page.evaluate(SHOWN)
    assert (seen["hacked"], seen["bad"]) == ([], [])
    assert all(name in seen["text"] for name in wanted)
    return seen["text"] + "\n".join(page.evaluate("[document.title]"))


def open_everything(page: Any, document: dict[str, Any]) -> None:
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    for button in page.locator("[aria-expanded=false]").all()[:12]:
        if button.is_visible():
            button.click()
            page.keyboard.press("Escape")


def touch_minis(page: Any, document: dict[str, Any]) -> None:
    for place in range(len(document["minis"])):
        mini = page.locator(".tohit-board [data-mini]").nth(place)
        mini.hover(force=True, timeout=20_000)
        page.wait_for_timeout(200)
        check(page, set())
    for square in page.locator(".tohit-board [data-terrain], .tohit-board .terrain").all()[:4]:
        square.hover(force=True)


def refuse_a_move(page: Any, document: dict[str, Any]) -> None:
    """One mini on another: the refusal names both."""
    first, second = (page.locator(".tohit-board [data-mini] .hit").nth(place).bounding_box() for place in (0, 1))
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(second["x"] + second["width"] / 2, second["y"] + second["height"] / 2, steps=5)
    page.mouse.up()


def speak_french(page: Any, document: dict[str, Any]) -> None:
    page.locator(".tohit-toolbar-language [lang=fr]").first.click()
