// Roll it: buttons that throw, the dice of the first attacks, simulated bars over the exact outline.
import { oneFace } from "./die.mjs";
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

export default { initialize, render };

const MORE = [1, 10, 100, 1000];

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "roll");
  const say = (key, fields) => text(model, `roll.${key}`, fields);
  const owner = {};
  const title = html("summary", {});
  const lead = html("p", {});
  const buttons = MORE.map((more) => html("button", { type: "button", "data-more": more }));
  const seed = html("input", { type: "text", inputmode: "numeric", size: 6, autocomplete: "off" });
  const seedName = html("span", {});
  const offers = html("select", {});
  const offersName = html("span", {});
  const offered = html("label", { class: "tohit-roll-offers" }, offersName, offers);
  const tools = html("div", { class: "tohit-roll-tools" }, ...buttons, html("label", {}, seedName, seed));
  const told = html("p", { class: "tohit-roll-told", role: "status" });
  const dice = html("ol", { class: "tohit-roll-dice" });
  const key = html("p", { class: "tohit-roll-key" });
  const rows = html("tbody", {});
  const heads = [html("th", { scope: "col" }), html("td", {}), html("th", { scope: "col" }), html("th", { scope: "col" })];
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), rows);
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const remark = html("p", { class: "tohit-roll-remark" });
  const details = html("details", {}, title, lead, offered, tools, refusal, told, dice, key, table, remark);
  const [lines, attacks, choices] = [new Map(), new Map(), new Map()];
  el.append(details);

  for (const button of buttons) {
    on(button, "click", () => box.push({ path: "roll.more", value: Number(button.dataset.more) }, { owner }), cleanup);
  }
  on(seed, "change", () => {
    const plain = seed.value.trim();
    box.push({ path: "roll.seed", value: /^\d{1,9}$/.test(plain) ? Number(plain) : plain.slice(0, 20) }, { owner });
  }, cleanup);
  for (const field of [seed, offers]) on(field, "keydown", (event) => event.stopPropagation(), cleanup);
  on(offers, "change", () => box.push({ path: "roll.of", value: offers.value }, { owner }), cleanup);
  on(details, "toggle", () => {
    if (model.get("opened") === details.open) return;
    model.set("opened", details.open);
    model.save_changes();
  }, cleanup);

  function makeRow() {
    const part = (name) => html("span", { class: `tohit-roll-${name}` });
    const track = html("div", { class: "tohit-roll-track" }, part("fill"), part("band"), part("exact"));
    const cells = [html("td", { class: "tohit-roll-bar", "aria-hidden": "true" }, track), html("td", {}), html("td", {})];
    return html("tr", {}, html("th", { scope: "row" }), ...cells);
  }

  function updateRow(node, { row, n }) {
    const [name, bar, rolled, exact] = node.children;
    const [fill, band, outline] = bar.firstChild.children;
    setText(name, row.name);
    setText(rolled, row.rolled);
    setText(exact, row.percent);
    fill.style.width = `${100 * row.share}%`;
    outline.style.width = `${100 * row.exact}%`;
    band.style.left = `${100 * row.low}%`;
    band.style.width = `${100 * (row.high - row.low)}%`;
    band.hidden = n === 0;
  }

  function draw() {
    setText(title, say("title"));
    if (details.open !== model.get("opened")) details.open = model.get("opened");
    if (!model.get("opened")) return;
    const [n, nothing] = [model.get("n"), model.get("nothing")];
    setText(lead, nothing || say("lead"));
    for (const part of [tools, told, dice, key, table, remark]) part.hidden = nothing !== "";
    offered.hidden = model.get("offers").length < 2;
    setText(offersName, say("of"));
    keyed(offers, choices, model.get("offers"), {
      key: (offer) => offer.key,
      make: (offer) => html("option", { value: offer.key }),
      update: (node, offer) => setText(node, offer.name),
    });
    offers.value = model.get("of");
    for (const button of buttons) {
      const more = Number(button.dataset.more);
      setText(button, say("more", { more }));
      button.disabled = n + more > model.get("most");
    }
    setText(seedName, say("seed"));
    if (document.activeElement !== seed) seed.value = model.get("seed");
    setText(told, model.get("told") || say("told", { n, seed: model.get("seed") }));
    if (model.get("shown").length === 0) dice.hidden = true;
    setText(remark, model.get("remark"));
    setAttrs(dice, { "aria-label": say("dice") });
    keyed(dice, attacks, model.get("shown").map((faces, place) => ({ faces, place })), {
      key: ({ faces, place }) => `${place} ${JSON.stringify(faces)}`,
      make: ({ faces }) => html("li", {}, ...faces.map(thrown)),
      update: () => {},
    });
    setText(key, say("key"));
    ["way", null, "rolled", "exact"].forEach((name, place) => name && setText(heads[place], say(name)));
    if (model.get("way")) setText(heads[0], model.get("way"));
    keyed(rows, lines, model.get("rows").map((row, place) => ({ row, place, n })), {
      key: ({ place }) => place, make: makeRow, update: updateRow,
    });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  function thrown({ face, die, hit }) {
    const name = say(hit ? "does" : "fails", { face, die });
    return html("span", { role: "img", "aria-label": name, title: name }, oneFace({ face, hit }, die === 6));
  }

  listen(model, ["opened", "n", "seed", "most", "rows", "shown", "offers", "of", "way", "told", "remark", "nothing", "texts"], draw, cleanup, box,
    ({ path }) => path?.startsWith("roll."));
  draw();
  return done;
}
