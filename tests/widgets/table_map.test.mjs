import assert from "node:assert/strict";
import { test } from "node:test";
import { stepFrom } from "../../widgets/tohit/widgets/cell_steps.mjs";
import { editsOf } from "../../widgets/tohit/widgets/table_map.mjs";

test("the arrow keys stay inside the table", () => {
  assert.deepEqual(stepFrom([0, 0], { key: "ArrowUp" }, 10, 10), [0, 0]);
  assert.deepEqual(stepFrom([9, 9], { key: "ArrowRight" }, 10, 10), [9, 9]);
  assert.deepEqual(stepFrom([4, 5], { key: "ArrowDown" }, 10, 10), [5, 5]);
  assert.deepEqual(stepFrom([4, 5], { key: "ArrowLeft" }, 10, 10), [4, 4]);
});

test("Home and End lead along the row, with Ctrl through the whole table", () => {
  assert.deepEqual(stepFrom([4, 5], { key: "Home" }, 10, 10), [4, 0]);
  assert.deepEqual(stepFrom([4, 5], { key: "End", ctrlKey: true }, 10, 10), [9, 9]);
  assert.equal(stepFrom([4, 5], { key: "a" }, 10, 10), null);
});

test("a cell stands for one stat of each mini", () => {
  const columns = { mini: "Knight", stat: "offensive", values: [4, 5] };
  const rows = { mini: "Ogre", stat: "defensive", values: [1, 2] };
  assert.deepEqual(editsOf(rows, columns, [1, 0]), [
    { mini: "Knight", stats: { offensive: 4 } },
    { mini: "Ogre", stats: { defensive: 2 } },
  ]);
});
