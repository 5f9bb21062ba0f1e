// Controls made from a list of fields: each one proposes an edit of its path while it is being changed.
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";
import { tellReadings } from "./controls_told.mjs";
import { folded } from "./grip.mjs";

export default { initialize, render };

/** The value of a field once the unanswered edits are done. */
export function valueNow(field, pending) {
  return folded(field.value, pending, (edit) => {
    if (field.edit) return edit[field.edit];
    if (edit.path !== field.path) return undefined;
    return edit.none ? null : edit.value;
  });
}

/** What a text in a number field means: a number, null for nothing in an optional field, else undefined. */
export function numberOf(field, typed) {
  const plain = typed.trim().replace("\u2212", "-").replace(",", ".");
  if (plain === "") return field.optional ? null : undefined;
  const form = field.kind === "whole" ? /^-?\d{1,6}$/ : /^\d{1,6}(\.\d{1,3})?$/;
  return form.test(plain) ? Number(plain) : undefined;
}

/** The edit that gives a field a value. */
export function editOf(field, value) {
  return field.edit ? { [field.edit]: value } : { path: field.path, value };
}

/** What some choices, one for each attack, come to in a document: one text when they are all the same. */
export function slotted(choices) {
  return choices.every((choice) => choice === choices[0]) ? choices[0] : choices;
}

/** A number one step up or down, within the field's limits. */
export function stepped(field, value, by) {
  return Math.min(field.high, Math.max(field.low, (value ?? field.low) + by));
}

/** The edits that take a record out of a list; who names it names the first of the others, or none. */
export function removal({ path, value, follows }, name) {
  const rest = value.filter((record) => record.name !== name);
  const chosen = [follows?.value ?? []].flat();
  const next = rest.length ? slotted(chosen.map((other) => (other === name ? rest[0].name : other))) : null;
  const first = chosen.includes(name) ? [{ path: follows.path, value: next }] : [];
  return [...first, { path, value: rest.length ? rest : null }];
}

/** The edits that rename a record: who names it lets go first, so that no step names what is not there. */
export function renaming({ path, value, follows }, name) {
  const chosen = [follows?.value ?? []].flat();
  if (!chosen.includes(value)) return [{ path, value: name }];
  const next = slotted(chosen.map((other) => (other === value ? name : other)));
  return [{ path: follows.path, value: null }, { path, value: name }, { path: follows.path, value: next }];
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "controls");
  const groups = new Map();
  const forms = new Map();

  function propose(form, value, { gesture, last = true } = {}) {
    const { field } = form;
    const edit = value === null && field.none ? { path: field.path, none: true } : editOf(field, value);
    const settings = gesture ? { gesture, done: last, coalesce: field.path } : {};
    box.push(edit, { ...settings, owner: form });
  }

  /** Several edits as one step of undo. */
  function together(form, edits) {
    const gesture = box.newGesture();
    edits.forEach((edit, place) => box.push(edit, { gesture, done: place === edits.length - 1, owner: form }));
  }

  function makeGroup(group) {
    const body = html("div", { class: "tohit-controls-fields" });
    const node = html("details", { class: `tohit-controls-${group.key}` }, html("summary", {}), body);
    node.open = group.open;
    if (group.key === "rulings") node.addEventListener("toggle", () => weigh(node.open));
    return node;
  }

  function weigh(open) {
    model.set("weighing", open);
    model.save_changes();
  }

  function updateGroup(node, group) {
    setText(node.firstChild, group.name);
    const held = (forms.get(node) ?? forms.set(node, new Map()).get(node));
    const made = new Map([...held].map(([key, form]) => [key, form.node]));
    keyed(node.lastChild, made, group.fields, {
      // A mini's row is known by its group, so that another attacker does not rebuild the form.
      key: (field) => `${field.kind} ${field.path.split(".").pop()}`,
      make: (field) => {
        const form = MAKERS[field.kind]({ field, model, propose, together, cleanup });
        held.set(`${field.kind} ${field.path.split(".").pop()}`, form);
        return form.node;
      },
      update: (_, field) => updateField(held.get(`${field.kind} ${field.path.split(".").pop()}`), field),
    });
    for (const key of held.keys()) if (!made.has(key)) held.delete(key);
  }

  function updateField(form, field) {
    form.field = field;
    setAttrs(form.node, { "data-path": field.path }); // for the page's own layout
    setText(form.label, field.name);
    setText(form.help, field.help);
    form.why.hidden = !field.help;
    setAttrs(form.why, { "aria-label": text(model, "controls.help", { name: field.name }) });
    form.show(valueNow(field, box.pending()), field);
    setAttrs(form.refusal, { role: form.unfit ? "status" : box.refusalRole });
    setText(form.refusal, form.unfit || box.refusal(form));
    form.refusal.hidden = !form.refusal.textContent;
  }

  function draw() {
    keyed(el, groups, model.get("groups"), { key: (group) => group.key, make: makeGroup, update: updateGroup });
  }

  const tell = () => tellReadings(model, [...forms.values()].flatMap((group) => [...group.values()]));
  listen(model, ["told", "contrast", "texts"], tell, cleanup);
  listen(model, ["groups", "texts"], draw, cleanup, box, (edit) => edit.path || edit.attacker || edit.target);
  draw();
  tell();
  return done;
}

const MAKERS = {
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
