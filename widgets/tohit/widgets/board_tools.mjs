// The pictures on the board's buttons.
import { svg } from "./shared.mjs";

const ICONS = {
  move: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  turn: "M19 12a7 7 0 1 1-2.5-5.4M17 2.5v4.6h-4.6",
  left: "M5 12a7 7 0 1 0 2.5-5.4M7 2.5v4.6h4.6",
  in: "M5 12h14M12 5v14",
  out: "M5 12h14",
  wall: "M3 5h18v14H3zM3 9.7h18M3 14.4h18M9 5v4.7M15 9.7v4.7M9 14.4V19",
  light: "M4 4h16v16H4zM4 14 14 4M10 20 20 10",
  heavy: "M4 4h16v16H4zM4 14 14 4M10 20 20 10M4 10l10 10M10 4l10 10",
  erase: "M8 20h12M4 14 13 5l7 7-8 8H8zM9 9l7 7",
};

/** The picture of a tool or an action by its key. */
export function icon(key) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[key] }));
}
