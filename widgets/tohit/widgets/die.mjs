// A die's faces, drawn: filled ones succeed.
import { html, svg } from "./shared.mjs";

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const MOST_NUMBERED = 20;

/** The faces of one die as a picture; `title` says the same in words. */
export function dieFaces(faces, title) {
  const sides = faces.length;
  const look = sides <= 6 ? "pips" : sides <= 12 ? "numbers" : sides <= MOST_NUMBERED ? "strip" : "bar";
  const cells = faces.map((face) =>
    html(
      "span",
      {
        class: "tohit-die-face",
        "data-hit": face.hit ? "" : null,
        "data-rerolled": face.rerolled ? "" : null,
      },
      ...(look === "pips" && face.face in PIPS ? [pips(face.face)] : look === "bar" ? [] : [String(face.face)]),
    ),
  );
  return html("span", { class: `tohit-die tohit-die-${look}`, role: "img", "aria-label": title, title }, ...cells);
}

/** One face, drawn with pips where its die has six, else with its number; what it says is said around it. */
export function oneFace({ face, hit }, withPips) {
  const cell = html("span", { class: "tohit-die-face", "data-hit": hit ? "" : null }, withPips ? pips(face) : String(face));
  return html("span", { class: "tohit-die", "aria-hidden": "true" }, cell);
}

/** Faces as short as they can be said: 1, 2, 3, 6 becomes 1–3, 6. */
export function runs(faces) {
  const found = [];
  for (const face of faces) {
    const last = found.at(-1);
    if (last && last[1] === face - 1) last[1] = face;
    else found.push([face, face]);
  }
  const said = ([from, to]) => (from === to ? [from] : to === from + 1 ? [from, to] : [`${from}\u2013${to}`]);
  return found.flatMap(said).join(", ");
}

/** The pips of a face on a square of 24, places numbered like a telephone's keys. */
function pips(face) {
  const dots = PIPS[face].map((place) => {
    const [row, col] = [Math.floor((place - 1) / 3), (place - 1) % 3];
    return svg("circle", { cx: 6 + 6 * col, cy: 6 + 6 * row, r: 2.2 });
  });
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...dots);
}
