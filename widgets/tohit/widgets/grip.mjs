// One value under the hand: the pointer drags it, keys step it, Escape gives it up.
// The dial and the ruler share this; what a position means stays with them.
import { on } from "./shared.mjs";

/** The value to draw: the truth with the unanswered edits folded in.  `read` gives undefined for other edits. */
export function folded(truth, pending, read) {
  let value = truth;
  for (const edit of pending) {
    // Only Python knows what a cancelled gesture gives back; until it answers, the truth is the best guess.
    if (edit.cancel) value = truth;
    else value = read(edit) ?? value;
  }
  return value;
}

/**
 * Let pointer and keys propose values for `target`.
 *
 * `at(event)` is the value under the pointer, `step(event)` the value that a key leads to; null means none.
 * `edit(value)` is what to propose, `now()` what is drawn, `ready()` whether the control is enabled.
 * Returns `{held}`: `held()` is the value in the hand, or null, so that no echo moves it during a drag.
 */
export function grip({ box, owner, target, at, step, edit, now, ready, draw, cleanup }) {
  let drag = null;
  let repeat = null;

  function propose(value, gesture, done) {
    box.push(edit(value), { gesture, done, coalesce: "grip", owner });
  }

  function onPointerDown(event) {
    if (!ready() || event.button !== 0 || drag) return;
    drag = { pointer: event.pointerId, gesture: box.newGesture(), value: null };
    target.setPointerCapture(event.pointerId);
    target.focus({ preventScroll: true });
    event.preventDefault();
    onPointerMove(event);
  }

  function onPointerMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const value = at(event);
    // What is drawn may be older than an edit that is on its way: then the value is proposed all the same.
    const isShown = value === now() && (drag.value !== null || box.pending().length === 0);
    if (value === null || isShown) return;
    drag.value = value;
    propose(value, drag.gesture, false);
    draw();
  }

  function release() {
    if (!drag) return;
    const { value, gesture } = drag;
    drag = null;
    if (value !== null) propose(value, gesture, true);
    draw();
  }

  function cancel() {
    const { value, gesture } = drag;
    drag = null;
    if (value !== null) box.push({ cancel: true }, { gesture, owner });
    draw();
  }

  function onKeyDown(event) {
    if (!ready()) return;
    if (event.key === "Escape" && drag) {
      swallow(event);
      cancel();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const value = step(event);
    if (value === undefined) return;
    swallow(event);
    if (value === null || value === now()) return;
    // A press is one step of undo, and so is the whole of a key held down.
    if (event.repeat) repeat ??= { gesture: box.newGesture(), value };
    if (event.repeat) repeat.value = value;
    propose(value, event.repeat ? repeat.gesture : box.newGesture(), !event.repeat);
  }

  function onKeyUp() {
    if (repeat) propose(repeat.value, repeat.gesture, true);
    repeat = null;
  }

  // Chromium holds pointermove back until the next frame; the raw event comes at once (secure pages only).
  const move = "onpointerrawupdate" in window ? "pointerrawupdate" : "pointermove";
  on(target, "pointerdown", onPointerDown, cleanup);
  on(target, move, onPointerMove, cleanup);
  on(target, "pointerup", release, cleanup);
  on(target, "lostpointercapture", release, cleanup);
  on(target, "keydown", onKeyDown, cleanup);
  on(target, "keyup", onKeyUp, cleanup);
  on(target, "blur", onKeyUp, cleanup);
  cleanup(release);
  return { held: () => drag?.value ?? null };
}

/** Keep a key from scrolling the page and from Jupyter's shortcuts. */
export function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
