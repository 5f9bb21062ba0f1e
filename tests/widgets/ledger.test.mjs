import assert from "node:assert/strict";
import { test } from "node:test";
import { afterTap, asText, rowsOf } from "../../widgets/tohit/widgets/ledger.mjs";

const line = (key, channel = "attack") => ({ key, channel, name: key, value: 1 });
const row = (channel) => ({ name: "", channel, value: 0, need: "" });

test("one channel has no heading: base, lines, total", () => {
  const rows = rowsOf({ base: [row("")], lines: [line("a"), line("b")], total: [row("attack")], channels: [] });
  assert.deepEqual(rows.map(({ kind }) => kind), ["base", "line", "line", "total"]);
});

test("several channels have each their own base, lines and total, and an empty one is left out", () => {
  const rows = rowsOf({
    base: [row("to-hit")],
    lines: [line("a", "armour"), line("b", "to-hit")],
    total: [row("to-hit"), row("armour")],
    channels: [{ key: "to-hit", name: "to hit" }, { key: "to-wound", name: "to wound" }, { key: "armour", name: "armour" }],
  });
  assert.deepEqual(rows.map(({ kind, row: { key } }) => (key ? `${kind} ${key}` : kind)), [
    "heading to-hit", "base", "line b", "total", "heading armour", "line a", "total",
  ]);
});

test("every row has its own name, even two lines of one key", () => {
  const rows = rowsOf({ base: [], lines: [line("a"), line("a"), line("a")], total: [], channels: [] });
  assert.equal(new Set(rows.map(({ id }) => id)).size, 3);
});

test("the first tap shows, the second keeps, the third lets go", () => {
  let light = afterTap(null, "a", false);
  assert.deepEqual(light, { shown: "a", pinned: null });
  light = afterTap(light.pinned, "a", true);
  assert.deepEqual(light, { shown: "a", pinned: "a" });
  light = afterTap(light.pinned, "a", true);
  assert.deepEqual(light, { shown: "a", pinned: null });
});

test("a tap on another line lets the kept one go", () => {
  assert.deepEqual(afterTap("a", "b", false), { shown: "b", pinned: null });
  assert.deepEqual(afterTap("a", "b", true), { shown: "b", pinned: "b" });
});

test("as text the values stand below each other", () => {
  const cells = [
    { name: "Defence Value", value: "4", note: "needs 4+" },
    { name: "cover", value: "\u22122", note: "" },
  ];
  assert.equal(asText(cells), "Defence Value      4  needs 4+\ncover             \u22122");
});
