import assert from "node:assert/strict";
import { test } from "node:test";
import { seen } from "../../widgets/tohit/widgets/ranking.mjs";

test("the first few are seen until somebody asks for all", () => {
  assert.deepEqual(seen([1, 2, 3], 2, false), [1, 2]);
  assert.deepEqual(seen([1, 2, 3], 2, true), [1, 2, 3]);
  assert.deepEqual(seen([1, 2, 3], 0, false), []);
});
