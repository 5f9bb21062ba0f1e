// The explanation: a list that opens, each step a line of text.
import { html, initialize, keyed, listen, mount, on, setText, text } from "./shared.mjs";

export default { initialize, render };

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "steps");
  const title = html("summary", {});
  const list = html("ol", {});
  const nodes = new Map();
  const details = html("details", {}, title, list);
  el.append(details);

  function draw() {
    setText(title, text(model, "steps.title"));
    if (!details.open) return; // twenty lines that nobody sees would be drawn on every square of a drag
    const steps = model.get("steps").map((step, place) => ({ step, place }));
    keyed(list, nodes, steps.length ? steps : [{ step: text(model, "steps.none"), place: 0 }], {
      key: ({ place }) => place,
      make: () => html("li", {}),
      update: (node, { step }) => setText(node, step),
    });
  }

  listen(model, ["steps", "texts"], draw, cleanup);
  on(details, "toggle", draw, cleanup);
  draw();
  return done;
}
