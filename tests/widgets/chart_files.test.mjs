// Charts as files: what needs no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf, fileName } from "../../widgets/tohit/widgets/chart_files.mjs";

function table(...rows) {
  return { rows: rows.map((cells) => ({ cells: cells.map((textContent) => ({ textContent })) })) };
}

test("cells with commas, quotes and new lines are quoted", () => {
  assert.equal(csvOf(table(["a", "b, c"], ['say "x"', "two\nlines"])), 'a,"b, c"\r\n"say ""x""","two\nlines"');
});

test("what a spreadsheet would take for a formula is text, a number stays one", () => {
  assert.equal(csvOf(table(["=1+1", "+SUM(A1)", "@x", "-cmd"])), "'=1+1,'+SUM(A1),'@x,'-cmd");
  assert.equal(csvOf(table(["+1", "-2.5", "33,3\u202f%"])), '+1,-2.5,"33,3\u202f%"');
});

test("a title is a file's name", () => {
  assert.equal(fileName("Damage from all attacks, in wounds"), "damage-from-all-attacks-in-wounds");
  assert.equal(fileName("« Dégâts »"), "dégâts");
});
