// Squares, folding, facings, what is said, and which edits a gesture makes: the board without a screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeActs } from "../../widgets/tohit/widgets/board_acts.mjs";
import {
  angle, describe, describeSight, facingTo, fold, initials, isFree, miniNamed, parseSquare, pieceAt, sideNumbers,
  squareName, turned, whole,
} from "../../widgets/tohit/widgets/board_model.mjs";

const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const SCENE = whole({
  columns: 8,
  rows: 5, // Not square, so that rows and columns cannot be mixed up unseen.
  minis: [
    { name: "Archer", side: "red", at: "C4", facing: "E", downed: false },
    { name: "Orc", side: "blue", at: "G4", facing: "W", downed: true },
  ],
  terrain: [{ squares: ["E4", "E5"], kind: "wall", name: "Rock" }, { squares: ["F2"], kind: "light" }],
  attacker: "Archer",
  target: "Orc",
  label: "2 in 6",
});
const model = { get: (name) => ({ texts: {}, lang: "en" })[name] };

test("every square of the largest board has its own name and is read again", () => {
  const names = new Set();
  for (let row = 0; row < 60; row += 1) {
    for (let col = 0; col < 60; col += 1) {
      const name = squareName({ row, col });
      names.add(name);
      assert.deepEqual(parseSquare(name), { row, col });
    }
  }
  assert.equal(names.size, 3600);
  assert.equal(squareName({ row: 4, col: 2 }), "C5");
  assert.equal(squareName({ row: 59, col: 59 }), "BH60");
  for (const name of ["", "5C", "c5", "A0", "A100", "AAA1", null]) assert.equal(parseSquare(name), null);
});

test("a square is free without wall or other mini", () => {
  for (const [square, free] of [["C4", true], ["G4", false], ["E5", false], ["F2", true], ["H5", true], ["H6", false], ["I5", false]]) {
    assert.equal(isFree(SCENE, square, "Archer"), free, square);
  }
});

test("pending edits are folded in, and the scene itself stays as it is", () => {
  const now = fold(SCENE, [
    { gesture: 1, mini: "Archer", at: "D4" },
    { gesture: 2, mini: "Orc", facing: "S" },
    { gesture: 3, square: "E4", terrain: null },
    { gesture: 4, square: "A1", terrain: "heavy" },
    { gesture: 5, attacker: "Orc" },
    { gesture: 6, undo: true },
  ]);
  assert.equal(miniNamed(now, "Archer").at, "D4");
  assert.equal(miniNamed(now, "Orc").facing, "S");
  assert.equal(pieceAt(now, "E4"), undefined);
  assert.equal(pieceAt(now, "E5").name, "Rock");
  assert.equal(pieceAt(now, "A1").kind, "heavy");
  assert.deepEqual([now.attacker, now.target], ["Orc", "Archer"]);
  assert.equal(miniNamed(SCENE, "Archer").at, "C4");
});

test("a move onto a square that was taken meanwhile is not drawn, and a cancelled gesture is not either", () => {
  assert.equal(miniNamed(fold(SCENE, [{ gesture: 1, mini: "Archer", at: "G4" }]), "Archer").at, "C4");
  const now = fold(SCENE, [
    { gesture: 1, mini: "Orc", facing: "N" },
    { gesture: 2, mini: "Archer", at: "A1" },
    { gesture: 2, mini: "Archer", at: "A2" },
    { gesture: 2, cancel: true },
  ]);
  assert.deepEqual([miniNamed(now, "Archer").at, miniNamed(now, "Orc").facing], ["C4", "N"]);
});

test("turning goes round, in four or eight steps", () => {
  for (const facings of [4, 8]) {
    let facing = "N";
    for (let step = 0; step < facings; step += 1) facing = turned(facing, 1, facings);
    assert.equal(facing, "N");
    assert.equal(turned("N", -1, facings), facings === 4 ? "W" : "NW");
  }
  assert.deepEqual(FACINGS.map(angle), [0, 45, 90, 135, 180, 225, 270, 315]);
});

test("a pointer's direction is the nearest facing", () => {
  for (const facing of FACINGS) {
    const turn = (angle(facing) * Math.PI) / 180;
    assert.equal(facingTo(40 * Math.sin(turn), -40 * Math.cos(turn), 8), facing);
  }
  assert.equal(facingTo(30, -31, 4), "N");
  assert.equal(facingTo(31, -30, 4), "E");
  assert.equal(facingTo(2, 2, 8), null);
});

test("sides named after a colour get it, the others what is left", () => {
  const sides = (...names) => [...sideNumbers({ minis: names.map((side) => ({ side })) })];
  assert.deepEqual(sides("red", "blue"), [["red", 2], ["blue", 1]]);
  assert.deepEqual(sides("Elves", "rouge", "Orcs"), [["rouge", 2], ["Elves", 1], ["Orcs", 3]]);
  const many = sides("a", "b", "c", "d", "e", "f").map(([, number]) => number);
  assert.ok(many.every((number) => number >= 1 && number <= 4));
});

