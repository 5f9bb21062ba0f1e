// What a tab keeps of a page, and which scene it begins with.
import assert from "node:assert/strict";
import test from "node:test";
import { again, beginning, makeStore, optionsOf } from "../../widgets/tohit/widgets/keeper_store.mjs";

function memory() {
  const held = new Map();
  return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => held.set(key, value) };
}

const edit = (n) => ({ n, gesture: 7, done: true, mini: "Archer", at: `A${n}` });

test("a scene and the edits after it come back, edits that it holds do not", () => {
  const storage = memory();
  const store = makeStore(storage, "/page");
  store.keep("#s=1abc", 0);
  store.add([edit(1), edit(2)]);
  store.add([edit(2), edit(3)]);
  store.keep("#s=1def", 2);
  store.write();
  const kept = makeStore(storage, "/page").read();
  assert.deepEqual(kept, { scene: "#s=1def", past: {}, beside: {}, edits: [edit(3)] });
  assert.deepEqual(again(kept.edits[0]), { mini: "Archer", at: "A3" });
  assert.equal(makeStore(storage, "/other").read(), null);
});

test("the steps come back with their scene, and with none that an older page kept", () => {
  const storage = memory();
  const store = makeStore(storage, "/page");
  const past = { scene: "#s=1abc", steps: [[{ mini: "Archer", at: "C5" }]], here: 1 };
  store.keep("#s=1def", 2, past);
  store.write();
  assert.deepEqual(beginning("", makeStore(storage, "/page")).past, past);
  storage.setItem("tohit /page", '{"scene": "#s=1def", "edits": []}');
  assert.deepEqual(makeStore(storage, "/page").read().past, {});
});

test("what stands beside the scene comes back with it, and alone where a page has no scene", () => {
  const storage = memory();
  const beside = { guesses: [["guess", 0, "1/6"]] };
  for (const scene of ["#s=1abc", ""]) {
    const store = makeStore(storage, "/page");
    store.keep(scene, 2, {}, beside);
    store.add([edit(3)]);
    store.write();
    assert.deepEqual(beginning("", makeStore(storage, "/page")), { scene, past: {}, beside, edits: [edit(3)] });
  }
  const nothing = makeStore(memory(), "/page");
  nothing.keep("", 0);
  nothing.write();
  assert.equal(nothing.read(), null);
});

test("a step in the history is nothing that can be proposed again", () => {
  for (const leap of [{ step: 4 }, { undo: true }, { redo: true }, { mark: "a", step: 1 }]) {
    const storage = memory();
    const store = makeStore(storage, "/page");
    store.keep("#s=1abc", 0);
    store.add([edit(1), { n: 2, gesture: 8, done: true, ...leap }]);
    store.write();
    assert.deepEqual(store.read().edits, [edit(1)]);
  }
});

test("a gesture that was given up does not come back", () => {
  const storage = memory();
  const store = makeStore(storage, "/page");
  store.keep("#s=1abc", 0);
  store.add([{ ...edit(1), gesture: 6 }, edit(2)]);
  store.add([{ n: 3, gesture: 7, done: true, cancel: true }, { ...edit(4), gesture: 8 }]);
  store.write();
  assert.deepEqual(store.read().edits, [{ ...edit(1), gesture: 6 }, { ...edit(4), gesture: 8 }]);
});

test("refused edits are forgotten", () => {
  const storage = memory();
  const store = makeStore(storage, "/page");
  store.keep("#s=1abc", 0);
  store.add([edit(1), edit(2)]);
  store.drop([edit(1)]);
  store.write();
  assert.deepEqual(store.read().edits, [edit(2)]);
});

test("nothing is kept before there is a scene, and a browser without storage goes on", () => {
  const storage = memory();
  const store = makeStore(storage, "/page");
  store.add([edit(1)]);
  store.write();
  assert.equal(store.read(), null);
  const none = makeStore(null, "/page");
  none.keep("#s=1abc", 0);
  none.address("#s=1abc");
  assert.deepEqual([none.read(), none.wrote("#s=1abc")], [null, false]);
});

test("a new address wins over what was kept, one of the tab's own does not", () => {
  const store = makeStore(memory(), "/page");
  assert.equal(beginning("", store), null);
  assert.equal(beginning("#part", store), null);
  store.keep("#s=1new", 0);
  store.address("#s=1old");
  store.address("#s=1new");
  assert.deepEqual(beginning("#s=1other", store), { scene: "#s=1other", past: {}, beside: {}, edits: [] });
  for (const own of ["#s=1old", "#s=1new", ""]) assert.equal(beginning(own, store).scene, "#s=1new");
});

test("what stands in the store and is none of ours is left alone", () => {
  for (const broken of ["{", "null", "7", '{"scene": 1}', '{"scene": "#s=1", "edits": {}}']) {
    const storage = { getItem: () => broken, setItem() {} };
    const store = makeStore(storage, "/page");
    assert.deepEqual([store.read(), store.wrote("#s=1")], [null, false]);
  }
});

test("options stand behind the scene", () => {
  assert.deepEqual(optionsOf("#s=1abc&lang=fr&heat=attacker"), { lang: "fr", heat: "attacker" });
  assert.deepEqual(optionsOf("#s=1abc"), {});
});
