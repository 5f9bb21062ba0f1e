// The outbox, parcels, words and lights, with a model that behaves as Backbone does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeOutbox } from "../../widgets/tohit/widgets/outbox.mjs";
import { announceLit, deskOf, initialize, listen, number, onLit, text } from "../../widgets/tohit/widgets/shared.mjs";

/** All attributes first, then "change:name" for each that differs, then one "change": as Backbone. */
function fakeModel(state) {
  const attributes = { applied: 0, refused: {}, edit: { edits: [] }, desk: "IPY_MODEL_desk", ...state };
  const listeners = new Map();
  const model = {
    saved: [],
    get: (name) => attributes[name],
    set(name, value) {
      model.set_state({ [name]: value });
    },
    set_state(values) {
      const changed = Object.keys(values).filter((name) => attributes[name] !== values[name]);
      Object.assign(attributes, values);
      for (const name of changed) for (const call of listeners.get(`change:${name}`) ?? []) call();
      if (changed.length) for (const call of listeners.get("change") ?? []) call();
    },
    save_changes: () => model.saved.push(attributes.edit.edits.map((edit) => ({ ...edit }))),
    on(event, call) {
      listeners.set(event, [...(listeners.get(event) ?? []), call]);
    },
    off(event, call) {
      listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== call));
    },
    count: () => [...listeners.values()].flat().length,
  };
  return model;
}

/** The edits of the last message, once the handler that proposed them is through. */
async function last(model) {
  await null;
  return model.saved[model.saved.length - 1];
}

const numbers = (edits) => edits.map((edit) => edit.n);

test("every save carries all edits that are not acknowledged", async () => {
  const raw = fakeModel({ applied: 16 });
  const outbox = makeOutbox(raw);
  assert.equal(outbox.push({ mini: "Archer", facing: "N" }), 17);
  assert.equal(outbox.push({ mini: "Orc", at: "C5" }), 18);
  assert.deepEqual(numbers(await last(raw)), [17, 18]);
  assert.equal(raw.saved.length, 1);
  raw.set_state({ applied: 17 });
  outbox.push({ undo: true });
  assert.deepEqual(numbers(await last(raw)), [18, 19]);
});

test("an edit is on its way before anything is drawn", async () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  const seen = [];
  outbox.onChange(({ answered }) => seen.push([raw.saved.length, answered]));
  outbox.push({ undo: true });
  outbox.push({ undo: true });
  assert.deepEqual(seen, []);
  await null;
  assert.deepEqual(seen, [[1, false]]);
  raw.set_state({ applied: 2 });
  assert.deepEqual(seen, [[1, false], [1, true]]);
});

test("a view draws once a message, and only for edits that concern it", async () => {
  const raw = fakeModel({ value: 1 });
  const outbox = makeOutbox(raw);
  let drawn = 0;
  listen(raw, ["value"], () => (drawn += 1), () => {}, outbox, (edit) => edit.distance);
  const after = async (act) => {
    const before = drawn;
    act();
    for (let turn = 0; turn < 3; turn += 1) await null;
    return drawn - before;
  };
  assert.equal(await after(() => outbox.push({ mini: "Archer", at: "C5" })), 0);
  assert.equal(await after(() => raw.set_state({ applied: 1 })), 0);
  assert.equal(await after(() => outbox.push({ distance: 7 })), 1);
  assert.equal(await after(() => raw.set_state({ applied: 2, value: 7 })), 1);
  assert.equal(await after(() => outbox.push({ cancel: true })), 1);
  assert.equal(await after(() => raw.set_state({ applied: 3, refused: { n: 3, text: "no" } })), 1);
});

test("a coalesced edit takes a new n and the place at the end", async () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  const drag = { gesture: 7, done: false, coalesce: "at" };
  outbox.push({ mini: "Archer", at: "C5" }, drag);
  outbox.push({ mini: "Orc", facing: "N" });
  outbox.push({ mini: "Archer", at: "C6" }, drag);
  assert.deepEqual(numbers(await last(raw)), [2, 3]);
  assert.equal((await last(raw))[1].at, "C6");
  raw.set_state({ applied: 3 });
  outbox.push({ mini: "Archer", at: "C6" }, { ...drag, done: true });
  assert.deepEqual(await last(raw), [{ mini: "Archer", at: "C6", n: 4, gesture: 7, done: true }]);
});

