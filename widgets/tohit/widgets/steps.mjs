// The explanation: a line that opens a sentence, the dice, the pairs, the tree, the calculation and every step.
import { html, initialize, listen, mount, on, setText, text } from "./shared.mjs";
import { dieFaces, runs } from "./die.mjs";

export default { initialize, render };

const MARKS = { on: "\u2713", stopped: "\u2212", missed: "" };

/** The lines of a tree with how deep each stands; what ends comes before what goes on, so that it stays in sight. */
export function branches(node, depth = 0) {
  const kids = [...node.children].sort((one, other) => one.children.length - other.children.length || one.on - other.on);
  return [{ text: node.text, on: node.on, depth }, ...kids.flatMap((child) => branches(child, depth + 1))];
}

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "steps");
  const title = html("summary", {});
  const body = html("div", { class: "tohit-steps-body" });
  const copy = html("button", { type: "button" });
  const latex = html("textarea", { class: "tohit-steps-latex", rows: "3", readonly: "" });
  const told = html("span", { role: "status" });
  const details = html("details", {}, title, body);
  let drawn = "";
  details.open = model.get("opened");
  el.append(details);

  const say = (key, fields) => text(model, `steps.${key}`, fields);
  const part = (key, ...kids) => html("section", {}, html("h4", {}, say(key)), ...kids);

  function strip({ name, needs, faces, chance }) {
    const words = runs(faces.filter(({ hit }) => hit).map(({ face }) => face)) || "\u2014";
    return html("div", { class: "tohit-steps-strip" }, html("span", {}, `${name} \u00b7 ${needs}`),
      dieFaces(faces, words), html("b", {}, chance));
  }

  function pairs({ rows, columns, cells, counts }) {
    const corner = html("th", { scope: "col" }, html("span", { class: "tohit-unseen" }, `${rows} / ${columns}`));
    const head = html("tr", {}, corner, ...cells[0].map((_, column) => html("th", { scope: "col" }, String(column + 1))));
    const made = cells.map((row, place) => html("tr", {}, html("th", { scope: "row" }, String(place + 1)),
      ...row.map((kind) => html("td", { "data-kind": kind }, MARKS[kind]))));
    const table = html("table", { "aria-label": say("pairs") }, html("tbody", {}, head, ...made));
    const key = counts.map(({ kind, text: line }) => html("li", { "data-kind": kind }, line));
    const axes = html("p", { class: "tohit-steps-axes" }, `\u2193 ${rows} \u00b7 \u2192 ${columns}`);
    return html("div", { class: "tohit-steps-pairs" }, html("div", {}, axes, table), html("ul", {}, ...key));
  }

  function tree(root) {
    const lines = branches(root).map((line) =>
      html("li", { "data-on": line.on ? "" : null, style: `--depth: ${line.depth}` }, line.text));
    return html("ul", { class: "tohit-steps-tree" }, ...lines);
  }

  function formula({ name, text: line }) {
    return html("p", { class: "tohit-steps-formula" }, html("span", {}, name), html("b", {}, line));
  }

  function walked(walk) {
    const shown = [html("p", { class: "tohit-steps-sentence" }, walk.sentence), part("strips", ...walk.strips.map(strip))];
    if (walk.pairs.cells) shown.push(part("pairs", pairs(walk.pairs)));
    shown.push(part("tree", tree(walk.tree)));
    if (walk.formulas.length) {
      latex.value = walk.latex;
      shown.push(part("formulas", ...walk.formulas.map(formula), html("p", {}, copy, " ", told), latex));
    }
    return shown;
  }

  function draw() {
    setText(title, text(model, "steps.title"));
    if (!details.open) return; // what nobody sees would be drawn on every square of a drag
    const [steps, walk] = [model.get("steps"), model.get("walk")];
    const state = JSON.stringify([steps, walk, model.get("lang")]);
    if (state === drawn) return;
    drawn = state;
    setText(copy, text(model, "steps.copy"));
    latex.setAttribute("aria-label", text(model, "steps.copy"));
    setText(told, "");
    const lines = steps.length ? steps : [text(model, "steps.none")];
    const list = html("ol", {}, ...lines.map((line) => html("li", {}, line)));
    body.replaceChildren(...(walk.sentence ? walked(walk) : []), walk.sentence ? part("list", list) : list);
  }

  async function copied() {
    try {
      await navigator.clipboard.writeText(latex.value);
      setText(told, text(model, "steps.copied"));
    } catch {
      latex.select(); // A page without https has no clipboard.
      setText(told, text(model, "steps.by_hand"));
    }
  }

  listen(model, ["steps", "walk", "texts"], draw, cleanup);
  on(copy, "click", copied, cleanup);
  on(details, "toggle", () => {
    model.set("opened", details.open);
    model.save_changes();
    draw();
  }, cleanup);
  draw();
  return done;
}
