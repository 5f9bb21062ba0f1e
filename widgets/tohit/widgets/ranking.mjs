// A ranking: what could be done, what it would give, and a press that does it.
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

const TONES = { 1: "good", 0: "same", "-1": "bad" };

/** The rows that are seen: all, or the first few. */
export function seen(rows, few, isOpen) {
  return isOpen ? rows : rows.slice(0, few);
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "ranking");
  const owner = {};
  const title = html("h3", {});
  const told = html("div", { class: "tohit-ranking-told" });
  const list = html("ol", {});
  const more = html("button", { type: "button", class: "tohit-ranking-more", hidden: "" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const after = html("div", { class: "tohit-ranking-after" });
  const [sentences, rows, last] = [new Map(), new Map(), new Map()];
  let isOpen = false;
  el.append(title, told, list, more, after, refusal);

  function makeRow() {
    const name = html("span", { class: "tohit-ranking-name" });
    const note = html("small", {});
    const button = html("button", { type: "button" });
    const row = html("li", {}, html("span", {}, name, note), html("span", { class: "tohit-ranking-change" }),
      html("span", { class: "tohit-ranking-percent" }), button);
    button.addEventListener("click", () => choose(row.edits_));
    return Object.assign(row, { name_: name, note_: note, button_: button });
  }

  function updateRow(row, { item }) {
    row.edits_ = item.edits;
    setText(row.name_, item.name);
    setText(row.note_, item.note);
    row.note_.hidden = !item.note;
    setText(row.children[1], item.change);
    setAttrs(row.children[1], { "data-tone": TONES[item.tone] });
    setText(row.children[2], item.percent);
    setText(row.button_, text(model, "ranking.apply"));
    setAttrs(row.button_, { "aria-label": text(model, "ranking.apply_one", { name: item.name }) });
  }

  function choose(edits) {
    const gesture = box.newGesture();
    edits.forEach((edit, place) => box.push(edit, { gesture, done: place === edits.length - 1, owner }));
  }

  function draw() {
    const [all, few] = [model.get("rows"), model.get("few")];
    const placed = (items) => items.map((item, place) => ({ item, place }));
    setText(title, model.get("title"));
    setAttrs(list, { "aria-label": model.get("title") });
    const asTexts = { key: ({ place }) => place, make: () => html("p", {}), update: (node, { item }) => setText(node, item) };
    keyed(told, sentences, placed(model.get("sentences")), asTexts);
    keyed(after, last, placed(model.get("after")), asTexts);
    keyed(list, rows, placed(seen(all, few, isOpen)), { key: ({ place }) => place, make: makeRow, update: updateRow });
    list.hidden = all.length === 0;
    more.hidden = all.length <= few;
    setText(more, text(model, isOpen ? "ranking.fewer" : "ranking.all", { count: all.length }));
    setAttrs(more, { "aria-expanded": String(isOpen) });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
    el.hidden = !title.textContent;
  }

  on(more, "click", () => { isOpen = !isOpen; draw(); }, cleanup);
  listen(model, ["title", "sentences", "rows", "after", "few", "texts"], draw, cleanup, box, (edit) => box.owns(owner, edit.n));
  draw();
  return done;
}
