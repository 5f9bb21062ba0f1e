// The ledger: one row a modifier, between what it starts from and what it comes to.
import { announceLit, html, initialize, keyed, listen, mount, number, on, setAttrs, setText, text } from "./shared.mjs";
import { needPhrase, signed } from "./phrases.mjs";
import { comesFrom, onPointed } from "./pointed.mjs";

export default { initialize, render };

/** The rows in the order they are read: for each channel its heading, base, lines and total. */
export function rowsOf({ base, lines, total, channels }) {
  const grouped = channels.length > 1;
  const groups = grouped ? channels : [{ key: null, name: "" }];
  const inGroup = (group) => (row) => !grouped || row.channel === group.key;
  return groups.flatMap((group) => {
    const id = group.key ?? "";
    const rows = [
      ...base.filter(inGroup(group)).map((row, index) => ({ kind: "base", id: `base ${id} ${index}`, row })),
      ...lines.filter(inGroup(group)).map((row) => ({ kind: "line", id: `line ${row.channel} ${row.key}`, row })),
      ...total.filter(inGroup(group)).map((row, index) => ({ kind: "total", id: `total ${id} ${index}`, row })),
    ];
    const numbered = unique(rows);
    return grouped && rows.length ? [{ kind: "heading", id: `heading ${id}`, row: group }, ...numbered] : numbered;
  });
}

