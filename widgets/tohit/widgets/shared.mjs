// What every view shares: the desk that edits go to, words, small DOM builders, clean-up.
// base.py inlines this file into each module, so there may be several copies of the code on a page; what must exist
// once lives on globalThis, keyed by the raw model.

import { makeOutbox } from "./outbox.mjs";
import { shareTheme } from "./theme.mjs";

const SVG = "http://www.w3.org/2000/svg";

/** Every view module exports this as `initialize`: it opens the parcels that this model carries. */
export function initialize({ model }) {
  const models = new Map();
  let queue = null;

  function apply(states) {
    for (const [id, state] of states) {
      const target = models.get(id);
      target?.set_state(unpacked(target, state));
    }
  }

  async function find(id) {
    try {
      models.set(id, await model.widget_manager.get_model(id));
    } catch {
      models.delete(id); // The panel was closed while its news was on the way.
    }
  }

  model.on("change:parcel", () => {
    const states = model.get("parcel").states ?? [];
    const missing = [...new Set(states.map(([id]) => id))].filter((id) => !models.has(id));
    // At once when possible, so that all views change in the same frame; in order in any case.
    if (!queue && missing.length === 0) {
      apply(states);
      return;
    }
    const mine = (queue ?? Promise.resolve()).then(() => Promise.all(missing.map(find))).then(() => {
      apply(states);
      if (queue === mine) queue = null;
    });
    queue = mine;
  });
}

/** A state as the model itself would read it off the wire, arrays for instance; ipywidgets does it with promises. */
function unpacked(target, state) {
  const readers = target.constructor.serializers ?? {};
  const read = ([name, value]) => [name, readers[name]?.deserialize?.(value, target.widget_manager) ?? value];
  return Object.fromEntries(Object.entries(state).map(read));
}

/** The outbox that this panel's edits go through: one for each desk, whichever module asks first. */
export async function deskOf(model) {
  const raw = await model.widget_manager.get_model(deskId(model));
  const desks = onPage("desks", () => new WeakMap());
  if (!desks.has(raw)) desks.set(raw, makeOutbox(raw));
  return desks.get(raw);
}

/** Light up the minis and squares that caused something, in every view of this desk, without Python. */
export function announceLit(model, names) {
  const lit = litOf(model);
  lit.names = [...names];
  for (const listener of [...lit.listeners]) listener(lit.names);
}

/** Hear what `announceLit` says; returns how to stop. */
export function onLit(model, listener) {
  const lit = litOf(model);
  lit.listeners.add(listener);
  return () => lit.listeners.delete(listener);
}

function litOf(model) {
  const all = onPage("lit", () => new Map());
  const id = deskId(model);
  if (!all.has(id)) all.set(id, { names: [], listeners: new Set() });
  return all.get(id);
}

function deskId(model) {
  return model.get("desk").replace("IPY_MODEL_", "");
}

function onPage(key, make) {
  const page = (globalThis[Symbol.for("tohit")] ??= {});
  return (page[key] ??= make());
}

/** The text of a key in the reader's language, with its fields filled in; a key without text shows itself. */
export function text(model, key, fields = {}) {
  let entry = model.get("texts")[key];
  if (entry === undefined) return key;
  if (typeof entry !== "string") {
    const count = Math.abs(Number(fields[entry.count]));
    const one = model.get("lang") === "fr" ? count < 2 : count === 1;
    entry = one ? entry.one : entry.other;
  }
  return entry.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!(name in fields)) return whole;
    return typeof fields[name] === "number" ? number(model, fields[name]) : String(fields[name]);
  });
}

/** A number as the reader's language writes it. */
export function number(model, value) {
  const plain = String(value).replace("-", "\u2212");
  return model.get("lang") === "fr" ? plain.replace(".", ",") : plain;
}

/** An SVG element.  Attributes that are null or undefined are left out. */
export function svg(tag, attrs = {}, ...kids) {
  return filled(document.createElementNS(SVG, tag), attrs, kids);
}

/** An HTML element; kids are nodes or texts, never markup. */
export function html(tag, attrs = {}, ...kids) {
  return filled(document.createElement(tag), attrs, kids);
}

function filled(node, attrs, kids) {
  setAttrs(node, attrs);
  node.append(...kids);
  return node;
}

/** Set, change or (null, undefined, false) remove attributes; touches only what differs. */
export function setAttrs(node, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else if (node.getAttribute(name) !== String(value)) {
      node.setAttribute(name, value);
    }
  }
  return node;
}

/** Set a text only when it differs, so that live regions speak once and selections survive. */
export function setText(node, words) {
  if (node.textContent !== words) node.textContent = words;
  return node;
}

/** Keep `parent` filled with one node for each item, by key: made once, updated in place, kept in order. */
export function keyed(parent, nodes, items, { key, make, update }) {
  const wanted = new Set();
  items.forEach((item, index) => {
    const name = key(item);
    wanted.add(name);
    if (!nodes.has(name)) nodes.set(name, make(item));
    const node = nodes.get(name);
    update(node, item);
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
  for (const [name, node] of nodes) {
    if (!wanted.has(name)) {
      node.remove();
      nodes.delete(name);
    }
  }
}

/**
 * Prepare the root of a view: theme, classes, language, the notice of a failed update.
 *
 * Returns `{cleanup, done}`: `cleanup(f)` registers what has to be undone, `done` runs it and is what `render` returns.
 */
export function mount(model, el, name) {
  const tasks = [];
  const cleanup = (task) => tasks.push(task);
  shareTheme(model);
  el.classList.add("tohit", `tohit-${name}`);
  // JupyterLab would take our keys for its own commands, whatever stopPropagation says: it listens first.
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  const notice = html("p", { class: "tohit-failed", role: "status" });

  function show() {
    const failed = model.get("failed");
    el.lang = model.get("lang");
    el.classList.toggle("tohit-stale", Boolean(failed));
    setText(notice, failed);
    if (failed) el.prepend(notice);
    else notice.remove();
  }

  listen(model, ["failed", "lang"], show, cleanup);
  show();
  return {
    cleanup,
    done() {
      while (tasks.length) tasks.pop()();
    },
  };
}

/**
 * Call `listener` once however many of these traits change in one message.
 *
 * With an outbox also when edits that `concerns` were sent or answered: once for both, after all panels have been told.
 */
export function listen(model, names, listener, cleanup, outbox = null, concerns = () => true) {
  let planned = false;
  let over = false;
  function plan() {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      if (!over) listener();
    });
  }
  for (const name of names) model.on(`change:${name}`, plan);
  const off = outbox?.onChange(({ refused, edits }) => {
    if (refused || edits.some((edit) => edit.cancel || concerns(edit))) plan();
  });
  cleanup(() => {
    over = true;
    off?.();
    for (const name of names) model.off(`change:${name}`, plan);
  });
}

/** Add an event listener and register its removal. */
export function on(target, type, listener, cleanup, options) {
  target.addEventListener(type, listener, options);
  cleanup(() => target.removeEventListener(type, listener, options));
}
