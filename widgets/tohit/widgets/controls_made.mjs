// One control for each kind of field: it proposes while it is being changed, and shows what has become of it.
import { numberOf, stepped, slotted, removal, renaming } from "./controls_values.mjs";
import { html, keyed, on, setAttrs, setText, text } from "./shared.mjs";

export const MAKERS = {
  slots: makeSlots, whole: makeNumber, number: makeNumber, text: makeText, flag: makeFlag, choice: makeChoice,
  names: makeNames, records: makeRecords,
};

/** The parts that all controls share: a label, help behind a question mark, the control, the place of a refusal. */
function frame(field, control, { inside = false } = {}) {
  const label = html("span", {});
  const kind = `tohit-controls-label${inside ? " tohit-controls-inside" : ""}`;
  const named = html("label", { class: kind }, ...(inside ? [control, label] : [label]));
  const why = html("button", { type: "button", class: "tohit-controls-why", "aria-expanded": "false", hidden: "" }, "?");
  const help = html("p", { class: "tohit-controls-help", hidden: "" });
  const told = html("ul", { class: "tohit-controls-told" });
  const refusal = html("p", { class: "tohit-failed", hidden: "" });
  why.addEventListener("click", () => {
    help.hidden = !help.hidden;
    setAttrs(why, { "aria-expanded": String(!help.hidden) });
  });
  const head = html("span", { class: "tohit-controls-head" }, named, why);
  const node = html("div", { class: "tohit-controls-field" }, head, ...(inside ? [] : [control]), help, told, refusal);
  return { field, label, why, help, told, refusal, node };
}

function makeNumber({ field, model, propose, cleanup }) {
  const input = html("input", { type: "text", inputmode: field.low < 0 ? "text" : "decimal", size: 4, autocomplete: "off" });
  const less = html("button", { type: "button" }, "\u2212");
  const more = html("button", { type: "button" }, "+");
  const form = frame(field, html("span", { class: "tohit-controls-number" }, less, input, more));
  let value = null;
  let gesture = 0;
  for (const [button, by] of [[less, -1], [more, 1]]) {
    on(button, "click", () => {
      const next = stepped(form.field, value ?? form.field.inherited ?? null, by);
      if (next !== value) propose(form, next);
    }, cleanup);
  }
  on(input, "focus", () => { gesture = Date.now(); }, cleanup);
  on(input, "input", () => typed(false), cleanup);
  on(input, "change", () => { typed(true); input.value = shown(); }, cleanup);
  on(input, "keydown", (event) => {
    event.stopPropagation();
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    propose(form, stepped(form.field, value ?? form.field.inherited ?? null, by));
    input.value = shown();
  }, cleanup);

  function typed(last) {
    const next = numberOf(form.field, input.value);
    const fits = next === null || (next !== undefined && next >= form.field.low && next <= form.field.high);
    setAttrs(input, { "aria-invalid": fits ? null : "true" });
    // What is no number here is said when it is left, not while it is being typed.
    const { low, high } = form.field;
    form.unfit = fits || !last ? "" : text(model, "controls.refused", { typed: input.value.slice(0, 20), low, high });
    if (form.unfit) setAttrs(form.refusal, { role: "status" }); // No voice hears of what Python never saw.
    setText(form.refusal, form.unfit);
    form.refusal.hidden = !form.unfit;
    if (fits && (next !== value || last)) propose(form, next, { gesture, last });
  }

  const shown = () => (value === null ? "" : String(value).replace("-", "\u2212"));

  form.show = (now, { name, low, high, inherited }) => {
    const changed = now !== value;
    value = now;
    setAttrs(input, { "aria-label": name, placeholder: inherited === undefined ? null : String(inherited ?? "\u2013").replace("-", "\u2212") });
    setAttrs(less, { "aria-label": text(model, "controls.less", { name }) });
    setAttrs(more, { "aria-label": text(model, "controls.more", { name }) });
    less.disabled = value !== null && value <= low;
    more.disabled = value !== null && value >= high;
    // What is being typed stays; a value that came from elsewhere replaces it.
    if (document.activeElement !== input || (changed && numberOf(form.field, input.value) !== value)) input.value = shown();
  };
  return form;
}

function makeText({ field, propose, together, cleanup }) {
  const input = html("input", { type: "text", size: 10, autocomplete: "off" });
  const form = frame(field, input);
  on(input, "keydown", (event) => event.stopPropagation(), cleanup);
  on(input, "change", () => {
    const plain = input.value.trim();
    if (form.field.follows) together(form, renaming(form.field, plain));
    else propose(form, /^\d{1,6}$/.test(plain) ? Number(plain) : plain || null);
  }, cleanup);
  form.show = (value, { name }) => {
    setAttrs(input, { "aria-label": name });
    if (document.activeElement !== input) input.value = value ?? "";
  };
  return form;
}

