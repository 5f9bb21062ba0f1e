// The explanation: a list that opens, each step a line of text.
import { html, initialize, keyed, listen, mount, setText, text } from "./shared.mjs";

export default { initialize, render };

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "steps");
  const title = html("summary", {});
  const list = html("ol", {});
  const nodes = new Map();
  el.append(html("details", {}, title, list));

  function draw() {
    setText(title, text(model, "steps.title"));
    const steps = model.get("steps").map((step, place) => ({ step, place }));
    keyed(list, nodes, steps.length ? steps : [{ step: text(model, "steps.none"), place: 0 }], {
      key: ({ place }) => place,
      make: () => html("li", {}),
      update: (node, { step }) => setText(node, step),
    });
  }

  listen(model, ["steps", "texts"], draw, cleanup);
  draw();
  return done;
}
