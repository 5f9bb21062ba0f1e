import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeOf } from "../../widgets/tohit/widgets/procedures.mjs";

test("a number field takes whole numbers within its limits", () => {
  const field = { low: -3, high: 100 };
  assert.equal(wholeOf(field, " 12 "), 12);
  assert.equal(wholeOf(field, "\u22122"), -2);
  for (const typed of ["", "1.5", "101", "-4", "1e3", "x"]) assert.equal(wholeOf(field, typed), null);
});
