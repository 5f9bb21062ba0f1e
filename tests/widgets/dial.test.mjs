import assert from "node:assert/strict";
import { test } from "node:test";
import { onCircle, stopAt, stopByKey, stopsOf } from "../../widgets/tohit/widgets/dial.mjs";

const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const press = (key, shiftKey = false) => ({ key, shiftKey });

test("a dial has 8, 4 or no stops, clockwise from north", () => {
  assert.deepEqual(stopsOf(8), FACINGS);
  assert.deepEqual(stopsOf(4), ["N", "E", "S", "W"]);
  assert.deepEqual(stopsOf(0), []);
});

test("every direction of 360 leads to the nearest stop", () => {
  for (const count of [4, 8]) {
    const stops = stopsOf(count);
    for (let degree = 0; degree < 360; degree += 1) {
      const angle = ((degree + 0.3) * Math.PI) / 180;
      const distance = (stop) => {
        const apart = Math.abs(degree + 0.3 - FACINGS.indexOf(stop) * 45);
        return Math.min(apart, 360 - apart);
      };
      const nearest = stops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
      assert.equal(stopAt(80 * Math.sin(angle), 80 * Math.cos(angle), stops), nearest);
    }
  }
});

test("the middle of the dial has no direction", () => {
  assert.equal(stopAt(0, 0, FACINGS), null);
  assert.equal(stopAt(3, -4, FACINGS), null);
});

test("keys turn one stop, all the way round and back", () => {
  for (const count of [4, 8]) {
    const stops = stopsOf(count);
    for (const stop of stops) {
      let value = stop;
      for (let turns = 0; turns < count; turns += 1) value = stopByKey(press("ArrowRight"), value, stops);
      assert.equal(value, stop);
      for (const [there, back] of [["ArrowUp", "ArrowDown"], ["]", "["], ["ArrowRight", "ArrowLeft"]]) {
        assert.equal(stopByKey(press(back), stopByKey(press(there), stop, stops), stops), stop);
      }
    }
  }
});

test("r turns clockwise and Shift+r back, with the caps lock too", () => {
  assert.equal(stopByKey(press("r"), "N", FACINGS), "NE");
  assert.equal(stopByKey(press("R"), "N", FACINGS), "NE");
  assert.equal(stopByKey(press("R", true), "N", FACINGS), "NW");
  assert.equal(stopByKey(press("r", true), "N", FACINGS), "NW");
});

test("other keys are left alone", () => {
  assert.equal(stopByKey(press("Home"), "S", FACINGS), "N");
  assert.equal(stopByKey(press("End"), "S", FACINGS), "NW");
  for (const key of ["Tab", "a", "PageUp", "Enter", " "]) assert.equal(stopByKey(press(key), "S", FACINGS), undefined);
});

test("north is up and east is right", () => {
  assert.deepEqual(onCircle("N", 10), { x: 84, y: 74 });
  assert.deepEqual(onCircle("E", 10), { x: 94, y: 84 });
  assert.deepEqual(onCircle("SW", 10), { x: 76.93, y: 91.07 });
});
