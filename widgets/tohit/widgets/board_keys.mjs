// The board by keyboard: a grid with one tab stop, letters for what a mouse does with buttons.

import { miniAt, parseSquare, squareName } from "./board_model.mjs";
import { on } from "./shared.mjs";

const ARROWS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Listen to keys on the board's squares. */
export function watchKeys(board, acts, pointer, cleanup) {
  const { view } = board;

  function go(square) {
    board.focus(square);
    if (view.carry) view.carry.enter(square);
  }

  function step([up, right]) {
    const { rows, columns } = board.scene();
    const { row, col } = parseSquare(view.focus);
    go(squareName({
      row: Math.min(Math.max(row + up, 0), rows - 1),
      col: Math.min(Math.max(col + right, 0), columns - 1),
    }));
  }

  function edge(end, event) {
    const { rows, columns } = board.scene();
    const { row } = parseSquare(view.focus);
    const corner = event.ctrlKey || event.metaKey;
    go(squareName({ row: corner ? (end ? 0 : rows - 1) : row, col: end ? columns - 1 : 0 }));
  }

  /** Who a letter is meant for: the mini in hand, else the one on the square. */
  function meant() {
    return view.picked ?? miniAt(board.scene(), view.focus)?.name;
  }

  function turn(clicks) {
    acts.turn(meant() ?? board.scene().attacker, clicks);
  }

  function nextMini(back) {
    const { minis } = board.scene();
    if (!minis.length) return;
    const here = minis.findIndex((mini) => mini.at === view.focus);
    const start = here < 0 && back ? 0 : here;
    const next = minis[(start + (back ? -1 : 1) + minis.length) % minis.length];
    board.focus(next.at);
    acts.speakSquare(next.at);
  }

  function escape() {
    if (pointer.busy()) pointer.cancel();
    else if (view.carry) acts.letGo({ cancel: true });
    else board.clearStatus();
  }

  const letters = {
    " ": () => acts.press(view.focus),
    Enter: () => acts.press(view.focus),
    "[": () => turn(-1),
    "]": () => turn(1),
    r: () => turn(1),
    R: () => turn(-1),
    n: () => nextMini(false),
    N: () => nextMini(true),
    a: () => acts.role("attacker", meant()),
    t: () => acts.role("target", meant()),
    c: () => acts.cycle(view.focus),
    "+": () => acts.add(view.focus),
    Insert: () => acts.add(view.focus),
    Delete: () => acts.remove(meant()),
    l: () => acts.speakSight(),
    i: () => acts.speakSquare(view.focus),
    "?": () => board.toggleHelp(),
    Escape: escape,
    Home: (event) => edge(false, event),
    End: (event) => edge(true, event),
  };

  function onKeyDown(event) {
    const command = event.ctrlKey || event.metaKey;
    let act = letters[event.key];
    if (event.key in ARROWS) act = () => step(ARROWS[event.key]);
    if (command && !["Home", "End"].includes(event.key)) {
      const key = event.key.toLowerCase();
      if (key === "z" || key === "y") act = () => acts.step(key === "y" || event.shiftKey ? "redo" : "undo");
      // AltGr reads as Ctrl+Alt: the brackets of a French keyboard.
      else if (!(event.altKey && "[]".includes(event.key))) act = undefined;
    } else if (event.altKey && !"[]".includes(event.key)) {
      act = undefined;
    }
    if (event.key !== "Tab") event.stopPropagation();
    if (!act) return;
    event.preventDefault();
    act(event);
  }

  on(board.drawing.root, "keydown", onKeyDown, cleanup);
}
