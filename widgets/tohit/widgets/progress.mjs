// How far something long is: a bar and a button that stops it; stopped, a button that begins it anew.
import { deskOf, html, initialize, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "progress");
  const say = (key, fields) => text(model, `progress.${key}`, fields);
  const bar = html("progress", {});
  const told = html("span", { role: "status" });
  const button = html("button", { type: "button" });
  const line = html("div", { class: "tohit-progress-line" }, bar, told, button);
  const why = html("p", { class: "tohit-progress-why" });
  el.append(line, why);

  function draw() {
    const [made, cells, stopped] = ["done", "cells", "stopped"].map((name) => model.get(name));
    line.hidden = cells === 0 && !stopped;
    bar.hidden = stopped;
    setAttrs(bar, { max: Math.max(cells, 1), value: made, "aria-label": say("name") });
    setText(told, line.hidden ? "" : stopped ? say("stopped") : model.get("told") || say("doing", { done: made, cells }));
    setText(button, say(stopped ? "go" : "stop"));
    setText(why, model.get("why"));
    why.hidden = !why.textContent;
    el.hidden = line.hidden && why.hidden;
  }

  on(button, "click", () => box.push({ page: { work: model.get("stopped") ? "go" : "stop" } }), cleanup);
  listen(model, ["done", "cells", "told", "stopped", "why", "texts"], draw, cleanup);
  draw();
  return done;
}
