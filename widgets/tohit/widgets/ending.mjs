// How something can end: a sentence, and the chances as bars with their fractions.
import { sideNumbers } from "./board_model.mjs";
import { html, initialize, keyed, listen, mount, setAttrs, setText } from "./shared.mjs";

export default { initialize, render };

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "ending");
  const title = html("h3", {});
  const verdict = html("p", { class: "tohit-ending-verdict", role: "status" });
  const rows = html("tbody", {});
  const table = html("table", {}, rows);
  const body = html("div", {});
  const [lines, nodes] = [new Map(), new Map()];
  el.append(title, verdict, table, body);

  const numbered = (items) => items.map((item, place) => ({ item, place }));

  function makeRow() {
    const bar = html("td", { class: "tohit-ending-bar", "aria-hidden": "true" }, html("span", {}));
    return html("tr", {}, html("th", { scope: "row" }), bar, html("td", {}), html("td", { class: "tohit-ending-exact" }));
  }

  function updateRow(node, { item, colours }) {
    const [name, bar, percent, fraction] = node.children;
    setAttrs(node, { "data-side": colours.get(item.side) ?? null });
    setText(name, item.name);
    bar.firstChild.style.setProperty("width", `${100 * item.share}%`);
    setText(percent, item.percent);
    setText(fraction, item.fraction);
  }

  function draw() {
    setText(title, model.get("title"));
    title.hidden = !title.textContent;
    setText(verdict, model.get("verdict"));
    verdict.hidden = !verdict.textContent;
    setAttrs(table, { "aria-label": model.get("title") });
    table.hidden = model.get("rows").length === 0;
    const colours = sideNumbers({ minis: model.get("sides").map((side) => ({ side })) });
    const told = numbered(model.get("rows")).map((row) => ({ ...row, colours }));
    keyed(rows, lines, told, { key: ({ place }) => place, make: makeRow, update: updateRow });
    keyed(body, nodes, numbered(model.get("sentences")), {
      key: ({ place }) => place, make: () => html("p", {}), update: (node, { item }) => setText(node, item),
    });
  }

  listen(model, ["title", "verdict", "rows", "sides", "sentences", "lang"], draw, cleanup);
  draw();
  return done;
}
