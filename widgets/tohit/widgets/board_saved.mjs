// What a notebook keeps beside a page for readers without a kernel: away while the page itself is there.

/** Hide the picture and the table of the page whose board has this `desk`, until the board is taken down. */
export function hideSaved(desk, cleanup) {
  for (const saved of document.querySelectorAll(".tohit-saved")) {
    if (`IPY_MODEL_${saved.dataset.page}` !== desk) continue;
    // JupyterLab puts a frame of its own around each output.
    const frame = saved.closest(".jp-OutputArea-child") ?? saved;
    const style = saved.querySelector("style"); // Its :has() would be looked at with each change of the page.
    turn(true);
    cleanup(() => turn(false));

    function turn(away) {
      frame.style.display = away ? "none" : "";
      if (style) style.disabled = away;
    }
  }
}
