// The memory of one tab of the browser: it survives loading the page again, and ends with the tab.
import { on } from "./shared.mjs";

/** Whether the page is the board's own (Voila).  In a notebook nothing comes back by itself: the cell decides. */
export const isOwnPage = () => document.getElementById("rendered_cells") !== null;

/** The tab's memory; null where the browser forbids it, or lets nothing be written. */
export function tabStorage() {
  try {
    sessionStorage.setItem("tohit", "1");
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Keep what a reader writes into a box, under a name that is its own on the page; returns whether some was there. */
export function keepText(box, name, cleanup) {
  const storage = isOwnPage() ? tabStorage() : null;
  const key = `tohit ${location.pathname} ${name}`;
  box.value = storage?.getItem(key) ?? "";
  on(box, "input", () => {
    try {
      storage?.setItem(key, box.value);
    } catch {
      // Full: what is written stays on the page.
    }
  }, cleanup);
  return box.value !== "";
}
