// The headline: the answer before anything else; or, in the same place, why there is none.
import { html, initialize, listen, mount, setAttrs, setText, text } from "./shared.mjs";
import { needPhrase } from "./phrases.mjs";
import { dieFaces, runs } from "./die.mjs";

export default { initialize, render };

/** "2 in 6" as parts, so that the numbers can stand out from the word between them. */
export function fractionParts(fraction) {
  return (fraction.match(/\d+|\D+/g) ?? []).map((part) => ({ part, isNumber: /\d/.test(part) }));
}

/** The rolls to draw: the stages, or the one die that `faces` is. */
export function rollsOf({ stages, faces }) {
  if (stages.length) return stages;
  return faces.length ? [{ name: "", need: "", faces }] : [];
}

function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "headline");
  let drawn = "";

  const sentence = html("p", { class: "tohit-headline-sentence" });
  const fraction = html("span", { class: "tohit-headline-fraction" });
  const percent = html("span", { class: "tohit-headline-percent" });
  const need = html("span", { class: "tohit-headline-need" });
  const rate = html("span", { class: "tohit-headline-rate" });
  const numbers = html("div", { class: "tohit-headline-numbers" }, fraction, percent, need, rate);
  const rolls = html("div", { class: "tohit-headline-rolls" });
  const refusals = textList("refusals");
  const remedies = textList("remedies");
  const notices = textList("notices");
  const section = html(
    "section",
    { class: "tohit-headline-answer" },
    sentence,
    numbers,
    rolls,
    refusals.node,
    remedies.node,
    notices.node,
  );
  el.append(section);

  const say = (key, fields) => text(model, `headline.${key}`, fields);

  function drawFraction() {
    const whole = model.get("fraction");
    if (fraction.textContent !== whole) {
      const parts = fractionParts(whole).map(({ part, isNumber }) => html(isNumber ? "b" : "span", {}, part));
      fraction.replaceChildren(...parts);
    }
    fraction.classList.toggle("tohit-headline-long", whole.length > 12);
  }

  function inWords(faces) {
    const hits = runs(faces.filter(({ hit }) => hit).map(({ face }) => face));
    const again = runs(faces.filter(({ rerolled }) => rerolled).map(({ face }) => face));
    const parts = [hits ? say("faces", { faces: hits }) : say("faces.none")];
    if (again) parts.push(say("faces.rerolled", { faces: again }));
    return parts.join(" ");
  }

  function makeRoll({ name, need: needed, faces }) {
    const label = [name, needPhrase(model, "headline", needed)].filter(Boolean).join(" \u00b7 ");
    const die = html("span", { class: "tohit-headline-roll-die" });
    if (faces.length) die.append(dieFaces(faces, inWords(faces)));
    if (faces.some(({ rerolled }) => rerolled) || faces.length > 20) {
      die.append(html("span", { class: "tohit-headline-roll-words", "aria-hidden": "true" }, inWords(faces)));
    }
    const kids = label ? [html("span", { class: "tohit-headline-roll-name" }, label), die] : [die];
    return html("div", { class: "tohit-headline-roll" }, ...kids);
  }

  function draw() {
    const refused = model.get("refusals").length > 0;
    setAttrs(section, { "aria-label": say("label", { sentence: model.get("sentence") }) });
    setText(sentence, model.get("sentence"));
    setText(percent, model.get("percent"));
    setText(need, needPhrase(model, "headline", model.get("need")));
    setText(rate, model.get("rate"));
    drawFraction();
    const items = rollsOf({ stages: model.get("stages"), faces: model.get("faces") });
    const state = JSON.stringify([items, model.get("lang")]);
    if (state !== drawn) rolls.replaceChildren(...items.map(makeRoll));
    drawn = state;
    numbers.hidden = refused;
    rolls.hidden = refused || items.length === 0;
    el.classList.toggle("tohit-headline-refused", refused);
    refusals.draw(say("refused"), model.get("refusals"));
    remedies.draw(say("remedies"), model.get("remedies"));
    notices.draw(say("notices"), model.get("notices"));
  }

  const texts = ["sentence", "fraction", "percent", "need", "rate", "refusals", "remedies", "notices", "texts"];
  listen(model, [...texts, "faces", "stages"], draw, cleanup);
  draw();
  return done;
}

/** A heading with a list of sentences, hidden while there are none. */
function textList(kind) {
  const heading = html("span", { class: "tohit-headline-lead" });
  const list = html("ul", {});
  const node = html("div", { class: `tohit-headline-${kind}`, hidden: "" }, heading, list);
  let shown = "";
  return {
    node,
    draw(lead, sentences) {
      node.hidden = sentences.length === 0;
      setText(heading, lead);
      if (shown === JSON.stringify(sentences)) return;
      shown = JSON.stringify(sentences);
      list.replaceChildren(...sentences.map((words) => html("li", {}, words)));
    },
  };
}
