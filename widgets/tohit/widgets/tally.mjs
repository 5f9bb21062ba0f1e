// A pair's throws: dice on screen or typed counts, the class code, and later the exact chance beside them.
import { deskOf, html, initialize, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";
import { dieFaces } from "./die.mjs";

export default { initialize, render };

const ROLLS = [1, 10, 100, 1000];

/** What is typed into a count: a whole number, else null. */
export function countOf(typed) {
  const plain = typed.trim();
  return /^\d{1,4}$/.test(plain) ? Number(plain) : null;
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "tally");
  const owner = {};
  const say = (key, fields) => text(model, `tally.${key}`, fields);
  const push = (key, value) => box.push({ path: `tally.${key}`, value }, { owner });

  const fields = ["pair", "throws", "hits"].map((key) => {
    const input = html("input", { type: "text", inputmode: "numeric", maxlength: "4" });
    const name = html("span", {});
    on(input, "keydown", (event) => event.stopPropagation(), cleanup);
    on(input, "change", () => {
      const value = countOf(input.value);
      setAttrs(input, { "aria-invalid": value === null ? "true" : null });
      if (value !== null) push(key, value);
    }, cleanup);
    return { key, input, name, node: html("label", {}, name, input) };
  });
  const rolls = ROLLS.map((count) => {
    const button = html("button", { type: "button" });
    on(button, "click", () => push("roll", count), cleanup);
    return { count, button };
  });
  const clear = html("button", { type: "button" });
  on(clear, "click", () => push("clear", true), cleanup);
  const locked = html("p", { class: "tohit-tally-locked" });
  const refusal = html("p", { class: "tohit-failed", role: "status", hidden: "" });
  const dice = html("div", { class: "tohit-tally-dice" });
  const code = html("output", { class: "tohit-tally-code" });
  const codeName = html("span", {});
  const told = html("div", { role: "status" });
  const picture = html("div", { class: "tohit-tally-picture", "aria-hidden": "true" });
  el.append(html("div", { class: "tohit-tally-row" }, ...fields.map(({ node }) => node)),
    html("div", { class: "tohit-tally-row" }, ...rolls.map(({ button }) => button), clear), locked, refusal, dice, told, picture,
    html("p", { class: "tohit-tally-class" }, codeName, " ", code));

  function drawDice() {
    dice.replaceChildren(...model.get("dice").map((thrown) => {
      const landed = thrown.at(-1).hit;
      const faces = thrown.map(({ face, hit }) => dieFaces([{ face, hit }], String(face)));
      return html("span", { class: "tohit-tally-throw", "data-hit": landed ? "" : null, title: say(landed ? "hit" : "miss") }, ...faces);
    }));
  }

  function drawPicture() {
    const [mine, exact, spread] = model.get("bars");
    picture.hidden = mine === undefined;
    if (picture.hidden) return;
    const percent = (share) => `${100 * Math.max(0, Math.min(1, share))}%`;
    const band = html("i", { class: "tohit-tally-band" });
    band.style.left = percent(exact - spread);
    band.style.width = percent(Math.min(1, exact + spread) - Math.max(0, exact - spread));
    const fill = html("i", { class: "tohit-tally-mine", style: `width: ${percent(mine)}` });
    const line = html("i", { class: "tohit-tally-exact", style: `left: ${percent(exact)}` });
    picture.replaceChildren(fill, band, line);
  }

  function draw() {
    for (const { key, input, name } of fields) {
      setText(name, say(key));
      if (input.ownerDocument.activeElement !== input) input.value = model.get(key);
    }
    for (const { count, button } of rolls) {
      setText(button, say("roll", { count }));
      button.disabled = model.get("locked");
    }
    setText(clear, say("clear"));
    setText(locked, model.get("locked") ? say("locked") : "");
    locked.hidden = !model.get("locked");
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
    told.replaceChildren(...model.get("told").map((line) => html("p", {}, line)));
    setText(codeName, say("code"));
    setText(code, model.get("code") || "\u2013");
    drawDice();
    drawPicture();
  }

  listen(model, ["pair", "hits", "throws", "code", "dice", "locked", "told", "bars", "texts"], draw, cleanup, box);
  draw();
  return done;
}
