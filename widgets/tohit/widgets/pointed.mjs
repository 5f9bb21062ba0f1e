// Effect from cause: which mini or square the reader points at on the board, for whoever shows what it does.
import { on } from "./shared.mjs";
import { miniAt } from "./board_model.mjs";

/** Tell every view of this desk what is pointed at: names of minis and squares, none when nothing is. */
export function pointAt(model, names) {
  const here = pointedOf(model);
  if (names.join() === here.names.join()) return;
  here.names = names;
  for (const listener of [...here.listeners]) listener(names);
}

/** Hear what `pointAt` says; returns how to stop. */
export function onPointed(model, listener) {
  const { listeners } = pointedOf(model);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a line of the ledger comes from something that is pointed at. */
export function comesFrom({ causes = [] }, names) {
  return causes.some((cause) => names.includes(cause));
}

/** What stands for the hand's place: a mini with its square, or the square alone. */
export function namesAt(scene, square) {
  if (!square) return [];
  const mini = miniAt(scene, square);
  return mini ? [mini.name, square] : [square];
}

/**
 * Follow mouse, focus and choice over a board; `update()` when a mini was taken up or let go, or the scene changed.
 *
 * The mouse goes before the mini that was taken up, and that before the focus.  Nothing is told during a drag.
 */
export function watchPointed(board, cleanup) {
  const { model, view, drawing: { root } } = board;
  let hovered = null;
  let focused = null;

  function squareOf({ target }) {
    const mini = target.closest?.("[data-mini]")?.dataset.mini;
    return mini ? board.scene().minis.find(({ name }) => name === mini)?.at : target.dataset?.square;
  }

  function update() {
    if (view.dragged) return;
    const scene = board.scene();
    const picked = scene.minis.find(({ name }) => name === view.picked)?.at;
    pointAt(model, namesAt(scene, hovered ?? picked ?? focused));
  }

  on(root, "pointerover", (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    hovered = squareOf(event) ?? null;
    update();
  }, cleanup);
  on(root, "pointerleave", () => {
    hovered = null;
    update();
  }, cleanup);
  on(root, "focusin", (event) => {
    focused = event.target.dataset.square ?? null;
    update();
  }, cleanup);
  on(root, "focusout", () => {
    focused = null;
    update();
  }, cleanup);
  cleanup(() => pointAt(model, []));
  return { update };
}

/** What is pointed at on one page: modules are inlined more than once, so this lives on globalThis. */
function pointedOf(model) {
  const all = (globalThis[Symbol.for("tohit.pointed")] ??= new Map());
  const desk = model.get("desk");
  if (!all.has(desk)) all.set(desk, { names: [], listeners: new Set() });
  return all.get(desk);
}
