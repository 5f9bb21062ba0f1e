import assert from "node:assert/strict";
import { test } from "node:test";
import { coverByKey, coverNow } from "../../widgets/tohit/widgets/cover.mjs";

const truth = { value: "light", found: "light", overridden: false };
const path = "attack.overrides.cover";

test("a pending press overrides and a pending null goes back to the board", () => {
  assert.deepEqual(coverNow(truth, []), { value: "light", overridden: false });
  assert.deepEqual(coverNow(truth, [{ path, value: "heavy" }]), { value: "heavy", overridden: true });
  const overridden = { value: "none", found: "light", overridden: true };
  assert.deepEqual(coverNow(overridden, [{ path, value: null }]), { value: "light", overridden: false });
  assert.deepEqual(coverNow(truth, [{ path, value: "heavy" }, { path, value: null }]), { value: "light", overridden: false });
});

test("edits of other paths are not cover", () => {
  assert.deepEqual(coverNow(truth, [{ path: "attack.attacks", value: 3 }]), { value: "light", overridden: false });
});

test("arrows go round the three covers", () => {
  assert.equal(coverByKey("ArrowRight", "heavy"), "none");
  assert.equal(coverByKey("ArrowLeft", "none"), "heavy");
  assert.equal(coverByKey("ArrowDown", "none"), "light");
  assert.equal(coverByKey("Tab", "none"), undefined);
});
