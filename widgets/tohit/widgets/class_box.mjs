// One box for the codes of a whole class.
import { deskOf, html, initialize, listen, mount, on, setText, text } from "./shared.mjs";
import { keepText } from "./tab.mjs";

export default { initialize, render };

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "class_box");
  const owner = {};
  const gesture = box.newGesture(); // one for all typing, so that only the newest text waits for an answer
  const name = html("span", {});
  const codes = html("textarea", { rows: "5", spellcheck: "false", maxlength: "20000" });
  const told = html("div", { role: "status" });
  const refusal = html("p", { class: "tohit-failed", role: "status", hidden: "" });
  el.append(html("label", {}, name, codes), refusal, told);
  on(codes, "keydown", (event) => event.stopPropagation(), cleanup);
  on(codes, "input", propose, cleanup);

  function propose() {
    box.push({ document: codes.value }, { owner, gesture, coalesce: "codes" });
  }

  function draw() {
    setText(name, text(model, "class_box.title"));
    codes.placeholder = "PAIR 7 \u00b7 13/40 \u00b7 K";
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
    told.replaceChildren(...model.get("told").map((line) => html("p", {}, line)));
  }

  listen(model, ["told", "texts"], draw, cleanup, box);
  draw();
  if (keepText(codes, "codes", cleanup)) propose();
  return done;
}
