// The cover toggles: three covers to press, a mark on the one that the board sees, and the way back to it.
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, svg, text } from "./shared.mjs";
import { folded, swallow } from "./grip.mjs";

const COVERS = ["none", "light", "heavy"];
const OVERRIDE = "attack.overrides.cover";
const HEIGHTS = { none: 0, light: 7, heavy: 12 };

export default { initialize, render };

/** What counts once the unanswered edits are done: `{value, overridden}`. */
export function coverNow({ value, found, overridden }, pending) {
  const by = folded(undefined, pending, (edit) => (edit.path === OVERRIDE ? { value: edit.value } : undefined));
  if (by === undefined) return { value, overridden };
  return by.value === null ? { value: found, overridden: false } : { value: by.value, overridden: true };
}

/** The cover that an arrow key leads to in a group of radio buttons; undefined for other keys. */
export function coverByKey(key, value) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  return by && COVERS[(COVERS.indexOf(value) + by + COVERS.length) % COVERS.length];
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "cover");
  const owner = {};
  const controllerNodes = new Map();
  const titleId = `tohit-${Math.random().toString(36).slice(2)}`;

  const title = html("div", { class: "tohit-cover-title", id: titleId });
  const buttons = new Map(COVERS.map((cover) => [cover, makeButton(cover)]));
  const group = html(
    "div",
    { class: "tohit-cover-group", role: "radiogroup", "aria-labelledby": titleId },
    ...buttons.values(),
  );
  const state = html("span", { class: "tohit-cover-state" });
  const back = html("button", { type: "button" });
  const chooser = html("select", {});
  const ownerName = html("strong", {});
  const chooserLabel = html("span", {});
  const piece = html("label", { class: "tohit-cover-piece" }, chooserLabel, chooser, ownerName);
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  el.append(title, group, html("div", { class: "tohit-cover-line" }, state, back), piece, refusal);

  const current = () => ({ value: model.get("value"), found: model.get("found"), overridden: model.get("overridden") });
  const name = (cover) => model.get("labels")[cover] ?? text(model, `cover.${cover}`);

  function press(cover) {
    const { value, overridden } = coverNow(current(), box.pending());
    if (model.get("enabled") && !(overridden && value === cover)) box.push({ path: OVERRIDE, value: cover }, { owner });
  }

  for (const [cover, button] of buttons) on(button, "click", () => press(cover), cleanup);
  on(back, "click", () => box.push({ path: OVERRIDE, value: null }, { owner }), cleanup);
  on(chooser, "change", () => {
    box.push({ square: model.get("square"), controlled_by: chooser.value || null }, { owner });
  }, cleanup);
  on(group, "keydown", (event) => {
    const cover = coverByKey(event.key, coverNow(current(), box.pending()).value);
    if (!cover || !model.get("enabled")) return;
    swallow(event);
    press(cover);
    buttons.get(cover).focus();
  }, cleanup);

  function drawPiece(enabled) {
    const square = model.get("square");
    const held = folded(model.get("controlled_by"), box.pending(), (edit) =>
      "controlled_by" in edit && edit.square === square ? (edit.controlled_by ?? "") : undefined,
    );
    const nobody = { key: "", name: text(model, "cover.nobody") };
    const known = [nobody, ...model.get("controllers")];
    const choices = known.some(({ key }) => key === held) ? known : [...known, { key: held, name: held }];
    piece.hidden = !enabled || !(square || held);
    chooser.hidden = !square || known.length < 2;
    ownerName.hidden = !chooser.hidden;
    setText(chooserLabel, text(model, "cover.controlled"));
    setText(ownerName, choices.find(({ key }) => key === held).name);
    keyed(chooser, controllerNodes, choices, {
      key: (choice) => choice.key,
      make: (choice) => html("option", { value: choice.key }),
      update: (node, choice) => setText(node, choice.name),
    });
    chooser.value = held;
  }

  function draw() {
    const enabled = model.get("enabled");
    const { value, overridden } = coverNow(current(), box.pending());
    const found = model.get("found");
    setText(title, text(model, "cover.label"));
    for (const [cover, button] of buttons) {
      const seen = enabled && cover === found;
      setText(button.querySelector(".tohit-cover-name"), name(cover));
      setText(button.querySelector(".tohit-cover-found"), seen ? text(model, "cover.found") : "");
      button.disabled = !enabled;
      setAttrs(button, {
        "aria-checked": String(enabled && cover === value),
        tabindex: cover === value ? 0 : -1,
      });
    }
    const key = found === "" ? "cover.given" : overridden ? "cover.overridden" : "cover.follows";
    const reason = model.get("reason") || text(model, "cover.disabled");
    setText(state, enabled ? text(model, key, { value: name(value), found: name(found) }) : reason);
    setText(back, text(model, "cover.back"));
    back.hidden = !enabled || !overridden || found === "";
    el.classList.toggle("tohit-cover-set", enabled && overridden);
    drawPiece(enabled);
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  const own = ["value", "found", "overridden", "enabled", "reason", "labels"];
  const traits = [...own, "square", "controllers", "controlled_by", "texts"];
  listen(model, traits, draw, cleanup, box, (edit) => edit.path === OVERRIDE || "controlled_by" in edit);
  draw();
  return done;
}

function makeButton(cover) {
  return html(
    "button",
    { type: "button", role: "radio" },
    picture(HEIGHTS[cover]),
    html("span", { class: "tohit-cover-name" }),
    html("span", { class: "tohit-cover-found" }),
  );
}

/** A mini behind a wall of the given height. */
function picture(height) {
  const mini = "M10 2a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 1 1 0-6.4M4.5 18c0-5 1.5-8.4 5.5-8.4s5.5 3.4 5.5 8.4Z";
  return svg(
    "svg",
    { class: "tohit-cover-picture", viewBox: "0 0 20 20", "aria-hidden": "true" },
    svg("path", { class: "tohit-cover-mini", d: mini }),
    svg("rect", { class: "tohit-cover-wall", x: 1, y: 18.5 - height, width: 18, height }),
  );
}
