// Runs before the first paint: the reader's own light or dark, and the cover until the widgets are there.
"use strict";
{
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
    document.body.dataset.jpThemeName = dark.matches ? "JupyterLab Dark" : "JupyterLab Light";
  };
  follow();
  dark.addEventListener("change", follow);

  const PATIENCE = 15000;
  const OUTPUT = 'script[type="application/vnd.voila.cell-output+json"]';
  const SHOWN = ".jupyter-widgets, .jp-RenderedHTMLCommon, .jp-RenderedText, .jp-RenderedImage, .jp-RenderedSVG";
  const cells = () => document.getElementById("rendered_cells");
  const cover = () => document.getElementById("opening");

  const uncover = () => {
    watcher.disconnect();
    clearTimeout(late);
    cover()?.remove();
  };
  // Outputs arrive as scripts, which Voila replaces by what they show.
  const look = () => {
    const area = cells();
    if (ended && (!area.querySelector(OUTPUT) || area.querySelector(`.jp-OutputArea-output${SHOWN}`))) uncover();
  };
  let ended = false;
  const watcher = new MutationObserver(look);
  const late = setTimeout(() => {
    if (cover()) cover().querySelector("p").textContent = cover().dataset.slow;
  }, PATIENCE);

  // Voila's page calls these.
  window.voila_heartbeat = () => {};
  window.voila_process = () => {};
  window.voila_finish = () => {
    ended = true;
    watcher.observe(cells(), { childList: true, subtree: true });
    look();
  };

  // Voila says farewell to the kernel before it unloads, once its own script is there; this is for who leaves sooner.
  window.addEventListener("pagehide", (event) => {
    const config = document.getElementById("jupyter-config-data");
    const token = document.cookie.match(/\b_xsrf=([^;]*)/);
    if (event.persisted || !config || !token) return;
    const { baseUrl, kernelId } = JSON.parse(config.textContent);
    const form = new FormData();
    form.append("_xsrf", token[1]);
    navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`, form);
  });
}
