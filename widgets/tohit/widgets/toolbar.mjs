// The toolbar: menus of systems and scenarios, undo and redo, the language, help.
import { tendPage } from "./page.mjs";
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, svg, text } from "./shared.mjs";

const LANGUAGES = ["en", "fr"];
const ARROWS = {
  undo: "M8 4 3 9l5 5M3 9h9a5 5 0 0 1 0 10h-3",
  redo: "M12 4l5 5-5 5M17 9H8a5 5 0 0 0 0 10h3",
};
// Which keys do what on the board; the board itself listens to them.
const KEYS = [
  [["arrows"], "move"],
  [["space"], "pick"],
  [["[", "]", "r", "R"], "turn"],
  [["n"], "next"],
  [["t"], "target"],
  [["c"], "cover"],
  [["+", "delete"], "minis"],
  [["l"], "sight"],
  [["i"], "info"],
  [["Esc"], "cancel"],
  [["Ctrl+Z", "Ctrl+Y"], "undo"],
  [["?"], "help"],
];

export default { initialize, render };

/** What a key press asks for on the page: "undo", "redo" or null.  Text boxes keep their own undo. */
export function historyKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  if (!(ctrlKey || metaKey) || altKey || isTextBox(target)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/** Whether a key press asks for help; in a text box it is a letter like others. */
export function asksHelp({ key, ctrlKey, metaKey, altKey, target }) {
  return key === "?" && !ctrlKey && !metaKey && !altKey && !isTextBox(target);
}

/** Whether an address may be followed: relative, http or https. */
export function isSafe(href) {
  return /^https?:$/.test(new URL(href, "http://page.invalid/").protocol);
}

function isTextBox(node) {
  if (!node?.matches) return false;
  const boxes = "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button])";
  return node.isContentEditable || node.matches(boxes);
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "toolbar");
  const owner = {};
  const say = (key, fields) => text(model, `toolbar.${key}`, fields);
  const propose = (edit) => box.push(edit, { owner });

  const systems = menu(cleanup, ({ href }) => (href && isSafe(href) ? html("a", { href }) : html("span")));
  const scenarios = menu(cleanup, ({ key }) => {
    const button = html("button", { type: "button" });
    button.addEventListener("click", () => {
      scenarios.close();
      propose({ scenario: key });
    });
    return button;
  });
  const undo = arrow("undo");
  const redo = arrow("redo");
  const tongue = (lang) => html("button", { type: "button", lang }, lang.toUpperCase());
  const tongues = new Map(LANGUAGES.map((lang) => [lang, tongue(lang)]));
  const language = html("div", { class: "tohit-toolbar-language", role: "group" }, ...tongues.values());
  const help = disclosure(cleanup, "tohit-toolbar-help");
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const history = html("div", { class: "tohit-toolbar-history" }, undo, redo);
  const parts = [systems.node, scenarios.node, history, language, help.node];
  const bar = html("div", { class: "tohit-toolbar-bar", role: "group" }, ...parts);
  el.append(bar, refusal);
  tendPage(el, cleanup);

  on(undo, "click", () => step("undo"), cleanup);
  on(redo, "click", () => step("redo"), cleanup);
  for (const [lang, button] of tongues) on(button, "click", () => propose({ page: { lang } }), cleanup);
  on(document, "keydown", onKeyDown, cleanup);

  // A button stays in the tab order when there is nothing to undo, so that the focus is not lost by pressing it.
  function step(kind) {
    // What was just done can be undone even before Python has said so.
    const fresh = kind === "undo" && box.pending().length > 0;
    if (fresh || model.get(`can_${kind}`)) propose({ [kind]: true });
  }

  function onKeyDown(event) {
    const root = el.closest(".tohit-page") ?? el;
    // A click beside the controls leaves the focus on the body; the only page then still means this page.
    const nowhere = event.target === document.body && document.querySelectorAll(".tohit-page").length === 1;
    const here = root.contains(event.target) || (nowhere && root.isConnected);
    const kind = here ? historyKey(event) : null;
    if (!kind && !(here && asksHelp(event))) return;
    event.preventDefault();
    event.stopPropagation();
    if (kind) step(kind);
    else help.open();
  }

  function drawHelp() {
    const named = (key) => (["arrows", "space", "delete"].includes(key) ? say(key) : key);
    const rows = KEYS.flatMap(([keys, what]) => [
      html("dt", {}, ...keys.map((key) => html("kbd", {}, named(key)))),
      html("dd", {}, say(`key.${what}`)),
    ]);
    help.panel.replaceChildren(
      html("p", {}, say("help.lead")),
      html("p", {}, say("help.single")),
      html("h4", {}, say("help.keys")),
      html("dl", {}, ...rows),
    );
  }

  function draw() {
    const lang = model.get("lang");
    setAttrs(bar, { "aria-label": say("label") });
    systems.draw(model.get("systems"), model.get("system"), say("systems"), say("current"));
    scenarios.draw(model.get("scenarios"), model.get("scenario"), say("scenarios"), say("current"));
    for (const [kind, button] of [["undo", undo], ["redo", redo]]) {
      setAttrs(button, { "aria-disabled": String(!model.get(`can_${kind}`)), "aria-label": say(kind), title: say(kind) });
    }
    setAttrs(language, { "aria-label": say("language") });
    for (const [code, button] of tongues) {
      setAttrs(button, { "aria-pressed": String(code === lang), title: say(code) });
    }
    setText(help.button, "?");
    setAttrs(help.button, { "aria-label": say("help"), title: say("help") });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  const traits = ["systems", "system", "scenarios", "scenario", "can_undo", "can_redo", "lang", "texts"];
  listen(model, traits, draw, cleanup, box, () => false);
  listen(model, ["texts"], drawHelp, cleanup);
  draw();
  drawHelp();
  return done;
}

/** A button that opens a panel; Escape, a press elsewhere and leaving it with Tab close it. */
function disclosure(cleanup, name) {
  const button = html("button", { type: "button", "aria-expanded": "false" });
  const panel = html("div", { class: "tohit-toolbar-panel", hidden: "" });
  const node = html("div", { class: `tohit-toolbar-menu ${name}` }, button, panel);

  function turn(open) {
    panel.hidden = !open;
    setAttrs(button, { "aria-expanded": String(open) });
  }
  function close() {
    const inside = panel.contains(document.activeElement);
    turn(false);
    if (inside) button.focus();
  }
  on(button, "click", () => turn(panel.hidden), cleanup);
  on(node, "keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    event.stopPropagation();
    close();
    button.focus();
  }, cleanup);
  on(node, "focusout", (event) => {
    if (event.relatedTarget && !node.contains(event.relatedTarget)) turn(false);
  }, cleanup);
  on(document, "pointerdown", (event) => {
    if (!node.contains(event.target)) turn(false);
  }, cleanup);
  return {
    node,
    button,
    panel,
    close,
    open() {
      turn(true);
      button.focus();
    },
  };
}

