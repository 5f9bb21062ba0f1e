// The heat layer: a canvas under the board's drawing, painted from one small number for each square.

import { parseSquare } from "./board_model.mjs";
import { bars, dots, inkOn, onTheme, paletteOf, shade, slants } from "./heat_paint.mjs";
import { html } from "./shared.mjs";

const NOBODY = 0;
const REFUSED = 1;
const FAR = 2;
const TILES = 500; // So many looks are kept.
const FIRST = 3; // From here on the numbers count the chances.

/**
 * What a board's bytes say, or null while nothing is coloured: `{rows, columns, cells, facings, levels}`.
 *
 * `bytes` is a DataView, which need not begin on an even address.
 */
export function decodeHeat(heat, bytes) {
  if (!heat?.levels || !bytes?.byteLength) return null;
  const { rows, columns, wide, levels } = heat;
  const size = rows * columns;
  if (bytes.byteLength < size * (wide ? 2 : 1)) return null;
  const at = wide ? (index) => bytes.getUint16(2 * index, true) : (index) => bytes.getUint8(index);
  return { rows, columns, levels, cells: Array.from({ length: size }, (_, index) => at(index)) };
}

/** What the layer says of a square: `{kind: "chance", level}`, `{kind: "refused"}`, `{kind: "far"}`, or null. */
export function heatAt(decoded, square) {
  const place = parseSquare(square);
  if (!decoded || !place || place.row >= decoded.rows || place.col >= decoded.columns) return null;
  const cell = decoded.cells[place.row * decoded.columns + place.col];
  if (cell === NOBODY) return null;
  if (cell >= FIRST) return { kind: "chance", level: decoded.levels[cell - FIRST] };
  return { kind: cell === FAR ? "far" : "refused" };
}

