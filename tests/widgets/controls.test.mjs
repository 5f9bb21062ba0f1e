import assert from "node:assert/strict";
import { test } from "node:test";
import { numberOf, removal, renaming, slotted, stepped, valueNow } from "../../widgets/tohit/widgets/controls_values.mjs";

const WHOLE = { kind: "whole", low: -9, high: 9, path: "a.b", value: 3 };

test("a number may be typed with either minus and either comma", () => {
  assert.equal(numberOf(WHOLE, "\u22124"), -4);
  assert.equal(numberOf(WHOLE, " 7 "), 7);
  assert.equal(numberOf({ kind: "number" }, "2,5"), 2.5);
});

test("what is no number is undefined, and nothing at all is null where that is allowed", () => {
  for (const typed of ["", "-", "1e3", "0x1", "1.5", "many"]) assert.equal(numberOf(WHOLE, typed), undefined);
  assert.equal(numberOf({ ...WHOLE, optional: true }, ""), null);
});

test("steps stay within the limits", () => {
  assert.equal(stepped(WHOLE, 9, 1), 9);
  assert.equal(stepped(WHOLE, null, 1), -8);
});

test("unanswered edits are folded into the value, of this field only", () => {
  const pending = [{ path: "a.c", value: 1 }, { path: "a.b", value: 5 }];
  assert.equal(valueNow(WHOLE, pending), 5);
  assert.equal(valueNow({ ...WHOLE, edit: "target", value: "Orc" }, [{ target: "Imp" }]), "Imp");
});

test("equal choices are one text", () => {
  assert.equal(slotted(["slug", "slug"]), "slug");
  assert.deepEqual(slotted(["slug", "burst"]), ["slug", "burst"]);
});

const PROFILES = {
  path: "attack.weapon.profiles",
  value: [{ name: "Slug", pu: 8 }, { name: "Burst" }],
  follows: { path: "attack.options.profile", value: ["Slug", "Burst"] },
};

test("who names a record that goes names the first of the others, before it goes", () => {
  assert.deepEqual(removal(PROFILES, "Slug"), [
    { path: "attack.options.profile", value: "Burst" },
    { path: "attack.weapon.profiles", value: [{ name: "Burst" }] },
  ]);
  assert.deepEqual(removal({ ...PROFILES, value: [{ name: "Slug" }], follows: { path: "o", value: "Slug" } }, "Slug"), [
    { path: "o", value: null }, { path: "attack.weapon.profiles", value: null },
  ]);
  assert.deepEqual(removal({ path: "p", value: [{ name: "a" }, { name: "b" }] }, "b"), [{ path: "p", value: [{ name: "a" }] }]);
});

test("who names a record that is renamed lets go first and takes the new name after", () => {
  const field = { path: "attack.weapon.profiles[0].name", value: "Slug", follows: PROFILES.follows };
  assert.deepEqual(renaming(field, "Ball"), [
    { path: "attack.options.profile", value: null },
    { path: field.path, value: "Ball" },
    { path: "attack.options.profile", value: ["Ball", "Burst"] },
  ]);
  assert.deepEqual(renaming({ ...field, value: "Aimed" }, "Ball"), [{ path: field.path, value: "Ball" }]);
});
