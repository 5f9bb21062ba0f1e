// Pointer gestures: drag and snap, turning, painting.  The ghost follows the pointer; proposals go out only on
// entering a new square.

import { facingTo, miniAt, miniNamed, squaresTo } from "./board_model.mjs";
import { centre } from "./board_paths.mjs";
import { CELL } from "./board_shapes.mjs";
import { on, setAttrs, svg } from "./shared.mjs";

const SLACK = 4; // Pixels that a click may tremble.
const EDGE = 28; // Pixels from the frame's edge where a drag scrolls it.

/** Watch the pointer over a board; returns `{busy(), cancel(), check()}`. */
export function watchPointer(board, acts, frame, cleanup) {
  const { drawing, view } = board;
  const { root, layers } = drawing;
  let drag = null;
  let box = null; // Measured once a gesture and after scrolling: measuring on every event forces a layout.
  let pressed = null; // What the click that follows a pointerdown was already used for.
  let timer = 0;

  function measure() {
    const inner = root.getBoundingClientRect();
    const outer = frame.getBoundingClientRect();
    box = { inner, outer, px: inner.width / board.scene().columns };
  }

  function spot(event) {
    const { inner, px } = box;
    return { x: ((event.clientX - inner.left) / px) * CELL, y: ((event.clientY - inner.top) / px) * CELL };
  }

  function squareAt(event) {
    const { outer } = box;
    const outside = event.clientX < outer.left || event.clientX > outer.right
      || event.clientY < outer.top || event.clientY > outer.bottom;
    const { x, y } = spot(event);
    return outside ? null : board.squareOf(Math.floor(x / CELL), Math.floor(y / CELL));
  }

  function onDown(event) {
    if (drag || event.button !== 0) return;
    measure();
    const square = squareAt(event);
    pressed = null;
    if (!square) return;
    board.focus(square, { byKey: false });
    const scene = board.scene();
    const mini = miniAt(scene, square);
    // A finger on an empty square scrolls the page; its tap arrives as a click.
    if (acts.isPaint() ? event.pointerType === "touch" : !mini) return;
    if (view.tool === "turn" && !scene.facings) return;
    event.preventDefault(); // No text selection, no native dragging.
    root.setPointerCapture(event.pointerId);
    pressed = square;
    drag = { pointer: event.pointerId, square, start: event, moved: false, last: event };
    if (acts.isPaint()) {
      drag.act = acts.startPaint();
      drag.moved = true;
      drag.act.enter(square);
    } else {
      drag.mini = mini.name;
    }
    for (const type of moves()) root.addEventListener(type, onMove);
  }

  function onMove(event) {
    if (event.pointerId !== drag?.pointer) return;
    const { start } = drag;
    drag.last = event;
    if (!drag.moved && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SLACK) return;
    if (!drag.moved) begin();
    if (!box) measure();
    if (drag.ghost) {
      follow(event);
      timer ||= requestAnimationFrame(scroll);
    }
    const square = squareAt(event);
    if (drag.turning) {
      const { x, y } = spot(event);
      const middle = centre(board.scene(), miniNamed(board.scene(), drag.mini).at);
      drag.act.face(facingTo(x - middle.x, y - middle.y, board.scene().facings, CELL / 3));
    } else if (square !== drag.square) {
      const way = square && drag.square && !drag.mini ? squaresTo(drag.square, square) : [square];
      drag.square = square;
      for (const passed of way) if (passed) drag.act.enter(passed);
      if (drag.ghost) landing();
    }
  }

  function begin() {
    drag.moved = true;
    acts.letGo({ cancel: Boolean(view.carry) });
    drag.turning = view.tool === "turn";
    drag.act = drag.turning ? acts.startTurn(drag.mini) : acts.startMove(drag.mini);
    if (drag.turning) return;
    view.dragged = drag.mini;
    drag.ghost = drawing.mini(drag.mini).cloneNode(true);
    drag.ghost.removeAttribute("data-mini");
    drag.ghost.classList.add("ghost");
    drag.mark = svg("rect", { class: "landing", width: CELL - 6, height: CELL - 6, rx: 5 });
    layers.ghost.append(drag.mark, drag.ghost);
    root.classList.add("dragging");
    landing();
    board.redraw();
  }

  function follow(event) {
    const { x, y } = spot(event);
    drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  function landing() {
    const { x, y } = centre(board.scene(), drag.act.at());
    setAttrs(drag.mark, { x: x - CELL / 2 + 3, y: y - CELL / 2 + 3 });
  }

  /** Near the frame's edge the board moves on under the pointer, frame by frame, as far as it goes. */
  function scroll() {
    timer = 0;
    if (!drag) return;
    if (!box) measure();
    const { outer } = box;
    const { clientX: x, clientY: y } = drag.last;
    const dx = x > outer.right - EDGE ? 8 : x < outer.left + EDGE ? -8 : 0;
    const dy = y > outer.bottom - EDGE ? 8 : y < outer.top + EDGE ? -8 : 0;
    if (!dx && !dy) return;
    const [left, top] = [frame.scrollLeft, frame.scrollTop];
    frame.scrollBy(dx, dy);
    if (left === frame.scrollLeft && top === frame.scrollTop) return;
    box = null;
    onMove(drag.last);
  }

  function onUp(event) {
    if (event.pointerId !== drag?.pointer) return;
    onMove(event);
    const { act, moved, ghost, square } = drag;
    stop();
    if (!moved) {
      pressed = null; // It was a click after all, and the click event deals with it.
      return;
    }
    if (ghost && square === null) act.cancel();
    else act.finish();
    board.redraw();
  }

  function cancel() {
    if (!drag) return;
    const { act } = drag;
    stop();
    act?.cancel();
    board.redraw();
  }

  function stop() {
    const { pointer, ghost, mark } = drag;
    drag = null;
    box = null;
    view.dragged = null;
    cancelAnimationFrame(timer);
    timer = 0;
    for (const type of moves()) root.removeEventListener(type, onMove);
    if (root.hasPointerCapture(pointer)) root.releasePointerCapture(pointer);
    ghost?.remove();
    mark?.remove();
    root.classList.remove("dragging");
  }

  function onClick(event) {
    if (pressed !== null) {
      pressed = null;
      return;
    }
    measure();
    const square = squareAt(event) ?? event.target.closest?.("[data-square]")?.dataset.square;
    if (square) acts.press(square, { back: event.shiftKey });
  }

  on(root, "pointerdown", onDown, cleanup);
  on(root, "pointerup", onUp, cleanup);
  on(root, "pointercancel", cancel, cleanup);
  // A finger belongs to the node it touched until the board takes it over: that loss bubbles up here too.
  on(root, "lostpointercapture", (event) => event.target === root && cancel(), cleanup);
  on(root, "click", onClick, cleanup);
  // touch-action on parts of an SVG is not heeded everywhere; without this the finger scrolls and the drag is lost.
  on(root, "touchmove", (event) => drag && event.cancelable && event.preventDefault(), cleanup, { passive: false });
  for (const target of [frame, window]) on(target, "scroll", () => (box = null), cleanup, { passive: true });
  cleanup(() => {
    if (drag) stop();
  });

  return {
    busy: () => drag !== null,
    cancel,
    /** After a scene came in: the mini in hand may be gone. */
    check() {
      if (drag?.mini && !miniNamed(board.scene(), drag.mini)) stop();
      else if (drag?.mark) landing();
    },
  };
}

/** Chromium holds pointermove until the next frame; the raw event, where there is one, does not wait. */
function moves() {
  return "onpointerrawupdate" in window ? ["pointerrawupdate", "pointermove"] : ["pointermove"];
}
