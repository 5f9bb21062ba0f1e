"""What a page keeps: reload, links, two tabs, a killed kernel, copy, open and save."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import psutil
import pytest

import tohit
from tohit.core.notation import from_link
from tohit.ready import ready

PATIENCE = 30_000
PYTHON = "textarea.tohit-keeper-text"


@pytest.fixture
def archer():
    return next(iter(ready(tohit.ruleset("coup-de-grace")).values()))


def kept(made):
    """Wait until the address holds the scene that the page shows; the question in it."""
    wanted = tohit.link(made.truth.question)
    made.page.wait_for_function("(link) => location.hash.split('&')[0] === link", arg=wanted, timeout=PATIENCE)
    return tohit.loads(made.page.evaluate("location.hash"))


def test_a_reload_brings_back_the_board_the_language_and_what_was_just_done(explorer):
    """D7 68."""
    made = explorer()
    made.drag("Archer", "D4")
    made.speak("fr")
    assert kept(made) == made.truth.question
    made.drag("Guard", "J7")
    made.settle()
    made.page.wait_for_timeout(150)  # written within 250 ms, long before the address is
    made.page.reload()
    made.wait()
    made.expect()


def test_undo_and_redo_go_on_after_a_reload(explorer):
    made = explorer()
    for mini, square in (("Archer", "D4"), ("Guard", "J7"), ("Archer", "E4"), ("Archer", "C2")):
        made.drag(mini, square)
    made.undo()
    kept(made)
    made.page.reload()
    made.wait()
    made.expect()
    for _ in range(3):
        made.undo()
        made.expect()
    made.page.reload()
    made.wait()
    redo = made.find(".tohit-toolbar-history button").last
    for _ in range(4):
        redo.click()
        made.tell(redo=True)
        made.expect()
    assert redo.is_disabled()


def test_the_heat_layer_comes_back_too(explorer):
    made = explorer()
    made.find(".tohit-heat [data-over=target]").click()
    made.page.wait_for_function("location.hash.includes('heat=')", timeout=PATIENCE)
    made.page.reload()
    made.wait()
    made.find(".tohit-heat [data-over=target][aria-pressed=true]").wait_for(timeout=PATIENCE)
    made.page.wait_for_function("!document.querySelector('.tohit-board canvas.heat').hidden", timeout=PATIENCE)
    made.expect()


def test_a_link_opens_its_scene_also_in_an_open_page(explorer, archer):
    made = explorer()
    made.drag("Archer", "D4")
    kept(made)
    wanted = tohit.link(archer)
    made.page.evaluate("(hash) => { location.hash = hash; }", wanted + "&lang=fr")
    made.tell(document=wanted)
    made.expect()
    made.undo()
    made.expect()


def test_a_link_seen_for_the_first_time_wins_over_what_the_tab_kept(explorer, archer):
    made = explorer()
    made.drag("Archer", "D4")
    kept(made)
    moved = tohit.apply(archer, [{"mini": "Archer", "at": "A1"}])
    address = made.page.url.split("#")[0]
    made.page.goto("about:blank")
    made.page.goto(address)
    made.wait()
    made.expect()
    made.page.goto("about:blank")
    made.page.goto(tohit.link(moved, address))
    made.truth.ask([{"document": tohit.link(moved)}])
    made.wait()
    made.expect()


def test_two_tabs_keep_a_scene_each(explorer):
    one, two = explorer(), explorer()
    one.drag("Archer", "D4")
    two.drag("Archer", "E3")
    kept(one), kept(two)
    for made in (one, two):
        made.page.reload()
        made.wait()
        made.expect()


def test_a_damaged_link_says_so_and_leaves_the_board(explorer):
    """D8 74."""
    made = explorer()
    made.page.evaluate("() => { location.hash = '#s=1broken'; }")
    made.find(".tohit-keeper .tohit-failed").get_by_text("link").wait_for(timeout=PATIENCE)
    made.expect()
    made.drag("Archer", "D4")
    made.expect()


def test_a_killed_kernel_is_replaced_and_the_board_comes_back(explorer, loaded_again, trouble):
    """D7 67."""
    made = explorer()
    made.drag("Archer", "D4")
    kept(made)
    made.drag("Guard", "J7")
    made.settle()
    made.page.wait_for_timeout(150)
    with loaded_again(made.page):
        for process in kernels():
            process.send_signal(signal.SIGKILL)
    made.wait()
    made.expect()
    made.drag("Archer", "E4")
    made.expect()
    trouble.clear()  # the browser tells of the line that broke


def kernels() -> list[psutil.Process]:
    return [child for child in psutil.Process(os.getpid()).children(recursive=True) if child.name() == "tohit-kernel"]


def test_copying_without_a_clipboard_selects_the_text(explorer):
    made = explorer()
    made.drag("Archer", "D4")
    kept(made)
    made.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    made.find(".tohit-keeper .link").click()
    box = made.find(PYTHON)
    box.wait_for()
    copied = box.input_value()
    assert copied.startswith(made.page.url.split("#")[0]) and tohit.loads(copied) == made.truth.question
    assert made.page.evaluate("(box) => box.selectionEnd - box.selectionStart", box.element_handle()) == len(copied)
    made.find(".tohit-keeper .python").click()
    made.page.wait_for_function("(css) => document.querySelector(css).value.startsWith('import')", arg=PYTHON)
    held: dict[str, object] = {}
    exec(box.input_value().rsplit("tohit.explore", 1)[0], held)
    assert held["question"] == made.truth.question


def test_a_saved_file_opens_again_by_choosing_pasting_and_dropping(explorer, tmp_path):
    made = explorer()
    made.drag("Archer", "D4")
    kept(made)
    with made.page.expect_download() as download:
        made.find(".tohit-keeper .save").click()
    path = Path(download.value.path())
    assert download.value.suggested_filename == "coup-de-grace.json"
    saved = path.read_text(encoding="utf-8")
    assert tohit.load(path) == made.truth.question
    made.undo()
    made.find(".tohit-keeper .open").click()
    made.find(".tohit-keeper input[type=file]").set_input_files(path)
    made.tell(document=saved)
    made.expect()
    made.undo()
    if not made.find(".tohit-keeper-open").is_visible():
        made.find(".tohit-keeper .open").click()
    made.find(".tohit-keeper-open textarea").fill(from_link(tohit.link(made.truth.question)))
    made.find(".tohit-keeper-take").click()
    made.settle()
    made.expect()
    made.page.evaluate("""(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "scene.json"));
      document.querySelector(".tohit-board").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }""", json.dumps(json.loads(saved)))
    made.tell(document=saved)
    made.expect()
