// What came of some attacks: two numbers, or rolls to type or click; above them the verdict.
import { oneFace } from "./die.mjs";
import { folded } from "./grip.mjs";
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

const MOST_BUTTONS = 20;
const MOST_ROLLS = 1000;
const CHUNK = 60;

/** The faces that a text lists; what is no number stays as it is, for Python to say what is wrong with it. */
export function listed(typed) {
  const parts = typed.split(/[\s,;.+/|-]+/).filter((part) => part !== "");
  return parts.map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : part.slice(0, 20)));
}

/** Rolls as they fit into an edit, whose lists are short: a list of lists.  More than anybody may have is for Python to say. */
export function chunked(rolls) {
  const kept = rolls.slice(0, MOST_ROLLS + 1);
  return Array.from({ length: Math.ceil(kept.length / CHUNK) }, (_, place) => kept.slice(place * CHUNK, (place + 1) * CHUNK));
}

/** Whether something is being typed that nobody has been told of yet: no answer may replace it. */
function drafting(input, cleanup) {
  let open = false;
  on(input, "input", () => { open = true; }, cleanup);
  for (const type of ["change", "blur"]) on(input, type, () => { open = false; }, cleanup);
  return () => open;
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "evening");
  const say = (key, fields) => text(model, `evening.${key}`, fields);
  const verdict = html("p", { class: "tohit-evening-verdict", role: "status" });
  const more = html("div", { class: "tohit-evening-more" });
  const rows = html("tbody", {});
  const table = html("table", {}, rows);
  const answer = html("div", { class: "tohit-evening-answer" }, verdict, more, table);
  const attacks = number("attacks", () => 1, () => model.get("most"));
  const hits = number("hits", () => 0, () => value("attacks"));
  const numbers = html("div", { class: "tohit-evening-numbers" }, attacks.node, hits.node);
  const typed = html("input", { type: "text", autocomplete: "off", inputmode: "text", spellcheck: "false" });
  const isTyping = drafting(typed, cleanup);
  const label = html("span", {});
  const buttons = html("div", { class: "tohit-evening-faces", role: "group" });
  const back = html("button", { type: "button" });
  const clear = html("button", { type: "button" });
  const tools = html("div", { class: "tohit-evening-tools" }, back, clear);
  const rolls = html("div", { class: "tohit-evening-rolls" }, html("label", {}, label, typed), buttons, tools);
  const none = html("p", { class: "tohit-evening-none" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const owner = {};
  const [nodes, lines, keys] = [new Map(), new Map(), new Map()];
  el.append(answer, numbers, rolls, none, refusal);

  const propose = (key, chosen) => box.push({ path: `luck.${key}`, value: chosen }, { owner });

  const throwAll = (rolls) => propose("rolls", chunked(rolls));

  /** The value as it will be once the edits under way are answered. */
  function value(key) {
    return folded(model.get(key), box.pending(), (edit) => {
      if (edit.path !== `luck.${key}`) return undefined;
      return key === "rolls" ? edit.value.flat() : edit.value;
    });
  }

  function number(key, low, high) {
    const name = html("span", {});
    const input = html("input", { type: "text", inputmode: "numeric", size: 4, autocomplete: "off" });
    const less = html("button", { type: "button" }, "\u2212");
    const plus = html("button", { type: "button" }, "+");
    const node = html("div", { class: "tohit-evening-number" }, html("label", {}, name, input), less, plus);
    const isDraft = drafting(input, cleanup);
    const step = (by) => propose(key, Math.min(high(), Math.max(low(), value(key) + by)));
    on(less, "click", () => step(-1), cleanup);
    on(plus, "click", () => step(1), cleanup);
    on(input, "change", () => {
      const plain = input.value.trim();
      propose(key, /^\d{1,6}$/.test(plain) ? Number(plain) : plain.slice(0, 20));
    }, cleanup);
    on(input, "keydown", (event) => {
      event.stopPropagation();
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      step(by);
    }, cleanup);
    return { key, name, input, isDraft, less, plus, node, low, high };
  }

  function drawNumber({ key, name, input, isDraft, less, plus, low, high }) {
    const now = value(key);
    setText(name, say(key));
    if (!isDraft() && (document.activeElement !== input || /^\d+$/.test(String(now)))) input.value = now;
    setAttrs(less, { "aria-label": say(`${key}.less`) });
    setAttrs(plus, { "aria-label": say(`${key}.more`) });
    less.disabled = now <= low();
    plus.disabled = now >= high();
  }

  function makeFace({ face }) {
    const node = html("button", { type: "button" });
    on(node, "click", () => throwAll([...value("rolls"), face]), cleanup);
    return node;
  }

  function updateFace(node, item) {
    const name = say(item.hit ? "face.hit" : "face.miss", { face: item.face });
    const key = JSON.stringify([item, name]);
    if (node.dataset.key === key) return;
    node.dataset.key = key;
    setAttrs(node, { "aria-label": name, title: name });
    node.replaceChildren(oneFace(item, model.get("faces").length <= 6));
  }

  function makeRow() {
    return html("tr", {}, html("th", { scope: "row" }), html("td", {}), html("td", { class: "tohit-evening-exact" }));
  }

  function updateRow({ children: [name, percent, fraction] }, row) {
    setText(name, row.name);
    setText(percent, row.percent);
    setText(fraction, row.fraction);
  }

  function drawRolls() {
    const faces = model.get("faces");
    rolls.hidden = faces.length === 0;
    none.hidden = !rolls.hidden;
    setText(none, say("none"));
    setText(label, say("rolls"));
    setAttrs(typed, { placeholder: say("rolls.example") });
    const now = value("rolls");
    // While an entry is refused it stays, to be put right.
    if (!isTyping() && (!box.refusal(owner) || document.activeElement !== typed)) typed.value = now.join(" ");
    setAttrs(buttons, { "aria-label": say("faces") });
    keyed(buttons, keys, faces.length > MOST_BUTTONS ? [] : faces, {
      key: ({ face }) => face, make: makeFace, update: updateFace,
    });
    setText(back, say("back"));
    setText(clear, say("clear"));
    back.disabled = clear.disabled = now.length === 0;
  }

  function draw() {
    setText(verdict, model.get("verdict"));
    keyed(more, nodes, model.get("sentences").map((words, place) => ({ words, place })), {
      key: ({ place }) => place, make: () => html("p", {}), update: (node, { words }) => setText(node, words),
    });
    setAttrs(table, { "aria-label": say("table") });
    keyed(rows, lines, model.get("rows").map((row, place) => ({ ...row, place })), {
      key: ({ place }) => place, make: makeRow, update: updateRow,
    });
    table.hidden = model.get("rows").length === 0;
    drawNumber(attacks);
    drawNumber(hits);
    drawRolls();
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  on(typed, "change", () => throwAll(listed(typed.value)), cleanup);
  on(typed, "keydown", (event) => event.stopPropagation(), cleanup);
  on(back, "click", () => throwAll(value("rolls").slice(0, -1)), cleanup);
  on(clear, "click", () => throwAll([]), cleanup);
  const traits = ["verdict", "sentences", "rows", "attacks", "hits", "most", "rolls", "faces", "texts"];
  listen(model, traits, draw, cleanup, box, ({ path }) => path?.startsWith("luck."));
  draw();
  return done;
}
