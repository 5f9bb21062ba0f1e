import assert from "node:assert/strict";
import { test } from "node:test";
import { comesFrom, namesAt, onPointed, pointAt } from "../../widgets/tohit/widgets/pointed.mjs";

const model = (desk) => ({ get: () => desk });
const scene = { minis: [{ name: "Orc", at: "E5" }, { name: "Guard", at: "E6" }] };

test("a mini stands for itself and its square, a free square for itself, outside nothing is pointed at", () => {
  assert.deepEqual(namesAt(scene, "E5"), ["Orc", "E5"]);
  assert.deepEqual(namesAt(scene, "A1"), ["A1"]);
  assert.deepEqual(namesAt(scene, null), []);
});

test("a line comes from each of its causes, and one without causes from nothing", () => {
  assert.equal(comesFrom({ causes: ["Guard", "D4"] }, ["Guard", "E6"]), true);
  assert.equal(comesFrom({ causes: ["Guard", "D4"] }, ["D4"]), true);
  assert.equal(comesFrom({ causes: ["Guard"] }, ["Orc", "E5"]), false);
  assert.equal(comesFrom({}, ["Orc"]), false);
});

test("those of one desk hear of it once, others never, and nobody after having stopped", () => {
  const heard = [];
  const off = onPointed(model("one"), (names) => heard.push(names));
  onPointed(model("two"), () => assert.fail("another page"));
  pointAt(model("one"), ["Orc", "E5"]);
  pointAt(model("one"), ["Orc", "E5"]);
  pointAt(model("one"), []);
  off();
  pointAt(model("one"), ["Guard"]);
  assert.deepEqual(heard, [["Orc", "E5"], []]);
});
