// A table of two stats: a real table whose cells are buttons, walked through with the arrow keys.
import { stepFrom } from "./cell_steps.mjs";
import { deskOf, html, initialize, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

/** The two edits that a cell stands for. */
export function editsOf(rows, columns, [row, column]) {
  return [
    { mini: columns.mini, stats: { [columns.stat]: columns.values[column] } },
    { mini: rows.mini, stats: { [rows.stat]: rows.values[row] } },
  ];
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "table-map");
  const owner = {};
  const say = (key, fields) => text(model, `table_map.${key}`, fields);
  const title = html("h2", {});
  const across = html("th", { scope: "colgroup", class: "tohit-table-map-axis" });
  const down = html("th", { class: "tohit-table-map-axis tohit-table-map-corner" });
  const heads = html("tr", {}, html("td", {}));
  const body = html("tbody", {});
  const table = html("table", { role: "grid" }, html("thead", {}, html("tr", {}, down, across), heads), body);
  const note = html("p", { class: "tohit-table-map-note" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  el.append(title, html("div", { class: "tohit-table-map-frame" }, table), note, refusal);
  let buttons = [];
  let shape = "";
  let focused = null; // the cell that Tab leads to

  function build(rows, columns) {
    heads.replaceChildren(html("td", {}), ...columns.values.map((value) => html("th", { scope: "col" }, String(value))));
    buttons = rows.values.map((_, row) => columns.values.map((__, column) => makeButton([row, column])));
    body.replaceChildren(
      ...rows.values.map((value, row) =>
        html("tr", {}, html("th", { scope: "row" }, String(value)), ...buttons[row].map((button) => html("td", {}, button)))),
    );
    setAttrs(across, { colspan: columns.values.length });
  }

  function makeButton(cell) {
    const button = html("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => choose(cell));
    button.addEventListener("focus", () => lead(cell));
    button.addEventListener("keydown", (event) => {
      const to = stepFrom(cell, event, buttons.length, buttons[0].length);
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      buttons[to[0]][to[1]].focus();
    });
    return button;
  }

  function lead(cell) {
    if (focused) setAttrs(buttons[focused[0]]?.[focused[1]] ?? el, { tabindex: -1 });
    focused = cell;
    setAttrs(buttons[cell[0]][cell[1]], { tabindex: 0 });
  }

  function choose(cell) {
    const gesture = box.newGesture();
    const edits = editsOf(model.get("rows"), model.get("columns"), cell);
    edits.forEach((edit, place) => box.push(edit, { gesture, done: place === edits.length - 1, owner }));
  }

  function draw() {
    const [cells, rows, columns, here] = ["cells", "rows", "columns", "here"].map((name) => model.get(name));
    el.hidden = cells.length === 0;
    if (el.hidden) return;
    const now = JSON.stringify([rows.values, columns.values]);
    if (now !== shape) {
      build(rows, columns);
      focused = null;
    }
    shape = now;
    setText(title, say("title", { columns: columns.name, rows: rows.name }));
    setText(across, say("axis", { name: columns.name, mini: columns.mini }));
    setText(down, say("axis", { name: rows.name, mini: rows.mini }));
    setAttrs(table, { "aria-label": title.textContent });
    setText(note, model.get("note"));
    cells.forEach((line, row) => line.forEach((cell, column) => {
      const isHere = here[0] === row && here[1] === column;
      const names = { columns: columns.name, column: columns.values[column], rows: rows.name, row: rows.values[row] };
      const button = buttons[row][column];
      setText(button, cell.need === "never" || cell.need === "always" ? say(cell.need) : cell.need);
      button.style.setProperty("--share", cell.share);
      setAttrs(button, {
        "aria-label": say(isHere ? "here" : "cell", { ...names, need: cell.need, percent: cell.percent }),
        "aria-current": isHere ? "true" : null,
        title: cell.percent,
      });
    }));
    if (!el.contains(document.activeElement) || !focused) lead(here.length ? here : [0, 0]);
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  listen(model, ["cells", "rows", "columns", "here", "note", "texts"], draw, cleanup, box);
  on(el, "keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") event.stopPropagation();
  }, cleanup);
  draw();
  return done;
}
