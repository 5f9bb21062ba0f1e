"""Any story of a page: whatever was done, undone, saved, shared, lost or sent by somebody who means harm, it tells one truth."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tohit
from tohit.charts.chart import Chart
from tohit.core import commands
from tohit.core.errors import TohitError
from tohit.core.geometry import FACINGS, square_name
from tohit.dashboards import charted, present
from tohit.dashboards.sealed import parts
from tohit.ready import ready
from tohit.widgets import Panel
from tohit.words import words

ROOT = Path(__file__).parents[2]
STORE = (ROOT / "widgets/tohit/widgets/keeper_store.mjs").as_uri()
NODE = shutil.which("node")
GOLDEN = [json.loads(path.read_text(encoding="utf-8"))["scenario"] for path in sorted((ROOT / "tests/rules/golden").glob("*.json"))]
OLD = {key: [document for document in GOLDEN if document["rules"] == key] for key in tohit.SYSTEMS}
QUICK = 0.05 * 4  # 50 ms are promised; this machine may be slow or busy

SQUARES = st.builds(square_name, st.integers(0, 10), st.integers(0, 12))
WHO = st.integers(0, 9)  # a mini, counted round the table
MANY = int(os.environ.get("TOHIT_STORIES", "12"))
GESTURE = st.lists(SQUARES, min_size=1, max_size=4)

DEEP: Any = 0
for _ in range(900):  # as deep as a message of a kernel can be read
    DEEP = [DEEP]
NAN, HUGE = float("nan"), 10**400
HOSTILE_EDITS: list[Any] = [
    {"distance": NAN}, {"distance": HUGE}, {"distance": -1}, {"distance": "7"}, {"distance": True}, {"undo": 1}, {"redo": "yes"},
    {"mini": "<script>alert(1)</script>", "at": "A1"}, {"mini": "\x00", "facing": "N"}, {"mini": 7, "at": "A1"},
    {"mini": {"name": "x"}, "remove": True}, {"path": "attack.attacks", "value": True}, {"path": "attack.attacks", "value": HUGE},
    {"path": "attack.attacks", "value": DEEP}, {"path": "attack.attacks", "value": "<script>"}, {"path": "__class__", "value": 1},
    {"path": "attack.__class__", "value": {"x": 1}}, {"path": "minis[999].at", "value": "A1"}, {"path": "minis", "value": []},
    {"path": "attack.mode", "value": "javascript:alert(1)"}, {"path": "board.columns", "value": 10**8}, {"path": "rules", "value": "x"},
    {"step": 10**9}, {"mark": "z", "step": 0}, {"scenario": "../../etc/passwd"}, {"attacker": "nobody"}, {"square": "ZZ99", "terrain": "wall"},
    {"square": "A1", "terrain": "lava"}, {"board": {"columns": 0}}, {"board": {"columns": 61}}, {"clear": "everything"},
    {"say": "import os"}, {"say": "undo\n" * 300}, {"page": {"lang": "<script>"}}, {"page": {"lang": ["en"]}}, {"add": "A0"},
    {"evil": 1}, {"undo": True, "redo": True}, {}, "undo", None, 7, {"document": "{}"}, {"document": "null"}, {"document": "#s=1"},
]
HOSTILE_STATES: list[Any] = [
    {"scene": {"minis": []}}, {"applied": 10**9}, {"refused": {"n": 0, "text": "<script>"}}, {"_esm": "alert(1)"}, {"desk": "IPY_MODEL_x"},
    {"parcel": {"serial": 1, "states": [["x", {"scene": {}}]]}}, {"failed": "<script>"}, {"fragment": "#s=1x"}, {"document": "{}"},
    {"percent": "100%"}, {"lines": []}, {"lang": "fr"}, {"texts": {}}, {"y": [1, 2]}, {"children": []}, {"layout": None},
    {"nothing": {"a": [NAN, HUGE]}}, {"_model_module": "evil"}, {"edit": None}, {"edit": {"edits": "x"}}, {"edit": {"edits": [{}] * 65}},
    {"edit": {"edits": [{"n": HUGE, "undo": True}]}}, {"edit": {"edits": [{"n": NAN, "undo": True}]}}, {"edit": DEEP},
]


def packed(text: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#s=1" + base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


BOMBS = ["[" * 200_000, packed(b" " * 10_000_000), packed(b"[" * 100_000), '{"format":"tohit/1","title":' + "9" * 200_000 + "}",
         "{" + ",".join('"k": 1' for _ in range(25_000)) + "}", "#s=1" + "A" * 200_000]

KILLED = f"""
import {{ again, beginning, makeStore, optionsOf }} from "{STORE}";
const events = JSON.parse(await new Promise((done) => {{
  let text = "";
  process.stdin.on("data", (part) => {{ text += part; }}).on("end", () => done(text));
}}));
const held = new Map();
const storage = {{ getItem: (key) => held.get(key) ?? null, setItem: (key, value) => held.set(key, value) }};
const store = makeStore(storage, "/page");
for (const [kind, ...what] of events) store[kind](...what);
store.write();
const first = beginning("", makeStore(storage, "/page"));
console.log(JSON.stringify({{ scene: first.scene, options: optionsOf(first.scene), edits: first.edits.map(again) }}));
"""


class Story(RuleBasedStateMachine):
    """One page, the documents that it should have gone through, and what its tab would have kept.

    Attributes:
        steps, here: Every document of the history, and which of them is the present one.
        events: What the keeper's store was told since the page was opened, whole scenes last of a message.
        shelf: Documents and links that were saved or shared, with what they should open.
    """

    @initialize(key=st.sampled_from(sorted(tohit.SYSTEMS)))
    def opened(self, key: str) -> None:
        self.key, self.lang, self.gestures, self.shelf = key, "en", 0, []
        self.old = [document for document in OLD[key] if len(document["minis"]) < 20]
        self.begin()

    def begin(self) -> None:
        """A new page with a new kernel, which knows nothing but the reader's browser."""
        self.page = tohit.explore(self.key, lang="en").page
        self.steps, self.here, self.gesture = [self.page.explorer.question], 0, None
        self.events: list[list[Any]] = [["keep", self.page.keeper.fragment, 0]]
        self.wholes = 0  # whole scenes since the last one that is sent without waiting

    def teardown(self) -> None:
        if hasattr(self, "page"):
            self.page.close()

    @property
    def question(self) -> Any:
        return self.steps[self.here]

    @property
    def names(self) -> list[str]:
        return [mini.name for mini in self.question.scene.minis]

    def name(self, who: int) -> str:
        return self.names[who % len(self.names)]

    # what is done

    @rule(who=WHO, squares=GESTURE)
    def move(self, who: int, squares: list[str]) -> None:
        name = self.name(who)
        self.do([{"mini": name, "at": square} for square in squares])

    @rule(who=WHO, squares=GESTURE)
    def move_and_think_better_of_it(self, who: int, squares: list[str]) -> None:
        name, before = self.name(who), tohit.dumps(self.question)
        self.do([*({"mini": name, "at": square} for square in squares), {"cancel": True}])
        assert tohit.dumps(self.page.explorer.question) == before

    @rule(who=WHO, facing=st.sampled_from(FACINGS))
    def turn(self, who: int, facing: str) -> None:
        self.do([{"mini": self.name(who), "facing": facing}])

    @rule(squares=GESTURE, kind=st.sampled_from(["wall", "light", "heavy", None]))
    def paint(self, squares: list[str], kind: str | None) -> None:
        self.do([{"square": square, "terrain": kind} for square in squares])

    @rule(distance=st.sampled_from([0, 1, 2, 5, 7.5, 24, 10_000, 10_001]))
    def slide(self, distance: float) -> None:
        self.do([{"distance": distance}])

    @rule(attacks=st.integers(0, 4), none=st.booleans())
    def attack_again(self, attacks: int, none: bool) -> None:
        self.do([{"path": "attack.attacks", "value": None if none else attacks}])

    @rule(who=WHO, role=st.sampled_from(["attacker", "target"]))
    def cast(self, who: int, role: str) -> None:
        self.do([{role: self.name(who)}])

    @rule(who=WHO, name=st.sampled_from(["<img src=x onerror=alert(1)>", "'\"><b>", "${7*7}", "{name}", "Zoë", "C5", ""]))
    def rename(self, who: int, name: str) -> None:
        self.do([{"mini": self.name(who), "name": name}])

    @rule(who=WHO, square=SQUARES)
    def come_or_go(self, who: int, square: str) -> None:
        self.do([{"add": square, "name": f"Scout {len(self.names)}", "side": "red"}] if who % 2 else [{"mini": self.name(who), "remove": True}])

    @rule(who=WHO, square=SQUARES, back=st.booleans())
    def say(self, who: int, square: str, back: bool) -> None:
        """As the command box does; what is said can be a step back."""
        if self.name(who).isalpha():
            self.do([{"say": "undo" if back else f"{self.name(who)} to {square}"}])

    @rule(place=st.integers(0, 5))
    def choose_a_ready_scene(self, place: int) -> None:
        scenes = self.page.explorer.scenarios
        self.do([{"scenario": list(scenes)[place % len(scenes)]}])

    @rule(lang=st.sampled_from(["en", "fr"]))
    def speak(self, lang: str) -> None:
        before = self.page.explorer.answer
        self.do([{"page": {"lang": lang}}])
        self.lang = lang
        assert self.page.explorer.answer is before

    @rule(count=st.integers(1, 5))
    def undo_and_redo(self, count: int) -> None:
        before, here = self.page.explorer.question, self.here
        for _ in range(count):
            self.do([{"undo": True}])
        for _ in range(here - self.here):
            self.do([{"redo": True}])
        assert self.page.explorer.question == before

    @rule(count=st.integers(1, 3), back=st.booleans())
    def go(self, count: int, back: bool) -> None:
        for _ in range(count):
            self.do([{"undo" if back else "redo": True}])

    @rule(place=st.integers(0, 30))
    def step(self, place: int) -> None:
        self.do([{"step": place % len(self.steps)}])

    @rule(whole=st.booleans())
    def save_or_share(self, whole: bool) -> None:
        keeper = self.page.keeper
        self.shelf.append((keeper.document if whole else keeper.fragment, self.question))

    @precondition(lambda self: self.shelf)
    @rule(place=st.integers(0, 50))
    def load(self, place: int) -> None:
        text, question = self.shelf[place % len(self.shelf)]
        self.do([{"document": text}])
        assert tohit.dumps(self.page.explorer.question) == tohit.dumps(question)

    @rule(place=st.integers(0, 200), minor=st.sampled_from(["", ".0", ".7"]))
    def open_an_old_file(self, place: int, minor: str) -> None:
        document = self.old[place % len(self.old)]
        text = json.dumps({**document, "format": f"tohit/1{minor}"})
        self.do([{"document": text}])
        assert self.page.board.refused == {}
        assert tohit.dumps(self.page.explorer.question) == tohit.dumps(tohit.loads(text))

    # what happens to it

    @rule()
    def reload(self) -> None:
        before, fragment, lang = self.question, self.page.keeper.fragment, self.page.lang
        self.page.close()
        self.begin()
        self.do([{"document": fragment}])
        self.do([{"page": dict(parse_qsl(fragment.partition("&")[2]))}])
        assert self.page.lang == lang
        assert tohit.dumps(self.page.explorer.question) == tohit.dumps(before)

    @precondition(lambda self: NODE and len(self.events) > 1)
    @rule(late=st.integers(0, 6), who=WHO, square=SQUARES, sent=st.sampled_from(["", "move", "undo", "redo", "step"]))
    def kill(self, late: int, who: int, square: str, sent: str) -> None:
        """The kernel dies: the last whole scenes never arrived, and perhaps an edit was on its way.

        A step back that nobody has answered is not taken: the new kernel has no steps.
        """
        events = self.without_last_wholes(min(late, self.wholes))
        wanted = self.question
        if sent:
            made = {"mini": self.name(who), "at": square} if sent == "move" else {sent: 0 if sent == "step" else True}
            edit = {**made, "n": self.page.board.applied + 1, "gesture": 10**6, "done": True}
            events.append(["add", [edit]])
            after, refusal = self.foreseen(wanted, edit) if sent == "move" else (wanted, False)
            if refusal:
                return
            wanted = after
        told = subprocess.run([NODE, "--input-type=module", "-e", KILLED], input=json.dumps(events), capture_output=True,
                              text=True, check=True, timeout=30)
        kept = json.loads(told.stdout)
        self.page.close()
        self.begin()
        edits = [{"document": kept["scene"]}, {"page": kept["options"]}, *kept["edits"]]
        self.send([{**edit, "n": place, "gesture": place, "done": True} for place, edit in enumerate(edits, 1)])
        assert (self.page.board.refused, self.page.lang) == ({}, self.lang)
        assert tohit.dumps(self.page.explorer.question) == tohit.dumps(wanted)

    def without_last_wholes(self, late: int) -> list[list[Any]]:
        kept: list[list[Any]] = []
        for event in reversed(self.events):
            if event[0] == "keep" and late:
                late -= 1
            else:
                kept.append(event)
        return kept[::-1]

    # what must do nothing

    @rule(which=st.integers(0, len(HOSTILE_EDITS) - 1), who=WHO, square=SQUARES, before=st.booleans())
    def send_something_hostile(self, which: int, who: int, square: str, before: bool) -> None:
        """Alone, or after an edit that would be fine: all of a message is refused."""
        edit = HOSTILE_EDITS[which]
        n = self.page.board.applied + 1
        fine = [{"mini": self.name(who), "at": square, "n": n, "gesture": n, "done": True}] if before else []
        last = {**edit, "n": n + 1, "gesture": n + 1, "done": True} if isinstance(edit, dict) else edit
        self.nothing_happens(self.page.board, {"edit": {"edits": [*fine, last]}})
        text = self.page.board.refused["text"]
        assert text and "\n" not in text and len(text) < 700, text

    @rule(which=st.integers(0, len(HOSTILE_STATES) - 1), place=st.integers(0, 300))
    def set_something_hostile(self, which: int, place: int) -> None:
        state = HOSTILE_STATES[which]
        widgets = parts(self.page.widget)
        widget = widgets[place % len(widgets)]
        # a desk takes edits; another panel has nobody who would do anything with them
        if isinstance(widget, Panel) or "edit" not in state:
            self.nothing_happens(widget, state)

    @rule(which=st.integers(0, len(BOMBS) - 1))
    def open_a_bomb(self, which: int) -> None:
        bomb, board = BOMBS[which], self.page.board

        def refused() -> float:
            start = time.process_time()  # other processes are not measured
            self.nothing_happens(board, {"edit": {"edits": [{"n": board.applied + 1, "document": bomb}]}})
            assert board.refused["text"]
            return time.process_time() - start

        assert refused() < QUICK or min(refused() for _ in range(3)) < QUICK  # memory may be tidied up meanwhile

    def nothing_happens(self, widget: Any, state: dict[str, Any]) -> None:
        before, shown, applied = (self.page.explorer.question, self.page.explorer.answer), self.shown(), self.page.board.applied
        widget.set_state(state)
        assert before[0] is self.page.explorer.question and before[1] is self.page.explorer.answer
        assert self.shown() == shown
        assert self.page.board.applied <= applied + 2

    def shown(self) -> Any:
        page = self.page
        told = [page.board.scene, page.board.lang, page.headline.percent, page.headline.sentence, page.ledger.lines,
                page.keeper.fragment, page.keeper.document, page.toolbar.can_undo, page.toolbar.can_redo]
        return json.dumps(told, sort_keys=True)

    # how the page is told, and what should become of it

    def do(self, edits: Sequence[dict[str, Any]]) -> None:
        """One gesture, each edit in a message of its own as during a drag."""
        self.gestures += 1
        for place, edit in enumerate(edits, 1):
            n = self.page.board.applied + 1
            self.send([{**edit, "n": n, "gesture": self.gestures, "done": place == len(edits)}])

    def send(self, edits: list[dict[str, Any]]) -> None:
        steps, here, gesture, refused = list(self.steps), self.here, self.gesture, False
        for edit in edits:
            refused = refused or not self.foresee(edit)
        if refused:
            self.steps, self.here, self.gesture = steps, here, gesture
        before = self.shown() if refused else ""
        self.page.board.set_state({"edit": {"edits": json.loads(json.dumps(edits))}})
        assert bool(self.page.board.refused) == refused, (edits, self.page.board.refused)
        assert not refused or self.shown() == before
        self.remember(edits, refused)

    def remember(self, edits: list[dict[str, Any]], refused: bool) -> None:
        self.events.append(["add", edits])
        if refused:
            self.events.append(["drop", edits])
            return
        whole = ["keep", self.page.keeper.fragment, self.page.keeper.saved]
        if whole == next(event for event in reversed(self.events) if event[0] == "keep"):
            return  # nothing changed, nothing is sent
        self.events.append(whole)
        leaps = any({"undo", "redo", "step", "cancel", "say", "scenario"} & set(edit) for edit in edits)
        self.wholes = 0 if leaps else self.wholes + 1

    def foresee(self, edit: dict[str, Any]) -> bool:
        """Follow an edit through the documents; False when it has to be refused."""
        if "cancel" in edit:
            if self.gesture == edit["gesture"]:
                del self.steps[self.here:]
                self.here -= 1
            self.gesture = None
            return True
        if {"undo", "redo", "step"} & set(edit):
            wanted = edit["step"] if "step" in edit else self.here + (1 if "redo" in edit else -1)
            self.here, self.gesture = min(max(wanted, 0), len(self.steps) - 1), None
            return True
        if edit.get("say") == "undo":
            self.here, self.gesture = max(self.here - 1, 0), None
            return True
        after, refusal = self.foreseen(self.question, edit)
        if refusal:
            return False
        if "say" in edit:
            self.gesture = None
        if after != self.question:
            if self.gesture is None or self.gesture != edit["gesture"]:
                self.steps, self.here = [*self.steps[: self.here + 1], after], self.here + 1
            else:
                self.steps[self.here] = after
            self.gesture = edit["gesture"]
        if edit["done"]:
            self.gesture = None
        return True

    def foreseen(self, question: Any, edit: dict[str, Any]) -> tuple[Any, bool]:
        """The question after an edit, and whether it is refused; a move or a turn is written into the document by hand."""
        if "page" in edit:
            return question, False
        if "scenario" in edit:
            return self.page.explorer.scenarios[edit["scenario"]], False
        if "say" in edit:
            edit = {"mini": edit["say"].split(" to ")[0], "at": edit["say"].split(" to ")[1]}
        try:
            if set(edit) - {"n", "gesture", "done"} in ({"mini", "at"}, {"mini", "facing"}):
                document = json.loads(tohit.dumps(question))
                mini = next(mini for mini in document["minis"] if mini["name"] == edit["mini"])
                mini.update({key: edit[key] for key in ("at", "facing") if key in edit})
                after = tohit.loads(json.dumps(document))
            else:
                after = commands.change(question, edit)
            tohit.evaluate(after)
        except TohitError:
            return question, True
        return after, False

    # what always holds

    @invariant()
    def the_page_its_link_and_its_file_are_the_same_scene(self) -> None:
        if not hasattr(self, "page"):
            return
        page, document = self.page, tohit.dumps(self.question)
        assert tohit.dumps(page.explorer.question) == document == page.keeper.document
        assert tohit.dumps(tohit.loads(page.keeper.fragment)) == tohit.dumps(tohit.loads(page.keeper.document)) == document
        assert page.keeper.saved <= page.board.applied
        if page.explorer.question.scene.grid is not None:
            written = {mini["name"]: (mini["at"], mini["side"]) for mini in json.loads(document)["minis"]}
            assert {mini["name"]: (mini["at"], mini["side"]) for mini in page.board.scene["minis"] if mini["at"]} == \
                {name: told for name, told in written.items() if told[0]}
        assert page.explorer.history.question is page.explorer.question
        assert (page.toolbar.can_undo, page.toolbar.can_redo) == (self.here > 0, self.here < len(self.steps) - 1)

    @invariant()
    def everything_shows_the_one_answer(self) -> None:
        if not hasattr(self, "page"):
            return
        page = self.page
        answer, say = tohit.evaluate(tohit.loads(page.keeper.fragment)), page.explorer.question.rules.say(self.lang)
        assert page.explorer.answer.to_dict() | {"notices": 0} == answer.to_dict() | {"notices": 0}
        assert page.headline.percent == (words(self.lang).percent(answer.chance) if answer.allowed else "")
        assert [(line["key"], line["value"]) for line in page.ledger.lines] == [(line.key, line.value) for line in answer.ledger]
        assert page.board.scene.get("label", "") == present.scene(answer, say).get("label", "")
        for chart, show in ((page.faces, charted.faces), (page.damage, charted.damage)):
            assert heights(chart) == heights(showing(type(chart)(), show(answer, say)))
        assert [panel.failed for panel in page.panels] == [""] * len(page.panels)