/** A disclosure with a list of links or buttons, one of which is the current one. */
function menu(cleanup, makeChoice) {
  const { node, button, panel, close } = disclosure(cleanup, "tohit-toolbar-list");
  const heading = html("span", { class: "tohit-unseen" });
  const shown = html("span", { class: "tohit-toolbar-shown" });
  const list = html("ul", {});
  const choices = new Map();
  button.append(heading, shown);
  panel.append(list);
  return {
    node,
    close,
    draw(items, current, label, currently) {
      const name = items.find(({ key }) => key === current)?.name ?? label;
      node.hidden = items.length === 0;
      setText(heading, name === label ? "" : `${label}: `);
      setText(shown, name);
      setAttrs(list, { "aria-label": label });
      keyed(list, choices, items, {
        key: (item) => `${item.key} ${item.href ?? ""}`,
        make: (item) => html("li", {}, makeChoice(item)),
        update({ firstChild: choice }, item) {
          setText(choice, item.name);
          const here = item.key === current;
          setAttrs(choice, { "aria-current": here ? "true" : null, title: here ? currently : null });
        },
      });
    },
  };
}

function arrow(kind) {
  const path = svg("path", { d: ARROWS[kind] });
  return html("button", { type: "button" }, svg("svg", { viewBox: "0 0 20 22", "aria-hidden": "true" }, path));
}
