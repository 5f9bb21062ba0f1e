import assert from "node:assert/strict";
import { test } from "node:test";
import { folded } from "../../widgets/tohit/widgets/grip.mjs";

const distance = (edit) => edit.distance;

test("the truth is drawn while nothing is pending", () => {
  assert.equal(folded(7, [], distance), 7);
  assert.equal(folded(7, [{ mini: "Orc", facing: "N" }], distance), 7);
});

test("the newest pending value wins, 0 too", () => {
  assert.equal(folded(7, [{ distance: 3 }, { mini: "Orc", at: "C5" }, { distance: 0 }], distance), 0);
});

test("a cancelled gesture gives back the truth", () => {
  assert.equal(folded(7, [{ distance: 3 }, { cancel: true }], distance), 7);
  assert.equal(folded(7, [{ distance: 3 }, { cancel: true }, { distance: 5 }], distance), 5);
});
