// A box for one's own words: what is written never leaves the browser's tab.
import { html, initialize, listen, mount, on, setText, text } from "./shared.mjs";
import { keepText } from "./tab.mjs";

export default { initialize, render };

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "sentence");
  const prompt = html("span", {});
  const box = html("textarea", { rows: "3" });
  const note = html("small", {});
  el.append(html("label", {}, prompt, box), note);
  keepText(box, "sentence", cleanup);
  on(box, "keydown", (event) => event.stopPropagation(), cleanup);

  function draw() {
    setText(prompt, model.get("prompt"));
    setText(note, text(model, "sentence.private"));
  }

  listen(model, ["prompt", "texts"], draw, cleanup);
  draw();
  return done;
}
