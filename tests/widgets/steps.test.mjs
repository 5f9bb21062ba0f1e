import assert from "node:assert/strict";
import { test } from "node:test";
import { branches } from "../../widgets/tohit/widgets/steps.mjs";

test("a tree is told with what ends before what goes on", () => {
  const leaf = (text, on) => ({ text, on, children: [] });
  const tree = { text: "36", on: true, children: [
    { text: "hit 18", on: true, children: [leaf("through 12", true), leaf("stopped 6", false)] }, leaf("missed 18", false)] };
  assert.deepEqual(branches(tree).map(({ text, depth }) => [text, depth]), [
    ["36", 0], ["missed 18", 1], ["hit 18", 1], ["stopped 6", 2], ["through 12", 2]]);
});
