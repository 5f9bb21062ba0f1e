// The shapes that stand on the board.

import { setAttrs, setText, svg } from "./shared.mjs";

export const CELL = 48; // Drawing units along a square; how many pixels that is, the frame decides.

// One body for each side: circle, square, diamond, triangle.
const BODIES = [
  () => svg("circle", { r: 14.5 }),
  () => svg("rect", { x: -13.5, y: -13.5, width: 27, height: 27, rx: 5 }),
  () => svg("path", { d: "M0-18 18 0 0 18-18 0Z" }),
  () => svg("path", { d: "M0-18 18 13H-18Z" }),
];

/** The parts of a mini, facing north: hit area, body by side, wedge, letters. */
export function miniature(mini, side, letters, faces) {
  const body = BODIES[side - 1]();
  body.setAttribute("class", "body");
  const nodes = [svg("rect", { class: "hit", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL })];
  if (faces) nodes.push(svg("path", { class: "wedge", d: "M-14-7 0-24 14-7Z" }));
  nodes.push(body);
  // Who is down lies flat: the same body from the side, the letters above it.
  if (mini.downed) setAttrs(body, { transform: "translate(0 9) scale(1.2 .42)" });
  const middle = mini.downed ? 1 : side === 4 ? 9 : 6;
  nodes.push(setText(svg("text", { class: letters.length > 1 ? "name two" : "name", y: middle }), letters));
  return nodes;
}

/** Four corners round the attacker's square. */
export function attackerMark() {
  return svg("path", { class: "attacker", d: "M-22-13V-22H-13M13-22H22V-13M22 13V22H13M-13 22H-22V13" });
}

/** A reticle round the target. */
export function targetMark() {
  return svg("g", { class: "target" }, svg("circle", { r: 21 }), svg("path", { d: "M0-24V-17M0 24V17M-24 0H-17M24 0H17" }));
}

/** The small shape of the side that controls a piece of terrain. */
export function flag(side, x, y) {
  const shape = BODIES[(side ?? 1) - 1]();
  return svg("g", { class: `flag side-${side ?? 0}`, transform: `translate(${x} ${y}) scale(.42)` }, shape);
}

/** The letter that tells a kind of terrain where its pattern does not. */
export function letter(words, x, y) {
  return svg("text", { class: "letter", x, y }, words);
}

/** The name that a mouse at rest is told; as text, never markup. */
export function title(words) {
  return svg("title", {}, words);
}

/** The weaves of the three kinds of terrain; `id` keeps two boards on a page apart. */
export function patterns(id) {
  const pattern = (kind, size, d) => svg(
    "pattern",
    { id: `${id}-${kind}`, class: `pattern-${kind}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
    svg("path", { d }),
  );
  return svg(
    "defs", {},
    pattern("wall", 16, "M0 .5H16M0 8.5H16M4.5 0V8M12.5 8V16"),
    pattern("light", 12, "M-3 3 3-3M0 12 12 0M9 15 15 9"),
    pattern("heavy", 12, "M0 12 12 0M0 0 12 12"),
  );
}
