// A table of chances: only the cells in sight are in the document, each a button, walked through with the keys.
import { stepFrom } from "./cell_steps.mjs";
import { inkOn, onTheme, paletteOf, shade } from "./heat_paint.mjs";
import { saveTable } from "./heat_table_files.mjs";
import { legendOf } from "./heat_table_legend.mjs";
import { editsOf, isEdge, layoutOf, nameOf, inSight } from "./heat_table_model.mjs";
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

const KINDS = ["png", "svg", "csv"];

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "heat-table");
  const owner = {};
  const say = (key, fields) => text(model, `heat_table.${key}`, fields);
  const title = html("h2", {});
  const axes = html("p", { class: "tohit-heat-table-axes", "aria-hidden": "true" });
  const heads = html("div", { class: "tohit-heat-table-heads", role: "row", "aria-rowindex": "1" });
  const body = html("div", { role: "rowgroup" });
  const sheet = html("div", { class: "tohit-heat-table-sheet", role: "grid" }, heads, body);
  const frame = html("div", { class: "tohit-heat-table-frame" }, sheet);
  const legend = html("ul", { class: "tohit-heat-table-legend" });
  const files = html("p", { class: "tohit-heat-table-files" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  el.append(title, axes, frame, html("div", { class: "tohit-heat-table-foot" }, legend, files), refusal);
  const [headNodes, rowNodes] = [new Map(), new Map()];
  let told = {}; // the traits as they are drawn
  let layout = null;
  let palette = null;
  let focused = null; // the cell that Tab leads to
  let planned = 0;

  for (const kind of KINDS) {
    const button = html("button", { type: "button" });
    on(button, "click", () => saveTable(kind, { ...told, title: title.textContent, palette, say }), cleanup);
    files.append(button);
  }

  function read() {
    told = Object.fromEntries(["columns", "rows", "levels", "cells", "here", "wanted"].map((name) => [name, model.get(name)]));
    el.hidden = told.cells.length === 0;
  }

  function draw() {
    const before = `${told.cells?.length} ${told.cells?.[0]?.length}`;
    read();
    if (el.hidden) return;
    if (before !== `${told.cells.length} ${told.cells[0].length}`) focused = null;
    const names = { columns: told.columns.name, rows: told.rows.name };
    setText(title, say(told.rows.name ? "title" : "title_one", names));
    setText(axes, told.rows.name ? say("axes", names) : "");
    axes.hidden = files.hidden = !told.rows.name; // one number has a chart, which is saved instead
    setAttrs(sheet, {
      "aria-label": title.textContent, "aria-rowcount": told.cells.length + 1, "aria-colcount": told.cells[0].length + 1,
    });
    KINDS.forEach((kind, place) => {
      setText(files.children[place], say(kind));
      setAttrs(files.children[place], { "aria-label": say("save", { kind: say(kind), title: title.textContent }) });
    });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
    measure();
  }

  function measure() {
    if (el.hidden || frame.clientWidth === 0) return; // not in the document yet: it has neither size nor colours
    palette ??= paletteOf(el);
    legendOf(legend, { palette, wanted: told.wanted, say });
    layout = layoutOf(told, frame.clientWidth);
    sheet.style.setProperty("width", `${layout.width}px`);
    sheet.style.setProperty("height", `${layout.height}px`);
    heads.style.setProperty("height", `${layout.top}px`);
    frame.classList.toggle("tohit-heat-table-long", layout.isLong);
    paint();
  }

  /** Put what is in sight into the document, and the cell that has the focus. */
  function paint() {
    planned = 0;
    if (!layout) return;
    const held = sheet.contains(document.activeElement) ? focused : null;
    const columns = inSight(frame.scrollLeft, frame.clientWidth - layout.left, layout.wide, told.cells[0].length, held?.[1]);
    const rows = inSight(frame.scrollTop, frame.clientHeight - layout.top, layout.high, told.cells.length, held?.[0]);
    const lead = focused ?? (told.here.length ? told.here : [0, 0]);
    // Tab must lead to a cell that is there.
    const tab = rows.includes(lead[0]) && columns.includes(lead[1]) ? lead : [rows[0], columns[0]];
    const headed = told.rows.name ? [-1, ...columns] : columns;
    keyed(heads, headNodes, headed, {
      key: (column) => column,
      make: (column) => html("div", { role: "columnheader", class: column < 0 ? "tohit-heat-table-corner" : null }),
      update: (node, column) => headColumn(node, column),
    });
    keyed(body, rowNodes, rows, {
      key: (row) => row,
      make: () => Object.assign(html("div", { class: "tohit-heat-table-row", role: "row" }), { cells_: new Map() }),
      update: (node, row) => updateRow(node, row, columns, tab),
    });
  }

  function headColumn(node, column) {
    const isCorner = column < 0;
    const words = isCorner ? told.rows.name : told.columns.heads[column];
    setText(node, isCorner ? "" : words); // the line above names it
    setAttrs(node, { "aria-colindex": column + 2, "aria-label": isCorner ? words : null, title: words });
    place(node, isCorner ? null : layout.left + column * layout.wide, isCorner ? layout.left : layout.wide);
  }

  function updateRow(node, row, columns, tab) {
    setAttrs(node, { "aria-rowindex": row + 2 });
    node.style.setProperty("top", `${layout.top + row * layout.high}px`);
    keyed(node, node.cells_, told.rows.name ? [-1, ...columns] : columns, {
      key: (column) => column,
      make: (column) => (column < 0 ? html("div", { role: "rowheader" }) : makeCell()),
      update: (cell, column) => (column < 0 ? headRow(cell, row) : updateCell(cell, row, column, tab)),
    });
  }

  function headRow(node, row) {
    setText(node, told.rows.heads[row]);
    setAttrs(node, { "aria-colindex": 1, title: told.rows.heads[row] });
    place(node, null, layout.left);
  }

  function makeCell() {
    const button = html("button", { type: "button", role: "gridcell", tabindex: "-1" });
    button.addEventListener("click", () => choose(button.cell_));
    button.addEventListener("focus", () => { focused = button.cell_; });
    button.addEventListener("keydown", (event) => onKey(event, button.cell_));
    return button;
  }

  function updateCell(button, row, column, tab) {
    const level = told.levels[told.cells[row][column]];
    const isHere = told.here[0] === row && told.here[1] === column;
    button.cell_ = [row, column];
    setText(button, level ? level.number : "\u2013");
    setAttrs(button, {
      "aria-colindex": column + 2,
      "aria-label": nameOf(told, row, column, say),
      "aria-current": isHere ? "true" : null,
      tabindex: tab[0] === row && tab[1] === column ? 0 : -1,
      "data-refused": level ? null : "",
      "data-left": told.wanted && isEdge(told, [row, column], [row, column - 1]) ? "" : null,
      "data-top": told.wanted && isEdge(told, [row, column], [row - 1, column]) ? "" : null,
    });
    place(button, layout.left + column * layout.wide, layout.wide);
    button.style.setProperty("background-color", level ? shade(palette, level.share) : "");
    button.style.setProperty("color", level ? inkOn(palette, level.share) : "");
  }

  function place(node, left, width) {
    if (left !== null) node.style.setProperty("left", `${left}px`);
    node.style.setProperty("width", `${width}px`);
  }

  function onKey(event, cell) {
    if (event.key === "Enter" || event.key === " ") event.stopPropagation();
    const to = stepFrom(cell, event, told.cells.length, told.cells[0].length);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    show(to);
    rowNodes.get(to[0]).cells_.get(to[1]).focus({ preventScroll: true });
  }

  /** Scroll a cell into the part that no head covers, and draw it. */
  function show([row, column]) {
    const [x, y] = [column * layout.wide, row * layout.high];
    const [width, height] = [frame.clientWidth - layout.left, frame.clientHeight - layout.top];
    frame.scrollLeft = Math.min(x, Math.max(frame.scrollLeft, x + layout.wide - width));
    frame.scrollTop = Math.min(y, Math.max(frame.scrollTop, y + layout.high - height));
    focused = [row, column];
    paint();
  }

  function choose(cell) {
    const gesture = box.newGesture();
    const edits = editsOf(told, cell);
    edits.forEach((edit, at) => box.push(edit, { gesture, done: at === edits.length - 1, owner }));
  }

  on(frame, "scroll", () => { planned ||= requestAnimationFrame(paint); }, cleanup, { passive: true });
  const sizes = new ResizeObserver(measure);
  sizes.observe(frame);
  cleanup(() => { sizes.disconnect(); cancelAnimationFrame(planned); });
  onTheme(() => { palette = null; measure(); }, cleanup);
  const traits = ["columns", "rows", "levels", "cells", "here", "wanted", "texts"];
  listen(model, traits, draw, cleanup, box, (edit) => box.owns(owner, edit.n));
  draw();
  return done;
}
