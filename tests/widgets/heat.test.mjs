// What the board's bytes say of its squares, and how a chance looks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decodeHeat, heatAt } from "../../widgets/tohit/widgets/board_heat.mjs";
import { bars, inkOn, shade } from "../../widgets/tohit/widgets/heat_paint.mjs";

const HEAT = { rows: 2, columns: 3, wide: false, levels: [{ chance: "0" }, { chance: "1/2" }] };
const PALETTE = { shades: [[240, 250, 250], [194, 228, 230], [132, 198, 204], [63, 157, 170], [17, 105, 122]] };

/** Bytes that begin on an odd address, as they may come. */
function view(values, wide = false) {
  const size = wide ? 2 : 1;
  const data = new DataView(new ArrayBuffer(values.length * size + 1), 1);
  values.forEach((value, index) => (wide ? data.setUint16(2 * index, value, true) : data.setUint8(index, value)));
  return data;
}

test("rows come from the south, columns from the west", () => {
  const decoded = decodeHeat(HEAT, view([0, 1, 2, 3, 4, 4, 9, 9, 9, 9, 9, 9]));
  assert.equal(heatAt(decoded, "A1"), null);
  assert.deepEqual(heatAt(decoded, "B1"), { kind: "refused" });
  assert.deepEqual(heatAt(decoded, "C1"), { kind: "far" });
  assert.deepEqual(heatAt(decoded, "A2"), { kind: "chance", level: { chance: "0" } });
  assert.deepEqual(heatAt(decoded, "C2"), { kind: "chance", level: { chance: "1/2" } });
  for (const outside of ["D1", "A3", "", "wall"]) assert.equal(heatAt(decoded, outside), null);
});

test("numbers of two bytes come with the low one first", () => {
  const levels = Array.from({ length: 400 }, (_, index) => ({ chance: `${index}/400` }));
  const decoded = decodeHeat({ ...HEAT, wide: true, levels }, view([0, 1, 2, 3, 259, 402], true));
  assert.deepEqual(heatAt(decoded, "B2").level, { chance: "256/400" });
  assert.deepEqual(heatAt(decoded, "C2").level, { chance: "399/400" });
});

test("while nothing is coloured, or too little has come, there is nothing", () => {
  assert.equal(decodeHeat({}, view([])), null);
  assert.equal(decodeHeat(HEAT, view([1, 1])), null);
  assert.equal(heatAt(null, "A1"), null);
});

test("a higher chance is darker, and its ink can be read", () => {
  const light = (share) => shade(PALETTE, share).match(/\d+/g).map(Number).reduce((sum, part) => sum + part);
  for (let step = 0; step < 20; step += 1) assert.ok(light(step / 20) > light((step + 1) / 20));
  assert.equal(shade(PALETTE, 0), "rgb(240 250 250)");
  assert.equal(shade(PALETTE, 1), "rgb(17 105 122)");
  assert.notEqual(inkOn(PALETTE, 0), inkOn(PALETTE, 1));
});

test("one bar for each fifth of the chance that is begun", () => {
  const count = (share) => {
    let drawn = 0;
    bars({ fillRect: () => (drawn += 1) }, 0, 0, 24, share, "black");
    return drawn;
  };
  assert.deepEqual([0, 1 / 6, 0.2, 1 / 3, 0.5, 0.8, 1].map(count), [0, 1, 1, 2, 3, 4, 5]);
});