test("letters tell minis apart", () => {
  const letters = (...names) => [...initials({ minis: names.map((name) => ({ name })) }).values()];
  assert.deepEqual(letters("Archer", "Orc"), ["A", "O"]);
  assert.deepEqual(letters("Goblin 1", "Goblin 2", "Guard"), ["G1", "G2", "Gu"]);
  assert.deepEqual(letters("Élan", "X"), ["É", "X"]);
});

test("a square says who and what is there", () => {
  assert.equal(describe(model, SCENE, "A1"), "A1, board.free");
  const orc = describe(model, SCENE, "G4");
  for (const part of ["Orc", "blue", "board.faces.W", "board.downed", "board.is_target", "2 in 6"]) {
    assert.ok(orc.includes(part), part);
  }
  assert.equal(describe(model, SCENE, "E4"), "E4, Rock (board.kind.wall)");
  assert.ok(!describe(model, { ...SCENE, facings: 0 }, "G4").includes("faces"));
  const texts = { "board.sight.blocked": "{from} {to} {blockers}", "board.sight.at": "{name}@{square}" };
  const spoken = { get: (name) => ({ texts, lang: "en" })[name] };
  const sight = { clear: false, from: "C4", to: "G4", blockers: ["E4", "D4"] };
  assert.equal(describeSight(spoken, { ...SCENE, sight }), "C4 G4 Rock@E4, D4");
});

function fakeBoard(view = {}) {
  let n = 0;
  const board = {
    model,
    pushed: [],
    said: [],
    view: { tool: "move", picked: null, carry: null, ...view },
    scene: () => fold(SCENE, board.pushed),
    newGesture: () => 100 + board.pushed.length,
    push(edit, options = {}) {
      board.pushed.push({ gesture: 0, ...edit, ...options });
      return (n += 1);
    },
    say: (words) => board.said.push(words),
    sayWithChance: (words) => board.said.push(words),
    redraw() {},
    owner: () => null,
  };
  return { board, acts: makeActs(board) };
}
const sent = (board) => board.pushed.map((edit) => [edit.at ?? edit.square ?? edit.facing ?? Object.keys(edit)[1], edit.done]);

test("a drag proposes each new free square once, and a last one on release", () => {
  const { board, acts } = fakeBoard();
  const act = acts.startMove("Archer");
  for (const square of ["C4", "D4", "D4", "E4", "G4", "D3"]) act.enter(square);
  act.finish();
  assert.deepEqual(sent(board), [["D4", false], ["D3", false], ["D3", true]]);
  assert.equal(new Set(board.pushed.map((edit) => edit.gesture)).size, 1);
});

test("a drag that entered no square proposes nothing", () => {
  const { board, acts } = fakeBoard();
  const act = acts.startMove("Archer");
  act.enter("E4");
  act.finish();
  acts.startMove("Archer").cancel();
  assert.deepEqual(board.pushed, []);
});

test("going back to where it came from is proposed, and cancelling is one edit of the gesture", () => {
  const { board, acts } = fakeBoard();
  const act = acts.startMove("Archer");
  act.enter("D4");
  act.enter("C4");
  act.cancel();
  assert.deepEqual(board.pushed.map((edit) => edit.at ?? edit.cancel), ["D4", "C4", true]);
  assert.equal(miniNamed(board.scene(), "Archer").at, "C4");
});

test("click and click moves; a square that is not free keeps the mini in hand", () => {
  const { board, acts } = fakeBoard();
  acts.press("C4");
  assert.equal(board.view.picked, "Archer");
  acts.press("E4");
  assert.equal(board.view.picked, "Archer");
  acts.press("D3");
  assert.equal(board.view.picked, null);
  assert.deepEqual(sent(board), [["D3", false], ["D3", true]]);
});

test("painting makes one gesture, and leaves alone what is painted already", () => {
  const { board, acts } = fakeBoard({ tool: "wall" });
  const act = acts.startPaint();
  for (const square of ["E3", "E4", "C4", "F2", "F2"]) act.enter(square);
  act.finish();
  assert.deepEqual(sent(board), [["E3", false], ["F2", false], ["F2", true]]);
  assert.deepEqual(board.said.at(-2), "board.taken");
});

test("a key changes the terrain of a square in turn, without a wall under a mini", () => {
  const { board, acts } = fakeBoard();
  for (let i = 0; i < 4; i += 1) acts.cycle("A1");
  assert.deepEqual(board.pushed.filter((edit) => edit.done).map((edit) => edit.terrain), ["light", "heavy", "wall", null]);
  for (let i = 0; i < 3; i += 1) acts.cycle("C4");
  assert.equal(pieceAt(board.scene(), "C4"), undefined);
  assert.equal(board.view.tool, "move");
});

test("turning and choosing are one edit each", () => {
  const { board, acts } = fakeBoard();
  acts.turn("Archer", 1);
  acts.role("attacker", "Archer");
  acts.role("target", "Archer");
  assert.deepEqual(sent(board), [["SE", false], ["SE", true], ["target", undefined]]);
  assert.deepEqual([board.scene().attacker, board.scene().target], ["Orc", "Archer"]);
});
