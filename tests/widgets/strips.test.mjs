// The strip beneath the board, the strip of steps and the command box: what a press or a typed text stands for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { completions, samples } from "../../widgets/tohit/widgets/commands.mjs";
import { sized, typedEdit } from "../../widgets/tohit/widgets/handling.mjs";
import { markEdit } from "../../widgets/tohit/widgets/steps_strip.mjs";

test("a typed name or side is an edit only when it changes something", () => {
  const orc = { name: "Orc", side: "blue" };
  assert.deepEqual(typedEdit(orc, "name", " Big Orc "), { mini: "Orc", name: "Big Orc" });
  assert.deepEqual(typedEdit(orc, "side", "red"), { mini: "Orc", side: "red" });
  assert.equal(typedEdit(orc, "side", "blue "), null);
  assert.equal(typedEdit(orc, "name", "  "), null);
});

test("a board has 1 to 60 columns and rows", () => {
  assert.deepEqual(sized({ columns: 12 }, "columns", 1), { board: { columns: 13 } });
  assert.equal(sized({ columns: 60 }, "columns", 1), null);
  assert.equal(sized({ rows: 1 }, "rows", -1), null);
});

test("a mark is set on another step, and taken away from its own", () => {
  assert.deepEqual(markEdit({ a: 3 }, "a", 5), { mark: "a", step: 5 });
  assert.deepEqual(markEdit({ a: 3 }, "a", 3), { mark: "a", step: null });
  assert.deepEqual(markEdit({ a: 3 }, "b", 3), { mark: "b", step: 3 });
});

test("the last word is completed with names, in quotes where they need them", () => {
  const names = ["Archer", "Orc", "Orc 2", "Orc the Big"];
  assert.deepEqual(completions("archer attack o", names), ["archer attack Orc", "archer attack Orc 2", 'archer attack "Orc the Big"']);
  assert.deepEqual(completions("", names).length, 4);
  assert.deepEqual(completions("wall D4", names), []);
});

test("every form is shown with words in its slots", () => {
  const texts = { "commands.form.at": "{mini} to {square}", "commands.slot.mini": "NAME", "commands.slot.square": "C5", "commands.title": "x" };
  assert.deepEqual(samples({ get: () => texts }), ["NAME to C5"]);
});
