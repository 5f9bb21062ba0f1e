// The strip beneath the board: what can be done to the chosen mini, and the menu of the board itself.

import { fold, sideNumbers, whole } from "./board_model.mjs";
import { chosenIn, onChosen } from "./chosen.mjs";
import { deskOf, html, initialize, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

const LARGEST = 60;

export default { initialize, render };

/** The edit that a typed text stands for, or null when it changes nothing. */
export function typedEdit(mini, key, typed) {
  const plain = typed.trim();
  return plain && plain !== mini[key] ? { mini: mini.name, [key]: plain } : null;
}

/** The size of a board one step up or down, or null at the end. */
export function sized(scene, key, by) {
  const next = scene[key] + by;
  return next >= 1 && next <= LARGEST ? { board: { [key]: next } } : null;
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const raw = await model.widget_manager.get_model(model.get("desk").replace("IPY_MODEL_", ""));
  const { cleanup, done } = mount(model, el, "handling");
  const owner = {};
  const say = (key, fields) => text(model, `handling.${key}`, fields);
  const propose = (edit) => edit && box.push(edit, { owner });

  const shape = html("span", { class: "tohit-handling-side", "aria-hidden": "true" });
  const who = html("strong", {});
  const name = field("name");
  const side = field("side");
  const sides = html("datalist", { id: `th${Math.random().toString(36).slice(2)}` });
  side.input.setAttribute("list", sides.id);
  const down = button(() => propose({ mini: chosen().mini.name, downed: !chosen().mini.downed }));
  const copy = button(() => propose({ add: null, like: chosen().mini.name }));
  const remove = button(() => propose({ mini: chosen().mini.name, remove: true }));
  const stats = button(openStats);
  const add = button(() => propose({ add: chosen().square }));
  const forMini = html("span", { class: "tohit-handling-mini" }, name.node, side.node, sides, down, copy, remove, stats);
  const strip = html("div", { class: "tohit-handling-strip", role: "group" }, shape, who, forMini, add);

  const title = html("summary", {});
  const sizes = [sizer("columns"), sizer("rows")];
  const clears = new Map(["terrain", "minis", "board"].map((what) => [what, button(() => propose({ clear: what }))]));
  const fresh = button(() => propose({ scenario: "new" }));
  const menu = html("details", { class: "tohit-handling-board" }, title,
    html("div", { class: "tohit-handling-menu" }, ...sizes.map(({ node }) => node), ...clears.values(), fresh));
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  el.append(strip, menu, refusal);

  const scene = () => fold(whole(raw.get("scene") ?? {}), box.pending());
  const chosen = () => chosenIn(model, scene());

  function button(act) {
    const node = html("button", { type: "button" });
    on(node, "click", act, cleanup);
    return node;
  }

  function field(key) {
    const label = html("span", {});
    const input = html("input", { type: "text", size: key === "name" ? 12 : 7, maxlength: key === "name" ? 40 : 80, autocomplete: "off" });
    on(input, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") draw({ anew: true });
    }, cleanup);
    on(input, "change", () => {
      const { mini } = chosen();
      if (mini && !propose(typedEdit(mini, key, input.value))) draw({ anew: true });
    }, cleanup);
    return { label, input, node: html("label", {}, label, input) };
  }

  function sizer(key) {
    const label = html("span", {});
    const less = button(() => propose(sized(scene(), key, -1)));
    const more = button(() => propose(sized(scene(), key, 1)));
    const value = html("output", {});
    return { key, label, less, more, value, node: html("span", { class: "tohit-handling-size" }, label, less, value, more) };
  }

  /** The form of the stats stands with the other controls; the page makes one for a mini that has none yet. */
  function openStats() {
    const { mini } = chosen();
    const now = scene();
    const role = ["attacker", "target"].find((key) => now[key] === mini.name) ?? "selected";
    box.push({ page: { mini: mini.name } }, { owner });
    const open = (tries) => {
      const form = el.closest(".tohit-page")?.querySelector(`.tohit-controls-${role}`);
      if (!form) {
        if (tries) setTimeout(() => open(tries - 1), 50);
        return;
      }
      form.open = true;
      form.querySelector("summary").focus();
      form.scrollIntoView({ block: "nearest" });
    };
    open(20);
  }

  function draw({ anew = false } = {}) {
    const now = scene();
    const { square, mini } = chosen();
    const number = mini && sideNumbers(now).get(mini.side);
    setAttrs(strip, { "aria-label": say("label") });
    setAttrs(shape, { "data-side": number ?? null });
    setText(who, mini ? mini.name : square ?? say("hint"));
    who.classList.toggle("tohit-handling-hint", !square);
    // Who pressed a button that goes away keeps the focus in the strip.
    const held = document.activeElement;
    const loses = mini ? held === add : forMini.contains(held);
    forMini.hidden = !mini;
    add.hidden = !square || Boolean(mini);
    if (loses) (mini ? copy : add).focus();
    for (const [key, { label, input }] of [["name", name], ["side", side]]) {
      setText(label, say(key));
      if (mini && (anew || document.activeElement !== input)) input.value = mini[key];
    }
    const known = [...new Set(now.minis.map((one) => one.side))];
    if (sides.dataset.sides !== known.join("\n")) {
      sides.dataset.sides = known.join("\n");
      sides.replaceChildren(...known.map((value) => html("option", { value })));
    }
    down.hidden = !model.get("falls");
    stats.hidden = !model.get("stats");
    fresh.hidden = !model.get("fresh");
    setText(down, say(mini?.downed ? "up" : "down"));
    for (const [node, key] of [[copy, "copy"], [remove, "remove"], [stats, "stats"], [add, "add"], [fresh, "new"], [title, "board"]]) {
      setText(node, say(key));
    }
    for (const [what, node] of clears) setText(node, say(`clear.${what}`));
    for (const { key, label, less, more, value } of sizes) {
      setText(label, say(key));
      setText(value, String(now[key]));
      setAttrs(less, { "aria-label": say(`${key}.less`) });
      setAttrs(more, { "aria-label": say(`${key}.more`) });
      setText(less, "\u2212");
      setText(more, "+");
      less.disabled = now[key] <= 1;
      more.disabled = now[key] >= LARGEST;
    }
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  // During a drag nothing here changes but where the mini stands, which is not shown.
  let seen = "";
  function onScene() {
    const now = scene();
    const key = JSON.stringify([now.minis.map(({ name: called, side: of, downed }) => [called, of, downed]), now.columns, now.rows, box.refusal(owner)]);
    if (key === seen) return;
    seen = key;
    draw();
  }

  raw.on("change:scene", onScene);
  cleanup(() => raw.off("change:scene", onScene));
  cleanup(box.onChange(onScene));
  cleanup(onChosen(model, draw));
  listen(model, ["falls", "stats", "fresh", "texts"], draw, cleanup);
  draw();
  return done;
}
