// What a page does for its whole tree, once it stands in its host: what CSS alone could do only with `:has()`,
// which makes every change of the page dearer.
import { saveChart } from "./chart_files.mjs";

const CLIPPING = ".jp-OutputArea, .jp-OutputArea-child, .jp-OutputArea-output, .widget-box";

/**
 * Tend the page that `el` is part of: its hosts let go of their clipping, so that the answer can stay on top, and
 * each chart knows whether its numbers are open, and is saved when its buttons are pressed.  Registers how to stop with `cleanup`.
 */
export function tendPage(el, cleanup) {
  const headers = new MutationObserver((changes) => {
    for (const { target } of changes) followDisclosure(target);
  });
  let page = null;

  function onToggle({ target }) {
    if (!target.closest(".tohit-chart")) return;
    // The header is made anew in another language, and then its disclosure is closed.
    headers.observe(target.parentNode, { childList: true });
    followDisclosure(target.parentNode);
  }

  function leave() {
    page?.removeEventListener("toggle", onToggle, true);
    page?.removeEventListener("click", saveChart);
  }

  // A view is made before it is put into the document, and may be moved to another place: then it has a new size.
  const places = new ResizeObserver(() => {
    const found = el.closest(".tohit-page");
    if (!found) return;
    for (const host of hostsOf(found)) host.classList.add("tohit-unclipped");
    if (page === found) return;
    leave();
    page = found;
    page.addEventListener("toggle", onToggle, true);
    page.addEventListener("click", saveChart);
  });
  places.observe(el);
  cleanup(() => {
    places.disconnect();
    headers.disconnect();
    leave();
  });
}

/** The output areas and boxes around a page that would clip it. */
export function hostsOf(page) {
  const hosts = [];
  for (let node = page.parentElement; node; node = node.parentElement) if (node.matches(CLIPPING)) hosts.push(node);
  return hosts;
}

function followDisclosure(header) {
  header.closest(".tohit-chart")?.classList.toggle("tohit-chart-open", Boolean(header.querySelector("details[open]")));
}
