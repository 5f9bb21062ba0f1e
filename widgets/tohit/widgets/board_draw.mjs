// Draws a scene as SVG with keyed nodes that are updated in place; decides nothing.

import { html, keyed, setAttrs, svg, text } from "./shared.mjs";
import {
  angle, called, describe, initials, miniAt, miniNamed, parseSquare, pieceAt, sideNumbers, squareName,
} from "./board_model.mjs";
import { labelPlace } from "./board_label.mjs";
import { area, centre, contours, corner, outline } from "./board_paths.mjs";
import { CELL, attackerMark, flag, letter, miniature, patterns, targetMark, title } from "./board_shapes.mjs";

const LAYERS = ["ground", "arc", "template", "bands", "lines", "cells", "lit", "sight", "minis", "marks", "ghost", "label", "focus"];

/** The nodes of one board and how to bring them up to date: `draw(scene, view)`. */
export function makeDrawing(model) {
  const id = `th${Math.random().toString(36).slice(2)}`;
  const layers = Object.fromEntries(
    LAYERS.map((name) => [name, svg("g", { class: `layer-${name}`, "aria-hidden": name === "cells" ? null : "true" })]),
  );
  const focus = svg("rect", { class: "focus-ring", width: CELL - 3, height: CELL - 3, rx: 4 });
  layers.focus.append(focus);
  const root = svg("svg", { class: "board", role: "grid" }, patterns(id), ...Object.values(layers));
  const letters = html("div", { class: "letters", "aria-hidden": "true" });
  const numbers = html("div", { class: "numbers", "aria-hidden": "true" });
  const cells = new Map();
  const minis = new Map();
  const lengths = new Map();
  const drawn = {}; // What each part was last drawn from, so that only differences are drawn.
  let labelled = new Map();
  let stop = null; // The one cell that Tab comes to.

  function changed(part, ...from) {
    const before = drawn[part];
    if (before?.from.every((value, index) => value === from[index])) return false;
    const key = JSON.stringify(from);
    drawn[part] = { from, key };
    return before?.key !== key;
  }

  function drawGrid(scene) {
    const { columns, rows } = scene;
    if (!changed("grid", columns, rows)) return;
    const [width, height] = [columns * CELL, rows * CELL];
    setAttrs(root, { viewBox: `0 0 ${width} ${height}`, "aria-rowcount": rows, "aria-colcount": columns });
    cells.clear();
    labelled = new Map();
    const bands = [];
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = svg("g", { role: "row", "aria-rowindex": rows - row });
      for (let col = 0; col < columns; col += 1) {
        const square = squareName({ row, col });
        const cell = svg("rect", {
          role: "gridcell", "aria-colindex": col + 1, "data-square": square, tabindex: -1,
          x: col * CELL, y: (rows - 1 - row) * CELL, width: CELL, height: CELL,
        });
        cells.set(square, cell);
        line.append(cell);
      }
      bands.push(line);
    }
    layers.cells.replaceChildren(...bands);
    letters.replaceChildren(...Array.from({ length: columns }, (_, col) => {
      return html("span", {}, squareName({ row: 0, col }).replace(/\d+/, ""));
    }));
    numbers.replaceChildren(...Array.from({ length: rows }, (_, index) => html("span", {}, String(rows - index))));
    const lines = [];
    for (let col = 1; col < columns; col += 1) lines.push(`M${col * CELL} 0V${height}`);
    for (let row = 1; row < rows; row += 1) lines.push(`M0 ${row * CELL}H${width}`);
    layers.lines.replaceChildren(svg("path", { d: lines.join("") }));
  }

  function drawTerrain(scene) {
    const numbersOfSides = sideNumbers(scene);
    const sides = [...numbersOfSides].join();
    if (!changed("terrain", scene.terrain, scene.rows, scene.columns, model.get("lang"), sides)) return;
    layers.ground.replaceChildren(...scene.terrain.map((piece) => {
      const { kind, squares, controlled_by: holder } = piece;
      const first = corner(scene, squares[0]);
      const node = svg(
        "g", { class: `piece ${kind}` },
        svg("path", { class: "tint", d: area(scene, squares) }),
        svg("path", { class: "weave", d: area(scene, squares), fill: `url(#${id}-${kind})` }),
        svg("path", { class: "rim", d: outline(scene, squares) }),
        letter(text(model, `board.letter.${kind}`), first.x + 5, first.y + 1),
        title(called(model, piece)),
      );
      if (holder) {
        const side = numbersOfSides.get(holder) ?? numbersOfSides.get(miniNamed(scene, holder)?.side);
        node.append(flag(side, first.x + CELL - 10, first.y + 10));
      }
      return node;
    }));
  }

  function drawReach(scene) {
    if (changed("arc", scene.arc, scene.rows)) {
      layers.arc.replaceChildren(
        svg("path", { class: "arc", d: area(scene, scene.arc) }),
        svg("path", { class: "arc-rim", d: outline(scene, scene.arc) }),
      );
    }
    if (changed("template", scene.template, scene.rows)) {
      const d = outline(scene, scene.template);
      layers.template.replaceChildren(svg("path", { class: "template-halo", d }), svg("path", { class: "template", d }));
    }
    if (changed("bands", scene.bands, scene.rival, scene.rows)) {
      const { bands, rival } = scene;
      layers.bands.replaceChildren(
        svg("path", { class: "halo", d: contours(scene, bands) }), svg("path", { d: contours(scene, bands) }),
        svg("path", { class: "rival", d: contours(scene, rival) }),
      );
    }
  }

  function drawSight(scene) {
    if (!changed("sight", scene.sight, scene.rows, scene.sight && scene.minis, model.get("lang"))) return;
    const { sight } = scene;
    const from = sight && parseSquare(sight.from) && centre(scene, sight.from);
    const to = sight && parseSquare(sight.to) && centre(scene, sight.to);
    if (!from || !to) {
      layers.sight.replaceChildren();
      return;
    }
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
    const d = `M${from.x + 20 * ux} ${from.y + 20 * uy}L${to.x - 23 * ux} ${to.y - 23 * uy}`;
    const nodes = [svg("path", { class: "sight-halo", d })];
    nodes.push(svg("path", { class: sight.clear ? "sight clear" : "sight blocked", d }));
    for (const square of sight.blockers ?? []) {
      const { x, y } = corner(scene, square);
      const name = miniAt(scene, square)?.name ?? (pieceAt(scene, square) && called(model, pieceAt(scene, square)));
      nodes.push(svg("rect", { class: "blocker", x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 3 }));
      const below = y + CELL < scene.rows * CELL - 4;
      nodes.push(tag(scene, name ?? square, x + CELL / 2, below ? y + CELL + 12 : y - 5));
    }
    layers.sight.replaceChildren(...nodes);
  }

  function drawMinis(scene, view) {
    const sides = sideNumbers(scene);
    const short = initials(scene);
    keyed(layers.minis, minis, scene.minis.filter((mini) => parseSquare(mini.at)), {
      key: (mini) => mini.name,
      make: (mini) => svg("g", { "data-mini": mini.name }),
      update(node, mini) {
        const side = sides.get(mini.side);
        const look = JSON.stringify([side, short.get(mini.name), mini.downed, mini.side, scene.facings > 0, view.lang]);
        if (node.dataset.look !== look) {
          node.dataset.look = look;
          node.replaceChildren(...miniature(mini, side, short.get(mini.name), scene.facings > 0));
          node.append(title([mini.name, mini.side, mini.downed && text(model, "board.downed")].filter(Boolean).join(", ")));
        }
        const { x, y } = centre(scene, mini.at);
        setAttrs(node, {
          class: ["mini", `side-${side}`, mini.downed && "fallen", view.dragged === mini.name && "dragged",
            view.picked === mini.name && "picked"].filter(Boolean).join(" "),
          transform: `translate(${x} ${y})`,
        });
        const wedge = node.querySelector(".wedge");
        // Towards a corner of the square there is more room, and the body's own corner in the way.
        const out = angle(mini.facing) % 90 ? -5 : 0;
        if (wedge) setAttrs(wedge, { transform: `rotate(${angle(mini.facing)}) translate(0 ${out})` });
      },
    });
  }

  function drawMarks(scene, view) {
    const at = (name) => miniNamed(scene, name)?.at ?? null;
    if (changed("marks", at(scene.attacker), at(scene.target), scene.rows)) {
      const nodes = [];
      if (at(scene.attacker)) nodes.push(place(attackerMark(), scene, at(scene.attacker)));
      if (at(scene.target)) nodes.push(place(targetMark(), scene, at(scene.target)));
      layers.marks.replaceChildren(...nodes);
    }
    const lit = view.lit.map((name) => at(name) ?? name).filter((square) => parseSquare(square));
    if (changed("lit", lit, scene.rows)) {
      layers.lit.replaceChildren(...lit.map((square) => {
        const { x, y } = corner(scene, square);
        return svg("rect", { x: x + 2.5, y: y + 2.5, width: CELL - 5, height: CELL - 5, rx: 5 });
      }));
    }
  }

  function drawLabel(scene, view) {
    const target = miniNamed(scene, scene.target)?.at;
    const others = scene.minis.map((mini) => mini.at).filter((at) => at !== target && parseSquare(at));
    if (!changed("label", scene.label, target, others, view.unit, scene.rows, scene.columns)) return;
    layers.label.replaceChildren();
    if (!scene.label || !parseSquare(target)) return;
    const words = svg("text", { "font-size": 15 * view.unit }, scene.label);
    const pill = svg("g", { class: "answer" }, svg("rect", {}), words);
    layers.label.append(pill);
    const size = { width: lengthOf(words) * view.unit + 16 * view.unit, height: 24 * view.unit };
    const room = { width: scene.columns * CELL, height: scene.rows * CELL };
    const at = labelPlace(size, centre(scene, target), others.map((square) => centre(scene, square)), room);
    setAttrs(pill.firstChild, { x: at.left, y: at.top, ...size, rx: size.height / 2 });
    setAttrs(words, { x: at.left + size.width / 2, y: at.top + size.height * 0.71 });
  }

  /** How long a label is where the drawing unit is 1; measured once, because measuring forces a layout. */
  function lengthOf(words) {
    const label = words.textContent;
    if (!lengths.has(label)) {
      const length = words.getComputedTextLength?.();
      // Hidden tabs measure nothing; a guess is near enough until the next drawing.
      if (!length) return 8 * label.length;
      lengths.set(label, (15 * length) / Number(words.getAttribute("font-size")));
    }
    return lengths.get(label);
  }

  function drawNames(scene, view) {
    setAttrs(root, { "aria-label": text(model, "board.name") });
    const names = new Map();
    for (const square of [...scene.minis.map((mini) => mini.at), ...scene.terrain.flatMap((piece) => piece.squares)]) {
      if (cells.has(square)) names.set(square, describe(model, scene, square));
    }
    const free = text(model, "board.free");
    if (changed("free", free, scene.rows, scene.columns)) {
      labelled = new Map();
      for (const [square, cell] of cells) setAttrs(cell, { "aria-label": `${square}, ${free}` });
    }
    for (const square of labelled.keys()) {
      if (!names.has(square)) setAttrs(cells.get(square), { "aria-label": `${square}, ${free}` });
    }
    for (const [square, name] of names) {
      if (labelled.get(square) !== name) setAttrs(cells.get(square), { "aria-label": name });
    }
    labelled = names;
    if (stop !== cells.get(view.focus)) {
      if (stop) setAttrs(stop, { tabindex: -1 });
      stop = setAttrs(cells.get(view.focus), { tabindex: 0 });
    }
    const { x, y } = corner(scene, view.focus);
    setAttrs(focus, { x: x + 1.5, y: y + 1.5 });
  }

  return {
    root,
    letters,
    numbers,
    layers,
    cells,
    mini: (name) => minis.get(name),
    draw(scene, view) {
      drawGrid(scene);
      drawTerrain(scene);
      drawReach(scene);
      drawSight(scene);
      drawMinis(scene, view);
      drawMarks(scene, view);
      drawLabel(scene, view);
      drawNames(scene, view);
    },
  };
}

function place(node, scene, square) {
  const { x, y } = centre(scene, square);
  return setAttrs(node, { transform: `translate(${x} ${y})` });
}

function tag(scene, words, x, y) {
  const room = 3.2 * words.length;
  const inside = Math.min(Math.max(x, room), Math.max(scene.columns * CELL - room, room));
  return svg("text", { class: "blocker-name", x: inside, y }, words);
}
