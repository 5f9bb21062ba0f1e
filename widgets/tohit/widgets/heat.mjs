// Which chances colour the board: the choice, what the colours mean, the best squares with one press to go there.

import { bars, dots, inkOn, onTheme, paletteOf, shade, slants } from "./heat_paint.mjs";
import { deskOf, html, initialize, listen, mount, setAttrs, setText, text } from "./shared.mjs";

const SWATCH = 26; // Pixels.
const MARKS = ["contour", "numbers", "hatch", "best"];

async function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "heat");
  const outbox = await deskOf(model);
  const title = html("p", { class: "title", id: `${Math.random()}` });
  const overs = html("div", { class: "overs", role: "group", "aria-labelledby": title.id });
  const more = html("div", { class: "more" });
  const legend = html("ul", { class: "legend" });
  const best = html("div", { class: "best" });
  el.replaceChildren(html("div", { class: "line" }, title, overs), more, legend, best);
  let palette = null;

  function choose(change) {
    model.set("choice", { ...model.get("choice"), ...change });
    model.save_changes();
  }

  function button(name, isPressed, act, marks = {}) {
    const node = html("button", { type: "button", "aria-pressed": String(isPressed), ...marks }, name);
    node.addEventListener("click", act);
    return node;
  }

  /** Buttons are made anew only when their words change, so that focus stays where it is. */
  function fill(place, key, make) {
    if (place.dataset.key === key) return;
    const at = [...place.children].indexOf(document.activeElement);
    place.dataset.key = key;
    place.replaceChildren(...make());
    if (at >= 0) place.children[Math.min(at, place.children.length - 1)]?.focus();
  }

  function draw() {
    const [choice, offer] = [model.get("choice"), model.get("offer")];
    const keys = (offer.overs ?? []).map(({ key }) => key);
    const over = keys.includes(choice.over) ? choice.over : "off";
    const isOff = over === "off";
    el.hidden = keys.length < 2;
    setText(title, text(model, "heat.title"));
    fill(overs, JSON.stringify([offer.overs, over]), () => (offer.overs ?? []).map(({ key, name }) => {
      return button(name, key === over, () => choose({ over: key }), { "data-over": key });
    }));
    more.hidden = legend.hidden = best.hidden = isOff;
    if (isOff) return;
    fill(more, JSON.stringify([choice, offer, model.get("lang")]), () => [
      ...(offer.facings ? ["best", "as-is"] : []).map((key) => {
        const words = text(model, `heat.facing.${key}`);
        return button(words, choice.facing === key, () => choose({ facing: key }), { "data-facing": key });
      }),
      ...reach(choice, offer.points),
      ...MARKS.filter((mark) => mark !== "best" || offer.best).map((mark) => {
        const words = text(model, mark === "best" ? "heat.best_squares" : `heat.${mark}`);
        return button(words, choice[mark], () => choose({ [mark]: !choice[mark] }), { "data-mark": mark });
      }),
    ]);
    drawLegend(choice);
    drawBest();
  }

  /** Only what can be reached this turn; the number of points can be set. */
  function reach({ points }, usual) {
    if (!usual) return [];
    const turn = () => choose({ points: points ? 0 : usual });
    const toggle = button(text(model, "heat.reach"), points > 0, turn, { "data-mark": "reach" });
    if (!points) return [toggle];
    const input = html("input", { type: "number", min: 1, max: 60, step: 1, value: points });
    input.addEventListener("change", () => {
      choose({ points: Math.min(Math.max(Math.round(Number(input.value)) || usual, 1), 60) });
    });
    input.addEventListener("keydown", (event) => event.stopPropagation());
    return [toggle, html("label", {}, input, ` ${text(model, "heat.points")}`)];
  }

  function drawLegend({ hatch }) {
    palette ??= paletteOf(el);
    setAttrs(legend, { "aria-label": text(model, "heat.legend") });
    fill(legend, JSON.stringify([model.get("legend"), hatch, palette]), () => model.get("legend").map((entry) => {
      return html("li", {}, swatch(entry, hatch), html("span", {}, entry.name));
    }));
  }

  function swatch({ kind, share }, hatch) {
    const canvas = html("canvas", { width: 2 * SWATCH, height: 2 * SWATCH, "aria-hidden": "true" });
    const context = canvas.getContext("2d");
    const colour = { chance: shade(palette, share), refused: palette.refused, far: palette.ground }[kind];
    context.fillStyle = colour;
    context.fillRect(0, 0, 2 * SWATCH, 2 * SWATCH);
    if (kind === "refused") slants(context, 0, 0, 2 * SWATCH, palette.line);
    if (kind === "far") dots(context, 0, 0, 2 * SWATCH, palette.line);
    if (kind === "chance" && hatch) bars(context, 0, 0, 2 * SWATCH, share, inkOn(palette, share));
    return canvas;
  }

  function drawBest() {
    const { title: heading, rows = [], note = "" } = model.get("best");
    best.hidden = !model.get("choice").best || !heading;
    fill(best, JSON.stringify([heading, rows, note, model.get("lang")]), () => [
      html("p", { class: "heading" }, heading ?? ""),
      html("ol", {}, ...rows.map(row)),
      html("p", { class: "note" }, note),
    ]);
  }

  function row({ name, percent, edits }) {
    const words = [html("span", {}, name), html("b", {}, percent)];
    const node = html("button", { type: "button", title: text(model, "heat.go") }, ...words);
    node.addEventListener("click", () => go(edits));
    return html("li", {}, node);
  }

  /** Place and facing are one step of undo. */
  function go(edits) {
    const gesture = outbox.newGesture();
    edits.forEach((edit, index) => outbox.push(edit, { gesture, done: index === edits.length - 1, owner: el }));
  }

  onTheme(() => {
    palette = null;
    draw();
  }, cleanup);
  listen(model, ["choice", "offer", "legend", "best", "texts"], draw, cleanup);
  draw();
  return done;
}

export default { initialize, render };
