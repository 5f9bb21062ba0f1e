// Which square of a board is meant, and who stands there: every view of a desk hears of it, without Python.

import { miniAt, miniNamed } from "./board_model.mjs";

const NOBODY = { square: null, mini: null };

/** Let all views of this desk know which square, and which mini on it, the next action is about. */
export function announceChosen(model, square, mini) {
  const place = placeOf(model);
  if (place.chosen.square === square && place.chosen.mini === (mini ?? null)) return;
  place.chosen = { square, mini: mini ?? null };
  for (const listener of [...place.listeners]) listener();
}

/** Hear what `announceChosen` says; returns how to stop. */
export function onChosen(model, listener) {
  const { listeners } = placeOf(model);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The square and the mini that are chosen in this scene: a mini that moved is still the one, as is one that came. */
export function chosenIn(model, scene) {
  const { square, mini: name } = placeOf(model).chosen;
  const mini = miniNamed(scene, name) ?? miniAt(scene, square) ?? null;
  return { square: mini?.at ?? square, mini };
}

function placeOf(model) {
  const page = (globalThis[Symbol.for("tohit")] ??= {});
  const all = (page.chosen ??= new Map());
  const id = model.get("desk");
  if (!all.has(id)) all.set(id, { chosen: NOBODY, listeners: new Set() });
  return all.get(id);
}
