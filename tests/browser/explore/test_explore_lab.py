"""The explorer page in JupyterLab: the same gestures, a cell that is run again and again, a second view."""

from __future__ import annotations

import pytest

import tohit

PAGE = "import tohit\ntohit.explore('coup-de-grace')"
COUNTED = """
import tohit
from tohit import explorer

asked, evaluate = [], explorer.evaluate

def counted(question):
    asked.append(question.attacker.at)
    return evaluate(question)

explorer.evaluate = counted
"""
AGAIN = 20


@pytest.fixture
def notebook(lab, write_notebook, page, in_lab):
    """Open a notebook of these cells in JupyterLab and run it: ``notebook("try", PAGE)``."""

    def open_(name, *cells):
        write_notebook(lab.folder / f"{name}.ipynb", *cells)
        page.set_viewport_size({"width": 1500, "height": 1700})
        lab.run(page, name)
        made = in_lab(page)
        made.wait()
        return made

    return open_


# Runs a cell and waits until what it shows now is drawn: ipywidgets complains when a half-drawn page is taken away.
RUN_CELL = """async ([number, shown]) => {
  for (const old of document.querySelectorAll(".tohit-page")) old.classList.add("seen");
  jupyterapp.shell.currentWidget.content.activeCellIndex = number;
  await jupyterapp.commands.execute("notebook:run-cell");
  while (shown && !document.querySelector(`${shown}:not(.seen) .tohit-worth-chart .bqplot rect`)) {
    await new Promise((done) => setTimeout(done, 20));
  }
}"""


def expect_asked(page, count):
    """The kernel has evaluated so often, says the notebook's last cell."""
    page.evaluate(RUN_CELL, [2, ""])
    page.locator(".jp-OutputArea-output", has_text="asked").get_by_text(f"{count} asked", exact=True).wait_for()


def test_every_gesture_changes_everything_in_jupyterlab_too(notebook):
    """Drag, dial, ruler, wall, undo by key and the language switch, with the exact answer after each."""
    made = notebook("gestures", PAGE)
    made.expect()
    made.drag("Archer", "C4", "D4")
    made.expect()
    made.turn("S")
    made.expect()
    made.undo("Control+z")
    made.expect()
    made.slide(4)
    made.expect()
    made.paint("wall", "G5", "G4")
    made.expect()
    made.undo()
    made.speak("fr")
    made.expect()


def test_a_cell_that_was_run_20_times_recomputes_once(notebook):
    """D6 62: one gesture after 20 runs of the cell is one evaluation in the kernel, not 20."""
    made = notebook("again", COUNTED, PAGE.split("\n")[1], "print(f'{len(asked)} asked')")
    for _ in range(AGAIN):
        made.page.evaluate(RUN_CELL, [1, ".tohit-page"])
    made.wait()
    expect_asked(made.page, 1 + AGAIN)
    made.slide(4)
    made.expect()
    expect_asked(made.page, 1 + AGAIN + 1)


def test_a_new_view_for_output_is_whole_and_follows(notebook):
    """D6 65: JupyterLab's "New View for Output" shows a second page of the same explorer; each follows the other."""
    made = notebook("views", PAGE)
    made.page.evaluate("jupyterapp.commands.execute('notebook:create-output-view')")
    second = made.seen_in(".jp-LinkedOutputView .tohit-page")
    second.wait()
    second.expect()
    second.drag("Archer", "D4")
    second.expect()
    made.expect()


def test_the_keeper_leaves_jupyterlab_to_its_cells(notebook):
    """Copied from JupyterLab a link is a fragment that `explore` takes; the address and the tab's memory stay as they are."""
    made = notebook("kept", PAGE)
    before = made.page.evaluate("[location.href, Object.keys(sessionStorage).filter((key) => key.startsWith('tohit '))]")
    made.drag("Archer", "D4")
    made.expect()
    made.page.wait_for_timeout(1000)
    assert before == made.page.evaluate("[location.href, Object.keys(sessionStorage).filter((key) => key.startsWith('tohit '))]")
    made.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    made.find(".tohit-keeper .link").click()
    copied = made.find("textarea.tohit-keeper-text").input_value()
    assert copied.startswith("#s=1") and tohit.loads(copied) == made.truth.question


def test_keys_commands_and_steps_work_in_jupyterlab_too(notebook):
    """+ and Delete on a square, a typed command, a step of the strip: JupyterLab takes none of these keys for its own."""
    made = notebook("hands", PAGE)
    made.find('[data-square="B6"]').focus()
    made.page.keyboard.press("+")
    made.tell(add="B6")
    made.expect()
    made.page.keyboard.press("Delete")
    made.tell(mini="Mini 2", remove=True)
    made.expect()
    made.find(".tohit-commands > details > summary").click()
    made.find(".tohit-commands input").fill("Archer to C4")
    made.page.keyboard.press("Enter")
    made.tell(mini="Archer", at="C4")
    made.expect()
    made.find(".tohit-steps-strip summary").click()
    made.find(".tohit-steps-strip-go").nth(1).click()
    made.tell(step=1)
    made.expect()