/** The canvas and how to bring it up to date: `{canvas, draw(scene, px), at(square)}`. */
export function makeHeat(model, cleanup) {
  const canvas = html("canvas", { class: "heat", "aria-hidden": "true", hidden: "" });
  const drawn = {};
  const tiles = new Map();
  let decoded = null;
  let palette = null;
  let serial = 0;

  /** Draw if anything has changed; `px` is the side of a square on the screen. */
  function draw(scene, px) {
    const [heat, bytes] = [model.get("heat"), model.get("heat_cells")];
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    const same = drawn.heat === heat && drawn.bytes === bytes && drawn.px === px && drawn.ratio === ratio && palette;
    if (same && drawn.rows === scene.rows && drawn.columns === scene.columns) return;
    if (drawn.heat !== heat || drawn.bytes !== bytes) decoded = decodeHeat(heat, bytes);
    Object.assign(drawn, { heat, bytes, px, ratio, rows: scene.rows, columns: scene.columns });
    const fits = decoded && decoded.rows === scene.rows && decoded.columns === scene.columns;
    canvas.hidden = !fits;
    canvas.parentNode?.classList.toggle("heated", Boolean(fits));
    if (!fits || !px) return;
    palette ??= paletteOf(canvas);
    const side = Math.round(px * ratio);
    const [width, height] = [side * decoded.columns, side * decoded.rows];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    paint(canvas.getContext("2d"), side, heat);
    serial += 1;
    canvas.dataset.serial = serial; // Pixels tell no observer.
  }

  /** Squares of one kind look alike, so each look is drawn once and laid in runs: slants for a thousand squares are slow. */
  function paint(context, side, heat) {
    const { rows, columns, cells } = decoded;
    const looks = new Map();
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0, next; col < columns; col = next) {
        const cell = cells[row * columns + col];
        for (next = col + 1; next < columns && cells[row * columns + next] === cell; next += 1);
        if (cell === NOBODY) continue;
        if (!looks.has(cell)) looks.set(cell, context.createPattern(look(cell, side, heat), "repeat"));
        context.fillStyle = looks.get(cell);
        context.fillRect(col * side, (rows - 1 - row) * side, (next - col) * side, side);
      }
    }
    if (heat.contour) contour(context, side);
    (heat.best ?? []).forEach((square, index) => badge(context, side, square, index + 1));
  }

  function look(cell, side, heat) {
    const level = decoded.levels[cell - FIRST];
    const key = JSON.stringify([level ? [level.share, level.short] : cell, side, heat.hatch, heat.numbers]);
    return kept(key, () => drawnLook(cell, level, side, heat));
  }

  function drawnLook(cell, level, side, heat) {
    const tile = html("canvas", { width: side, height: side });
    const context = tile.getContext("2d");
    context.fillStyle = level ? shade(palette, level.share) : cell === REFUSED ? palette.refused : palette.ground;
    context.fillRect(0, 0, side, side);
    if (cell === REFUSED) slants(context, 0, 0, side, palette.line);
    if (cell === FAR) dots(context, 0, 0, side, palette.line);
    if (level && heat.hatch) bars(context, 0, 0, side, level.share, inkOn(palette, level.share));
    if (level && heat.numbers) write(context, side, level);
    return tile;
  }

  function write(context, side, level) {
    context.font = `600 ${Math.round(side * 0.34)}px ${palette.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = side / 5;
    context.strokeStyle = shade(palette, level.share);
    context.strokeText(level.short, side / 2, side * 0.55);
    context.fillStyle = inkOn(palette, level.share);
    context.fillText(level.short, side / 2, side * 0.55);
  }

  /** The line between squares with a chance of a half or more and the others. */
  function contour(context, side) {
    const { rows, columns, cells, levels } = decoded;
    const above = (row, col) => {
      const inside = row >= 0 && col >= 0 && row < rows && col < columns;
      return inside && cells[row * columns + col] >= FIRST && levels[cells[row * columns + col] - FIRST].above;
    };
    context.beginPath();
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < columns; col += 1) {
        if (!above(row, col)) continue;
        const [left, top] = [col * side, (rows - 1 - row) * side];
        if (!above(row + 1, col)) line(context, left, top, left + side, top);
        if (!above(row - 1, col)) line(context, left, top + side, left + side, top + side);
        if (!above(row, col - 1)) line(context, left, top, left, top + side);
        if (!above(row, col + 1)) line(context, left + side, top, left + side, top + side);
      }
    }
    context.lineCap = "round";
    for (const [colour, width] of [[palette.ground, side / 7], [palette.ink, side / 14]]) {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(width, 1.5);
      context.stroke();
    }
  }

  function badge(context, side, square, rank) {
    const { row, col } = parseSquare(square);
    const radius = Math.max(side * 0.22, 8 * drawn.ratio); // Large enough to be read on small squares, too.
    const inset = Math.max(side * 0.27, radius);
    const disc = kept(`badge ${rank} ${side} ${radius}`, () => drawnBadge(radius, side, rank));
    context.drawImage(disc, col * side + inset - disc.width / 2, (decoded.rows - 1 - row) * side + inset - disc.width / 2);
  }

  /** Text is set on a canvas outside of the page: in the page, its font would have the style of all of it worked out. */
  function drawnBadge(radius, side, rank) {
    const middle = Math.ceil(radius + side / 24);
    const disc = html("canvas", { width: 2 * middle, height: 2 * middle });
    const context = disc.getContext("2d");
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.fillStyle = palette.accent;
    context.fill();
    context.strokeStyle = palette.ground;
    context.lineWidth = Math.max(1, side / 24);
    context.stroke();
    context.fillStyle = palette.accentInk;
    context.font = `700 ${Math.round(radius * 1.4)}px ${palette.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(rank), middle, middle + side * 0.02);
    return disc;
  }

  function kept(key, make) {
    if (!tiles.has(key)) {
      if (tiles.size >= TILES) tiles.clear();
      tiles.set(key, make());
    }
    return tiles.get(key);
  }

  onTheme(() => {
    palette = null;
    tiles.clear();
    if (drawn.px) draw({ rows: drawn.rows, columns: drawn.columns }, drawn.px);
  }, cleanup);

  return { canvas, draw, at: (square) => heatAt(decoded, square), isOn: () => decoded !== null };
}

function line(context, x, y, toX, toY) {
  context.moveTo(x, y);
  context.lineTo(toX, toY);
}
