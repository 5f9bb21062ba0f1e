// Minis that come and go, the chosen one, the voice, the strips and the command box: without a screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeActs } from "../../widgets/tohit/widgets/board_acts.mjs";
import { fold, miniNamed, pieceAt, squaresTo, whole } from "../../widgets/tohit/widgets/board_model.mjs";
import { sentenceOf } from "../../widgets/tohit/widgets/board_voice.mjs";
import { announceChosen, chosenIn, onChosen } from "../../widgets/tohit/widgets/chosen.mjs";
import { asksHelp } from "../../widgets/tohit/widgets/toolbar.mjs";

const SCENE = whole({
  columns: 8,
  rows: 5,
  minis: [
    { name: "Archer", side: "red", at: "C4", facing: "E", downed: false },
    { name: "Orc", side: "blue", at: "G4", facing: "W", downed: false },
    { name: "Wolf", side: "blue", at: "H1", facing: "W", downed: false },
  ],
  terrain: [{ squares: ["F2"], kind: "light", controlled_by: "red" }],
  attacker: "Archer",
  target: "Orc",
  label: "2 in 6",
});

function fakeBoard(view = {}, owner = null) {
  const model = { get: (name) => ({ texts: {}, lang: "en", desk: "IPY_MODEL_x" })[name] };
  let n = 0;
  const board = {
    model, pushed: [], said: [], view: { tool: "move", picked: null, carry: null, ...view },
    scene: () => fold(SCENE, board.pushed),
    newGesture: () => 100 + board.pushed.length,
    push(edit, options = {}) {
      board.pushed.push({ gesture: 0, ...edit, ...options });
      return (n += 1);
    },
    say: (words) => board.said.push(words),
    sayWithChance: (words) => board.said.push(typeof words === "string" ? words : words()),
    redraw() {},
    owner: () => owner,
  };
  return { board, acts: makeActs(board) };
}

test("what Python has not answered yet is drawn: a side, a fall, a mini that leaves", () => {
  const now = fold(SCENE, [
    { gesture: 1, mini: "Orc", side: "green" },
    { gesture: 2, mini: "Orc", downed: true },
    { gesture: 3, mini: "Wolf", remove: true },
    { gesture: 4, add: "A1", name: "Scout" },
    { gesture: 5, square: "A2", terrain: "heavy", controlled_by: "blue" },
    { gesture: 6, mini: "Archer", name: "Robin" },
  ]);
  assert.deepEqual([miniNamed(now, "Orc").side, miniNamed(now, "Orc").downed], ["green", true]);
  assert.deepEqual(now.minis.map((mini) => mini.name), ["Archer", "Orc"]);
  assert.equal(pieceAt(now, "A2").controlled_by, "blue");
});

test("cover is painted for the owner that is chosen, also where it belongs to another", () => {
  const { board, acts } = fakeBoard({ tool: "light" }, "blue");
  const act = acts.startPaint();
  for (const square of ["E2", "F2"]) act.enter(square);
  act.finish();
  assert.deepEqual(board.pushed.map((edit) => [edit.square, edit.controlled_by]), [["E2", "blue"], ["F2", "blue"], ["F2", "blue"]]);
  const again = fakeBoard({ tool: "light" }, "red");
  again.acts.paintOne("F2");
  assert.deepEqual(again.board.pushed, []);
});

test("a quick stroke leaves no gaps", () => {
  assert.deepEqual(squaresTo("A1", "D1"), ["B1", "C1", "D1"]);
  assert.deepEqual(squaresTo("C5", "A3"), ["B4", "A3"]);
  assert.deepEqual(squaresTo("A1", "C6"), ["A2", "B3", "B4", "C5", "C6"]);
  assert.deepEqual(squaresTo("B2", "B2"), []);
});

test("a mini is added on a free square only, and removed by name", () => {
  const { board, acts } = fakeBoard();
  acts.add("C4");
  acts.add("A1");
  acts.remove("Wolf");
  acts.remove(undefined);
  assert.deepEqual(board.pushed, [{ gesture: 0, add: "A1" }, { gesture: 0, mini: "Wolf", remove: true }]);
  assert.deepEqual(board.said, ["board.taken", "board.added", "board.removed", "board.no_mini"]);
});

test("every kind of edit has a sentence of its own, and looking at the page has none", () => {
  const { board } = fakeBoard();
  const key = (edit) => sentenceOf(board.model, edit, SCENE);
  for (const [edit, wanted] of [
    [{ undo: true }, "undo"], [{ redo: true }, "redo"], [{ step: 3 }, "stepped"], [{ cancel: true }, "cancelled"],
    [{ add: null }, "added"], [{ mini: "Orc", at: "C5" }, "moved"], [{ mini: "Orc", facing: "N" }, "turned"],
    [{ mini: "Orc", name: "Ork" }, "renamed"], [{ mini: "Orc", side: "red" }, "sided"], [{ mini: "Orc", downed: true }, "fell"],
    [{ mini: "Orc", downed: false }, "rose"], [{ mini: "Orc", remove: true }, "removed"], [{ square: "A1", terrain: "wall" }, "painted"],
    [{ square: "A1", terrain: null }, "cleared"], [{ attacker: "Orc" }, "now_attacker"], [{ target: "Orc" }, "now_target"],
    [{ distance: 7 }, "distance"], [{ board: { rows: 5 } }, "sized"], [{ clear: "minis" }, "emptied.minis"],
    [{ scenario: "new" }, "opened"], [{ say: "undo" }, "changed"], [{ path: "attack.mode", value: "melee" }, "changed"],
  ]) assert.equal(key(edit), `board.${wanted}`, JSON.stringify(edit));
  assert.equal(key({ page: { lang: "fr" } }), "");
  assert.equal(key({ mark: "a", step: 1 }), "");
});

test("the chosen mini stays chosen wherever it goes, and a mini that comes to the chosen square is", () => {
  const model = { get: () => "IPY_MODEL_one" };
  let heard = 0;
  const off = onChosen(model, () => (heard += 1));
  announceChosen(model, "C4", "Archer");
  announceChosen(model, "C4", "Archer");
  assert.equal(heard, 1);
  assert.equal(chosenIn(model, fold(SCENE, [{ gesture: 1, mini: "Archer", at: "D4" }])).square, "D4");
  announceChosen(model, "A1");
  assert.deepEqual(chosenIn(model, SCENE), { square: "A1", mini: null });
  assert.equal(chosenIn(model, { ...SCENE, minis: [...SCENE.minis, { name: "New", at: "A1" }] }).mini.name, "New");
  assert.equal(chosenIn({ get: () => "IPY_MODEL_two" }, SCENE).square, null);
  off();
  announceChosen(model, "B1");
  assert.equal(heard, 2);
});

test("a question mark asks for help, but not in a text box", () => {
  const press = (more) => ({ key: "?", ctrlKey: false, metaKey: false, altKey: false, target: null, ...more });
  assert.ok(asksHelp(press()));
  assert.ok(!asksHelp(press({ ctrlKey: true })));
  assert.ok(!asksHelp(press({ target: { matches: () => true, isContentEditable: false } })));
});
