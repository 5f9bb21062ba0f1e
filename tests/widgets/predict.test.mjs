import assert from "node:assert/strict";
import { test } from "node:test";
import { percentOf, percentText } from "../../widgets/tohit/widgets/predict.mjs";

test("the slider follows what is typed, where that is plain", () => {
  assert.equal(percentOf("2/3"), 67);
  assert.equal(percentOf("66,7 %"), 67);
  assert.equal(percentOf("0.25"), 25);
  assert.equal(percentOf(""), null);
  assert.equal(percentOf("x"), null);
  assert.equal(percentOf("150%"), null);
  assert.equal(percentOf("1/0"), null);
});

test("a slider's place is written as the language writes it", () => {
  assert.equal(percentText(51, "en"), "51%");
  assert.equal(percentText(51, "fr"), "51 %");
});
