// How needed rolls and modifiers are said.
import { number, text } from "./shared.mjs";

/** The short form of a needed roll in words; `topic` has the keys `need.plus`, `under`, `beat`, `always`, `never`. */
export function needPhrase(model, topic, need) {
  const { form, roll } = needForm(need);
  return form ? text(model, `${topic}.need.${form}`, { need: roll }) : "";
}

/** Take a needed roll apart: `4+`, `13-` (roll under), `>9` (must exceed), `always`, `never`. */
export function needForm(need) {
  if (!need) return { form: "", roll: "" };
  if (need === "always" || need === "never") return { form: need, roll: "" };
  if (need.startsWith(">")) return { form: "beat", roll: need.slice(1) };
  if (need.endsWith("-")) return { form: "under", roll: need.slice(0, -1) };
  return { form: "plus", roll: need };
}

/** A modifier with its sign: +1, −2, 0. */
export function signed(model, value) {
  return value > 0 ? `+${number(model, value)}` : number(model, value);
}
