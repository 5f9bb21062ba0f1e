"""What a page's own script does for its tree: open numbers in the charts, hosts that don't clip."""

from __future__ import annotations

PHONE = {"width": 390, "height": 844}


def is_open(made, chart):
    return made.find(f".tohit-{chart}-chart .tohit-chart-table").first.is_visible()


def test_numbers_that_were_opened_stay_open_until_the_language_changes(explorer):
    made = explorer()
    assert not is_open(made, "worth")
    made.find(".tohit-worth-chart summary").click()
    made.find(".tohit-worth-chart .tohit-chart-table").wait_for(state="visible")
    assert not is_open(made, "distance")
    made.drag("Archer", "C4", "E4")
    made.expect()
    assert is_open(made, "worth")
    made.find(".tohit-worth-chart summary").click()
    made.find(".tohit-worth-chart .tohit-chart-table").wait_for(state="hidden")
    made.find(".tohit-worth-chart summary").click()
    made.speak("fr")
    made.expect()
    made.find(".tohit-worth-chart .tohit-chart-table").wait_for(state="hidden")
    made.find(".tohit-worth-chart summary").click()
    made.find(".tohit-worth-chart .tohit-chart-table").wait_for(state="visible")


def test_in_jupyterlab_the_answer_stays_on_top_too(lab, write_notebook, page, in_lab):
    write_notebook(lab.folder / "sticky.ipynb", "import tohit", "tohit.explore('coup-de-grace')")
    page.set_viewport_size({"width": 1500, "height": 700})
    lab.run(page, "sticky")
    made = in_lab(page)
    made.wait()
    headline = made.find(".tohit-headline")
    made.find(".tohit-procedures").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    top = headline.bounding_box()["y"]
    window = page.locator(".jp-NotebookPanel .jp-WindowedPanel-outer").bounding_box()["y"]
    assert window - 1 <= top < window + 40
    made.find(".tohit-worth-chart summary").click()
    made.find(".tohit-worth-chart .tohit-chart-table").wait_for(state="visible")


def test_a_page_inside_other_boxes_keeps_its_answer_on_top(serve, write_notebook, tmp_path, open_page):
    write_notebook(tmp_path / "boxed.ipynb", "import ipywidgets, tohit",
                   "ipywidgets.VBox([ipywidgets.Label('before'), ipywidgets.VBox([tohit.explore('dark-age')])])")
    page = open_page(serve(tmp_path).page("boxed"), viewport=PHONE)
    page.locator(".tohit-worth-chart .bqplot rect").first.wait_for(state="attached", timeout=90_000)
    page.locator(".tohit-controls-rulings").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert -1 <= page.locator(".tohit-headline").bounding_box()["y"] < 40