function makeFlag({ field, propose, cleanup }) {
  const input = html("input", { type: "checkbox" });
  const form = frame(field, input, { inside: true });
  on(input, "change", () => propose(form, input.checked), cleanup);
  form.show = (value) => { input.checked = Boolean(value); };
  return form;
}

function makeChoice({ field, propose, cleanup }) {
  const select = html("select", {});
  const form = frame(field, select);
  const nodes = new Map();
  on(select, "change", () => propose(form, select.value), cleanup);
  form.show = (value, { choices, name }) => {
    setAttrs(select, { "aria-label": name });
    fill(select, nodes, choices);
    select.value = value;
  };
  return form;
}

/** One choice for each attack: the profile that it uses. */
function makeSlots({ field, model, propose }) {
  const row = html("span", { class: "tohit-controls-slots" });
  const form = frame(field, row);
  const selects = new Map();
  form.show = (value, { choices, name, slots }) => {
    const held = Array.isArray(value) ? value : Array(slots).fill(value ?? "");
    const places = [...Array(slots).keys()].map((place) => ({ place, key: held[place] ?? held[0] ?? "" }));
    const none = { value: "", name: "\u2013" };
    keyed(row, selects, places, {
      key: ({ place }) => place,
      make: ({ place }) => {
        const select = html("select", {});
        select.options_ = new Map();
        select.addEventListener("change", () => {
          const chosen = [...selects.values()].map((other) => other.value || select.value);
          chosen[place] = select.value;
          propose(form, select.value ? slotted(chosen) : null);
        });
        return select;
      },
      update: (select, { place, key }) => {
        const label = slots > 1 ? text(model, "controls.slot", { name, number: place + 1 }) : name;
        setAttrs(select, { "aria-label": label });
        fill(select, select.options_, [none, ...choices]);
        select.value = key;
      },
    });
  };
  return form;
}

function makeNames({ field, model, propose, cleanup }) {
  const select = html("select", {});
  const chips = html("span", { class: "tohit-controls-chips" });
  const form = frame(field, html("span", { class: "tohit-controls-names" }, chips, select));
  const nodes = new Map();
  const options = new Map();
  let held = [];
  on(select, "change", () => { if (select.value) propose(form, [...held, select.value]); }, cleanup);

  form.show = (value, { choices, name }) => {
    held = value ?? [];
    const more = { value: "", name: text(model, "controls.add") };
    setAttrs(select, { "aria-label": text(model, "controls.add_to", { name }) });
    fill(select, options, [more, ...choices.filter((choice) => !held.includes(choice.value))]);
    select.value = "";
    const chosen = held.map((key) => choices.find((choice) => choice.value === key) ?? { value: key, name: key });
    keyed(chips, nodes, chosen, {
      key: (choice) => choice.value,
      make: (choice) => {
        const chip = html("button", { type: "button", class: "tohit-controls-chip" });
        chip.addEventListener("click", () => propose(form, held.filter((other) => other !== choice.value)));
        return chip;
      },
      update: (chip, choice) => {
        setText(chip, `${choice.name} \u00d7`);
        setAttrs(chip, { "aria-label": text(model, "controls.remove", { name: choice.name }) });
      },
    });
  };
  return form;
}

/** Named records: a chip for each to take it away, and a button for one more; their fields stand in groups of their own. */
function makeRecords({ field, model, together, cleanup }) {
  const chips = html("span", { class: "tohit-controls-chips" });
  const add = html("button", { type: "button", class: "tohit-controls-add" }, "+");
  const form = frame(field, html("span", { class: "tohit-controls-names" }, chips, add));
  const nodes = new Map();
  let held = [];
  on(add, "click", () => {
    together(form, [{ path: form.field.path, value: [...held, { name: form.field.fresh }] }]);
  }, cleanup);
  form.show = (value, { name }) => {
    held = value ?? [];
    setAttrs(add, { "aria-label": text(model, "controls.add_one", { name }) });
    keyed(chips, nodes, held, {
      key: (record) => record.name,
      make: (record) => {
        const chip = html("button", { type: "button", class: "tohit-controls-chip" });
        chip.addEventListener("click", () => together(form, removal({ ...form.field, value: held }, record.name)));
        return chip;
      },
      update: (chip, record) => {
        setText(chip, `${record.name} \u00d7`);
        setAttrs(chip, { "aria-label": text(model, "controls.remove", { name: record.name }) });
      },
    });
  };
  return form;
}

function fill(select, nodes, choices) {
  keyed(select, nodes, choices, {
    key: (choice) => choice.value,
    make: (choice) => html("option", { value: choice.value }),
    update: (node, choice) => setText(node, choice.name),
  });
}
