// Procedure cards: inputs, and the exact chances as a table with bars.
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

/** What is typed into a number field: a whole number within its limits, else null. */
export function wholeOf({ low, high }, typed) {
  const plain = typed.trim().replace("\u2212", "-");
  const value = /^-?\d{1,6}$/.test(plain) ? Number(plain) : null;
  return value !== null && value >= low && value <= high ? value : null;
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "procedures");
  const owner = {};
  const title = html("summary", {});
  const cards = html("div", { class: "tohit-procedures-cards" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const frame = html("details", {}, title, refusal, cards);
  const nodes = new Map();
  const inputs = new WeakMap();
  el.append(frame);

  function propose(path, value) {
    box.push({ path, value }, { coalesce: path, owner });
  }

  function makeCard() {
    const name = html("h4", {});
    const fields = html("div", { class: "tohit-procedures-inputs" });
    const rows = html("tbody", {});
    const table = html("table", {}, rows);
    const mean = html("p", { class: "tohit-procedures-mean" });
    const source = html("p", { class: "tohit-procedures-source" });
    const node = html("section", {}, name, fields, table, mean, source);
    inputs.set(node, { name, fields, rows, table, mean, source, made: new Map(), lines: new Map() });
    return node;
  }

  function updateCard(node, card) {
    const parts = inputs.get(node);
    setText(parts.name, card.name);
    setAttrs(parts.table, { "aria-label": card.name });
    setText(parts.mean, card.mean);
    setText(parts.source, text(model, "procedures.source", { source: card.source }));
    keyed(parts.fields, parts.made, card.inputs, { key: ({ path }) => path, make: makeInput, update: updateInput });
    keyed(parts.rows, parts.lines, card.rows, { key: ({ name }) => name, make: makeRow, update: updateRow });
  }

  function makeInput(field) {
    const isFlag = field.kind === "flag";
    const input = isFlag
      ? html("input", { type: "checkbox" })
      : html("input", { type: "number", min: field.low, max: field.high, step: 1 });
    const node = html("label", {}, ...(isFlag ? [input, html("span", {})] : [html("span", {}), input]));
    on(input, isFlag ? "change" : "input", () => {
      const value = isFlag ? input.checked : wholeOf(field, input.value);
      setAttrs(input, { "aria-invalid": value === null ? "true" : null });
      if (value !== null) propose(field.path, value);
    }, cleanup);
    on(input, "keydown", (event) => event.stopPropagation(), cleanup);
    return node;
  }

  function updateInput(node, field) {
    const input = node.querySelector("input");
    setText(node.querySelector("span"), field.name);
    const waiting = box.pending().some(({ path }) => path === field.path);
    if (field.kind === "flag") {
      if (!waiting) input.checked = field.value;
    } else if (!waiting && node.ownerDocument.activeElement !== input) {
      input.value = field.value;
    }
  }

  function makeRow() {
    const bar = html("td", { class: "tohit-procedures-bar", "aria-hidden": "true" }, html("span", {}));
    return html("tr", {}, html("th", { scope: "row" }), bar, html("td", {}), html("td", { class: "tohit-procedures-exact" }));
  }

  function updateRow({ children: [name, bar, percent, exact] }, row) {
    setText(name, row.name);
    bar.firstChild.style.setProperty("width", `${100 * row.share}%`);
    setText(percent, row.percent);
    setText(exact, row.chance);
  }

  function draw() {
    const shown = model.get("cards");
    el.hidden = shown.length === 0;
    setText(title, text(model, "procedures.title"));
    keyed(cards, nodes, shown, { key: ({ key }) => key, make: makeCard, update: updateCard });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  listen(model, ["cards", "texts"], draw, cleanup, box, (edit) => edit.path?.startsWith("procedures."));
  draw();
  return done;
}
