// What a control's text, step or removal means as a value or as edits.  No DOM: tested as it is.
import { folded } from "./grip.mjs";

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
