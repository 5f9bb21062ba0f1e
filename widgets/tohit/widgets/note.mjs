// A note: a heading and a few sentences.
import { html, initialize, keyed, listen, mount, setText } from "./shared.mjs";

export default { initialize, render };

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "note");
  const title = html("h2", {});
  const body = html("div", {});
  const nodes = new Map();
  el.append(title, body);

  function draw() {
    setText(title, model.get("title"));
    title.hidden = !model.get("title");
    keyed(body, nodes, model.get("sentences").map((words, place) => ({ words, place })), {
      key: ({ place }) => place,
      make: () => html("p", {}),
      update: (node, { words }) => setText(node, words),
    });
  }

  listen(model, ["title", "sentences", "lang"], draw, cleanup);
  draw();
  return done;
}
