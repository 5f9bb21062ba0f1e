// Controls made from a list of fields: each one proposes an edit of its path while it is being changed.
import { MAKERS } from "./controls_made.mjs";
import { tellReadings } from "./controls_told.mjs";
import { editOf, valueNow } from "./controls_values.mjs";
import { deskOf, html, initialize, keyed, listen, mount, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

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
