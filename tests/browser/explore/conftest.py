"""The explorer page as a reader handles it, beside a question that the test changes in the same way.

What the page shows is read from the DOM and held against what `tohit.evaluate` says about that question.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import tohit
from tohit.core.evaluate import worth
from tohit.core.geometry import FACINGS, square_name
from tohit.core.question import Question
from tohit.core.without import without
from tohit.explorer import Explorer
from tohit.ready import ready

READ = Path(__file__).with_name("read.js").read_text(encoding="utf-8")
TALL = {"width": 1280, "height": 1500}
RULER = 24
LIMIT = 15_000  # milliseconds; a page in a hurry needs a tenth of a second, one on a busy machine some more
FRACTION = {"en": "{} in {}", "fr": "{} sur {}"}


class ExplorerPage:
    """One explorer in a browser page, and the question that it should be showing.

    Attributes:
        page: Playwright's page.
        truth: The same explorer in this process, without widgets.
        view: Which of several views of the page is meant, by a CSS selector.
    """

    def __init__(self, page: Any, truth: Explorer, view: str = ".tohit-page"):
        self.page, self.truth, self.view, self.lang, self.gesture = page, truth, view, "en", 0

    def seen_in(self, view: str) -> ExplorerPage:
        """The same explorer in another view."""
        return ExplorerPage(self.page, self.truth, view)

    def find(self, selector: str) -> Any:
        return self.page.locator(f"{self.view} {selector}")

    def wait(self) -> None:
        """Wait until the page and all of its charts are there."""
        self.find(".tohit-worth-chart .bqplot rect").first.wait_for(state="attached", timeout=90_000)
        self.settle()

    def settle(self) -> None:
        """Wait until every edit has been answered."""
        self.page.wait_for_function(
            "(view) => (({ n, applied }) => n === applied)(document.querySelector(`${view} .tohit-board`).dataset)",
            arg=self.view, polling=20, timeout=LIMIT,
        )

    def spot(self, square: str) -> tuple[float, float]:
        return centre(self.find(f'.tohit-board svg [data-square="{square}"]'))

    def tell(self, **edit: Any) -> None:
        """Change the question of this test as the gesture changes that of the page."""
        self.gesture += 1
        self.truth.ask([{**edit, "gesture": self.gesture, "done": True}])

    def drag(self, name: str, *way: str, steps: int = 4) -> None:
        """Drag a mini from where it is seen over some squares, and drop it on the last one."""
        before = self.proposed()
        while self.proposed() == before and self.shown()["minis"][name].split()[0] != way[-1]:
            # An answer that comes now may move the mini from under the hand: then a person tries again.
            self.page.mouse.move(*centre(self.find(f'.tohit-board [data-mini="{name}"] .hit')))
            self.page.mouse.down()
            for stop in way:
                self.page.mouse.move(*self.spot(stop), steps=steps)
            self.page.mouse.up()
        self.tell(mini=name, at=way[-1])

    def proposed(self) -> int:
        """How many edits the page has proposed."""
        return int(self.find(".tohit-board").get_attribute("data-n"))

    def place(self, name: str) -> str:
        """Where a mini stands in truth."""
        return next(square_name(*mini.at) for mini in self.truth.question.scene.minis if mini.name == name)

    def turn(self, facing: str) -> None:
        """Press a stop of the dial."""
        stops = self.truth.question.rules.facings
        place = FACINGS.index(facing) * stops // len(FACINGS)
        press(self.page, centre(self.find(f".tohit-dial-stop >> nth={place}")))
        self.tell(mini=self.truth.question.attack.attacker, facing=facing)

    def slide(self, distance: int) -> None:
        """Press the ruler at a distance."""
        track = self.find(".tohit-ruler-track")
        box = self.find(".tohit-ruler-bands").bounding_box()
        low, high = (int(track.get_attribute(f"aria-value{end}")) for end in ("min", "max"))
        x = box["x"] + box["width"] * (distance - low) / (high - low)
        press(self.page, (x, box["y"] + box["height"] / 2))
        self.tell(distance=distance)

    def cover(self, kind: str) -> None:
        """Press a cover toggle."""
        self.find(".tohit-cover-group button").nth(("none", "light", "heavy").index(kind)).click()
        self.tell(path="attack.overrides.cover", value=kind)

    def paint(self, kind: str, *way: str) -> None:
        """Paint terrain over some squares in one gesture, and take up the moving tool again."""
        self.find(f'.tohit-board [data-tool="{kind}"]').first.click()
        self.page.mouse.move(*self.spot(way[0]))
        self.page.mouse.down()
        for stop in way[1:]:
            self.page.mouse.move(*self.spot(stop), steps=4)
        self.page.mouse.up()
        self.find('.tohit-board .tools [data-tool="move"]').click()
        self.gesture += 1
        edits = [{"square": square, "terrain": kind, "gesture": self.gesture, "done": square == way[-1]} for square in way]
        self.truth.ask(edits)

    def undo(self, by: str = "button") -> None:
        if by == "button":
            self.find(".tohit-toolbar-history button").first.click()
        else:
            self.page.keyboard.press(by)
        self.tell(undo=True)

    def speak(self, lang: str) -> None:
        """Press the language switch."""
        self.find(f".tohit-toolbar-language [lang={lang}]").click()
        self.lang = lang

    def expect(self, question: Question | None = None) -> None:
        """Everything on the page is what `tohit.evaluate` says of the question; waits for it."""
        wanted = tell_of(question or self.truth.question, self.lang)
        try:
            self.page.wait_for_function(f"({READ}).same", arg=[self.view, wanted], polling=20, timeout=LIMIT)
        except PlaywrightTimeout:
            assert self.shown() == wanted
            raise

    def shown(self) -> dict[str, Any]:
        """What the page shows, in the form of ``tell_of``."""
        return self.page.evaluate(f"({READ}).read", self.view)


def tell_of(question: Question, lang: str) -> dict[str, Any]:
    """What a page shows of a question: texts as they stand, chances as fractions, bars as shares of the height."""
    answer = tohit.evaluate(question)
    plain, say = answer.to_dict(lang), question.rules.say(lang)
    board = question.scene.grid
    shown: dict[str, Any] = {
        "minis": {mini.name: f"{square_name(*mini.at)} {FACINGS[mini.facing] if question.rules.facings else ''}".strip()
                  for mini in question.scene.minis if mini.at},
        "walls": sorted(square_name(*square) for square, _ in board.squares("wall")),
        "ledger": [[line["name"], say.signed(line["value"])]
                   for line in sorted(plain["ledger"], key=lambda line: question.rules.channels.index(line["channel"]))],
        "refusals": [refusal["sentence"] for refusal in plain["refusals"]],
        "lang": lang,
        "distance": by_distance(question),
        "fraction": "", "percent": "", "hits": [], "damage": {}, "worth": [], "bars": {"success": 0.0, "damage": []},
    }
    if not answer.allowed:
        return shown
    first, damage = answer.stages[0], answer.damage.to_dict()
    of = first.die if first.die % answer.chance.denominator == 0 else answer.chance.denominator
    landing = [stage for stage in answer.stages if stage.lands]
    return {
        **shown,
        "fraction": FRACTION[lang].format(answer.chance * of, of),
        "percent": say.percent(answer.chance),
        "hits": [list(stage.faces) for stage in landing],
        "worth": [[str(say.show(line.name)), say.signed(line.value), str(answer.chance), str(other)]
                  for line in answer.ledger if (other := chance_without(answer, line)) is not None],
        "damage": damage,
        "bars": {"success": float(first.chance), "damage": bars_of(damage)},
    }


def chance_without(answer: Any, line: Any) -> Fraction | None:
    """The chance without a line; None for what changes no chance: it has no row."""
    if line.value:
        return worth(answer, line)
    other = without(answer, line) if line.applied else None
    return other.chance if other and other.chance != answer.chance else None


def by_distance(question: Question) -> list[str]:
    """The chance at each distance that every ruler has; "" where the attack is not allowed."""
    if "distance" not in question.mode.asks:
        return []
    swept = tohit.sweep(question, "attack.overrides.distance", list(range(1, RULER + 1)))
    return [str(swept.chance(cell)) if allowed else "" for cell, allowed in enumerate(swept.allowed.tolist())]


def bars_of(damage: dict[str, str]) -> list[float]:
    """The height of each bar from nothing to the most damage; there are always two."""
    most = max(1, *(int(value) for value in damage))
    return [float(Fraction(damage.get(str(value), 0))) for value in range(most + 1)]


def centre(locator: Any) -> tuple[float, float]:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Any, spot: tuple[float, float]) -> None:
    page.mouse.move(*spot)
    page.mouse.down()
    page.mouse.up()


def truth_of(rules: str) -> Explorer:
    scenarios = ready(tohit.ruleset(rules))
    return Explorer(next(iter(scenarios.values())), scenarios)


@pytest.fixture
def explorer(open_page: Callable[..., Any], served: Any) -> Callable[..., ExplorerPage]:
    """Open one of our own pages under `tohit serve`: ``explorer("dark-age", viewport=…)``; or a page at ``url``."""

    def open_(rules: str = "coup-de-grace", url: str = "", **options: Any) -> ExplorerPage:
        address = url or served.page(rules.replace("-", "_"))
        made = ExplorerPage(open_page(address, **{"viewport": TALL, **options}), truth_of(rules))
        made.wait()
        return made

    return open_


@pytest.fixture
def open_notebook(
    serve: Callable[..., Any], write_notebook: Callable[..., Path], tmp_path: Path, open_page: Callable[..., Any]
) -> Callable[[str], ExplorerPage]:
    """Serve a cell of the test's own that shows the first page of Coup-De-Grace: ``open_notebook("import tohit…")``."""

    def open_(cell: str) -> ExplorerPage:
        write_notebook(tmp_path / "own.ipynb", cell)
        return ExplorerPage(open_page(serve(tmp_path).page("own"), viewport=TALL), truth_of("coup-de-grace"))

    return open_


@pytest.fixture
def in_lab() -> Callable[[Any], ExplorerPage]:
    """The first page of Coup-De-Grace in a notebook that JupyterLab shows: ``in_lab(page)``."""
    return lambda page: ExplorerPage(page, truth_of("coup-de-grace"), ".jp-NotebookPanel .tohit-page")


@pytest.fixture
def told() -> Callable[[Question, str], dict[str, Any]]:
    """What a page should show of a question: ``told(question, "en")``."""
    return tell_of
