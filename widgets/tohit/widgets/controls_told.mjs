// What stands below a field of a form: what another reading of a ruling decides, and a press that draws it.
import { html, setAttrs, setText, text } from "./shared.mjs";

/** Bring what stands below each field up to date; it comes later than the fields themselves. */
export function tellReadings(model, forms) {
  const told = model.get("told");
  for (const form of forms) {
    const readings = told[form.field.path] ?? [];
    const list = form.told;
    if (list.children.length !== readings.length) list.replaceChildren(...readings.map(() => makeReading(model)));
    readings.forEach((reading, place) => showReading(model, list.children[place], reading));
  }
}

function makeReading(model) {
  const draws = html("button", { type: "button", class: "tohit-controls-draws" });
  draws.addEventListener("click", () => {
    model.set("contrast", model.get("contrast") === draws.value ? "" : draws.value);
    model.save_changes();
  });
  return html("li", {}, html("span", {}), draws);
}

function showReading(model, node, { text: sentence, contrast }) {
  const [words, draws] = node.children;
  const isDrawn = contrast !== "" && contrast === model.get("contrast");
  setText(words, sentence);
  setText(draws, text(model, isDrawn ? "controls.drawn" : "controls.draw"));
  setAttrs(draws, { value: contrast, hidden: contrast ? null : "", "aria-pressed": String(isDrawn) });
}
