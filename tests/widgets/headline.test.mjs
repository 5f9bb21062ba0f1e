import assert from "node:assert/strict";
import { test } from "node:test";
import { runs } from "../../widgets/tohit/widgets/die.mjs";
import { fractionParts, rollsOf } from "../../widgets/tohit/widgets/headline.mjs";
import { needForm } from "../../widgets/tohit/widgets/phrases.mjs";

test("the numbers of a fraction stand out in either language", () => {
  const big = (fraction) => fractionParts(fraction).filter(({ isNumber }) => isNumber).map(({ part }) => part);
  assert.deepEqual(big("2 in 6"), ["2", "6"]);
  assert.deepEqual(big("1453 sur 23328"), ["1453", "23328"]);
  assert.equal(fractionParts("2 in 6").map(({ part }) => part).join(""), "2 in 6");
  assert.deepEqual(fractionParts(""), []);
});

test("stages are drawn instead of the single die", () => {
  const faces = [{ face: 1, hit: true }];
  const stages = [{ name: "to hit", need: "4+", faces }];
  assert.equal(rollsOf({ stages, faces }), stages);
  assert.deepEqual(rollsOf({ stages: [], faces }), [{ name: "", need: "", faces }]);
  assert.deepEqual(rollsOf({ stages: [], faces: [] }), []);
});

test("faces are said as short as they can be", () => {
  assert.equal(runs([1, 2, 3, 6]), "1\u20133, 6");
  assert.equal(runs([5, 6]), "5, 6");
  assert.equal(runs([4]), "4");
  assert.equal(runs([]), "");
});

test("every form of a needed roll is known", () => {
  assert.deepEqual(needForm("4+"), { form: "plus", roll: "4+" });
  assert.deepEqual(needForm("13-"), { form: "under", roll: "13" });
  assert.deepEqual(needForm(">9"), { form: "beat", roll: "9" });
  assert.deepEqual(needForm("never"), { form: "never", roll: "" });
  assert.deepEqual(needForm("always"), { form: "always", roll: "" });
  assert.equal(needForm("").form, "");
});
