"""JupyterLab, as the `lab` fixture starts it, runs a widget with our kernel connection."""

from __future__ import annotations

CELL = """
import anywidget, traitlets

class Probe(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "probe";
      button.onclick = () => { model.set("n", 1); model.save_changes(); };
      model.on("change:doubled", () => { button.textContent = `doubled = ${model.get("doubled")}`; });
      el.append(button);
      button.textContent = "ready";
    } };'''
    n = traitlets.Int(0).tag(sync=True)
    doubled = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("n")
    def _on_n(self, change):
        self.doubled = 2 * change["new"]

Probe()
"""


def test_a_widget_works_in_jupyterlab(lab, write_notebook, page):
    write_notebook(lab.folder / "probe.ipynb", CELL)
    lab.run(page, "probe")
    page.locator(".probe", has_text="ready").click(timeout=60_000)
    page.locator(".probe", has_text="doubled = 2").wait_for()
