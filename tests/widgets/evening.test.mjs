import assert from "node:assert/strict";
import { test } from "node:test";
import { chunked, listed } from "../../widgets/tohit/widgets/evening.mjs";

test("rolls are read whatever stands between them, and what is no number is left for Python to refuse", () => {
  assert.deepEqual(listed(" 3 5,1;6 / 20 "), [3, 5, 1, 6, 20]);
  assert.deepEqual(listed("3 x"), [3, "x"]);
  assert.deepEqual(listed("  "), []);
});

test("an edit holds short lists only, and never more rolls than show that there are too many", () => {
  const rolls = Array.from({ length: 5000 }, (_, place) => place);
  const parts = chunked(rolls);
  assert.ok(parts.length <= 64 && parts.every((part) => part.length <= 64));
  assert.deepEqual(parts.flat(), rolls.slice(0, 1001));
  assert.deepEqual(chunked([]), []);
});
