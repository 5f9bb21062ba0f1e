"""The grid board in a real page: drag and snap, click and click, keys, fingers, what comes in mid-drag."""

from __future__ import annotations

import pytest

NOTEBOOK = """
import ipywidgets
from tohit.widgets import GridBoard

board = GridBoard(
    columns=8, rows=5, attacker="Archer", target="Orc",
    minis=[{"name": "Archer", "side": "red", "at": "C3", "facing": "E"}, {"name": "Orc", "side": "blue", "at": "G3"}],
    terrain=[{"squares": ["E3", "E4"], "kind": "wall", "name": "Rock"}],
)
march = ipywidgets.Button(description="march")
leave = ipywidgets.Button(description="leave")

def on_march(_):
    archer, orc = board.scene["minis"]
    board.scene = {**board.scene, "minis": [archer, {**orc, "at": "H5"}]}

march.on_click(on_march)
leave.on_click(lambda _: board.close())
filler = ipywidgets.HTML("<div style='height: 900px'>filler</div>")
ipywidgets.VBox([board, march, leave, filler])
"""


class Board:
    """The board of a page, as a reader handles it."""

    def __init__(self, page):
        self.page = page
        self.root = page.locator(".tohit-board")
        self.status = page.locator(".tohit-board .status")

    def spot(self, square):
        box = self.page.locator(f'[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def hold(self, square, *way):
        self.page.mouse.move(*self.spot(square))
        self.page.mouse.down()
        for stop in way:
            self.page.mouse.move(*self.spot(stop), steps=5)

    def expect_at(self, name, square):
        self.page.locator(f'[data-square="{square}"][aria-label*="{name}"]').wait_for(
            state="attached", timeout=5000
        )

    def expect_said(self, words):
        self.status.get_by_text(words).wait_for(timeout=5000)

    def settle(self):
        self.page.wait_for_function(
            "(({n, applied}) => n === applied)(document.querySelector('.tohit-board').dataset)", polling=20
        )
        return int(self.root.get_attribute("data-n"))


@pytest.fixture(scope="module")
def address(serve, write_notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("board")
    write_notebook(folder / "board.ipynb", NOTEBOOK, title="Board")
    return serve(folder).page("board")


@pytest.fixture
def open_board(open_page, address):
    def open_(**options):
        page = open_page(address, **options)
        page.locator('.tohit-board [data-mini="Archer"]').wait_for(timeout=30_000)
        return Board(page)

    return open_


@pytest.fixture
def board(open_board):
    return open_board()


def test_a_drag_snaps_and_proposes_only_on_new_free_squares(board):
    board.hold("C3", "C4", "D4")
    board.expect_at("Archer", "D4")
    before = board.settle()
    x, y = board.spot("D4")
    for step in range(10):
        board.page.mouse.move(x + step, y + step / 2)
    ghost = board.page.locator(".ghost").get_attribute("transform")
    assert board.settle() == before
    board.page.mouse.move(*board.spot("E4"), steps=4)  # a wall
    assert board.page.locator(".ghost").get_attribute("transform") != ghost
    assert board.settle() == before
    board.page.mouse.up()
    board.expect_said("Archer is on D4.")
    assert board.settle() == before + 1
    assert board.page.locator(".ghost").count() == 0


@pytest.mark.parametrize("how", ["Escape", "outside"])
def test_a_drag_that_is_given_up_leaves_everything_as_it_was(board, how):
    board.hold("C3", "B2")
    board.expect_at("Archer", "B2")
    if how == "Escape":
        board.page.keyboard.press("Escape")
    else:
        board.page.mouse.move(1000, 600, steps=5)
    board.page.mouse.up()
    board.expect_at("Archer", "C3")
    board.expect_said("Cancelled.")


def test_a_scene_that_comes_in_mid_drag_repaints_all_but_the_mini_in_hand(board):
    board.hold("C3", "C2")
    board.expect_at("Archer", "C2")
    ghost = board.page.locator(".ghost").get_attribute("transform")
    board.page.evaluate(
        "[...document.querySelectorAll('button')].find((node) => node.textContent === 'march').click()"
    )
    board.expect_at("Orc", "H5")
    assert board.page.locator(".ghost").get_attribute("transform") == ghost
    board.page.mouse.up()
    board.expect_at("Archer", "C2")


def test_click_and_click_moves_and_a_wall_says_no(board):
    board.page.mouse.click(*board.spot("C3"))
    board.expect_said("Archer picked up on C3.")
    board.page.mouse.click(*board.spot("E3"))
    board.expect_said("E3 is not free.")
    board.page.mouse.click(*board.spot("B1"))
    board.expect_at("Archer", "B1")


def test_painting_is_one_step(board):
    board.page.locator('[data-tool="heavy"]').first.click()
    board.hold("A1", "D1")
    board.page.mouse.up()
    board.settle()
    assert board.page.locator(".piece.heavy").count() == 4
    board.page.keyboard.press("Control+z")
    board.expect_said("Undone.")
    board.settle()
    assert board.page.locator(".piece.heavy").count() == 0


def test_everything_goes_by_keyboard(board):
    board.page.locator('[data-square="C3"]').focus()
    for key in (" ", "ArrowUp", "ArrowUp", " ", "]", "c", "n", "a"):
        board.page.keyboard.press(key)
    for name, square in (
        ("Archer, red, faces south-east, target", "C5"),
        ("Orc, blue, faces north, attacker", "G3"),
    ):
        board.expect_at(name, square)
    board.expect_at("light cover", "C5")
    assert board.page.evaluate("document.activeElement.dataset.square") == "G3"
    assert board.page.locator('[data-square][tabindex="0"]').count() == 1


def test_a_finger_on_a_mini_drags_it_and_elsewhere_scrolls_the_page(open_board):
    board = open_board(viewport={"width": 390, "height": 600}, has_touch=True, is_mobile=True)
    devtools = board.page.context.new_cdp_session(board.page)

    def swipe(start, end):
        for kind, share in [
            ("touchStart", 0),
            *(("touchMove", step / 8) for step in range(1, 9)),
            ("touchEnd", None),
        ]:
            x, y = (a + (b - a) * (share or 0) for a, b in zip(start, end, strict=True))
            points = [] if share is None else [{"x": x, "y": y}]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            board.page.wait_for_timeout(20)

    swipe(board.spot("C3"), board.spot("B1"))
    board.expect_at("Archer", "B1")
    x, y = board.spot("F1")
    swipe((x, y), (x, y - 120))
    board.page.wait_for_function(
        f"document.querySelector('[data-square=F1]').getBoundingClientRect().y < {y} - 60"
    )
    widths = board.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_squares_are_never_under_24_pixels(open_board):
    board = open_board(viewport={"width": 320, "height": 400})
    for _ in range(6):
        board.page.get_by_role("button", name="Smaller squares").click()
    box = board.page.locator('[data-square="A1"]').bounding_box()
    assert box["width"] >= 24
    assert box["height"] >= 24


def test_a_board_that_is_closed_leaves_no_listener_behind(open_page, address):
    page = open_page()
    page.add_init_script(
        """const add = window.addEventListener.bind(window), remove = window.removeEventListener.bind(window);
        window.kept = 0;
        window.addEventListener = (type, ...rest) => { if (type === "scroll") window.kept += 1; add(type, ...rest); };
        window.removeEventListener = (type, ...rest) => { if (type === "scroll") window.kept -= 1; remove(type, ...rest); };"""
    )
    page.goto(address)
    page.locator('.tohit-board [data-mini="Archer"]').wait_for(timeout=30_000)
    kept = page.evaluate("window.kept")
    page.get_by_role("button", name="leave").click()
    page.locator(".tohit-board").wait_for(state="detached")
    page.wait_for_function(f"window.kept === {kept} - 1", timeout=5000)
