import assert from "node:assert/strict";
import { test } from "node:test";
import { bandOf, distanceAt, distanceByKey, fits, shareOf, stretches } from "../../widgets/tohit/widgets/ruler.mjs";

const scale = { minimum: 1, maximum: 24, step: 1 };
const bands = [
  { from: 1, to: 5, label: "0" },
  { from: 6, to: 11, label: "-1" },
  { from: 12, to: 24, label: "-2" },
];

test("every distance lies at its own share of the track", () => {
  for (let distance = 1; distance <= 24; distance += 1) assert.equal(distanceAt(shareOf(distance, scale), scale), distance);
  assert.equal(distanceAt(-0.3, scale), 1);
  assert.equal(distanceAt(1.3, scale), 24);
  assert.equal(shareOf("25.46", scale), 1);
});

test("small steps leave no dust of binary fractions", () => {
  const fine = { minimum: 0, maximum: 3, step: 0.1 };
  const seen = Array.from({ length: 31 }, (_, index) => distanceAt(index / 30, fine));
  assert.deepEqual(seen, Array.from({ length: 31 }, (_, index) => Number((index / 10).toFixed(1))));
});

test("the last step never leads beyond the end", () => {
  const odd = { minimum: 0, maximum: 10, step: 4 };
  assert.equal(distanceAt(1, odd), 8);
  assert.equal(distanceByKey("End", 0, odd, []), 8);
  assert.equal(distanceByKey("ArrowRight", 8, odd, []), 8);
});

test("bands cover the track, each as far as the next", () => {
  const places = stretches(bands, scale);
  assert.equal(places[0].from, 0);
  assert.equal(places[1].from, shareOf(6, scale));
  assert.ok(Math.abs(places.reduce((sum, { width }) => sum + width, 0) - 1) < 1e-12);
  const touching = stretches([{ from: 0, to: 10 }, { from: 10, to: 30 }], { minimum: 0, maximum: 20, step: 1 });
  assert.deepEqual(touching.map(({ from, width }) => [from, width]), [[0, 0.5], [0.5, 0.5]]);
});

test("the band of a distance, also between two whole distances and beyond the last", () => {
  assert.equal(bandOf(5, bands).label, "0");
  assert.equal(bandOf("5.66", bands).label, "0");
  assert.equal(bandOf(6, bands).label, "-1");
  assert.equal(bandOf(24, bands).label, "-2");
  assert.equal(bandOf(25, bands), null);
  assert.equal(bandOf(0, bands), null);
  assert.equal(bandOf(3, []), null);
});

test("arrows lead from between two steps to the next step", () => {
  assert.equal(distanceByKey("ArrowRight", "7.21", scale, bands), 8);
  assert.equal(distanceByKey("ArrowLeft", "7.21", scale, bands), 7);
  assert.equal(distanceByKey("ArrowUp", 7, scale, bands), 8);
  assert.equal(distanceByKey("ArrowDown", 7, scale, bands), 6);
  assert.equal(distanceByKey("ArrowDown", 1, scale, bands), 1);
  assert.equal(distanceByKey("ArrowLeft", "90.5", scale, bands), 24);
});

test("page keys lead from band to band, and Home and End to the ends", () => {
  const walk = (key, from) => distanceByKey(key, from, scale, bands);
  assert.deepEqual([walk("PageUp", 3), walk("PageUp", 6), walk("PageUp", 12)], [6, 12, 24]);
  assert.deepEqual([walk("PageDown", 13), walk("PageDown", 12), walk("PageDown", 6), walk("PageDown", 1)], [12, 6, 1, 1]);
  assert.deepEqual([walk("Home", 9), walk("End", 9)], [1, 24]);
  assert.equal(distanceByKey("PageUp", 1, { minimum: 0, maximum: 100, step: 1 }, []), 10);
  for (const key of ["Tab", "a", "Enter"]) assert.equal(walk(key, 9), undefined);
});

test("words are shown where they fit, on one line or two", () => {
  assert.ok(fits("-1", 22));
  assert.ok(!fits("-10", 22));
  assert.ok(fits("point blank +1", 90));
  assert.ok(!fits("point blank +1", 60));
});