test("edits of other gestures are not coalesced away", async () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  outbox.push({ mini: "Archer", at: "C5" }, { gesture: 1, coalesce: "at" });
  outbox.push({ mini: "Archer", at: "C6" }, { gesture: 2, coalesce: "at" });
  assert.deepEqual(numbers(await last(raw)), [1, 2]);
});

test("an acknowledged edit is not pending, even before anyone was told", () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  outbox.push({ undo: true });
  let during = null;
  raw.on("change:scene", () => (during = outbox.pending().length));
  raw.set_state({ scene: {}, applied: 1 });
  assert.equal(during, 0);
});

test("views are told once the whole message is in place", () => {
  const raw = fakeModel({ scene: "old" });
  const outbox = makeOutbox(raw);
  outbox.push({ undo: true });
  const seen = [];
  const off = outbox.onChange(() => seen.push(raw.get("scene")));
  raw.set_state({ applied: 1, scene: "new" });
  raw.set_state({ scene: "newer" });
  off();
  raw.set_state({ applied: 2 });
  assert.deepEqual(seen, ["new"]);
});

test("after a cut line what was not answered is sent again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let onLine = null;
  const raw = fakeModel();
  raw.widget_manager = { kernel: { connectionStatusChanged: { connect: (listener) => (onLine = listener) } } };
  const outbox = makeOutbox(raw);
  outbox.push({ mini: "Archer", at: "C5" });
  await null;
  raw._pending_msgs = 1;
  onLine(null, "connecting");
  onLine(null, "connected");
  context.mock.timers.tick(5000);
  assert.deepEqual(numbers(await last(raw)), [1]);
  assert.equal(raw.saved.length, 2);
  assert.equal(raw._pending_msgs, 0);
  raw.set_state({ applied: 1 });
  onLine(null, "connected");
  context.mock.timers.tick(5000);
  await null;
  assert.equal(raw.saved.length, 2);
});

test("a refusal is for the one whose edit it was", () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  const [board, dial] = [{}, {}];
  outbox.push({ undo: true }, { owner: board });
  outbox.push({ redo: true }, { owner: dial });
  raw.set_state({ applied: 2, refused: { n: 2, text: "nothing to redo" } });
  assert.equal(outbox.refusal(dial), "nothing to redo");
  assert.equal(outbox.refusal(board), "");
});

test("after an unreadable message everything unanswered is forgotten and everybody is told", async () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  outbox.push({ undo: true });
  raw.set_state({ refused: { n: 0, text: "could not be read" } });
  assert.deepEqual(outbox.pending(), []);
  assert.equal(outbox.refusal({}), "could not be read");
  outbox.push({ redo: true });
  const [edit, ...others] = await last(raw);
  assert.deepEqual([edit.redo, edit.n, others], [true, 2, []]);
});

test("when nobody answers, the list stops growing", () => {
  const raw = fakeModel();
  const outbox = makeOutbox(raw);
  for (let i = 0; i < 60; i += 1) assert.ok(outbox.push({ undo: true }));
  assert.equal(outbox.push({ undo: true }), 0);
  assert.equal(outbox.pending().length, 60);
  raw.set_state({ applied: 60 });
  assert.ok(outbox.push({ undo: true }));
});

test("gestures never repeat", () => {
  const outbox = makeOutbox(fakeModel());
  const seen = new Set(Array.from({ length: 50 }, () => outbox.newGesture()));
  assert.equal(seen.size, 50);
});

test("over a slow line that keeps only the newest message no edit is lost or done twice", async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = seeded(seed);
    const raw = fakeModel();
    const outbox = makeOutbox(raw);
    const done = [];
    let flying = null; // One message in flight; a newer one waits and replaces the one that waits.
    let waiting = null;
    raw.save_changes = () => {
      if (flying) waiting = raw.get("edit").edits;
      else flying = raw.get("edit").edits;
    };
    const arrive = () => {
      if (!flying) return;
      const fresh = flying.filter((edit) => edit.n > raw.get("applied"));
      done.push(...fresh.map((edit) => edit.value));
      [flying, waiting] = [waiting, null];
      if (fresh.length) raw.set_state({ applied: fresh[fresh.length - 1].n });
    };
    for (let value = 0; value < 50; value += 1) {
      outbox.push({ path: "attack.attacks", value });
      if (random() < 0.8) await null;
      while (random() < 0.4) arrive();
    }
    await null;
    while (flying) arrive();
    assert.deepEqual(done, Array.from({ length: 50 }, (_, value) => value));
  }
});

