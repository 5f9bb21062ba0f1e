// Predict, then see: a guess by slider, text or bars; once it is placed it stays as a ghost beside the truth.
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

/** What a slider's place says as a text: whole percent, in the reader's language. */
export function percentText(value, lang) {
  return lang === "fr" ? `${value} %` : `${value}%`;
}

/** The percent that a typed text means, for the slider to follow; null when it is not plain. */
export function percentOf(typed) {
  const plain = typed.replace(/\s/g, "").replace(",", ".");
  const ratio = plain.match(/^(\d+)\/(\d+)$/);
  const share = ratio ? 100 * (ratio[1] / ratio[2]) : /^[\d.]+%$/.test(plain) ? parseFloat(plain) : 100 * Number(plain || NaN);
  return Number.isFinite(share) && share >= 0 && share <= 100 ? Math.round(share) : null;
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "predict");
  const title = html("h3", {});
  const list = html("ol", {});
  const note = html("p", { class: "tohit-predict-note" });
  const score = html("p", { class: "tohit-predict-score" });
  const nodes = new Map();
  const parts = new WeakMap();
  el.append(title, list, note, score);

  const say = (key, fields) => text(model, `predict.${key}`, fields);
  const quiet = (node) => on(node, "keydown", (event) => event.key !== "Escape" && event.stopPropagation(), cleanup);

  function place(place, guess, owner) {
    box.push({ path: `predict.${model.get("name")}`, value: { item: place, guess } }, { owner });
  }

  function makeForm(item) {
    const owner = {};
    const refusal = html("p", { class: "tohit-failed", role: "alert", hidden: "" });
    const button = html("button", { type: "submit" });
    const hint = html("p", { class: "tohit-predict-hint" });
    const form = html("form", { class: "tohit-predict-form", novalidate: "" });
    const read = item.kind === "bars" ? bars(item, form) : single(item, form);
    (form.querySelector(".tohit-predict-row") ?? form).append(button);
    form.append(refusal, hint);
    on(form, "submit", (event) => {
      event.preventDefault();
      if (!box.pending().some(({ path }) => path === `predict.${model.get("name")}`)) place(item.place, read.value(), owner);
    }, cleanup);
    return { form, refusal, button, hint, owner, read };
  }

  function single(item, form) {
    const typed = html("input", { type: "text", inputmode: "text", autocomplete: "off", maxlength: "24" });
    const slider = html("input", { type: "range", min: "0", max: "100", step: "1", value: "50" });
    const row = html("div", { class: "tohit-predict-row" }, ...(item.kind === "chance" ? [slider, typed] : [typed]));
    form.append(row);
    on(slider, "input", () => { typed.value = percentText(slider.value, model.get("lang")); }, cleanup);
    on(typed, "input", () => {
      const share = percentOf(typed.value);
      if (share !== null) slider.value = share;
    }, cleanup);
    [typed, slider].forEach(quiet);
    return {
      value: () => typed.value,
      label() {
        setAttrs(typed, { "aria-label": say("typed"), placeholder: say("typed") });
        setAttrs(slider, { "aria-label": say("slider") });
      },
    };
  }

  function bars(item, form) {
    const sliders = item.outcomes.map(() => html("input", { type: "range", min: "0", max: "100", step: "1", value: "0" }));
    const shares = item.outcomes.map(() => html("output", {}));
    const show = () => {
      const whole = sliders.reduce((sum, { value }) => sum + Number(value), 0);
      sliders.forEach(({ value }, index) =>
        setText(shares[index], whole ? percentText(Math.round((100 * value) / whole), model.get("lang")) : "\u2013"));
    };
    const rows = item.outcomes.map((outcome, index) =>
      html("label", { class: "tohit-predict-bar" }, html("span", {}, outcome), sliders[index], shares[index]));
    form.append(html("div", { class: "tohit-predict-bars" }, ...rows));
    sliders.forEach((slider) => {
      on(slider, "input", show, cleanup);
      quiet(slider);
    });
    show();
    return {
      value: () => sliders.map(({ value }) => Number(value)),
      label: () => sliders.forEach((slider, index) => setAttrs(slider, { "aria-label": say("bar", { outcome: item.outcomes[index] }) })),
    };
  }

  function make(item) {
    const prompt = html("p", { class: "tohit-predict-prompt" });
    const shown = html("div", { class: "tohit-predict-shown", tabindex: "-1" });
    const made = { prompt, shown, ...makeForm(item), placed: false };
    const node = html("li", {}, prompt, made.form, shown);
    parts.set(node, made);
    return node;
  }

  function update(node, item) {
    const made = parts.get(node);
    setText(made.prompt, item.prompt);
    made.form.hidden = item.placed;
    made.shown.hidden = !item.placed;
    made.read.label();
    setText(made.button, say("place"));
    setText(made.hint, item.hint);
    setText(made.refusal, box.refusal(made.owner));
    made.refusal.hidden = !made.refusal.textContent;
    if (item.placed) reveal(made, item);
  }

  function reveal(made, item) {
    const state = JSON.stringify([item, model.get("lang")]);
    if (made.state === state) return;
    made.state = state;
    const had = made.form.contains(el.ownerDocument.activeElement);
    const verdict = html("p", { class: "tohit-predict-verdict", "data-right": item.right ? "" : null, role: "status" }, item.verdict);
    const rows = item.rows.map(pair);
    made.shown.replaceChildren(verdict, html("div", { class: "tohit-predict-pairs" }, ...rows),
      ...item.why.map((why) => html("p", { class: "tohit-predict-why" }, why)));
    if (had) made.shown.focus(); // the form that had it is gone
  }

  function pair({ name, guess, truth, guessed, exact }) {
    const bar = (kind, share, said) =>
      html("div", { class: "tohit-predict-line", "data-kind": kind },
        html("span", { class: "tohit-predict-track" }, html("i", { style: `width: ${100 * share}%` })),
        html("span", {}, `${said} \u00b7 ${say(kind)}`));
    const label = name ? [html("b", {}, name)] : [];
    return html("div", { class: "tohit-predict-pair" }, ...label, html("div", {}, bar("yours", guess, guessed), bar("exact", truth, exact)));
  }

  function draw() {
    setText(title, model.get("heading") || say("title"));
    const items = model.get("items").map((item, place) => ({ ...item, place }));
    keyed(list, nodes, items, { key: ({ round, place }) => `${round}.${place}`, make, update });
    setText(note, model.get("note"));
    note.hidden = !note.textContent;
    score.replaceChildren(...model.get("score").map((line, place) => html(place ? "small" : "b", {}, line)));
    score.hidden = model.get("score").length === 0;
  }

  listen(model, ["items", "score", "note", "heading", "texts"], draw, cleanup, box);
  draw();
  return done;
}
