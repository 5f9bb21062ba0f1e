// What if: a card beside a square with its chance and a short ledger.  Looking changes nothing.
// A mouse that rests, a square come to by key, and a finger that stays open it.

import { miniNamed } from "./board_model.mjs";
import { html, on, text } from "./shared.mjs";

const REST = 90; // Milliseconds until Python is asked: passing over squares asks nothing.
const HOLD = 450; // Milliseconds that make a touch a long press.
const SLACK = 3; // Pixels that a finger may tremble.
const GAP = 10; // Pixels between square and card.

/** Watch for looks at squares; returns `{card, refresh(), hide()}`. */
export function watchHover(board, acts, pointer, heat, el, cleanup) {
  const { model, view, drawing } = board;
  const card = html("div", { class: "card", "aria-hidden": "true", hidden: "" });
  let shown = null; // The square whose card is open, and whether a key opened it.
  let serial = 0;
  let timer = 0;
  let hold = 0;

  function show(square, byKey) {
    if (shown?.square === square) return;
    if (pointer.busy() || view.carry || view.tool === "turn" || acts.isPaint()) {
      hide();
      return;
    }
    shown = { square, byKey };
    ask();
  }

  function ask() {
    clearTimeout(timer);
    serial = Math.max(serial, model.get("peek")?.serial ?? 0) + 1;
    draw();
    if (!("serial" in model.get("peeked"))) return; // Nobody answers.
    timer = setTimeout(() => {
      model.set("peek", { square: shown.square, serial });
      model.save_changes();
    }, REST);
  }

  function hide() {
    clearTimeout(timer);
    shown = null;
    card.hidden = true;
  }

  function draw() {
    const found = heat.at(shown.square);
    const peeked = model.get("peeked");
    const told = peeked.serial === serial ? peeked : null;
    const level = told ?? found?.level;
    if (!told && !found) {
      card.hidden = true; // Nothing is known yet.
      return;
    }
    const percent = level?.percent ?? "";
    const refused = told?.refusals?.length ? told.refusals : percent ? [] : [text(model, `board.peek.${found.kind}`)];
    card.replaceChildren(
      html("p", { class: "what-if" }, text(model, "board.peek")),
      html("p", { class: "title" }, told?.title ?? shown.square),
      ...(refused.length ? [] : [numberOf(level, told?.need ?? "")]),
      ...(told && found?.kind === "far" ? [html("p", { class: "refused" }, text(model, "board.peek.far"))] : []),
      ...refused.slice(0, 2).map((sentence) => html("p", { class: "refused" }, sentence)),
      ...(refused.length ? [] : (told?.lines ?? []).map(({ name, value }) => {
        return html("p", { class: "row" }, html("span", {}, name), html("b", {}, value));
      })),
    );
    card.hidden = false;
    card.dataset.square = shown.square;
    card.dataset.chance = told?.chance ?? level?.chance ?? "";
    card.dataset.whole = String(Boolean(told));
    place();
    if (told && shown.byKey && heat.isOn()) board.say(`${told.title}: ${refused[0] ?? `${level.fraction} (${percent})`}`);
  }

  function numberOf({ fraction, percent }, need) {
    return html("p", { class: "number" }, html("b", {}, fraction), ` ${percent} ${need}`);
  }

  /** To the right of the square, or to its left, and inside the window. */
  function place() {
    const cell = drawing.cells.get(shown.square).getBoundingClientRect();
    const outer = el.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = card;
    const right = cell.right + GAP;
    const left = right + width <= outer.right || cell.left - GAP - width < 0 ? right : cell.left - GAP - width;
    const top = Math.min(Math.max(cell.top, GAP), Math.max(innerHeight - height - GAP, GAP));
    card.style.left = `${Math.max(Math.min(left, innerWidth - width - GAP), 0) - outer.left}px`;
    card.style.top = `${top - outer.top}px`;
  }

  function squareOf(node) {
    return node.dataset?.square ?? miniNamed(board.scene(), node.closest?.("[data-mini]")?.dataset.mini)?.at ?? null;
  }

  on(drawing.root, "pointerover", (event) => {
    const square = event.pointerType === "touch" ? null : squareOf(event.target);
    if (square) show(square, false);
  }, cleanup);
  // A finger leaves when it is lifted; what it opened stays.
  on(drawing.root, "pointerleave", (event) => event.pointerType !== "touch" && hide(), cleanup);
  on(drawing.root, "pointerdown", (event) => {
    hide();
    const square = squareOf(event.target);
    clearTimeout(hold);
    if (event.pointerType === "touch" && square) hold = setTimeout(() => show(square, false), HOLD);
  }, cleanup);
  for (const type of ["pointerup", "pointercancel", "pointermove"]) {
    on(drawing.root, type, (event) => {
      const trembles = type === "pointermove" && Math.hypot(event.movementX, event.movementY) < SLACK;
      if (event.pointerType === "touch" && !trembles) clearTimeout(hold);
    }, cleanup, { passive: true });
  }
  on(drawing.root, "keyup", (event) => {
    if (event.key !== "Escape" && drawing.root.classList.contains("by-key")) show(view.focus, true);
  }, cleanup);
  on(drawing.root, "keydown", (event) => ["Escape", "Enter", " "].includes(event.key) && hide(), cleanup);
  on(drawing.root, "focusout", hide, cleanup);
  on(document, "scroll", hide, cleanup, { passive: true, capture: true });
  model.on("change:peeked", drawAgain);
  cleanup(() => {
    clearTimeout(timer);
    clearTimeout(hold);
    model.off("change:peeked", drawAgain);
  });

  function drawAgain() {
    if (shown) draw();
  }

  return {
    card,
    hide,
    /** After a new answer: what the card says is old. */
    refresh() {
      if (!shown) return;
      if (pointer.busy() || view.carry) hide();
      else ask();
    },
  };
}
