// What a person can do with a board, whether by pointer, keys or buttons: check, propose, say.

import {
  called, describe, describeSight, isFree, miniAt, miniNamed, pieceAt, turned,
} from "./board_model.mjs";
import { sentenceOf } from "./board_voice.mjs";
import { text } from "./shared.mjs";

const TERRAINS = ["wall", "light", "heavy"];

/** The actions of one board; `board` gives `model, view, scene(), push(edit, options), say(words), redraw()`. */
export function makeActs(board) {
  const { model, view } = board;
  const say = (key, fields) => board.say(text(model, key, fields));

  /** A drag or a carry: one gesture, the squares that were entered, how it ends. */
  function startMove(name) {
    const from = miniNamed(board.scene(), name).at;
    const gesture = board.newGesture();
    const before = board.scene().label;
    let sent = null;
    return {
      name,
      from,
      at: () => sent ?? from,
      /** Entering a square proposes it, if it is free and new. */
      enter(square) {
        if (!isFree(board.scene(), square, name)) return false;
        if (square !== (sent ?? from)) {
          sent = square;
          board.push({ mini: name, at: square }, { gesture, done: false, coalesce: "at" });
        }
        return true;
      },
      finish() {
        if (sent === null) {
          say("board.back", { mini: name, square: from });
          return;
        }
        const n = board.push({ mini: name, at: sent }, { gesture, done: true, coalesce: "at" });
        board.sayWithChance(text(model, "board.moved", { mini: name, square: sent }), n, before);
      },
      cancel() {
        if (sent !== null) board.push({ cancel: true }, { gesture });
        say("board.cancelled");
      },
    };
  }

  function startPaint() {
    const gesture = board.newGesture();
    const kind = view.tool === "erase" ? null : view.tool;
    const owner = kind && board.owner();
    const stroke = (square) => ({ square, terrain: kind, ...(owner ? { controlled_by: owner } : {}) });
    const before = board.scene().label;
    let last = null;
    return {
      enter(square) {
        const scene = board.scene();
        const piece = pieceAt(scene, square);
        if ((piece?.kind ?? null) === kind && (!owner || piece.controlled_by === owner)) return;
        if (kind === "wall" && miniAt(scene, square)) {
          say("board.taken", { square });
          return;
        }
        last = square;
        board.push(stroke(square), { gesture, done: false, coalesce: square });
      },
      finish() {
        if (last === null) return;
        const n = board.push(stroke(last), { gesture, done: true, coalesce: last });
        board.sayWithChance(told(last, kind), n, before);
      },
      cancel() {
        if (last !== null) board.push({ cancel: true }, { gesture });
        say("board.cancelled");
      },
    };
  }

  function startTurn(name) {
    const gesture = board.newGesture();
    const before = board.scene().label;
    let sent = null;
    return {
      name,
      face(facing) {
        if (!facing || facing === (sent ?? miniNamed(board.scene(), name).facing)) return;
        sent = facing;
        board.push({ mini: name, facing }, { gesture, done: false, coalesce: "facing" });
      },
      finish() {
        if (sent === null) return;
        const n = board.push({ mini: name, facing: sent }, { gesture, done: true, coalesce: "facing" });
        board.sayWithChance(facingWords(name, sent), n, before);
      },
      cancel() {
        if (sent !== null) board.push({ cancel: true }, { gesture });
        say("board.cancelled");
      },
    };
  }

  function facingWords(name, facing) {
    return text(model, "board.turned", { mini: name, faces: text(model, `board.faces.${facing}`) });
  }

  function told(square, kind) {
    return kind
      ? text(model, "board.painted", { square, kind: called(model, { kind }) })
      : text(model, "board.cleared", { square });
  }

  function pick(name) {
    letGo();
    view.picked = name;
    view.carry = startMove(name);
    say("board.picked", { mini: name, square: view.carry.from });
    board.redraw();
  }

  function letGo({ cancel = false } = {}) {
    const { carry } = view;
    if (!carry) return;
    view.picked = null;
    view.carry = null;
    if (cancel) carry.cancel();
    else carry.finish();
    board.redraw();
  }

  function drop(square) {
    if (view.carry.enter(square)) letGo();
    else say("board.taken", { square });
  }

  function turn(name, clicks) {
    const scene = board.scene();
    const mini = miniNamed(scene, name);
    if (!mini || !scene.facings) return;
    const act = startTurn(name);
    act.face(turned(mini.facing, clicks, scene.facings));
    act.finish();
  }

  function role(which, name) {
    const scene = board.scene();
    if (!miniNamed(scene, name)) {
      say("board.no_mini");
      return;
    }
    if (scene[which] === name) return;
    const n = board.push({ [which]: name });
    board.sayWithChance(text(model, `board.now_${which}`, { mini: name }), n, scene.label);
  }

  /** Propose an edit that is a gesture of its own, and say what it did. */
  function propose(edit) {
    const before = board.scene().label;
    board.sayWithChance(() => sentenceOf(model, edit, board.scene()), board.push(edit), before);
  }

  function add(square) {
    if (isFree(board.scene(), square)) propose({ add: square });
    else say("board.taken", { square });
  }

  function remove(name) {
    if (miniNamed(board.scene(), name)) propose({ mini: name, remove: true });
    else say("board.no_mini");
  }

  function paintOne(square, kind = view.tool) {
    const tool = view.tool;
    view.tool = kind;
    const act = startPaint();
    act.enter(square);
    act.finish();
    view.tool = tool;
  }

  return {
    startMove,
    startPaint,
    startTurn,
    pick,
    letGo,
    drop,
    turn,
    role,
    add,
    remove,
    paintOne,
    isPaint: () => [...TERRAINS, "erase"].includes(view.tool),

    /** A click or tap on a square, or Space or Enter there. */
    press(square, { back = false } = {}) {
      const mini = miniAt(board.scene(), square);
      if (this.isPaint()) paintOne(square);
      else if (view.tool === "turn" && mini) turn(mini.name, back ? -1 : 1);
      else if (view.carry) drop(square);
      else if (mini) pick(mini.name);
      else board.say(describe(model, board.scene(), square));
    },

    /** Wall, light, heavy, nothing, in turn. */
    cycle(square) {
      const scene = board.scene();
      const order = miniAt(scene, square) ? [null, "light", "heavy"] : [null, "light", "heavy", "wall"];
      const now = order.indexOf(pieceAt(scene, square)?.kind ?? null);
      paintOne(square, order[(now + 1) % order.length] ?? "erase");
    },

    /** Take back, or take back the taking back. */
    step(which) {
      const before = board.scene().label;
      board.sayWithChance(text(model, `board.${which}`), board.push({ [which]: true }), before);
    },

    speakSight: () => board.say(describeSight(model, board.scene())),
    speakSquare: (square) => board.say(describe(model, board.scene(), square)),
  };
}