def showing(chart: Chart, values: dict[str, Any]) -> Chart:
    chart.show(**values, lang="en")
    return chart


def heights(chart: Chart) -> list[tuple[int, float, float]]:
    """What is drawn: the row, the place and the height of each bar that has one."""
    rows = np.atleast_2d(chart._bars.y)
    return [(row, float(chart._bars.x[place]), height) for (row, place), height in np.ndenumerate(rows) if height]


Story.TestCase.settings = settings(max_examples=MANY, stateful_step_count=25, deadline=None, derandomize=MANY < 50, database=None,
                                   suppress_health_check=list(HealthCheck),
                                   phases=[Phase.generate])  # to shrink a story takes minutes
TestStory = Story.TestCase


@pytest.fixture(params=sorted(tohit.SYSTEMS))
def story(request: pytest.FixtureRequest) -> Iterator[Story]:
    """A story to be told by hand; what always holds is looked at after each line by ``told``."""
    made = Story()
    made.opened(request.param)
    yield made
    made.teardown()


def told(story: Story, *lines: tuple[Any, ...]) -> None:
    for rule_, *what in lines:
        rule_(story, *what)
        story.the_page_its_link_and_its_file_are_the_same_scene()
        story.everything_shows_the_one_answer()


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_kernel_that_dies_takes_no_answered_edit_along(story: Story) -> None:
    for late, sent in ((3, "undo"), (1, "move"), (2, "step")):
        told(story, (Story.move, 0, ["A1", "A2"]), (Story.turn, 0, "S"), (Story.speak, "fr"), (Story.move, 1, ["A3"]),
             (Story.kill, late, 0, "A5", sent), (Story.go, 1, True), (Story.kill, late, 0, "A6", sent))


