// The board: frame, tools, status line, and what ties drawing, pointer and keys to the model.
import { makeActs } from "./board_acts.mjs";
import { watchPointer } from "./board_drag.mjs";
import { makeDrawing } from "./board_draw.mjs";
import { makeHeat } from "./board_heat.mjs";
import { watchHover } from "./board_hover.mjs";
import { watchKeys } from "./board_keys.mjs";
import { fold, isOn, miniAt, miniNamed, squareName, whole } from "./board_model.mjs";
import { makeOwner } from "./board_owner.mjs";
import { hideSaved } from "./board_saved.mjs";
import { CELL } from "./board_shapes.mjs";
import { icon } from "./board_tools.mjs";
import { makeVoice } from "./board_voice.mjs";
import { announceChosen } from "./chosen.mjs";
import { watchPointed } from "./pointed.mjs";
import { deskOf, html, initialize, listen, mount, on, onLit, setAttrs, setText, text } from "./shared.mjs";

const SMALLEST = 24; // Pixels: what a finger needs, and what WCAG 2.2 asks for.
const LARGEST = 52;
const HEADERS = 26; // Pixels for the row numbers.

async function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "board");
  hideSaved(model.get("desk"), cleanup);
  const outbox = await deskOf(model);
  const drawing = makeDrawing(model);
  const tools = html("div", { class: "tools", role: "toolbar" });
  const heat = makeHeat(model, cleanup);
  const stage = html("div", { class: "stage" }, heat.canvas, drawing.root);
  const sheet = html("div", { class: "sheet" }, html("div", { class: "nook" }), drawing.letters, drawing.numbers, stage);
  const frame = html("div", { class: "frame" }, sheet);
  const actions = html("div", { class: "actions" });
  const status = html("p", { class: "status" });
  const owner = makeOwner(model);
  const zoom = html("div", { class: "zoom" });
  const help = html("details", { class: "help" });
  const voice = makeVoice({
    model, outbox, owner: el, label: () => model.get("scene").label, tell: (...told) => board.sayWithChance(...told),
  });
  el.replaceChildren(tools, owner.node, frame, status, voice.node, html("div", { class: "foot" }, help, actions, zoom));

  const view = {
    tool: model.get("tool"), focus: null, picked: null, carry: null, dragged: null,
    announced: [], lit: [], unit: 1, lang: model.get("lang"),
  };
  let scene = whole(model.get("scene"));
  let magnified = 1;
  let side = 0; // Pixels of a square.
  let byPointer = false;
  let promised = null; // A sentence that waits for the new chance.
  let answered = false; // Whether Python has answered since the last drawing.
  let dated = false; // Whether the status line tells a chance, which the next answer makes old.

  const board = {
    model,
    drawing,
    view,
    scene: () => scene,
    newGesture: () => outbox.newGesture(),
    redraw,
    owner: owner.owner,

    push(edit, options = {}) {
      const n = outbox.push(edit, { ...options, owner: el });
      if (!n) board.say(text(model, "board.busy"));
      return n;
    },

    say(words, { aloud = true } = {}) {
      promised = null;
      dated = false;
      status.classList.remove("refusal");
      setText(status, words);
      if (aloud && words) voice.say(words);
    },

    /** Show what was done, and once Python has answered, say it with what the chance became. */
    sayWithChance(words, n, before) {
      if (!n) return;
      if (typeof words === "string") board.say(words, { aloud: false });
      promised = { words, n, before };
    },

    clearStatus() {
      board.say(text(model, acts.isPaint() ? "board.hint.paint" : view.tool === "turn" ? "board.hint.turn" : "board.hint"), { aloud: false });
    },

    squareOf(col, rowFromTop) {
      const row = scene.rows - 1 - rowFromTop;
      return row < 0 || col < 0 || rowFromTop < 0 || col >= scene.columns ? null : squareName({ row, col });
    },

    /** Go to a square; the ring is for those who came by key. */
    focus(square, { byKey = true } = {}) {
      view.focus = square;
      announceChosen(model, square, miniAt(scene, square)?.name);
      redraw();
      byPointer = !byKey;
      drawing.cells.get(square)?.focus({ preventScroll: true });
      drawing.root.classList.toggle("by-key", byKey);
      byPointer = false;
      if (byKey) reveal(square);
    },

    toggleHelp() {
      help.open = !help.open;
      if (help.open) help.firstChild.focus();
    },
  };
  const acts = makeActs(board);
  const pointer = watchPointer(board, acts, frame, cleanup);
  watchKeys(board, acts, pointer, cleanup);
  const pointed = watchPointed(board, cleanup);
  const hover = watchHover(board, acts, pointer, heat, el, cleanup);
  el.append(hover.card);

  function refold() {
    scene = fold(whole(model.get("scene")), outbox.pending());
    if (view.carry && !miniNamed(scene, view.carry.name)) Object.assign(view, { carry: null, picked: null });
  }

  function redraw() {
    refold();
    view.lang = model.get("lang");
    if (!isOn(scene, view.focus)) view.focus = miniNamed(scene, scene.attacker)?.at ?? "A1";
    view.lit = [...scene.lit, ...model.get("lit"), ...view.announced];
    heat.draw(scene, side);
    drawing.draw(scene, view);
    pointer.check();
    pointed.update();
    drawActions();
    const { n, applied } = outbox.marks();
    setAttrs(el, { "data-n": n, "data-applied": applied });
  }

  function sayAnswer() {
    const refusal = outbox.refusal(el);
    if (refusal) {
      board.say(refusal);
      status.classList.add("refusal");
    } else if (promised && outbox.marks().applied >= promised.n) {
      const { before } = promised;
      const words = typeof promised.words === "string" ? promised.words : promised.words();
      const now = scene.label;
      const key = before ? "board.chance_was" : "board.chance";
      const tells = now && now !== before;
      board.say(tells ? `${words} ${text(model, key, { now, before })}` : words);
      dated = tells;
    } else if (dated) {
      board.clearStatus();
    }
  }

  function drawTools() {
    setAttrs(tools, { "aria-label": text(model, "board.tools"), hidden: scene.tools.length ? null : "" });
    tools.replaceChildren(...scene.tools.filter((tool) => tool !== "turn" || scene.facings).map((tool) => {
      const name = text(model, `board.tool.${tool}`);
      const button = html("button", { type: "button", "aria-pressed": String(view.tool === tool), "data-tool": tool },
        icon(tool), html("span", {}, name));
      button.addEventListener("click", () => choose(tool));
      return button;
    }));
    setAttrs(drawing.root, { "data-tool": view.tool });
    owner.draw(scene, view.tool);
  }

  function choose(tool) {
    view.tool = tool;
    acts.letGo({ cancel: true });
    model.set("tool", tool);
    model.save_changes();
    for (const button of tools.children) setAttrs(button, { "aria-pressed": String(button.dataset.tool === tool) });
    setAttrs(drawing.root, { "data-tool": tool });
    owner.draw(scene, tool);
    board.clearStatus();
  }

  function drawActions() {
    const { picked } = view;
    const key = JSON.stringify([picked, scene.facings, view.lang]);
    if (actions.dataset.key === key) return;
    actions.dataset.key = key;
    actions.replaceChildren();
    if (!picked) return;
    const button = (name, act, picture = null) => {
      const node = html("button", { type: "button", class: picture ? "bare" : null, "aria-label": text(model, `board.do.${name}`) });
      node.append(picture ? icon(picture) : text(model, `board.short.${name}`));
      node.addEventListener("click", act);
      actions.append(node);
    };
    if (scene.facings) {
      button("left", () => acts.turn(picked, -1), "left");
      button("right", () => acts.turn(picked, 1), "turn");
    }
    button("attacker", () => acts.role("attacker", picked));
    button("target", () => acts.role("target", picked));
    button("drop", () => acts.letGo());
  }

  function drawFixed() {
    drawTools();
    zoom.replaceChildren(...[["out", 1 / 1.25], ["in", 1.25]].map(([name, factor]) => {
      const label = text(model, `board.zoom.${name}`);
      const button = html("button", { type: "button", class: "bare", "aria-label": label }, icon(name));
      button.addEventListener("click", () => {
        magnified = Math.min(Math.max(magnified * factor, 0.4), 4);
        fit();
      });
      return button;
    }));
    const lines = ["arrows", "space", "turn", "next", "roles", "cover", "minis", "speak", "undo"];
    help.replaceChildren(html("summary", {}, text(model, "board.keys")),
      html("ul", {}, ...lines.map((line) => html("li", {}, text(model, `board.keys.${line}`)))));
    board.clearStatus();
  }

  /** Squares as large as the place allows, never under 24 pixels: then the board scrolls in its frame. */
  function fit() {
    const { columns, rows } = scene;
    const room = Math.min((el.clientWidth - HEADERS - 4) / columns, (innerHeight * 0.74 - HEADERS) / rows);
    const px = Math.max(SMALLEST, Math.floor(Math.min(room, LARGEST) * magnified));
    side = px;
    view.unit = Math.min(Math.max((0.95 * CELL) / px, 1), 2);
    setAttrs(drawing.root, { width: px * columns, height: px * rows });
    sheet.style.setProperty("--px", `${px}px`);
    el.style.setProperty("--wide", `${px * columns + HEADERS + 2}px`);
    drawing.root.style.setProperty("--u", String(Math.min(Math.max((0.8 * CELL) / px, 1), 1.45)));
    redraw();
  }

  /** Scroll frame and page until the square is in sight, and not under the letters and numbers. */
  function reveal(square) {
    const node = drawing.cells.get(square);
    if (!node) return;
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const cell = node.getBoundingClientRect();
    const outer = frame.getBoundingClientRect();
    const short = (low, high, from, to) => Math.max(high - to, 0) + Math.min(low - from, 0);
    frame.scrollBy(
      short(cell.left, cell.right, outer.left + HEADERS, outer.left + frame.clientWidth),
      short(cell.top, cell.bottom, outer.top + HEADERS, outer.top + frame.clientHeight),
    );
  }

  let size = "";
  function onScene() {
    redraw();
    const shape = JSON.stringify([scene.columns, scene.rows]);
    if (shape !== size) fit();
    size = shape;
    const buttons = JSON.stringify([scene.tools, scene.facings > 0, scene.minis.map((mini) => mini.side)]);
    if (buttons !== tools.dataset.key) drawTools();
    tools.dataset.key = buttons;
  }

  cleanup(outbox.onChange((news) => {
    answered ||= news.answered;
    if (news.answered) refold();
    voice.hear(news, scene);
  }));
  listen(model, ["scene", "lit", "heat", "heat_cells"], () => {
    onScene();
    hover.refresh();
    if (answered) sayAnswer();
    answered = false;
  }, cleanup, outbox);
  listen(model, ["texts"], () => {
    drawFixed();
    redraw();
  }, cleanup);
  listen(model, ["tool"], () => model.get("tool") !== view.tool && choose(model.get("tool")), cleanup);
  cleanup(onLit(model, (names) => {
    view.announced = names;
    redraw();
  }));
  on(el, "focusout", (event) => {
    if (!el.contains(event.relatedTarget) && view.carry) acts.letGo();
  }, cleanup);
  on(drawing.root, "focusin", (event) => {
    const { square } = event.target.dataset;
    if (square && square !== view.focus) {
      view.focus = square;
      announceChosen(model, square, miniAt(scene, square)?.name);
      redraw();
    }
    drawing.root.classList.toggle("by-key", !byPointer && event.target.matches(":focus-visible"));
  }, cleanup);
  on(drawing.root, "focusout", () => drawing.root.classList.remove("by-key"), cleanup);

  redraw();
  drawFixed();
  onScene();
  const sizes = new ResizeObserver(() => fit());
  sizes.observe(el);
  cleanup(() => sizes.disconnect());
  return done;
}

export default { initialize, render };