/** The ledger as text with aligned columns, for a chat or an exercise sheet. */
export function asText(cells) {
  const width = Math.max(0, ...cells.map(({ name }) => name.length));
  const lines = cells.map(({ name, value, note }) => [name.padEnd(width), value.padStart(5), note].join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** What a tap does: the first one shows a line, the second one keeps it, the third lets it go. */
export function afterTap(pinned, id, wasShown) {
  return { shown: id, pinned: wasShown && pinned !== id ? id : null };
}

async function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "ledger");
  const nodes = new Map();
  const open = new Set();
  let light = { shown: null, pinned: null };
  let wasShown = false;
  let pointed = []; // What the reader points at on the board.

  const title = html("h2", { class: "tohit-ledger-title" });
  const copy = html("button", { type: "button" });
  const copied = html("span", { class: "tohit-ledger-copied", role: "status" });
  const list = html("ul", { class: "tohit-ledger-rows" });
  const empty = html("p", { class: "tohit-ledger-empty" });
  const hint = html("p", { class: "tohit-ledger-hint" });
  const box = html("textarea", { class: "tohit-ledger-box", readonly: "", rows: 8, hidden: "" });
  el.append(html("div", { class: "tohit-ledger-head" }, title, copied, copy), list, empty, hint, box);

  const parts = ["base", "lines", "total", "channels"];
  const rows = () => rowsOf(Object.fromEntries(parts.map((name) => [name, model.get(name)])));
  const say = (key, fields) => text(model, `ledger.${key}`, fields);

  function valueOf({ kind, row }) {
    if (kind === "heading") return "";
    if (kind !== "base") return signed(model, row.value);
    return typeof row.value === "number" ? number(model, row.value) : row.value;
  }

  function nameOf({ kind, row }) {
    return row.name || (kind === "heading" ? "" : say(kind));
  }

  function marksOf({ kind, row }) {
    if (kind !== "line") return row.need === row.value ? [] : [needPhrase(model, "ledger", row.need)].filter(Boolean);
    return [
      row.applied ? "" : say("unapplied"),
      row.wasted ? say("wasted", { wasted: Math.abs(row.wasted) }) : "",
      row.overridden ? say("overridden") : "",
    ].filter(Boolean);
  }

  function show(change) {
    light = { ...light, ...change };
    const lit = rows().find(({ id }) => id === (light.shown ?? light.pinned));
    announceLit(model, lit?.row.causes ?? []);
    drawLight();
  }

  function makeRow(item) {
    const name = html("span", { class: "tohit-ledger-name" });
    const marks = html("span", { class: "tohit-ledger-marks" });
    const value = html("span", { class: "tohit-ledger-value" });
    if (item.kind !== "line") {
      return html("li", { class: `tohit-ledger-row tohit-ledger-${item.kind}` }, name, marks, value);
    }
    const { id } = item;
    const pin = html("span", { class: "tohit-ledger-pin" });
    const main = html("button", { type: "button", class: "tohit-ledger-main" }, name, marks, pin, value);
    const why = html("button", { type: "button", class: "tohit-ledger-why", "aria-expanded": "false" });
    const because = html("p", { class: "tohit-ledger-because" });
    const source = html("p", { class: "tohit-ledger-source" });
    main.addEventListener("pointerdown", (event) => {
      wasShown = event.pointerType === "mouse" || light.shown === id;
    });
    main.addEventListener("click", (event) => {
      // A click from the keyboard has no pointer before it, and its line is lit already because it has focus.
      show(afterTap(light.pinned, id, event.detail === 0 || wasShown));
    });
    why.addEventListener("click", () => {
      if (!open.delete(id)) open.add(id);
      draw();
    });
    const node = html("li", { class: "tohit-ledger-row tohit-ledger-line" }, main, why, because, source);
    node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show({ shown: id }));
    node.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show({ shown: null }));
    node.addEventListener("focusin", () => show({ shown: id }));
    node.addEventListener("focusout", () => show({ shown: null }));
    return node;
  }

  function updateRow(node, item) {
    const marks = marksOf(item);
    const markRow = node.querySelector(".tohit-ledger-marks");
    setText(node.querySelector(".tohit-ledger-name"), nameOf(item));
    setText(node.querySelector(".tohit-ledger-value"), valueOf(item));
    if (markRow.textContent !== marks.join("")) markRow.replaceChildren(...marks.map((mark) => html("span", {}, mark)));
    if (item.kind !== "line") return;
    const { row, id } = item;
    const expanded = open.has(id);
    const more = row.applied ? Boolean(row.because || row.source) : Boolean(row.source);
    const why = node.querySelector(".tohit-ledger-why");
    node.classList.toggle("tohit-ledger-unapplied", !row.applied);
    node.classList.toggle("tohit-ledger-wasting", row.wasted !== 0);
    setAttrs(node, { "data-sign": Math.sign(row.value) });
    setAttrs(why, {
      "aria-expanded": String(expanded),
      "aria-label": say("why", { name: row.name }),
      style: more ? null : "visibility:hidden",
    });
    setAttrs(node.querySelector(".tohit-ledger-main"), {
      title: row.causes.length ? say("show", { causes: row.causes.join(", ") }) : null,
    });
    const because = setText(node.querySelector(".tohit-ledger-because"), row.because);
    const from = row.source && say("source", { source: row.source });
    const source = setText(node.querySelector(".tohit-ledger-source"), from);
    because.hidden = !row.because || (row.applied && !expanded);
    source.hidden = !row.source || !expanded;
  }

  function drawLight() {
    const causing = pointed.length ? rows().filter(({ row }) => comesFrom(row, pointed)) : [];
    const lit = new Set(causing.map(({ id }) => id));
    for (const [id, node] of nodes) {
      node.classList.toggle("tohit-ledger-lit", id === (light.shown ?? light.pinned));
      node.classList.toggle("tohit-ledger-pointed", lit.has(id));
      const main = node.querySelector(".tohit-ledger-main");
      if (!main) continue;
      setAttrs(main, { "aria-pressed": String(id === light.pinned) });
      setText(node.querySelector(".tohit-ledger-pin"), id === light.pinned ? say("pinned") : "");
    }
  }

  function draw() {
    const items = rows();
    if (light.pinned && !items.some(({ id }) => id === light.pinned)) show({ pinned: null });
    setText(title, say("label"));
    setText(copy, say("copy"));
    setText(hint, say("hint"));
    setText(empty, say("empty"));
    empty.hidden = model.get("lines").length > 0;
    hint.hidden = !model.get("lines").some((line) => line.causes.length);
    setAttrs(box, { "aria-label": say("select") });
    keyed(list, nodes, items, { key: ({ id }) => id, make: makeRow, update: updateRow });
    drawLight();
  }

  async function onCopy() {
    const words = asText(
      rows().map((item) => ({
        name: nameOf(item),
        value: valueOf(item),
        note: [...marksOf(item), item.row.because].filter(Boolean).join("; "),
      })),
    );
    try {
      // There is no clipboard on plain-http pages; then the text is there to be copied by hand.
      await navigator.clipboard.writeText(words);
      setText(copied, say("copied"));
      box.hidden = true;
    } catch {
      setText(copied, say("select"));
      box.hidden = false;
      box.value = words;
      box.focus();
      box.select();
    }
  }

  on(copy, "click", onCopy, cleanup);
  on(copy, "blur", () => setText(copied, ""), cleanup);
  on(el, "keydown", (event) => {
    if (event.key === "Escape" && light.pinned) show({ pinned: null });
  }, cleanup);
  listen(model, [...parts, "texts"], draw, cleanup);
  cleanup(() => announceLit(model, []));
  cleanup(onPointed(model, (names) => {
    pointed = names;
    drawLight();
  }));
  draw();
  return done;
}

/** Two lines of one key in one channel are told apart by their place. */
function unique(rows) {
  const seen = new Map();
  return rows.map((item) => {
    const count = (seen.get(item.id) ?? 0) + 1;
    seen.set(item.id, count);
    return count === 1 ? item : { ...item, id: `${item.id} ${count}` };
  });
}