def test_a_hostile_edit_does_nothing_alone_or_after_another(story: Story) -> None:
    for which in range(len(HOSTILE_EDITS)):
        story.send_something_hostile(which, 0, "A1", before=False)
        story.send_something_hostile(which, 0, "A2", before=True)
    told(story, (Story.turn, 0, "S"))


def test_a_hostile_state_of_any_widget_does_nothing(story: Story) -> None:
    count = len(parts(story.page.widget))
    for which in range(len(HOSTILE_STATES)):
        for place in range(which, count, 29):
            story.set_something_hostile(which, place)
    told(story, (Story.turn, 0, "S"))


def test_each_bomb_leaves_the_page_as_it_was(story: Story) -> None:
    told(story, (Story.move, 0, ["A1"]), *((Story.open_a_bomb, which) for which in range(len(BOMBS))), (Story.go, 1, True))


@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_every_old_file_opens_on_a_page_and_undo_goes_back_through_all_of_them(key: str) -> None:
    page = tohit.explore(key).page
    told = [tohit.dumps(next(iter(ready(tohit.ruleset(key)).values())))]
    for document in OLD[key]:
        text = tohit.dumps(tohit.loads(json.dumps(document)))
        page.explorer.ask([{"document": json.dumps(document)}])
        told += [text] * (text != told[-1])
    for text in reversed(told[-100:]):
        assert tohit.dumps(page.explorer.question) == text
        page.explorer.ask([{"undo": True}])
    page.close()
