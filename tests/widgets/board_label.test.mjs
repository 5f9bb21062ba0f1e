// Where the answer stands on the board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { labelPlace } from "../../widgets/tohit/widgets/board_label.mjs";

const SIZE = { width: 60, height: 24 };
const ROOM = { width: 480, height: 384 };
const middle = (col, rowFromTop) => ({ x: col * 48 + 24, y: rowFromTop * 48 + 24 });

test("the answer stands above the target", () => {
  assert.deepEqual(labelPlace(SIZE, middle(4, 4), [], ROOM), { left: 186, top: 167 });
});

test("the answer gives way to a mini above, below and beside the target, in that order", () => {
  const [above, below, right] = [middle(4, 3), middle(4, 5), middle(5, 4)];
  assert.deepEqual(labelPlace(SIZE, middle(4, 4), [above], ROOM), { left: 186, top: 241 });
  assert.deepEqual(labelPlace(SIZE, middle(4, 4), [above, below], ROOM), { left: 241, top: 204 });
  assert.deepEqual(labelPlace(SIZE, middle(4, 4), [above, below, right], ROOM), { left: 131, top: 204 });
});

test("the answer stays on the board, and off the target at its edge", () => {
  assert.deepEqual(labelPlace(SIZE, middle(0, 0), [], ROOM), { left: 2, top: 49 });
  assert.deepEqual(labelPlace(SIZE, middle(9, 7), [], ROOM), { left: 418, top: 311 });
});

test("a target that is surrounded keeps its answer where it covers least", () => {
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => middle(4 + dx, 4 + dy)));
  const { left, top } = labelPlace(SIZE, middle(4, 4), around, ROOM);
  assert.ok(left >= 2 && top >= 2);
});