test("one outbox for each desk, whichever panel asks", async () => {
  const [one, two] = [fakeModel(), fakeModel()];
  const manager = { get_model: async (id) => ({ one, two })[id] };
  const panel = (id) => ({ get: () => `IPY_MODEL_${id}`, widget_manager: manager });
  const first = await deskOf(panel("one"));
  assert.equal(await deskOf(panel("one")), first);
  assert.notEqual(await deskOf(panel("two")), first);
});

test("a parcel changes all panels, at once when they are known and in order in any case", async () => {
  const panels = { a: fakeModel({ value: 0 }), b: fakeModel({ value: 0 }) };
  const carrier = fakeModel({ parcel: {} });
  carrier.widget_manager = {
    async get_model(id) {
      if (!panels[id]) throw new Error("closed");
      return panels[id];
    },
  };
  initialize({ model: carrier });
  carrier.set_state({ parcel: { serial: 1, states: [["a", { value: 1 }], ["gone", { value: 9 }]] } });
  carrier.set_state({ parcel: { serial: 2, states: [["a", { value: 2 }], ["b", { value: 2 }]] } });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([panels.a.get("value"), panels.b.get("value")], [2, 2]);
  carrier.set_state({ parcel: { serial: 3, states: [["a", { value: 3 }], ["b", { value: 4 }]] } });
  assert.deepEqual([panels.a.get("value"), panels.b.get("value")], [3, 4]);
});

test("a parcel is read as each model reads its own messages", () => {
  const mark = fakeModel({ y: null });
  mark.constructor = { serializers: { y: { deserialize: (packed) => packed && Array.from(packed.value) } } };
  const carrier = fakeModel({ parcel: {} });
  carrier.widget_manager = { get_model: async () => mark };
  initialize({ model: carrier });
  carrier.set_state({ parcel: { serial: 1, states: [["mark", { x: 7 }]] } });
  return Promise.resolve().then(() => new Promise((resolve) => setTimeout(resolve))).then(() => {
    carrier.set_state({ parcel: { serial: 2, states: [["mark", { y: { value: new Uint8Array([1, 2]) } }]] } });
    assert.deepEqual([mark.get("x"), mark.get("y")], [7, [1, 2]]);
  });
});

test("texts have fields, plurals and the language's numbers", () => {
  const texts = {
    plain: "{mini} on {square}",
    plural: { count: "n", one: "{n} square", other: "{n} squares" },
  };
  const model = (lang) => ({ get: (name) => ({ texts, lang })[name] });
  assert.equal(text(model("en"), "plain", { mini: "<b>Orc</b>", square: "C5" }), "<b>Orc</b> on C5");
  assert.equal(text(model("en"), "plural", { n: 1.5 }), "1.5 squares");
  assert.equal(text(model("fr"), "plural", { n: 1.5 }), "1,5 square");
  assert.equal(text(model("en"), "plural", { n: 0 }), "0 squares");
  assert.equal(text(model("fr"), "plural", { n: 0 }), "0 square");
  assert.equal(text(model("en"), "missing"), "missing");
  assert.equal(number(model("fr"), -0.5), "\u22120,5");
});

test("lights are heard on their own desk only, and not after the end", () => {
  const seen = [];
  const model = (id) => ({ get: () => `IPY_MODEL_${id}` });
  const off = onLit(model("here"), (names) => seen.push(names));
  announceLit(model("here"), ["Orc"]);
  announceLit(model("elsewhere"), ["Elf"]);
  off();
  announceLit(model("here"), []);
  assert.deepEqual(seen, [["Orc"]]);
});

test("a listener hears many changes once, and nothing after clean-up", async () => {
  const model = fakeModel({ lines: 0, lang: "en" });
  const tasks = [];
  let calls = 0;
  listen(model, ["lines", "lang"], () => (calls += 1), (task) => tasks.push(task));
  model.set_state({ lines: 1, lang: "fr" });
  await null;
  assert.equal(calls, 1);
  model.set_state({ lines: 2 });
  for (const task of tasks) task();
  await null;
  assert.equal(calls, 1);
  assert.equal(model.count(), 0);
});

function seeded(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
