import assert from "node:assert/strict";
import { test } from "node:test";
import { historyKey, isSafe } from "../../widgets/tohit/widgets/toolbar.mjs";

const press = (key, more = {}) => ({ key, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, target: null, ...more });

test("undo and redo by keys, on every kind of computer", () => {
  assert.equal(historyKey(press("z")), "undo");
  assert.equal(historyKey(press("Z", { shiftKey: true })), "redo");
  assert.equal(historyKey(press("y")), "redo");
  assert.equal(historyKey(press("z", { ctrlKey: false, metaKey: true })), "undo");
});

test("other keys are left alone", () => {
  assert.equal(historyKey(press("z", { ctrlKey: false })), null);
  assert.equal(historyKey(press("z", { altKey: true })), null);
  assert.equal(historyKey(press("y", { shiftKey: true })), null);
  assert.equal(historyKey(press("x")), null);
});

test("a text box keeps its own undo", () => {
  const box = { matches: (selector) => selector.includes("textarea"), isContentEditable: false };
  assert.equal(historyKey(press("z", { target: box })), null);
});

test("only relative and web addresses are followed", () => {
  for (const href of ["dark_age.ipynb", "../x?y#s=1a:b", "https://example.org/", "#top"]) assert.ok(isSafe(href), href);
  for (const href of ["javascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x"]) {
    assert.ok(!isSafe(href), href);
  }
});
