// The table of chances: sizes, what is in sight, edits, names and files; no browser needed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepFrom } from "../../widgets/tohit/widgets/cell_steps.mjs";
import { csvOfTable, pictureOf } from "../../widgets/tohit/widgets/heat_table_files.mjs";
import { editsOf, inSight, isEdge, layoutOf, nameOf } from "../../widgets/tohit/widgets/heat_table_model.mjs";

const LEVELS = [
  { number: "50", percent: "50%", fraction: "1/2", share: 0.5, reaches: true },
  { number: "0", percent: "0%", fraction: "0", share: 0, reaches: false },
];
const TABLE = {
  title: "Chance by Distance and <Defence>",
  columns: { name: "Distance", path: "attack.overrides.distance", values: [1, 2, 3], heads: ["1", "2", "3"] },
  rows: { name: "facing", mini: "Archer", path: "minis[0].facing", values: ["N", "E"], heads: ["north", "east, or so"] },
  levels: LEVELS,
  cells: [[0, 0, 1], [-1, 0, 1]],
  here: [1, 2],
  palette: { shades: [0, 1, 2, 3, 4].map((stop) => [255 - 50 * stop, 255, 255]), refused: "#ccc", line: "#888", ink: "#000", ground: "#fff" },
};
const ONE = { ...TABLE, rows: {}, cells: [[0, 0, 1]], here: [0, 0] };
const say = (key, fields = {}) => [key, ...Object.values(fields).filter((value) => value !== undefined)].join(" ");

test("a table fills its room, but no cell is too small to press", () => {
  const roomy = layoutOf(TABLE, 600);
  assert.equal(roomy.wide, 96);
  assert.equal(roomy.width, roomy.left + 3 * 96);
  const wide = { ...TABLE, columns: { ...TABLE.columns, heads: Array(100).fill("5") }, cells: [Array(100).fill(0)] };
  assert.equal(layoutOf(wide, 390).wide, 40);
  assert.ok(layoutOf(TABLE, 390).left <= 130);
  assert.equal(layoutOf(ONE, 390).left, 0);
  assert.ok(layoutOf(TABLE, 390).high >= 24);
});

test("only what is in sight is drawn, and the cell with the focus", () => {
  assert.deepEqual(inSight(0, 100, 40, 1000), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(inSight(4000, 80, 40, 1000, 3), [3, 98, 99, 100, 101, 102, 103, 104]);
  assert.deepEqual(inSight(0, 80, 40, 1000, 900).at(-1), 900);
  assert.deepEqual(inSight(0, 9999, 40, 3), [0, 1, 2]);
  assert.deepEqual(inSight(0, 80, 40, 3, 7), [0, 1, 2]);
});

test("a cell stands for one edit for each number", () => {
  assert.deepEqual(editsOf(TABLE, [1, 0]), [{ path: "attack.overrides.distance", value: 1 }, { mini: "Archer", facing: "E" }]);
  assert.deepEqual(editsOf(ONE, [0, 2]), [{ path: "attack.overrides.distance", value: 3 }]);
});

test("the line runs between those that reach what is wanted and those that don't", () => {
  assert.equal(isEdge(TABLE, [0, 2], [0, 1]), true);
  assert.equal(isEdge(TABLE, [0, 1], [0, 0]), false);
  assert.equal(isEdge(TABLE, [1, 0], [0, 0]), true);
  assert.equal(isEdge(TABLE, [0, 0], [-1, 0]), false);
});

test("a cell says its values, its chance, and whether one is there", () => {
  assert.equal(nameOf(TABLE, 0, 0, say), "cell values Distance 1 facing north chance 50% 1/2");
  assert.equal(nameOf(TABLE, 1, 0, say), "cell values Distance 1 facing east, or so refused");
  assert.match(nameOf(TABLE, 1, 2, say), /^cell_here /);
  assert.equal(nameOf(ONE, 0, 1, say), "cell value Distance 2 chance 50% 1/2");
});

test("the file of numbers has a line for each cell, refused ones by name", () => {
  const lines = csvOfTable({ ...TABLE, say }).split("\r\n");
  assert.equal(lines.length, 7);
  assert.equal(lines[0], "Distance,facing,csv_chance,csv_percent");
  assert.equal(lines[1], "1,north,1/2,50%");
  assert.equal(lines[4], '1,"east, or so",refused,');
  assert.equal(csvOfTable({ ...ONE, say }).split("\r\n")[2], "2,1/2,50%");
});

test("the picture holds every cell, and no name in it is markup", () => {
  const { text, width, height } = pictureOf(TABLE);
  assert.equal(text.match(/>50</g).length, 3);
  assert.equal(text.match(/#ccc/g).length, 1);
  assert.ok(text.includes("&lt;Defence&gt;") && !text.includes("<Defence>"));
  assert.ok(width > 100 && height > 100 && text.includes(`viewBox="0 0 ${width} ${height}"`));
});

test("Page keys go ten rows", () => {
  assert.deepEqual(stepFrom([4, 5], { key: "PageDown" }, 100, 10), [14, 5]);
  assert.deepEqual(stepFrom([4, 5], { key: "PageUp" }, 100, 10), [0, 5]);
});
