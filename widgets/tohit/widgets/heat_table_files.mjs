// A table of chances as a file: all of its cells, not only those in sight.
import { csvOf, download, fileName, savePng } from "./chart_files.mjs";
import { inkOn, shade } from "./heat_paint.mjs";

const CELL = { wide: 46, high: 24 };
const TOP = 64; // Pixels for the title and the heads.
const LETTER = 7;
const MARGIN = 10;

/** Save it as `png`, `svg` or `csv`. */
export function saveTable(kind, table) {
  const name = fileName(table.title);
  if (kind === "csv") download(`${name}.csv`, "text/csv", `\ufeff${csvOfTable(table)}`);
  else if (kind === "svg") download(`${name}.svg`, "image/svg+xml", pictureOf(table).text);
  else savePng(`${name}.png`, pictureOf(table));
}

/** One line for each cell: its values, the exact chance, the percentage. */
export function csvOfTable({ columns, rows, levels, cells, say }) {
  const two = Boolean(rows.name);
  const head = [columns.name, ...(two ? [rows.name] : []), say("csv_chance"), say("csv_percent")];
  const lines = cells.flatMap((line, row) => line.map((at, column) => {
    const level = levels[at];
    const values = [columns.heads[column], ...(two ? [rows.heads[row]] : [])];
    return [...values, level ? level.fraction : say("refused"), level ? level.percent : ""];
  }));
  const asRow = (words) => ({ cells: words.map((textContent) => ({ textContent })) });
  return csvOf({ rows: [head, ...lines].map(asRow) });
}

/** The whole table as one SVG that needs no style sheet. */
export function pictureOf({ title, columns, rows, levels, cells, here, palette }) {
  const two = Boolean(rows.name);
  const longest = (heads) => Math.max(...heads.map((head) => head.length));
  const wide = Math.max(CELL.wide, Math.min(160, longest(columns.heads) * LETTER + 8));
  const left = MARGIN + (two ? Math.min(220, Math.max(longest(rows.heads), rows.name.length) * LETTER + 8) : 0);
  const width = Math.max(left + cells[0].length * wide + MARGIN, title.length * 9);
  const height = TOP + cells.length * CELL.high + MARGIN;
  const parts = [
    node("rect", { width: "100%", height: "100%", fill: palette.ground }),
    word(title, { x: MARGIN, y: 22, fill: palette.ink, "font-size": 15, "font-weight": 600 }),
    word(columns.name, { x: left, y: 40, fill: palette.ink, "font-size": 12 }),
    ...(two ? [word(rows.name, { x: MARGIN, y: 58, fill: palette.ink, "font-size": 12 })] : []),
    ...columns.heads.map((head, column) => word(head, { x: left + (column + 0.5) * wide, y: 58, fill: palette.ink, ...MIDDLE })),
  ];
  cells.forEach((line, row) => {
    const y = TOP + row * CELL.high;
    if (two) parts.push(word(rows.heads[row], { x: MARGIN, y: y + 16, fill: palette.ink, "font-size": 12 }));
    line.forEach((at, column) => parts.push(...drawn(levels[at], left + column * wide, y, wide, palette)));
  });
  if (here.length) {
    const [x, y] = [left + here[1] * wide, TOP + here[0] * CELL.high];
    const box = { x: x + 1, y: y + 1, width: wide - 2, height: CELL.high - 2 };
    parts.push(node("rect", { ...box, fill: "none", stroke: palette.ink, "stroke-width": 3 }));
  }
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const frame = { xmlns: "http://www.w3.org/2000/svg", ...size, "font-family": "sans-serif" };
  return { text: node("svg", frame, parts.join("")), width, height };
}

const MIDDLE = { "text-anchor": "middle", "font-size": 12 };

function drawn(level, x, y, wide, palette) {
  const box = { x, y, width: wide - 1, height: CELL.high - 1 };
  const middle = { x: x + wide / 2, y: y + 16, ...MIDDLE };
  if (level) {
    const ink = inkOn(palette, level.share);
    return [node("rect", { ...box, fill: shade(palette, level.share) }), word(level.number, { ...middle, fill: ink })];
  }
  const slants = [0.25, 0.5, 0.75].map((part) => `M${x + part * wide - 6} ${y + CELL.high - 2}l12 ${4 - CELL.high}`).join("");
  return [
    node("rect", { ...box, fill: palette.refused }), node("path", { d: slants, stroke: palette.line, fill: "none" }),
  ];
}

function word(words, attrs) {
  return node("text", attrs, escaped(words));
}

function node(tag, attrs, inside = "") {
  const told = Object.entries(attrs).map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
  return `<${tag}${told}>${inside}</${tag}>`;
}

function escaped(words) {
  return words.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
}
